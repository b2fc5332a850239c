// What no provider ever wrote: it is read or refused, never a crash, a hang or a change to it.
import {
  detectFormat,
  extractToolCalls,
  inspectMessages,
  renderAsText,
  repairMessages,
  validateMessages,
} from "tooltrim/messages";
import { describe, expect, test, vi } from "vitest";
import { hostile } from "../../../tests/conversations/index.mjs";
import { errorOf } from "../support/errors.js";
import { drawn, type Loose } from "./support.js";

vi.setConfig({ testTimeout: 120_000 });

const junk = drawn(hostile(), 400);
const formats = [undefined, "openai-chat", "openai-responses", "anthropic", "gemini", "ai-sdk", "vscode"] as const;
const create = (_: string, value: object) => value;

/** Runs a verb on all junk, as each format; `check` gets what it gave. */
function onAll<T>(verb: (messages: Loose, options: Loose) => T, check: (given: T, messages: Loose) => void = () => {}) {
  const failures = new Map<string, string>();
  for (const { what, messages } of junk()) {
    for (const format of formats) {
      const options = format && { format };
      try {
        check(verb(messages, options), messages);
      } catch (thrown) {
        const { code, message } = thrown as Loose;
        if (code === "INVALID_MESSAGES" || code === "UNKNOWN_FORMAT") continue;
        const told = `${code}: ${String(message).split("\n")[0]}`;
        const known = failures.get(told);
        if (!known || known.length > what.length) failures.set(told, `${format}: ${what}`);
      }
    }
  }
  expect([...failures]).toEqual([]);
}

describe("junk is read, or refused as what it is", () => {
  test("detectFormat", () => onAll(detectFormat));
  test("extractToolCalls", () =>
    onAll(extractToolCalls, (calls) => {
      for (const { callId, name, args, result, callPath } of calls) {
        expect([callId, name, result, callPath].map((text) => typeof text)).toEqual(Array(4).fill("string"));
        expect(typeof args).toBe("object");
      }
    }));
  test("inspectMessages: its sums add up, and it has the calls of extractToolCalls", () =>
    onAll(
      (messages, options) => ({
        ...inspectMessages(messages, options),
        extracted: extractToolCalls(messages, options),
      }),
      ({ size, parts, calls, messages, extracted }, given) => {
        expect(Object.values(parts).reduce((all, each) => all + each, 0)).toBe(size.chars);
        expect(messages.length).toBe(given.length);
        const told = ({ callId, isError, isAnswered, group }: (typeof extracted | typeof calls)[number]) => [
          ...[callId, isError, isAnswered, group],
        ];
        expect(calls.map(told)).toEqual(extracted.map(told));
      },
    ));
  test("validateMessages", () =>
    onAll(validateMessages, (problems) => {
      for (const { path, message, providers } of problems) {
        expect(path).toMatch(/^\/\d+/);
        expect(message.length).toBeLessThan(300);
        expect(providers.length).toBeGreaterThan(0);
      }
    }));
  test("repairMessages: it is mended, or comes back with a reason", () =>
    onAll(repairMessages, ({ messages, changed, reason, problems, edits }, given) => {
      expect(changed).toBe(messages !== given);
      expect(changed).toBe(edits.length > 0);
      if (reason !== null) expect([changed, problems.length > 0]).toEqual([false, true]);
    }));
  test("renderAsText", () => onAll((messages, options) => renderAsText(messages, { ...options, create })));
});

describe("what is no list of messages is named", () => {
  const verbs = { extractToolCalls, inspectMessages, validateMessages, repairMessages, renderAsText };
  test.each(Object.entries(verbs))("%s", (_, verb) => {
    const said = (messages: unknown) => {
      const { code, message } = errorOf(() => (verb as Loose)(messages));
      return `${code}: ${message}`;
    };
    expect(said(null)).toBe("INVALID_MESSAGES: messages: null is not a list");
    expect(said(undefined)).toBe("INVALID_MESSAGES: messages: null is not a list");
    expect(said("hi")).toBe("INVALID_MESSAGES: messages: a text is not a list");
    expect(said(7)).toBe("INVALID_MESSAGES: messages: a number is not a list");
    expect(said({ role: "user", content: "hi" })).toBe("INVALID_MESSAGES: messages: an object is not a list");
    expect(said(new Uint8Array(3))).toBe("INVALID_MESSAGES: messages: a byte array is not a list");
    expect(said([{ role: "user", content: "hi" }, null])).toBe("INVALID_MESSAGES: messages/1: null is not a message");
    expect(said(["hi"])).toBe("INVALID_MESSAGES: messages/0: a text is not a message");
    expect(said([[]])).toBe("INVALID_MESSAGES: messages/0: a list is not a message");
    expect(said([{}])).toBe("UNKNOWN_FORMAT: messages: no known format looks like these; `format` can name it");
  });

  test("detectFormat finds none", () => {
    for (const value of [null, undefined, "hi", 7, {}, [], [null], ["hi"], [{}]]) {
      expect(detectFormat(value as Loose)).toBeNull();
    }
  });

  test("without messages there is nothing to do", () => {
    const none: object[] = [];
    expect([extractToolCalls(none), validateMessages(none)]).toEqual([[], []]);
    expect([repairMessages(none).messages, renderAsText(none)].every((messages) => messages === none)).toBe(true);
  });
});
