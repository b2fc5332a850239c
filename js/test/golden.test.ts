// The results that Rust wrote down (tests/golden.rs): the package gives the very same.
import { readFileSync } from "node:fs";
import {
  type CleanOptions,
  clean,
  type Measures,
  measure,
  TooltrimError,
  type Trimmed,
  type TrimOptions,
  trim,
} from "tooltrim";
import {
  detectFormat,
  extractToolCalls,
  type MessageOptions,
  renderAsText,
  repairMessages,
  toJsonPatch,
  validateMessages,
} from "tooltrim/messages";
import { describe, expect, test } from "vitest";

type Texts = Record<string, [piece: string, times: number][]>;

interface TrimCase {
  readonly text: string;
  readonly options: TrimOptions;
  /** A text that fits is the input: `null` stands for it. */
  readonly result?: Omit<Trimmed, "text"> & { readonly text: string | null };
  readonly error?: { readonly code: string; readonly message: string };
}

interface CleanCase {
  readonly text: string;
  readonly options: CleanOptions;
  /** A text without noise is the input: `null` stands for it. */
  readonly result: { readonly text: string | null };
}

interface MeasureCase {
  readonly text: string;
  readonly measures: Measures;
}

interface MessagesCase {
  readonly name: string;
  readonly messages: readonly unknown[];
  readonly options: MessageOptions;
  readonly result?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
}

function golden<Case>(file: string): { readonly texts: Texts; readonly cases: Case[] } {
  return JSON.parse(readFileSync(new URL(`../../tests/golden/${file}`, import.meta.url), "utf8"));
}

function build(texts: Texts, name: string): string {
  const pieces = texts[name];
  if (!pieces) throw new Error(`no text ${name}`);
  return pieces.map(([piece, times]) => piece.repeat(times)).join("");
}

function outcome(text: string, options: TrimOptions) {
  try {
    return { result: trim(text, options) };
  } catch (error) {
    if (!(error instanceof TooltrimError)) throw error;
    return { error: { code: error.code, message: error.message } };
  }
}

describe.each(["trim.json", "rescue.json"])("trimming gives the golden results of %s", (file) => {
  const { texts, cases } = golden<TrimCase>(file);
  test.each(Object.keys(texts))("%s", (name) => {
    const text = build(texts, name);
    const own = cases.filter((one) => one.text === name);
    const expected = own.map(({ options, result, error }) => ({
      options,
      ...(result ? { result: { ...result, text: result.text ?? text } } : { error }),
    }));
    expect(expected.length).toBeGreaterThan(0);
    expect(own.map(({ options }) => ({ options, ...outcome(text, options) }))).toEqual(expected);
  });
});

describe("measuring gives the golden sizes", () => {
  const { texts, cases } = golden<MeasureCase>("measure.json");
  test.each(cases)("$text", ({ text, measures }) => {
    expect(measure(build(texts, text))).toEqual(measures);
  });
});

describe("cleaning gives the golden texts", () => {
  const { texts, cases } = golden<CleanCase>("clean.json");
  test.each(cases)("$text, $options", ({ text, options, result }) => {
    const input = build(texts, text);
    expect(clean(input, options)).toBe(result.text ?? input);
  });
});

function answers({ messages, options }: MessagesCase) {
  try {
    const problems = validateMessages(messages, options);
    const repaired = repairMessages(messages, options);
    return {
      result: {
        format: detectFormat(messages),
        problems,
        calls: extractToolCalls(messages, options),
        repaired: {
          messages: repaired.messages,
          edits: repaired.edits,
          repairs: repaired.repairs,
          problems: repaired.problems,
        },
        asText: renderAsText(messages, options),
        patch: toJsonPatch(repaired.edits),
      },
    };
  } catch (error) {
    if (!(error instanceof TooltrimError)) throw error;
    return { error: { code: error.code, message: error.message } };
  }
}

describe("messages give the golden results", () => {
  const { cases } = golden<MessagesCase>("messages.json");
  test.each(cases)("$name", (one) => {
    expect(answers(one)).toEqual(one.result ? { result: one.result } : { error: one.error });
  });
});
