// Every text with every limit, where this runs.
import { Trimmer, trim } from "tooltrim";
import { limits, texts } from "./inputs.mjs";

/** By the name of the text: the results, in the order of the limits. */
export function trimAll() {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const bytes = text.isWellFormed() ? inLarger(text) : undefined;
      return [name, limits.map((options) => both(text, bytes, options))];
    }),
  );
}

/** UTF-8 as an editor holds it: a view into something larger. */
function inLarger(text) {
  return new TextEncoder().encode(`??${text}?`).subarray(2, -1);
}

function both(text, bytes, options) {
  const result = trim(text, options);
  if (!bytes) return { result };
  const events = [];
  const trimmer = new Trimmer({ ...options, label: "again", onTruncate: (event) => events.push(event) });
  return { result, again: { same: trimmer.trim(bytes).text === result.text, events } };
}
