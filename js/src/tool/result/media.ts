// Base64 data: media that a model sees or hears, and data that it would have to read as text.
import { mediaType, ownForm } from "../../forms.js";

/** Base64 content of a part; it stays whole or is left out. */
export interface Media {
  readonly chars: number;
  readonly type: string;
  /** True if a model would have to read the base64 as text, since it is neither an image nor audio. */
  readonly isRead?: boolean;
  /** The base64 itself, where the same may stand elsewhere in a result. */
  readonly base64?: string;
}

/** Returns the line in place of media that are left out. */
export const mediaLeftOut = (type: string, base64Chars: number): string =>
  ownForm("MEDIA_LEFT_OUT", type, thousands(Math.floor((base64Chars / 4) * 3)));

/** Formats numbers with thousands separators. Not `toLocaleString`: its result depends on the machine. */
export const thousands = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");

export const isMedia = (type: string): boolean => /^(?:image|audio|video)\/|^application\/pdf$/i.test(type);
export const isTextual = (type: string): boolean => /^text\/|[/+](?:json|xml|yaml|javascript)\b/i.test(type);

/** Returns a media type fit to be shown, or `otherwise`: an alleged type may be any text. */
export const typeName = (type: unknown, otherwise: string): string => mediaType(type) ?? otherwise;

/** Reads base64 as media, or as text if it encodes text. */
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

/** Returns the text of bytes; `undefined` if they are not valid UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Reads a URL as media if it contains data or is too long; `undefined` for other URLs. */
export function readUrl(url: string): Media | undefined {
  const [, type] = /^data:([^;,]*)/.exec(url.slice(0, 200)) ?? [];
  if (type === undefined && url.length <= LONGEST_URL) return undefined;
  return { chars: url.length, type: typeName(type, "data"), isRead: type === undefined };
}
const LONGEST_URL = 2000;
