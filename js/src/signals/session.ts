import { shown, TooltrimError } from "../errors.js";
import { wasm } from "../wasm.js";
import { hub } from "./hub.js";

/** Options of {@link sessionBytes}. */
export interface SessionOptions {
  /** The state's name: its gauge is `{name}_bytes`. `"session"` when it has none. */
  readonly name?: string | undefined;
  /** Above so many bytes there is a warning; 50,000 by default, never with `Infinity`. */
  readonly warnAt?: number | undefined;
}

/** Number of states that are remembered, the latest ones. */
const MOST = 100;

/**
 * The size of a session state as compact JSON, in bytes of UTF-8; sets its gauge in `metrics()` and warns when it grows
 * too large.
 *
 * @example
 * ```ts
 * import { sessionBytes } from "tooltrim/signals";
 *
 * sessionBytes({ quotes: ["€"] }, { name: "stock_data", warnAt: 50_000 }); // 18
 * ```
 *
 * The warning comes once each time the size rises above `warnAt`: in Node by `process.emitWarning` as
 * `TooltrimWarning`, elsewhere by `console.warn`. The gauges of the 100 states set last are kept. What JSON leaves out
 * as a whole (`undefined`) has 0 bytes.
 *
 * @throws TooltrimError `CYCLE`, and `INVALID_OPTION` for an option or for what JSON cannot hold, such as a BigInt
 */
export function sessionBytes(value: unknown, options?: SessionOptions): number {
  const { name = "session", warnAt = wasm().signal_words()[2] as number } = options ?? {};
  if (typeof name !== "string") throw new TooltrimError("INVALID_OPTION", `name: ${shown(name)} is not a string`);
  if (!(typeof warnAt === "number" && warnAt >= 0)) {
    throw new TooltrimError("INVALID_OPTION", `warnAt: ${shown(warnAt)} is not a number of 0 or more`);
  }
  const bytes = byteLength(json(value));
  const { sessions } = hub();
  const wasOver = sessions.get(name)?.over;
  const over = bytes > warnAt;
  // At the end again, as the one set last.
  sessions.delete(name);
  sessions.set(name, { bytes, over });
  for (const oldest of sessions.keys()) {
    if (sessions.size <= MOST) break;
    sessions.delete(oldest);
  }
  if (over && !wasOver) warn(`the session state ${JSON.stringify(name)} has ${bytes} bytes, more than ${warnAt}`);
  return bytes;
}

function json(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch (cause) {
    // Each engine has its own words: circular, cyclic.
    if (cause instanceof TypeError && /circular|cyclic/i.test(cause.message)) {
      throw new TooltrimError("CYCLE", "value: holds itself", { cause });
    }
    throw new TooltrimError("INVALID_OPTION", `value: is no JSON: ${shown(cause)}`, { cause });
  }
}

/** The bytes of a JSON text, which has no lone surrogates: each half of a pair stands for two bytes. */
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
