// The parts of results: items of content, contents of a resource, messages of a prompt.
import { blocksOf, memberOf, type PartKind, stringOf, typeName, withMembers } from "../../core.js";
import { access, writeJson } from "../json.js";

/** Minimum chars that each part counts beside its text, so that a million empty ones are not free. */
export const FEWEST_BESIDE = 10;
/** Chars of the names and quotes of a plain part, which do not count; chars beyond do. */
const FRAME = 80;
/** Maximum chars of a message beside its content if the content is to be cut: they repeat for each item of a list. */
const LARGEST_FRAME = 1000;
/** Maximum chars of a URI that fits beside the line about missing parts. */
const LONGEST_URI = 150;

/** Counts everything that a part holds, including members that a server adds. */
const counted = (kind: PartKind<unknown>): PartKind<unknown> => ({
  ...kind,
  beside: (part, text, media) =>
    Math.max(FEWEST_BESIDE, writeJson(part).length - (text === undefined ? 0 : writeJson(text).length) - media - FRAME),
});

/** Base64 of any type is media: clients may take it, and no model reads it as text. */
const ofBlob = (base64: string, type: unknown) => ({ chars: base64.length, type: typeName(type, "resource"), base64 });

/** Items of a tool's result. */
export const items = counted(blocksOf(access, ofBlob));

/** Contents of resources. */
export const contents = counted({
  read(part) {
    const blob = stringOf(part, "blob");
    return stringOf(part, "text") ?? (blob === undefined ? items.read(part) : ofBlob(blob, memberOf(part, "mimeType")));
  },
  withText: (part, text) =>
    stringOf(part, "text") === undefined ? contents.note(text, part, true) : withMembers(part, { text }),
  note(text, insteadOf, isGap) {
    if (insteadOf !== undefined && !isGap)
      return withMembers(insteadOf, { blob: undefined, mimeType: "text/plain", text });
    const uri = stringOf(insteadOf, "uri");
    const isShort = uri !== undefined && uri.length <= LONGEST_URI;
    return { uri: isShort ? uri : "tooltrim:omitted", mimeType: "text/plain", text };
  },
});

/** Splits a message of which the content is a list, since shares are given to single texts. */
export function messagesOf(message: unknown): unknown[] {
  const content = memberOf(message, "content");
  if (!Array.isArray(content) || isFrameLarge(message)) return [message];
  return content.map((item) => withMembers(message, { content: [item] }));
}

const isFrameLarge = (message: unknown): boolean =>
  writeJson(withMembers(message, { content: "" })).length > LARGEST_FRAME;

/** Returns the only item of a message, and the message around another one. */
function innerOf(message: unknown): { item: unknown; around(item: unknown): unknown } | undefined {
  const content = memberOf(message, "content");
  const list: unknown[] = Array.isArray(content) ? content : [content];
  if (content === undefined || list.length !== 1 || isFrameLarge(message)) return undefined;
  const around = (item: unknown) => withMembers(message, { content: Array.isArray(content) ? [item] : item });
  return { item: list[0], around };
}

/** Messages of prompts, each with one item. */
export const messages = counted({
  read: (message) => items.read(innerOf(message)?.item ?? message),
  withText(message, text) {
    const inner = innerOf(message);
    return inner ? inner.around(items.withText(inner.item, text)) : messages.note(text);
  },
  note(text, insteadOf, isGap) {
    const inner = insteadOf === undefined || isGap ? undefined : innerOf(insteadOf);
    return inner ? inner.around(items.note(text, inner.item)) : { role: "user", content: { type: "text", text } };
  },
});
