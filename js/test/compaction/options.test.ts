// Options and messages that are none: the error names the field, the value and the rule.
import { type CompactOptions, Compactor, compactMessages } from "tooltrim";
import { describe, expect, test } from "vitest";
import type { Loose } from "../messages/support.js";
import { failure } from "../support/errors.js";
import { least, read, user } from "./chat.js";

const messages = [user("go"), ...read("a", "a.ts"), ...read("b", "b.ts")];
const said = (options: Loose, given: Loose = messages) => failure(() => compactMessages(given, options));
const invalid = (options: Loose) => said({ ...least, ...options }).replace("INVALID_OPTION: ", "");

describe("an option that is none", () => {
  const share = "is not a number from 0 to 1";
  const size = "is not a number of 0 or more";
  const budget = "is not { utf16 }, { chars } or { tokens }";
  const categories = '"read", "write", "terminal", "search", "other"';
  const table: [Loose, string][] = [
    [{ window: undefined }, "window: is missing; it is { tokens }, { chars } or { utf16 }"],
    [{ window: 5 }, `window: 5 ${budget}`],
    [{ window: {} }, `window: {} ${budget}`],
    [{ window: { tokens: 1, chars: 1 } }, `window: {"tokens":1,"chars":1} ${budget}`],
    [
      { reserve: { tokens: 5 } },
      "reserve: is in another unit than window; both are in { tokens } or both in { chars }",
    ],
    [{ triggerAt: 2 }, `triggerAt: 2 ${share}`],
    [{ triggerAt: "x" }, `triggerAt: "x" ${share}, { tokens }, { chars }, { utf16 } or { calls }`],
    [{ compactTo: -1 }, `compactTo: -1 ${share}`],
    [{ compactTo: Number.NaN }, `compactTo: NaN ${share}`],
    [{ recentBudget: {} }, `recentBudget: {} ${budget}`],
    [{ style: "x" }, 'style: "x" is not one of "mask", "summary"'],
    [{ summaryRole: "system" }, 'summaryRole: "system" is not one of "user", "assistant"'],
    [{ acknowledge: 1 }, "acknowledge: 1 is not true or false"],
    [{ preserveErrorsVerbatim: "no" }, 'preserveErrorsVerbatim: "no" is not true or false'],
    [{ tools: [] }, "tools: [] is not an object of tool names and policies"],
    [{ tools: { Bash: 5 } }, "tools.Bash: 5 is not an object with category, keep, result"],
    [{ tools: { Bash: { other: 1 } } }, "tools.Bash.other: is not an option; known are category, keep, result"],
    [{ tools: { Bash: { keep: "x" } } }, 'tools.Bash.keep: "x" is not one of "always", "normal", "never"'],
    [{ tools: { Bash: { category: "x" } } }, `tools.Bash.category: "x" is not one of ${categories}`],
    [{ protectedPaths: "a" }, 'protectedPaths: "a" is not a list of paths'],
    [{ protectedPaths: [1] }, "protectedPaths: [1] is not a list of paths"],
    [{ economics: { cacheRead: -1 } }, `economics.cacheRead: -1 ${size}`],
    [{ economics: { cacheWrite: Number.NaN } }, `economics.cacheWrite: NaN ${size}`],
    [{ economics: { expectedRequests: -1 } }, `economics.expectedRequests: -1 ${size}`],
    [{ economics: { onlyIfWorthwhile: 1 } }, "economics.onlyIfWorthwhile: 1 is not true or false"],
    [
      { economics: { other: 1 } },
      "economics.other: is not an option; known are cacheRead, cacheWrite, expectedRequests, onlyIfWorthwhile",
    ],
    [{ tokens: 5 }, "tokens: 5 is not a function"],
    [{ redact: 5 }, "redact: 5 is not a function"],
    [{ create: 5 }, "create: 5 is not a function"],
    [{ onEvent: 5 }, "onEvent: 5 is not a function"],
    [{ onInvalid: "x" }, 'onInvalid: "x" is not one of "pass", "throw"'],
    [{ format: 5 }, "format: 5 is not the name of a format"],
    [{ state: 5 }, "state: is not a state of a compactor"],
    [{ state: {} }, "state: is not a state of a compactor"],
  ];
  test.each(table)("%o: %s", (options, message) => {
    expect(invalid(options)).toBe(message);
    if (options.format === undefined) {
      expect(failure(() => new Compactor({ ...least, ...options }))).toBe(`INVALID_OPTION: ${message}`);
    }
  });

  test("no options at all", () => {
    for (const options of [undefined, null]) {
      expect(said(options)).toBe(`INVALID_OPTION: options: ${options} is not an object`);
      expect(failure(() => new Compactor(options as Loose))).toBe(
        `INVALID_OPTION: options: ${options} is not an object`,
      );
    }
  });

  test("sizes without end, and parts of a call, are taken as they are", () => {
    const generous: CompactOptions = { ...least, recentCallsToKeep: Number.POSITIVE_INFINITY, maxErrorChars: 10.5 };
    expect(() => compactMessages(messages, generous)).not.toThrow();
  });
});

