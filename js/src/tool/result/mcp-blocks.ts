// Content blocks of the Model Context Protocol.
import type { Access } from "./access.js";
import { type Media, typeName } from "./media.js";
import type { PartKind } from "./parts.js";
import { trimTo } from "./shares.js";

/** Longest URI that is named beside the line about a resource that is left out. */
const LONGEST_URI = 1000;

/** Reads and writes blocks. `ofBlob` reads the base64 of a resource: as media, or as a text. */
export function blocksOf<V>(
  access: Access<V>,
  ofBlob: (base64: string, type: V | undefined) => string | Media,
): PartKind<V> {
  const { get } = access;
  const text = (value: V | undefined, name: string): string | undefined => {
    const member: unknown = get(value, name);
    return typeof member === "string" ? member : undefined;
  };
  /** Annotations say for whom a block is. */
  const textBlock = (own: string, of?: V): V =>
    access.make({ type: "text", text: own, annotations: get(of, "annotations"), _meta: get(of, "_meta") });
  return {
    read(block) {
      if (typeof block === "string") return block;
      if (!access.holds(block)) return undefined;
      const [type, own, data] = [text(block, "type"), text(block, "text"), text(block, "data")];
      if (type === "text" && own !== undefined) return own;
      if ((type === "image" || type === "audio") && data !== undefined) {
        return { chars: data.length, type: typeName(get(block, "mimeType"), type), base64: data };
      }
      const resource = type === "resource" ? get(block, "resource") : undefined;
      const blob = text(resource, "blob");
      const held = text(resource, "text") ?? (blob && ofBlob(blob, get(resource, "mimeType")));
      return held ?? access.json(block);
    },
    withText(block, own) {
      const [type, resource] = [text(block, "type"), get(block, "resource")];
      if (type === "text") return access.with(block, { text: own });
      if (type === "resource_link") return shorterLink(access, block, own.length) ?? textBlock(own, block);
      if (type !== "resource" || (text(resource, "text") ?? text(resource, "blob")) === undefined)
        return textBlock(own, block);
      return access.with(block, { resource: access.with(resource as V, { blob: undefined, text: own }) });
    },
    note(line, insteadOf, isGap = false) {
      if (isGap) return textBlock(line);
      const uri = text(get(insteadOf, "resource"), "uri") ?? "";
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
function shorterLink<V>(access: Access<V>, link: V, units: number): V | undefined {
  const rest = access.with(link, { icons: undefined, description: undefined });
  const size = (block: V) => access.json(block)?.length ?? 0;
  const description: unknown = access.get(link, "description");
  if (size(rest) > units) return undefined;
  if (typeof description !== "string") return rest;
  let room = units - size(access.with(rest, { description: "" }));
  // Escapes take more room than the text; the second try accounts for them.
  for (let tries = 0; tries < 2 && room > 0; tries += 1) {
    const { text } = trimTo(description, { maxUtf16: room, keep: "head", snap: "char", marker: "..." });
    const shorter = access.with(rest, { description: text });
    if (size(shorter) <= units) return shorter;
    room -= size(shorter) - units;
  }
  return rest;
}
