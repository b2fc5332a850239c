// The laws of validation and repair, over generated conversations in every format, whole ones and broken ones.
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { applyPatch } from "rfc6902";
import { compactMessages } from "tooltrim";
import {
  applyEdits,
  detectFormat,
  type Edit,
  type ExtractedToolCall,
  extractToolCalls,
  type InspectedCall,
  inspectMessages,
  repairMessages,
  toJsonPatch,
  validateMessages,
} from "tooltrim/messages";
import { describe, expect, test, vi } from "vitest";
import { broken, formats, harmless, valid } from "../../../tests/conversations/index.mjs";
import { all, copied, drawn, frozen, isWithin, said } from "./support.js";

vi.setConfig({ testTimeout: 120_000 });

/** Formats of classes: a JSON Patch knows of plain data only. */
const ofClasses = new Set(["vscode", "langchain"]);
/** Where calls can be mere references, what was lost with one cannot be told. */
const withReferences = new Set(["openai-responses", "openai-responses-stored"]);

describe.each(formats)("$name", ({ name, detects }) => {
  const format = { format: detects };
  const whole = drawn(
    fc.boolean().chain((repeatedIds) => valid(name, { repeatedIds, loneSurrogates: true })),
    30,
  );
  const hurt = drawn(broken(name, { repeatedIds: true, loneSurrogates: true }), 60);

  test("valid messages break no rule, and come back as the very input", () => {
    all(whole(), ({ messages }) => {
      expect(validateMessages(messages, format)).toEqual([]);
      const repaired = repairMessages(messages, format);
      expect(repaired).toEqual({ messages, changed: false, edits: [], repairs: [], problems: [], reason: null });
      expect(repaired.messages).toBe(messages);
    });
  });

  test("the format is found wherever there are calls", () => {
    all(whole(), ({ messages }) => {
      if (extractToolCalls(messages, format).length > 0) expect(detectFormat(messages)).toBe(detects);
    });
  });

  test("an inspection has the sizes of compaction and the calls of extractToolCalls", () => {
    all([...whole(), ...hurt()], ({ messages }) => {
      const { size, parts, calls } = inspectMessages(messages, format);
      const options = { ...format, window: { tokens: size.tokens * 2 + 1 }, triggerAt: 0, minimumGain: 0 };
      if (messages.length > 0) expect(compactMessages(messages, options).report.before).toEqual(size);
      expect(Object.values(parts).reduce((sum, each) => sum + each, 0)).toBe(size.chars);
      const told = (all: readonly (ExtractedToolCall | InspectedCall)[]) =>
        all.map(({ callId, isError, isAnswered, group }) => [callId, isError, isAnswered, group]);
      expect(told(calls)).toEqual(told(extractToolCalls(messages, format)));
    });
  });

  test("every call of a conversation is found, with its result", () => {
    all(whole(), ({ messages, conversation }) => {
      // Calls that are mere references cannot be read.
      if (name === "openai-responses-stored") return;
      const calls = conversation.turns.flatMap(({ steps }) => steps.flatMap((step) => step.calls));
      const found = extractToolCalls(messages, format).filter(({ isHosted }) => !isHosted);
      expect(found.map(({ isAnswered }) => isAnswered)).toEqual(calls.map(() => true));
      // Ids are left out, or names are not kept, in these.
      if (/legacy|gemini|responses|agents/.test(name)) return;
      expect(found.map(({ callId, name: tool }) => [callId, tool])).toEqual(calls.map((call) => [call.id, call.name]));
    });
  });

  test("broken messages are mended but for what is reported, and a second repair has nothing to do", () => {
    all(hurt(), ({ messages }) => {
      const { messages: repaired, problems, reason, changed, repairs } = repairMessages(messages, format);
      expect(reason).toBeNull();
      expect(changed).toBe(repaired !== messages);
      expect(changed).toBe(repairs.length > 0);
      expect(rules(validateMessages(repaired, format))).toEqual(rules(problems));
      if (!withReferences.has(name)) expect(problems).toEqual([]);
      const again = repairMessages(repaired, format);
      expect(again.messages).toBe(repaired);
      expect(again.changed).toBe(false);
    });
  });

  test("the same messages are mended the same way, are not written to, and edits say all of it", () => {
    all(hurt(), ({ messages }) => {
      const before = fc.stringify(messages);
      const once = repairMessages(messages, format);
      expect(isDeepStrictEqual(repairMessages(messages, format), once)).toBe(true);
      expect(isDeepStrictEqual(applyEdits(messages as object[], once.edits as Edit<object>[]), once.messages)).toBe(
        true,
      );
      expect(fc.stringify(messages)).toBe(before);
    });
  });

  test("messages that no edit names are the very same objects, in order", () => {
    all(hurt(), ({ messages }) => {
      const { messages: repaired, edits } = repairMessages(messages, format);
      const touched = new Set(edits.flatMap(messageOf));
      const untouched = messages.filter((_, index) => !touched.has(index));
      const kept = new Set(untouched);
      const found = repaired.filter((message) => kept.has(message));
      expect(found.every((message, index) => message === untouched[index])).toBe(true);
      expect(found).toHaveLength(untouched.length);
    });
  });

  test("what users and systems said stays, byte for byte and in order", () => {
    all(hurt(), ({ messages }) => {
      const { messages: repaired } = repairMessages(messages, format);
      expect(isWithin(said(messages), said(repaired))).toBe(true);
    });
  });

  test("fields that nobody knows are no problem, and survive what is mended around them", () => {
    all(drawn(broken(name, { only: [...harmless] }), 15)(), ({ messages }) => {
      expect(repairMessages(messages, format).messages).toBe(messages);
    });
    const only = ["unknownFields", "dropResult", "moveResultLater", "repeatedIds", "textBeforeResults"];
    all(drawn(broken(name, { only }), 30)(), ({ messages }) => {
      const { messages: repaired, repairs } = repairMessages(messages, format);
      if (repairs.every(({ action }) => action !== "dropped")) expect(marks(repaired)).toBe(marks(messages));
    });
  });

  test("frozen messages are mended like others", () => {
    all(drawn(broken(name), 15)(), ({ messages }) => {
      const expected = repairMessages(messages, format);
      expect(isDeepStrictEqual(repairMessages(frozen(messages), format), expected)).toBe(true);
    });
  });

  test("calls at the end are closed", () => {
    all(drawn(valid(name, { openAtEnd: true, maxTurns: 2 }), 15)(), ({ messages }) => {
      const repaired = repairMessages(messages, format);
      expect(repaired.reason).toBeNull();
      // What waits for the user's approval waits on; a part whose input never came to its end is left out when it is
      // sent.
      const isUi = name === "ai-sdk-ui";
      expect(rules(repaired.problems).filter((rule) => !(isUi && rule === "open-call"))).toEqual([]);
      if (isUi) return;
      const calls = extractToolCalls(repaired.messages, format).filter(({ isHosted }) => !isHosted);
      expect(calls.filter(({ isAnswered }) => !isAnswered)).toEqual([]);
    });
  });

  test.skipIf(ofClasses.has(name))("as a JSON Patch, edits give the same messages", () => {
    all(hurt(), ({ messages }) => {
      const { messages: repaired, edits } = repairMessages(messages, format);
      const patched = copied(messages);
      // Null for each operation that was done.
      expect(applyPatch(patched, toJsonPatch(edits)).filter(Boolean)).toEqual([]);
      expect(isDeepStrictEqual(patched, repaired)).toBe(true);
    });
  });
});

const rules = (found: readonly { rule: string }[]) => found.map(({ rule }) => rule).sort();

/** The message that an edit changes; none for a message that is new. */
const messageOf = (edit: Edit) => {
  const path = "text" in edit ? edit.text : "set" in edit ? edit.set : "drop" in edit ? edit.drop : edit.insert;
  return typeof path === "string" ? [Number(path.split("/")[1])] : [];
};

/** How many unknown fields there are. */
const marks = (messages: readonly unknown[]) => fc.stringify(messages).split('"since":2030').length - 1;
