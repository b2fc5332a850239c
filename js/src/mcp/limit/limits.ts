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

/** The share of each when all together have `room`: small ones keep what they need, the others get the same. */
export function fairShare(sizes: readonly number[], room: number): number {
  let [left, share] = [room, 0];
  const sorted = [...sizes].sort((a, b) => a - b);
  for (const [index, size] of sorted.entries()) {
    share = left / (sorted.length - index);
    if (size > share) return Math.max(0, Math.floor(share));
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}

/** Unicode code points. */
export function charsOf(text: string): number {
  let chars = text.length;
  for (let at = 1; at < text.length; at += 1) {
    if ((text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800) chars -= 1;
  }
  return chars;
}
