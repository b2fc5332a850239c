// Numeric options of every entry: fractions round down, infinity is no limit, and other values are refused with the
// field, the value and the rule.
import {
  Compactor,
  CompactorPool,
  compactMessagesAsync,
  computeTruncation,
  presets,
  ToolHistoryManager,
  Trimmer,
  TrimStream,
  toolify,
  trim,
  trimValue,
  truncateStringsForLlm,
  truncateStringToBytes,
} from "tooltrim";
import { sessionBytes } from "tooltrim/signals";
import { fileBackend, OutputStore, retrieveTool } from "tooltrim/store";
import * as dropIn from "tooltrim/tool-history";
import { limitMcpHandler } from "tooltrim/tools";
import { expect, test } from "vitest";

type Loose = never;
type Use = (value: Loose) => unknown;
type Row = readonly [field: string, use: Use];

const window = { tokens: 1000 };
const chat = [{ role: "user", content: "go" }] as const;
const compact = (options: object) => new Compactor({ window, ...options } as never);
const store = () => {
  const kept = new OutputStore();
  return { kept, ref: kept.put("a\nb\n") };
};
const named = (names: readonly string[], use: (options: object) => unknown, prefix = ""): Row[] =>
  names.map((name) => [prefix + name, (value: unknown) => use({ [name]: value })]);

const limits = ["maxChars", "maxUtf16", "maxBytes", "maxLines", "maxTokens"];

/** Counts and sizes of 0 or more. */
const sizes: Row[] = [
  ...named([...limits, "headChars", "tailChars"], (options) => trim("x", options)),
  ...named([...limits, "headChars", "tailChars"], (options) => new Trimmer(options)),
  ...named(limits, (options) => new TrimStream(options)),
  ...named(limits, (output) => toolify(() => 1, { output })),
  ...named(limits, (output) => limitMcpHandler((() => 1) as never, { output })),
  ...named(["maxParts", "maxMediaChars"], (options) => limitMcpHandler((() => 1) as never, options)),
  ...named(["maxItems"], (values) => limitMcpHandler((() => 1) as never, { values })),
  ...named(["maxStringBytes", "maxItems", "maxKeys", "maxDepth"], (options) => trimValue([1], options)),
  ...named(["maxItems", "maxKeys", "maxChars"], (limit) => trimValue([1], { limits: { a: limit } }), "limits.a."),
  ...named(["maxBytes"], (strings) => trimValue([1], { strings }), "strings."),
  ["maxBytes", (size) => truncateStringToBytes("text", size)],
  ["maxStringBytes", (size) => truncateStringsForLlm("text", size)],
  ["maxBytes", (size) => presets.field(size)],
  ["maxBytes", (size) => presets.checkpoint(size)],
  ["maxBytes", (size) => presets.response(size)],
  ["maxChars", (size) => presets.contextTrimmer("head", size)],
  ...named(["recentCallsToKeep", "maxHistorySummaryTokens"], (config) => computeTruncation([], config)),
  ...named(["recentCallsToKeep"], (config) => dropIn.computeTruncation([], config)),
  ...named(["chars", "utf16", "tokens", "calls"], threshold, "truncationThreshold."),
  ["budgetTokens", (size) => new ToolHistoryManager().getCompactedHistory(size)],
  ["budgetTokens", (size) => new dropIn.ToolHistoryManager().getCompactedHistory(size)],
  ...named(["tokens", "chars"], (given) => compact({ window: given }), "window."),
  ...named(["tokens", "chars", "utf16", "calls"], (triggerAt) => compact({ triggerAt }), "triggerAt."),
  ...named(["tokens"], (compactTo) => compact({ compactTo }), "compactTo."),
  ...named(["utf16"], (compactTo) => compact({ window: { utf16: 1000 }, compactTo }), "compactTo."),
  ...named(["tokens", "chars", "utf16"], (recentBudget) => compact({ recentBudget }), "recentBudget."),
  ...named(["recentCallsToKeep", "maxHistorySummaryTokens", "maxErrorChars", "mediaTokens"], compact),
  ...named(["maxChars"], (result) => compact({ tools: { ls: { result } } }), "tools.ls.result."),
  ["context", (context) => retrieve({ context, pattern: "a" })],
  ["warnAt", (warnAt) => sessionBytes("state".repeat(9), { name: "numbers", warnAt })],
  ["timeout", summarizing],
];

/** The same with another lower bound. */
const larger: (readonly [...Row, least: number])[] = [
  ["maxTotalBytes", (maxTotalBytes) => trimValue([1], { maxTotalBytes }), 2],
  ["maxBytes", (maxBytes) => new OutputStore({ maxBytes }), 1000],
  ["maxChars", (maxChars) => retrieve({ maxChars }), 200],
  ["maxChars", (maxChars) => retrieveTool(new OutputStore(), "anthropic", { maxChars }), 500],
];

/** Times and sizes that may be fractions, and are more than 0. */
const above: Row[] = [
  ["timeoutMs", (timeoutMs) => new OutputStore({ backend: new Map(), timeoutMs })],
  ["retain.days", (days) => fileBackend("folder", { retain: { days } })],
  ["retain.bytes", (bytes) => fileBackend("folder", { retain: { bytes } })],
];

const shares: Row[] = [
  ...named(["headShare"], (options) => trim("x", options)),
  ...named(["headShare"], (options) => new Trimmer(options)),
  ...named(["minimumGain"], compact),
  ...named(["share"], (given) => threshold({ ...given, of: window }), "truncationThreshold."),
];

