import { Items, type Json, Members, Shortened, textOf, writeJson } from "../json/node.js";
import type { Media } from "./media.js";
import { FEWEST_BESIDE, type Part } from "./parts.js";

/** Chars of the names and quotes of a plain part, which do not count; chars beyond do. */
export const FRAME = 80;
/** Maximum chars of a message beside its content if the content is to be cut: they repeat for each item of a list. */
const LARGEST_FRAME = 1000;

const isText = (value: Json | undefined): value is string | Shortened =>
  typeof value === "string" || value instanceof Shortened;

/** Properties of a part. */
interface Piece {
  readonly node: Json;
  readonly text?: string | Shortened;
  /** Chars of base64, which have a limit of their own. */
  readonly media?: number;
  readonly withText?: (text: string) => Json;
}

/** Makes a part that counts everything it holds, including members that a server adds. */
function partOf({ node, text, media = 0, withText = () => node }: Piece): Part {
  const written = writeJson(node).length - (text === undefined ? 0 : writeJson(text).length) - media;
  return { node, text, media, beside: Math.max(FEWEST_BESIDE, written - FRAME), withText };
}

/** Wraps a part in another value. */
const within = ({ node, text, media, withText }: Part, around: (inner: Json) => Json): Part =>
  partOf({ node: around(node), media, withText: (cut) => around(withText(cut)), ...(text !== undefined && { text }) });

/** Reads one content item of a tool's result or of a prompt; media over their limit are replaced by text. */
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

/** Reads the contents of one resource. */
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

/** Reads one message of a prompt: its content is one item, or in newer protocols a list of items. */
export function messageParts(message: Json, media: Media): Part[] {
  if (!(message instanceof Members)) return [contentPart(message, media)];
  const content = message.get("content");
  const isLarge = writeJson(message.with("content", "")).length > LARGEST_FRAME;
  if (content === undefined || isLarge) return [partOf({ node: message })];
  // Each item of a list becomes a message of its own, since shares are given to single texts.
  const items = content instanceof Items ? content.list : [content];
  const held = content instanceof Items ? (node: Json): Json => new Items([node]) : (node: Json): Json => node;
  return items.map((item) =>
    within(contentPart(item, media), (inner) => (inner === content ? message : message.with("content", held(inner)))),
  );
}

const textPart = (node: Members, text: string | Shortened): Part =>
  partOf({ node, text, withText: (cut) => node.with("text", cut) });
