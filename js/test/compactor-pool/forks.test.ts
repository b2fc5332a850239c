// Conversations that leave a known one: edited, asked again, or only begun alike.
import { CompactorPool } from "tooltrim";
import { describe, expect, test } from "vitest";
import type { Loose } from "../messages/support.js";
import { history, lengths, paths, plain, saved, shortened, task, window } from "./support.js";

const begun = { asks: "Look at a", calls: paths("a", 9) };
const goesOn = (name: string, count = 1) => history(begun, { asks: `Now ${name}`, calls: paths(name, count) });

/** A conversation about which something was decided. */
function decided() {
  const pool = new CompactorPool({ window });
  const { messages, report } = pool.next(history(begun));
  expect(shortened(report)).toBeGreaterThan(3);
  return { pool, sent: plain(messages) };
}

describe("two conversations that begin alike", () => {
  test("both go on from what was decided about what they share", () => {
    const { pool, sent } = decided();
    for (const name of ["b", "c", "b", "c"]) {
      const { messages, notice } = pool.next(goesOn(name));
      expect(notice).toBeNull();
      expect(plain(messages).slice(0, sent.length)).toEqual(sent);
    }
  });

  test("decide on their own: a step of one leaves the other as it was", () => {
    const { pool } = decided();
    const before = plain(pool.next(goesOn("b")).messages);
    const long = pool.next(goesOn("c", 12));
    expect(long.notice).not.toBeNull();
    const after = pool.next(goesOn("b"));
    expect(after.notice).toBeNull();
    expect(plain(after.messages)).toEqual(before);
    expect(plain(pool.next(goesOn("c", 12)).messages)).toEqual(plain(long.messages));
    expect(lengths(pool.state())).toHaveLength(2);
  });

  test("take the place of each other as long as all that was decided is about what they share", () => {
    const { pool } = decided();
    for (const name of ["b", "c", "d", "e"]) pool.next(goesOn(name));
    expect(lengths(pool.state())).toEqual([22]);
  });

  test("have nothing in common when nothing was decided about what they share", () => {
    const pool = new CompactorPool({ window });
    const asks = "You are in a workspace.";
    pool.next(history({ asks, calls: [] }, { asks: "Look at a", calls: paths("a", 9) }));
    const other = () => history({ asks, calls: [] }, { asks: "Look at b", calls: paths("b", 9) });
    const { messages, report } = pool.next(other());
    expect(report.forkedAt).toBeUndefined();
    expect(plain(messages)).toEqual(plain(new CompactorPool({ window }).next(other()).messages));
    expect(saved(pool.state()).map(({ state }) => state.steps)).toEqual([1, 1]);
  });

  test("are told apart by the longest prefix", () => {
    const { pool } = decided();
    const [b, c] = [pool.next(goesOn("b", 12)), pool.next(goesOn("c", 12))];
    for (const [name, sent] of [
      ["b", b],
      ["c", c],
      ["b", b],
    ] as const) {
      const { messages, notice } = pool.next([...goesOn(name, 12), ...task("z", 0)]);
      expect(notice).toBeNull();
      expect(plain(messages).slice(0, -1)).toEqual(plain(sent.messages));
    }
  });
});

describe("an earlier message that was edited", () => {
  test("what comes before it stays decided, what came after it is another conversation's", () => {
    const pool = new CompactorPool({ window });
    const turns = (second: string, count: number) =>
      history({ asks: "Look at a", calls: paths("a", 9) }, { asks: second, calls: paths("b", count) });
    pool.next(turns("And b", 0));
    const first = pool.next(turns("And b", 8));
    expect(first.notice).not.toBeNull();
    const edited = pool.next(turns("And b, please", 0));
    expect(edited.report.forkedAt).toBe(19);
    expect(plain(edited.messages).slice(0, 19)).toEqual(plain(first.messages).slice(0, 19));
    // The edit is taken back.
    const back = pool.next(turns("And b", 8));
    expect(back.notice).toBeNull();
    expect(plain(back.messages)).toEqual(plain(first.messages));
  });

  test("the first one: it is a new conversation", () => {
    const { pool } = decided();
    const edited = () => history({ ...begun, asks: "Look at a again" });
    const { messages, report } = pool.next(edited());
    expect(report.forkedAt).toBeUndefined();
    expect(plain(messages)).toEqual(plain(new CompactorPool({ window }).next(edited()).messages));
  });
});

describe("a list that is shorter than before", () => {
  test("goes out as it did, and the longer one is still known", () => {
    const { pool, sent } = decided();
    const whole = pool.state();
    const less = pool.next(history(begun).slice(0, 15));
    expect(plain(less.messages)).toEqual(sent.slice(0, 15));
    const again = pool.next(history(begun));
    expect(again.notice).toBeNull();
    expect(plain(again.messages)).toEqual(sent);
    expect(saved(pool.state()).at(-1)).toEqual(saved(whole)[0]);
  });

  test("a request for a title does not disturb", () => {
    const { pool, sent } = decided();
    const title = pool.next(history({ asks: "Look at a", calls: [] }));
    expect([title.changed, title.notice]).toEqual([false, null]);
    pool.next(history({ asks: "Write a title for: Look at a", calls: [] }));
    pool.next(history({ asks: "Look at a", calls: [] }, { asks: "Write a title", calls: [] }));
    const { messages, notice, report } = pool.next(goesOn("b"));
    expect([notice, report.forkedAt]).toEqual([null, undefined]);
    expect(plain(messages).slice(0, sent.length)).toEqual(sent);
  });

  test("an empty one changes nothing", () => {
    const { pool } = decided();
    const before = pool.state();
    const none: Loose[] = [];
    const { messages, changed, notice } = pool.next(none);
    expect([messages === none, changed, notice]).toEqual([true, false, null]);
    expect(pool.state()).toEqual(before);
    expect(new CompactorPool({ window }).next([]).changed).toBe(false);
  });
});

describe("the same list again", () => {
  test("goes out as it did, however often, and is one conversation", () => {
    const { pool, sent } = decided();
    const state = pool.state();
    for (let times = 0; times < 3; times += 1) {
      const { messages, notice } = pool.next(history(begun));
      expect(notice).toBeNull();
      expect(plain(messages)).toEqual(sent);
    }
    expect(pool.state()).toEqual(state);
  });

  test("with another end each time, it is one conversation as long as no step is taken", () => {
    const { pool, sent } = decided();
    for (let times = 0; times < 50; times += 1) {
      const { messages } = pool.next(history(begun, { asks: `It is ${times} o'clock`, calls: [] }));
      expect(plain(messages).slice(0, sent.length)).toEqual(sent);
    }
    expect(lengths(pool.state())).toEqual([20]);
  });
});
