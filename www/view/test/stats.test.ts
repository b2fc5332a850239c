// Stats of a conversation: each figure is one that the library gives, and they add up.
import { compactMessages, TooltrimError } from "tooltrim";
import { type CharsByKind, extractToolCalls, inspectMessages } from "tooltrim/messages";
import { type ConversationStats, conversationStats } from "tooltrim-view/stats";
import { describe, expect, test } from "vitest";
import { noSessions, sessions } from "../../../js/test/messages/support.js";
import { exchange, session } from "./support.js";

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
const all = (chars: CharsByKind) => sum(Object.values(chars));

/** What holds for each conversation. */
function expectToAddUp(messages: readonly object[], stats: ConversationStats) {
  const { size, calls, failures } = inspectMessages(messages);
  expect(stats.size).toEqual(size);
  expect(all(stats.parts)).toBe(size.chars);
  expect(sum(stats.timeline.map(({ chars }) => all(chars)))).toBe(size.chars);
  expect(stats.timeline.length).toBeLessThanOrEqual(200);
  expect(stats.timeline.map(({ from }) => from)).toEqual([0, ...stats.timeline.map(({ to }) => to)].slice(0, -1));
  expect(stats.timeline.at(-1)?.to ?? 0).toBe(messages.length);

  const extracted = extractToolCalls(messages);
  expect(stats.calls).toBe(extracted.length);
  expect(stats.failedCalls).toBe(extracted.filter(({ isError }) => isError).length);
  expect(stats.unansweredCalls).toBe(extracted.filter(({ isAnswered }) => !isAnswered).length);
  for (const rows of [stats.categories, stats.tools]) {
    expect(sum(rows.map((row) => row.calls))).toBe(extracted.length);
    expect(sum(rows.map((row) => row.failures))).toBe(stats.failedCalls);
    expect(sum(rows.map((row) => row.staleChars))).toBe(stats.stale.chars);
    expect(sum(rows.map((row) => row.chars))).toBe(sum(calls.map((each) => each.argsChars + each.resultChars)));
    expect(sum(rows.map((row) => row.tokens))).toBe(sum(calls.map(({ tokens }) => tokens)));
    expect(rows.map((row) => row.chars)).toEqual(rows.map((row) => row.chars).sort((one, other) => other - one));
    for (const { largest, chars, share } of rows) {
      const at = calls[largest.call];
      expect(largest.chars).toBe((at?.argsChars ?? 0) + (at?.resultChars ?? 0));
      expect(share).toBeCloseTo(chars / size.chars, 10);
    }
  }
  expect(stats.largest.map(({ chars }) => chars)).toEqual(
    calls
      .map(({ resultChars }) => resultChars)
      .filter((chars) => chars > 0)
      .sort((one, other) => other - one)
      .slice(0, 10),
  );
  expect(sum(stats.failures.map(({ count }) => count))).toBe(sum(failures.map(({ count }) => count)));
  expect(sum(stats.failures.map(({ count }) => count))).toBe(stats.failedCalls);
  for (const { calls: counts, saved, before, after } of stats.savings) {
    expect(sum(Object.values(counts))).toBe(extracted.length);
    expect(saved).toBeCloseTo(1 - after.chars / before.chars, 10);
  }
}

test("savings are those of compactMessages at each target, exactly", () => {
  const { size, savings } = conversationStats(session);
  expect(savings.map(({ share }) => share)).toEqual([0.8, 0.6, 0.5, 0.4, 0.2]);
  for (const { share, target, ...saving } of savings) {
    expect(target).toEqual({ chars: Math.floor(size.chars * share) });
    const { report } = compactMessages(session, {
      window: { chars: size.chars },
      compactTo: target,
      triggerAt: 0,
      minimumGain: 0,
    });
    const rung = (name: string) => report.exchanges.filter((each) => each.rung === name).length;
    expect(saving).toEqual({
      before: report.before,
      after: report.after,
      saved: 1 - report.after.chars / report.before.chars,
      reached: !report.overTarget,
      calls: { full: rung("full"), trimmed: rung("trimmed"), fact: rung("fact"), folded: rung("folded") },
      rebilledTokens: report.rebilledTokens,
      breakEvenRequests: report.breakEvenRequests,
    });
    if (saving.reached) expect(report.after.chars).toBeLessThanOrEqual(target.chars ?? 0);
  }
  expect(savings.at(-1)?.saved).toBeGreaterThan(0.4);
});

