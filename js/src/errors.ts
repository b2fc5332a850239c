/** What went wrong, as a stable code. Match on it, not on `instanceof`: ESM and CommonJS copies may both be loaded. */
export type ErrorCode =
  | "INVALID_OPTION"
  | "MARKER_TOO_LONG"
  | "INVALID_ENCODING"
  | "CYCLE"
  | "UNKNOWN_FORMAT"
  | "INVALID_MESSAGES"
  | "UNKNOWN_REF"
  | "BACKEND_FAILED"
  | "NOT_INITIALIZED"
  | "INTERNAL";

const codes: ReadonlySet<string> = new Set<ErrorCode>([
  "INVALID_OPTION",
  "MARKER_TOO_LONG",
  "INVALID_ENCODING",
  "CYCLE",
  "UNKNOWN_FORMAT",
  "INVALID_MESSAGES",
  "UNKNOWN_REF",
  "BACKEND_FAILED",
  "NOT_INITIALIZED",
  "INTERNAL",
]);

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
  /** What went wrong. */
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "TooltrimError";
    this.code = code;
  }
}

/** What the binding threw, as our own error. A code that is not ours means a fault inside. */
export function toTooltrimError(thrown: unknown): TooltrimError {
  const { code, message } = thrown instanceof Error ? (thrown as Error & { code?: unknown }) : { code: 0, message: "" };
  if (typeof code === "string" && codes.has(code)) return new TooltrimError(code as ErrorCode, message);
  return new TooltrimError("INTERNAL", `internal error: ${message || String(thrown)}`, { cause: thrown });
}

/** A value as an error message shows it: there is always a text, also for what has none, and never a long one. */
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
