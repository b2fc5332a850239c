// The size of a session state.
import { metrics, sessionBytes } from "tooltrim/signals";
import { afterEach, expect, test } from "vitest";

const warnings: Error[] = [];
const note = (warning: Error) => warnings.push(warning);
process.on("warning", note);
const warned = async () => {
  await new Promise(setImmediate);
  return warnings.splice(0).map(({ name, message }) => `${name}: ${message}`);
};
afterEach(warned);

test.each([
  [{ a: 1, b: [true, null] }, 23],
  ["caf\u00e9 \u6771\u4eac \u{1f600}", 19],
  ["\ud800", 8],
  [undefined, 0],
  [Number.NaN, 4],
  [new Date(0), 26],
] as const)("%o has the bytes of its compact JSON", (value, bytes) => {
  expect(sessionBytes(value)).toBe(bytes);
  expect(sessionBytes(value)).toBe(Buffer.byteLength(JSON.stringify(value) ?? ""));
});

test("a state sets its gauge, the last size wins, and any name makes a valid metric", () => {
  sessionBytes("x".repeat(10), { name: "stock_data" });
  sessionBytes("x".repeat(20), { name: "stock_data" });
  sessionBytes([], { name: "7 seas\n" });
  const { prometheus, snapshot } = metrics();
  expect(snapshot().sessions).toMatchObject({ stock_data_bytes: 22, _7_seas__bytes: 2 });
  expect(prometheus()).toContain("# TYPE stock_data_bytes gauge\nstock_data_bytes 22\n");
});

test("a warning comes once each time the size rises above the mark", async () => {
  const grow = (bytes: number) => sessionBytes("x".repeat(bytes - 2), { name: "growing", warnAt: 100 });
  for (const bytes of [50, 100]) grow(bytes);
  expect(await warned()).toEqual([]);
  for (const bytes of [101, 150]) grow(bytes);
  const message = 'TooltrimWarning: the session state "growing" has 101 bytes, more than 100';
  expect(await warned()).toEqual([message]);
  for (const bytes of [90, 101]) grow(bytes);
  expect(await warned()).toEqual([message]);
});

test("the mark is 50,000 bytes unless another is given, and none with Infinity", async () => {
  sessionBytes("x".repeat(49_998), { name: "full" });
  sessionBytes("x".repeat(60_000), { name: "free", warnAt: Number.POSITIVE_INFINITY });
  expect(await warned()).toEqual([]);
  sessionBytes("x".repeat(49_999), { name: "full" });
  expect(await warned()).toEqual(['TooltrimWarning: the session state "full" has 50001 bytes, more than 50000']);
});

test("ten thousand names leave the hundred gauges set last", () => {
  for (let n = 0; n < 10_000; n += 1) sessionBytes(n, { name: `user ${n}` });
  const names = Object.keys(metrics().snapshot().sessions);
  expect(names).toHaveLength(100);
  expect(names).toContain("user_9999_bytes");
});

const cyclic: Record<string, unknown> = {};
cyclic.self = [cyclic];
test.each([
  [cyclic, {}, "CYCLE", "value: contains itself"],
  [
    { big: 1n },
    {},
    "INVALID_OPTION",
    expect.stringContaining("value: is not JSON: TypeError: Do not know how to serialize a BigInt"),
  ],
  [
    {
      toJSON: () => {
        throw new Error("its own");
      },
    },
    {},
    "INVALID_OPTION",
    "value: is not JSON: Error: its own",
  ],
  [1, { name: 7 }, "INVALID_OPTION", "name: 7 is not a string"],
  [1, { warnAt: -1 }, "INVALID_OPTION", "warnAt: -1 is not a number of 0 or more"],
  [1, { warnAt: Number.NaN }, "INVALID_OPTION", "warnAt: NaN is not a number of 0 or more"],
])("%# is refused", (value, options, code, message) => {
  expect(() => sessionBytes(value, options as object)).toThrow(expect.objectContaining({ code, message }));
});
