// What differs from request to request, and what was billed for them.
import { Compactor, CompactorPool } from "tooltrim";
import { describe, expect, test } from "vitest";
import type { Loose } from "../messages/support.js";
import { history, paths, task } from "./support.js";

const window = { chars: 100_000 };
/** Some 2,000 units a call. */
const upTo = (count: number) => history({ asks: "Look at a", calls: paths("a", count) });

describe("what stands outside the messages", () => {
  test("counts for this request alone, instead of what the options say", () => {
    for (const compactor of [new CompactorPool({ window }), new Compactor({ window })]) {
      const next = (messages: Loose[], reserve?: { chars: number } | { tokens: number }) =>
        compactor instanceof CompactorPool
          ? compactor.next(messages, { reserve })
          : compactor.next(messages, { reserve });
      const messages = upTo(20);
      expect(next(messages).changed).toBe(false);
      const small = next(messages, { chars: 60_000 });
      expect(small.changed).toBe(true);
      expect(small.report.after.chars).toBeLessThanOrEqual(20_000);
      // What was decided stays decided, with more room too.
      const again = next([...messages]);
      expect([again.notice, again.messages]).toEqual([null, small.messages]);
    }
  });
  test("a report that is read later is that of its own request", () => {
    const compactor = new Compactor({ window });
    const messages = upTo(20);
    compactor.next(messages);
    const roomy = compactor.next([...messages, ...task("b", 1)]);
    const tight = compactor.next([...messages, ...task("b", 1)], { reserve: { chars: 80_000 } });
    expect(roomy.report).toMatchObject({ overTarget: false, firstChangedMessage: null });
    expect(roomy.report.after.chars).toBe(roomy.report.before.chars);
    expect(tight.report.after.chars).toBeLessThanOrEqual(10_000);
  });
  test("does not let a step go unseen when the messages are the same objects", () => {
    const compactor = new Compactor({ window });
    const messages = upTo(20);
    compactor.next(messages, { reserve: { chars: 10 } });
    expect(compactor.next(messages, { reserve: { chars: 10 } }).changed).toBe(false);
    expect(compactor.next(messages, { reserve: { chars: 60_000 } }).changed).toBe(true);
  });
  test("is another one whenever its size differs, in every unit", () => {
    for (const unit of ["chars", "utf16"]) {
      const compactor = new Compactor({ window });
      const messages = upTo(20);
      const next = (size: number) => compactor.next(messages, { reserve: { [unit]: size } as { utf16: number } });
      expect(next(10).changed, unit).toBe(false);
      expect(next(60_000).changed, unit).toBe(true);
    }
  });
  test("that is no budget, or in another unit, is refused, and nothing was decided", () => {
    const pool = new CompactorPool({ window });
    pool.next(upTo(1));
    const state = JSON.stringify(pool.state());
    for (const reserve of [{ tokens: 10 }, 10, null, {}, { chars: -1 }, { chars: 1, tokens: 1 }, "10"] as Loose[]) {
      const wrong = () => pool.next(upTo(20), { reserve });
      expect(wrong, JSON.stringify(reserve)).toThrow(/^reserve(\.chars)?: /);
    }
    expect(JSON.stringify(pool.state())).toBe(state);
  });
});

test("force and compactTo of a request reach the conversation that is found", () => {
  const pool = new CompactorPool({ window: { chars: 1e6 } });
  pool.next(upTo(9));
  const { report, notice } = pool.next(upTo(10), { force: true, compactTo: 0.005 });
  expect(notice).not.toBeNull();
  expect(report.after.chars).toBeLessThanOrEqual(5000);
  expect(report.forkedAt).toBeUndefined();
});

