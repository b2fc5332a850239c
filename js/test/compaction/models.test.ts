// One request to another model: its window, what it binds thinking to, and requests in which no step may be taken.
import { Compactor, CompactorPool, compactMessages } from "tooltrim";
import { describe, expect, test } from "vitest";
import type { Loose } from "../messages/support.js";
import { lines } from "./chat.js";

const turn = (at: number): Loose[] => [
  {
    role: "assistant",
    content: [
      { type: "thinking", thinking: `Next is ${at}.`, signature: "c2ln" },
      { type: "tool_use", id: `t${at}`, name: "read_file", input: { path: `src/${at}.ts` } },
    ],
  },
  { role: "user", content: [{ type: "tool_result", tool_use_id: `t${at}`, content: lines(40) }] },
];
const messages: Loose[] = [{ role: "user", content: "Go." }, ...Array.from({ length: 20 }, (_, at) => turn(at)).flat()];
const { chars } = compactMessages(messages, { window: { chars: 1e9 } }).report.before;
const thoughts = (sent: readonly Loose[]) => sent.filter(({ content }) => content[0].type === "thinking").length;
const wide = { window: { chars: 2 * chars } };
const hosts = [
  ["Compactor", () => new Compactor(wide)],
  ["CompactorPool", () => new CompactorPool(wide)],
] as const;

describe.each(hosts)("%s", (_, make) => {
  test("the window of one request", () => {
    const compactor = make();
    expect(compactor.next(messages).changed).toBe(false);
    const small = compactor.next(messages, { window: { chars } });
    expect([small.notice !== null, small.report.window]).toEqual([true, { chars }]);
    expect(small.report.after.chars).toBeLessThanOrEqual(chars / 2);
    // What was decided stays decided.
    expect(compactor.next(messages).messages).toEqual(small.messages);
  });
  test("no step while it is held, also with force", () => {
    const compactor = make();
    const held = compactor.next(messages, { window: { chars }, hold: true, force: true });
    expect([held.changed, held.notice]).toEqual([false, null]);
    const next = compactor.next(messages, { window: { chars } });
    expect(next.changed).toBe(true);
    const more = [...messages, ...turn(20), ...turn(21), ...turn(22)];
    const still = compactor.next(more, { window: { chars: chars / 2 }, hold: true });
    expect(still.messages.slice(0, next.messages.length)).toEqual(next.messages);
  });
  test("another model takes thinking with its calls, and counts as a step", () => {
    const compactor = make();
    const first = compactor.next(messages, { window: { chars } });
    expect(first.report.thinking).toMatchObject({ removed: 20 - thoughts(first.messages), why: expect.any(String) });
    expect(thoughts(first.messages)).toBeLessThan(3);
    const other = compactor.next(messages, { window: { chars }, thinking: "calls" });
    expect([thoughts(other.messages), other.notice !== null]).toEqual([20, true]);
    const back = compactor.next(messages, { window: { chars } });
    expect(thoughts(back.messages)).toBe(thoughts(first.messages));
  });
  test("a thinking that there is not", () => {
    const next = () => make().next(messages, { thinking: "all" as Loose });
    expect(next).toThrow('thinking: "all" is not one of');
    expect(() => new Compactor({ ...wide, thinking: "all" as Loose })).toThrow("is not one of");
  });
});

test("a branch that comes back brings no thinking that was written after other messages", () => {
  const compactor = new Compactor({ window: { chars: 0.8 * chars } });
  const fork = [...messages.slice(0, 31), { role: "assistant", content: "Another way." }, ...turn(40)];
  const whole = compactor.next(messages.slice(0, 37));
  expect(whole.changed).toBe(true);
  const branch = compactor.next(fork);
  expect(branch.messages.length).toBe(fork.length);
  const back = compactor.next(messages.slice(0, 37));
  const from = back.messages.findIndex((message, at) => message !== messages[at]);
  expect(thoughts(back.messages.slice(from))).toBe(0);
  // A mark of a prompt cache that moves is no other message.
  const grown = [...messages.slice(0, 37), ...turn(18)];
  const sent = compactor.next(grown).messages;
  const marked = grown.map((message) => ({ ...message, content: structuredClone(message.content) }));
  marked[38].content[0].cache_control = { type: "ephemeral" };
  expect(thoughts(compactor.next(marked).messages)).toBe(thoughts(sent));
});

test("what the provider cleared counts as sent", () => {
  const billed = (cleared: number) => {
    const compactor = new Compactor({ window: { tokens: 100_000 } });
    const { tokens } = compactor.next(messages).report.after;
    compactor.observe({ inputTokens: tokens / 2, cleared });
    return compactor.next([...messages, ...turn(20)]).report.after.tokens / tokens;
  };
  expect(billed(0)).toBeLessThan(0.6);
  const { tokens } = compactMessages(messages, { window: { tokens: 100_000 } }).report.after;
  expect(billed(tokens / 2)).toBeGreaterThan(0.95);
  expect(() => billed(-1)).toThrow("cleared: -1 is not a number of 0 or more");
});

test("a message of a class counts its content once, whatever the member is called that holds it", () => {
  class Message {
    role = 1;
    c: unknown;
    get content(): unknown {
      return this.c;
    }
    constructor(content: unknown) {
      this.c = content;
    }
  }
  const text = [{ value: lines(40) }];
  const options = { window: { chars: 1e9 }, format: "vscode" } as const;
  const size = (list: Loose[]) => compactMessages(list, options).report.before.chars;
  expect(size([new Message(text)])).toBe(size([{ role: 1, content: text }]));
});

const shots = (count: number): Loose[] => [
  { role: "user", content: "Go." },
  ...Array.from({ length: count }, (_, at) => [
    { role: "assistant", content: [{ type: "tool_use", id: `s${at}`, name: "screenshot", input: {} }] },
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: `s${at}`,
          content: [{ type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo" } }],
        },
      ],
    },
  ]).flat(),
];
const shown = (sent: readonly Loose[]) => JSON.stringify(sent).split("iVBORw0KGgo").length - 1;

test.each([
  ["Compactor", (options: object) => new Compactor({ window: { chars: 1e9 }, ...options })],
  ["CompactorPool", (options: object) => new CompactorPool({ window: { chars: 1e9 }, ...options })],
])("few images far below the window, growing: %s", (_, make) => {
  const [few, all] = [make({ recentMedia: 4 }), make({})];
  const counts = Array.from({ length: 12 }, (_, at) => shown(few.next(shots(at)).messages));
  expect(counts).toEqual([0, 1, 2, 3, 4, 2, 3, 4, 2, 3, 4, 2]);
  expect(shown(all.next(shots(12)).messages)).toBe(12);
});

test("few images without a memory, too", () => {
  const options = { window: { chars: 1e9 }, recentMedia: 3 };
  expect(shown(compactMessages(shots(7), options).messages)).toBe(2);
  expect(compactMessages(shots(3), options).changed).toBe(false);
});
