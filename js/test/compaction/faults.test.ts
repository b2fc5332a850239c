// Faults that were there once; each of these tests is one of them.
import { Compactor, compactMessages, estimateTokens } from "tooltrim";
import { describe, expect, test } from "vitest";
import type { Loose } from "../messages/support.js";
import { errorOf } from "../support/errors.js";
import { edit, least, lines, read, resultOf, run, says, system, user } from "./chat.js";

const window = { chars: 20_000 };
/** A turn with so many results of some 2,000 units each. */
const turn = (name: string, count: number): Loose[] => [
  user(`look at ${name}`),
  ...Array.from({ length: count }, (_, at) => read(`${name}${at}`, `src/${name}${at}.ts`)).flat(),
];

describe("undo", () => {
  const first = turn("a", 10);
  // Of this the conversation takes 85 %: above 95 % nobody waits.
  const window = { chars: Math.ceil(JSON.stringify(first.map(({ content }) => content)).length / 0.85) };
  const undone = (window: { chars: number }) => {
    const compactor = new Compactor({ window });
    expect(compactor.next(first).changed).toBe(true);
    expect(compactor.undo().messages).toEqual(first);
    return compactor;
  };
  test("is not tried again before what a step frees at least has come", () => {
    const compactor = undone(window);
    const some = [...first, says("x".repeat(1000))];
    expect(compactor.next(first).changed).toBe(false);
    expect(compactor.next(some).changed).toBe(false);
    expect(compactor.next([...some, says("x".repeat(2500))]).changed).toBe(true);
  });
  test("the wait is part of the state", () => {
    const restored = Compactor.from(JSON.parse(JSON.stringify(undone(window).state())), { window });
    expect(restored.next(first).changed).toBe(false);
    expect(restored.next([...first, ...turn("b", 3)]).changed).toBe(true);
  });
  test("takes back the last step only, and the report has what is there", () => {
    const more = turn("b", 2);
    const compactor = new Compactor({ window });
    const one = compactor.next(first);
    expect(compactor.next([...first, ...more]).notice).toBeNull();
    expect(compactor.next([...first, ...more], { force: true, compactTo: 0.3 }).notice).not.toBeNull();
    const back = compactor.undo();
    expect(back.messages).toEqual([...one.messages, ...more]);
    expect(back.report.after.chars).toBe(
      compactMessages(back.messages, { window: { chars: 1e9 } }).report.before.chars,
    );
  });
  test("answers without the step when the window is full, too", () => {
    const compactor = new Compactor({ window: { chars: 20_000 } });
    compactor.next(first);
    expect(compactor.undo().messages).toEqual(first);
  });
});

test("results that are JSON count as the tokens of their text", () => {
  const items = Array.from({ length: 200 }, (_, id) => ({ id, name: `item ${id}` }));
  const messages = [
    { role: "user", parts: [{ text: "go" }] },
    { role: "model", parts: [{ functionCall: { id: "a", name: "list", args: {} } }] },
    { role: "user", parts: [{ functionResponse: { id: "a", name: "list", response: { items } } }] },
  ];
  const { tokens } = compactMessages(messages, { window: { tokens: 1e9 } }).report.before;
  const expected = estimateTokens(JSON.stringify({ items }));
  expect(tokens).toBeGreaterThan(0.8 * expected);
  expect(tokens).toBeLessThan(1.2 * expected + 50);
});

describe("redact", () => {
  const secret = "sk-live-0123456789";
  const redact = (text: string) => text.replaceAll(secret, "[hidden]");
  const messages = [
    user("go"),
    ...run("a", `export KEY=${secret} && ./deploy`, `Error: ${secret} is no key\n${lines(60)}`),
    ...edit("b", "src/a.ts", lines(20, secret), lines(30, secret)),
    ...read("c", `/home/${secret}/a.ts`, lines(100, secret)),
    says(`I saw ${secret} ${"and more ".repeat(30)}`),
    user("on"),
  ];
  test.each(["mask", "summary"] as const)(
    "style %s: over results, arguments, what was said, and the state",
    (style) => {
      for (const compactTo of [0, 0.3, 0.9]) {
        const compaction = compactMessages(messages, {
          ...least,
          window: { chars: 8000 },
          triggerAt: 0,
          style,
          compactTo,
          redact,
        });
        expect(compaction.changed).toBe(true);
        const given = new Set(messages.map((message) => JSON.stringify(message)));
        const ours = compaction.edits
          .map((edit: Loose) => edit.value ?? edit.message)
          .filter((value) => !given.has(JSON.stringify(value)));
        expect(JSON.stringify(ours)).not.toContain(secret);
        expect(JSON.stringify(compaction.state)).not.toContain(secret);
      }
    },
  );
  test("one that throws ends the call, and nothing is decided", () => {
    let throws = true;
    const fickle = (text: string) => {
      if (throws) throw new Error("not now");
      return redact(text);
    };
    const compactor = new Compactor({ window, redact: fickle });
    const before = compactor.state();
    const { code, message } = errorOf(() => compactor.next(turn("a", 10)));
    expect(`${code}: ${message}`).toBe("INVALID_OPTION: redact: threw not now");
    expect(compactor.state()).toEqual(before);
    throws = false;
    expect(compactor.next(turn("a", 10)).notice).not.toBeNull();
  });
});

