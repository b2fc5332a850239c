// What stays as it is: messages that are not touched, arguments under a signature, what policies keep.
import { compactMessages } from "tooltrim";
import { describe, expect, test } from "vitest";
import type { Loose } from "../messages/support.js";
import { argsOf, edit, least, lines, read, says, system, user } from "./chat.js";

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
      // A call leaves as a whole, or stays as it is.
      expect(out.some((message) => JSON.stringify(message).includes("write_file"))).toBe(style === "mask");
      if (style === "mask") expect(out).toContain(messages[1]);
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
