import type { TrimOptions, TruncationEvent } from "../../options.js";
import type { ValueOptions, ValueTruncationEvent } from "../../value-types.js";

/** How an adapter bounds what a tool answers. */
export interface BoundOptions {
  /** The tool's name, told to listeners; the adapter reads it off the tool where it stands there. */
  readonly name?: string | undefined;
  /** How texts are trimmed; `presets.toolify` by default. Holds for all texts of one result together, and for errors. */
  readonly output?: TrimOptions | undefined;
  /**
   * How objects and lists are bounded, as {@link trimValue} takes it. `maxTotalBytes` is the limit of `output` read as bytes, unless
   * given here.
   */
  readonly values?: ValueOptions | undefined;
  /** The most parts (content blocks) of one result; 100 by default. The first and the last ones stay. */
  readonly maxParts?: number | undefined;
  /** The most base64 chars of pictures, sound and other media in one result; 5,000,000 by default. They are left out whole, never cut. */
  readonly maxMediaChars?: number | undefined;
  /** Keeps what is cut, so that the model can ask for it: see {@link retrieveTool}. */
  readonly store?: TrimOptions["store"];
  /** Is told of each cut, besides the scope that the call runs in. */
  readonly scope?: TrimOptions["scope"];
  /** Is told of each cut. What it throws is ignored. */
  readonly onTruncate?: ((event: TruncationEvent | ValueTruncationEvent) => void) | undefined;
}
