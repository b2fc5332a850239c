// Validation and repair of conversations in every format as their libraries hold them, whole ones and broken ones. The
// laws of the core are drawn in Rust.
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { applyPatch } from "rfc6902";
import {
  applyEdits,
  detectFormat,
  type Edit,
  extractToolCalls,
  inspectMessages,
  repairMessages,
  toJsonPatch,
  validateMessages,
} from "tooltrim/messages";
import { describe, expect, test } from "vitest";
import { broken, formats, valid } from "../../../tests/conversations/index.mjs";
import { all, copied, drawn, frozen, isWithin, said } from "./support.js";

/** Formats of classes: a JSON Patch knows of plain data only. */
const ofClasses = new Set(["vscode", "langchain"]);
/** Where calls can be mere references, what was lost with one cannot be told. */
const withReferences = new Set(["openai-responses", "openai-responses-stored"]);

describe.each(formats)("$name", ({ name, detects }) => {
  const format = { format: detects };
  const whole = drawn(
    fc.boolean().chain((repeatedIds) => valid(name, { repeatedIds, loneSurrogates: "mended" })),
    15,
  );
  const hurt = drawn(broken(name, { repeatedIds: true, loneSurrogates: "mended" }), 40);

  test("valid messages break no rule, come back as the very input, and have their calls", () => {
    all(whole(), ({ messages, conversation }) => {
      expect(validateMessages(messages, format)).toEqual([]);
      const repaired = repairMessages(messages, format);
      expect(repaired).toEqual({ messages, changed: false, edits: [], repairs: [], problems: [], reason: null });
      expect(repaired.messages).toBe(messages);
      const found = extractToolCalls(messages, format);
      if (found.length > 0) expect(detectFormat(messages)).toBe(detects);
      expect(inspectMessages(messages, format).calls.length).toBe(found.length);
      // Calls that are mere references cannot be read.
      if (name === "openai-responses-stored") return;
      const calls = conversation.turns.flatMap(({ steps }) => steps.flatMap((step) => step.calls));
      const own = found.filter(({ isHosted }) => !isHosted);
      expect(own.map(({ isAnswered }) => isAnswered)).toEqual(calls.map(() => true));
    });
  });

  test("broken ones are mended but for what is reported, others are the same objects, nothing is written to", () => {
    all(hurt(), ({ messages }) => {
      const before = fc.stringify(messages);
      const {
        messages: repaired,
        edits,
        repairs,
        problems,
        reason,
        changed,
      } = repairMessages(frozen(messages), format);
      expect(fc.stringify(messages)).toBe(before);
      expect([reason, changed, repairs.length > 0]).toEqual([null, repaired !== messages, changed]);
      expect(rules(validateMessages(repaired, format))).toEqual(rules(problems));
      if (!withReferences.has(name)) expect(problems).toEqual([]);
      expect(repairMessages(repaired, format).messages).toBe(repaired);
      expect(isWithin(said(messages), said(repaired))).toBe(true);
      const touched = new Set(edits.flatMap(messageOf));
      const untouched = messages.filter((_, index) => !touched.has(index));
      const kept = new Set(untouched);
      const found = repaired.filter((message) => kept.has(message));
      expect(found.length === untouched.length && found.every((one, at) => one === untouched[at])).toBe(true);
      expect(isDeepStrictEqual(applyEdits(messages as object[], edits as Edit<object>[]), repaired)).toBe(true);
      if (ofClasses.has(name)) return;
      const patched = copied(messages);
      // Null for each operation that was done.
      expect(applyPatch(patched, toJsonPatch(edits)).filter(Boolean)).toEqual([]);
      expect(isDeepStrictEqual(patched, repaired)).toBe(true);
    });
  });

  test("fields that nobody knows survive what is mended around them", () => {
    const only = ["unknownFields", "dropResult", "moveResultLater", "repeatedIds", "textBeforeResults"];
    all(drawn(broken(name, { only }), 10)(), ({ messages }) => {
      const { messages: repaired, repairs } = repairMessages(messages, format);
      if (repairs.every(({ action }) => action !== "dropped")) expect(marks(repaired)).toBe(marks(messages));
    });
  });

  test("calls at the end are closed", () => {
    all(drawn(valid(name, { openAtEnd: true, maxTurns: 2 }), 10)(), ({ messages }) => {
      const repaired = repairMessages(messages, format);
      expect(repaired.reason).toBeNull();
      // What waits for the user's approval waits on; a part whose input never came to its end is left out when it is
      // sent.
      const isUi = name === "ai-sdk-ui";
      expect(rules(repaired.problems).filter((rule) => !(isUi && rule === "open-call"))).toEqual([]);
      const calls = extractToolCalls(repaired.messages, format).filter(({ isHosted }) => !isHosted);
      if (!isUi) expect(calls.filter(({ isAnswered }) => !isAnswered)).toEqual([]);
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
