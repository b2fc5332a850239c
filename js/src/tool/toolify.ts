import { wrong } from "../errors.js";
import { isThenable } from "../signals/hub.js";
import { broken, brokenSync, disown } from "./contracts.js";
import { isObject } from "./copy.js";
import { type Checked, checked, type Parse, type SyncToolOptions, type ToolOptions } from "./options.js";
import { OutputLimits } from "./output-limits.js";
import { errorText, resultText } from "./result-text.js";
import { abandon, isAsyncSource, piecesOf, readers } from "./stream-result.js";
import { toolWords } from "./words.js";

export type { Contract, SyncContract } from "./contracts.js";
export type { SyncToolOptions, ToolOptions } from "./options.js";
export type { ErrorDetail } from "./result-text.js";
export type { Verdict } from "./verdict.js";

/** A wrapped tool: takes the arguments of the tool, or of its `parse`, and returns text. */
export interface Toolified<A extends unknown[], R extends string | Promise<string>> {
  (...args: A): R;
  /** Purpose of the tool. */
  readonly description: string;
}

/** Keeps TypeScript from inferring arguments from contracts, which may omit some, and from `parse`. */
type OfTool<A extends unknown[]> = A extends infer B extends unknown[] ? B : never;

/**
 * Wraps a tool so that it always resolves to a text within the limits, whatever the tool returns or throws. It never
 * rejects.
 *
 * @example
 * ```ts
 * import { toolify } from "tooltrim";
 *
 * const createNote = toolify((title: string, lines: number) => `${title}\n${"a line of the note\n".repeat(lines)}`, {
 *   description: "Writes a note",
 *   preconditions: [(title) => [title !== "", "Title cannot be empty"]],
 * });
 * await createNote("Tides", 1); // "Tides\na line of the note\n"
 * (await createNote("Tides", 1000)).length; // 4081: the first and the last 2,000 chars, and a marker
 * await createNote("", 1); // "Contract validation failed:\nPreconditions:\n  - Title cannot be empty"
 * ```
 *
 * The order of a call: `parse`, preconditions, postconditions, invariants (all of them, before the tool runs), the
 * tool, conversion to text, the limits of `output`, the invariants again. `undefined` and `null` become a sentence,
 * strings stay, bytes are decoded as UTF-8, anything else becomes JSON; a BigInt in it becomes its digits, a cycle and a
 * member that cannot be read become a marker. Iterators, async iterables and streams are read to their end in bounded memory: strings
 * and bytes are concatenated, other pieces get lines of their own. Contracts get a deep copy of data; instances of
 * classes and functions are passed unchanged.
 *
 * @throws TooltrimError `INVALID_OPTION` or `MARKER_TOO_LONG`, when wrapping
 */
export function toolify<A extends unknown[], Given extends unknown[] = A>(
  tool: (...args: A) => unknown,
  options?: ToolOptions<OfTool<A>, Given> | string,
): Toolified<Given, Promise<string>> {
  const { call, checked, limits } = wrapping(tool, options);
  return dressed(tool, checked, function (this: unknown, ...args: Given): Promise<string> {
    return run(call, checked, limits, this, args);
  });
}

/**
 * Wraps a synchronous tool; otherwise works as {@link toolify}.
 *
 * @example
 * ```ts
 * import { toolifySync } from "tooltrim";
 *
 * const parseJson = toolifySync((text: string) => JSON.parse(text));
 * parseJson('{"a":1}'); // '{\n  "a": 1\n}'
 * parseJson("{").startsWith("Tool Failed: "); // true
 * ```
 *
 * If the tool returns a promise, the result is `"Tool Failed: the tool is asynchronous, use toolify"`. Async contracts
 * count as failed.
 *
 * @throws TooltrimError as {@link toolify}
 */
export function toolifySync<A extends unknown[], Given extends unknown[] = A>(
  tool: (...args: A) => unknown,
  options?: SyncToolOptions<OfTool<A>, Given> | string,
): Toolified<Given, string> {
  const { call, checked, limits } = wrapping(tool, options);
  return dressed(tool, checked, function (this: unknown, ...args: Given): string {
    return runSync(call, checked, limits, this, args);
  });
}

type Tool = (...args: readonly unknown[]) => unknown;

function wrapping(tool: unknown, options: object | string | undefined) {
  if (typeof tool !== "function") throw wrong("tool", tool, "a function");
  const found = checked(tool, options);
  return { call: tool as Tool, checked: found, limits: new OutputLimits(found.output, found.errors) };
}

/** Gives the wrapper the name, the number of arguments and the description of the tool. */
function dressed<W extends (...args: never[]) => unknown>(
  tool: { readonly length: number },
  { name, description }: Checked,
  wrapped: W,
): W & { readonly description: string } {
  return Object.defineProperties(wrapped, {
    name: { value: name, configurable: true },
    length: { value: tool.length, configurable: true },
    description: { value: description, enumerable: true },
  }) as W & { readonly description: string };
}