function threshold(truncationThreshold: object) {
  return computeTruncation([], { truncationThreshold } as never);
}
function retrieve(options: object) {
  const { kept, ref } = store();
  return kept.retrieve(ref, options);
}
function summarizing(timeout: Loose) {
  return compactMessagesAsync(chat, { window, summarize: async () => "", timeout });
}

/** The message of the error, thrown or rejected; undefined for none. */
async function refusal(use: Use, value: unknown): Promise<string | undefined> {
  try {
    await use(value as Loose);
    return undefined;
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string };
    return code === "INVALID_OPTION" ? message : `${String(code)} ${message}`;
  }
}

/** Invalid counts, and how a message shows them. The core sees a member of an object only as some value. */
const wrong: [value: unknown, shown: RegExp][] = [
  [-1, /^-1$/],
  [-0.5, /^-0\.5$/],
  [Number.NaN, /^NaN$/],
  [Number.NEGATIVE_INFINITY, /^-Infinity$/],
  ["5", /^"5"$/],
  [5n, /^(5n|this value)$/],
  [true, /^true$/],
  [null, /^null$/],
  [[3], /^\[3\]$/],
  [new Date(5), /^("1970-01-01T00:00:00.005Z"|an object)$/],
];

async function expectRefused(field: string, use: Use, value: unknown, shown: RegExp, rule: string) {
  const message = (await refusal(use, value)) ?? "no error";
  const end = ` is not a number ${rule}`;
  const start = `${field}: `;
  expect(message.slice(0, start.length) + message.slice(-end.length)).toBe(start + end);
  expect(message.slice(start.length, -end.length)).toMatch(shown);
}

const titled = <R extends Row | (typeof larger)[number]>(rows: R[]) =>
  rows.map((row, at) => [`${row[0]} (${at})`, row] as const);

test.each(titled(sizes))("%s is a number of 0 or more", async (_, [field, use]) => {
  for (const value of [0, -0, 1.5, 7, 1e9, 2 ** 60]) {
    if (field === "warnAt" && value < 7) continue;
    expect(await refusal(use, value), `${value}`).toBeUndefined();
  }
  expect(await refusal(use, Number.POSITIVE_INFINITY)).toBeUndefined();
  for (const [value, shown] of wrong) await expectRefused(field, use, value, shown, "of 0 or more");
});

test.each(titled(larger))("%s has another lower bound", async (_, [field, use, least]) => {
  for (const value of [least, least + 0.5, Number.POSITIVE_INFINITY]) expect(await refusal(use, value)).toBeUndefined();
  for (const value of [0, least - 0.5]) await expectRefused(field, use, value, /^[\d.]+$/, `of ${least} or more`);
  for (const [value, shown] of wrong) await expectRefused(field, use, value, shown, `of ${least} or more`);
});

test.each(titled(above))("%s is a number above 0", async (_, [field, use]) => {
  for (const value of [0.5, 1e9, Number.POSITIVE_INFINITY]) expect(await refusal(use, value)).toBeUndefined();
  await expectRefused(field, use, 0, /^0$/, "above 0");
  for (const [value, shown] of wrong) await expectRefused(field, use, value, shown, "above 0");
});

test.each(titled(shares))("%s is a share", async (_, [field, use]) => {
  for (const value of [0, -0, 0.5, 1]) expect(await refusal(use, value)).toBeUndefined();
  for (const value of [1.01, -0.01, Number.POSITIVE_INFINITY, Number.NaN, "0.5", null]) {
    await expectRefused(field, use, value, /./, "from 0 to 1");
  }
});

test("a fraction is the number below it", () => {
  const calls = Array.from({ length: 5 }, (_, n) => ({
    callId: `${n}`,
    name: "ls",
    args: null,
    result: "x".repeat(90),
  }));
  const config = { truncationThreshold: 10, recentCallsToKeep: 2.9 };
  expect(computeTruncation(calls, config)).toEqual(computeTruncation(calls, { ...config, recentCallsToKeep: 2 }));
  expect(trimValue([1, 2, 3], { maxItems: 1.9 }).value).toEqual([1]);
  expect(new TrimStream(9.9).push("0123456789abc")).toBe(new TrimStream(9).push("0123456789abc"));
});

test("the number of conversations of a pool is a whole one: half a conversation is a mistake", async () => {
  const use = (max: Loose) => new CompactorPool({ window, max });
  expect(await refusal(use, 3)).toBeUndefined();
  for (const value of [0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "3", null]) {
    const shown = value === "3" ? '"3"' : value;
    expect(await refusal(use, value)).toBe(`max: ${shown} is not a whole number of 1 or more`);
  }
});

test("infinity that cannot be is shown as it was given", () => {
  const reserve = { tokens: Number.POSITIVE_INFINITY };
  expect(() => compact({ reserve })).toThrow("reserve: Infinity is not less than the window of 1000");
  const { kept, ref } = store();
  const page = Number.POSITIVE_INFINITY;
  expect(() => kept.retrieve(ref, { page })).toThrow("page: Infinity is not a page from 1 to 1");
  expect(() => kept.retrieve(ref, { lines: page })).toThrow("lines: Infinity- are not lines of a text of 2");
  const compactor = new Compactor({ window });
  expect(() => compactor.observe({ inputTokens: page })).toThrow(
    "inputTokens: Infinity is not a finite number of 0 or more",
  );
});
