// What stays as it is: messages that are not touched, arguments under a signature, what policies keep.
import { compactMessages } from "tooltrim";
import { describe, expect, test } from "vitest";
import type { Loose } from "../messages/support.js";
import { argsOf, edit, least, lines, read, resultOf, run, says, system, user } from "./chat.js";

describe("untouched messages are the same objects", () => {
  const messages = [
    system("be brief"),
    user("go"),
    ...read("a", "a.ts"),
    says("short"),
    ...read("b", "b.ts", "tiny"),
    user("on"),
  ];
  test("all but what the edits name", () => {
    const { messages: out, edits } = compactMessages(messages, least);
    const named = new Set(edits.map((edit: Loose) => Number((edit.text ?? edit.set).split("/")[1])));
    expect(named.size).toBeGreaterThan(0);
    for (const [at, message] of messages.entries()) expect(out[at] === message, `${at}`).toBe(!named.has(at));
  });
  test("and of touched ones all members but those", () => {
    const own = { of: "the host" };
    const marked = messages.map((message) => ({ ...message, own }));
    const { messages: out } = compactMessages(marked, least);
    expect(out[3]?.content).not.toBe(marked[3]?.content);
    for (const message of out) expect(message.own).toBe(own);
  });
  test("style summary: what stays is the same objects, too", () => {
    const { messages: out } = compactMessages([...messages, ...read("c", "c.ts")], {
      ...least,
      recentCallsToKeep: 1,
      style: "summary",
    });
    for (const at of [0, 1, 7]) expect(out).toContain(messages[at]);
  });
});

describe("arguments under a signature are not touched", () => {
  const text = lines(60);
  test("Gemini's thoughtSignature", () => {
    const args = { path: "a.ts", content: text };
    const messages = [
      { role: "user", parts: [{ text: "go" }] },
      { role: "model", parts: [{ functionCall: { id: "a", name: "write_file", args }, thoughtSignature: "c2lnbg==" }] },
      { role: "user", parts: [{ functionResponse: { id: "a", name: "write_file", response: { output: text } } }] },
      { role: "model", parts: [{ text: "ok" }] },
      { role: "user", parts: [{ text: "on" }] },
    ];
    for (const style of ["mask", "summary"] as const) {
      const { messages: out, changed } = compactMessages(messages, { ...least, format: "gemini", style });
      expect(changed).toBe(true);
      expect(out).toContain(messages[1]);
    }
  });
  test("and those of the same call without one are", () => {
    const { messages: out } = compactMessages(
      [user("go"), ...edit("a", "a.ts", text, text), user("on"), says("ok")],
      least,
    );
    expect(argsOf(out, "a").length).toBeLessThan(300);
  });
});

describe("policies", () => {
  const messages = [
    user("go"),
    ...read("a", "a.ts", lines(60)),
    ...run("b", "make", lines(60)),
    ...read("c", "c.ts", lines(60)),
    user("on"),
    says("ok"),
  ];
  const options = { ...least, window: { chars: 6000 }, triggerAt: 0, compactTo: 0.6 };
  test('keep: "always", by name and by the start of one', () => {
    for (const name of ["bash", "ba*", "*"]) {
      const { messages: out } = compactMessages(messages, {
        ...options,
        compactTo: 0,
        tools: { [name]: { keep: "always" } },
      });
      expect(resultOf(out, "b")).toBe(lines(60));
    }
  });
  test("the whole name goes before the longest start", () => {
    const tools = { "*": { keep: "always" }, bash: { keep: "normal" }, "ba*": { keep: "always" } } as const;
    expect(resultOf(compactMessages(messages, { ...options, compactTo: 0, tools }).messages, "b")).toMatch(
      /^\[Earlier/,
    );
  });
  test('keep: "never": no more than a fact', () => {
    const { messages: out } = compactMessages(messages, { ...options, tools: { read_file: { keep: "never" } } });
    for (const id of ["a", "c"]) expect(resultOf(out, id)).toMatch(/^\[Earlier: [^\n]*\]$/);
  });
  test("protectedPaths: the newest view stays while it fits", () => {
    const twice = [...messages.slice(0, -2), ...read("d", "a.ts", lines(60)), ...messages.slice(-2)];
    for (const path of ["a.ts", "a*"]) {
      const { messages: out } = compactMessages(twice, { ...options, compactTo: 0.45, protectedPaths: [path] });
      expect(resultOf(out, "d")).toBe(lines(60));
      expect(resultOf(out, "a")).not.toBe(lines(60));
    }
  });
  test("preserveErrorsVerbatim: false: that it failed, and not what it said", () => {
    const failed = [user("go"), ...run("a", "make", `Error: no rule\n${lines(40)}`), user("on"), says("ok")];
    expect(resultOf(compactMessages(failed, least).messages, "a")).toContain("\nError: no rule");
    const quiet = resultOf(compactMessages(failed, { ...least, preserveErrorsVerbatim: false }).messages, "a");
    expect(quiet).toMatch(/^\[Earlier: FAILED, [\d,]+ chars\]$/);
  });
});
