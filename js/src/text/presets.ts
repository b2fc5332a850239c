import { wasm } from "../wasm.js";
import type { TrimOptions } from "./options.js";

/** Strategies of `presets.contextTrimmer`; `HEAD`, `TAIL`, `CENTER` and `CENTER_LINES` are the same. */
export type ContextTrimmerMode = OwnMode | "HEAD" | "TAIL" | "CENTER" | "CENTER_LINES" | "center_lines";

type OwnMode = "head" | "tail" | "center" | "centerLines";

/** Presets for common kinds of text. Plain {@link TrimOptions}: spread one to change it. */
export interface Presets {
  /** Tool result: above 5,000 chars, the first and the last 2,000 stay. */
  readonly toolify: TrimOptions;
  /** Returns one of four plain strategies; `maxChars` defaults to 4,000. */
  contextTrimmer(mode: ContextTrimmerMode, maxChars?: number): TrimOptions;
  /** Field with a declared limit, by default 2,000 bytes: its head and its original length. */
  field(maxBytes?: number): TrimOptions;
  /** Last checkpoint before a model, by default 2,000 bytes: a text over it is replaced by a message. */
  checkpoint(maxBytes?: number): TrimOptions;
  /** Whole response, by default 50,000 bytes: its head. */
  response(maxBytes?: number): TrimOptions;
  /**
   * Terminal output: 30,000 chars of what the screen shows, without repeated lines. Keeps failures, and shares the rest
   * of the room 3:7 between start and end.
   */
  readonly terminal: TrimOptions;
  /** File content: the first 2,000 lines or 50,000 bytes. */
  readonly fileRead: TrimOptions;
  /** Search hits: the first 20,000 bytes. */
  readonly search: TrimOptions;
  /** JSON response of an API: 50,000 bytes, still valid JSON. */
  readonly apiResponse: TrimOptions;
}

function preset(name: string, size?: number): TrimOptions {
  return wasm().preset(name, size) as TrimOptions;
}

/**
 * Presets for common kinds of text, by name.
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
