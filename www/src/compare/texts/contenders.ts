// Who takes part with a text. All but the last are the code of the evaluation.
import { type TrimOptions, trim } from "tooltrim/text";
import { agents } from "../../../../compare/contenders/agents.mjs";
import { plain, slices } from "../../../../compare/contenders/plain.mjs";
import { looksLikeLog } from "../../output/log.js";

export interface TextContender {
  readonly name: string;
  setting(limit: number, text: string): string;
  run(text: string, limit: number): string;
  /** How its words about what is missing read. */
  readonly marker?: RegExp;
  /** Where something is missing without a word. */
  readonly cutAt?: "start" | "end";
}

const TRIMMED =
  /\.{3} \[[^\]\n]*(?:truncated|omitted)[^\]\n]*\] \.{3}|^\[… [\d,]+ lines?[^\]\n]*\]$|\[[\d,]+ (?:items?|keys?|chars?)[^\]\n"]*\]/gm;

/** What suits the text: JSON stays JSON; of a log, what failed is rescued and what only a terminal needs is removed. */
export function optionsFor(text: string, limit: number): TrimOptions {
  if (/^\s*[[{]/.test(text.slice(0, 1000))) return { maxChars: limit, format: "json" };
  return looksLikeLog(text) ? { maxChars: limit, rescue: true, clean: true } : { maxChars: limit };
}

export const contenders: readonly TextContender[] = [
  {
    name: "head",
    setting: (limit) => `text.slice(0, ${limit}): no marker, as most code cuts`,
    run: (text, limit) => slices.head(limit)(text),
    cutAt: "end",
  },
  {
    name: "tail",
    setting: (limit) => `text.slice(-${limit}): no marker, as most code cuts`,
    run: (text, limit) => slices.tail(limit)(text),
    cutAt: "start",
  },
  {
    name: "half/half",
    setting: () => "half from each end, between whole lines, a counted marker between them",
    run: (text, limit) => plain["half/half"](limit)(text),
    marker: TRIMMED,
  },
  {
    name: "Codex’s rule",
    setting: () =>
      "half of the bytes from each end, as it counts bytes; written anew from its source, its own words included",
    run: (text, limit) => agents["Codex's rule"](limit)(text),
    marker:
      /^Warning: truncated output \(original token count: \d+\)\nTotal output lines: \d+\n\n|…\d+ tokens truncated…/g,
  },
  {
    name: "Gemini CLI’s rule",
    setting: () => "first 20 %, last 80 %; written anew from its source, its own words included",
    run: (text, limit) => agents["Gemini CLI's rule"](limit)(text),
    marker:
      /^Output too large\. Showing first [\d,-]+ and last [\d,-]+ characters\. .*\n|\.{3} \[[\d,]+ characters omitted\] \.{3}/g,
  },
  {
    name: "tooltrim",
    setting: (_, text) => {
      const { format, rescue } = optionsFor(text, 1000);
      if (format) return 'trim(text, { maxChars, format: "json" }): strings and lists are shortened';
      if (rescue)
        return "trim(text, { maxChars, rescue: true, clean: true }): failures from the middle, repetitions folded";
      return "trim(text, { maxChars }): no log, so nothing is rescued or cleaned";
    },
    run: (text, limit) => trim(text, optionsFor(text, limit)).text,
    marker: TRIMMED,
  },
];
