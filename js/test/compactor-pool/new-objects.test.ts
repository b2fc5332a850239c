// Each request brings new objects that hold the same: they are not read again, and nobody can tell.
import { Compactor, CompactorPool } from "tooltrim";
import { describe, expect, test } from "vitest";
import type { Loose } from "../messages/support.js";
import { history, paths } from "./support.js";

const options = { window: { chars: 40_000 } };
const upTo = (count: number) => history({ asks: "Look at a", calls: paths("a", count) });

test("the same bytes as a compactor that is handed the very objects", () => {
  for (const style of ["mask", "summary"] as const) {
    const [pool, compactor] = [new CompactorPool({ ...options, style }), new Compactor({ ...options, style })];
    const all = upTo(40);
    for (let calls = 1; calls <= 40; calls += 1) {
      const [ours, expected] = [pool.next(upTo(calls)), compactor.next(all.slice(0, 1 + 2 * calls))];
      expect(JSON.stringify(ours.messages)).toBe(JSON.stringify(expected.messages));
      expect([ours.changed, ours.edits, ours.notice]).toEqual([expected.changed, expected.edits, expected.notice]);
      expect(ours.report).toEqual(expected.report);
      expect(ours.state).toEqual(expected.state);
    }
  }
});

test("what goes out untouched are the caller's objects of this request", () => {
  const pool = new CompactorPool(options);
  for (let calls = 1; calls <= 30; calls += 1) {
    const messages = upTo(calls);
    const { messages: sent, changed } = pool.next(messages);
    if (!changed) expect(sent).toBe(messages);
    const own = new Set<Loose>(messages);
    for (const [at, message] of sent.entries()) {
      if (JSON.stringify(message) === JSON.stringify(messages[at])) expect(own.has(message)).toBe(true);
    }
  }
});

test("an edit that keeps length and ends goes out", () => {
  const pool = new CompactorPool({ window: { chars: 1e6 } });
  const make = (middle: string) => [
    { role: "user", content: "Go" },
    { role: "assistant", content: `${"a".repeat(5000)}${middle}${"z".repeat(5000)}` },
    { role: "user", content: "On" },
  ];
  pool.next(make("one"));
  expect(pool.next(make("two")).messages[1]).toEqual(make("two")[1]);
});

describe("what holds more than it shows is not taken for the same", () => {
  const long = "I look at the harbour. ".repeat(200);
  const withInput = (input: Loose) => [
    { role: "user", content: "Go" },
    {
      role: "assistant",
      content: [
        { type: "text", text: long },
        { type: "tool_use", id: "t1", name: "ls", input },
      ],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "lib.rs" }] },
    { role: "assistant", content: "Done." },
    { role: "user", content: "On" },
  ];
  class Hidden {
    readonly #text: string;
    constructor(text: string) {
      this.#text = text;
    }
    get path() {
      return this.#text;
    }
  }
  const cycle = (end: string) => {
    const input: Loose = { path: "." };
    input.self = [input, input, end];
    return input;
  };
  /** What stands in the message that is cut, when it came once like this and then like that. */
  const inputOf = (one: Loose, other: Loose) => {
    const pool = new CompactorPool({ window: { chars: 1e6 } });
    pool.next(withInput(one));
    const { messages } = pool.next<Loose>(withInput(other), { force: true, compactTo: 0.001 });
    expect(messages[1].content[0].text.length).toBeLessThan(long.length);
    return messages[1].content[1].input;
  };
  test.each<[string, Loose, Loose]>([
    ["a text behind an accessor", new Hidden("one"), new Hidden("two")],
    ["a map", { a: new Map([["k", 1]]) }, { a: new Map([["k", 2]]) }],
    ["a date", { a: new Date(1) }, { a: new Date(2) }],
    ["bytes", { a: Uint8Array.of(1) }, { a: Uint8Array.of(2) }],
    ["numbers in an array of their own", { a: Float64Array.of(1) }, { a: Float64Array.of(2) }],
    ["a cycle", cycle("one"), cycle("two")],
    ["another class", { a: 1 }, Object.assign(Object.create({}), { a: 1 })],
    ["-0", { a: 0 }, { a: -0 }],
    ["a member that is undefined", { a: 1 }, { a: 1, b: undefined }],
  ])("%s", (_, one, other) => {
    expect(inputOf(one, other)).toBe(other);
  });
  test("and what is the same is, as the object of the first request", () => {
    const one = { path: ".", list: [1, "two", null, { three: 3 }], bytes: Uint8Array.of(1, 2) };
    expect(inputOf(one, structuredClone(one))).toBe(one);
  });
  test("nor is what cannot be read, and nothing is thrown", () => {
    const bad = () =>
      withInput({
        get path() {
          throw new Error("no");
        },
      });
    const pool = new CompactorPool({ window: { chars: 1e6 } });
    pool.next(bad());
    expect(pool.next(bad()).changed).toBe(false);
  });
  test("deep and wide values take no time", () => {
    const deep = () => withInput(JSON.parse(`${'{"a":'.repeat(4000)}1${"}".repeat(4000)}`));
    const wide = () => withInput({ list: Array.from({ length: 500_000 }, (_, at) => at) });
    for (const make of [deep, wide]) {
      const pool = new CompactorPool({ window: { chars: 1e9 } });
      pool.next(make());
      expect(pool.next(make()).changed).toBe(false);
    }
  });
});
