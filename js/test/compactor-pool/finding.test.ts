// Conversations are found by what they begin with: no id is needed.
import fc from "fast-check";
import { Compactor, CompactorPool, compactMessages } from "tooltrim";
import { describe, expect, test, vi } from "vitest";
import { conversations, formats } from "../../../tests/conversations/index.mjs";
import { all, copied, drawn } from "../messages/support.js";
import { failure } from "../support/errors.js";
import { lengths, plain, saved, task, window } from "./support.js";

vi.setConfig({ testTimeout: 120_000 });

/** Requests of a conversation that grows. */
const prefixes = (length: number) =>
  Array.from({ length: 6 }, (_, at) => Math.ceil(((at + 1) * length) / 6)).filter((count) => count > 0);

describe.each(formats)("$name", ({ write, detects, repeatedIds }) => {
  const options = { longResults: true, maxTurns: 4, repeatedIds };

  test("conversations that take turns are compacted as each would be alone", () => {
    const cases = fc.array(conversations(options), { minLength: 1, maxLength: 3 }).map((held) => ({ messages: held }));
    all(drawn(cases, 8)(), ({ messages: held }) => {
      const sized = held.map((conversation) => {
        const messages = write(conversation);
        return {
          conversation,
          messages,
          size: compactMessages(messages, { format: detects, window: { chars: 1e9 } }).report.before.chars,
        };
      });
      const room = { format: detects, window: { chars: Math.floor(0.6 * Math.max(...sized.map(({ size }) => size))) } };
      const pool = new CompactorPool(room);
      const alone = held.map(() => new Compactor(room));
      for (let at = 0; at < 6; at += 1) {
        for (const [number, { conversation, messages }] of sized.entries()) {
          const count = prefixes(messages.length)[at] ?? 0;
          const expected = alone[number]?.next(write(conversation).slice(0, count));
          const found = pool.next(write(conversation).slice(0, count));
          expect(plain(found.messages)).toEqual(plain(expected?.messages ?? []));
          expect(found.notice).toBe(expected?.notice);
          expect(found.report.forkedAt).toBe(expected?.report.forkedAt);
        }
      }
    });
  });
});

describe("a history of new objects with each request", () => {
  test("goes on: what went out before goes out again", () => {
    const pool = new CompactorPool({ window });
    const before = pool.next(task("a", 9));
    expect(before.notice).not.toBeNull();
    const after = pool.next(task("a", 10));
    expect([after.notice, after.changed]).toEqual([null, true]);
    expect(plain(after.messages).slice(0, before.messages.length)).toEqual(plain(before.messages));
    expect(lengths(pool.state())).toEqual([21]);
  });

  test("is found by its texts, whatever is marked for a cache", () => {
    const said = (text: string, marked: boolean) => [
      { type: "text", text, ...(marked && { cache_control: { type: "ephemeral" } }) },
    ];
    const request = (calls: number) => [
      { role: "system", content: "You are helpful." },
      { role: "user", content: calls === 9 ? said("Look around", true) : "Look around" },
      ...Array.from({ length: calls }, (_, at) => [
        { role: "assistant", content: [{ type: "tool_use", id: `t${at}`, name: "ls", input: { path: `${at}` } }] },
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: `t${at}`, content: said("x ".repeat(1000), at === calls - 1) }],
        },
      ]).flat(),
    ];
    const pool = new CompactorPool({ window });
    for (const calls of [8, 9, 10, 11]) pool.next(request(calls));
    expect(lengths(pool.state())).toEqual([24]);
    expect(pool.next(request(11)).report.forkedAt).toBeUndefined();
  });

  test("is found when a part of VS Code that marks a cache has moved on", () => {
    const mark = { mimeType: "cache_control", data: new TextEncoder().encode("ephemeral") };
    const marked = (calls: number) => {
      const messages = task("a", calls);
      messages.at(-1)?.content.push(mark);
      return messages;
    };
    const pool = new CompactorPool({ window });
    for (const calls of [8, 9, 10]) pool.next(marked(calls));
    expect(lengths(pool.state())).toEqual([21]);
  });

  test("is another one when its first user message differs", () => {
    const system = () => ({ role: "system", content: "You are helpful." });
    const chat = (name: string) => [
      system(),
      { role: "user", content: `Look at ${name}` },
      ...Array.from({ length: 9 }, (_, at) => [
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: `${name}${at}`, type: "function", function: { name: "ls", arguments: "{}" } }],
        },
        { role: "tool", tool_call_id: `${name}${at}`, content: "y ".repeat(1000) },
      ]).flat(),
    ];
    const pool = new CompactorPool({ window });
    const [one, other] = [pool.next(chat("a")), pool.next(chat("b"))];
    expect([one.report.forkedAt, other.report.forkedAt]).toEqual([undefined, undefined]);
    expect(saved(pool.state()).map(({ state }) => state.steps)).toEqual([1, 1]);
    expect(plain(other.messages)).toEqual(plain(new CompactorPool({ window }).next(chat("b")).messages));
  });

  test("is another one when as little as the middle of its first text differs", () => {
    const long = (middle: string) => `${"a".repeat(5000)}${middle.repeat(200)}${"b".repeat(5000)}`;
    const pool = new CompactorPool({ window: { chars: 1e6 } });
    for (const middle of ["x", "y"]) pool.next([{ role: "user", content: long(middle) }]);
    expect(lengths(pool.state())).toEqual([1, 1]);
  });
});

