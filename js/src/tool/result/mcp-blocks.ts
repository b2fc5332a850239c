// Content blocks of the Model Context Protocol.
import { isObject } from "../copy.js";
import { type Access, memberOf, stringOf, withMembers } from "./json.js";
import { type Media, typeName } from "./media.js";
import type { PartKind } from "./parts.js";
import { trimTo } from "./shares.js";

/** Longest URI that is named beside the line about a resource that is left out. */
const LONGEST_URI = 1000;

/** Annotations say for whom a block is. */
const textBlock = (text: string, of?: unknown): object =>
  withMembers({ type: "text", text }, { annotations: memberOf(of, "annotations"), _meta: memberOf(of, "_meta") });

/** Reads and writes blocks. `ofBlob` reads the base64 of a resource: as media, or as a text. */
export function blocksOf(access: Access, ofBlob: (base64: string, type: unknown) => string | Media): PartKind<unknown> {
  return {
    read(block) {
      if (typeof block === "string") return block;
      if (!isObject(block)) return undefined;
      const [type, text, base64] = [memberOf(block, "type"), stringOf(block, "text"), stringOf(block, "data")];
      if (type === "text" && text !== undefined) return text;
      if ((type === "image" || type === "audio") && base64 !== undefined)
        return { chars: base64.length, type: typeName(memberOf(block, "mimeType"), type), base64 };
      const resource = type === "resource" ? memberOf(block, "resource") : undefined;
      const blob = stringOf(resource, "blob");
      const held = stringOf(resource, "text") ?? (blob && ofBlob(blob, memberOf(resource, "mimeType")));
      return held ?? access.json(block);
    },
    withText(block, text) {
      const [type, resource] = [memberOf(block, "type"), memberOf(block, "resource")];
      if (type === "text" && stringOf(block, "text") !== undefined) return withMembers(block, { text });
      if (type === "resource_link") return shorterLink(access, block, text.length) ?? textBlock(text, block);
      if (type !== "resource" || (stringOf(resource, "text") ?? stringOf(resource, "blob")) === undefined)
        return textBlock(text, block);
      return withMembers(block, { resource: withMembers(resource, { blob: undefined, text }) });
    },
    note(line, insteadOf, isGap = false) {
      if (isGap) return textBlock(line);
      const uri = stringOf(memberOf(insteadOf, "resource"), "uri") ?? "";
      // The model can still read the resource by its URI, which has no white space and no invisible characters.
      const isNamed = uri !== "" && uri.length <= LONGEST_URI && !/[\s\p{C}]/u.test(uri);
      return textBlock(isNamed ? `${line}: ${uri}` : line, insteadOf);
    },
  };
}

/**
 * Returns a link without its long optional fields; `undefined` if it is still over its share, since a cut URI is
 * useless.
 */
function shorterLink({ json }: Access, link: unknown, units: number): object | undefined {
  const rest = withMembers(link, { icons: undefined, description: undefined });
  const size = (block: object) => json(block)?.length ?? 0;
  const description = stringOf(link, "description");
  if (size(rest) > units) return undefined;
  let room = description === undefined ? 0 : units - size({ ...rest, description: "" });
  // Escapes take more room than the text; the second try accounts for them.
  for (let tries = 0; tries < 2 && room > 0; tries += 1) {
    const { text } = trimTo(description as string, { maxUtf16: room, keep: "head", snap: "char", marker: "..." });
    const shorter = { ...rest, description: text };
    if (size(shorter) <= units) return shorter;
    room -= size(shorter) - units;
  }
  return rest;
}
