// Odd texts and values: nothing throws, nothing is cut in half, and nothing takes long.
import { Compactor, compactMessages } from "tooltrim";
import { validateMessages } from "tooltrim/messages";
import { describe, expect, test } from "vitest";
import type { Loose } from "../messages/support.js";
import { argsOf, call, edit, least, lines, read, resultOf, run, says, system, user } from "./chat.js";
import { expectSaid, weight } from "./support.js";

const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const shares = [0, 0.1, 0.4, 0.8];

/** Compacts in all ways; what holds for any conversation holds for this one. */
function onAll(messages: Loose[], check: (out: Loose[]) => void = () => {}) {
  const size = compactMessages(messages, { ...least, window: { chars: 1e12 } }).report.before.chars;
  const valid = validateMessages(messages, { format: least.format }).length === 0;
  for (const style of ["mask", "summary"] as const) {
    for (const compactTo of shares) {
      for (const recentCallsToKeep of [0, 6]) {
        const options = { ...least, window: { chars: size }, triggerAt: 0, style, compactTo, recentCallsToKeep };
        const { messages: out, report } = compactMessages(messages, options);
        expect(report.after.chars).toBeLessThanOrEqual(report.before.chars);
        expect(weight(out)).toBeLessThanOrEqual(weight(messages));
        expectSaid(out, messages, options);
        if (valid) expect(validateMessages(out, { format: least.format })).toEqual([]);
        check(out as Loose[]);
      }
    }
  }
}
const around = (middle: Loose[]) => [
  user("go"),
  ...read("r", "b.ts"),
  ...middle,
  says("I looked."),
  user("on"),
  says("ok"),
];

