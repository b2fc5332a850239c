// `trimValue` on values that only JavaScript has: their identity, prototypes, getters and surrogates. The limits and the
// cuts of plain JSON are drawn in Rust.
import fc from "fast-check";
import { TooltrimError, trimValue } from "tooltrim";
import { expect, test } from "vitest";
import { runs } from "../support/runs.js";
import { hostile, plain, readable, real } from "./hostile.js";
import { anyOptions, type Cut, type Options } from "./options.js";
import { isList, isObject, jsonBytes, type Read, step } from "./reading.js";

type Result = ReturnType<typeof trimValue>;

/** Bounds drawn values; a marker that does not fit, and nothing else, is no case. */
function law(values: fc.Arbitrary<unknown>, check: (value: unknown, options: Options, result: Result) => void) {
  const property = fc.property(values, anyOptions, (drawn, options) => {
    const value = real(drawn);
    try {
      check(value, options, trimValue(value, options));
    } catch (error) {
      if (!(error instanceof TooltrimError && error.code === "MARKER_TOO_LONG")) throw error;
    }
  });
  fc.assert(property, runs(300));
}

test("whatever there is becomes JSON within its total, and is the same value the second time", () => {
  law(hostile, (_, options, { value, cuts, truncated }) => {
    const written = JSON.stringify(value);
    if (written !== undefined) expect(JSON.stringify(JSON.parse(written))).toBe(written);
    expect(jsonBytes(value)).toBeLessThanOrEqual(options.maxTotalBytes ?? Number.POSITIVE_INFINITY);
    expect(truncated).toBe(cuts.length > 0);
    const again = trimValue(value, options);
    expect([again.cuts, Object.is(again.value, value)]).toEqual([[], true]);
  });
});

test("what is hostile is not changed, and a listener is told of each cut", () => {
  const property = fc.property(hostile, anyOptions, (drawn, options) => {
    const value = real(drawn);
    const before = described(value);
    const events: { before: number; after: number }[] = [];
    const result = trimmed(value, { ...options, onTruncate: (event) => events.push(event) });
    expect(described(value)).toBe(before);
    const sizes = ({ before, after }: { before: number; after: number }) => [before, after];
    if (result) expect(events.map(sizes)).toEqual(result.cuts.map(sizes));
  });
  fc.assert(property, runs(150));
});

test("frozen values are bounded like others: what no cut touches are the same objects, in the same order", () => {
  law(plain, (value, options, result) => {
    const [before, expected] = [JSON.stringify(value), JSON.stringify(result)];
    const cuts = new Map(result.cuts.map((cut) => [cut.path, cut]));
    expect(shared(value as Read, result.value as Read, "", cuts)).toEqual([]);
    freeze(value);
    expect(JSON.stringify(trimValue(value, options))).toBe(expected);
    expect(JSON.stringify(value)).toBe(before);
    expect(JSON.stringify(trimValue(structuredClone(value), options))).toBe(expected);
  });
});

test("what JSON.stringify reads is bounded as what it writes, and the very value where nothing is cut", () => {
  law(readable, (value, options, { value: after, cuts }) => {
    if (cuts.length === 0) expect(Object.is(after, value)).toBe(true);
    const written = JSON.stringify(value);
    if (written === undefined) return;
    const copy = trimValue(JSON.parse(written), options);
    expect(JSON.stringify(copy.value)).toBe(JSON.stringify(after));
    expect(copy.cuts).toEqual(cuts);
  });
});

test("no surrogate pair is split", () => {
  const whole = plain.map((value) => JSON.parse(JSON.stringify(value).replace(/\\ud[89a-f]../g, "\ufffd")));
  law(whole, (_, __, { value }) => expect(JSON.stringify(value)).not.toMatch(/\p{Surrogate}|\\ud[89a-f]../u));
});

function trimmed(value: unknown, options: Options): Result | undefined {
  try {
    return trimValue(value, options);
  } catch (error) {
    if (error instanceof TooltrimError && error.code === "MARKER_TOO_LONG") return undefined;
    throw error;
  }
}

/** The paths at which a result is not the same object though no cut is named there or below. */
function shared(before: Read, after: Read, path: string, cuts: ReadonlyMap<string, Cut>): string[] {
  const below = [...cuts.keys()].some((cut) => cut === path || cut.startsWith(`${path}/`));
  if (!below) return Object.is(before, after) ? [] : [path];
  if (cuts.has(path)) return [];
  if (isList(before) && isList(after))
    return before.flatMap((item, at) => shared(item, after[at] ?? null, path + step(at), cuts));
  if (!isObject(before) || !isObject(after)) return [path];
  const [names, now] = [Object.keys(before), Object.keys(after)];
  // A name that was shortened is named as it is now.
  return names.flatMap((name, at) => {
    const here = path + step(now[at] ?? "");
    if (now[at] !== name) return cuts.has(here) ? [] : [here];
    return shared(before[name] ?? null, after[name] ?? null, here, cuts);
  });
}

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
