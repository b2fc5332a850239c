// Calls as hosts without types hand them over: nothing that a call holds makes anything throw, and nothing is changed.
import { computeTruncation, type ToolCallEntry, ToolHistoryManager, type TruncationConfig } from "tooltrim";
import * as dropIn from "tooltrim/tool-history";
import { describe, expect, test } from "vitest";
import { all, below, failed, history, untyped } from "../support/calls.js";

const cycle: Record<string, unknown> = { path: "a.ts" };
cycle.self = cycle;
let deep: unknown = "end";
for (let depth = 0; depth < 20_000; depth += 1) deep = [deep];

const fails = () => {
  throw new Error("of the caller's own");
};
const throwing = (name: string) => Object.defineProperty({ rest: 1 }, name, { enumerable: true, get: fails });
const revoked = Proxy.revocable({}, {});
revoked.revoke();

const read = { callId: "odd", name: "read_file", args: { path: "a.ts" }, result: "text" };

/** Each is one read, of `a.ts` where that can be told. */
const odd: Record<string, unknown> = {
  "args that are missing": { callId: "odd", name: "read_file", result: "text" },
  "args of undefined": { ...read, args: undefined },
  "args of null": { ...read, args: null },
  "args that are a text": { ...read, args: '{"path":"a.ts"}' },
  "args that are a list": { ...read, args: ["a.ts"] },
  "args that are a function": { ...read, args: () => "a.ts" },
  "args with a getter for the path that throws": { ...read, args: throwing("path") },
  "args with another getter that throws": { ...read, args: throwing("other") },
  "args that are a revoked proxy": { ...read, args: revoked.proxy },
  "args that refer to themselves": { ...read, args: cycle },
  "args with a bigint": { ...read, args: { path: 10n } },
  "args with a symbol": { ...read, args: { path: Symbol("a.ts") } },
  "args with toJSON": { ...read, args: { path: "a.ts", toJSON: () => ({ other: "b.ts" }) } },
  "args with a toJSON that throws": { ...read, args: { toJSON: fails } },
  "args that are very deep": { ...read, args: { path: "a.ts", deep } },
  "args with no prototype": { ...read, args: Object.assign(Object.create(null), { path: "a.ts" }) },
  "a path that is a number": { ...read, args: { path: 5, filePath: null } },
  "paths of many kinds": { ...read, args: { path: ["a.ts", 5, null] } },
  "a result that is missing": { ...read, result: undefined },
  "a result that is an object": { ...read, result: { content: [{ type: "text", text: "x" }] } },
  "a result that is a number": { ...read, result: 5 },
  "a result that is a String": { ...read, result: new String("text") },
  "an isError that is no boolean": { ...read, isError: 0 },
  "fields that we do not know": { ...read, extra: cycle, other: 1n },
  "a frozen call": Object.freeze({ ...read, args: Object.freeze({ path: "a.ts" }) }),
  "a call with no prototype": Object.assign(Object.create(null), read),
};

const entries: Record<string, (calls: ToolCallEntry[], config: TruncationConfig) => { summary: string | null }> = {
  main: computeTruncation,
  "tool-history": (calls, config) =>
    dropIn.computeTruncation(calls as dropIn.ToolCallEntry[], config as dropIn.TruncationConfig),
  "a manager": (calls, config) => {
    const manager = new ToolHistoryManager(config);
    for (const call of calls) manager.addToolCall(call);
    manager.shouldTruncate();
    expect(manager.getTotalTokens()).toBeGreaterThanOrEqual(0);
    manager.getCompactedHistory(100);
    new ToolHistoryManager({ ...config, recentCallsToKeep: 6 }).addToolCall(calls[0] as ToolCallEntry);
    return manager.getCompactedHistory();
  },
  "a manager with a counter": (calls, config) => {
    const manager = new ToolHistoryManager(config, (text) => text.length);
    for (const call of calls) manager.addToolCall(call);
    expect(manager.getTotalTokens()).toBeGreaterThan(0);
    return manager.getCompactedHistory();
  },
};

