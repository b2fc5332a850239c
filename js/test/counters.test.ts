// A token limit held by a caller's own tokenizer.
import { readFileSync } from "node:fs";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { estimateTokens, measure, Trimmer, type TrimOptions, trim } from "tooltrim";
import { expect, test, vi } from "vitest";

vi.setConfig({ testTimeout: 60_000 });

const example = (name: string) => readFileSync(new URL(`../../examples/data/${name}`, import.meta.url), "utf8");
const log = example("build.log");
const normal = {
  "build.log": log,
  "failing-tests.txt": example("failing-tests.txt"),
  "api-response.json": example("api-response.json"),
  "short text": log.slice(0, 1500),
  "empty text": "",
};

/** A counter that remembers what it said. */
function watched(counter: (text: string) => number) {
  const counts: number[] = [];
  const tokens = (text: string) => {
    const count = counter(text);
    counts.push(count);
    return count;
  };
  return { counts, tokens };
}

const limits = [40, 100, 500, 2000, 20_000];
const cases = Object.keys(normal).flatMap((name) => limits.map((maxTokens) => [name, maxTokens] as const));

test.each(cases)(
  "%s within %i exact tokens: at most 8 calls, none on a text of more than twice the limit",
  (name, maxTokens) => {
    const text = normal[name as keyof typeof normal];
    for (const options of [{}, { keep: "head" }, { snap: "char", headShare: 0.2 }, { maxBytes: 4000 }] as const) {
      const { counts, tokens } = watched(countTokens);
      const trimmer = new Trimmer({ ...options, maxTokens, tokens });
      counts.length = 0;
      const result = trimmer.trim(text);
      expect(counts.length).toBeLessThanOrEqual(8);
      expect(Math.max(0, ...counts)).toBeLessThanOrEqual(2 * maxTokens);
      expect(countTokens(result.text)).toBeLessThanOrEqual(maxTokens);
      const over = countTokens(text) > maxTokens || ("maxBytes" in options && measure(text).bytes > 4000);
      expect(result.truncated).toBe(over);
      expect(trimmer.trim(result.text)).toMatchObject({ text: result.text, truncated: false });
    }
  },
);

test("most of an exact limit is used", () => {
  const { text } = trim(log, { maxTokens: 2000, tokens: countTokens, snap: "grapheme" });
  expect(countTokens(text)).toBeGreaterThan(1900);
});

test.each([
  ["one token a char", (text: string) => text.length],
  ["ten tokens a char", (text: string) => 10 * text.length],
  ["a tenth of a token a char", (text: string) => text.length / 10],
  ["one token whatever the text", () => 1],
  ["a count that jumps", (text: string) => (text.length > 300 ? 10_000 : 1)],
])("the limit holds for a counter that says %s", (_, counter) => {
  const { counts, tokens } = watched(counter);
  const trimmer = new Trimmer({ maxTokens: 600, tokens });
  counts.length = 0;
  const { text } = trimmer.trim(log);
  expect(counter(text)).toBeLessThanOrEqual(600);
  expect(counts.length).toBeLessThanOrEqual(8);
});

test.each([1.5, 2, 3, 4])(
  "a text of just the limit stays whole where its beginning counts %d times as much",
  (times) => {
    const counter = (text: string) => {
      const capitals = text.match(/[A-Z]/g)?.length ?? 0;
      return Math.round((text.length + capitals * (times - 1)) / 4);
    };
    for (const lines of [10, 40, 400]) {
      const text =
        "A LINE OF CAPITALS IS HERE\n".repeat(lines) + "a line of small letters is here\n".repeat(lines * 20);
      const limit = counter(text);
      const { counts, tokens } = watched(counter);
      expect(trim(text, { maxTokens: limit, tokens })).toMatchObject({ text, truncated: false });
      expect(counts.length).toBeLessThanOrEqual(8);
      expect(counter(trim(text, { maxTokens: limit - 1, tokens }).text)).toBeLessThan(limit);
    }
  },
);

