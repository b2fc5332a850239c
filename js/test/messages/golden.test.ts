// The results that Rust wrote down (tests/golden_messages.rs): the package gives the very same.
import { readFileSync } from "node:fs";
import { TooltrimError } from "tooltrim";
import {
  detectFormat,
  extractToolCalls,
  type MessageOptions,
  renderAsText,
  repairMessages,
  toJsonPatch,
  validateMessages,
} from "tooltrim/messages";
import { describe, expect, test } from "vitest";

interface MessagesCase {
  readonly name: string;
  readonly messages: readonly unknown[];
  readonly options: MessageOptions;
  readonly result?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
}

const { cases } = JSON.parse(readFileSync(new URL("../../../tests/golden/messages.json", import.meta.url), "utf8")) as {
  readonly cases: MessagesCase[];
};

function answers({ messages, options }: MessagesCase) {
  try {
    const problems = validateMessages(messages, options);
    const repaired = repairMessages(messages, options);
    return {
      result: {
        format: detectFormat(messages),
        problems,
        calls: extractToolCalls(messages, options),
        repaired: {
          messages: repaired.messages,
          edits: repaired.edits,
          repairs: repaired.repairs,
          problems: repaired.problems,
        },
        asText: renderAsText(messages, options),
        patch: toJsonPatch(repaired.edits),
      },
    };
  } catch (error) {
    if (!(error instanceof TooltrimError)) throw error;
    return { error: { code: error.code, message: error.message } };
  }
}

describe("messages give the golden results", () => {
  test.each(cases)("$name", (one) => {
    expect(answers(one)).toEqual(one.result ? { result: one.result } : { error: one.error });
  });
});
