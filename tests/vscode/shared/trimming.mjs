// Every text with every limit, where this runs.
import { Trimmer, trim } from "tooltrim";
import { limits, texts } from "./inputs.mjs";

/** By the name of the text: the results, in the order of the limits. */
export function trimAll() {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      limits.map((options) => ({ result: trim(text, options), again: again(text, options) })),
    ]),
  );
}

/** By a trimmer, from bytes as an editor holds them: a view into something larger. */
function again(content, options) {
  if (!content.isWellFormed()) return undefined;
  const encoded = new TextEncoder().encode(`??${content}?`);
  const events = [];
  const trimmer = new Trimmer({ ...options, label: "again", onTruncate: (event) => events.push(event) });
  const { text } = trimmer.trim(encoded.subarray(2, -1));
  return { same: text === trim(content, options).text, events };
}
