// The parts of results: items of content, contents of a resource, messages of a prompt.
import { blocksOf, type PartKind, typeName } from "../../core.js";
import { isMembers, type Json, toJson, trees, withMember, writeJson } from "../json/tree.js";

/** Minimum chars that each part counts beside its text, so that a million empty ones are not free. */
const FEWEST_BESIDE = 10;
/** Chars of the names and quotes of a plain part, which do not count; chars beyond do. */
const FRAME = 80;
/** Maximum chars of a message beside its content if the content is to be cut: they repeat for each item of a list. */
const LARGEST_FRAME = 1000;
/** Maximum chars of a URI that fits beside the line about missing parts. */
const LONGEST_URI = 150;

/** Counts everything that a part holds, including members that a server adds. */
const counted = (kind: PartKind<Json>): PartKind<Json> => ({
  ...kind,
  beside: (part, text, media) =>
    Math.max(FEWEST_BESIDE, writeJson(part).length - (text === undefined ? 0 : writeJson(text).length) - media - FRAME),
});

/** Base64 of any type is media: clients may take it, and no model reads it as text. */
const ofBlob = (base64: string, type: Json | undefined) => ({
  chars: base64.length,
  type: typeName(type, "resource"),
  base64,
});

/** Items of a tool's result. */
export const items: PartKind<Json> = counted(blocksOf(trees, ofBlob));

const stringOf = (part: Json, name: string): string | undefined => {
  const value = trees.get(part, name);
  return typeof value === "string" ? value : undefined;
};

/** Contents of resources. */
export const contents: PartKind<Json> = counted({
  read(part) {
    if (typeof part === "string" || !isMembers(part)) return items.read(part);
    const blob = stringOf(part, "blob");
    return stringOf(part, "text") ?? (blob === undefined ? writeJson(part) : ofBlob(blob, part.get("mimeType")));
  },
  withText: (part, text) =>
    stringOf(part, "text") === undefined ? contents.note(text, part, true) : trees.with(part, { text }),
  note(text, insteadOf, isGap) {
    if (insteadOf !== undefined && !isGap)
      return trees.with(insteadOf, { blob: undefined, mimeType: "text/plain", text });
    const uri = insteadOf === undefined ? undefined : stringOf(insteadOf, "uri");
    const isShort = uri !== undefined && uri.length <= LONGEST_URI;
    return trees.make({ uri: isShort ? uri : "tooltrim:omitted", mimeType: "text/plain", text });
  },
});

/** Splits a message of which the content is a list, since shares are given to single texts. */
export function messagesOf(message: Json): Json[] {
  const content = trees.get(message, "content");
  if (!isMembers(message) || !Array.isArray(content) || isFrameLarge(message)) return [message];
  return content.map((item) => withMember(message, "content", [item]));
}

const isFrameLarge = (message: Json): boolean => writeJson(trees.with(message, { content: "" })).length > LARGEST_FRAME;

/** Returns the only item of a message, and the message around another one. */
function innerOf(message: Json): { item: Json; around(item: Json): Json } | undefined {
  const content = trees.get(message, "content");
  const list = Array.isArray(content) ? content : [content];
  if (content === undefined || list.length !== 1 || isFrameLarge(message)) return undefined;
  const around = (item: Json) => trees.with(message, { content: Array.isArray(content) ? [item] : item });
  return { item: list[0] as Json, around };
}

/** Messages of prompts, each with one item. */
export const messages: PartKind<Json> = counted({
  read: (message) => items.read(innerOf(message)?.item ?? message),
  withText(message, text) {
    const inner = innerOf(message);
    return inner ? inner.around(items.withText(inner.item, text)) : messages.note(text);
  },
  note(text, insteadOf, isGap) {
    const inner = insteadOf === undefined || isGap ? undefined : innerOf(insteadOf);
    return inner
      ? inner.around(items.note(text, inner.item))
      : toJson({ role: "user", content: { type: "text", text } });
  },
});
