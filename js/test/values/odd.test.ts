// What only JavaScript has.
import { toolify, trimValue } from "tooltrim";
import { describe, expect, test } from "vitest";
import { made } from "./hostile.js";
import { jsonBytes, levels, type Read, read } from "./reading.js";

const long = (units: number) => "x".repeat(units);
const message = (size: number, max: number) =>
  `value exceeds size limit (${size} bytes, max ${max}) [content truncated for context limit]`;

describe("what JavaScript has beyond JSON", () => {
  const fail = () => {
    throw new Error("not to be read");
  };

  test("a getter that throws takes only its own member", () => {
    const value = Object.defineProperty({ a: 1, b: 2 }, "b", { get: fail, enumerable: true });
    expect(trimValue([value, "x"])).toEqual({
      value: [{ a: 1, b: "[could not be read]" }, "x"],
      truncated: true,
      cuts: [{ path: "/0/b", kind: "unreadable", before: expect.any(Number), after: expect.any(Number) }],
    });
  });

  test("proxies that throw, and revoked ones, take only their own place", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    for (const odd of [proxy, new Proxy({ a: 1 }, { ownKeys: fail }), { toJSON: fail }]) {
      expect(trimValue({ odd, b: 1 }).value).toEqual({ odd: "[could not be read]", b: 1 });
      expect(trimValue(odd).value).toBe("[could not be read]");
      expect(trimValue([odd]).value).toEqual(["[could not be read]"]);
    }
    const get = new Proxy({ a: 1 }, { get: fail });
    expect(["[could not be read]", { a: "[could not be read]" }]).toContainEqual(trimValue(get).value);
  });

  test("prototype names as keys are data", () => {
    const text = `{"__proto__":{"polluted":"${long(2100)}"},"constructor":{"prototype":{"polluted":"${long(2100)}"}},"toString":"${long(2100)}","hasOwnProperty":1}`;
    const { value, cuts } = trimValue(JSON.parse(text));
    const cut = message(2100, 2000);
    expect(JSON.stringify(value)).toBe(
      `{"__proto__":{"polluted":"${cut}"},"constructor":{"prototype":{"polluted":"${cut}"}},"toString":"${cut}","hasOwnProperty":1}`,
    );
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(cuts.map(({ path }) => path)).toEqual([
      "/__proto__/polluted",
      "/constructor/prototype/polluted",
      "/toString",
    ]);
    const many = made([
      ["a", 1],
      ["__proto__", long(100)],
      ["constructor", 2],
    ]);
    for (let maxTotalBytes = 2; maxTotalBytes < 140; maxTotalBytes += 1) {
      const { value: small } = trimValue(many, { maxTotalBytes });
      if (typeof small === "object") expect(Object.getPrototypeOf(small)).toBe(Object.prototype);
    }
  });

  test("undefined, functions and symbols are what JSON.stringify makes of them", () => {
    const value = { a: undefined, b: fail, c: Symbol("c"), d: [undefined, fail, Symbol("d")], e: long(2001) };
    const { value: after } = trimValue(value);
    expect(JSON.stringify(after)).toBe(`{"d":[null,null,null],"e":"${message(2001, 2000)}"}`);
    for (const root of [undefined, fail, Symbol("root")]) {
      expect(trimValue(root, { maxTotalBytes: 2 })).toEqual({ value: root, truncated: false, cuts: [] });
    }
  });

  test("a BigInt becomes its digits, where JSON.stringify throws", () => {
    const { value } = trimValue({ id: 12345678901234567890n, list: [-1n], boxed: Object(7n) });
    expect(JSON.stringify(value)).toBe('{"id":"12345678901234567890","list":["-1"],"boxed":"7"}');
    expect(jsonBytes(trimValue({ id: 10n ** 5000n }).value)).toBeLessThan(2100);
  });

  test("dates and NaN are what JSON.stringify makes of them; maps and sets show what they hold", () => {
    const value = {
      at: new Date(0),
      never: new Date(Number.NaN),
      none: [Number.NaN, Number.POSITIVE_INFINITY, -0],
      boxed: [Object("s"), Object(1), Object(false)],
    };
    expect(trimValue(value).value).toBe(value);
    const { value: after } = trimValue({ ...value, cut: long(2001) });
    expect(JSON.stringify({ ...after, cut: 0 })).toBe(JSON.stringify({ ...value, cut: 0 }));
    expect(trimValue({ map: new Map([["a", 1]]), set: new Set([1]) }).value).toEqual({ map: { a: 1 }, set: [1] });
    expect(trimValue(new Date(0), { maxStringBytes: 11 }).value).toBe("[truncated]");
  });

  test("a copy of a class instance is one of that class", () => {
    class Page {
      constructor(
        readonly title: string,
        readonly body: string,
      ) {}
      get size() {
        return this.body.length;
      }
    }
    const { value } = trimValue({ page: new Page("t", long(2001)) });
    expect(value.page).toBeInstanceOf(Page);
    expect(value.page).toEqual(new Page("t", message(2001, 2000)));
    expect(value.page.size).toBe(message(2001, 2000).length);
    class Written {
      toJSON() {
        return { text: long(2001) };
      }
    }
    expect(trimValue([new Written()]).value).toEqual([{ text: message(2001, 2000) }]);
  });

  test("a function with toJSON is what that answers, as for JSON.stringify", () => {
    const listed = Object.assign(() => 1, { toJSON: () => long(5000) });
    const gone = Object.assign(() => 1, { toJSON: () => undefined });
    for (const value of [listed, [listed, 1], { a: listed, b: 1 }, { a: gone, b: listed }]) {
      const { value: small, truncated } = trimValue(value, { maxTotalBytes: 100 });
      expect(truncated).toBe(true);
      expect(jsonBytes(small)).toBeLessThanOrEqual(100);
    }
    expect(JSON.stringify(trimValue({ a: listed, b: gone, c: () => 1, d: 1 }).value)).toBe(
      `{"a":"${message(5000, 2000)}","d":1}`,
    );
  });

  test("toJSON is told the name under which it stands", () => {
    class Named {
      toJSON(key: string) {
        return [`${key}!`, long(2001)];
      }
    }
    expect(trimValue({ a: new Named(), list: [0, new Named()] }).value).toEqual({
      a: ["a!", message(2001, 2000)],
      list: [0, ["1!", message(2001, 2000)]],
    });
    expect(trimValue(new Named()).value).toEqual(["!", message(2001, 2000)]);
  });

  test("toJSON and getters may use the library themselves", () => {
    const inner = () => trimValue({ text: long(2500), list: [long(3000)] }).value;
    const bounded = { text: message(2500, 2000), list: [message(3000, 2000)] };
    class Bounding {
      readonly ready = true;
      toJSON() {
        return { made: inner(), text: long(2001) };
      }
    }
    const lazy = Object.defineProperty({ a: long(2001) }, "made", { enumerable: true, get: inner });
    const value = { first: long(2001), one: new Bounding(), lazy, list: [new Bounding(), long(2001)] };
    const cut = message(2001, 2000);
    const made = { made: bounded, text: cut };
    expect(JSON.parse(JSON.stringify(trimValue(value).value))).toEqual({
      first: cut,
      one: made,
      lazy: { a: cut, made: bounded },
      list: [made, cut],
    });
    expect(jsonBytes(trimValue(value, { maxTotalBytes: 300 }).value)).toBeLessThanOrEqual(300);
  });

  test("a getter that answers once and then throws, or answers otherwise, harms nobody", () => {
    for (const then of [fail, () => undefined, () => long(5000), () => ({ a: [long(3000)] }), () => 5n, () => []]) {
      for (let at = 1; at < 8; at += 1) {
        let reads = 0;
        const first = { x: [long(2001), { y: 1 }] };
        const get = () => {
          reads += 1;
          return reads > at ? then() : first;
        };
        const value = Object.defineProperty({ a: long(2001) }, "fickle", { enumerable: true, get });
        for (const options of [{}, { maxTotalBytes: 300 }, { maxItems: 1 }]) {
          reads = 0;
          const { value: after } = trimValue([value], options);
          expect(after).toHaveLength(1);
        }
      }
    }
  });

  test("few raw bytes stay as JSON.stringify writes them", () => {
    const value = { few: new Uint8Array([1, 2]), buffer: Buffer.from("ab"), view: new DataView(new ArrayBuffer(64)) };
    expect(trimValue(value).value).toBe(value);
    const written = '{"few":{"0":1,"1":2},"buffer":{"type":"Buffer","data":[97,98]},"view":{}}';
    for (const max of [written.length, 2, 20, 40, 60]) {
      expect(jsonBytes(trimValue(value, { maxTotalBytes: max }).value)).toBeLessThanOrEqual(max);
    }
    expect(JSON.stringify(trimValue(value, { maxTotalBytes: written.length }).value)).toBe(written);
  });

  test("few raw bytes are as one value: they stay, whatever the limits of places are", () => {
    const value = [new Uint8Array([1, 2, 3]), Buffer.from("abc"), new Float64Array(8)];
    for (const options of [{ maxKeys: 1 }, { maxItems: 3 }, { maxDepth: 1 }, { maxStringBytes: 3 }]) {
      expect(trimValue(value, options).value).toBe(value);
    }
  });

  test("big numbers in raw bytes can be written, whatever is done with base64", () => {
    for (const count of [1, 8, 9, 100]) {
      for (const base64 of ["keep", "replace"] as const) {
        const value = { a: new BigInt64Array(count), b: long(2001) };
        expect(() => JSON.stringify(trimValue(value, { base64 }).value)).not.toThrow();
        const { value: after } = trimValue(value, { base64, maxTotalBytes: 200 });
        expect(jsonBytes(after)).toBeLessThanOrEqual(200);
      }
    }
  });

  test("a proxy that JSON.stringify can read is read, though it does not tell its prototype", () => {
    const shy = new Proxy({ a: long(2001), b: 1 }, { getPrototypeOf: fail });
    expect(JSON.parse(JSON.stringify(trimValue({ shy }).value))).toEqual({ shy: { a: message(2001, 2000), b: 1 } });
    expect(trimValue(shy, { maxStringBytes: 5000 }).value).toBe(shy);
  });

  test("members that JSON.stringify leaves out count for nothing", () => {
    const value = { a: undefined, f: fail, b: 1, c: 2, d: 3 };
    expect(trimValue(value, { maxKeys: 3 })).toEqual({ value, truncated: false, cuts: [] });
    const { value: after, cuts } = trimValue(value, { maxKeys: 2 });
    expect(JSON.stringify(after)).toBe('{"b":1,"c":2}');
    expect(cuts).toEqual([{ path: "", kind: "keys", before: 3, after: 2 }]);
  });

  test("holes in lists are null", () => {
    // biome-ignore lint/suspicious/noSparseArray: holes are the point
    const holes = [1, , "x", , undefined];
    for (const options of [{ maxDepth: 1 }, { maxTotalBytes: 12 }, { maxTotalBytes: 20 }, { maxItems: 3 }]) {
      const copy = JSON.parse(JSON.stringify({ holes }));
      expect(JSON.stringify(trimValue({ holes }, options).value)).toBe(JSON.stringify(trimValue(copy, options).value));
    }
  });

  test("names with halves of surrogate pairs stay, and cuts name them with U+FFFD", () => {
    const value = { "\ud83d": { "\ude00": long(2001) }, ["\ud83d".repeat(800)]: 1 };
    const { value: after, cuts } = trimValue(value);
    expect(after["\ud83d"]).toEqual({ "\ude00": message(2001, 2000) });
    expect(cuts[0]?.path).toBe("/\ufffd/\ufffd");
    expect(cuts[1]?.path).toBe(`/${Object.keys(after)[1]}`);
  });

  test("what a getter of a prototype gives is not written, as JSON.stringify does not", () => {
    class Lazy {
      get text() {
        return long(3000);
      }
    }
    const lazy = new Lazy();
    expect(trimValue(lazy, { maxStringBytes: 5 })).toEqual({ value: lazy, truncated: false, cuts: [] });
  });

  test("a getter that always makes one more level ends at the deepest", () => {
    class Endless {
      declare readonly next: Endless;
      constructor() {
        Object.defineProperty(this, "next", { enumerable: true, get: () => new Endless() });
      }
    }
    const { value, cuts } = trimValue(new Endless(), { maxDepth: 5 });
    expect(cuts.map(({ path, kind }) => [path, kind])).toEqual([["/next/next/next/next/next", "depth"]]);
    expect(levels(read(value) as Read)).toBe(5);
  });
});

