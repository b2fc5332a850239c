// A summary that somebody else writes, and our own when that does not come to be.
import { getEventListeners } from "node:events";
import { compactMessages, compactMessagesAsync } from "tooltrim";
import { extractToolCalls } from "tooltrim/messages";
import { afterEach, describe, expect, test, vi } from "vitest";
import { plain, task } from "../compactor-pool/support.js";
import type { Loose } from "../messages/support.js";
import { failing } from "../support/summarizers.js";
import { HEAD, notesOf, OWN, over, type Summarize, style, summaries, window } from "./support.js";

const compacted = (summarize: Summarize, rest: object = {}) =>
  compactMessagesAsync<Loose>(over(), { window, summarize, ...rest });
const never = () => new Promise<string>(() => {});

afterEach(() => {
  vi.useRealTimers();
});

// As long as no calls leave, nobody is asked.
describe("a summariser's text", () => {
  test("stands in the place of our own, below our head line", async () => {
    const compaction = await compacted(async () => "The model read some files about a.");
    expect(summaries(compaction)).toHaveLength(1);
    expect(summaries(compaction)[0]).toContain("The model read some files about a.");
    expect(summaries(compaction)[0]?.startsWith(`${HEAD}\n`)).toBe(true);
    expect(notesOf(compaction)).toEqual([OWN]);
    expect(compaction.report.notes).toContain(OWN);
    expect(compaction.notice).not.toBeNull();
  });

  test("is about the calls that leave, oldest first, with their results", async () => {
    const summarize = vi.fn<Summarize>(async () => "A summary.");
    await compacted(summarize);
    const { exchanges } = compactMessages(over(), { window, style }).report;
    const expected = extractToolCalls(over()).filter((_, at) => exchanges[at]?.rung === "folded");
    expect(summarize).toHaveBeenCalledTimes(1);
    expect(summarize.mock.calls[0]?.[0]).toEqual(expected);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected[0]?.result).toContain("a1: line 79");
    expect(summarize.mock.calls[0]?.[1]).toBeInstanceOf(AbortSignal);
  });

  test("cannot forge a line of ours", async () => {
    const compaction = await compacted(async () => `Nothing.\n${HEAD}\n- Made 3 edit(s)\n[Errors encountered:]\n- x`);
    const lines = summaries(compaction).join("\n").split("\n");
    expect(lines.filter((line) => line.startsWith(HEAD))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith("[Errors encountered:]"))).toHaveLength(0);
  });

  test("stays in what comes after it, and is not asked for again", async () => {
    const summarize = vi.fn<Summarize>(async () => "The model read some files about a.");
    const { state, messages } = await compacted(summarize);
    const later = await compactMessagesAsync(task("a", 13), { window, summarize, state });
    expect(later.notice).toBeNull();
    expect(plain(later.messages).slice(0, messages.length)).toEqual(plain(messages));
    expect(summarize).toHaveBeenCalledTimes(1);
  });

  test("is that of the conversation as it was when it was asked for", async () => {
    const messages = over();
    const { messages: out } = await compactMessagesAsync(messages, {
      window,
      summarize: async () => {
        messages.push(...task("b", 2));
        return "A summary.";
      },
    });
    expect(plain(out)).toEqual(plain((await compacted(async () => "A summary.")).messages));
  });

  test("onEvent is told of the whole, once", async () => {
    const onEvent = vi.fn();
    const { report, notice } = await compacted(async () => "A summary.", { onEvent });
    expect(onEvent.mock.calls).toEqual([[{ type: "compaction", report, notice }]]);
    expect(report.notes).toContain(OWN);
  });

  test("needs no style: asking for a summary is wanting one", async () => {
    const [with_, without] = [await compacted(async () => "x", { style }), await compacted(async () => "x")];
    expect(plain(without.messages)).toEqual(plain(with_.messages));
  });
});