describe("what was billed", () => {
  const options = { window: { tokens: 20_000 } };
  test("corrects the estimate of its conversation alone", () => {
    const pool = new CompactorPool(options);
    const first = pool.next(upTo(10));
    const other = pool.next(task("b", 10));
    const { tokens } = first.report.before;
    pool.observe(first, { inputTokens: tokens * 3 });
    const [after, afterOther] = [pool.next(upTo(11)), pool.next(task("b", 11))];
    expect(after.report.before.tokens).toBeGreaterThan(2.9 * tokens);
    expect(after.notice).not.toBeNull();
    expect(afterOther.report.before.tokens).toBeLessThan(1.2 * other.report.before.tokens);
    // It is remembered.
    const restored = new CompactorPool({ ...options, state: JSON.parse(JSON.stringify(pool.state())) });
    expect(restored.next(upTo(12)).report.before.tokens).toBeGreaterThan(2.9 * tokens);
  });
  test("for a request that is not the last one of its conversation does nothing", () => {
    const pool = new CompactorPool(options);
    const early = pool.next(upTo(3));
    const { tokens } = pool.next(upTo(10)).report.before;
    pool.observe(early, { inputTokens: 5 * tokens });
    expect(pool.next(upTo(10)).report.before.tokens).toBe(tokens);
  });
  test("for one that is gone does nothing, and for none of ours is an error", () => {
    const pool = new CompactorPool({ ...options, max: 1 });
    const gone = pool.next(upTo(3));
    pool.next(task("b", 3));
    pool.observe(gone, { inputTokens: 1 });
    pool.observe(pool.next([]), { inputTokens: 1 });
    expect(() => pool.observe(new Compactor(options).next(upTo(1)), { inputTokens: 1 })).toThrow(/^compaction: /);
    expect(() => pool.observe(gone, {} as Loose)).toThrow(/^inputTokens: undefined is not a number/);
  });
});

test("observed after each request, a compactor decides as one that reads all anew each time", () => {
  for (const window of [{ tokens: 12_000 }, { chars: 48_000 }]) {
    const one = new Compactor({ window });
    const all = upTo(60);
    let state = one.state();
    let steps = 0;
    for (let calls = 1; calls <= 60; calls += 1) {
      const messages = all.slice(0, 1 + 2 * calls);
      const [ours, anew] = [one.next(messages), Compactor.from(state, { window }).next(messages)];
      expect(JSON.stringify(ours.messages)).toBe(JSON.stringify(anew.messages));
      expect(ours.notice).toBe(anew.notice);
      // A part of a token for each request that was not read as a whole.
      expect(Math.abs(ours.report.after.tokens - anew.report.after.tokens)).toBeLessThanOrEqual(1);
      expect(ours.report.after.chars).toBe(anew.report.after.chars);
      steps += ours.notice === null ? 0 : 1;
      one.observe({ inputTokens: Math.round(ours.report.after.tokens * (1.1 + 0.1 * Math.sin(calls))) });
      state = one.state();
    }
    expect(steps).toBeGreaterThan(2);
  }
});

test("a message that grows in place before its usage is known is seen", () => {
  const compactor = new Compactor({ window: { tokens: 4000 }, recentCallsToKeep: 0 });
  const growing = { type: "tool_result", tool_use_id: "t1", content: "begins" };
  const messages = [
    { role: "user", content: "Go" },
    { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "bash", input: { command: "make" } }] },
    { role: "user", content: [growing] },
  ];
  const { report } = compactor.next(messages);
  const { tokens } = report.after;
  growing.content = "one more line of what it prints\n".repeat(1000);
  compactor.observe({ inputTokens: tokens });
  const after = compactor.next(messages);
  expect(after.notice).not.toBeNull();
  expect(after.report.after.tokens).toBeLessThanOrEqual(2000);
});

test("a new conversation stays known among many about which something was decided", () => {
  const pool = new CompactorPool({ window: { tokens: 4000 }, max: 3 });
  for (const name of ["b", "c", "d", "e"]) expect(pool.next(task(name, 8)).notice).not.toBeNull();
  for (let calls = 1; calls <= 4; calls += 1) {
    const compaction = pool.next(upTo(calls));
    pool.observe(compaction, { inputTokens: 2 * compaction.report.before.tokens });
  }
  // Counted as it was billed.
  const { report } = pool.next(upTo(5));
  const plain = new Compactor({ window: { tokens: 1e9 } }).next(upTo(5)).report;
  expect(report.before.tokens).toBeGreaterThan(1.5 * plain.before.tokens);
});
