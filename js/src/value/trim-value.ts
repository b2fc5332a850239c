import type { CompiledValue } from "../../../target/wasm-pkg/tooltrim.js";
import { requireObject } from "../errors.js";
import { countCheck, isWatched, report, requireScope, type Scope } from "../signals/hub.js";
import { wasm } from "../wasm.js";
import type { Cut, TrimmedValue, ValueOptions, ValueTruncationEvent } from "./types.js";

export type * from "./types.js";

/**
 * Caps every string, every list and the total size of a JSON-like value. The result is always valid JSON and shares
 * uncut objects.
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
 * Reads the value as `JSON.stringify` does, but for what that would write as `{}`: a `Map`, a `Set`, an `Error` and the
 * like come out as `toolify` writes them. Without options, a string has at most 2,000 bytes and the whole 50,000. Limits are in bytes of UTF-8, items, members and levels. With
 * `maxTotalBytes`, small values stay whole and large ones share the rest: lists keep both ends with
 * `"[40 items omitted]"` in between, objects keep their first members. Trimming a result again with the same options
 * changes nothing.
 *
 * The time for a total depends on the limit, not on the value. Everything else visits each member once, and reads a
 * text only if its length does not decide.
 *
 * @throws TooltrimError `INVALID_OPTION`, `MARKER_TOO_LONG`, and `CYCLE` for a cyclic value
 */
export function trimValue<T>(value: T, options?: ValueOptions): TrimmedValue<T> {
  const compiled = compileWith(options, (given) => new (wasm().CompiledValue)(given));
  try {
    return trimWith(compiled, value, options);
  } finally {
    compiled.free();
  }
}

/** Compiles options. The caller frees the result. */
export function compileWith(
  options: ValueOptions | undefined,
  compile: (options: ValueOptions) => CompiledValue,
): CompiledValue {
  const given = options ?? {};
  requireObject("options", given);
  return compile(given);
}

/** Observers of the cuts of a value. */
interface Observers {
  readonly scope?: Scope | undefined;
  readonly onTruncate?: ((event: ValueTruncationEvent) => void) | undefined;
}

/** Trims a value with compiled options. With `how: "fit"` it still fits its schema; `undefined` if it cannot. */
export function trimWith<T>(
  compiled: CompiledValue,
  value: T,
  observers: Observers | undefined,
  how: "trim" | "fit" = "trim",
): TrimmedValue<T> {
  const { scope, onTruncate } = observers ?? {};
  requireScope(scope);
  countCheck();
  const watched = onTruncate !== undefined || isWatched(scope);
  const row: unknown[] = [];
  const result = compiled[how](value, row, watched) as T;
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