describe("messages that are the same objects", () => {
  test("are not read again", () => {
    let reads = 0;
    const counted = (message: object) =>
      new Proxy(message, {
        get: (target, key) => {
          reads += 1;
          return Reflect.get(target, key);
        },
        ownKeys: (target) => {
          reads += 1;
          return Reflect.ownKeys(target);
        },
      });
    const messages = task("a", 4).map(counted);
    const pool = new CompactorPool({ window });
    pool.next(messages);
    reads = 0;
    const { messages: out } = pool.next(messages);
    expect(out).toBe(messages);
    // Only the last two are looked at: they may have been changed in place.
    expect(reads).toBeLessThan(20);
  });

  test("are the input itself when nothing changes", () => {
    const pool = new CompactorPool({ window });
    const messages = task("a", 2);
    expect(pool.next(messages).messages).toBe(messages);
    const more = [...messages, ...task("b", 1)];
    expect(pool.next(more).messages).toBe(more);
  });
});

describe("same", () => {
  interface Said {
    readonly id: number;
    readonly role: string;
    readonly content: string;
  }
  const said = (length: number, text = "hi"): Said[] =>
    Array.from({ length }, (_, id) => ({ id, role: id % 2 ? "assistant" : "user", content: `${text} ${id}` }));

  test("compares messages that are other objects, and no others", () => {
    const pool = new CompactorPool({ window });
    const same = vi.fn((one: Said, other: Said) => one.id === other.id);
    const first = said(3);
    pool.next(first, { same });
    pool.next([...first, ...said(4).slice(3)], { same });
    expect(same).not.toHaveBeenCalled();
    pool.next(said(5), { same });
    expect(same.mock.calls.map(([one, other]) => [one.id, other.id])).toEqual([0, 1, 2, 3].map((id) => [id, id]));
  });

  test("decides alone: texts may have changed, and equal ones may be others", () => {
    const pool = new CompactorPool({ window });
    pool.next(said(3), { same: (one, other) => one.id === other.id });
    pool.next(said(4, "hello"), { same: (one, other) => one.id === other.id });
    expect(lengths(pool.state())).toEqual([4]);
    pool.next(said(5, "hello"), { same: () => false });
    expect(lengths(pool.state())).toEqual([4, 5]);
  });

  test("compares with conversations that have not been used for long", () => {
    const pool = new CompactorPool({ window });
    const same = (one: Said, other: Said) =>
      one.id === other.id && one.content.split(" ")[0] === other.content.split(" ")[0];
    for (let at = 0; at < 10; at += 1) pool.next(said(2, `talk${at}`), { same });
    const seen = vi.fn(same);
    pool.next(said(3, "talk0"), { same: seen });
    expect(lengths(pool.state()).at(-1)).toBe(3);
    expect(seen.mock.calls.some(([one]) => one.content === "talk0 0")).toBe(true);
  });

  test("that throws ends the call, and nothing else", () => {
    const pool = new CompactorPool({ window });
    pool.next(said(3));
    const before = pool.state();
    const thrower = () => {
      throw new Error("not today");
    };
    expect(() => pool.next(said(4), { same: thrower })).toThrow("not today");
    expect(pool.state()).toEqual(before);
    expect(failure(() => pool.next(said(4), { same: 1 as never }))).toBe("INVALID_OPTION: same: 1 is not a function");
  });
});

test("the generators' messages are the same for the finder when they are copied", () => {
  for (const { write } of formats.filter(({ detects }) => detects !== "vscode")) {
    all(
      drawn(
        conversations().map((held) => ({ messages: write(held) })),
        20,
      )(),
      ({ messages }) => {
        if (messages.length === 0) return;
        const pool = new CompactorPool({ window: { chars: 1e9 } });
        pool.next(messages);
        pool.next(copied(messages));
        expect(lengths(pool.state())).toEqual([messages.length]);
      },
    );
  }
});
