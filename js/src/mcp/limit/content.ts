import { Items, type Json, Members, Shortened, textOf, writeJson } from "../json/node.js";
import type { Media } from "./media.js";
import { FEWEST_BESIDE, type Part } from "./parts.js";

/** The names and quotes of a plain part; what it has beyond is counted. */
export const FRAME = 80;
/** What a message may have beside its content to be cut within: it stands once more for each item of a list. */
const LARGEST_FRAME = 1000;

const isText = (value: Json | undefined): value is string | Shortened =>
  typeof value === "string" || value instanceof Shortened;

/** Kind of a part. */
interface Piece {
  readonly node: Json;
  readonly text?: string | Shortened;
  /** Chars of base64, which have a limit of their own. */
  readonly media?: number;
  readonly withText?: (text: string) => Json;
}

/** A part that counts all that it holds: whatever a server adds to one is paid for. */
function partOf({ node, text, media = 0, withText = () => node }: Piece): Part {
  const written = writeJson(node).length - (text === undefined ? 0 : writeJson(text).length) - media;
  return { node, text, media, beside: Math.max(FEWEST_BESIDE, written - FRAME), withText };
}

/** The same part within another value. */
const within = ({ node, text, media, withText }: Part, around: (inner: Json) => Json): Part =>
  partOf({ node: around(node), media, withText: (cut) => around(withText(cut)), ...(text !== undefined && { text }) });

/** One content item of a tool's result or of a prompt, with its media within their room. */
export function contentPart(item: Json, media: Media): Part {
  if (isText(item)) return partOf({ node: item, text: item, withText: (cut) => cut });
  if (!(item instanceof Members)) return partOf({ node: item });
  const type = textOf(item.get("type"));
  const text = item.get("text");
  if (type === "text" && isText(text)) return textPart(item, text);
  if (type === "image" || type === "audio") return mediaPart(item, type, media);
  const resource = item.get("resource");
  if (type !== "resource" || !(resource instanceof Members)) return partOf({ node: item });
  return within(resourcePart(resource, media), (inner) => (inner === resource ? item : item.with("resource", inner)));
}

function mediaPart(item: Members, kind: string, media: Media): Part {
  const data = item.get("data");
  if (!isText(data)) return partOf({ node: item });
  const instead = media.instead(data, item, kind);
  if (instead === undefined) return partOf({ node: item, media: textOf(data)?.length ?? 0 });
  // Annotations and _meta stay.
  const kept = item.with("data", undefined).with("mimeType", undefined).with("type", "text").with("text", instead);
  return textPart(kept, instead);
}

/** The contents of one resource. */
export function resourcePart(resource: Json, media: Media): Part {
  if (!(resource instanceof Members)) return contentPart(resource, media);
  const text = resource.get("text");
  if (isText(text)) return textPart(resource, text);
  const blob = resource.get("blob");
  if (!isText(blob)) return partOf({ node: resource });
  const instead = media.instead(blob, resource, "resource");
  if (instead === undefined) return partOf({ node: resource, media: textOf(blob)?.length ?? 0 });
  const kept = resource.with("blob", undefined).with("mimeType", "text/plain").with("text", instead);
  return textPart(kept, instead);
}

/** One message of a prompt: its content is one item, or in newer protocols a list of them. */
export function messageParts(message: Json, media: Media): Part[] {
  if (!(message instanceof Members)) return [contentPart(message, media)];
  const content = message.get("content");
  const isLarge = writeJson(message.with("content", "")).length > LARGEST_FRAME;
  if (content === undefined || isLarge) return [partOf({ node: message })];
  // Each item of a list is a message of its own here: the shares are those of texts.
  const items = content instanceof Items ? content.list : [content];
  const held = content instanceof Items ? (node: Json): Json => new Items([node]) : (node: Json): Json => node;
  return items.map((item) =>
    within(contentPart(item, media), (inner) => (inner === content ? message : message.with("content", held(inner)))),
  );
}

const textPart = (node: Members, text: string | Shortened): Part =>
  partOf({ node, text, withText: (cut) => node.with("text", cut) });
