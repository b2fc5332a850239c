// The laws of compaction that hold whatever the style.
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { applyPatch } from "rfc6902";
import { Compactor, compactMessages } from "tooltrim";
import { applyEdits, toJsonPatch, validateMessages } from "tooltrim/messages";
import { expect, test } from "vitest";
import type { formats } from "../../../tests/conversations/index.mjs";
import { all, copied, frozen } from "../messages/support.js";
import { type cases, expectSaid, marks, told, unitOf, weight } from "./support.js";

const ofClasses = new Set(["vscode", "langchain"]);

/** Tests each law on conversations of a format; `drawn` draws them. */
export function testLaws(format: (typeof formats)[number], drawn: ReturnType<typeof cases>): void {
  test("what users and systems said stays, byte for byte and in order", () => {
    all(drawn(), ({ messages, options }) => {
      const { messages: compacted } = compactMessages(messages, options);
      expectSaid(compacted, messages, options);
    });
  });
  test("valid messages stay valid", () => {
    all(drawn(), ({ messages, options }) => {
      const { messages: compacted, report } = compactMessages(messages, options);
      expect(validateMessages(compacted, { format: format.detects }), told(options)).toEqual([]);
      expect(report.problems).toEqual([]);
    });
  });
  test("never longer than before", () => {
    all(drawn(), ({ messages, options }) => {
      const { messages: compacted, report } = compactMessages(messages, options);
      const unit = unitOf(options);
      expect(report.after[unit], told(options)).toBeLessThanOrEqual(report.before[unit]);
      // An image is some tokens and no chars: a line that stands for it may be longer than its address.
      if (unit === "chars") expect(weight(compacted), told(options)).toBeLessThanOrEqual(weight(messages));
    });
  });
  test("within the target or overTarget", () => {
    all(drawn(), ({ messages, options }) => {
      const { report, notice } = compactMessages(messages, options);
      if (notice === null) return;
      const size = report.after[unitOf(options)];
      expect(report.overTarget, `${size} ${told(options)}`).toBe(size > marks(options).target);
    });
  });
  test("nothing happens up to the mark", () => {
    all(drawn(), ({ messages, options }) => {
      const { report, changed, messages: out, edits, notice } = compactMessages(messages, options);
      if (report.before[unitOf(options)] <= marks(options).trigger) expect(changed).toBe(false);
      expect(out === messages).toBe(!changed);
      expect(edits.length > 0).toBe(changed);
      expect(notice !== null).toBe(changed || !report.fits);
    });
  });
  test("what was compacted is not compacted again", () => {
    all(drawn(), ({ messages, options }) => {
      const once = compactMessages(messages, options);
      const again = compactMessages(once.messages, options);
      expect(again.edits, told(options)).toEqual([]);
    });
  });
  test("what was compacted is not compacted again, with what was decided", () => {
    all(drawn(), ({ messages, options }) => {
      const once = compactMessages(messages, options);
      const again = compactMessages(once.messages, { ...options, state: once.state });
      expect(again.edits, told(options)).toEqual([]);
    });
  });
  test("the size in the report is that of what goes out", () => {
    all(drawn(), ({ messages, options }) => {
      const once = compactMessages(messages, options);
      const again = compactMessages(once.messages, { ...options, window: { chars: 1e12 }, reserve: { chars: 0 } });
      expect(again.report.before.chars, told(options)).toEqual(once.report.after.chars);
    });
  });
  test("edits give what goes out, and nothing is written to", () => {
    all(drawn(), ({ messages, options }) => {
      const before = fc.stringify(messages);
      const { messages: compacted, edits } = compactMessages(frozen(messages), options);
      expect(fc.stringify(messages)).toBe(before);
      expect(isDeepStrictEqual(applyEdits(messages, edits), compacted)).toBe(true);
      if (ofClasses.has(format.name)) return;
      const patched = copied(messages);
      expect(applyPatch(patched, toJsonPatch(edits)).filter(Boolean)).toEqual([]);
      expect(isDeepStrictEqual(patched, compacted)).toBe(true);
    });
  });
  test("undo gives what came, and it stays so while there is room", () => {
    all(drawn(), ({ messages, options }) => {
      const compactor = new Compactor(options);
      const { changed, report } = compactor.next(messages, { force: true });
      if (report.before[unitOf(options)] > 0.95 * marks(options).room) return;
      const back = compactor.undo();
      expect(isDeepStrictEqual(back.messages, messages), told(options)).toBe(true);
      if (changed) expect(back.changed).toBe(false);
      expect(isDeepStrictEqual(compactor.next(messages).messages, messages)).toBe(true);
    });
  });
  test("what was restored goes on as what was not", () => {
    all(drawn(), ({ messages, options }) => {
      for (const force of [false, true]) {
        const compactor = new Compactor(options);
        compactor.next(messages.slice(0, Math.ceil(messages.length / 2)), { force });
        const other = Compactor.from(JSON.parse(JSON.stringify(compactor.state())), options);
        for (const force of [false, true]) {
          const [one, two] = [compactor.next(messages, { force }), other.next(copied(messages), { force })];
          expect(isDeepStrictEqual(one.messages, two.messages), told(options)).toBe(true);
          expect(one.notice).toBe(two.notice);
        }
        expect(compactor.state()).toEqual(other.state());
      }
    });
  });
  test("the same with each request until a step is taken", () => {
    all(drawn(), ({ messages, options }) => {
      const compactor = new Compactor(options);
      const once = compactor.next(messages);
      const again = compactor.next(copied(messages));
      expect(isDeepStrictEqual(again.messages, once.messages), told(options)).toBe(true);
      expect(again.notice === null).toBe(again.report.fits);
    });
  });
}
