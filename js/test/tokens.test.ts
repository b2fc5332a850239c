// The estimate against an exact tokenizer, and limits that a caller's own tokenizer holds.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { countTokens as count } from "gpt-tokenizer/encoding/o200k_base";
import { estimateTokens } from "tooltrim";
import { expect, test, vi } from "vitest";
import { chunks, corpus } from "./support/corpus.js";

vi.setConfig({ testTimeout: 120_000 });

const countTokens = (text: string) => count(text, { disallowedSpecial: new Set() });

interface Row {
  readonly kind: string;
  readonly chunks: number;
  readonly p95: number;
  readonly mean: number;
  /** The share of chunks whose true count is over the estimate × 1.1. */
  readonly above: number;
}

function compare(kinds: Map<string, string[]>): Row[] {
  return [...kinds].map(([kind, all]) => {
    const pairs = all.map((chunk) => ({ exact: countTokens(chunk), estimate: estimateTokens(chunk) }));
    const errors = pairs.map(({ exact, estimate }) => Math.abs(estimate - exact) / exact).sort((a, b) => a - b);
    const p95 = errors[Math.ceil(0.95 * errors.length) - 1] ?? Number.NaN;
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    const above = pairs.filter(({ exact, estimate }) => exact > estimate * 1.1).length / pairs.length;
    return { kind, chunks: all.length, p95, mean, above };
  });
}

type Figure = "p95" | "mean" | "above";
const average = (rows: readonly Row[], of: Figure) => rows.reduce((sum, row) => sum + row[of], 0) / rows.length;

function print(title: string, rows: readonly Row[]): void {
  const [p95, mean, above] = [average(rows, "p95"), average(rows, "mean"), average(rows, "above")];
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`.padStart(9);
  const table = [...rows, { kind: "average", chunks: "", p95, mean, above }].map(
    (row) =>
      `${row.kind.padEnd(28)}${String(row.chunks).padStart(6)}${percent(row.p95)}${percent(row.mean)}${percent(row.above)}`,
  );
  const heading = `${"".padEnd(28)}chunks      p95     mean  > x 1.1`;
  console.log([title, heading, ...table].join("\n"));
}

test("the estimate is close to o200k_base on many kinds of text", () => {
  const rows = compare(corpus());
  print("estimateTokens against o200k_base, absolute error", rows);
  expect(average(rows, "p95")).toBeLessThan(0.11);
  expect(rows.filter(({ p95 }) => !(p95 < 0.31))).toEqual([]);
});

const fixtures = process.env.TOOLTRIM_FIXTURES;

test.skipIf(!fixtures)(
  `the estimate is close on outputs of real tools${fixtures ? "" : " (skipped: TOOLTRIM_FIXTURES is not set)"}`,
  () => {
    const folder = join(fixtures ?? "", "outputs");
    const outputs = readdirSync(folder)
      .filter((name) => name !== "README.md")
      .map((name) => [name.slice(0, 27), chunks([readFileSync(join(folder, name), "utf8")])] as const)
      .filter(([, all]) => all.length > 0);
    const rows = compare(new Map(outputs));
    print("Real outputs", rows);
    expect(average(rows, "p95")).toBeLessThan(0.16);
  },
);

test.each(["a", " ", "\n", "=", "\u{1f600}", "\u672c", "0", "aB", "\0"])(
  "%j in a long run costs a few units of work each",
  (unit) => {
    // What takes exact tokenizers seconds; a quadratic estimator would not come back.
    const text = unit.repeat(1_000_000);
    const tokens = estimateTokens(text);
    expect(tokens).toBeGreaterThan(0);
    expect(tokens).toBeLessThanOrEqual(new TextEncoder().encode(text).length);
  },
);
