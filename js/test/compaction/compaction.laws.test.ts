// Conversations of all formats as their libraries hold them: frozen, of classes, the same objects again and copies. The
// laws of the core are drawn in Rust, at length and one by one.
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { applyPatch } from "rfc6902";
import { Compactor, compactMessages } from "tooltrim";
import { applyEdits, toJsonPatch, validateMessages } from "tooltrim/messages";
import { describe, expect, test } from "vitest";
import { formats } from "../../../tests/conversations/index.mjs";
import { all, copied, frozen } from "../messages/support.js";
import { cases, expectSaid, marks, shapes, told, unitOf, weight, withSummaries } from "./support.js";

const ofClasses = new Set(["vscode", "langchain"]);

/** Lengths that a conversation had on its way. */
const lengths = (count: number) => [0.3, 0.5, 0.6, 0.9, 1].map((part) => Math.ceil(count * part));

describe.each(formats)("$name", (format) => {
  const drawn = cases(format, 6, undefined, fc.oneof(shapes, withSummaries));

  test("a compaction is valid, within its target or says so, and edits give it; nothing is written to", () => {
    all(drawn(), ({ messages, options }) => {
      const before = fc.stringify(messages);
      const once = compactMessages(frozen(messages), options);
      expect(fc.stringify(messages)).toBe(before);
      const { messages: out, changed, edits, report, notice, state } = once;
      expectSaid(out, messages, options);
      expect(validateMessages(out, { format: format.detects }), told(options)).toEqual([]);
      expect([out === messages, edits.length > 0, notice !== null]).toEqual([
        !changed,
        changed,
        changed || !report.fits,
      ]);
      const unit = unitOf(options);
      const { target, trigger } = marks(options);
      if (report.before[unit] <= trigger) expect(changed, told(options)).toBe(false);
      if (notice !== null) expect(report.overTarget, told(options)).toBe(report.after[unit] > target);
      // An image is some tokens and no chars: a line that stands for it may be longer than its address.
      if (unit === "chars") expect(weight(out), told(options)).toBeLessThanOrEqual(weight(messages));
      expect(compactMessages(out, { ...options, state }).edits, told(options)).toEqual([]);
      expect(isDeepStrictEqual(applyEdits(messages, edits), out)).toBe(true);
      if (ofClasses.has(format.name)) return;
      const patched = copied(messages);
      expect(applyPatch(patched, toJsonPatch(edits)).filter(Boolean)).toEqual([]);
      expect(isDeepStrictEqual(patched, out)).toBe(true);
    });
  });

  test("a conversation that goes on: the same objects give what copies and a restored state give, and undo", () => {
    all(drawn(), ({ messages, options }) => {
      const compactor = new Compactor(options);
      let before: readonly object[] = [];
      for (const length of lengths(messages.length)) {
        const other = Compactor.from(JSON.parse(JSON.stringify(compactor.state())), options);
        const one = compactor.next(messages.slice(0, length));
        const two = other.next(copied(messages.slice(0, length)));
        expect(isDeepStrictEqual(one.messages, two.messages), told(options)).toBe(true);
        expect(isDeepStrictEqual(one.edits, two.edits), told(options)).toBe(true);
        expect([one.report, one.notice], told(options)).toEqual([two.report, two.notice]);
        if (one.notice === null) {
          expect(isDeepStrictEqual(one.messages.slice(0, before.length), before), told(options)).toBe(true);
        }
        before = one.messages;
      }
      const fresh = new Compactor(options);
      const { report } = fresh.next(messages, { force: true });
      if (report.before[unitOf(options)] > 0.95 * marks(options).room) return;
      expect(isDeepStrictEqual(fresh.undo().messages, messages), told(options)).toBe(true);
      expect(isDeepStrictEqual(fresh.next(messages).messages, messages)).toBe(true);
    });
  });
});
