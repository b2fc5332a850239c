// Options `before` and `thinking`: the golden results of Rust (tests/messages_before.rs), and what only
// this host can break.
import { readFileSync } from "node:fs";
import { Compactor } from "tooltrim";
import { type Problem, repairMessages, type ValidateOptions, validateMessages } from "tooltrim/messages";
import { describe, expect, test } from "vitest";
import { failure } from "../support/errors.js";
import type { Loose } from "./support.js";

interface ValidatedCase {
  readonly name: string;
  readonly messages: readonly object[];
  readonly options: ValidateOptions;
  readonly problems?: readonly Problem[];
  readonly repaired?: readonly object[];
  readonly error?: { readonly code: string; readonly message: string };
}

const file = new URL("../../../tests/golden/validated.json", import.meta.url);
const { cases } = JSON.parse(readFileSync(file, "utf8")) as { readonly cases: ValidatedCase[] };

describe("options give the golden results", () => {
  test.each(cases)("$name", ({ messages, options, problems, repaired, error }) => {
    if (error)
      return expect(failure(() => validateMessages(messages, options))).toBe(`${error.code}: ${error.message}`);
    expect(validateMessages(messages, options)).toEqual(problems);
    const { thinking } = options;
    if (repaired) expect(repairMessages(messages, { thinking }).messages).toEqual(repaired);
    return undefined;
  });
});

const thought = { type: "thinking", thinking: "", signature: "c2ln" };
const said = (text: string) => [
  { role: "user", content: text },
  { role: "assistant", content: [thought, { type: "text", text: "4" }] },
];

test("an earlier request that is none is refused, and so is a binding", () => {
  const refusal = (options: Loose) => failure(() => validateMessages(said("2 + 2?"), options));
  expect(refusal({ before: 7 })).toBe("INVALID_OPTION: before: a number is not a list");
  expect(refusal({ before: null })).toBe("INVALID_OPTION: before: null is not a list");
  expect(refusal({ before: {} })).toBe("INVALID_OPTION: before: an object is not a list");
  expect(refusal({ before: ["hi"] })).toBe("INVALID_OPTION: before/0: a text is not a message");
  expect(refusal({ thinking: 7 })).toBe('INVALID_OPTION: thinking: "7" is not one of "prefix", "loop", "calls"');
  expect(refusal({ befor: [] })).toBe(
    "INVALID_OPTION: befor: is not an option; known are format, thinking, prefill, before",
  );
  const create = () => repairMessages(said("2 + 2?"), { before: [] } as Loose);
  expect(failure(create)).toBe(
    "INVALID_OPTION: before: is not an option; known are format, thinking, prefill, repairUserTexts, create",
  );
});

test("messages that share objects with the earlier request are compared as they are now", () => {
  const before = said("2 + 2?");
  expect(validateMessages([...before, { role: "user", content: "Why?" }], { before })).toEqual([]);
  const [, answer] = before;
  const rules = validateMessages([{ role: "user", content: "2 + 3?" }, answer as object], { before });
  expect(rules.map(({ rule, path }) => [rule, path])).toEqual([["thinking-after-change", "/1/content/0"]]);
  expect(validateMessages(before, { before })).toEqual([]);
});

test("bytes of another picture are a change", () => {
  const picture = (byte: number) => [
    { role: 1, content: [{ mimeType: "image/png", data: new Uint8Array([byte, 2, 3]) }] },
    { role: 2, content: [{ kind: "thinking", value: "", metadata: { signature: "c2ln" } }, { value: "A cat." }] },
  ];
  const rules = (before: object[]) =>
    validateMessages(picture(1), { before, format: "vscode" }).map(({ rule }) => rule);
  expect(rules(picture(1))).toEqual([]);
  expect(rules(picture(9))).toEqual(["thinking-after-change"]);
});

test("a step of a compactor keeps what thinking is bound to", () => {
  const compactor = new Compactor({ window: { chars: 6_000 } });
  const history: Loose[] = [{ role: "user", content: "Go." }];
  let before: readonly object[] = [];
  let steps = 0;
  for (let n = 0; n < 40; n += 1) {
    const id = `toolu_${n}`;
    const call = { type: "tool_use", id, name: "read_file", input: { path: `src/${n}.ts` } };
    history.push({ role: "assistant", content: [{ ...thought, signature: `c2ln${n}` }, call] });
    history.push({
      role: "user",
      content: [{ type: "tool_result", tool_use_id: id, content: "export {};\n".repeat(60) }],
    });
    const { messages, notice } = compactor.next(history);
    expect(validateMessages(messages, { before })).toEqual([]);
    before = messages;
    steps += Number(notice !== null);
  }
  expect(steps).toBeGreaterThan(2);
});
