import { wasm } from "../wasm.js";
import type { TrimOptions } from "./options.js";

/** The strategies of `presets.contextTrimmer`. */
export type ContextTrimmerMode = "head" | "tail" | "center" | "centerLines";

/** Options for what people trim most. Plain {@link TrimOptions}: spread them to change one. */
export interface Presets {
  /** A tool's result: over 5,000 chars, the first and the last 2,000 stay. */
  readonly toolify: TrimOptions;
  /** One of four plain strategies; `maxChars` defaults to 4,000. */
  contextTrimmer(mode: ContextTrimmerMode, maxChars?: number): TrimOptions;
  /** A field with a declared limit, 2,000 bytes by default: its head, and how long it was. */
  field(maxBytes?: number): TrimOptions;
  /** The last checkpoint before a model, 2,000 bytes by default: what is still too long is replaced by a message. */
  checkpoint(maxBytes?: number): TrimOptions;
  /** A whole response, 50,000 bytes by default: its head. */
  response(maxBytes?: number): TrimOptions;
  /**
   * What a terminal printed: 30,000 chars of what its screen shows, without repeated lines; what failed is kept, of the rest
   * three tenths of the start and seven of the end.
   */
  readonly terminal: TrimOptions;
  /** A file that was read: its first 2,000 lines or 50,000 bytes. */
  readonly fileRead: TrimOptions;
  /** Search hits: the first 20,000 bytes. */
  readonly search: TrimOptions;
  /** A JSON answer of an API: 50,000 bytes of it, still JSON. */
  readonly apiResponse: TrimOptions;
}

function preset(name: string, size?: number): TrimOptions {
  return wasm().preset(name, size) as TrimOptions;
}

/**
 * Options for what people trim most, by name.
 *
 * @example
 * ```ts
 * import { presets, trim } from "tooltrim";
 *
 * const output = "line of output\n".repeat(10_000);
 * trim(output, { ...presets.terminal, maxChars: 10_000 }).text.length <= 10_000; // true
 * ```
 */
export const presets: Presets = {
  get toolify() {
    return preset("toolify");
  },
  contextTrimmer: (mode, maxChars) => preset(`contextTrimmer:${mode}`, maxChars),
  field: (maxBytes) => preset("field", maxBytes),
  checkpoint: (maxBytes) => preset("checkpoint", maxBytes),
  response: (maxBytes) => preset("response", maxBytes),
  get terminal() {
    return preset("terminal");
  },
  get fileRead() {
    return preset("fileRead");
  },
  get search() {
    return preset("search");
  },
  get apiResponse() {
    return preset("apiResponse");
  },
};
