// How many conversations are kept, which ones go, and what is left of them after a restart.
import { CompactorPool, type CompactorPoolOptions, type JsonValue } from "tooltrim";
import { describe, expect, test, vi } from "vitest";
import type { Loose } from "../messages/support.js";
import { failure } from "../support/errors.js";
import { history, lengths, plain, saved, task, window } from "./support.js";

/** CompactorPool that have decided about conversations of these names. */
function having(names: readonly string[], options: Partial<CompactorPoolOptions> = {}) {
  const pool = new CompactorPool({ window, ...options });
  const sent = new Map(names.map((name) => [name, plain(pool.next(task(name, 9)).messages)]));
  return { pool, sent };
}

/** Whether a conversation goes out as before, or is compacted anew. */
const knows = (pool: CompactorPool, name: string) => pool.next(task(name, 9)).notice === null;

describe("at most max conversations", () => {
  test("the least recently used one goes", () => {
    const { pool } = having(["a", "b", "c"], { max: 3 });
    pool.next(task("a", 10));
    pool.next(task("d", 9));
    expect(saved(pool.state())).toHaveLength(3);
    expect(["a", "c", "d"].map((name) => knows(pool, name))).toEqual([true, true, true]);
    expect(knows(pool, "b")).toBe(false);
  });

  test("those about which nothing was decided go first", () => {
    const { pool } = having(["a", "b"], { max: 3 });
    for (let at = 0; at < 10; at += 1) pool.next(history({ asks: `Write title ${at}`, calls: [] }));
    expect(lengths(pool.state())).toEqual([19, 19, 1]);
    pool.next(task("c", 9));
    expect(lengths(pool.state())).toEqual([19, 19, 19]);
    // There is no room for it, and nothing to be remembered.
    pool.next(history({ asks: "Write a title", calls: [] }));
    expect(lengths(pool.state())).toEqual([19, 19, 19]);
    expect(["a", "b", "c"].map((name) => knows(pool, name))).toEqual([true, true, true]);
  });

  test("32 unless it is said", () => {
    const names = Array.from({ length: 34 }, (_, at) => `n${at}x`);
    const { pool } = having(names);
    expect(saved(pool.state())).toHaveLength(32);
    expect(knows(pool, "n2x")).toBe(true);
    expect(knows(pool, "n1x")).toBe(false);
  });

  test("1 will do", () => {
    const { pool } = having(["a", "b"], { max: 1 });
    expect(knows(pool, "b")).toBe(true);
    expect(knows(pool, "a")).toBe(false);
  });

  test("many that take turns are all known, also those that were put away", () => {
    const names = ["a", "b", "c", "d", "e", "f", "g"];
    const { pool, sent } = having(names);
    for (const name of [...names, ...names]) {
      const { messages, notice } = pool.next(task(name, 10));
      expect(notice).toBeNull();
      expect(plain(messages).slice(0, 19)).toEqual(sent.get(name));
    }
  });

  test.each([
    [0, "0"],
    [-1, "-1"],
    [1.5, "1.5"],
    [Number.NaN, "NaN"],
    [Infinity, "Infinity"],
    ["2", '"2"'],
    [null, "null"],
  ])("%s is no such number", (max, shown) => {
    expect(failure(() => new CompactorPool({ window, max: max as number }))).toBe(
      `INVALID_OPTION: max: ${shown} is not a whole number of 1 or more`,
    );
  });
});

