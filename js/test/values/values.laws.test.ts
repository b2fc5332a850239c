// The laws of `trimValue`, with hostile values and random options.
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { clean, TooltrimError, trimValue } from "tooltrim";
import { expect, test, vi } from "vitest";
import { over } from "./bounds.js";
import { defaultMarker, faults } from "./explain.js";
import { hostile, plain, readable, real } from "./hostile.js";
import { anyOptions, type Options, totals } from "./options.js";
import { isList, isObject, jsonBytes, type Read, read, unreadable, walk } from "./reading.js";

vi.setConfig({ testTimeout: 240_000 });

type Result = ReturnType<typeof trimValue>;

/** Bounds a value; a marker that does not fit, and nothing else, is no case. */
function bounded(value: unknown, options: Options): Result | undefined {
  try {
    return trimValue(value, options);
  } catch (error) {
    if (error instanceof TooltrimError && error.code === "MARKER_TOO_LONG") return undefined;
    throw error;
  }
}

const runs = { numRuns: 1000 };
const fewer = { numRuns: 300 };
const law = (
  values: fc.Arbitrary<unknown>,
  check: (value: unknown, options: Options, result: Result) => void,
  options: fc.Arbitrary<Options> = anyOptions,
) =>
  fc.assert(
    fc.property(values, options, (drawn, given) => {
      const value = real(drawn);
      const result = bounded(value, given);
      if (result) check(value, given, result);
    }),
    runs,
  );

const cleaned = (text: string) => clean(text, { base64: true });
/** What is known of the cuts before: markers, and the three dots where no marker has room in a total. */
const knownOf = ({ strings, maxItems, base64 }: Options) => {
  const own = typeof strings === "object" && strings.marker !== undefined ? [strings.marker] : [];
  return { cleaned, markers: [...own, defaultMarker, "...", ""], maxItems, raw: base64 === "keep" };
};

test("what comes out can be written as JSON and read again", () => {
  law(hostile, (_, __, { value }) => {
    const written = JSON.stringify(value);
    if (written !== undefined) expect(JSON.stringify(JSON.parse(written))).toBe(written);
  });
});

test("every limit holds: texts, keys, items, members, levels", () => {
  law(hostile, (_, options, { value }) => expect(over(read(value, 64), options)).toEqual([]));
});

test("the total holds to the byte for what is written in the end", () => {
  const bounds = fc.oneof(totals, anyOptions);
  const within = (_: unknown, { maxTotalBytes = Infinity }: Options, { value }: Result) =>
    expect(jsonBytes(value)).toBeLessThanOrEqual(maxTotalBytes);
  law(hostile, within, bounds);
});

test("to bound a result again changes nothing, and says so", () => {
  law(hostile, (_, options, { value }) => {
    const again = trimValue(value, options);
    expect(again.cuts).toEqual([]);
    expect(again.truncated).toBe(false);
    expect(again.value === value || Object.is(again.value, value)).toBe(true);
  });
});

test("cuts name every change, and each names one", () => {
  law(hostile, (value, options, { value: after, cuts }) => {
    const told = { ...knownOf(options), cuts };
    expect(faults(read(value), read(after), told)).toEqual([]);
  });
});

test("truncated says whether there are cuts", () => {
  law(hostile, (_, __, { truncated, cuts }) => expect(truncated).toBe(cuts.length > 0));
});

test("what no cut touches are the same objects, in the same order", () => {
  law(plain, (value, options, { value: after, cuts }) => {
    const told = { ...knownOf(options), cuts, same: true };
    expect(faults(value as Read, after as Read, told)).toEqual([]);
  });
});

test("with nothing to cut the very value comes back", () => {
  const isPlain = (value: Read | undefined) =>
    ![...walk(value)].some(
      ([, one]) => one === unreadable || (typeof one === "object" && one !== null && "bytes" in one),
    );
  law(readable, (value, options, { value: after, cuts }) => {
    if (cuts.length === 0) return void expect(after === value || Object.is(after, value)).toBe(true);
    if (isPlain(read(value))) expect(isDeepStrictEqual(read(after), read(value))).toBe(false);
    const { maxTotalBytes = Number.POSITIVE_INFINITY } = options;
    const tooLarge = jsonBytes(value) > maxTotalBytes || over(read(value), options).length > 0;
    expect(tooLarge || cuts.some(({ kind }) => kind === "base64")).toBe(true);
  });
});

