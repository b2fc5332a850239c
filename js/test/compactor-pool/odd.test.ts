// Messages of which nothing can be trusted: finding a conversation never fails.
import { CompactorPool } from "tooltrim";
import { describe, expect, test } from "vitest";
import { hostile } from "../../../tests/conversations/index.mjs";
import { all, drawn, type Loose } from "../messages/support.js";
import { lengths, task, window } from "./support.js";

const finds = (make: () => Loose[]) => {
  const pool = new CompactorPool({ window: { chars: 1e9 } });
  pool.next(make());
  pool.next([...make(), { role: "user", content: "more" }]);
  return lengths(pool.state());
};

/** A conversation with something in the arguments of its call. */
const withInput = (input: () => unknown) => () => [
  { role: "user", content: "Look around" },
  { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "ls", input: input() }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "lib.rs" }] },
];

describe("arguments that are odd do not keep a conversation from being found", () => {
  test.each<[string, () => unknown]>([
    [
      "a cycle",
      () => {
        const cycle: Loose = { path: "." };
        cycle.self = [cycle, cycle];
        return cycle;
      },
    ],
    [
      "a getter that throws",
      () => ({
        path: ".",
        get bad() {
          throw new Error("no");
        },
      }),
    ],
    ["a function", () => ({ path: () => "." })],
    ["bytes", () => ({ data: new Uint8Array(1e5).fill(7) })],
    ["a huge list", () => ({ data: Array.from({ length: 100_000 }, (_, at) => at) })],
    ["a long text", () => ({ data: "long ".repeat(1e6) })],
    ["deep nesting", () => JSON.parse(`${'{"a":'.repeat(500)}1${"}".repeat(500)}`)],
    ["no prototype", () => Object.assign(Object.create(null), { path: "." })],
    [
      "members in another order",
      (() => {
        let turn = 0;
        return () => (turn++ % 2 ? { a: 1, b: 2 } : { b: 2, a: 1 });
      })(),
    ],
  ])("%s", (_, input) => {
    expect(finds(withInput(input))).toEqual([4]);
  });
});

test("a class with everything behind accessors is told apart by what they give", () => {
  class Said {
    readonly #role: string;
    readonly #content: string;
    constructor(role: string, content: string) {
      this.#role = role;
      this.#content = content;
    }
    get role() {
      return this.#role;
    }
    get content() {
      return this.#content;
    }
  }
  const pool = new CompactorPool({ window });
  const made = (text: string, count: number) =>
    Array.from({ length: count }, (_, at) => new Said(at % 2 ? "assistant" : "user", `${text} ${at}`));
  pool.next(made("a", 3));
  pool.next(made("b", 3));
  pool.next(made("a", 5));
  expect(lengths(pool.state())).toEqual([3, 5]);
});

test("whatever is no conversation is refused as a compactor refuses it, and does not stay", () => {
  const pool = new CompactorPool({ window });
  pool.next(task("a", 9));
  const state = JSON.stringify(pool.state());
  all(drawn(hostile(), 300)(), ({ messages }) => {
    try {
      pool.next(messages as Loose[]);
    } catch (error) {
      expect((error as Loose).name).toBe("TooltrimError");
      expect(["INVALID_MESSAGES", "UNKNOWN_FORMAT"]).toContain((error as Loose).code);
    }
  });
  expect(pool.next(task("a", 9)).notice).toBeNull();
  expect(JSON.stringify(pool.state())).toContain(state.slice(1, -1));
});
