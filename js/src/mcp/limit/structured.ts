import { fitJsonToSchema, measure } from "../../core.js";
import { type Json, Members, writeJson } from "../json/node.js";
import { isLossy } from "../json/tree.js";
import type { Cutter } from "./cutter.js";
import { charsOf } from "./limits.js";
import { cutAsText, writeMeasured } from "./places.js";
import { fitsAsHeld } from "./schema.js";

/**
 * A structured value within the limits: the very one, a smaller one that fits its schema, or null where there is none.
 * Without a schema it is shortened as any JSON is; but it stays an object.
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
  // Without a schema it stays an object.
  if (cut === undefined || (schema === undefined && !(cut instanceof Members))) return null;
  // Of what was not held nothing can be got back, and a part is not the whole.
  if (lossy) cutter.lost = true;
  else cutter.keep(writeJson(value, ""));
  cutter.omitted += Math.max(1, charsOf(written) - charsOf(writeMeasured(cut)));
  return cut;
}

/** The bytes of a text that has so many chars in proportion. */
function bytesOf(text: string, chars: number): number {
  const { bytes, chars: all } = measure(text);
  return Math.ceil((chars * bytes) / Math.max(1, all));
}

/** True if a JSON text is within chars and tokens. */
export function fitsAsJson(text: string, chars: number, cutter: Cutter): boolean {
  const { tokens } = cutter.limits;
  if (charsOf(text) > chars) return false;
  return tokens === undefined || text.length <= tokens || cutter.tokensOf([text]) <= tokens;
}

/** Cuts a value as JSON, to less and less room, until it fits. */
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

/** Less holds no JSON that says anything. */
const LEAST = 50;
