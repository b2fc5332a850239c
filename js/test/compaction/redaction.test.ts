// What leaves a compaction has no part of a secret: messages that we wrote, report, event, notice, state, what a
// summariser gets.
import {
  type Compaction,
  Compactor,
  CompactorPool,
  compactMessages,
  compactMessagesAsync,
  redactSecrets,
} from "tooltrim";
import { describe, expect, test } from "vitest";
import type { Loose } from "../messages/support.js";
import { errorOf } from "../support/errors.js";
import { edit, least, lines, read, run, says, user } from "./chat.js";

/** A token of 120 chars; made here, so that no scanner takes this file for a leak. */
const part = (seed: number, count: number) =>
  Array.from({ length: count }, (_, at) => "wQ3xZ8kLm5Rt7BvNc2Pd"[(at * 7 + seed * 3 + Math.floor(at / 20)) % 20]).join(
    "",
  );
const token = `${"ey"}${part(1, 34)}.${"ey"}${part(2, 38)}.${part(3, 42)}`;
const runs = Array.from({ length: token.length - 11 }, (_, at) => token.slice(at, at + 12));

const leakOf = (texts: readonly string[]) => texts.find((text) => runs.some((run) => text.includes(run)));

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** All that we wrote; what stays as it came is the conversation's own. */
function ours(messages: readonly Loose[], compaction: Compaction<Loose>, more: unknown[] = []): string[] {
  const own = new Set(textsOf(messages));
  const { report, notice, state } = compaction;
  const outside = [report, notice, state, ...more].map((value) => JSON.stringify(value));
  return [...textsOf(compaction.messages).filter((text) => !own.has(text)), ...outside];
}

const session = (before: number): Loose[] => {
  const secret = `${"x".repeat(before)} ${token}`;
  return [
    user("go"),
    ...run("a", `deploy ${secret} --to berth`, `Error: ${secret} is refused\n${lines(60)}`),
    ...edit("b", `src/${secret}/a.ts`, lines(9, secret), lines(9, secret)),
    ...read("c", `src/${secret}/a.ts`, lines(60, secret)),
    ...read("d", `src/${secret}/a.ts`, `${"wide ".repeat(300)} ${secret} ${"wide ".repeat(300)}`),
    says(`I saw ${secret} ${"and more ".repeat(30)}`),
    user("on"),
  ];
};

/** Finds the whole token only. */
const whole = (text: string) => text.replaceAll(token, "[a token]");

describe.each([
  ["a redaction of the caller's", whole],
  ["redactSecrets", redactSecrets],
])("%s", (_, redact) => {
  test("what a pool remembers is redacted, and found again", () => {
    const messages = session(5);
    const options = { window: { chars: 4000 }, recentCallsToKeep: 1, redact };
    const compactor = new Compactor(options);
    const first = compactor.next(messages);
    expect(first.notice).not.toBeNull();
    const restored = Compactor.from(JSON.parse(JSON.stringify(compactor.state())), options);
    const again = restored.next(messages);
    expect(again.messages).toEqual(first.messages);
    expect(again.report.forkedAt).toBeUndefined();
    // The file is read again: its path is remembered, and its view is spared.
    const more = [
      ...messages,
      ...read("e", messages[3]?.tool_calls[0] && JSON.parse(messages[3].tool_calls[0].function.arguments).path),
    ];
    const later = restored.next(more, { force: true });
    expect(leakOf(ours(more, later, [restored.state()]))).toBeUndefined();
    const pool = new CompactorPool(options);
    expect(leakOf(ours(messages, pool.next(messages), [pool.state()]))).toBeUndefined();
  });

  test("a summariser gets calls without secrets, and what it says of them is redacted", async () => {
    const messages = session(5);
    const options = { ...least, window: { chars: 4000 }, compactTo: 0.1, recentCallsToKeep: 0, redact };
    let asked = 0;
    const compaction = await compactMessagesAsync(messages, {
      ...options,
      summarize: async (calls) => {
        asked += calls.length;
        expect(leakOf(textsOf(calls))).toBeUndefined();
        expect(calls[0]?.result).toContain("is refused");
        return `They used ${token} to deploy.`;
      },
    });
    expect(asked).toBeGreaterThan(1);
    expect(leakOf(ours(messages, compaction))).toBeUndefined();
    expect(JSON.stringify(compaction.messages)).toContain("to deploy.");
    const failed = await compactMessagesAsync(messages, {
      ...options,
      summarize: () => Promise.reject(new Error(`${"x".repeat(40)} 401: ${token} is not valid`)),
    });
    expect(failed.report.notes.join("\n")).toContain("the summariser failed: ");
    expect(leakOf(ours(messages, failed))).toBeUndefined();
  });
});

test("redactSecrets in the core is redactSecrets called from it", () => {
  for (const style of ["mask", "summary"] as const) {
    const options = { ...least, window: { chars: 6000 }, style };
    const { messages, report, state } = compactMessages(session(30), { ...options, redact: redactSecrets });
    const same = compactMessages(session(30), { ...options, redact: (text) => redactSecrets(text) });
    expect([messages, report, state]).toEqual([same.messages, same.report, same.state]);
  }
});

test("the value of an argument is known by its name", () => {
  const call = { name: "connect", arguments: JSON.stringify({ password: "hunter2", to: "x".repeat(300) }) };
  const messages = [
    user("go"),
    { role: "assistant", content: null, tool_calls: [{ id: "a", type: "function", function: call }] },
    { role: "tool", tool_call_id: "a", content: lines(60) },
    user("on"),
  ];
  const { messages: out } = compactMessages(messages, { ...least, redact: redactSecrets, compactTo: 0.05 });
  const { arguments: left } = (out[1] as Loose).tool_calls[0].function;
  expect(left).not.toContain("hunter2");
  expect(JSON.parse(left)).toBeTypeOf("object");
});

test("a redaction that answers no text, or throws, ends the call, and nothing is decided", async () => {
  for (const [redact, said] of [
    [() => undefined, "redact: undefined is not a text"],
    [
      () => {
        throw new Error("not now");
      },
      "redact: threw not now",
    ],
  ] as const) {
    const options = { ...least, redact: redact as never };
    expect(errorOf(() => compactMessages(session(5), options)).message).toBe(said);
    const summarize = async () => "never";
    await expect(compactMessagesAsync(session(5), { ...options, summarize })).rejects.toThrow(said);
  }
});

test("what stays is the conversation's own: user texts and what is not touched are not redacted", () => {
  const messages = [user(`Use ${token}.`), ...read("a", "a.ts"), ...read("b", "b.ts", `recent ${token}`), user("on")];
  const { messages: out } = compactMessages(messages, {
    ...least,
    recentCallsToKeep: 1,
    compactTo: 0.5,
    redact: whole,
  });
  expect(out[0]).toBe(messages[0]);
  expect(JSON.stringify(out[4])).toContain(token);
});
