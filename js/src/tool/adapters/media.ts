// Bytes in base64: what a model sees or hears, and what it would have to read.
import { mediaType } from "../../forms.js";
import type { Media } from "./parts.js";

export const isMedia = (type: string): boolean => /^(?:image|audio|video)\/|^application\/pdf$/i.test(type);
export const isTextual = (type: string): boolean => /^text\/|[/+](?:json|xml|yaml|javascript)\b/i.test(type);

/** A type as it is shown: what claims to be one may be any text. */
export const typeName = (type: unknown, otherwise: string): string => mediaType(type) ?? otherwise;

/** Sizes of base64; encoded text counts as that text. */
export function readBase64(base64: string, type: string): string | Media {
  if (isMedia(type)) return { chars: base64.length, type };
  return (isTextual(type) ? decode(base64) : undefined) ?? { chars: base64.length, type, isRead: true };
}

function decode(base64: string): string | undefined {
  try {
    return textOf(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** The text that bytes hold, if they hold one. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** An address is short, unless the data are in it. */
export function readUrl(url: string): Media | undefined {
  const [, type] = /^data:([^;,]*)/.exec(url.slice(0, 200)) ?? [];
  if (type === undefined && url.length <= LONGEST_URL) return undefined;
  return { chars: url.length, type: typeName(type, "data"), isRead: type === undefined };
}
const LONGEST_URL = 2000;
