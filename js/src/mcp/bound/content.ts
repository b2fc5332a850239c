import { Items, type Json, Members, Shortened, textOf, writeJson } from "../json/node.js";
import type { Media } from "./media.js";
import type { Part } from "./parts.js";

/** What each part counts beside its text, so that a million of empty ones are not nothing. */
const FEWEST_BESIDE = 10;
/** The names and quotes of a plain part; what it has beyond is counted. */
const FRAME = 80;

const isText = (value: Json | undefined): value is string | Shortened =>
  typeof value === "string" || value instanceof Shortened;

/** One content item of a tool's result or of a prompt, with its media within their room. */
export function contentPart(item: Json, media: Media): Part {
  if (!(item instanceof Members)) return fixed(item);
  const type = textOf(item.get("type"));
  const text = item.get("text");
  if (type === "text" && isText(text)) return textPart(item, text, (cut) => item.with("text", cut));
  if (type === "image" || type === "audio") return mediaPart(item, type, media);
  const resource = item.get("resource");
  if (type !== "resource" || !(resource instanceof Members)) return fixed(item);
  const inner = resourcePart(resource, media);
  return {
    ...inner,
    node: wrap(item, resource, inner.node),
    withText: (cut) => item.with("resource", inner.withText(cut)),
  };
}

const wrap = (item: Members, before: Json, after: Json): Json =>
  before === after ? item : item.with("resource", after);

function mediaPart(item: Members, kind: string, media: Media): Part {
  const instead = media.instead(item.get("data"), item, kind);
  if (instead === undefined) return besideMedia(item, "data");
  // Annotations and _meta stay.
  const kept = item.with("data", undefined).with("mimeType", undefined).with("type", "text").with("text", instead);
  return textPart(kept, instead, (cut) => kept.with("text", cut));
}

/** The contents of one resource. */
export function resourcePart(resource: Json, media: Media): Part {
  if (!(resource instanceof Members)) return fixed(resource);
  const text = resource.get("text");
  if (isText(text)) return textPart(resource, text, (cut) => resource.with("text", cut));
  const blob = resource.get("blob");
  if (!isText(blob)) return fixed(resource);
  const instead = media.instead(blob, resource, "resource");
  if (instead === undefined) return besideMedia(resource, "blob");
  const kept = resource.with("blob", undefined).with("mimeType", "text/plain").with("text", instead);
  return textPart(kept, instead, (cut) => kept.with("text", cut));
}

/** One message of a prompt: its content is one item, or in newer protocols a list of them. */
export function messageParts(message: Json, media: Media): Part[] {
  if (!(message instanceof Members)) return [fixed(message)];
  const content = message.get("content");
  if (content instanceof Items) {
    // Each item of a list is a message of its own here: the shares are those of texts.
    return content.list.map((item) => inMessage(message, contentPart(item, media), (node) => new Items([node])));
  }
  if (content === undefined) return [fixed(message)];
  if (isText(content)) return [textPart(message, content, (cut) => message.with("content", cut))];
  return [inMessage(message, contentPart(content, media), (node) => node)];
}

function inMessage(message: Members, part: Part, held: (node: Json) => Json): Part {
  const isSame = part.node === message.get("content");
  return {
    ...part,
    node: isSame ? message : message.with("content", held(part.node)),
    withText: (cut) => message.with("content", held(part.withText(cut))),
  };
}

function textPart(node: Members, text: string | Shortened, withText: (cut: string) => Json): Part {
  const all = writeJson(node).length - writeJson(text).length;
  return { node, text, beside: Math.max(FEWEST_BESIDE, all - FRAME), withText };
}

function besideMedia(node: Members, name: string): Part {
  return { ...fixed(node.with(name, "")), node };
}

function fixed(node: Json): Part {
  const beside = Math.max(FEWEST_BESIDE, writeJson(node).length - FRAME);
  return { node, text: undefined, beside, withText: () => node };
}
