// Lines that only we write: their wording and their guard are the core's.
import type { TrimOptions } from "./text/options.js";
import { wasm } from "./wasm.js";

/** Forms that JavaScript puts together. The core's table has them all. */
export type OwnForm = "PROXY_NOTE" | "MEDIA_LEFT_OUT" | "PARTS" | "FULL_OUTPUT" | "NO_STRUCTURE" | "DEEP";

/** A line of ours with values in it, none of which can end it or begin another. */
export const ownForm = (form: OwnForm, ...values: readonly (string | number)[]): string =>
  wasm().own_form(form, values.map(String));

/** The `type/subtype` of a media type; nothing for what is none. */
export const mediaType = (text: unknown): string | undefined =>
  typeof text === "string" && text.length <= LONGEST_TYPE ? wasm().media_type(text) : undefined;

/** More than a type and its parameters have. */
const LONGEST_TYPE = 1000;

/**
 * Trims tool output that is printed beside lines of ours: a line that begins like one of them gets a backslash.
 */
export function trimGuarded(text: string, options: TrimOptions): { readonly text: string; readonly omitted: number } {
  const [cut, omitted] = wasm().trim_guarded(text, text.length, options) as [string, number];
  return { text: cut, omitted };
}