describe("texts", () => {
  const family = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}";
  const failing = (text: string) => run("x", "make", `Error: ${text}`);

  test("a line of 70 KB", () => {
    const line = "word ".repeat(14_000);
    onAll(around([...read("x", "a.ts", line), ...failing(line), ...edit("e", "c.ts", line, line)]));
  });
  test("emoji at every cut", () => {
    for (let shift = 0; shift < 9; shift += 1) {
      const text = "x".repeat(shift) + family.repeat(100);
      const middle = [...read("x", "a.ts", text), ...failing(text), ...edit("e", "c.ts", text, text), says(text)];
      onAll(around(middle), (out) => {
        expect(JSON.stringify(out)).not.toMatch(lone);
        expect(JSON.stringify(out)).not.toMatch(/\u200d(\.\.\.|\\n|"|\n)/);
      });
      for (const maxErrorChars of [1, 2, 3, 4, 5, 9, 163, 164, 165, 166, 200]) {
        const { messages: out } = compactMessages(around(failing(text)), {
          ...least,
          window: { chars: 900 },
          maxErrorChars,
        });
        expect(resultOf(out, "x")).not.toMatch(lone);
      }
    }
  });
  test("halves of surrogate pairs", () => {
    const text = `\ud83d${lines(40)}\udc00\n\udc00\ud83d${lines(40)}\ud83d`;
    onAll(around([...read("x", "a.ts", text), ...failing(text), ...edit("e", "\ud83d.ts", text, text), says(text)]));
  });
  test("NUL and other controls", () => {
    const text = `\u0000\u0001\u001b[31m${lines(40)}\u0000\n\u0000`;
    onAll(
      around([...read("x", "a\u0000.ts", text), ...failing(text), ...edit("e", "\u0000.ts", text, text), says(text)]),
    );
  });
  test("100,000 short lines", () => {
    const text = Array.from({ length: 100_000 }, (_, at) => `l${at}`).join("\n");
    const messages = around([...read("x", "a.ts", text), ...failing(text), ...run("y", "ls -R", text)]);
    // It ends in time for a test: how the time grows is for benches to say.
    for (const compactTo of shares) {
      const { messages: sent } = compactMessages(messages, {
        ...least,
        window: { chars: 1e6 },
        triggerAt: 0,
        compactTo,
      });
      expect(sent.length).toBeGreaterThan(1);
    }
  });
  test("a result in which all lines are blank", () => onAll(around(read("x", "a.ts", "\n".repeat(5000)))));
});

describe("arguments", () => {
  const deep = (depth: number) => `${'{"a":'.repeat(depth)}${JSON.stringify(lines(30))}${"}".repeat(depth)}`;
  test("JSON of a depth of 1,000", () => onAll(around(call("x", "query", deep(1000), lines(30)))));
  test("a result that is JSON of a depth of 1,000", () => onAll(around(call("x", "query", {}, deep(1000)))));
  test.each([
    ["no JSON", "SELECT * FROM a"],
    ["half of it", '{"path": "a.ts", "content": "'],
    ["nothing", ""],
    ["a text", '"a.ts"'],
    ["a list", '["a.ts"]'],
    ["null", "null"],
    ["more than one value", '{"path":"a.ts"}{"path":"b.ts"}'],
    ["long and no JSON", `{path: ${lines(60)}`],
    ["a comma too many", `{"path":"a.ts","content":${JSON.stringify(lines(60))},}`],
  ])("%s", (_, args) => {
    onAll(around([...call("x", "write_file", args, lines(60)), ...call("y", "bash", args, lines(60))]), (out) => {
      // Untouched, cut with a note how much is gone, or all gone with one.
      for (const id of ["x", "y"].filter((id) => JSON.stringify(out).includes(`"id":"${id}"`))) {
        expect(argsOf(out, id) === args || /\.\.\.\[\+\d+\]|"omitted":\d+/.test(argsOf(out, id))).toBe(true);
      }
    });
  });
  test("names that objects have of their own", () => {
    const content = JSON.stringify(lines(60));
    const args = `{"__proto__":{"path":"x.ts"},"constructor":${content},"toString":"${"t".repeat(300)}","hasOwnProperty":1}`;
    const messages = around(call("x", "write_file", args, lines(60)));
    onAll(messages);
    const { messages: out } = compactMessages(messages, {
      ...least,
      triggerAt: 0,
      compactTo: 0.3,
      window: { chars: 4000 },
    });
    expect(() => JSON.parse(argsOf(out as Loose[], "x"))).not.toThrow();
    expect(({} as Loose).path).toBeUndefined();
  });
  test("names twice, and other ways to write them", () => {
    const content = JSON.stringify(lines(60));
    onAll(
      around(
        call("x", "write_file", `{"path":"a.ts","path":"b.ts", "p\\u0061th" : "c.ts" ,"content":${content}}`, "ok"),
      ),
    );
  });
});

describe("messages", () => {
  test("ids that repeat: each result belongs to the call in front of it", () => {
    const messages = [
      user("go"),
      ...read("call_0", "a.ts", lines(40, "first")),
      ...read("call_0", "b.ts", lines(40, "second")),
      user("on"),
      ...read("call_0", "c.ts", lines(40, "third")),
    ];
    onAll(messages);
    const { messages: out, report } = compactMessages(messages, {
      ...least,
      recentCallsToKeep: 1,
      triggerAt: 0,
      compactTo: 0.25,
      window: { chars: 6000 },
    });
    expect(out[6]).toBe(messages[6]);
    expect(report.exchanges.map(({ id, rung }) => `${id} ${rung === "full"}`)).toEqual([
      "call_0 false",
      "call_0 false",
      "call_0 true",
    ]);
  });
  test.each([
    ["an object", { ok: true, text: lines(40) }],
    ["a number", 5],
    ["nothing", null],
    ["not there", undefined],
    ["true", true],
    ["an empty list", []],
    ["a list of texts", [lines(40)]],
    ["a list of nothing", [null, undefined]],
  ])("a result that is %s", (_, content) => {
    const messages = around(read("x", "a.ts", content));
    expect(() => compactMessages(messages, least)).not.toThrow();
    const compactor = new Compactor({ ...least, window: { chars: 100_000 } });
    compactor.next(messages, { force: true });
    expect(compactor.undo().messages).toEqual(messages);
  });
  test.each([
    ["none", []],
    ["one", [user("hi")]],
    ["one, of the assistant", [says("hi")]],
    ["the system's only", [system(lines(100)), system(lines(100))]],
    ["no calls", [user(lines(100)), says(lines(100)), user("on")]],
    ["a call at the end", [user("go"), ...call("a", "list_todos", {}, "").slice(0, 1)]],
    ["a result alone", read("a", "a.ts").slice(1)],
  ])("few: %s", (_, messages) => {
    const compactor = new Compactor({ ...least, window: { chars: 10 } });
    for (const compaction of [
      compactMessages(messages, least),
      compactor.next(messages),
      compactor.next(messages, { force: true }),
    ]) {
      expect(compaction.messages).toBe(messages);
      expect([compaction.changed, compaction.edits]).toEqual([false, []]);
      expect(compaction.notice === null).toBe(compaction.report.fits);
    }
    expect(compactor.undo().messages).toEqual(messages);
    expect(() => JSON.stringify(compactor.state())).not.toThrow();
  });
  test("getters that throw are refused with the place, or read over; nothing else comes out", () => {
    const members = ["role", "content", "tool_call_id", "tool_calls"];
    for (const [at] of around(read("x", "a.ts")).entries()) {
      for (const member of members) {
        const messages = around(read("x", "a.ts"));
        Object.defineProperty(messages[at], member, {
          enumerable: true,
          get: () => {
            throw new Error("of no interest");
          },
        });
        try {
          compactMessages(messages, least);
        } catch (thrown) {
          expect((thrown as Loose).code).toBe("INVALID_MESSAGES");
        }
      }
    }
  });
  test("members that no message has stay", () => {
    const own = JSON.parse('{"__proto__":{"role":"system"},"x":[1]}');
    const messages = around(read("x", "a.ts")).map((message) =>
      Object.assign(Object.create(null), { ...message, own }),
    );
    const { messages: out, changed } = compactMessages(messages, least);
    expect(changed).toBe(true);
    for (const message of out) expect(message.own).toBe(own);
  });
});