describe.each(Object.entries(entries))("%s takes a call with", (_, ask) => {
  test.each(Object.entries(odd))("%s", (_, call) => {
    const { summary } = ask(untyped(call, history(["think"])[0]), all);
    expect(below(summary)[0]).toMatch(/^- Read 1 file\(s\)(: a\.ts)?$/);
  });

  test.each([
    ["null", null],
    ["undefined", undefined],
    ["a number", 5],
    ["a text", "read_file"],
    ["nothing", {}],
  ])("%s for a call", (_, call) => {
    const { summary } = ask(untyped(call, history(["read_file"])[0]), all);
    expect(below(summary)).toEqual(["- Used 1 other tool(s)", "- Read 1 file(s)"]);
  });
});

describe("whatever the threshold counts", () => {
  const thresholds = [0, { chars: 0 }, { tokens: 0 }, { calls: 0 }, { share: 0, of: { chars: 1 } }];
  test.each(thresholds.map((truncationThreshold) => ({ truncationThreshold })))("%j", (config) => {
    const calls = untyped(...Object.values(odd), null, undefined);
    expect(computeTruncation(calls, { ...config, recentCallsToKeep: 0 }).shouldTruncate).toBe(true);
  });
});

class Part {
  readonly #fields;
  constructor(fields: ToolCallEntry) {
    this.#fields = fields;
  }
  get callId() {
    return this.#fields.callId;
  }
  get name() {
    return this.#fields.name;
  }
  get args() {
    return this.#fields.args;
  }
  get result() {
    return this.#fields.result;
  }
  get isError() {
    return this.#fields.isError ?? false;
  }
}

test.each(Object.entries(entries))("%s takes parts whose fields are getters of their class", (_, ask) => {
  const calls = history(["read_file", { path: "a.ts" }], ["bash", { command: "make" }, "boom", failed]);
  const parts = calls.map((call) => new Part(call));
  expect(ask(parts, all).summary).toBe(ask(calls, all).summary);
});

test("a list with holes has calls that say nothing", () => {
  const calls: ToolCallEntry[] = [];
  calls[4] = read;
  expect(below(computeTruncation(calls, all).summary)[0]).toBe("- Used 4 other tool(s)");
});

test("after a call that could not be read the next ones can", () => {
  const calls = untyped({ ...read, args: throwing("path") }, { ...read, args: revoked.proxy });
  const fine = history(["read_file", { path: "b.ts" }]);
  for (let round = 0; round < 20; round += 1) {
    try {
      computeTruncation(calls, all);
    } catch {}
    expect(computeTruncation(fine, all).summary).toContain("b.ts");
  }
});

describe("calls are not changed", () => {
  const make = () =>
    history(
      ["read_file", { paths: ["a", "b"], deep: { list: [1, { x: "y".repeat(5000) }] } }, "x".repeat(5000)],
      ["bash", { command: "ls" }, "boom\nboom", failed],
      ["edit_file", { filePath: "a" }, "", { tokenCount: 5, category: "write", timestamp: 1 }],
      ["think", null],
    );
  const freeze = <T>(value: T): T => {
    if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
    return value;
  };

  test.each(Object.entries(entries))("by %s", (_, ask) => {
    const calls = freeze(make());
    const before = structuredClone(calls);
    ask(calls, all);
    ask(calls, { recentCallsToKeep: 2, truncationThreshold: { tokens: 5 }, maxHistorySummaryTokens: 30 });
    expect(calls).toEqual(before);
    expect(calls).toEqual(make());
  });

  test("and a manager keeps what it was given, though the entry changes", () => {
    const manager = new ToolHistoryManager({ recentCallsToKeep: 0 });
    const entry = { ...read };
    manager.addToolCall(entry);
    entry.name = "bash";
    expect(manager.getCompactedHistory().summary).toContain("Read 1 file(s)");
  });
});
