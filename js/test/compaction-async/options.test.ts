// When nobody is asked for a summary, and what is refused.
import { type AsyncCompactOptions, compactMessages, compactMessagesAsync } from "tooltrim";
import { describe, expect, test, vi } from "vitest";
import { plain } from "../compactor-pool/support.js";
import { over, style, under, window } from "./support.js";

const failing = async (options: unknown) => {
  const error = await compactMessagesAsync(over(), options as AsyncCompactOptions).catch((thrown) => thrown);
  return `${error.name} ${error.code}: ${error.message}`;
};

describe("without a summariser", () => {
  test.each<[string, Partial<AsyncCompactOptions>]>([
    ["facts in place", {}],
    ["a summary", { style }],
    ["undefined options", { summarize: undefined, timeout: undefined, signal: undefined }],
  ])("it is compactMessages: %s", async (_, options) => {
    const messages = over();
    const { messages: out, report, notice, state } = await compactMessagesAsync(messages, { window, ...options });
    const { style } = options;
    const expected = compactMessages(messages, { window, style });
    expect(plain(out)).toEqual(plain(expected.messages));
    expect({ report, notice, state }).toEqual({
      report: expected.report,
      notice: expected.notice,
      state: expected.state,
    });
  });
});

describe("a summariser is not asked", () => {
  test("when nothing is over the mark: the very input comes back", async () => {
    const summarize = vi.fn(async () => "never");
    const messages = under();
    const compaction = await compactMessagesAsync(messages, { window, summarize });
    expect(compaction.messages).toBe(messages);
    expect(compaction.report.notes).toEqual([]);
    expect(summarize).not.toHaveBeenCalled();
  });

  test("when the style is to leave a fact in each place", async () => {
    const summarize = vi.fn(async () => "never");
    const messages = over();
    const compaction = await compactMessagesAsync(messages, { window, summarize, style: "mask" });
    expect(plain(compaction.messages)).toEqual(plain(compactMessages(messages, { window }).messages));
    expect(compaction.notice).not.toBeNull();
    expect(summarize).not.toHaveBeenCalled();
  });

  test("when there are no messages", async () => {
    const summarize = vi.fn(async () => "never");
    expect((await compactMessagesAsync([], { window, summarize })).changed).toBe(false);
    expect(summarize).not.toHaveBeenCalled();
  });
});

test("onEvent is told once, with or without a summariser, and may throw", async () => {
  for (const summarize of [undefined, async () => "A summary."]) {
    const onEvent = vi.fn(() => {
      throw new Error("not today");
    });
    const { report, notice } = await compactMessagesAsync(over(), { window, summarize, onEvent });
    expect(onEvent.mock.calls).toEqual([[{ type: "compaction", report, notice }]]);
    onEvent.mockClear();
    await compactMessagesAsync(under(), { window, summarize, onEvent });
    expect(onEvent).not.toHaveBeenCalled();
  }
});

describe("a signal that is aborted already", () => {
  test.each([undefined, async () => "A summary."])(
    "rejects with its reason, and nothing is decided",
    async (summarize) => {
      const onEvent = vi.fn();
      const tokens = vi.fn(() => 1);
      const reason = new Error("the user left");
      const given = { window, summarize, onEvent, tokens, signal: AbortSignal.abort(reason) };
      await expect(compactMessagesAsync(over(), given)).rejects.toBe(reason);
      expect([onEvent.mock.calls, tokens.mock.calls]).toEqual([[], []]);
    },
  );

  test("rejects with an AbortError when it gives no reason", async () => {
    const aborted = compactMessagesAsync(under(), { window, signal: AbortSignal.abort() });
    await expect(aborted).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("what is refused, it rejects with", () => {
  test.each<[unknown, string]>([
    [null, "options: null is not an object"],
    [undefined, "options: undefined is not an object"],
    [{ window, summarize: "x" }, 'summarize: "x" is not a function'],
    [{ window, timeout: -1 }, "timeout: -1 is not a number of 0 or more"],
    [{ window, timeout: Number.NaN }, "timeout: NaN is not a number of 0 or more"],
    [{ window, timeout: "10" }, 'timeout: "10" is not a number of 0 or more'],
    [{ window, signal: {} }, "signal: {} is not an AbortSignal"],
    [{ window, signal: null }, "signal: null is not an AbortSignal"],
    [{ window, onEvent: 1 }, "onEvent: 1 is not a function"],
    [{ window, summarize: async () => "x", onEvent: 1 }, "onEvent: 1 is not a function"],
    [{ window, summarize: async () => "x", triggerAt: 2 }, "triggerAt: 2 is not a number from 0 to 1"],
    [{ summarize: async () => "x" }, "window: is missing; it is { tokens }, { chars } or { utf16 }"],
  ])("%j", async (options, message) => {
    expect(await failing(options)).toBe(`TooltrimError INVALID_OPTION: ${message}`);
  });

  test("messages that are no list", async () => {
    const wrong = compactMessagesAsync(1 as never, { window, summarize: async () => "x" });
    await expect(wrong).rejects.toMatchObject({ code: "INVALID_MESSAGES" });
  });
});

test("compactMessages itself knows no summariser", () => {
  expect(() => compactMessages(over(), { window, summarize: async () => "x" } as never)).toThrow(
    "summarize: is not an option",
  );
});