test("tokenMargin multiplies a count before it is compared", () => {
  for (const tokenMargin of [0.5, 1.5, 3]) {
    const { text } = trim(log, { maxTokens: 600, tokenMargin, tokens: countTokens, snap: "grapheme" });
    expect(countTokens(text) * tokenMargin).toBeLessThanOrEqual(600);
    expect(countTokens(text) * tokenMargin).toBeGreaterThan(500);
    const estimated = trim(log, { maxTokens: 600, tokenMargin, snap: "grapheme" }).text;
    expect(estimateTokens(estimated) * tokenMargin).toBeLessThanOrEqual(600);
    expect(estimateTokens(estimated) * tokenMargin).toBeGreaterThan(500);
  }
});

test("a counter is not called when there is no limit on tokens", () => {
  const { counts, tokens } = watched(countTokens);
  trim(log, { maxChars: 1000, tokens });
  expect(counts).toEqual([]);
});

/** A counter that fails in its n-th call and works before. */
const failsIn = (call: number, fail: () => number) => {
  let calls = 0;
  return (text: string) => {
    calls += 1;
    return calls >= call ? fail() : text.length / 4;
  };
};
const mine = new RangeError("my tokenizer gave up");
const give = () => {
  throw mine;
};

test.each([1, 2, 3])("an error that a counter throws in call %i is the error that trim throws", (call) => {
  expect(() => trim(log, { maxTokens: 500, tokens: failsIn(call, give) })).toThrow(mine);
});

test.each([
  ["NaN", Number.NaN],
  ["-1", -1],
  ['"5"', "5"],
  ["undefined", undefined],
  ["[object Promise]", Promise.resolve(5)],
])("a counter that answers %s is an invalid option", (shown, answer) => {
  const message = `tokens: answered ${shown}, not a number of 0 or more`;
  const error = expect.objectContaining({ code: "INVALID_OPTION", message });
  for (const call of [1, 2]) {
    const tokens = failsIn(call, () => answer as number);
    expect(() => trim(log, { maxTokens: 500, tokens })).toThrow(error);
  }
});

test("a counter that failed leaves nothing behind for the next one", () => {
  for (const call of [1, 2, 3]) {
    expect(() => trim(log, { maxTokens: 500, tokens: failsIn(call, give) })).toThrow();
    expect(trim(log, { maxTokens: 500, tokens: countTokens }).truncated).toBe(true);
  }
});

test("a counter may itself use the library", () => {
  const inner = new Trimmer({ maxTokens: 50, tokens: (text) => text.length / 3 });
  const tokens = (text: string) => {
    const { truncated } = trim(text, { maxChars: 100, count: ["lines", "bytes", "tokens"] });
    expect(truncated).toBe(text.length > 100);
    expect(inner.trim(text).text.length).toBeLessThanOrEqual(150);
    return measure(text).tokens;
  };
  const options: TrimOptions = { maxTokens: 500, count: ["lines", "bytes"], marker: "[{omittedLines}]" };
  expect(trim(log, { ...options, tokens })).toEqual(trim(log, { ...options, tokens: estimateTokens }));
});

test("a counter may use the very trimmer that calls it", () => {
  let depth = 0;
  const trimmer: Trimmer = new Trimmer({
    maxTokens: 500,
    tokens: (text) => {
      depth += 1;
      if (depth === 2) expect(trimmer.trim(log).truncated).toBe(true);
      return estimateTokens(text);
    },
  });
  expect(trimmer.trim(log)).toEqual(trim(log, { maxTokens: 500, tokens: estimateTokens }));
});

test("the memory of WebAssembly may grow while a counter runs", () => {
  const many: Trimmer[] = [];
  const tokens = (text: string) => {
    for (let index = 0; index < 10_000; index += 1) many.push(new Trimmer(100 + index));
    return estimateTokens(text);
  };
  expect(trim(log, { maxTokens: 500, tokens })).toEqual(trim(log, { maxTokens: 500, tokens: estimateTokens }));
});
