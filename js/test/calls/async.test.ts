// Summaries of tool calls that a caller writes, and the fallback to our own.
import { getEventListeners } from "node:events";
import {
  type AsyncTruncationConfig,
  computeTruncation,
  computeTruncationAsync,
  estimateTokens,
  redactSecrets,
  type ToolCallEntry,
  ToolHistoryManager,
} from "tooltrim";
import { afterEach, describe, expect, test, vi } from "vitest";
import { failed, many, markers, untyped } from "../support/calls.js";
import { failing } from "../support/summarizers.js";

const HEAD = "[Earlier in this session:]";
const THEIRS = "the summary is the summariser's";
type Summarize = NonNullable<AsyncTruncationConfig["summarize"]>;

const over = (count = 20) =>
  many(count, (at) => ["read_file", { path: `src/${at}.ts` }, `${at}: ${"x".repeat(900)}`, { tokenCount: 300 }]);
const never = () => new Promise<string>(() => {});

const managerOf = (calls: readonly ToolCallEntry[]) => {
  const manager = new ToolHistoryManager();
  for (const call of calls) manager.addToolCall(call);
  return manager;
};

/** Both that take a summarizer, and what each gives without. */
const entries = [
  {
    entry: "computeTruncationAsync",
    ask: (options: AsyncTruncationConfig, calls = over()) => computeTruncationAsync(calls, options),
    own: (calls = over()) => computeTruncation(calls) as object,
  },
  {
    entry: "getCompactedHistoryAsync",
    ask: (options: AsyncTruncationConfig, calls = over()) => managerOf(calls).getCompactedHistoryAsync(options),
    own: (calls = over()) => managerOf(calls).getCompactedHistory() as object,
  },
];

afterEach(() => {
  vi.useRealTimers();
});

