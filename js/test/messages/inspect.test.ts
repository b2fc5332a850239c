// What an inspection tells: the figures of the library's other answers about the same messages.
import { readFileSync } from "node:fs";
import { categorizeToolCall, compactMessages, redactSecrets } from "tooltrim";
import { type CharsByKind, extractToolCalls, type Inspection, inspectMessages } from "tooltrim/messages";
import { describe, expect, test } from "vitest";
import { failure, outcome } from "../support/errors.js";
import { noSessions, sessions } from "./support.js";

const golden = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../tests/golden/${name}`, import.meta.url), "utf8"));
const { conversations } = golden("compaction.json") as { conversations: Readonly<Record<string, object[]>> };
const { cases } = golden("inspection.json") as {
  cases: readonly { conversation: string; result?: Inspection; error?: { code: string; message: string } }[];
};

describe("inspection gives the golden results", () => {
  test.each(cases)("$conversation", ({ conversation, ...expected }) => {
    expect(outcome(() => inspectMessages(conversations[conversation] ?? []))).toEqual(expected);
  });
});

const sum = (chars: CharsByKind) => Object.values(chars).reduce((all: number, each: number) => all + each, 0);

/** Compares an inspection with what the library says elsewhere. */
function expectAsElsewhere(messages: readonly object[]) {
  const inspection = inspectMessages(messages);
  const window = { tokens: inspection.size.tokens * 2 + 1000 };
  const { report } = compactMessages(messages, { window, triggerAt: 0, compactTo: 0.1 });
  expect(inspection.size).toEqual(report.before);
  expect(sum(inspection.parts)).toBe(report.before.chars);
  expect(inspection.messages.map(sum).reduce((all, each) => all + each, 0)).toBe(report.before.chars);
  const calls = extractToolCalls(messages);
  const message = (path: string | null) => (path === null ? null : Number(path.split("/")[1]));
  expect(
    inspection.calls.map(({ callId, isError, isAnswered, group, message: call, resultMessage }) => ({
      ...{ callId, isError, isAnswered, group, call, resultMessage },
    })),
  ).toEqual(
    calls.map(({ callId, isError, isAnswered, group, callPath, resultPath }) => ({
      ...{ callId, isError, isAnswered, group, call: message(callPath), resultMessage: message(resultPath) },
    })),
  );
  expect(inspection.calls.map(({ category }) => category)).toEqual(report.exchanges.map(({ category }) => category));
  expect(new Set(inspection.failures.filter(({ resolved }) => !resolved).map(({ line }) => line))).toEqual(
    new Set(report.openFailures),
  );
  const trails = (edited: boolean) =>
    inspection.files
      .filter(({ edits }) => edits > 0 === edited)
      .map(({ path, reads, edits, lastMessage }) => ({ path, calls: reads + edits, lastMessage }));
  expect({ edited: trails(true), read: trails(false) }).toEqual({ edited: report.edited, read: report.read });
  for (const { stale, staleBy } of inspection.calls) expect(staleBy === null).toBe(stale === null);
  return inspection;
}

const files = noSessions ? [{ name: `all of them: ${noSessions}` } as (typeof sessions)[number]] : sessions;
test.skipIf(noSessions).each(files)("$name is inspected as compaction and extraction see it", ({ load }) => {
  expectAsElsewhere(load());
});

const call = (id: string, command: string) => ({ type: "tool_use", id, name: "bash", input: { command } });
const result = (id: string, content: string) => ({ type: "tool_result", tool_use_id: id, content, is_error: true });
const secret = "ghp_0123456789abcdefghijABCDEFGHIJ456789";
const messages = [
  { role: "user", content: "Go." },
  { role: "assistant", content: [call("a", `curl -H 'Authorization: Bearer ${secret}' example.org`)] },
  { role: "user", content: [result("a", `Error: ${secret} was refused`)] },
];

test("redaction hides secrets and changes no figure", () => {
  const plain = inspectMessages(messages);
  expect(JSON.stringify(plain)).toContain(secret);
  const own = (text: string) => text.replaceAll(secret, "[...]");
  for (const redact of [redactSecrets, own]) {
    const safe = inspectMessages(messages, { redact });
    expect(JSON.stringify(safe)).not.toContain(secret);
    expect({ ...safe, calls: [], failures: [] }).toEqual({ ...plain, calls: [], failures: [] });
    expect(safe.calls.map((each) => ({ ...each, subject: "" }))).toEqual(
      plain.calls.map((each) => ({ ...each, subject: "" })),
    );
  }
  expect(inspectMessages(messages, { redact: own }).failures[0]?.line).toBe("Error: [...] was refused");
});

test("a counter counts the tokens of the conversation and of its calls", () => {
  const inspection = inspectMessages(messages, { tokens: () => 100 });
  // Name, arguments and result, and 8 besides; the text of the user, and 4 of each message.
  expect(inspection.calls[0]?.tokens).toBe(308);
  expect(inspection.size.tokens).toBe(308 + 100 + 3 * 4);
});

test("what a counter or a redaction throws is an error of the option", () => {
  const thrower = () => {
    throw new Error("no");
  };
  expect(failure(() => inspectMessages(messages, { tokens: thrower }))).toBe("INVALID_OPTION: tokens: threw no");
  expect(failure(() => inspectMessages(messages, { redact: thrower }))).toBe("INVALID_OPTION: redact: threw no");
  const wrong = 7 as never;
  expect(failure(() => inspectMessages(messages, { tokens: wrong }))).toBe(
    "INVALID_OPTION: tokens: 7 is not a function",
  );
  expect(failure(() => inspectMessages(messages, { redact: wrong }))).toBe(
    "INVALID_OPTION: redact: 7 is not a function",
  );
});

test("messages stay as they are", () => {
  const before = structuredClone(messages);
  inspectMessages(Object.freeze(messages));
  expect(messages).toEqual(before);
  expect(inspectMessages([])).toMatchObject({ format: null, size: { chars: 0, tokens: 0 }, messages: [], calls: [] });
  expect(categorizeToolCall("bash")).toBe(inspectMessages(messages).calls[0]?.category);
});
