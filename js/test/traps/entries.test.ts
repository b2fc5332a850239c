// Each entry of the binding, called where the stack ends: the call that fails spoils nothing.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { instantiate as logs } from "../../../target/wasm-logs/instance.js";
import { instantiate as whole } from "../../../target/wasm-pkg/instance.js";
import { instantiate as tokens } from "../../../target/wasm-tokens/instance.js";
import { TooltrimError } from "../../src/errors.js";
import { Life, rehearse } from "../../src/life.js";
import { entries, logEntries, namesOf, tokenEntries } from "./entries.js";
import { nearTheEnd } from "./stack.js";

const compiled = (folder: string) =>
  new WebAssembly.Module(readFileSync(new URL(`../../../target/${folder}/tooltrim_bg.wasm`, import.meta.url)));

type Instantiate<B> = (life: Life) => B & {
  initSync(input: { module: WebAssembly.Module }): unknown;
  drop(): void;
};

function instanceOf<B>(instantiate: Instantiate<B>, module: WebAssembly.Module) {
  rehearse();
  const life = new Life();
  const binding = instantiate(life);
  binding.initSync({ module });
  return { life, binding, drop: binding.drop };
}

const FRAMES = 120;
/** Steps between two frames, in words: some entries take little more stack than the call of them. */
const WORDS = 16;
/** They take less stack than the guard around them: the call of them fails, or they do not. */
const LEAVES = ["take_failure"];

describe("the whole module", () => expectRight("wasm-pkg", whole, entries));
describe("session logs", () => expectRight("wasm-logs", logs, logEntries));
describe("token counts", () => expectRight("wasm-tokens", tokens, tokenEntries));

function expectRight<B extends object>(
  folder: string,
  instantiate: Instantiate<B>,
  entries: Record<string, (binding: B) => () => unknown>,
): void {
  const module = compiled(folder);
  const instance = () => instanceOf(instantiate, module);

  test("each entry of the binding is called here", () => {
    expect(Object.keys(entries).sort()).toEqual(namesOf(instance().binding));
  });

  test.each(Object.entries(entries))("%s fails where the stack ends, and the next call is right", (name, make) => {
    let made = instance();
    const right = make(made.binding)();
    let ends = 0;
    for (let words = 0; words < WORDS && ends === 0; words += 1) {
      for (let frames = 0; frames < FRAMES; frames += 1) {
        const call = make(made.binding);
        const outcome = nearTheEnd(frames, call, words);
        if ("value" in outcome) {
          expect(outcome.value).toEqual(right);
        } else if (made.life.end === undefined) {
          // It had not begun: nothing has happened.
          expect(outcome.thrown).toBeInstanceOf(RangeError);
          expect(call()).toEqual(right);
        } else {
          ends += 1;
          expectFault(outcome.thrown);
          made.drop();
          // What it held is refused, and freeing it does nothing.
          if (name.endsWith(".free")) expect(call()).toBe(undefined);
          else expect(call).toThrow(expect.objectContaining({ name: "TooltrimError", code: "INTERNAL" }));
          made = instance();
          expect(make(made.binding)()).toEqual(right);
        }
      }
    }
    if (!LEAVES.includes(name)) expect(ends).toBeGreaterThan(0);
  });
}

/** Where there is no stack left to make an error, it is the engine's. */
function expectFault(thrown: unknown): void {
  if (!(thrown instanceof TooltrimError)) expect(thrown).toBeInstanceOf(RangeError);
  else {
    const message = expect.stringContaining("the call stack is exhausted");
    expect(thrown).toMatchObject({ code: "INTERNAL", message, cause: expect.any(RangeError) });
  }
}