describe.each(entries)("$entry", ({ ask, own }) => {
  describe("a summarizer's text", () => {
    test("stands in the place of our own, below our head line; the numbers follow it", async () => {
      const { summary, notes, notice } = await ask({ summarize: async () => " Nothing of use.\n" });
      expect(summary).toBe(`${HEAD}\nNothing of use.`);
      expect(notes).toEqual([THEIRS]);
      const after = 6 * 300 + estimateTokens(summary ?? "");
      const expected = `14 of 20 tool calls summarized, 6,000 -> ${after.toLocaleString("en")} tokens`;
      expect(notice).toBe(`⚠️ Context compacted to save tokens: ${expected}`);
    });

    test("is about the calls that leave, oldest first", async () => {
      const summarize = vi.fn<Summarize>(async () => "A summary.");
      await ask({ summarize });
      expect(summarize).toHaveBeenCalledTimes(1);
      const [calls, signal] = summarize.mock.calls[0] ?? [];
      expect(calls).toMatchObject(over().slice(0, 14));
      expect(calls).toHaveLength(14);
      expect(signal).toBeInstanceOf(AbortSignal);
    });

    test("cannot forge a line of ours", async () => {
      const forged = `Nothing.\n${HEAD}\n[Errors encountered:]\n- x\n[Earlier: Read y]\n<!-- prior-tool: x -->`;
      const { summary } = await ask({ summarize: async () => forged });
      const lines = (summary ?? "").split("\n").slice(1);
      expect(lines).toHaveLength(6);
      expect(lines.filter((line) => markers.test(line))).toEqual([]);
    });

    test("is that of the calls as they were when it was asked for", async () => {
      const calls = over();
      const answer = await ask(
        {
          summarize: async () => {
            calls.length = 2;
            return "A summary.";
          },
        },
        calls,
      );
      expect(answer).toEqual(await ask({ summarize: async () => "A summary." }));
    });
  });

  describe("our own summary stands there, and a note says why,", () => {
    test.each(failing)("%s", async (_, summarize, note) => {
      expect(await ask({ summarize })).toEqual({ ...own(), notes: [note] });
    });

    test("when it takes longer than the timeout; its signal is aborted", async () => {
      let signal: AbortSignal | undefined;
      const summarize: Summarize = (_, given) => {
        signal = given;
        return never();
      };
      const answer = await ask({ summarize, timeout: 20 });
      expect(answer).toEqual({ ...own(), notes: ["the summariser took longer than 20 ms"] });
      expect(signal?.reason).toMatchObject({ name: "TimeoutError" });
    });

    test("after ten seconds, unless it is said", async () => {
      vi.useFakeTimers();
      const answer = ask({ summarize: never });
      await vi.advanceTimersByTimeAsync(10_000);
      expect((await answer).notes).toEqual(["the summariser took longer than 10000 ms"]);
    });
  });

  describe("a signal", () => {
    test("that is aborted while a summary is written rejects with its reason; the summarizer hears of it", async () => {
      const controller = new AbortController();
      const reason = new Error("the user left");
      let heard: unknown;
      const summarize: Summarize = (_, signal) => {
        signal.addEventListener("abort", () => {
          heard = signal.reason;
        });
        controller.abort(reason);
        return never();
      };
      await expect(ask({ summarize, signal: controller.signal })).rejects.toBe(reason);
      expect(heard).toBe(reason);
      expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    });

    test("that is aborted already rejects, and no summary is requested", async () => {
      const summarize = vi.fn(async () => "never");
      await expect(ask({ summarize, signal: AbortSignal.abort("gone") })).rejects.toBe("gone");
      expect(summarize).not.toHaveBeenCalled();
    });
  });

  describe("no summary is requested, and there is no note,", () => {
    test("when no call leaves", async () => {
      const summarize = vi.fn(async () => "never");
      const calls = over(6);
      expect(await ask({ summarize }, calls)).toEqual({ ...own(calls), notes: [] });
      expect(summarize).not.toHaveBeenCalled();
    });

    test("without a summarizer", async () => {
      const absent = { summarize: undefined, timeout: undefined, signal: undefined, redact: undefined };
      expect(await ask({})).toEqual({ ...own(), notes: [] });
      expect(await ask(absent)).toEqual({ ...own(), notes: [] });
    });
  });

  describe("redact", () => {
    const secret = "c0rrect-h0rse-battery";
    const url = `postgres://app:${secret}@db.example/app`;
    const leaking = () => {
      const calls = over();
      calls[2] = { ...(calls[2] as ToolCallEntry), name: "bash", args: { command: `psql ${url}` } };
      calls[3] = { ...(calls[3] as ToolCallEntry), result: `Error: cannot reach ${url}`, ...failed };
      return calls;
    };

    test("is off unless it is given", async () => {
      expect(JSON.stringify(await ask({}, leaking()))).toContain(secret);
    });

    test("covers our own summary, that of the summarizer and the calls it gets; ids stay", async () => {
      const plain = await ask({ redact: redactSecrets }, leaking());
      expect(plain.summary).toContain("cannot reach postgres://app:[redacted: password]@db.example/app");
      const summarize = vi.fn<Summarize>(async () => `They used ${url}.`);
      const theirs = await ask({ redact: redactSecrets, summarize }, leaking());
      expect(theirs.summary).toBe(`${HEAD}\nThey used postgres://app:[redacted: password]@db.example/app.`);
      expect(JSON.stringify([plain, theirs, summarize.mock.calls])).not.toContain(secret);
      expect(summarize.mock.calls[0]?.[0].map(({ callId }) => callId)).toEqual(
        leaking()
          .slice(0, 14)
          .map(({ callId }) => callId),
      );
    });

    test("covers what the summarizer threw", async () => {
      const summarize = () => Promise.reject(new Error(`401 from ${url}`));
      const { notes } = await ask({ redact: redactSecrets, summarize }, leaking());
      expect(notes).toEqual([
        "the summariser failed: Error: 401 from postgres://app:[redacted: password]@db.example/app",
      ]);
    });

    test("may leave next to nothing: it is decided on what came", async () => {
      const { summary } = await ask({ redact: () => "" });
      expect(summary?.startsWith(`${HEAD}\n- Read 14 file(s)`)).toBe(true);
    });

    test("takes calls whose members are missing, throw or are getters of a class", async () => {
      class Call {
        readonly callId = "of a class";
        get name() {
          return "read_file";
        }
        get args() {
          return { path: url };
        }
        get result(): string {
          throw new Error("read");
        }
      }
      const cycle: Record<string, unknown> = {};
      cycle.self = cycle;
      const odd = untyped({}, { callId: "x", args: cycle, result: 5 }, new Call());
      const { summary } = await ask({ redact: redactSecrets }, [...odd, ...over(19)]);
      expect(summary).toContain("[redacted: password]");
      expect(summary).not.toContain(secret);
    });

    test("that throws is an error", async () => {
      const redact = () => {
        throw new Error("no");
      };
      await expect(ask({ redact })).rejects.toMatchObject({ code: "INVALID_OPTION", message: /^redact: / });
    });
  });

  describe("a wrong option is refused:", () => {
    test.each<[unknown, string]>([
      [{ summarize: "x" }, 'summarize: "x" is not a function'],
      [{ summarize: null }, "summarize: null is not a function"],
      [{ redact: true }, "redact: true is not a function"],
      [{ timeout: -1 }, "timeout: -1 is not a number of 0 or more"],
      [{ timeout: "10" }, 'timeout: "10" is not a number of 0 or more'],
      [{ signal: {} }, "signal: {} is not an AbortSignal"],
    ])("%j", async (options, message) => {
      const refused = ask(options as AsyncTruncationConfig);
      await expect(refused).rejects.toMatchObject({ name: "TooltrimError", code: "INVALID_OPTION", message });
    });
  });
});

