// When a step is taken, how far it goes, and who is told.
import { type CompactionEvent, type CompactOptions, Compactor, CompactorPool, compactMessages } from "tooltrim";
import { describe, expect, test } from "vitest";
import type { Loose } from "../messages/support.js";
import { lines, read, user } from "./chat.js";

/** So many results of 1,000 units each, and a bit around them. */
const turn = (count: number, name = "f"): Loose[] => [
  user(`look at ${name}`),
  ...Array.from({ length: count }, (_, at) =>
    read(`${name}${at}`, `${name}${at}.ts`, `${lines(40, name)}`.slice(0, 1000)),
  ).flat(),
];
const sizeOf = (messages: Loose[]) => compactMessages(messages, { window: { chars: 1e12 } }).report.before.chars;
const ten = turn(10);
const size = sizeOf(ten);
const changed = (options: CompactOptions, messages = ten) => compactMessages(messages, options).changed;

describe("messages that a host makes anew for each request", () => {
  let reads = 0;
  class Message {
    _content: unknown;
    get content(): unknown {
      reads += 1;
      return this._content;
    }
    set content(content: unknown) {
      this._content = content;
    }
  }
  const made = (messages: readonly Loose[]) => messages.map((message) => Object.assign(new Message(), message));

  test("are compared, not read again", () => {
    const compactor = new Compactor({ window: { chars: size }, recentCallsToKeep: 2 });
    const before = made(ten);
    const first = compactor.next(before);
    expect(first.changed).toBe(true);
    const again = made([...ten, user("go on")]);
    reads = 0;
    const { messages } = compactor.next(again);
    // Each once for the comparison, and those at the end for their size.
    expect(reads).toBeLessThan(3 * again.length);
    expect(JSON.stringify(messages)).toBe(JSON.stringify([...first.messages, again.at(-1)]));
    const kept = (list: readonly Loose[], from: readonly Loose[]) => list.filter((one) => from.includes(one)).length;
    expect(kept(messages, again)).toBe(kept(first.messages, before) + 1);
  });
  test("are read where one of them differs", () => {
    const compactor = new Compactor({ window: { chars: size }, recentCallsToKeep: 2 });
    compactor.next(made(ten));
    const other = made(ten.map((message, at) => (at === 1 ? { ...message, role: "user", content: "no" } : message)));
    expect(compactor.next(other).report.forkedAt).toBe(1);
  });
});

describe("observe", () => {
  test("what was sent outside the messages has its share of what was billed", () => {
    const [whole, share] = [new Compactor({ window: { tokens: 1e6 } }), new Compactor({ window: { tokens: 1e6 } })];
    const { tokens } = whole.next(ten).report.after;
    share.next(ten);
    whole.observe({ inputTokens: 3 * tokens });
    share.observe({ inputTokens: 6 * tokens, outside: tokens });
    expect(share.state()).toEqual(whole.state());
    expect(share.next(ten).report.after.tokens).toBe(3 * tokens);
    expect(() => share.observe({ inputTokens: 1, outside: -1 })).toThrow("outside: -1 is not a number of 0 or more");
  });
});

describe("onEvent", () => {
  test("is told of each step, and of nothing else", () => {
    const events: CompactionEvent[] = [];
    const compactor = new Compactor({
      window: { chars: Math.floor(size / 0.9) },
      onEvent: (event) => events.push(event),
    });
    compactor.next(turn(2));
    expect(events).toEqual([]);
    const { report, notice } = compactor.next(turn(10));
    expect(events).toEqual([{ type: "compaction", report, notice }]);
    compactor.next(turn(10));
    compactor.undo();
    expect(events).toHaveLength(1);
  });
  test("one that throws harms nobody", () => {
    const onEvent = () => {
      throw new Error("not now");
    };
    expect(changed({ window: { chars: 8000 }, onEvent })).toBe(true);
  });
});

describe("a conversation whose first message fits several formats", () => {
  const text = "PASS a\n".repeat(300);
  const exchanges: Record<string, (id: string) => Loose[]> = {
    "openai-chat": (id) => [
      { role: "assistant", tool_calls: [{ id, type: "function", function: { name: "bash", arguments: "{}" } }] },
      { role: "tool", tool_call_id: id, content: text },
    ],
    "openai-responses": (id) => [
      { type: "function_call", call_id: id, name: "bash", arguments: "{}" },
      { type: "function_call_output", call_id: id, output: text },
    ],
    "OpenAI Agents": (id) => [
      { type: "function_call", callId: id, name: "bash", arguments: "{}" },
      { type: "function_call_result", callId: id, name: "bash", output: { type: "text", text } },
    ],
    anthropic: (id) => [
      { role: "assistant", content: [{ type: "tool_use", id, name: "bash", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: text }] },
    ],
    "ai-sdk": (id) => [
      { role: "assistant", content: [{ type: "tool-call", toolCallId: id, toolName: "bash", input: {} }] },
      {
        role: "tool",
        content: [{ type: "tool-result", toolCallId: id, toolName: "bash", output: { type: "text", value: text } }],
      },
    ],
  };
  const options: CompactOptions = { window: { chars: 20_000 } };

  for (const [name, exchange] of Object.entries(exchanges)) {
    test.each([
      ["Compactor", () => new Compactor(options)],
      ["CompactorPool", () => new CompactorPool(options)],
    ])(`fits as ${name} with a %s that saw it from the start`, (_, make) => {
      const compactor = make();
      const messages: Loose[] = [{ role: "user", content: "Make the tests pass." }];
      compactor.next(messages);
      for (let at = 0; at < 40; at += 1) {
        messages.push(...exchange(`call_${at}`));
        const sent = compactor.next(messages).messages;
        // Structure and escapes do not count as chars.
        expect(JSON.stringify(sent).length).toBeLessThan(30_000);
      }
    });
  }
});
