// What outlives a call that failed: all that was made before goes on as if there had been none.
import type * as Tooltrim from "tooltrim";
import type { OutputStore as Store } from "tooltrim/store";
import { beforeAll, expect, test } from "vitest";
import { nearTheEnd } from "./stack.js";

const original = WebAssembly.Instance;
/** All instances that there were. */
const instances: WebAssembly.Instance[] = [];
WebAssembly.Instance = new Proxy(original, {
  construct(target, given) {
    const instance = Reflect.construct(target, given) as WebAssembly.Instance;
    instances.push(instance);
    return instance;
  },
});

let library: typeof Tooltrim;
let OutputStore: typeof Store;
let metrics: typeof import("tooltrim/signals").metrics;
beforeAll(async () => {
  library = await import("tooltrim");
  ({ OutputStore } = await import("tooltrim/store"));
  ({ metrics } = await import("tooltrim/signals"));
  library.init();
});

const log = `${"line of output\n".repeat(2000)}error: it failed\n${"line of output\n".repeat(2000)}`;

/** Ends the instance that is in use, by a stack overflow within WebAssembly. */
function fail(): void {
  const call = () => library.measure(log);
  // Engines compile a function when it is first called, which takes more stack than there is later.
  call();
  const before = instances.length;
  for (let frames = 0; frames < 500; frames += 1) {
    nearTheEnd(frames, call);
    library.estimateTokens("x");
    if (instances.length > before) return;
  }
  throw new Error("no call has failed");
}

test("trim and a Trimmer answer as before", () => {
  const options = { maxChars: 700, rescue: true, clean: { ansi: true }, count: ["bytes", "lines"] as const };
  const own = { ...options, rescue: { include: ["output 77"] } };
  const trimmers = [
    new library.Trimmer({ ...options, count: [...options.count] }),
    new library.Trimmer({ ...own, count: ["lines"] }),
  ];
  const right = [library.trim(log, 500), ...trimmers.map((trimmer) => trimmer.trim(log))];
  // The trimmer has read its options.
  own.rescue.include[0] = "nothing";
  for (let round = 0; round < 3; round += 1) {
    fail();
    expect([library.trim(log, 500), ...trimmers.map((trimmer) => trimmer.trim(log))]).toEqual(right);
  }
});

test("a counter that fails within a call ends that call, and no other", () => {
  let deep = false;
  const tokens = (text: string) => {
    if (deep) fail();
    return Math.ceil(text.length / 4);
  };
  const trimmer = new library.Trimmer({ maxTokens: 100, tokens });
  const right = trimmer.trim(log);
  deep = true;
  expect(() => trimmer.trim(log)).toThrow(expect.objectContaining({ name: "TooltrimError", code: "INTERNAL" }));
  deep = false;
  expect(trimmer.trim(log)).toEqual(right);
});

test("what a callback throws is its own, and nothing stays of it", () => {
  for (let n = 0; n < 3000; n += 1) {
    const tokens = () => {
      throw new RangeError("mine");
    };
    expect(() => library.trim(log, { maxTokens: 10, tokens })).toThrow(new RangeError("mine"));
  }
  expect(library.trim(log, 500).text.length).toBeLessThanOrEqual(500);
});

test("a stream that was in progress says that it is lost, a new one works", () => {
  const stream = new library.TrimStream(500);
  for (let n = 0; n < 100; n += 1) stream.push(log);
  fail();
  expect(() => stream.push(log)).toThrow(expect.objectContaining({ name: "TooltrimError", code: "INTERNAL" }));
  expect(() => stream.finish()).toThrow(expect.objectContaining({ code: "INTERNAL" }));
  const other = new library.TrimStream(500);
  other.push(log);
  expect(other.finish()).toEqual(library.trim(log, 500));
});

function conversation(turns: number): unknown[] {
  const history: unknown[] = [{ role: "user", content: "Make the tests pass." }];
  for (let n = 1; n <= turns; n += 1) {
    const id = `toolu_${n}`;
    const input = { command: `npm test -- part${n}` };
    history.push(
      { role: "assistant", content: [{ type: "tool_use", id, name: "bash", input }] },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: id, content: `${n % 7 ? "PASS" : "error: no"}\n`.repeat(200) }],
      },
    );
  }
  return history;
}

test("a Compactor goes on byte for byte: steps, undo, observe, reserve, reports of earlier requests", () => {
  const options = { window: { chars: 40_000 }, preserveErrorsVerbatim: true } as const;
  const [one, other] = [new library.Compactor(options), new library.Compactor(options)];
  const all = conversation(120);
  const seen: { readonly one: Tooltrim.Compaction<unknown>; readonly other: Tooltrim.Compaction<unknown> }[] = [];
  for (let end = 3; end <= all.length; end += 2) {
    const messages = all.slice(0, end);
    const request = end > 150 ? { reserve: { chars: 2000 } } : {};
    if (end % 10 === 1) fail();
    const answers = { one: one.next(messages, request), other: other.next(messages, request) };
    if (end % 6 === 1) fail();
    expect(answers.one.messages).toEqual(answers.other.messages);
    expect(answers.one.notice).toEqual(answers.other.notice);
    if (end === 101) {
      one.observe({ inputTokens: 9000 });
      fail();
      other.observe({ inputTokens: 9000 });
    }
    if (end === 131) {
      const undone = one.undo();
      fail();
      expect(undone.messages).toEqual(other.undo().messages);
    }
    seen.push(answers);
  }
  fail();
  expect(one.state()).toEqual(other.state());
  for (const answers of seen) expect(answers.one.state).toEqual(answers.other.state);
  expect(seen.at(-1)?.one.report).toEqual(seen.at(-1)?.other.report);
  expect(seen.filter(({ one }) => one.notice !== null).length).toBeGreaterThan(1);
});

