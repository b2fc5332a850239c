// Real sessions: each is found to be what it is, is in order, and gives all of its calls.
import { computeTruncation } from "tooltrim";
import {
  applyEdits,
  detectFormat,
  extractToolCalls,
  renderAsText,
  repairMessages,
  validateMessages,
} from "tooltrim/messages";
import { describe, expect, test } from "vitest";
import { at, callsIn } from "./readers.js";
import { frozen, noSessions, said, sessions, table, unwritable } from "./support.js";

// A runner has to have something to skip.
const files = noSessions ? [{ name: `all of them: ${noSessions}` } as (typeof sessions)[number]] : sessions;
const counts = noSessions ? new Map() : table();
const countOf = (name: string) => counts.get(name.split("/")[1] ?? "");

/** Formats with a flag for failures. */
const isMarked = (folder: string) => !["chat", "responses", "vscode"].includes(folder);
const unmarked = ({ isError, ...call }: { isError?: boolean }) => call;

describe.skipIf(noSessions).each(files)("$name", ({ name, folder, format, load }) => {
  test("its format is found", () => {
    expect(detectFormat(load())).toBe(format);
  });

  test("it breaks no rule, and comes back as the very input", () => {
    const messages = load();
    const before = structuredClone(messages);
    const own = [...messages];
    expect(validateMessages(messages)).toEqual([]);
    const repaired = repairMessages(messages);
    expect(repaired).toEqual({ messages, changed: false, edits: [], repairs: [], problems: [], reason: null });
    expect(repaired.messages).toBe(messages);
    expect(messages.every((message, index) => message === own[index])).toBe(true);
    expect(messages).toEqual(before);
  });

  test("it has as many calls, and failures where the format has them, as its table says", () => {
    const calls = extractToolCalls(load());
    const failed = calls.filter(({ isError }) => isError).length;
    const marked = isMarked(folder);
    expect({ calls: calls.length, failed }).toEqual({
      ...countOf(name),
      // Where no flag says it, the result does.
      ...(marked ? {} : { failed }),
    });
  });

  test("calls, arguments and results are those that a naive reader finds", () => {
    const messages = load();
    const calls = extractToolCalls(messages);
    const found = calls.map(({ callId, name: tool, args, result, isError }) => ({
      id: callId,
      name: tool,
      args,
      result,
      isError,
    }));
    const naive = callsIn(messages);
    expect(isMarked(folder) ? found : found.map(unmarked)).toEqual(isMarked(folder) ? naive : naive.map(unmarked));
    expect(calls.every(({ isAnswered, isHosted }) => isAnswered && !isHosted)).toBe(true);
  });

  test("paths lead to the call and to its result", () => {
    const messages = load();
    for (const { callId, callPath, resultPath } of extractToolCalls(messages)) {
      expect(JSON.stringify(at(messages, callPath))).toContain(JSON.stringify(callId));
      expect(JSON.stringify(at(messages, resultPath ?? ""))).toContain(JSON.stringify(callId));
      expect(callPath).not.toBe(resultPath);
    }
  });

  test("groups count up from 0, and parallel calls have the same", () => {
    const groups = extractToolCalls(load()).map(({ group }) => group);
    expect(groups[0]).toBe(0);
    for (const [index, group] of groups.entries()) {
      if (index > 0) expect([0, 1]).toContain(group - (groups[index - 1] ?? 0));
    }
  });

  test("its calls are what computeTruncation takes", () => {
    const calls = extractToolCalls(load());
    const decision = computeTruncation(calls, { truncationThreshold: { calls: 4 }, recentCallsToKeep: 4 });
    expect(decision.shouldTruncate).toBe(true);
    expect(decision.summary).toMatch(/^\[Earlier in this session:\]\n/);
    expect(decision.recentCallIds).toEqual(new Set(calls.slice(-4).map(({ callId }) => callId)));
  });

  test("reading writes nothing", () => {
    for (const messages of [frozen(load()), unwritable(load())]) {
      expect(detectFormat(messages)).toBe(format);
      expect(extractToolCalls(messages)).toHaveLength(countOf(name).calls);
      expect(validateMessages(messages)).toEqual([]);
      expect(repairMessages(messages).messages).toBe(messages);
      expect(extractToolCalls(renderAsText(messages), { format })).toEqual([]);
    }
  });

  test("a session cut in two is mended at both ends, and only there", () => {
    const messages = load();
    for (const share of [0.3, 0.6]) {
      const cut = Math.floor(messages.length * share);
      for (const half of [messages.slice(0, cut), messages.slice(cut)]) {
        const repaired = repairMessages(half, { format });
        expect(repaired).toMatchObject({ problems: [], reason: null });
        expect(validateMessages(repaired.messages, { format })).toEqual([]);
        expect(applyEdits(half, repaired.edits)).toEqual(repaired.messages);
        expect(said(repaired.messages)).toEqual(expect.arrayContaining(said(half)));
        const kept = half.filter((message) => repaired.messages.includes(message)).length;
        expect(kept).toBeGreaterThan(half.length - 5);
      }
    }
  });
});

test.skipIf(noSessions)("every session of the table is there", () => {
  const names = new Set(sessions.map(({ name }) => name.split("/")[1]));
  expect(new Set(counts.keys())).toEqual(names);
});
