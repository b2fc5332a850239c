// A `format` that is not that of the messages: nothing that was said or answered is lost, and the repair says why it
// does nothing.
import fc from "fast-check";
import { compactMessages } from "tooltrim";
import {
  extractToolCalls,
  type MessageFormat,
  renderAsText,
  repairMessages,
  validateMessages,
} from "tooltrim/messages";
import { expect, test, vi } from "vitest";
import { formats, valid } from "../../../tests/conversations/index.mjs";

vi.setConfig({ testTimeout: 120_000 });

const all: readonly MessageFormat[] = ["openai-chat", "openai-responses", "anthropic", "gemini", "ai-sdk", "vscode"];
const written = (text: string) => JSON.stringify(text).slice(1, -1);

test.each(formats.map(({ name }) => [name]))("conversations as %s writes them", (name) => {
  fc.assert(
    fc.property(valid(name), ({ conversation, messages }) => {
      const asked = conversation.turns.map(({ user }) => user.text).filter((text) => text.trim() !== "");
      const said = (list: readonly unknown[]) => {
        const json = JSON.stringify(list);
        for (const text of asked) expect(json).toContain(written(text));
      };
      for (const format of all) {
        const repaired = repairMessages<object>(messages as object[], { format });
        said(repaired.messages);
        if (repaired.reason !== null)
          expect(repaired).toMatchObject({ messages, changed: false, edits: [], repairs: [] });
        said(renderAsText(messages as object[], { format }));
        for (const style of ["mask", "summary"] as const) {
          const options = { format, style, window: { chars: 60 }, recentCallsToKeep: 0 };
          said(compactMessages(messages as object[], options).messages);
        }
        expect(Array.isArray(extractToolCalls(messages, { format }))).toBe(true);
        expect(Array.isArray(validateMessages(messages, { format }))).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
});

test("the reason names the format", () => {
  const messages = [
    { role: "user", parts: [{ text: "Which files are there?" }] },
    { role: "model", parts: [{ functionCall: { name: "ls", args: {} } }] },
    { role: "user", parts: [{ functionResponse: { name: "ls", response: { output: "lib.rs" } } }] },
  ];
  for (const format of ["anthropic", "openai-chat", "openai-responses"] as const) {
    const { messages: same, changed, reason } = repairMessages<object>(messages, { format });
    expect(same).toBe(messages);
    expect(changed).toBe(false);
    expect(reason).toContain("`format` may name the wrong one");
  }
});
