import { countOf, requireOptions, shown, TooltrimError, wrong } from "../errors.js";
import { wasm } from "../wasm.js";
import { hub } from "./hub.js";

/** Options of {@link sessionBytes}. */
export interface SessionOptions {
  /** Name of the state; its gauge is `{name}_bytes`. Default `"session"`. */
  readonly name?: string | undefined;
  /** Size in bytes above which a warning is emitted. Default 50,000; `Infinity` turns warnings off. */
  readonly warnAt?: number | undefined;
}

/** Maximum number of remembered states, the latest ones. */
const MOST = 100;

/**
 * Returns the size of a session state as compact JSON, in bytes of UTF-8. Sets its gauge in `metrics()` and warns if it
 * grows too large.
 *
 * @example
 * ```ts
 * import { sessionBytes } from "tooltrim/signals";
 *
 * sessionBytes({ quotes: ["€"] }, { name: "stock_data", warnAt: 50_000 }); // 18
 * ```
 *
 * Warns once each time the size rises above `warnAt`: in Node through `process.emitWarning` as `TooltrimWarning`,
 * elsewhere through `console.warn`. Keeps the gauges of the 100 most recently set states. A value without JSON
 * (`undefined`) has 0 bytes.
 *
 * @throws TooltrimError `CYCLE`, and `INVALID_OPTION` for an option or a value that JSON cannot hold, such as a BigInt
 */
export function sessionBytes(value: unknown, options?: SessionOptions): number {
  requireOptions("options", options ?? {}, ["name", "warnAt"]);
  const { name = "session", warnAt = wasm().signal_words()[2] as number } = options ?? {};
  if (typeof name !== "string") throw wrong("name", name, "a string");
  const most = countOf("warnAt", warnAt);
  const bytes = byteLength(json(value));
  const { sessions } = hub();
  const wasOver = sessions.get(name)?.over;
  const over = bytes > most;
  // Moves the entry to the end, as the most recently set one.
  sessions.delete(name);
  sessions.set(name, { bytes, over });
  for (const oldest of sessions.keys()) {
    if (sessions.size <= MOST) break;
    sessions.delete(oldest);
  }
  if (over && !wasOver) warn(`the session state ${JSON.stringify(name)} has ${bytes} bytes, more than ${most}`);
  return bytes;
}

function json(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch (cause) {
    // The wording depends on the engine: circular, cyclic.
    if (cause instanceof TypeError && /circular|cyclic/i.test(cause.message)) {
      throw new TooltrimError("CYCLE", "value: contains itself", { cause });
    }
    throw new TooltrimError("INVALID_OPTION", `value: is not JSON: ${shown(cause)}`, { cause });
  }
}

/** Returns the UTF-8 size of a JSON text. It has no lone surrogates: each half of a pair counts as 2 bytes. */
function byteLength(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit & 0xf800) !== 0xd800 ? 2 : 1;
  }
  return bytes;
}

function warn(message: string): void {
  const { process } = globalThis as { process?: { emitWarning?: (message: string, type: string) => void } };
  if (process?.emitWarning) process.emitWarning(message, "TooltrimWarning");
  else console.warn(`TooltrimWarning: ${message}`);
}
