// How much of what a tool returns goes to the model.
import { presets, Trimmer, TrimStream } from "tooltrim";

/** Where `presets.terminal` is made for 30,000 chars, a small window wants less. */
const terminal = { ...presets.terminal, maxChars: 6_000 };

/** @type {Readonly<Record<string, import("tooltrim").TrimOptions>>} */
const bounds = {
  read_file: presets.fileRead,
  search: { ...presets.search, maxBytes: 6_000 },
  edit_file: { maxChars: 2_000 },
  shell: terminal,
};

const trimmers = new Map(Object.entries(bounds).map(([name, options]) => [name, new Trimmer(options)]));
const other = new Trimmer(terminal);

/**
 * A result within its limit; errors are results, too.
 *
 * A later version of tooltrim brings `toolify`, which wraps a tool whole, and a store that keeps what was cut so that the model
 * can ask for it: both will take the place of this function.
 *
 * @param {string} name of the tool
 * @param {string} text
 * @returns {{ text: string, cut: number }} `cut`: chars that are missing, noise included
 */
export function bounded(name, text) {
  const { text: kept, omitted, cleaned } = (trimmers.get(name) ?? other).trim(text);
  return { text: kept, cut: omitted.chars + (cleaned?.chars ?? 0) };
}

/** For output that comes in pieces: it holds what goes out, and never the whole. */
export function boundedStream() {
  return new TrimStream(terminal);
}
