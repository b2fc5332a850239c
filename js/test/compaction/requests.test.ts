// When a step is taken, how far it goes, and who is told.
import { type CompactionEvent, type CompactOptions, Compactor, CompactorPool, compactMessages } from "tooltrim";
import { describe, expect, test } from "vitest";
import type { Loose } from "../messages/support.js";
import { answer, asks, edit, lines, read, resultOf, run, says, user } from "./chat.js";

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
    expect(reads).toBeLessThan(2.5 * again.length);
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

describe("marks", () => {
  test("nothing happens up to triggerAt, and a step is taken above it", () => {
    for (const triggerAt of [0.3, 0.8, 1]) {
      const window = (share: number) => ({ chars: Math.ceil(size / share) });
      expect(changed({ triggerAt, window: window(triggerAt), compactTo: 0.1 })).toBe(false);
      expect(changed({ triggerAt, window: { chars: Math.floor((size - 1) / triggerAt) }, compactTo: 0.1 })).toBe(true);
    }
  });
  test("a reserve makes the window smaller", () => {
    const window = { chars: size * 2 };
    expect(changed({ window })).toBe(false);
    expect(changed({ window, reserve: { chars: size } })).toBe(true);
    const { report } = compactMessages(ten, { window, reserve: { chars: size }, recentCallsToKeep: 0 });
    expect(report.after.chars).toBeLessThanOrEqual(size / 2);
    const tight = compactMessages(ten, { window, reserve: { chars: 2 * size - 1 } }).report;
    expect([tight.fits, tight.overTarget, tight.window, tight.reserve]).toEqual([
      false,
      true,
      window,
      { chars: 2 * size - 1 },
    ]);
    expect(tight.unfit.map(({ what }) => what)).toContain("results");
    expect(() => compactMessages(ten, { window, reserve: window })).toThrow(
      /^reserve: \d+ is not less than the window/,
    );
  });
  test("images in results count, whoever looks", () => {
    const picture = { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } };
    const shot = (id: string) => [
      { role: "assistant", content: [{ type: "tool_use", id, name: "shot", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: [picture] }] },
    ];
    const messages = [{ role: "user", content: "go" }, ...["a", "b", "c", "d", "e", "f", "g", "h"].flatMap(shot)];
    const options = { window: { tokens: 10_000 } };
    const { report, notice } = compactMessages(messages, options);
    expect(report.before.tokens).toBeGreaterThan(8 * 1600);
    expect(notice).not.toBeNull();
    const compactor = new Compactor(options);
    for (let at = 3; at <= messages.length; at += 2) {
      const { report, notice } = compactor.next(messages.slice(0, at));
      expect(report.after.tokens).toBeLessThanOrEqual(8000);
      if (notice === null) expect(report.firstChangedMessage).toBeNull();
    }
  });
  test("compactTo can be a size, in the unit of the window", () => {
    const target = { chars: Math.floor(size / 3) };
    const once = compactMessages(ten, { window: { chars: size }, compactTo: target, recentCallsToKeep: 0 });
    expect(once.report.after.chars).toBeLessThanOrEqual(target.chars);
    const compactor = new Compactor({ window: { chars: 10 * size }, recentCallsToKeep: 0 });
    const asked = compactor.next(ten, { force: true, compactTo: target });
    expect(asked.report.after.chars).toBeLessThanOrEqual(target.chars);
    const other = { window: { tokens: 1000 }, compactTo: target } as CompactOptions;
    expect(() => compactMessages(ten, other)).toThrow("compactTo: is in another unit than window");
    expect(() => compactor.next(ten, { force: true, compactTo: { words: 1 } as Loose })).toThrow(
      "is not a number from 0 to 1, { tokens }, { chars } or { utf16 }",
    );
  });
  test("compactTo of a request is that of the options for this once", () => {
    const compactor = new Compactor({ window: { chars: size }, recentCallsToKeep: 0 });
    const { report } = compactor.next(ten, { force: true, compactTo: 0.2 });
    expect(report.after.chars).toBeLessThanOrEqual(0.2 * size);
  });
  test("force: a step without a mark", () => {
    const window = { chars: size * 1.5 };
    const compactor = new Compactor({ window, compactTo: 0.3 });
    expect(compactor.next(ten).changed).toBe(false);
    const { changed, notice, report } = compactor.next(ten, { force: true });
    expect([changed, notice === null]).toEqual([true, false]);
    expect(report.after.chars).toBeLessThanOrEqual(0.3 * 1.5 * size);
  });
  test("force with nothing to gain changes nothing", () => {
    const few = [user("go"), ...read("a", "a.ts", "short")];
    const compaction = new Compactor({ window: { chars: 1e6 } }).next(few, { force: true });
    expect([compaction.messages === few, compaction.notice]).toEqual([true, null]);
  });
});

