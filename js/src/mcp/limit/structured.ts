import { fitJsonToSchema, measure } from "../../core.js";
import { type Json, Members, writeJson } from "../json/node.js";
import { isLossy } from "../json/tree.js";
import type { Cutter } from "./cutter.js";
import { charsOf } from "./limits.js";
import { cutAsText, writeMeasured } from "./places.js";
import { fitsAsHeld } from "./schema.js";

/**
 * Limits a structured value: returns the same one, a smaller one that fits its schema, or `null` if there is none.
 * Without a schema it is shortened like any JSON, but stays an object.
 */
export function limitStructured(value: Json, chars: number, cutter: Cutter, schema: unknown): Json | null {
  const written = writeMeasured(value);
  const lossy = isLossy(value);
  const fits = (text: string): boolean => fitsAsJson(text, chars, cutter);
  if (!lossy && fits(written)) return value;
  const cut =
    schema === undefined
      ? cutToFit(value, chars, (json, room) => cutter.json(json, room), fits)
      : lossy && !fitsAsHeld(value, schema)
        ? undefined
        : cutToFit(value, bytesOf(written, chars), (json, room) => fitJsonToSchema(json, schema as object, room), fits);
  if (cut === undefined || (schema === undefined && !(cut instanceof Members))) return null;
  // Content that was not held cannot be stored, and a part is not the whole.
  if (lossy) cutter.lost = true;
  else cutter.keep(writeJson(value, ""));
  cutter.omitted += Math.max(1, charsOf(written) - charsOf(writeMeasured(cut)));
  return cut;
}

/** Scales a limit in chars to bytes, by the proportion of bytes to chars in a text. */
function bytesOf(text: string, chars: number): number {
  const { bytes, chars: all } = measure(text);
  return Math.ceil((chars * bytes) / Math.max(1, all));
}

/** Returns `true` if a JSON text is within `chars` and the token limit. */
export function fitsAsJson(text: string, chars: number, cutter: Cutter): boolean {
  const { tokens } = cutter.limits;
  if (charsOf(text) > chars) return false;
  return tokens === undefined || text.length <= tokens || cutter.tokensOf([text]) <= tokens;
}

/** Cuts a value as JSON to ever less room until it fits. */
function cutToFit(
  value: Json,
  room: number,
  cut: (json: string, room: number) => string | undefined,
  fits: (text: string) => boolean,
): Json | undefined {
  for (let left = room; left >= LEAST; left = Math.floor(left / 1.5)) {
    const after = cutAsText(value, (json) => cut(json, left));
    if (after !== undefined && fits(writeMeasured(after))) return after;
  }
  return undefined;
}

/** Smallest room that is tried; less holds no useful JSON. */
const LEAST = 50;
