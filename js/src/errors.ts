import { show } from "../bindings/src/show.js";

export { show };

const CODES = [
  "INVALID_OPTION",
  "MARKER_TOO_LONG",
  "INVALID_ENCODING",
  "CYCLE",
  "UNKNOWN_FORMAT",
  "INVALID_MESSAGES",
  "UNKNOWN_REF",
  "BACKEND_FAILED",
  "OUT_OF_MEMORY",
  "NOT_INITIALIZED",
  "INTERNAL",
] as const;

/**
 * Stable code of an error. Match on it, not on `instanceof`: ESM and CommonJS copies may both be loaded.
 *
 * `OUT_OF_MEMORY` and `INTERNAL` (a fault inside, or a call stack that was exhausted) are about one call: the next
 * one works.
 */
export type ErrorCode = (typeof CODES)[number];

const codes: ReadonlySet<string> = /* @__PURE__ */ new Set(CODES);

const MARK: unique symbol = /* @__PURE__ */ Symbol.for("tooltrim.error.v1") as never;

/**
 * The one error class of the library. The message names the field, the value and the rule.
 *
 * @example
 * ```ts
 * import { trim, TooltrimError } from "tooltrim";
 *
 * try {
 *   trim("text", { maxChars: -1 });
 * } catch (error) {
 *   (error as TooltrimError).code; // "INVALID_OPTION"
 *   (error as TooltrimError).message; // "maxChars: -1 is not a number of 0 or more"
 * }
 * ```
 */
export class TooltrimError extends Error {
  /** Stable code of the error. */
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "TooltrimError";
    this.code = code;
  }

  // Entries and module systems have this class several times. Not a field: Node would print it.
  get [MARK](): true {
    return true;
  }

  /** True for an error of any entry. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: a subclass inherits this method, and is another class.
    if (this !== TooltrimError) return Function.prototype[Symbol.hasInstance].call(this, value);
    return value instanceof Error && MARK in value;
  }
}

/** The error of an option: the message names the field, the value and the rule. */
export function wrong(name: string, value: unknown, rule: string): TooltrimError {
  return new TooltrimError("INVALID_OPTION", `${name}: ${show(value)} is not ${rule}`);
}

/**
 * Returns a count or a size: fractions round down, and infinity is no limit. The same rule and words as the core's
 * `NamedOption::at_least`, for options that do not reach it.
 *
 * @throws TooltrimError `INVALID_OPTION` for anything but a number of `least` or more
 */
export function countOf(name: string, value: unknown, least = 0): number {
  if (typeof value === "number" && value >= least) return Math.floor(value);
  throw wrong(name, value, `a number of ${least} or more`);
}

/** @throws TooltrimError `INVALID_OPTION` for anything but a number above 0: a time, or a size that may be a fraction */
export function requireAboveZero(name: string, value: unknown): void {
  if (!(typeof value === "number" && value > 0)) throw wrong(name, value, "a number above 0");
}

/** @throws TooltrimError `INVALID_OPTION` for anything but an object, such as a list */
export function requireObject(name: string, value: unknown): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong(name, value, "an object");
}

/** @throws TooltrimError `INVALID_OPTION` for anything but an object, and for a member that is not an option */
export function requireOptions(name: string, value: unknown, known: readonly string[]): void {
  requireObject(name, value);
  // A misspelled option would be ignored without a word.
  for (const key of Object.keys(value as object)) {
    if (!known.includes(key)) {
      const place = name === "options" ? key : `${name}.${key}`;
      // The words of the core's `NamedOption::unknown`.
      throw new TooltrimError("INVALID_OPTION", `${place}: is not an option; known are ${known.join(", ")}`);
    }
  }
}

/** Calls what hands options to the core; an error that lists the core's options also lists those that stay here. */
export function alsoKnown<T>(kept: readonly string[], call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    // Not that of a member of an option.
    if (!(thrown instanceof TooltrimError && /^[^.]*: is not an option; /.test(thrown.message))) throw thrown;
    throw new TooltrimError(thrown.code, `${thrown.message}, ${kept.join(", ")}`);
  }
}

/** An error that the binding returned, as our own. A code that is not ours means a fault inside. */
export function toTooltrimError(thrown: unknown): TooltrimError {
  if (thrown instanceof TooltrimError) return thrown;
  const { code, message } = thrown instanceof Error ? (thrown as Error & { code?: unknown }) : { code: 0, message: "" };
  if (typeof code === "string" && codes.has(code)) return new TooltrimError(code as ErrorCode, message);
  return new TooltrimError("INTERNAL", `internal error: ${message || String(thrown)}`, { cause: thrown });
}

// Each engine has words of its own. V8: "Maximum call stack size exceeded"; SpiderMonkey: "too much recursion".
const STACK = /call stack|recursion/i;
// Limits of strings, lists, buffers, and the memory of WebAssembly.
const SIZE = /memory|allocat|(string|array) length|string longer than/i;

/** True if an engine had no stack left. */
export function isStack(thrown: unknown): boolean {
  return thrown instanceof Error && STACK.test(thrown.message);
}

/** True if an engine had no stack or no memory left. */
export function isExhausted(thrown: unknown): boolean {
  return thrown instanceof Error && (isStack(thrown) || isTooLarge(thrown));
}

/**
 * True if memory was what lacked. The binding then runs into the instruction `unreachable`; all other faults in Rust
 * come as an `Error`.
 */
function isTooLarge({ name, message }: Error): boolean {
  if (name === "RuntimeError") return /unreachable/i.test(message);
  return name !== "CompileError" && name !== "LinkError" && SIZE.test(message);
}

/** Returns the error of a call that did not return, as our own error. */
export function faultOf(thrown: unknown): TooltrimError {
  if (thrown instanceof TooltrimError) return thrown;
  if (!(thrown instanceof Error)) return toTooltrimError(thrown);
  if (isStack(thrown)) {
    const why = "the call stack is exhausted: a function that calls itself too deep has left no room for this call";
    return new TooltrimError("INTERNAL", `internal error: ${why}`, { cause: thrown });
  }
  if (isTooLarge(thrown)) {
    const why =
      "this call needs more than there is, WebAssembly has 4 GiB at most; pass less at a time, or set lower limits";
    return new TooltrimError("OUT_OF_MEMORY", `memory: ${why}`, { cause: thrown });
  }
  return new TooltrimError("INTERNAL", `internal error: ${thrown.message}`, { cause: thrown });
}

/** The words of what was thrown, or of a name: there is always a text, also for what has none, and never a long one. */
export function shown(value: unknown): string {
  try {
    // Not all of a long list: it may be longer than a string can be.
    const text = String(Array.isArray(value) ? value.slice(0, LONGEST) : value);
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
  } catch {
    return typeof value;
  }
}

const LONGEST = 100;
