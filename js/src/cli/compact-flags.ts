import { Option } from "commander";
import type { CompactOptions } from "../compaction/types.js";
import type { Config } from "./config.js";
import { number, repeated } from "./trim-flags.js";
import { UsageError } from "./usage.js";

/** Values of the flags of `compact`, as commander reads them. */
export interface CompactFlags {
  readonly windowTokens?: number;
  readonly windowChars?: number;
  readonly reserveTokens?: number;
  readonly reserveChars?: number;
  readonly triggerAt?: Mark;
  readonly compactTo?: Mark;
  readonly [name: string]: unknown;
}

type Mark = NonNullable<CompactOptions["compactTo"]>;

/** Tokens of the window if none is given. */
export const WINDOW = 200_000;

const named = [
  "economy",
  "whenFull",
  "style",
  "recentCallsToKeep",
  "maxErrorChars",
  "maxHistorySummaryTokens",
  "thinking",
  "recentMedia",
  "repeats",
] as const;
const more = ["names", "minimumGain", "protectedPaths"] as const;

export function compactFlags(): Option[] {
  return [
    number("windowTokens", `context window in tokens (${WINDOW.toLocaleString("en-US")})`).conflicts("windowChars"),
    number("windowChars", "context window in UTF-16 units"),
    number("reserveTokens", "room for system prompt, tools and answer outside the messages").conflicts("reserveChars"),
    number("reserveChars", "the same in UTF-16 units"),
    mark("--trigger-at", "size from which a step is taken: 0.8 of the window, 120000tokens, 400000chars, 50calls"),
    mark("--compact-to", "size after a step: 0.5 of the window, 80000tokens, 200000chars"),
    new Option("--economy <way>", "how much of the room a live conversation spends").choices([
      "keep",
      "balanced",
      "save",
    ]),
    new Option("--when-full <way>", "what to do if nothing makes it fit").choices([
      "send",
      "drop-oldest",
      "summary",
      "error",
    ]),
    new Option("--style <style>", "facts in place, or one summary").choices(["mask", "summary"]),
    number("recentCallsToKeep", "recent calls that stay in full"),
    number("maxErrorChars", "chars of the longest quote of a failure"),
    number("maxHistorySummaryTokens", "tokens of the summary"),
    new Option("--thinking <what>", "what the provider binds thinking to").choices(["prefix", "loop", "calls"]),
    number("recentMedia", "images and files above which the oldest become lines"),
    new Option("--repeats <way>", "runs of lines that another result holds: named, or kept").choices([
      "step",
      "reference",
      "keep",
    ]),
    number("names", "share of the target for names out of removed calls"),
    number("minimumGain", "minimum share that a step must save"),
    new Option("--protected-paths <path>", "a file whose reads and edits stay; can be repeated").argParser(repeated),
  ];
}

/** The options that flags and then the configuration ask for. */
export function compactOptions(flags: CompactFlags, { compact = {} }: Config): CompactOptions {
  const own = Object.fromEntries(
    [...named, ...more].filter((name) => flags[name] !== undefined).map((name) => [name, flags[name]]),
  );
  const window = budget(flags.windowTokens, flags.windowChars) ?? compact.window ?? { tokens: WINDOW };
  const reserve = budget(flags.reserveTokens, flags.reserveChars) ?? compact.reserve;
  const marks = {
    ...(flags.triggerAt && { triggerAt: flags.triggerAt }),
    ...(flags.compactTo && { compactTo: flags.compactTo }),
  };
  return { ...compact, window, ...(reserve && { reserve }), ...marks, ...own };
}

const budget = (tokens: number | undefined, chars: number | undefined) =>
  tokens !== undefined ? { tokens } : chars !== undefined ? { chars } : undefined;

function mark(flag: string, about: string): Option {
  return new Option(`${flag} <size>`, about).argParser((value): Mark => {
    const [, digits, unit] = /^([\d.][\d._,]*)\s*(tokens|chars|calls)?$/.exec(value) ?? [];
    const size = digits === undefined ? Number.NaN : Number(digits.replace(/[_,]/g, ""));
    if (Number.isNaN(size) || (!unit && size > 1)) {
      throw new UsageError(
        `${flag}: ${JSON.stringify(value)} is not a share such as 0.5 or a size such as 80000tokens`,
      );
    }
    return unit ? ({ [unit]: size } as Mark) : size;
  });
}
