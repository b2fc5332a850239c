import type { CompiledValue } from "../../../target/wasm-pkg/tooltrim.js";
import { shown, TooltrimError } from "../errors.js";
import { countCheck, isWatched, report, requireScope, type Scope } from "../signals/hub.js";
import { wasm } from "../wasm.js";
import type { Cut, TrimmedValue, ValueOptions, ValueTruncationEvent } from "./types.js";

export type * from "./types.js";

/**
 * Bounds a JSON-like value: always valid JSON, within its limits, and the same objects where nothing is cut.
 *
 * @example
 * ```ts
 * import { trimValue } from "tooltrim";
 *
 * const answer = { id: 7, title: "Crash on start", body: "It crashes. ".repeat(500) };
 * trimValue(answer).value.body; // "value exceeds size limit (6000 bytes, max 2000) [content truncated for context limit]"
 * JSON.stringify(trimValue(answer, { maxTotalBytes: 200 }).value).length; // at most 200
 * ```
 *
 * The value is read as `JSON.stringify` reads it. Limits are in bytes of UTF-8, items, members and levels. With `maxTotalBytes` small
 * values stay whole and the big ones share the rest; lists that must be shorter keep both ends with `"[40 items omitted]"` between,
 * objects keep their first members. A value that is bounded again with the same options comes back as it is.
 *
 * A total is found in time that follows the limit; all else looks at each member once, and at texts only where their length does
 * not say enough.
 *
 * @throws TooltrimError `INVALID_OPTION`, `MARKER_TOO_LONG`, and `CYCLE` for a value that holds itself
 */
export function trimValue<T>(value: T, options?: ValueOptions): TrimmedValue<T> {
  const compiled = compileWith(options, (given) => new (wasm().CompiledValue)(given));
  try {
    return bounded(compiled, value, options);
  } finally {
    compiled.free();
  }
}

/** Checked options; their memory is the caller's to give back. */
export function compileWith(
  options: ValueOptions | undefined,
  compile: (options: ValueOptions) => CompiledValue,
): CompiledValue {
  const given = options ?? {};
  if (typeof given !== "object" || Array.isArray(given)) {
    throw new TooltrimError("INVALID_OPTION", `options: ${shown(given)} is not an object`);
  }
  return compile(given);
}

/** Who is told of the cuts of a value. */
interface Told {
  readonly scope?: Scope | undefined;
  readonly onTruncate?: ((event: ValueTruncationEvent) => void) | undefined;
}

/** What a value becomes by checked options. */
export function bounded<T>(compiled: CompiledValue, value: T, told: Told | undefined): TrimmedValue<T> {
  const { scope, onTruncate } = told ?? {};
  requireScope(scope);
  countCheck();
  const watched = onTruncate !== undefined || isWatched(scope);
  const row: unknown[] = [];
  const result = compiled.trim(value, row, watched) as T;
  const width = watched ? 6 : 4;
  const cuts: Cut[] = [];
  for (let at = 0; at < row.length; at += width) {
    const [path, kind, before, after, limit, label] = row.slice(at, at + width) as [...Row, number, string];
    cuts.push({ path, kind, before, after });
    if (watched) report({ label, unit: UNITS[kind], limit, before, after }, scope, onTruncate);
  }
  return { value: result, truncated: cuts.length > 0, cuts };
}

type Row = [path: string, kind: Cut["kind"], before: number, after: number];

const UNITS: Readonly<Record<Cut["kind"], ValueTruncationEvent["unit"]>> = {
  string: "bytes",
  base64: "bytes",
  unreadable: "bytes",
  items: "items",
  keys: "keys",
  depth: "levels",
};
