// The results that Rust wrote down (tests/golden_compaction.rs): the package gives the very same.
import { readFileSync } from "node:fs";
import { type Compaction, type CompactOptions, Compactor, compactMessages, TooltrimError } from "tooltrim";
import { describe, expect, test } from "vitest";

/** How many messages there are, and what else is asked; or what is done between two requests. */
interface Asked {
  readonly to?: number;
  readonly force?: boolean;
  readonly compactTo?: number;
  readonly undo?: boolean;
  /** What the provider billed, as a multiple of what was reported. */
  readonly observe?: number;
}

interface Case {
  readonly name: string;
  readonly conversation: string;
  readonly options: CompactOptions;
  readonly requests?: readonly Asked[];
  readonly result?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
}

interface Golden {
  readonly conversations: Readonly<Record<string, object[]>>;
  readonly cases: readonly Case[];
}

const file = new URL("../../../tests/golden/compaction.json", import.meta.url);
const { conversations, cases }: Golden = JSON.parse(readFileSync(file, "utf8"));

const whole = ({ messages, changed, edits, report, notice, state }: Compaction<object>) => ({
  ...{ messages, changed, edits, report, notice, state },
});

function* grown(messages: object[], options: CompactOptions, requests: readonly Asked[]) {
  const compactor = new Compactor(options);
  let last: Compaction<object> | undefined;
  for (const { to, undo, observe, ...request } of requests) {
    if (observe !== undefined) {
      compactor.observe({ inputTokens: (last?.report.after.tokens ?? 0) * observe });
    } else {
      last = undo ? compactor.undo() : compactor.next(messages.slice(0, to), request);
      yield last;
    }
  }
}

function outcome({ conversation, options, requests }: Case) {
  const messages = conversations[conversation] ?? [];
  try {
    if (!requests) return { result: whole(compactMessages(messages, options)) };
    return { result: Array.from(grown(messages, options, requests), whole) };
  } catch (error) {
    if (!(error instanceof TooltrimError)) throw error;
    return { error: { code: error.code, message: error.message } };
  }
}

describe("compaction gives the golden results", () => {
  test.each(cases)("$name", (one) => {
    if (one.result) expect(outcome(one)).toEqual({ result: one.result });
    // To the options that the core knows JavaScript adds those that stay with it.
    else
      expect(outcome(one)).toEqual({
        error: { ...one.error, message: expect.stringContaining(one.error?.message ?? "") },
      });
  });

  const growing = cases.filter(({ requests }) => requests);
  test.each(growing)("$name, what is asked for at the end", ({ conversation, options, requests = [], result }) => {
    const compactions = [...grown(conversations[conversation] ?? [], options, requests)];
    expect(compactions.map(whole)).toEqual(result);
  });
});
