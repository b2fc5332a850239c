import type { TrimOptions, TruncationEvent } from "../../text/options.js";
import type { ValueOptions, ValueTruncationEvent } from "../../value/types.js";

/** Options of an adapter: the limits of a tool's results and errors. */
export interface LimitOptions {
  /** Name of the tool in events. Defaults to the name that the tool itself carries, if it carries one. */
  readonly name?: string | undefined;
  /**
   * Limit of all texts of one result together, and of an error. A number counts
   * chars. Default `presets.toolify` with rescue. A function gets the input of each call, as the model gave it:
   * `(input: { query: string }) => ({ about: input.query })`. Its options join the default, unless they set a limit.
   * Where it throws, or its options are refused, the default holds.
   */
  readonly output?: TrimOptions | number | ((input: never) => TrimOptions | number) | undefined;
  /**
   * Limits of objects and lists, as options of `trimValue`. `maxTotalBytes` defaults to the limit of `output`,
   * read as bytes.
   */
  readonly values?: ValueOptions | undefined;
  /** Maximum number of parts (content blocks) of one result; the first and the last ones stay. Default 100. */
  readonly maxParts?: number | undefined;
  /**
   * Maximum base64 chars of images, audio and other media in one result. Media over it are left out, never cut. Default
   * 5,000,000.
   */
  readonly maxMediaChars?: number | undefined;
  /** Store that keeps what is cut, so that the model can ask for it: see `retrieveTool`. */
  readonly store?: TrimOptions["store"];
  /** Scope that records each cut, besides the one that the call runs in. */
  readonly scope?: TrimOptions["scope"];
  /** Called for each cut. Anything it throws is ignored. */
  readonly onTruncate?: ((event: TruncationEvent | ValueTruncationEvent) => void) | undefined;
}