describe("minimumGain", () => {
  // Of this nearly all is the user's.
  const messages = [user("x".repeat(9000)), ...read("a", "a.ts", lines(20)), user("on"), says("ok")];
  const all = sizeOf(messages);
  const options = { recentCallsToKeep: 0, compactTo: 0 };
  test("a step that frees less is left out, and the report says so", () => {
    const { changed, report } = compactMessages(messages, { ...options, window: { chars: Math.floor(all / 0.9) } });
    expect(changed).toBe(false);
    expect(report.notes).toContain("a step would free less than minimumGain");
  });
  test("above 95 % it counts whatever it frees", () => {
    expect(changed({ ...options, window: { chars: Math.floor(all / 0.96) } }, messages)).toBe(true);
  });
  test("0: any step is taken", () => {
    expect(changed({ ...options, minimumGain: 0, window: { chars: Math.floor(all / 0.9) } }, messages)).toBe(true);
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
  const window = { tokens: 10_000 };
  test("what was billed moves the mark", () => {
    const messages = turn(10);
    const [high, low] = [new Compactor({ window }), new Compactor({ window })];
    const { tokens } = high.next(messages).report.after;
    expect(low.next(messages).changed).toBe(false);
    expect(tokens).toBeLessThan(8000);
    high.observe({ inputTokens: 9000 });
    expect(high.next(messages).changed).toBe(true);
    low.observe({ inputTokens: tokens / 2 });
    const twice = [...messages, ...turn(4, "g")];
    expect(low.next(twice).changed).toBe(false);
    expect(low.next(twice).report.before.tokens).toBeLessThan(8000);
  });
  test("one that was restored learns the same from it as one that went on", () => {
    const options = { window: { tokens: 4_000 }, recentCallsToKeep: 2 };
    const running = new Compactor(options);
    let steps = 0;
    for (let count = 1; count <= 30; count += 1) {
      const messages = turn(30).slice(0, 1 + 2 * count);
      const restored = Compactor.from(running.state(), options);
      const [one, other] = [running.next(messages), restored.next(messages)];
      expect(other.messages).toEqual(one.messages);
      steps += one.notice === null ? 0 : 1;
      const inputTokens = 137 * count + (count % 7) * 11;
      running.observe({ inputTokens });
      restored.observe({ inputTokens });
      expect(restored.state()).toEqual(running.state());
    }
    expect(steps).toBeGreaterThan(1);
  });
  test("before any request it says nothing", () => {
    const compactor = new Compactor({ window });
    const before = compactor.state();
    compactor.observe({ inputTokens: 5 });
    expect(compactor.state()).toEqual(before);
  });
});

describe("economics", () => {
  const options = { window: { chars: Math.floor(size / 0.85) }, recentCallsToKeep: 0 };
  test("onlyIfWorthwhile: a step that does not pay within the requests that are expected is left out", () => {
    const told = compactMessages(ten, options).report.breakEvenRequests ?? 0;
    expect(told).toBeGreaterThan(0);
    const with_ = (expectedRequests: number) =>
      compactMessages(ten, { ...options, economics: { onlyIfWorthwhile: true, expectedRequests } });
    expect(with_(told - 1).changed).toBe(false);
    expect(with_(told - 1).report.notes).toContain("a step would not pay within the requests that are expected");
    expect(with_(told).changed).toBe(true);
  });
  test("above 95 % it is taken all the same", () => {
    const economics = { onlyIfWorthwhile: true, expectedRequests: 0 };
    expect(changed({ ...options, window: { chars: size }, economics })).toBe(true);
  });
  test("what is cheap to send again pays sooner", () => {
    const requests = (cacheWrite: number) =>
      compactMessages(ten, { ...options, economics: { cacheWrite } }).report.breakEvenRequests;
    expect(requests(0.1)).toBe(0);
    expect(requests(5)).toBeGreaterThan(requests(1.25) ?? 0);
  });
});

describe("recent calls", () => {
  test("the last N stay in full, and parallel calls are never split", () => {
    const parallel = ["p", "q", "r"].map((id) => [id, "read_file", { path: `${id}.ts` }] as const);
    const messages = [...turn(4), asks(...parallel), ...parallel.map(([id]) => answer(id, lines(30))), says("done")];
    for (const recentCallsToKeep of [1, 2, 3]) {
      const { report } = compactMessages(messages, {
        window: { chars: sizeOf(messages) },
        compactTo: 0.6,
        recentCallsToKeep,
      });
      expect(report.exchanges.slice(-3).map(({ rung, reason }) => [rung, reason])).toEqual(
        Array(3).fill(["full", "recent"]),
      );
      expect(report.exchanges[3]?.reason).not.toBe("recent");
    }
  });
  test("recentBudget: no more than fits", () => {
    const reasons = (recentBudget: CompactOptions["recentBudget"]) =>
      compactMessages(ten, { window: { chars: size }, compactTo: 0.3, recentBudget }).report.exchanges.filter(
        ({ reason }) => reason === "recent",
      );
    expect(reasons(undefined)).toHaveLength(6);
    expect(reasons({ chars: 2500 })).toHaveLength(2);
    expect(reasons({ chars: 0 })).toHaveLength(0);
  });
});

describe("facts", () => {
  const messages = [
    user("go"),
    ...[["a", { path: "src/a.ts", offset: 10, limit: 20 }]].flatMap(([id, args]) => [
      asks([id as string, "read_file", args]),
      answer(id as string, lines(60)),
    ]),
    ...run("b", "npm test -- --grep login", `FAIL login\nError: expected 200, got 500\n${lines(40)}\nexit code 1`),
    ...edit("c", "src/b.ts", lines(3), lines(5)),
    user("on"),
    says("ok"),
  ];
  const { messages: out, report } = compactMessages(messages, {
    window: { chars: 4000 },
    triggerAt: 0,
    compactTo: 0.45,
    recentCallsToKeep: 0,
    tools: { "*": { keep: "never" } },
  });
  test("name path and line range where the arguments do not", () => {
    const shown = resultOf(out, "a") + JSON.stringify(out[1]);
    expect(shown).toContain("src/a.ts");
    expect(shown).toMatch(/lines 10-29|offset/);
  });
  test("quote what went wrong", () => {
    expect(resultOf(out, "b")).toContain("FAILED, exit code 1");
    expect(resultOf(out, "b")).toContain("Error: expected 200, got 500");
    expect(report.openFailures.join()).toMatch(/FAIL login|Error: expected 200/);
  });
  test("the report names what was changed", () => {
    expect(report.edited).toEqual([{ path: "src/b.ts", calls: 1, lastMessage: 5 }]);
    expect(report.read.map(({ path }) => path)).toEqual(["src/a.ts"]);
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