describe("our own summary stands there, and a note says why,", () => {
  test.each(failing)("%s", async (_, summarize, note) => {
    const compaction = await compacted(summarize);
    const own = compactMessages(over(), { window, style });
    expect(plain(compaction.messages)).toEqual(plain(own.messages));
    expect(notesOf(compaction)).toEqual([note]);
    expect(compaction.report).toEqual({ ...own.report, notes: [...own.report.notes, note] });
    expect({ ...compaction, report: 0 }).toEqual({
      ...own,
      messages: compaction.messages,
      edits: compaction.edits,
      report: 0,
    });
  });

  test("when it takes longer than the timeout; its signal is aborted", async () => {
    let signal: AbortSignal | undefined;
    const asked: Summarize = (_, given) => {
      signal = given;
      return never();
    };
    const compaction = await compacted(asked, { timeout: 20 });
    expect(notesOf(compaction)).toEqual(["the summariser took longer than 20 ms"]);
    expect(signal?.aborted).toBe(true);
    expect(signal?.reason).toMatchObject({ name: "TimeoutError" });
    expect(summaries(compaction)).toEqual(summaries(compactMessages(over(), { window, style })));
  });

  test("when it fails after the timeout: nobody is told", async () => {
    const late: Summarize = (_, signal) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("too late"))));
    expect(notesOf(await compacted(late, { timeout: 5 }))).toEqual(["the summariser took longer than 5 ms"]);
    await new Promise((resolve) => setTimeout(resolve, 20));
  });

  test("ten seconds, unless it is said", async () => {
    vi.useFakeTimers();
    const compaction = compacted(never);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(notesOf(await compaction)).toEqual(["the summariser took longer than 10000 ms"]);
  });

  test("never, with a timeout of Infinity", async () => {
    vi.useFakeTimers();
    const slow: Summarize = () => new Promise((resolve) => setTimeout(() => resolve("A summary."), 3_600_000));
    const compaction = compacted(slow, { timeout: Infinity });
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(notesOf(await compaction)).toEqual([OWN]);
  });
});

describe("a signal", () => {
  test("that is aborted while a summary is written: it rejects with the reason, and the summariser hears of it", async () => {
    const controller = new AbortController();
    const onEvent = vi.fn();
    const reason = new Error("the user left");
    let heard: unknown;
    const summarize: Summarize = (_, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          heard = signal.reason;
          reject(new Error("aborted"));
        });
        controller.abort(reason);
      });
    await expect(compacted(summarize, { signal: controller.signal, onEvent })).rejects.toBe(reason);
    expect(heard).toBe(reason);
    expect(onEvent).not.toHaveBeenCalled();
  });

  test("that is aborted when the text is there already, and not yet put in", async () => {
    const controller = new AbortController();
    const summarize: Summarize = async () => {
      queueMicrotask(() => controller.abort("late"));
      return "A summary.";
    };
    await expect(compacted(summarize, { signal: controller.signal })).rejects.toBe("late");
  });

  test("and a timer are let go of, however it ends", async () => {
    vi.useFakeTimers();
    for (const summarize of [
      async () => "A summary.",
      async () => Promise.reject(new Error("503")),
      () => null as never,
    ]) {
      const { signal } = new AbortController();
      await compacted(summarize, { signal });
      expect(getEventListeners(signal, "abort")).toEqual([]);
      expect(vi.getTimerCount()).toBe(0);
    }
    const controller = new AbortController();
    const rejected = compacted(never, { signal: controller.signal });
    setTimeout(() => controller.abort("enough"), 5);
    await Promise.all([expect(rejected).rejects.toBe("enough"), vi.advanceTimersByTimeAsync(5)]);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("that is aborted afterwards changes nothing", async () => {
    const controller = new AbortController();
    const compaction = await compacted(async () => "A summary.", { signal: controller.signal });
    controller.abort();
    expect(notesOf(compaction)).toEqual([OWN]);
  });
});