describe("what JSON.stringify would write as {}", () => {
  const map = new Map<string, unknown>([["a", new Set([1, new Map([[{ k: 1 }, 2]])])]]);
  const shown = { a: [1, [[{ k: 1 }, 2]]] };

  test("comes out as toolify writes it, also where nothing is cut", async () => {
    const date = new Date(0);
    const value = {
      map,
      error: new TypeError("no"),
      regexp: /x/g,
      headers: new Headers({ a: "b" }),
      date,
      same: { b: 1 },
    };
    const { value: after, truncated } = trimValue(value);
    const text = { map: shown, error: "TypeError: no", regexp: "/x/g", headers: { a: "b" }, date, same: { b: 1 } };
    expect([after, truncated]).toEqual([text, false]);
    expect(after.same).toBe(value.same);
    expect(JSON.stringify(after, null, 2)).toBe(await toolify(() => value)());
    expect([trimValue(map).value, trimValue(new Set([1])).value, trimValue(new Error("no")).value]).toEqual([
      shown,
      [1],
      "Error: no",
    ]);
    expect(value.map).toBe(map);
  });

  test("errors keep their members, causes and errors beside their text", async () => {
    const failed = Object.assign(new Error("spawn failed"), { code: "ENOENT", stderr: "no such file" });
    const value = {
      failed,
      caused: new Error("above", { cause: new TypeError("below") }),
      all: new AggregateError([new RangeError("one")], "each failed"),
      results: [{ status: "rejected", reason: failed }],
    };
    const known = { message: "Error: spawn failed", code: "ENOENT", stderr: "no such file" };
    const expected = {
      failed: known,
      caused: { message: "Error: above", cause: "TypeError: below" },
      all: { message: "AggregateError: each failed", errors: ["RangeError: one"] },
      results: [{ status: "rejected", reason: known }],
    };
    expect(trimValue(value).value).toEqual(expected);
    expect(JSON.parse(await toolify(() => value)())).toEqual(expected);
  });

  test("counts, and is cut like what it becomes", () => {
    const many = new Map(Array.from({ length: 9000 }, (_, at): [string, number] => [`key ${at}`, at]));
    const { value, cuts } = trimValue({ many }, { maxTotalBytes: 500 });
    expect(jsonBytes(value)).toBeLessThanOrEqual(500);
    expect(cuts).toEqual([{ path: "/many", kind: "keys", before: 9000, after: expect.any(Number) }]);
    const { value: few } = trimValue({ few: new Set([1, 2, 3]) }, { maxItems: 2 });
    expect(few).toEqual({ few: [1, 2] });
    const loop = new Map<string, unknown>();
    loop.set("loop", { loop });
    expect(() => trimValue(loop)).toThrow(/contains itself/);
    const itself = new Map<string, unknown>();
    itself.set("self", itself);
    const list = new Set<unknown>();
    list.add([list]);
    for (const cycle of [itself, list]) expect(() => trimValue(cycle)).toThrow(/contains itself/);
    // The same one twice is no cycle.
    const one = new Map([["a", 1]]);
    expect(trimValue([one, one]).value).toEqual([{ a: 1 }, { a: 1 }]);
  });

  test("an own toJSON goes before", () => {
    const own = Object.assign(new Map([["a", 1]]), { toJSON: () => ({ own: true }) });
    expect(JSON.stringify(trimValue({ own }, { maxItems: 1 }).value)).toBe('{"own":{"own":true}}');
  });
});

test("without options the whole has at most 50,000 bytes, and a list of texts says how many are missing", () => {
  const rows = Array.from({ length: 5000 }, (_, id) => ({ id, title: "A title of some length" }));
  const { value, truncated } = trimValue(rows);
  expect([truncated, jsonBytes(value) <= 50_000, jsonBytes(value) > 45_000]).toEqual([true, true, true]);
  expect(trimValue(rows, { maxTotalBytes: Number.POSITIVE_INFINITY }).value).toBe(rows);
  expect(trimValue({ a: long(3000) }).value.a).toBe(message(3000, 2000));
});
