// Whatever a tool does, and its contracts: the answer is a text within the limits.
import fc from "fast-check";
import { type TrimOptions, toolify, toolifySync, trim } from "tooltrim";
import { expect, test } from "vitest";
import { sizes } from "../support/laws.js";
import { runs } from "../support/runs.js";
import { texts } from "../support/texts.js";
import { hostile } from "./support.js";

const { "a very deep list": _, ...quick } = hostile;
const values = fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true });
/** Made when it is needed: the generator itself would not survive some of it. */
const anything: fc.Arbitrary<() => unknown> = fc.oneof(
  { weight: 3, arbitrary: texts.map((text) => () => text) },
  { weight: 3, arbitrary: values.map((value) => () => value) },
  { weight: 1, arbitrary: texts.map((text) => () => new Error(text)) },
  { weight: 1, arbitrary: texts.map((text) => () => new TextEncoder().encode(text)) },
  { weight: 2, arbitrary: fc.constantFrom(...Object.values(quick)) },
);

type Deed = {
  readonly how: "returns" | "throws" | "resolves" | "rejects" | "yields" | "yields later";
  readonly what: (() => unknown)[];
};

const deeds: fc.Arbitrary<Deed> = fc.record({
  how: fc.constantFrom("returns", "throws", "resolves", "rejects", "yields", "yields later"),
  what: fc.array(anything, { minLength: 1, maxLength: 4 }),
});

/** Does it, whatever it is given. */
function doing({ how, what }: Deed): () => unknown {
  function* pieces() {
    for (const make of what.slice(0, 3)) yield make();
    if (what[3]) throw what[3]();
  }
  return () => {
    if (how === "yields") return pieces();
    if (how === "yields later")
      return (async function* () {
        for (const piece of pieces()) yield piece;
      })();
    const first = what[0]?.();
    if (how === "throws") throw first;
    if (how === "resolves") return Promise.resolve(first);
    if (how === "rejects") return Promise.reject(first);
    return first;
  };
}

const limit = (min: number) => fc.option(fc.integer({ min, max: 700 }), { nil: undefined });
const outputs: fc.Arbitrary<TrimOptions | undefined> = fc.option(
  fc.record({
    ...{ maxChars: limit(1), maxUtf16: limit(1), maxBytes: limit(1), maxLines: limit(1) },
    keep: fc.constantFrom(undefined, "head", "tail", "ends", "none"),
    snap: fc.constantFrom(undefined, "char", "grapheme", "line"),
    marker: fc.constantFrom("", "~"),
    format: fc.constantFrom(undefined, undefined, "json"),
    clean: fc.constantFrom(undefined, undefined, true),
    rescue: fc.constantFrom(undefined, undefined, true),
    decode: fc.constantFrom(undefined, "replace"),
  }),
  { nil: undefined, freq: 4 },
);

function fits(text: unknown, output: TrimOptions | undefined): void {
  expect(typeof text).toBe("string");
  const { chars, utf16, bytes, lines } = sizes(text as string);
  const { maxChars, maxUtf16, maxBytes, maxLines } = output ?? { maxChars: 5000 };
  const none = [maxChars, maxUtf16, maxBytes, maxLines].every((each) => each === undefined);
  expect(chars).toBeLessThanOrEqual(maxChars ?? (none ? 4000 : Infinity));
  expect(utf16).toBeLessThanOrEqual(maxUtf16 ?? Infinity);
  expect(bytes).toBeLessThanOrEqual(maxBytes ?? Infinity);
  expect(lines).toBeLessThanOrEqual(maxLines ?? Infinity);
}

const wrapping = fc.record({
  preconditions: fc.array(deeds.map(doing), { maxLength: 2 }),
  postconditions: fc.array(deeds.map(doing), { maxLength: 2 }),
  parse: fc.option(deeds.map(doing), { nil: undefined, freq: 3 }),
  onTruncate: fc.option(deeds.map(doing), { nil: undefined }),
  output: outputs,
});

test("whatever happens, the answer is a text within the limits, and nothing is thrown", async () => {
  await fc.assert(
    fc.asyncProperty(deeds, wrapping, fc.boolean(), anything, async (deed, given, asks, make) => {
      const options = (asks ? given : { output: given.output, onTruncate: given.onTruncate }) as object;
      fits(await toolify(doing(deed) as (given: unknown) => unknown, options)(make()), given.output);
      fits(toolifySync(doing(deed) as (given: unknown) => unknown, options)(make()), given.output);
    }),
    runs(400),
  );
});

test("a text is what `trim` makes of it, whole or in pieces", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(texts, { maxLength: 6 }), outputs, async (pieces, output) => {
      const whole = pieces.join("");
      const expected = whole === "" ? "" : trim(whole, output ?? presetOf()).text;
      expect(await toolify(() => whole, { output })()).toBe(expected);
      expect(toolifySync(() => whole, { output })()).toBe(expected);
      expect(await toolify(() => pieces.values(), { output })()).toBe(expected);
    }),
    runs(150),
  );
});

const presetOf = () => ({
  ...{ maxChars: 5000, headChars: 2000, tailChars: 2000, snap: "char" as const },
  marker: "\n\n... (tool result truncated from middle to save you from context overload) ...\n\n",
});