describe("a counter that is none", () => {
  const window = { tokens: 500 };
  test.each([Number.POSITIVE_INFINITY, Number.NaN, -1])("it answers %d", (count) => {
    expect(invalid({ window, tokens: () => count })).toBe(`tokens: ${count} is not a number of tokens`);
  });
  test("it answers a text", () => {
    expect(invalid({ window, tokens: () => "5" })).toBe('tokens: "5" is not a number of tokens');
  });
  test("it throws", () => {
    const tokens = () => {
      throw new Error("not now");
    };
    expect(invalid({ window, tokens })).toBe("tokens: threw not now");
  });
});

describe("messages that are none", () => {
  const table: [Loose, string][] = [
    [null, "INVALID_MESSAGES: messages: null is not a list"],
    [5, "INVALID_MESSAGES: messages: a number is not a list"],
    ["x", "INVALID_MESSAGES: messages: a text is not a list"],
    [{}, "INVALID_MESSAGES: messages: an object is not a list"],
    [[null], "INVALID_MESSAGES: messages/0: null is not a message"],
    [[user("x"), 5], "INVALID_MESSAGES: messages/1: a number is not a message"],
    [[{}], "UNKNOWN_FORMAT: messages: no known format looks like these; `format` can name it"],
  ];
  test.each(table)("%o: %s", (given, message) => {
    const { window } = least;
    expect(said({ window }, given)).toBe(message);
    expect(failure(() => new Compactor({ window }).next(given))).toBe(message);
  });
});

describe("requests that are none", () => {
  const compactor = new Compactor(least);
  compactor.next(messages);
  const table: [() => unknown, string][] = [
    [() => compactor.next(messages, 5 as Loose), "request: 5 is not an object"],
    [
      () => compactor.next(messages, { forced: true } as Loose),
      "request.forced: is not an option; known are force, hold, compactTo, reserve, window, thinking",
    ],
    [() => compactor.next(messages, { force: 1 as Loose }), "force: 1 is not true or false"],
    [() => compactor.next(messages, { compactTo: 2 }), "compactTo: 2 is not a number from 0 to 1"],
    [() => compactor.observe(undefined as Loose), "inputTokens: undefined is not a number of 0 or more"],
    [() => compactor.observe({ inputTokens: -1 }), "inputTokens: -1 is not a number of 0 or more"],
    [() => compactor.observe({ inputTokens: Number.NaN }), "inputTokens: NaN is not a number of 0 or more"],
    [() => new Compactor(least).undo(), "undo: there was no request yet"],
  ];
  test.each(table)("%s", (request, message) => {
    expect(failure(request)).toBe(`INVALID_OPTION: ${message}`);
  });
});

test("a window without end is reported as one, and compacts nothing", () => {
  const { changed, report } = compactMessages([{ role: "user", content: "Hello." }], {
    window: { tokens: Number.POSITIVE_INFINITY },
    reserve: { tokens: 2 ** 60 },
  });
  expect({ changed, window: report.window, reserve: report.reserve }).toEqual({
    changed: false,
    window: { tokens: 2 ** 64 },
    reserve: { tokens: 2 ** 60 },
  });
});
