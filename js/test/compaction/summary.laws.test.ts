// Style "summary": older exchanges leave, and a message that says what they did stands for them.
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { applyPatch } from "rfc6902";
import { type Compaction, Compactor, compactMessages } from "tooltrim";
import { applyEdits, extractToolCalls, toJsonPatch, validateMessages } from "tooltrim/messages";
import { describe, expect, test, vi } from "vitest";
import { formats } from "../../../tests/conversations/index.mjs";
import { all, copied, frozen, type Loose } from "../messages/support.js";
import { cases, expectSaid, HEAD, marks, told, unitOf, weight, withSummaries } from "./support.js";

vi.setConfig({ testTimeout: 120_000 });

const ofClasses = new Set(["vscode", "langchain"]);
const ACKNOWLEDGED = "Acknowledged previous context.";
const folded = ({ report }: Compaction<object>) => report.exchanges.filter(({ rung }) => rung === "folded");

/** Messages that are not those that came, with a text of which `says` is the beginning. */
const saying = (compaction: Compaction<object>, says: string) =>
  compaction.edits.flatMap((edit: Loose) => (JSON.stringify(edit.message ?? "").includes(says) ? [edit.message] : []));

describe.each(formats)("$name", (format) => {
  const drawn = cases(format, 6, undefined, withSummaries);

  test("what users and systems said stays, byte for byte and in order", () => {
    all(drawn(), ({ messages, options }) => {
      expectSaid(compactMessages(messages, options).messages, messages, options);
    });
  });
  test("valid messages stay valid", () => {
    all(drawn(), ({ messages, options }) => {
      const { messages: compacted } = compactMessages(messages, options);
      expect(validateMessages(compacted, { format: format.detects }), told(options)).toEqual([]);
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
  test("the size in the report is that of what goes out", () => {
    all(drawn(), ({ messages, options }) => {
      const once = compactMessages(messages, options);
      const { report } = compactMessages(once.messages, { window: { chars: 1e12 }, format: format.detects });
      expect(report.before.chars, told(options)).toBe(once.report.after.chars);
    });
  });
  test("what was compacted is not compacted again", () => {
    all(drawn(), ({ messages, options }) => {
      const once = compactMessages(messages, options);
      expect(compactMessages(once.messages, options).edits, told(options)).toEqual([]);
    });
  });
  test("what was compacted is not compacted again, with what was decided", () => {
    all(drawn(), ({ messages, options }) => {
      const once = compactMessages(messages, options);
      const again = compactMessages(once.messages, { ...options, state: once.state });
      expect(again.edits, told(options)).toEqual([]);
    });
  });
  test("the same with each request until a step is taken", () => {
    all(drawn(), ({ messages, options }) => {
      const compactor = new Compactor<object>(options);
      const once = compactor.next(messages);
      const again = compactor.next(copied(messages));
      expect(isDeepStrictEqual(again.messages, once.messages), told(options)).toBe(true);
      expect(again.notice).toBeNull();
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
      const compactor = new Compactor<object>(options);
      const { report } = compactor.next(messages, { force: true });
      if (report.before[unitOf(options)] > 0.95 * marks(options).room) return;
      expect(isDeepStrictEqual(compactor.undo().messages, messages), told(options)).toBe(true);
      expect(isDeepStrictEqual(compactor.next(messages).messages, messages), told(options)).toBe(true);
    });
  });
  test("what was restored goes on as what was not", () => {
    all(drawn(), ({ messages, options }) => {
      const compactor = new Compactor<object>(options);
      compactor.next(messages.slice(0, Math.ceil(messages.length / 2)), { force: true });
      const restored = Compactor.from<object>(JSON.parse(JSON.stringify(compactor.state())), options);
      for (const force of [false, true]) {
        const [one, two] = [compactor.next(messages, { force }), restored.next(copied(messages), { force })];
        expect(isDeepStrictEqual(one.messages, two.messages), told(options)).toBe(true);
        expect(one.notice).toBe(two.notice);
      }
    });
  });
  test("one summary, said by whom the options name, and answered when they say so", () => {
    all(drawn(), ({ messages, options }) => {
      const compaction = compactMessages(messages, options);
      const [summaries, answers] = [saying(compaction, HEAD), saying(compaction, ACKNOWLEDGED)];
      const byUser = options.summaryRole !== "assistant";
      const some = folded(compaction).length > 0;
      expect([summaries.length, answers.length], told(options)).toEqual([
        some ? 1 : 0,
        some && byUser && options.acknowledge ? 1 : 0,
      ]);
      const roles = byUser ? ["user", "human", "HumanMessage", 1] : ["assistant", "model", "ai", "AIMessage", 2];
      const role = (message: Loose) => message.role ?? message.type ?? message.id?.at(-1);
      for (const message of summaries)
        expect(roles).toContain(role(message) === "constructor" ? message.id[2] : role(message));
    });
  });
  test("exchanges that the report has as folded are gone, and no others", () => {
    all(drawn(), ({ messages, options }) => {
      const compaction = compactMessages(messages, options);
      const idsOf = (list: readonly object[]) =>
        extractToolCalls(list, { format: format.detects }).map(({ callId }) => callId);
      const gone = folded(compaction).length;
      expect(idsOf(compaction.messages).length, told(options)).toBe(idsOf(messages).length - gone);
    });
  });
  test("redact goes over the summary", () => {
    all(drawn(), ({ messages, options }) => {
      const redact = (text: string) => text.replaceAll(/src|npm|README/g, "***");
      const compaction = compactMessages(messages, { ...options, redact });
      for (const message of saying(compaction, HEAD)) expect(JSON.stringify(message)).not.toMatch(/src|npm|README/);
      expect(JSON.stringify((compaction.state as Loose).summary ?? "")).not.toMatch(/src|npm|README/);
    });
  });
});
