// What Rust wrote down about tools (tests/golden_tools.rs): the package answers the very same.
import { readFileSync } from "node:fs";
import { type TrimOptions, toolify, toolifySync } from "tooltrim";
import { expect, test } from "vitest";

interface Case {
  readonly result?: string;
  readonly contracts?: string;
  readonly failure?: string;
  readonly output: TrimOptions;
  readonly text: string;
}

interface Inputs {
  readonly results: Readonly<Record<string, unknown>>;
  readonly contracts: Readonly<Record<string, readonly [before: readonly string[], after: readonly string[]]>>;
  readonly failures: Readonly<Record<string, { readonly message: string; readonly traces: readonly string[] }>>;
}

const file = new URL("../../../tests/golden/tools.json", import.meta.url);
const { inputs, cases } = JSON.parse(readFileSync(file, "utf8")) as { inputs: Inputs; cases: readonly Case[] };

/** An error with these traces; without any, what is no error. */
function failure({ message, traces }: Inputs["failures"][string]): unknown {
  const [own, ...others] = traces;
  if (own === undefined) return message;
  const error = new Error(message);
  error.stack = own;
  let last = error;
  for (const trace of others) {
    const cause = trace.startsWith("Error: ") ? Object.assign(new Error("a cause"), { stack: trace }) : trace;
    last.cause = cause;
    if (cause instanceof Error) last = cause;
  }
  return error;
}

function answers(one: Case): Promise<string>[] {
  const output = Object.keys(one.output).length > 0 ? one.output : undefined;
  const options = { output, errors: "stack" as const };
  const both = (tool: () => unknown, more: object = {}) => [
    toolify(tool, { ...options, ...more })(),
    Promise.resolve(toolifySync(tool, { ...options, ...more })()),
  ];
  if (one.result !== undefined) {
    const result = inputs.results[one.result];
    return both(() => result);
  }
  if (one.contracts !== undefined) {
    const [before, after] = inputs.contracts[one.contracts] ?? [[], []];
    const failing = (messages: readonly string[]) => messages.map((message) => () => [false, message] as const);
    return both(() => "it ran", { preconditions: failing(before), postconditions: failing(after) });
  }
  const thrown = failure(inputs.failures[one.failure ?? ""] ?? { message: "", traces: [] });
  return both(() => {
    throw thrown;
  });
}

const named = cases.map((one) => ({
  ...one,
  title: `${one.result ?? one.contracts ?? one.failure}, ${JSON.stringify(one.output)}`,
}));

test("there are cases of each kind", () => {
  for (const kind of ["result", "contracts", "failure"] as const) {
    expect(cases.filter((one) => one[kind] !== undefined).length).toBeGreaterThan(20);
  }
});

test.each(named)("$title", async (one) => {
  expect(await Promise.all(answers(one))).toEqual([one.text, one.text]);
});
