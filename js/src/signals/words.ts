import { requireOptions, wrong } from "../errors.js";
import { wasm } from "../wasm.js";
import type { CutEvent } from "./hub.js";

/**
 * Returns the log line of a cut: `Truncation: dataset={label} original_bytes={n} truncated_bytes={m}`, or `_chars`,
 * `_lines` and so on.
 *
 * @example
 * ```ts
 * import { formatTruncationLog } from "tooltrim/signals";
 *
 * formatTruncationLog({ label: "fetch_reddit.posts[3].snippet", unit: "bytes", limit: 500, before: 9000, after: 500 });
 * // "Truncation: dataset=fetch_reddit.posts[3].snippet original_bytes=9000 truncated_bytes=500"
 * ```
 *
 * Always one line: a label with white space, control characters, a quote, `=` or a backslash is written as a JSON
 * string, so it cannot forge a second line or field. A cut without a label has `dataset=unlabelled`.
 *
 * @throws TooltrimError `INVALID_OPTION` for anything that is not an event
 */
export function formatTruncationLog(event: Pick<CutEvent, "label" | "unit" | "before" | "after"> | CutEvent): string {
  const { label, unit, before, after } = event ?? {};
  const text = typeof label === "string" ? label : undefined;
  const line = wasm().truncation_log(text, String(unit), before, after);
  if (line === undefined) throw wrong("event.unit", unit, "a unit of cuts");
  return line;
}

/** Options of {@link disclaimerFor}. */
export interface DisclaimerOptions {
  /** Paragraph that replaces the default one. */
  readonly text?: string | undefined;
}

/**
 * Returns the disclaimer for readers of a report whose data was cut; `undefined` if nothing was cut.
 *
 * @example
 * ```ts
 * import { disclaimerFor } from "tooltrim/signals";
 *
 * disclaimerFor({ posts: [], truncation_applied: true })?.slice(0, 36); // "The content is reduced by AI from it"
 * disclaimerFor({ tools: [{ text: "[1, 2\n\n(response truncated)" }] }, { text: "Shortened." }); // "Shortened."
 * disclaimerFor({ posts: [] }); // undefined
 * ```
 *
 * A value counts as cut if anywhere in it `truncation_applied` or `truncationApplied` is true, a result of `trim` or
 * `trimValue` is marked `truncated`, or a text contains `value exceeds size limit`, `response truncated`, a default
 * marker or one of the shorter forms that replace them within small limits. Cycles are safe, and members that throw are
 * skipped.
 *
 * @throws TooltrimError `INVALID_OPTION`
 */
export function disclaimerFor(value: unknown, options?: DisclaimerOptions): string | undefined {
  const { text } = checkedOptions(options);
  const [usual, flag, , ...signs] = wasm().signal_words() as [string, string, number, ...string[]];
  const sign = anyOf(signs);
  const left = [value];
  const seen = new Set<unknown>();
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === "string" ? sign.test(next) : saysSo(next, flag)) {
      return text ?? usual;
    }
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    seen.add(next);
    for (const member of membersOf(next)) left.push(member);
  }
  return undefined;
}

function checkedOptions(options: DisclaimerOptions | undefined): DisclaimerOptions {
  const given = options ?? {};
  requireOptions("options", given, ["text"]);
  const { text } = given;
  if (text !== undefined && typeof text !== "string") throw wrong("text", text, "a string");
  return given;
}

/** Matches any of the phrases, in which `{count}` is a number. */
function anyOf(signs: readonly string[]): RegExp {
  const literal = (text: string) => text.replace(/[[\](){}.*+?^$|\\]/g, "\\$&");
  return new RegExp(signs.map((sign) => sign.split("{count}").map(literal).join("\\d+")).join("|"));
}

function saysSo(value: unknown, flag: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  const member = (name: string) => (Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined);
  try {
    if (member(flag) === true || member("truncationApplied") === true) return true;
    // Other objects use `truncated` with another meaning.
    return member("truncated") === true && (member("omitted") ?? member("cuts")) !== undefined;
  } catch {
    return false;
  }
}

function* membersOf(value: object): Generator<unknown> {
  try {
    if (ArrayBuffer.isView(value)) return;
    if (value instanceof Map || value instanceof Set) yield* value.values();
    for (const name of Object.keys(value)) {
      try {
        yield (value as Record<string, unknown>)[name];
      } catch {
        // Skips a member that throws.
      }
    }
  } catch {
    // Skips a value whose members cannot be listed.
  }
}
