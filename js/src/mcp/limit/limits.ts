/** Limits of a result. */
export interface Limits {
  /** Chars of all texts together. */
  readonly chars: number;
  /** Tokens, by the estimate with its margin. `undefined`: only chars are limited. */
  readonly tokens: number | undefined;
  /** Chars of base64 in all images, audio and blobs together. */
  readonly media: number;
  /** True if error lines are rescued from the parts that are cut. */
  readonly rescue: boolean;
}

/** Smallest limits that leave room for a marker and some of the text. */
export const FEWEST_CHARS = 1000;
export const FEWEST_TOKENS = 300;

/** Counts Unicode code points. */
export function charsOf(text: string): number {
  let chars = text.length;
  for (let at = 1; at < text.length; at += 1) {
    if ((text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800) chars -= 1;
  }
  return chars;
}