describe("a restart", () => {
  const names = ["a", "b", "c", "d", "e", "f"];

  test("all that was decided goes out again", () => {
    const { pool, sent } = having(names);
    const state = JSON.parse(JSON.stringify(pool.state())) as JsonValue;
    const restored = new CompactorPool({ window, state });
    expect(restored.state()).toEqual(state);
    for (const name of names) {
      const { messages, notice } = restored.next(task(name, 10));
      expect(notice).toBeNull();
      expect(plain(messages).slice(0, 19)).toEqual(sent.get(name));
    }
  });

  test("is no change to a fork", () => {
    const { pool, sent } = having(["a"]);
    const restored = new CompactorPool({ window, state: pool.state() });
    const { messages } = restored.next([...task("a", 8), ...task("b", 0)]);
    expect(plain(messages).slice(0, 17)).toEqual(sent.get("a")?.slice(0, 17));
  });

  test("keeps which was used last", () => {
    const { pool } = having(names);
    pool.next(task("b", 9));
    const restored = new CompactorPool({ window, state: pool.state(), max: 2 });
    expect(restored.state()).toEqual(saved(pool.state()).slice(-2));
    expect([knows(restored, "f"), knows(restored, "b")]).toEqual([true, true]);
  });

  test("the state of none is an empty list", () => {
    const pool = new CompactorPool({ window });
    expect(pool.state()).toEqual([]);
    expect(new CompactorPool({ window, state: pool.state() }).state()).toEqual([]);
  });

  test("the state holds nothing of messages that went out as they came", () => {
    const pool = new CompactorPool({ window });
    pool.next(task("secret", 3));
    expect(JSON.stringify(pool.state())).not.toContain("secret");
  });

  test.each<[string, unknown]>([
    ["null", null],
    ["a text", "x"],
    ["a compactor's", { version: 1 }],
    ["a list of something else", [1]],
    ["a list of nulls", [null]],
    ["without prints", [{ state: {} }]],
    ["with odd prints", [{ prints: "123", state: {} }]],
    ["with empty prints", [{ prints: "", state: {} }]],
    ["with prints that are none", [{ prints: "zzzzzzzz", state: {} }]],
    ["without a state", [{ prints: "00000000" }]],
  ])("%s is no state", (_, state) => {
    expect(failure(() => new CompactorPool({ window, state: state as JsonValue }))).toBe(
      "INVALID_OPTION: state: is not a state of a compactor pool",
    );
  });

  test("a conversation's state that is none is one of no compactor", () => {
    const state = [{ prints: "00000000", state: { version: 99 } }];
    expect(failure(() => new CompactorPool({ window, state }))).toBe(
      "INVALID_OPTION: state: is not a state of a compactor",
    );
  });
});

describe("options", () => {
  test("are checked at once", () => {
    expect(failure(() => new CompactorPool({} as never))).toBe(
      "INVALID_OPTION: window: is missing; it is { tokens }, { chars } or { utf16 }",
    );
    expect(failure(() => new CompactorPool({ window, triggerAt: 2 }))).toBe(
      "INVALID_OPTION: triggerAt: 2 is not a number from 0 to 1",
    );
    expect(failure(() => new CompactorPool({ window, most: 3 } as never))).toContain(
      "INVALID_OPTION: most: is not an option; known are ",
    );
    expect(failure(() => new CompactorPool(null as never))).toBe("INVALID_OPTION: options: null is not an object");
  });

  test("that are undefined are absent", () => {
    expect(new CompactorPool({ window, max: undefined, state: undefined }).state()).toEqual([]);
  });

  test("onEvent is told of each step, of whichever conversation", () => {
    const onEvent = vi.fn();
    const { pool } = having(["a", "b"], { onEvent });
    pool.next(task("a", 10));
    expect(onEvent).toHaveBeenCalledTimes(2);
  });
});

test("messages that cannot be read are an error, and leave what is known as it is", () => {
  const { pool, sent } = having(["a"]);
  const state = pool.state();
  const wrong: unknown[] = [1, "x", null, {}, [1], [null]];
  for (const messages of wrong) expect(failure(() => pool.next(messages as Loose[]))).toMatch(/^INVALID_MESSAGES: /);
  expect(pool.state()).toEqual(state);
  expect(plain(pool.next(task("a", 9)).messages)).toEqual(sent.get("a"));
});

test("what is no message goes out as it is in a conversation that is known, and is a problem", () => {
  const { pool } = having(["a"]);
  for (const odd of [1, "x"]) {
    const { messages, report } = pool.next([...task("a", 9), odd] as Loose[]);
    expect(messages.at(-1)).toBe(odd);
    expect(report.problems).not.toEqual([]);
  }
});
