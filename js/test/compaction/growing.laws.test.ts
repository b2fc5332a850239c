// A conversation that goes on: what went out stays as it was until a step is taken, and edits and forks of it are
// noticed.
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { type Compaction, Compactor } from "tooltrim";
import { inspectMessages, type MessageFormat } from "tooltrim/messages";
import { describe, expect, test, vi } from "vitest";
import { formats } from "../../../tests/conversations/index.mjs";
import { all, copied, type Loose, seed } from "../messages/support.js";
import { cases, droppedBefore, told } from "./support.js";

vi.setConfig({ testTimeout: 120_000 });

const parsed = <T>(value: T): T => JSON.parse(JSON.stringify(value));
/** Some of the lengths that a conversation had, in order; the last is its own. */
function lengths(count: number, most = 10): number[] {
  const step = Math.max(1, count / most);
  return [...new Set(Array.from({ length: most }, (_, at) => Math.min(count, Math.ceil((at + 1) * step))))];
}

describe.each(formats)("$name", (format) => {
  const drawn = cases(format, 6);

  test("what went out before stays, byte for byte, until a step is taken", () => {
    all(drawn(), ({ messages, options }) => {
      const compactor = new Compactor(options);
      let before: Compaction<object> | undefined;
      let came = 0;
      for (const length of lengths(messages.length)) {
        const now = compactor.next(messages.slice(0, length));
        const same = before?.messages.length ?? 0;
        if (now.notice === null && before) {
          expect(isDeepStrictEqual(now.messages.slice(0, same), before.messages), told(options)).toBe(true);
          expect(isDeepStrictEqual(now.messages.slice(same), messages.slice(came, length)), told(options)).toBe(true);
          expect(now.report.firstChangedMessage).toBeNull();
          expect(now.report.rebilledTokens).toBe(0);
        } else if (before && now.report.firstChangedMessage !== null) {
          const first = now.report.firstChangedMessage;
          const sent = [...before.messages, ...messages.slice(came, length)];
          expect(isDeepStrictEqual(now.messages.slice(0, first), sent.slice(0, first)), told(options)).toBe(true);
          expect(isDeepStrictEqual(now.messages[first], sent[first]), `${first} ${told(options)}`).toBe(false);
          const { chars } = inspectMessages(now.messages.slice(0, first), {
            format: format.detects as MessageFormat,
          }).size;
          expect(now.report.stablePrefix, told(options)).toBe(chars);
        }
        [before, came] = [now, length];
      }
    });
  });

  test("the same objects and new ones give what clones and a state give", () => {
    all(drawn(), ({ messages, options }) => {
      const compactor = new Compactor(options);
      for (const length of lengths(messages.length)) {
        const other = Compactor.from(parsed(compactor.state()), options);
        const one = compactor.next(messages.slice(0, length));
        const two = other.next(copied(messages.slice(0, length)));
        expect(isDeepStrictEqual(one.messages, two.messages), told(options)).toBe(true);
        expect(isDeepStrictEqual(one.edits, two.edits), told(options)).toBe(true);
        expect(one.report, told(options)).toEqual(two.report);
        expect(one.notice).toBe(two.notice);
      }
    });
  });

  test("one that was restored goes on as the one that was not", () => {
    all(drawn(), ({ messages, options }) => {
      const compactor = new Compactor(options);
      let restored = Compactor.from(parsed(compactor.state()), options);
      for (const length of lengths(messages.length)) {
        const one = compactor.next(messages.slice(0, length));
        const two = restored.next(copied(messages.slice(0, length)));
        expect(isDeepStrictEqual(one.messages, two.messages), told(options)).toBe(true);
        restored = Compactor.from(parsed(restored.state()), options);
      }
    });
  });

  test("an edited history: the same bytes up to the first message that differs, but for thinking of the last one that thinks", () => {
    const rolls = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), { seed, numRuns: 100 });
    let number = 0;
    all(drawn(), ({ messages, options }) => {
      const compactor = new Compactor(options);
      const whole = compactor.next(messages, { force: true });
      const roll = rolls[number++ % rolls.length] ?? 0;
      const at = Math.max(1, Math.floor(roll * messages.length));
      const branch = compactor.next(messages.slice(0, at));
      if (at < messages.length && whole.changed) expect(branch.report.forkedAt, told(options)).toBe(at);
      if (branch.notice !== null) return;
      const same = whole.messages.slice(0, at - droppedBefore(whole.edits, at));
      expect(withoutThoughts(branch.messages), told(options)).toEqual(withoutThoughts(same));
      // What came back is what was thought last, and its provider wants it back.
      const [thought, kept] = [thinkers(branch.messages), thinkers(same)];
      expect(
        thought.slice(0, -1).filter((text) => !kept.includes(text)),
        told(options),
      ).toEqual([]);
    });
  });

  test("the last message said anew: what was said first shows nowhere", () => {
    all(drawn(), ({ messages, options }) => {
      const told1 = textOf(messages, "the-first-branch");
      if (!told1) return;
      const compactor = new Compactor(options);
      compactor.next([...messages, told1], { force: true });
      const branch = compactor.next([...messages, textOf(messages, "the-second-branch") as object], { force: true });
      const text = fc.stringify(branch.messages) + JSON.stringify(branch.state) + JSON.stringify(branch.report);
      expect(text).not.toContain("the-first-branch");
    });
  });
});

const thinks = (part: Loose) =>
  /thinking|reasoning/.test(part?.type) ||
  part?.thought === true ||
  part?.kind === "thinking" ||
  part?.constructor?.name === "LanguageModelThinkingPart";
const partsOf = (message: Loose): Loose[] => {
  const held = message.kwargs ?? message.data ?? message;
  return [held.content, held.parts].find(Array.isArray) ?? [];
};

/** What each message thought. */
const thinkers = (messages: readonly Loose[]) =>
  messages
    .map((message) => (thinks(message) ? [message] : partsOf(message).filter(thinks)))
    .filter((parts) => parts.length > 0)
    .map((parts) => JSON.stringify(parts));

/** All that is no thinking, by message. */
const withoutThoughts = (messages: readonly Loose[]) =>
  messages.flatMap((message) => {
    if (thinks(message)) return [];
    const parts = partsOf(message);
    if (parts.length === 0) return [JSON.stringify(message)];
    const left = parts.filter((part) => !thinks(part)).map((part) => JSON.stringify(part));
    return left.length > 0 ? [JSON.stringify([message.role, left])] : [];
  });

/** A message of the user with another text, made of the last one that has one. */
function textOf(messages: object[], text: string): object | undefined {
  const last = messages
    .filter((message: Loose) => message.role === "user" && typeof message.content === "string")
    .at(-1);
  return last && { ...last, content: text };
}
