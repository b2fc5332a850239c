import { Option } from "commander";
import type { CompactOptions } from "../compaction/types.js";
import type { Config } from "./config.js";
import { optionsOfFlags } from "./config-schema.js";
import { flagsOf, number } from "./trim-flags.js";
import { UsageError } from "./usage.js";

/** Values of the flags of `compact`, as commander reads them. */
export interface CompactFlags {
  readonly windowTokens?: number;
  readonly windowChars?: number;
  readonly reserveTokens?: number;
  readonly reserveChars?: number;
  readonly [name: string]: unknown;
}

type Mark = NonNullable<CompactOptions["compactTo"]>;

/** Tokens of the window if none is given. */
export const WINDOW = 200_000;

export const compactFlags = (): Option[] =>
  flagsOf("compact", {
    window: [
      number("windowTokens", `context window in tokens (${WINDOW.toLocaleString("en-US")})`).conflicts("windowChars"),
      number("windowChars", "context window in UTF-16 units"),
    ],
    reserve: [
      number("reserveTokens", "room for what stands outside the messages, in tokens").conflicts("reserveChars"),
      number("reserveChars", "the same in UTF-16 units"),
    ],
    triggerAt: [mark("--trigger-at", "size from which a step is taken: 0.8, 120000tokens, 400000chars, 50calls")],
    compactTo: [mark("--compact-to", "size after a step: 0.5, 80000tokens, 200000chars")],
    // Of the configuration only.
    ...{ recentBudget: [], preserveErrorsVerbatim: [] },
  });

/** The options that flags and then the configuration ask for. */
export function compactOptions(flags: CompactFlags, { compact = {} }: Config): CompactOptions {
  const window = budget(flags.windowTokens, flags.windowChars) ?? compact.window ?? { tokens: WINDOW };
  const reserve = budget(flags.reserveTokens, flags.reserveChars) ?? compact.reserve;
  return { ...compact, window, ...(reserve && { reserve }), ...optionsOfFlags("compact", flags) };
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
