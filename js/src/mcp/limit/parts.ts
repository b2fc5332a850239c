import { ownForm, shares, thousands, type UnitLimits } from "../../core.js";
import { isMembers, type Json, type Members, textOf, toJson, withMember, writeJson } from "../json/tree.js";
import { type Cutter, charsOf } from "./cutter.js";
import type { Media } from "./media.js";

/** Part of a result: an item of content, a message of a prompt, the contents of a resource. */
export interface Part {
  readonly node: Json;
  /** Text of the part, the only thing in it that can be cut. */
  readonly text: string | undefined;
  /** Chars of base64 in it. */
  readonly media: number;
  /** Chars that count beside its text. */
  readonly beside: number;
  withText(text: string): Json;
}

/** Remaining room: chars, and tokens by the estimate with its margin, unless only chars are limited. */
export interface Room {
  readonly chars: number;
  readonly tokens: number | undefined;
}

/** Creates the node in place of missing parts, of which `first` is the first. */
export type Gap = (text: string, first: Part | undefined) => Json;

/** Makes a text item of the protocol. */
export const textItem = (text: string): Json => toJson({ type: "text", text });

/** Minimum chars that each part counts beside its text, so that a million empty ones are not free. */
const FEWEST_BESIDE = 10;
/** Chars of the names and quotes of a plain part, which do not count; chars beyond do. */
const FRAME = 80;
/** Maximum chars of a message beside its content if the content is to be cut: they repeat for each item of a list. */
const LARGEST_FRAME = 1000;
/** Room for the line in place of missing parts, and for the node around it. */
const NOTE = { maxChars: 200, maxUtf16: 200, maxBytes: 200, maxLines: 1, maxTokens: 60 };

/**
 * Limits parts as a whole: each gets a fair share, and small ones stay whole. If the shares would be too small, only
 * the first and the last ones stay.
 */
export function limitParts(parts: readonly Part[], room: Room, cutter: Cutter, gap: Gap): Json[] {
  const limits = { maxChars: room.chars, ...(room.tokens !== undefined && { maxTokens: room.tokens }) };
  const texts = parts.map(({ text }) => text ?? "");
  const plan = shares(texts, limits, {}, { note: NOTE, chars: parts.map(({ beside }) => beside) });
  const head = plan?.head ?? parts.length;
  const tail = parts.length - (plan?.tail ?? 0);
  const cut = (part: Part, own: UnitLimits = {}): Json => {
    if (part.text === undefined) return part.node;
    const text = cutter.text(part.text, own);
    return text === part.text ? part.node : part.withText(text);
  };
  const first = parts.slice(0, head).map((part, index) => cut(part, plan?.limits[index]));
  const last = parts.slice(tail).map((part, index) => cut(part, plan?.limits[head + index]));
  const missing = parts.slice(head, tail);
  if (missing.length > 0) first.push(gap(lineFor(missing, parts.length, cutter), missing[0]));
  return first.concat(last);
}

/** Stores the texts of missing parts and returns the line in their place. Base64 is not stored. */
function lineFor(missing: readonly Part[], all: number, cutter: Cutter): string {
  const joined = missing.map(({ node, text, media }) => text ?? (media > 0 ? "" : writeJson(node))).join("\n");
  const ref = joined === "" ? undefined : cutter.keep(joined);
  cutter.omitted += charsOf(joined);
  if (joined === "" || missing.some(({ media }) => media > 0)) cutter.lost = true;
  return ownForm("PARTS", thousands(missing.length), thousands(all), ref ? `: ${ref}` : "");
}

/** Makes a part that counts everything it holds, including members that a server adds. */
function partOf(node: Json, { text, media = 0, withText = () => node }: Partial<Part> = {}): Part {
  const written = writeJson(node).length - (text === undefined ? 0 : writeJson(text).length) - media;
  return { node, text, media, beside: Math.max(FEWEST_BESIDE, written - FRAME), withText };
}

const textPart = (node: Members, text: string): Part =>
  partOf(node, { text, withText: (cut) => withMember(node, "text", cut) });

/** Wraps a part in another value. */
const within = ({ text, media, node, withText }: Part, around: (inner: Json) => Json): Part =>
  partOf(around(node), { text, media, withText: (cut) => around(withText(cut)) });

/** Makes a part of base64; media over their limit are replaced by text. Annotations and `_meta` stay. */
function mediaPart(holder: Members, name: string, kind: string, media: Media, as: Record<string, string>): Part {
  const base64 = holder.get(name);
  if (typeof base64 !== "string") return partOf(holder);
  const text = media.instead(base64, holder, kind);
  if (text === undefined) return partOf(holder, { media: base64.length });
  const kept = withMember(withMember(holder, name, undefined), "mimeType", undefined);
  return textPart(new Map([...kept, ...Object.entries({ ...as, text })]), text);
}

/** Reads one content item of a tool's result or of a prompt. */
export function contentPart(item: Json, media: Media): Part {
  if (typeof item === "string") return partOf(item, { text: item, withText: (cut) => cut });
  if (!isMembers(item)) return partOf(item);
  const type = textOf(item.get("type"));
  const text = item.get("text");
  if (type === "text" && typeof text === "string") return textPart(item, text);
  if (type === "image" || type === "audio") return mediaPart(item, "data", type, media, { type: "text" });
  const resource = item.get("resource");
  if (type !== "resource" || !isMembers(resource)) return partOf(item);
  const around = (inner: Json): Json => (inner === resource ? item : withMember(item, "resource", inner));
  return within(resourcePart(resource, media), around);
}

/** Reads the contents of one resource. */
export function resourcePart(resource: Json, media: Media): Part {
  if (!isMembers(resource)) return contentPart(resource, media);
  const text = resource.get("text");
  if (typeof text === "string") return textPart(resource, text);
  return mediaPart(resource, "blob", "resource", media, { mimeType: "text/plain" });
}

/** Reads one message of a prompt: its content is one item, or in newer protocols a list of items. */
export function messageParts(message: Json, media: Media): Part[] {
  if (!isMembers(message)) return [contentPart(message, media)];
  const content = message.get("content");
  const isLarge = writeJson(withMember(message, "content", "")).length > LARGEST_FRAME;
  if (content === undefined || isLarge) return [partOf(message)];
  // Each item of a list becomes a message of its own, since shares are given to single texts.
  const held = (inner: Json): Json => (Array.isArray(content) ? [inner] : inner);
  const around = (inner: Json): Json => (inner === content ? message : withMember(message, "content", held(inner)));
  return (Array.isArray(content) ? content : [content]).map((item) => within(contentPart(item, media), around));
}
