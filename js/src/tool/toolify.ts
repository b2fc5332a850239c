import { wrong } from "../errors.js";
import { broken } from "./contracts.js";
import { copyData, isObject } from "./copy.js";
import { atOnce, driver, PENDING, type Steps } from "./driver.js";
import { type Checked, checked, type Parse, type Rollback, type SyncToolOptions, type ToolOptions } from "./options.js";
import { OutputLimits } from "./output-limits.js";
import { errorText, isReturnedError, resultText } from "./result-text.js";
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

/** Own properties of a tool. */
type Own<F> = { [Name in Exclude<keyof F, "name" | "length" | "description">]: F[Name] };

/** Wraps a function; also a decorator of a method. */
export type ToolDecorator = <A extends unknown[]>(
  tool: (...args: A) => unknown,
  context?: unknown,
) => Toolified<A, Promise<string>>;

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
 * With only a description it answers a function that wraps, which is also a decorator of methods:
 * `toolify("Reads a file")(readFile)`. Own properties of the tool stay.
 *
 * @throws TooltrimError `INVALID_OPTION` or `MARKER_TOO_LONG`, when wrapping
 */
export function toolify(description: string): ToolDecorator;
export function toolify<A extends unknown[], Given extends unknown[] = A, F = unknown>(
  tool: ((...args: A) => unknown) & F,
  options?: ToolOptions<OfTool<A>, Given> | string,
): Toolified<Given, Promise<string>> & Own<F>;
export function toolify<A extends unknown[], Given extends unknown[] = A>(
  tool: ((...args: A) => unknown) | string,
  options?: ToolOptions<OfTool<A>, Given> | string,
): Toolified<Given, Promise<string>> | ToolDecorator {
  if (typeof tool === "string") {
    const decorate: ToolDecorator = (wrapped) => toolify(wrapped, tool);
    return decorate;
  }
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
export function toolifySync<A extends unknown[], Given extends unknown[] = A, F = unknown>(
  tool: ((...args: A) => unknown) & F,
  options?: SyncToolOptions<OfTool<A>, Given> | string,
): Toolified<Given, string> & Own<F> {
  const { call, checked, limits } = wrapping(tool, options);
  return dressed(tool, checked, function (this: unknown, ...args: Given): string {
    return atOnce(run(call, checked, limits, this, args, false));
  });
}

/** Returns the state before the tool runs: what `snapshot` answers, or a copy of the arguments. */
function* taken({ snapshot }: Checked, self: unknown, args: unknown[]): Steps<unknown> {
  return snapshot ? yield Reflect.apply(snapshot, self, args) : copyData(args);
}

/** Goes back to the state before the tool ran, and returns whether that succeeded, in words. */
function* rolledBack(rollback: Rollback, self: unknown, snapshot: unknown): Steps<string> {
  const { rolledBack, notRolledBack, asynchronousContract } = toolWords();
  try {
    const answer = yield Reflect.apply(rollback, self, [snapshot]);
    return answer === PENDING ? notRolledBack + asynchronousContract : rolledBack;
  } catch (thrown) {
    return notRolledBack + errorText(thrown);
  }
}

type Tool = (...args: readonly unknown[]) => unknown;

function wrapping(tool: unknown, options: object | string | undefined) {
  if (typeof tool !== "function") throw wrong("tool", tool, "a function");
  const found = checked(tool, options);
  return { call: tool as Tool, checked: found, limits: new OutputLimits(found.output, found.errors, found.outputOf) };
}

/** Gives the wrapper the own properties of the tool, with its name, its number of arguments and its description. */
function dressed<F extends { readonly length: number }, W extends (...args: never[]) => unknown>(
  tool: F,
  { name, description }: Checked,
  wrapped: W,
): W & Own<F> & { readonly description: string } {
  // A wrapped function has a `prototype` that cannot be defined again.
  const { prototype: _, ...own } = Object.getOwnPropertyDescriptors(tool);
  return Object.defineProperties(wrapped, {
    ...own,
    name: { value: name, configurable: true },
    length: { value: tool.length, configurable: true },
    description: { value: description, enumerable: true },
  }) as W & Own<F> & { readonly description: string };
}

/** `waits`: true if promises are awaited. */
function* run(
  tool: Tool,
  checked: Checked,
  usual: OutputLimits,
  self: unknown,
  given: unknown[],
  waits: boolean,
): Steps<string> {
  let limits = usual;
  try {
    const args = checked.parse ? yield* parsed(checked.parse, self, given) : given;
    if (typeof args === "string") return limits.text(args);
    limits = usual.of(args);
    const objection = checked.before.length > 0 ? yield* broken(checked, self, args, false) : undefined;
    if (objection !== undefined) return limits.text(objection);
    const snapshot = checked.rollback ? yield* taken(checked, self, args) : undefined;
    const text = yield* calls.toolifiedCall(tool, limits, self, args, waits);
    const later = checked.after.length > 0 ? yield* broken(checked, self, args, true) : undefined;
    if (later === undefined) return text;
    const undone = checked.rollback ? later + (yield* rolledBack(checked.rollback, self, snapshot)) : later;
    return limits.text(text.startsWith(toolWords().failed) ? `${undone}\n${text}` : undone);
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
      if (!isLate && isReturnedError(result)) return limits.failure(result);
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
