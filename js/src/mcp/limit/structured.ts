import { type Json, Members, writeJson } from "../json/node.js";
import { isLossy } from "../json/tree.js";
import type { Cutter } from "./cutter.js";
import { charsOf } from "./limits.js";
import { cutAsText, writeMeasured } from "./places.js";
import { SchemaCut, type SchemaSizes } from "./schema-cut.js";

/**
 * A structured value within the limits: the very one, a smaller one that fits its schema, or null where there is none.
 * Without a schema it is shortened as any JSON is; but it stays an object.
 */
export function limitStructured(value: Json, chars: number, cutter: Cutter, schema: unknown): Json | null {
  const written = writeMeasured(value);
  const lossy = isLossy(value);
  const fits = (text: string): boolean => fitsAsJson(text, chars, cutter);
  if (!lossy && fits(written)) return value;
  const cut = schema === undefined ? cutFreely(value, chars, cutter, fits) : cutBySchema(value, schema, fits);
  if (cut === undefined) return null;
  // Of what was not held nothing can be got back, and a part is not the whole.
  if (lossy) cutter.lost = true;
  else cutter.keep(writeJson(value, ""));
  cutter.omitted += Math.max(1, charsOf(written) - charsOf(writeMeasured(cut)));
  return cut;
}

/** True if a JSON text is within chars and tokens. */
export function fitsAsJson(text: string, chars: number, cutter: Cutter): boolean {
  const { tokens } = cutter.limits;
  if (charsOf(text) > chars) return false;
  return tokens === undefined || text.length <= tokens || cutter.tokensOf([text]) <= tokens;
}

function cutFreely(value: Json, chars: number, cutter: Cutter, fits: (text: string) => boolean): Json | undefined {
  for (let room = chars; room >= 50; room = Math.floor(room / 1.5)) {
    const cut = cutAsText(value, (json) => cutter.json(json, room));
    if (cut !== undefined && fits(writeMeasured(cut))) return cut instanceof Members ? cut : undefined;
  }
  return undefined;
}

/** The first sizes that fit: strings give way before items, and both before members. */
function cutBySchema(value: Json, schema: unknown, fits: (text: string) => boolean): Json | undefined {
  const cutter = new SchemaCut(schema);
  const attempt = (sizes: SchemaSizes): Json | undefined => {
    const cut = cutter.cut(value, sizes);
    return !isLossy(cut) && fits(writeMeasured(cut)) ? cut : undefined;
  };
  const all = Number.POSITIVE_INFINITY;
  for (let text = 16_384; text >= 1024; text /= 2) {
    const cut = attempt({ text, items: all, members: all });
    if (cut) return cut;
  }
  for (const text of [1024, 256, 64]) {
    for (const members of [all, 16, 0]) {
      const cut = mostItems((items) => attempt({ text, items, members }));
      if (cut) return cut;
    }
  }
  return undefined;
}

/** With as many items in each list as fit. */
function mostItems(attempt: (items: number) => Json | undefined): Json | undefined {
  let best = attempt(0);
  if (!best) return undefined;
  let [low, high] = [0, 65_536];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const cut = attempt(middle);
    if (cut) best = cut;
    if (cut) low = middle;
    else high = middle;
  }
  return best;
}
