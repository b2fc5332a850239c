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
  readonly fill?: number;
  readonly restart?: number;
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

class Asked {
  #store: OutputStore;

  constructor(maxBytes: number | null) {
    this.#store = new OutputStore(maxBytes === null ? {} : { maxBytes });
  }

  answer({ options, ...step }: Step): unknown {
    const store = this.#store;
    if (step.put !== undefined) return store.put(texts[step.put] as string);
    if (step.trim !== undefined) return trim(texts[step.trim] as string, { ...options, store });
    if (step.get !== undefined) return store.get(step.get);
    if (step.retrieve !== undefined) return store.retrieve(step.retrieve, options);
    if (step.fill !== undefined) {
      return Array.from({ length: step.fill }, (_, at) => store.put(`filler ${at + 1}`)).at(-1);
    }
    const state = store.state() as { index: string };
    // Of Rust's stores the state has no texts.
    this.#store = OutputStore.from({ ...state, texts: [] }, { maxBytes: step.restart });
    return state.index;
  }
}

test("there are steps of each kind, and errors", () => {
  const steps = cases.flatMap(({ steps }) => steps);
  for (const kind of ["put", "trim", "get", "retrieve", "fill", "restart"] as const) {
    expect(steps.filter((step) => step[kind] !== undefined).length, kind).toBeGreaterThan(2);
  }
  for (const code of ["UNKNOWN_REF", "INVALID_OPTION", "MARKER_TOO_LONG"]) {
    expect(steps.filter(({ error }) => error?.code === code).length, code).toBeGreaterThan(15);
  }
});

test.each(cases)("$name", ({ maxBytes, steps }) => {
  const asked = new Asked(maxBytes);
  for (const [at, { result, error, ...step }] of steps.entries()) {
    let got: object;
    try {
      got = { result: asked.answer(step) };
    } catch (thrown) {
      if (!(thrown instanceof TooltrimError)) throw thrown;
      got = { error: { code: thrown.code, message: thrown.message } };
    }
    expect(got, `${at}: ${JSON.stringify(step)}`).toEqual(error ? { error } : { result });
  }
});
