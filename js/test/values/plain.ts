// JSON values that break careless code. Shares no code with the library.
import fc from "fast-check";
import { nasty } from "../support/texts.js";

/** Sets a member as data: what `__proto__` and its like would do is not done. */
export function put(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

export function made(members: readonly (readonly [string, unknown])[], prototype: object | null = Object.prototype) {
  const object: Record<string, unknown> = Object.create(prototype);
  for (const [key, value] of members) put(object, key, value);
  return object;
}

/** Bytes that look random, the same for the same seed. */
export function bytes(count: number, seed = 1): Uint8Array<ArrayBuffer> {
  let state = seed;
  return Uint8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52];
export const image = (count: number) => Buffer.from([...png, ...bytes(count - png.length)]).toString("base64");

// Texts.

const ours = [
  "value exceeds size limit (9000 bytes, max 2000) [content truncated for context limit]",
  "[content truncated for context limit]",
  "... [truncated 12345 chars] ...",
  "[7 items omitted]",
  "[3 keys omitted]",
  "[content deeper than 128 levels omitted]",
  "[could not be read]",
  "[binary, 5,120 bytes]",
  "[base64 image/png, 5,120 bytes]",
  "[truncated]",
  "...",
];
const escaped = ['"', "\\", '\\"', "\u0000\u001f\u007f\u0080", "\b\f\v", "</script>", "\\u0041", "\u2028\u2029"];
const inside = ['{"a":[1,{"b":"c"}],"n":1e400}', '[[[[["deep"]]]]]', '{"__proto__":{"x":1}}', '"a text"', "{", "[1,"];

const piece = fc.constantFrom(...nasty, ...ours, ...escaped, ...inside);
const repeated = (most: number) =>
  fc.tuple(piece, fc.integer({ min: 1, max: most })).map(([text, times]) => text.repeat(times));
const encoded = fc.tuple(fc.integer({ min: 0, max: 3000 }), fc.integer(), fc.boolean()).map(([count, seed, typed]) => {
  const text = typed ? image(Math.max(count, 16)) : Buffer.from(bytes(count, seed)).toString("base64");
  return seed % 2 ? `data:image/png;base64,${text}` : text;
});

export const texts: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.array(piece, { maxLength: 6 }).map((all) => all.join("")) },
  { weight: 3, arbitrary: repeated(120) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 80 }) },
  { weight: 1, arbitrary: encoded },
);

const names = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "prototype",
  "length",
  "then",
  "...",
  "....",
  "",
];
const numbers = ["0", "1", "10", "4294967294", "4294967295", "-0", "1e3", "01"];
const odd = ["a.b", "a[0]", "*", "**", "[*]", '["q"]', "a/b", "a~b", "~1~0", "truncation_applied", "constructor.name"];

/** Without lone surrogates: a JSON Pointer has none. */
export const keys: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 6, arbitrary: fc.constantFrom("id", "title", "text", "items", "meta", "a", "b", "c") },
    { weight: 3, arbitrary: fc.constantFrom(...names, ...numbers, ...odd) },
    { weight: 1, arbitrary: fc.array(piece, { maxLength: 3 }).map((all) => all.join("")) },
    { weight: 1, arbitrary: repeated(40) },
  )
  .map((key) => key.replace(/\p{Surrogate}/gu, "\ufffd"));

// What JSON has.

const odds = [0, -0, 1, -1, 0.1, 1e21, 1e-7, 5e-324, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER, 123456789012];
export const scalars = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, ...odds),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Within so many levels that tests may walk by recursion. */
const wrapped = (value: unknown, levels: number, key: string) => {
  let all = value;
  for (let level = 0; level < levels; level += 1) all = level % 3 === 2 ? [all] : made([[key, all]]);
  return all;
};

export const members = (value: fc.Arbitrary<unknown>, maxLength: number) =>
  fc.array(fc.tuple(keys, value), { maxLength });

/** Trees of leaves; `more` are other kinds of nodes. */
export const tree = (leaves: fc.Arbitrary<unknown>, more: fc.WeightedArbitrary<unknown>[] = []) =>
  fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      { weight: 3, arbitrary: leaves },
      { weight: 3, arbitrary: members(tie("value"), 6).map((all) => made(all)) },
      { weight: 3, arbitrary: fc.array(tie("value"), { maxLength: 6 }) },
      // The same object in many places.
      {
        weight: 1,
        arbitrary: fc.tuple(tie("value"), fc.integer({ min: 2, max: 40 })).map(([one, n]) => Array(n).fill(one)),
      },
      {
        weight: 1,
        arbitrary: tie("value").map((one) =>
          made([
            ["a", one],
            ["b", one],
            ["c", { d: one }],
          ]),
        ),
      },
      // Many small ones.
      { weight: 1, arbitrary: fc.array(leaves, { minLength: 10, maxLength: 60 }) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(leaves, fc.integer({ min: 10, max: 60 }))
          .map(([one, n]) => made(Array.from({ length: n }, (_, at) => [`key${at}`, one]))),
      },
      {
        weight: 1,
        arbitrary: fc.tuple(leaves, fc.integer({ min: 1, max: 200 }), keys).map((all) => wrapped(...all)),
      },
      ...more,
    ),
  })).value;

/** What `JSON.parse` may give, with prototype names as keys, and objects that stand in several places. */
export const plain: fc.Arbitrary<unknown> = tree(fc.oneof(texts, scalars));