test("targets are shares of a window, in its unit", () => {
  const { savings, window, size } = conversationStats(session, { window: { tokens: 2000 }, targets: [0.5, 0.25] });
  expect(window).toEqual({ tokens: 2000 });
  expect(savings.map(({ target }) => target)).toEqual([{ tokens: 1000 }, { tokens: 500 }]);
  for (const { before, after, target, reached, saved } of savings) {
    expect(before).toEqual(size);
    expect(saved).toBe(1 - after.tokens / before.tokens);
    expect(reached).toBe(after.tokens <= (target.tokens ?? 0));
  }
  // A window that is much larger than the conversation leaves nothing to do.
  const [roomy] = conversationStats(session, { window: { chars: 1_000_000 }, targets: [0.5] }).savings;
  expect(roomy).toMatchObject({ saved: 0, reached: true, rebilledTokens: 0, breakEvenRequests: null });
});

test("files tell reads, edits and what is out of date", () => {
  const { files } = conversationStats(session);
  const chars = 60 * "export const berth = 7;\n".length;
  // The first view was changed later, the second one repeated.
  expect(files).toEqual([
    { path: "src/berth.ts", reads: 3, edits: 1, readChars: 3 * chars, staleChars: 2 * chars, lastMessage: 17 },
  ]);
  expect(conversationStats(exchange("a", "read_file", { path: "a.ts" }, "x")).files).toEqual([]);
});

test("commands and searches that were made again are one row", () => {
  const { repeats } = conversationStats(session);
  const hits = 40 * "src/berth.ts:1\n".length;
  const failed = "Error: berth 7 is full\nexit code: 1\n".length;
  expect(repeats).toEqual([
    {
      ...{ name: "grep", category: "search", subject: '"berth"', times: 2, failures: 0 },
      ...{ chars: 2 * hits, staleChars: hits, calls: [5, 7] },
    },
    {
      ...{ name: "bash", category: "terminal", subject: "npm test", times: 2, failures: 1 },
      ...{ chars: failed + 900, staleChars: failed, calls: [1, 6] },
    },
  ]);
  const again = ["a", "b", "c", "d"].flatMap((id) => exchange(id, "bash", { command: "date" }, "12:00"));
  expect(conversationStats(again).repeats).toMatchObject([{ times: 4, staleChars: 15, calls: [0, 1, 2, 3] }]);
});

test("equal failures are one row, the most frequent first", () => {
  const { failures } = conversationStats(session);
  expect(failures).toEqual([{ line: "Error: berth 7 is full", count: 2, calls: [1, 4], resolved: false }]);
});

test("the biggest results come first, as many as are asked for", () => {
  const { largest } = conversationStats(session, { largest: 3 });
  expect(largest.map(({ call, message, stale }) => [call, message, stale])).toEqual([
    [0, 2, "changed"],
    [3, 8, "repeated"],
    [8, 18, null],
  ]);
  expect(largest[0]).toMatchObject({ name: "read_file", category: "read", subject: "src/berth.ts", chars: 1440 });
});

test("the sums of a small session add up", () => {
  expectToAddUp(session, conversationStats(session));
});

test("a long session has 200 bins", () => {
  const long = Array.from({ length: 1001 }, (_, at) => ({
    role: at % 2 ? "assistant" : "user",
    content: "x".repeat(at),
  }));
  const stats = conversationStats(long, { targets: [] });
  expect(stats.timeline).toHaveLength(200);
  expectToAddUp(long, stats);
});

test("secrets are hidden unless the caller wants them seen", () => {
  const secret = "ghp_0123456789abcdefghijABCDEFGHIJ456789";
  const messages = exchange("a", "bash", { command: `curl -u me:${secret} x` }, `Error: ${secret}`, true);
  expect(JSON.stringify(conversationStats(messages))).not.toContain(secret);
  expect(JSON.stringify(conversationStats(messages, { redact: (text) => text }))).toContain(secret);
});

test("no messages have empty stats, and what is no conversation is refused", () => {
  expect(conversationStats([])).toMatchObject({ format: null, calls: 0, savings: [], timeline: [], tools: [] });
  expect(() => conversationStats([42])).toThrow(TooltrimError);
  expect(() => conversationStats(session, { format: "claude" as never })).toThrow("format:");
  expect(() => conversationStats(session, { window: { chars: -1 } })).toThrow("window.chars:");
});

describe.skipIf(noSessions)("real sessions", () => {
  const files = noSessions ? [{ name: `all of them: ${noSessions}` } as (typeof sessions)[number]] : sessions;
  test.each(files)("$name adds up", ({ load }) => {
    const messages = load();
    expectToAddUp(messages, conversationStats(messages));
  });
});
