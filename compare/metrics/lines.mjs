// Lines as a reader sees them: what trimming may add to a line, and escapes, do not make it another line.

// biome-ignore lint/suspicious/noControlCharactersInRegex: escapes are what is looked for
const ESCAPE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\^_])/g;
const NUMBER = /^\s*(?:L?\d+[:|→\t]|\[\d+\])\s?/u;
const FOLDED =
  /\s*(?:[×x]\d+|\((?:[×x]\d+|\d+ times|repeated \d+ times)\)|\[(?:[×x]\d+|\d+ times|repeated \d+ times)\])$/u;

export const stripEscapes = (text) => text.replace(ESCAPE, "");

/** Without escapes, carriage returns and white space at the ends. */
export const readLines = (text) =>
  stripEscapes(text)
    .split("\n")
    .map((line) => line.trim());

export class Kept {
  #lines = new Set();
  #text;

  constructor(result) {
    this.#text = stripEscapes(result);
    for (const line of readLines(result)) {
      this.#lines.add(line);
      // Ours and others' results may put a number before a line, or a count behind it.
      const bare = line.replace(NUMBER, "").replace(FOLDED, "").trim();
      if (bare !== line) this.#lines.add(bare);
      this.#lines.add(line.replace(FOLDED, "").trim());
    }
  }

  /** The whole line is there; of a long one its first `chars` in any place. */
  hasLine(line, chars = 300) {
    if (this.#lines.has(line)) return true;
    return [...line].length > chars && this.#text.includes([...line].slice(0, chars).join(""));
  }

  hasPart(part) {
    return this.#text.includes(part);
  }
}

/** `undefined` if there is nothing to keep: such a text has no influence on the measure. */
export const share = (all, isKept) => (all.length === 0 ? undefined : all.filter(isKept).length / all.length);
