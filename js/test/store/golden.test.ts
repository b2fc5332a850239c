// What Rust wrote down about stores (tests/golden_store.rs): the package answers the very same.
import { readFileSync } from "node:fs";
import { TooltrimError, type TrimOptions, trim } from "tooltrim";
import { OutputStore, type RetrieveOptions } from "tooltrim/store";
import { expect, test } from "vitest";

interface Step {
  readonly put?: string;
  readonly trim?: string;
  readonly get?: string;
  readonly retrieve?: string;
  readonly options?: TrimOptions & RetrieveOptions;
  readonly result?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
}

interface Case {
  readonly name: string;
  readonly maxBytes: number | null;
  readonly steps: readonly Step[];
}

interface Golden {
  readonly texts: Readonly<Record<string, string>>;
  readonly cases: readonly Case[];
}

const file = new URL("../../../tests/golden/store.json", import.meta.url);
const { texts, cases }: Golden = JSON.parse(readFileSync(file, "utf8"));

function answer(store: OutputStore, { options, ...step }: Step): unknown {
  if (step.put !== undefined) return store.put(texts[step.put] as string) ?? null;
  if (step.trim !== undefined) return trim(texts[step.trim] as string, { ...options, store });
  if (step.get !== undefined) return store.get(step.get);
  return store.retrieve(step.retrieve, options);
}

test("there are steps of each kind, and errors", () => {
  const steps = cases.flatMap(({ steps }) => steps);
  for (const kind of ["put", "trim", "get", "retrieve"] as const) {
    expect(steps.filter((step) => step[kind] !== undefined).length, kind).toBeGreaterThan(2);
  }
  for (const code of ["UNKNOWN_REF", "INVALID_OPTION", "MARKER_TOO_LONG"]) {
    expect(steps.filter(({ error }) => error?.code === code).length, code).toBeGreaterThan(15);
  }
});

test.each(cases)("$name", ({ maxBytes, steps }) => {
  const store = new OutputStore(maxBytes === null ? {} : { maxBytes });
  for (const [at, { result, error, ...step }] of steps.entries()) {
    let got: object;
    try {
      got = { result: answer(store, step) };
    } catch (thrown) {
      if (!(thrown instanceof TooltrimError)) throw thrown;
      got = { error: { code: thrown.code, message: thrown.message } };
    }
    expect(got, `${at}: ${JSON.stringify(step)}`).toEqual(error ? { error } : { result });
  }
});