async function run(
  tool: Tool,
  checked: Checked,
  limits: OutputLimits,
  self: unknown,
  given: unknown[],
): Promise<string> {
  try {
    let args = given;
    if (checked.asks) {
      const ready = checked.parse ? await parsed(checked.parse, self, given) : given;
      if (typeof ready === "string") return limits.text(ready);
      const asked = broken(checked, self, ready, false);
      const objection = typeof asked === "object" ? await asked : asked;
      if (objection !== undefined) return limits.text(objection);
      args = ready;
    }
    if (checked.after.length === 0) return calls.toolifiedCall(tool, limits, self, args);
    const text = await calls.toolifiedCall(tool, limits, self, args);
    return afterwards(await broken(checked, self, args, true), text, limits);
  } catch (thrown) {
    return limits.failure(thrown);
  }
}

/**
 * Calls of tools. Methods, since minifiers keep their names: `ownStack` of `result-text.ts` ends a stack at these
 * frames.
 */
const calls = {
  /** Runs the tool and returns its text. */
  async toolifiedCall(tool: Tool, limits: OutputLimits, self: unknown, args: unknown[]): Promise<string> {
    try {
      let result = Reflect.apply(tool, self, args);
      // Primitives need no await.
      if (isObject(result) || typeof result === "function") result = await result;
      if (isObject(result)) {
        const pieces = piecesOf(result);
        if (pieces) return await readers.toolifiedStream(pieces, limits);
      }
      return limits.text(resultText(result, limits.lossy));
    } catch (thrown) {
      return limits.failure(thrown);
    }
  },

  /** Works as `toolifiedCall`, but synchronously. */
  toolifiedCallSync(tool: Tool, limits: OutputLimits, self: unknown, args: unknown[]): string {
    try {
      const result = Reflect.apply(tool, self, args);
      if (isObject(result) || typeof result === "function") {
        if (isPromise(result)) return limits.text(asynchronous());
        if (isObject(result) && isAsyncSource(result)) {
          abandon(result);
          return limits.text(asynchronous());
        }
        const pieces = piecesOf(result);
        if (pieces)
          return (
            readers.toolifiedStreamSync(pieces as Iterator<unknown>, limits, isPromise) ?? limits.text(asynchronous())
          );
      }
      return limits.text(resultText(result, limits.lossy));
    } catch (thrown) {
      return limits.failure(thrown);
    }
  },
};

/** Returns the text of the tool, or what its invariants object, with the failure of the tool. */
function afterwards(objection: string | undefined, text: string, limits: OutputLimits): string {
  if (objection === undefined) return text;
  return limits.text(text.startsWith(toolWords().failed) ? `${objection}\n${text}` : objection);
}

function runSync(tool: Tool, checked: Checked, limits: OutputLimits, self: unknown, given: unknown[]): string {
  try {
    let args = given;
    if (checked.asks) {
      const ready = preparedSync(checked, self, given);
      if (typeof ready === "string") return limits.text(ready);
      args = ready;
    }
    const text = calls.toolifiedCallSync(tool, limits, self, args);
    return checked.after.length === 0 ? text : afterwards(brokenSync(checked, self, args, true), text, limits);
  } catch (thrown) {
    return limits.failure(thrown);
  }
}

const asynchronous = () => toolWords().failed + toolWords().asynchronous;

/** Returns `true` for a promise, and ignores its outcome, since it is not awaited. */
function isPromise(value: unknown): boolean {
  if (!isThenable(value)) return false;
  disown(value);
  return true;
}

/** Returns the parsed arguments, or the message about bad input. */
async function parsed(parse: Parse, self: unknown, given: unknown[]): Promise<unknown[] | string> {
  try {
    return list(await Reflect.apply(parse, self, [given]));
  } catch (thrown) {
    return badInput(thrown);
  }
}

/** Returns the arguments for the tool, or why it must not run. */
function preparedSync(checked: Checked, self: unknown, given: unknown[]): unknown[] | string {
  let args = given;
  if (checked.parse) {
    try {
      const parsed = Reflect.apply(checked.parse, self, [given]);
      if (isPromise(parsed)) return toolWords().failed + toolWords().asynchronousParse;
      args = list(parsed);
    } catch (thrown) {
      return badInput(thrown);
    }
  }
  return brokenSync(checked, self, args, false) ?? args;
}

const badInput = (thrown: unknown) => toolWords().failed + toolWords().badInput + errorText(thrown);

function list(args: unknown): unknown[] {
  if (!Array.isArray(args)) throw new TypeError(toolWords().noArguments);
  return args;
}
