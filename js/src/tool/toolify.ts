import { wrong } from "../errors.js";
import { broken } from "./contracts.js";
import { isObject } from "./copy.js";
import { atOnce, driver, PENDING, type Steps } from "./driver.js";
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
    return driver.toolifiedSteps(run(call, checked, limits, this, args, true));
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
    return atOnce(run(call, checked, limits, this, args, false));
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

/** `waits`: true if promises are awaited. */
function* run(
  tool: Tool,
  checked: Checked,
  limits: OutputLimits,
  self: unknown,
  given: unknown[],
  waits: boolean,
): Steps<string> {
  try {
    const args = checked.parse ? yield* parsed(checked.parse, self, given) : given;
    if (typeof args === "string") return limits.text(args);
    const objection = checked.before.length > 0 ? yield* broken(checked, self, args, false) : undefined;
    if (objection !== undefined) return limits.text(objection);
    const text = yield* calls.toolifiedCall(tool, limits, self, args, waits);
    const later = checked.after.length > 0 ? yield* broken(checked, self, args, true) : undefined;
    if (later === undefined) return text;
    return limits.text(text.startsWith(toolWords().failed) ? `${later}\n${text}` : later);
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
  *toolifiedCall(tool: Tool, limits: OutputLimits, self: unknown, args: unknown[], waits: boolean): Steps<string> {
    try {
      const result = yield Reflect.apply(tool, self, args);
      const isLate = result === PENDING || (!waits && isObject(result) && isAsyncSource(result));
      if (isLate && isObject(result)) abandon(result);
      const pieces = !isLate && isObject(result) ? piecesOf(result) : undefined;
      if (!isLate && !pieces) return limits.text(resultText(result, limits.lossy));
      const text = pieces && (yield* readers.toolifiedStream(pieces, limits));
      return text ?? limits.text(toolWords().failed + toolWords().asynchronous);
    } catch (thrown) {
      return limits.failure(thrown);
    }
  },
};

/** Returns the parsed arguments, or the message about bad input. */
function* parsed(parse: Parse, self: unknown, given: unknown[]): Steps<unknown[] | string> {
  const { failed, badInput, noArguments, asynchronousParse } = toolWords();
  try {
    const args = yield Reflect.apply(parse, self, [given]);
    if (args === PENDING) return failed + asynchronousParse;
    if (!Array.isArray(args)) throw new TypeError(noArguments);
    return args;
  } catch (thrown) {
    return failed + badInput + errorText(thrown);
  }
}