test("keys keep their order", () => {
  law(plain, (value, _, { value: after }) => {
    const check = (b: Read | undefined, a: Read | undefined) => {
      if (isObject(b) && isObject(a)) {
        const names = Object.keys(a).filter((key) => Object.hasOwn(b, key));
        const kept = new Set(names);
        expect(names).toEqual(Object.keys(b).filter((key) => kept.has(key)));
        for (const key of names) check(b[key], a[key]);
      } else if (isList(b) && isList(a) && a.length === b.length) {
        for (const [at, item] of b.entries()) check(item, a[at]);
      }
    };
    check(value as Read, after as Read);
  });
});

test("the value is not changed, frozen ones are bounded like others", () => {
  law(plain, (value, options, result) => {
    const before = JSON.stringify(value);
    const expected = JSON.stringify(result);
    freeze(value);
    expect(JSON.stringify(trimValue(value, options))).toBe(expected);
    expect(JSON.stringify(value)).toBe(before);
  });
});

test("what is hostile is not changed either", () => {
  fc.assert(
    fc.property(hostile, anyOptions, (drawn, options) => {
      const value = real(drawn);
      const before = described(value);
      bounded(value, options);
      expect(described(value)).toBe(before);
    }),
    fewer,
  );
});

test("a copy gives the same bytes and the same cuts", () => {
  law(plain, (value, options, result) => {
    for (const copy of [structuredClone(value), JSON.parse(JSON.stringify(value))]) {
      expect(JSON.stringify(trimValue(copy, options))).toBe(JSON.stringify(result));
    }
  });
});

test("what JSON.stringify reads is bounded as what it writes", () => {
  law(readable, (value, options, result) => {
    const written = JSON.stringify(value);
    if (written === undefined) return;
    const copy = trimValue(JSON.parse(written), options);
    expect(JSON.stringify(copy.value)).toBe(JSON.stringify(result.value));
    expect(copy.cuts).toEqual(result.cuts);
  });
});

test("no surrogate pair is split", () => {
  const whole = plain.map((value) => JSON.parse(JSON.stringify(value).replace(/\\ud[89a-f]../g, "\ufffd")));
  law(whole, (_, __, { value }) => expect(JSON.stringify(value)).not.toMatch(/\p{Surrogate}|\\ud[89a-f]../u));
});

test("a listener is told of each cut", () => {
  fc.assert(
    fc.property(hostile, anyOptions, (drawn, options) => {
      const events: { before: number; after: number }[] = [];
      const result = bounded(real(drawn), { ...options, onTruncate: (event) => events.push(event) });
      expect(events.map(({ before, after }) => ({ before, after }))).toEqual(
        (result?.cuts ?? []).map(({ before, after }) => ({ before, after })),
      );
    }),
    fewer,
  );
});

test("the flag is set when something was cut, within all limits, and only then", () => {
  const flags = fc.constantFrom(
    "truncation_applied",
    "__proto__",
    "id",
    "a flag of some length, longer than most names are",
  );
  fc.assert(
    fc.property(plain, anyOptions, flags, (value, options, flag) => {
      const given = { ...options, flag };
      const result = bounded(value, given);
      if (!result) return;
      const { value: after, truncated, cuts } = result;
      expect(over(after as Read, given)).toEqual([]);
      expect(jsonBytes(after)).toBeLessThanOrEqual(options.maxTotalBytes ?? Number.POSITIVE_INFINITY);
      if (!truncated) expect(after).toBe(value);
      const room = options.maxTotalBytes === undefined || options.maxTotalBytes > 200;
      if (truncated && isObject(after as Read) && room) {
        expect(Object.getOwnPropertyDescriptor(after, flag)?.value).toBe(true);
      }
      if (!(isObject(value as Read) && Object.hasOwn(value as object, flag))) {
        const told = { ...knownOf(options), cuts, flag };
        expect(faults(value as Read, after as Read, told)).toEqual([]);
      }
      const again = trimValue(after, given);
      expect([again.truncated, again.value === after || Object.is(again.value, after)]).toEqual([false, true]);
    }),
    runs,
  );
});

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const one of Object.values(value)) freeze(one);
}

/** All that can be seen of a value without reading through its getters. */
function described(value: unknown, seen = new Map<object, number>()): string {
  if (typeof value === "function") return "function";
  if (typeof value !== "object" || value === null) return `${typeof value} ${String(value)}`;
  const known = seen.get(value);
  if (known !== undefined) return `#${known}`;
  seen.set(value, seen.size);
  try {
    const members = Reflect.ownKeys(value).map((key) => {
      const { get, value: held, ...more } = Object.getOwnPropertyDescriptor(value, key) ?? {};
      return `${String(key)}: ${get ? "get" : described(held, seen)} ${JSON.stringify(more)}`;
    });
    return `${Object.prototype.toString.call(value)} {${members.join(", ")}}`;
  } catch {
    return "refused";
  }
}
