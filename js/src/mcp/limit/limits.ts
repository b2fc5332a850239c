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
  /** What the call looks for. */
  readonly about?: string | undefined;
}

/** Smallest limit that leaves room for a marker and some of the text. */
export const FEWEST_CHARS = 1000;
