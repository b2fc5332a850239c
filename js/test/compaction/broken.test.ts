// Broken conversations and junk: they are compacted as far as they can be read, never made worse, and nothing throws.
import fc from "fast-check";
import { Compactor, compactMessages } from "tooltrim";
import { describe, expect, test, vi } from "vitest";
import { broken, formats, hostile } from "../../../tests/conversations/index.mjs";
import { all, drawn, frozen, type Loose } from "../messages/support.js";
import { cases, expectSaid } from "./support.js";

vi.setConfig({ testTimeout: 120_000 });

describe.each(formats)("$name, broken", (format) => {
  const messagesOf = broken(format, { repeatedIds: true, loneSurrogates: "mended", longResults: true, maxTurns: 3 });
  const hurt = cases(
    format,
    6,
    messagesOf.map(({ messages }) => messages as object[]),
  );

  test("what users and systems said stays, and the input is not written to", () => {
    all(hurt(), ({ messages, options }) => {
      const before = fc.stringify(messages);
      const { messages: compacted } = compactMessages(frozen(messages), options);
      expect(fc.stringify(messages)).toBe(before);
      expectSaid(compacted, messages, options);
    });
  });
});

describe("junk", () => {
  const junk = drawn(hostile(), 200);
  const names = [undefined, "openai-chat", "openai-responses", "anthropic", "gemini", "ai-sdk", "vscode"] as const;

  /** All junk, read as each format; what fails is told with the kind of junk. */
  function onAll(verb: (messages: Loose, options: Loose) => void) {
    const failures = new Map<string, string>();
    for (const { what, messages } of junk()) {
      for (const name of names) {
        try {
          verb(messages, { ...(name && { format: name }), window: { chars: 100 }, compactTo: 0, recentCallsToKeep: 0 });
        } catch (thrown) {
          const { code, message } = thrown as Loose;
          if (code === "INVALID_MESSAGES" || code === "UNKNOWN_FORMAT") continue;
          const told = `${code}: ${String(message).split("\n")[0]}`;
          const known = failures.get(told);
          if (!known || known.length > what.length) failures.set(told, `${name}: ${what}`);
        }
      }
    }
    expect([...failures]).toEqual([]);
  }

  test("is compacted, or refused as what it is", () => {
    onAll((messages, options) => {
      const { messages: out, changed, edits, report, state, notice } = compactMessages(messages, options);
      expect(out === messages).toBe(!changed);
      expect(edits.length > 0).toBe(changed);
      expect(notice !== null).toBe(changed || !report.fits);
      expect(report.after.chars).toBeLessThanOrEqual(report.before.chars);
      expect(() => JSON.parse(JSON.stringify(state))).not.toThrow();
    });
  });

  test("what was compacted once is read again", () => {
    onAll((messages, options) => {
      const compactor = new Compactor(options);
      const once = compactor.next(messages, { force: true });
      const again = compactor.next(messages);
      expect(again.messages.length).toBe(once.messages.length);
      expect(() => compactor.undo()).not.toThrow();
    });
  });
});
