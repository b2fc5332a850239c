// Results that JSON cannot hold.
import { toolify, toolifySync } from "tooltrim";
import { expect, test } from "vitest";

async function text(result: unknown): Promise<string> {
  const both = [await toolify(() => result)(), toolifySync(() => result)()];
  expect(both[1]).toBe(both[0]);
  return both[0] as string;
}

test("a BigInt becomes its digits, and all else is as JSON.stringify writes it", async () => {
  const shared = { name: "Zo\u00eb", none: undefined, fn() {}, list: [1, undefined, Number.NaN, []], at: new Date(0) };
  const value = { id: 9007199254740993n, ...shared, empty: {}, nested: [{ id: -1n }] };
  const plain = { id: 1, ...shared, empty: {}, nested: [{ id: 2 }] };
  const expected = JSON.stringify(plain, null, 2).replace(": 1,", ": 9007199254740993,").replace(": 2", ": -1");
  expect(await text(value)).toBe(expected);
  expect(await text([1n])).toBe("[\n  1\n]");
  expect(await text(12n)).toBe("12");
  expect(await text({ big: Object(7n), map: new Map([["a", 1n]]), set: new Set([2n]) })).toBe(
    '{\n  "big": 7,\n  "map": {\n    "a": 1\n  },\n  "set": [\n    2\n  ]\n}',
  );
});

test("a cycle becomes a marker, and what is there twice is written twice", async () => {
  const twice = { x: 1 };
  const value: Record<string, unknown> = { name: "node", a: twice, b: twice };
  value.self = value;
  value.map = new Map([["root", value]]);
  const read = JSON.parse(await text(value));
  expect(read).toEqual({
    ...{ name: "node", a: { x: 1 }, b: { x: 1 } },
    ...{ self: "[circular reference]", map: { root: "[circular reference]" } },
  });
  const map = new Map<string, unknown>();
  map.set("self", map);
  expect(JSON.parse(await text(map))).toEqual({ self: "[circular reference]" });
});

test("500 levels are written, and a marker for what lies deeper", () => {
  const deep = (levels: number) => {
    let value: unknown = 1n;
    for (let level = 0; level < levels; level += 1) value = [value];
    return toolifySync(() => value, { output: Number.POSITIVE_INFINITY as never })();
  };
  const levelsOf = (text: string) => text.split("\n").filter((line) => line.trim() === "[").length;
  expect([levelsOf(deep(500)), deep(500).includes("omitted")]).toEqual([500, false]);
  expect([levelsOf(deep(501)), deep(501).includes('"[content omitted]"')]).toEqual([500, true]);
});

test("a member that throws becomes a marker, and the rest stays", async () => {
  const value = {
    ok: 1,
    get bad() {
      throw new Error("no");
    },
    json: {
      toJSON() {
        throw new Error("no");
      },
    },
    last: "x",
  };
  const marker = "[could not be read]";
  expect(JSON.parse(await text(value))).toEqual({ ok: 1, bad: marker, json: marker, last: "x" });
});

test("what is nested too deep is cut, and says so", async () => {
  let value: unknown = "innermost";
  for (let level = 0; level < 100_000; level += 1) value = [value];
  const result = await toolify(() => ({ first: 1, value }), { output: { maxChars: 1_000_000 } })();
  expect(result.startsWith('{\n  "first": 1,')).toBe(true);
  expect(result).toContain("[content omitted]");
});