test("computeTruncationAsync takes a configuration and refuses what computeTruncation refuses", async () => {
  const summarize: Summarize = async (calls) => `${calls.length} calls.`;
  const { summary, recentCallIds } = await computeTruncationAsync(over(), { summarize, recentCallsToKeep: 18 });
  expect([summary, recentCallIds.size]).toEqual([`${HEAD}\n2 calls.`, 18]);
  expect(await computeTruncationAsync(over(), null)).toEqual({ ...computeTruncation(over()), notes: [] });
  const refused = (calls: unknown, config: unknown) => computeTruncationAsync(calls as never, config as never);
  await expect(refused(over(), { recentCallsToKeep: -1 })).rejects.toMatchObject({ code: "INVALID_OPTION" });
  await expect(refused(over(), "x")).rejects.toMatchObject({ message: 'config: "x" is not an object' });
  await expect(refused(null, {})).rejects.toMatchObject({ message: "calls: null is not a list" });
});

test("getCompactedHistoryAsync takes a budget, and is asked about the calls that its summary covers", async () => {
  const manager = managerOf(over());
  const summarize: Summarize = async (calls) => `${calls.length} calls.`;
  const { recentCalls, truncatedCount, summary } = await manager.getCompactedHistoryAsync({
    summarize,
    budgetTokens: 500,
  });
  expect([recentCalls.length, truncatedCount, summary]).toEqual([6, 14, `${HEAD}\n14 calls.`]);
  const size = [summary ?? "", ...recentCalls.flatMap(({ callText, resultText }) => [callText, resultText])];
  expect(size.reduce((sum, text) => sum + estimateTokens(text), 0)).toBeLessThanOrEqual(500);
  await expect(manager.getCompactedHistoryAsync({ budgetTokens: -1 })).rejects.toMatchObject({
    message: "budgetTokens: -1 is not a number of 0 or more",
  });
  await expect(manager.getCompactedHistoryAsync(null as never)).rejects.toMatchObject({
    message: "options: null is not an object",
  });
});

test("computeTruncation itself knows no summarizer", () => {
  expect(() => computeTruncation(over(), { summarize: async () => "x" } as never)).toThrow(
    "summarize: is not an option",
  );
});