test("a Compactor's requests with failures are those of one without", () => {
  const options = { window: { chars: 40_000 } };
  const all = conversation(100);
  const run = (failing: boolean) => {
    const compactor = new library.Compactor(options);
    const bodies: string[] = [];
    for (let end = 3; end <= all.length; end += 2) {
      if (failing) fail();
      bodies.push(JSON.stringify(compactor.next(all.slice(0, end)).messages));
    }
    return bodies;
  };
  expect(run(true)).toEqual(run(false));
});

test("a ToolHistoryManager keeps its calls and its configuration", () => {
  const config = { recentCallsToKeep: 2, categories: { deploy: "terminal" } as const };
  const history = new library.ToolHistoryManager(config);
  for (let n = 0; n < 20; n += 1)
    history.addToolCall(`call_${n}`, n % 2 ? "deploy" : "read_file", { path: `${n}.ts` }, log);
  const right = history.getCompactedHistory(900);
  config.recentCallsToKeep = 9;
  fail();
  expect(history.getCompactedHistory(900)).toEqual(right);
  expect(history.shouldTruncate()).toBe(true);
});

test("a store loses no text, no ref and no count", () => {
  const [one, other] = [new OutputStore({ maxBytes: 3000 }), new OutputStore({ maxBytes: 3000 })];
  const texts = Array.from({ length: 30 }, (_, n) => `${n} `.repeat(150));
  for (const [at, text] of texts.entries()) {
    if (at % 3 === 0) fail();
    const ref = one.put(text, { at });
    expect(ref).toBe(other.put(text, { at }));
    if (at % 5 === 0) fail();
    expect(one.stats).toEqual(other.stats);
    expect(one.state()).toEqual(other.state());
    expect(one.meta(ref)).toEqual({ at });
  }
  const lone = "\ud83d".repeat(100);
  expect(one.put(lone)).toBe(other.put(lone));
  const large = "x".repeat(9000);
  expect(one.put(large)).toBe(other.put(large));
  fail();
  // Also of texts that had to leave.
  for (const text of [...texts, lone, large]) expect(one.put(text)).toBe(other.put(text));
  expect(one.state()).toEqual(other.state());
  expect(one.stats).toEqual(other.stats);
});

test("a store that was cut off in the middle of a put goes on", () => {
  for (let frames = 0; frames < 150; frames += 1) {
    const store = new OutputStore();
    const first = store.put("first");
    const outcome = nearTheEnd(frames, () => store.put("second"));
    if ("value" in outcome) expect(outcome.value).toBe(store.put("second"));
    const ref = store.put("second");
    expect(store.get(ref)).toBe("second");
    expect(store.get(first)).toBe("first");
    expect(store.put("second")).toBe(ref);
    const trimmed = library.trim(log, { maxChars: 500, store });
    expect(store.get(trimmed.ref as string)).toBe(log);
  }
});

test("metrics go on counting", () => {
  const { snapshot } = metrics();
  library.trim(log, { maxBytes: 500, label: "before" });
  fail();
  library.trim(log, { maxBytes: 500, label: "after" });
  expect(snapshot().datasets.after?.events).toBe(1);
});

// Memory that is full: WebAssembly cannot have more than 4 GiB, and pages that nobody has touched take none.
function fillMemory(): void {
  library.measure("x");
  const { memory } = (instances.at(-1) as WebAssembly.Instance).exports as { memory: WebAssembly.Memory };
  memory.grow(65_536 - memory.buffer.byteLength / 65_536);
}

const items = Array.from({ length: 40_000 }, (_, id) => ({
  id,
  title: `title ${id}`,
  body: "It crashes on start. ".repeat(3),
}));
const json = JSON.stringify(items);

test.each<[string, () => unknown]>([
  ["a JSON text", () => library.trim(json, { maxChars: 1_000_000, format: "json" })],
  ["bytes", () => library.trim(new TextEncoder().encode(log.repeat(20)), { maxChars: 400_000, rescue: true })],
  [
    "a stream",
    () => {
      const stream = new library.TrimStream({ maxChars: 1_000_000, keep: "tail" });
      for (let n = 0; n < 100; n += 1) stream.push(log);
      return stream.finish();
    },
  ],
  ["a conversation", () => library.compactMessages(conversation(3000), { window: { chars: 400_000 } }).messages],
  [
    "a store",
    () => {
      const store = new OutputStore();
      return store.retrieve(store.put(json), { pattern: "title 39999" });
    },
  ],
])("%s: what takes more memory than there is fails with OUT_OF_MEMORY, and the next call is right", (_, call) => {
  const right = call();
  const small = library.trim(log, 500);
  fail();
  fillMemory();
  expect(call).toThrow(
    expect.objectContaining({
      name: "TooltrimError",
      code: "OUT_OF_MEMORY",
      message: expect.stringMatching(/^memory: /),
    }),
  );
  expect(library.trim(log, 500)).toEqual(small);
  expect(call()).toEqual(right);
});
