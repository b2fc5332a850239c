// Small logs of our own (tests/session_logs/own) give what Rust wrote down, in one piece and in several.
import { readFileSync } from "node:fs";
import { TooltrimError } from "tooltrim";
import {
  extractToolCalls,
  readSessionLog,
  type SessionLog,
  SessionLogReader,
  validateMessages,
} from "tooltrim/messages";
import { describe, expect, test } from "vitest";

interface LogCase {
  readonly name: string;
  readonly text: string;
  readonly result?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
}

const { cases } = JSON.parse(readFileSync(new URL("../../../tests/golden/logs.json", import.meta.url), "utf8")) as {
  readonly cases: LogCase[];
};

/** Half a surrogate pair stays one in JavaScript; Rust has none. */
const whole = (value: unknown) =>
  JSON.parse(JSON.stringify(value), (_, held) =>
    typeof held === "string" ? Buffer.from(held).toString("utf8") : held,
  ) as unknown;

function answerOf(read: () => SessionLog) {
  try {
    const { format, agent, skipped, reasons, messages } = read();
    const found = validateMessages(messages, { format }).filter(({ rule }) => rule !== "lone-surrogate");
    const problems = found.map(({ path, rule }) => [path, rule]);
    const calls = extractToolCalls(messages, { format }).length;
    return { result: whole({ format, agent, skipped, reasons, messages, problems, calls }) };
  } catch (error) {
    if (!(error instanceof TooltrimError)) throw error;
    return { error: { code: error.code, message: error.message } };
  }
}

function inPieces<T extends string | Uint8Array>(text: T, size: number): SessionLog {
  const reader = new SessionLogReader();
  for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size));
  return reader.finish();
}

describe("session logs give the golden results", () => {
  describe.each(cases)("$name", ({ text, result, error }) => {
    const expected = result === undefined ? { error } : { result };
    const bytes = new TextEncoder().encode(text);

    test("as a string", () => expect(answerOf(() => readSessionLog(text))).toEqual(expected));
    test("as bytes", () => expect(answerOf(() => readSessionLog(bytes))).toEqual(expected));
    test("in pieces", () => {
      for (const size of [1, 7, 4096]) {
        expect(answerOf(() => inPieces(text, size))).toEqual(expected);
        expect(answerOf(() => inPieces(bytes, size))).toEqual(expected);
      }
    });
  });
});

test("pieces of a string and of bytes may alternate, and cut surrogate pairs", () => {
  const reader = new SessionLogReader();
  const [high, low] = ["\ud83d", "\ude00"];
  reader.push(`{"role":"user","content":"${high}`);
  reader.push(`${low} ${high}`);
  reader.push(new TextEncoder().encode('"}\n{"role":"assistant",'));
  reader.push('"content":"ho"}');
  expect(reader.finish().messages).toEqual([
    { role: "user", content: "\u{1f600} \ufffd" },
    { role: "assistant", content: "ho" },
  ]);
});

test("a reader that has finished takes nothing more", () => {
  const reader = new SessionLogReader();
  reader.push('{"role":"user","content":"hi"}');
  expect(reader.finish()).toMatchObject({ format: "openai-chat", agent: null, skipped: 0, reasons: [] });
  expect(() => reader.push("")).toThrow(TooltrimError);
  expect(() => reader.finish()).toThrow("nothing can come after finish()");
});

test.each([[undefined], [null], [7], [{}], [[]]])("%s is no log", (wrong) => {
  expect(() => readSessionLog(wrong as never)).toThrow("a string or a Uint8Array");
});

test("a long log holds no more than its messages", () => {
  const noise = `${JSON.stringify({ type: "event_msg", payload: { type: "token_count", info: "x".repeat(100_000) } })}\n`;
  const item = `${JSON.stringify({ type: "response_item", payload: { type: "message", role: "user", content: [] } })}\n`;
  const reader = new SessionLogReader();
  const before = process.memoryUsage().arrayBuffers;
  for (let at = 0; at < 1000; at += 1) reader.push(noise);
  reader.push(item);
  // 100 MB were read; the memory of WebAssembly is among the array buffers.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  expect(reader.finish()).toMatchObject({ agent: "codex", skipped: 0, messages: [{ role: "user" }] });
});
