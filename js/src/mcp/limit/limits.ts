/** Limits of a result. */
export interface Limits {
  /** Chars of all texts together. */
  readonly chars: number;
  /** Tokens, by the estimate with its margin; default: no limit beside the chars. */
  readonly tokens: number | undefined;
  /** Chars of base64 in all images, audio and blobs together. */
  readonly media: number;
  /** True if error lines are kept out of what is cut. */
  readonly rescue: boolean;
}

/** Less is no room for a marker and a word of what was cut. */
export const FEWEST_CHARS = 1000;
export const FEWEST_TOKENS = 300;

/** Unicode code points. */
export function charsOf(text: string): number {
  let chars = text.length;
  for (let at = 1; at < text.length; at += 1) {
    if ((text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800) chars -= 1;
  }
  return chars;
}