test("an object that takes no change: all goes out as it came, the report says why, and nothing is decided", () => {
  const messages = turn("a", 10);
  messages[2] = new Proxy(messages[2], {
    ownKeys: () => {
      throw new Error("of no interest");
    },
  });
  const compactor = new Compactor({ window, format: "openai-chat" });
  const before = compactor.state();
  const compaction = compactor.next(messages);
  expect(compaction.messages).toBe(messages);
  expect([compaction.changed, compaction.edits, compaction.notice]).toEqual([false, [], null]);
  expect(compaction.report.after).toEqual(compaction.report.before);
  expect(compaction.report.notes.join("\n")).toContain("nothing was changed: ");
  expect(compactor.state()).toEqual(before);
});

test("what is read again is noticed when nothing but the new messages is looked at", () => {
  const compactor = new Compactor({ window });
  const messages = turn("a", 10);
  compactor.next(messages);
  const grown = [...messages, ...read("again", "src/a0.ts")];
  const { notice, report } = compactor.next(grown);
  expect([notice, report.reReads]).toEqual([null, ["src/a0.ts"]]);
});

test("what was billed for one request, told twice, is told once", () => {
  const options = { window: { tokens: 10_000 } };
  const [one, two] = [new Compactor(options), new Compactor(options)];
  const messages = turn("a", 4);
  for (const compactor of [one, two]) compactor.next(messages).report;
  one.observe({ inputTokens: 5000 });
  two.observe({ inputTokens: 5000 });
  two.observe({ inputTokens: 5000 });
  expect(two.state()).toEqual(one.state());
  const billed = one.next(messages).report.after.tokens;
  expect(Math.abs(billed - 5000)).toBeLessThan(50);
  one.observe({ inputTokens: 5000 });
  expect(Math.abs(one.next(messages).report.after.tokens - 5000)).toBeLessThan(50);
});

test("what would get less than 16 units shorter stays", () => {
  const line = `Error: ${"e".repeat(157)}`;
  const of = (units: number) => run("a", "make", `${line}\n`.padEnd(units, "x"));
  const least16 = `[Earlier: FAILED, 210 chars]\n${line}`;
  const out = (units: number) => {
    const messages = [user("go"), ...of(units), user("on"), says("ok")];
    const { messages: compacted } = compactMessages(messages, { ...least, window: { chars: 100 } });
    expect(compactMessages(compacted, { ...least, window: { chars: 100 } }).messages).toBe(compacted);
    return resultOf(compacted, "a");
  };
  expect(least16.length + 16).toBe(209);
  expect(out(208)).toBe(`${line}\n`.padEnd(208, "x"));
  expect(out(210)).toBe(least16);
});

test("an output of OpenAI Agents that is one text keeps its shape", () => {
  const text = lines(60);
  const item = {
    type: "function_call_result",
    callId: "a",
    name: "read",
    status: "completed",
    output: { type: "text", text },
  };
  const messages = [
    { role: "user", content: "go" },
    { type: "function_call", callId: "a", name: "read", arguments: '{"path":"a.ts"}', status: "completed" },
    item,
  ];
  const { messages: out } = compactMessages(messages, { ...least, format: "openai-responses" });
  const { output } = out[2] as typeof item;
  expect(out[2]).toEqual({ ...item, output: { type: "text", text: output.text } });
  expect(output.text).toMatch(/^\[Earlier: /);
});

describe("images and files", () => {
  const url = `data:image/png;base64,${"iVBORw0KGgo".repeat(1100)}`;
  const picture = { type: "image", source: { type: "base64", media_type: "image/png", data: url.slice(22) } };
  const use = { type: "tool_use", id: "a", name: "read", input: {} };
  const result = { type: "tool_result", tool_use_id: "a", content: lines(100) };
  const messages = [
    { role: "user", content: [{ type: "text", text: "what is this?" }, picture] },
    { role: "assistant", content: [use] },
    { role: "user", content: [result] },
    { role: "assistant", content: "A cat." },
    { role: "user", content: "thanks" },
  ];
  const options = { compactTo: 0, recentCallsToKeep: 0, format: "anthropic" } as const;
  test("become a line with type and size in windows by tokens", () => {
    const { messages: out, report } = compactMessages(messages, { ...options, window: { tokens: 1000 } });
    expect((out[0] as Loose).content).toEqual([
      { type: "text", text: "what is this?" },
      { type: "text", text: "[image/png, 10 KB]" },
    ]);
    const { report: again } = compactMessages(out, { window: { tokens: 1e9 } });
    expect(report.after).toEqual(again.before);
  });
  test("become one in windows by chars, too: a token takes four", () => {
    const sizes = (mediaTokens: number) =>
      compactMessages(messages, { ...options, window: { chars: 100 }, mediaTokens }).report.before.chars;
    expect(sizes(1_600) - sizes(600)).toBe(4_000);
    const { messages: out } = compactMessages(messages, { ...options, window: { chars: 1_000 } });
    expect((out[0] as Loose).content).toContainEqual({ type: "text", text: "[image/png, 10 KB]" });
  });
  test("stay when they are among the last words of the user", () => {
    const last = [system("help"), ...messages.slice(0, 3)];
    expect(compactMessages(last, { ...options, window: { tokens: 1000 } }).messages).toContain(messages[0]);
  });
});
