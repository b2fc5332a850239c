import type { Trimmed, TrimOptions } from "./options.js";
import { release, running, Trimmer } from "./trimmer.js";

/**
 * Trims a text to its limits, marker included. A text that fits is returned unchanged.
 *
 * @example
 * ```ts
 * import { trim } from "tooltrim";
 *
 * const log = "start\nstep 1\nstep 2\nstep 3\nstep 4\nstep 5\nstep 6\nerror: step 7 failed\n";
 * trim(log, 60).text; // "start\n[… 5 lines]\nstep 6\nerror: step 7 failed\n"
 * ```
 *
 * The second argument is a limit in chars or {@link TrimOptions}. Trimming a result again changes nothing. On ASCII
 * and Latin-1 the time does not grow with the input; on other texts one fast pass counts what was omitted.
 *
 * @throws TooltrimError `INVALID_OPTION`, `MARKER_TOO_LONG`, and `INVALID_ENCODING` for bytes
 */
export function trim(text: string | Uint8Array, options?: TrimOptions | number): Trimmed {
  return trimmerFor(options).trim(text);
}

interface Known {
  readonly options: TrimOptions | number | undefined;
  /** Number of options that are not `undefined`. */
  readonly size: number;
  readonly trimmer: Trimmer;
}

let known: Known | undefined;

/** The trimmer of the last call serves the next one with the same options: checking costs more than trimming. */
function trimmerFor(options: TrimOptions | number | undefined): Trimmer {
  // A copy, since the caller's object may change later; each getter is read once.
  const given = isPlain(options) ? ownCopy(options) : options;
  if (known && isSame(known, given)) return known.trimmer;
  const trimmer = new Trimmer(given);
  const size = isPlain(given) ? Object.values(given).filter((value) => value !== undefined).length : 0;
  const last = known;
  known = { options: given, size, trimmer };
  // Not before another one is known: none that is free may be.
  if (last && running === 0) release(last.trimmer);
  return trimmer;
}

/** Lists are not options objects; the constructor reports them. */
const isPlain = (options: unknown): options is TrimOptions =>
  typeof options === "object" && options !== null && !Array.isArray(options);

const ownCopy = (options: TrimOptions): TrimOptions => ({ __proto__: null, ...options }) as TrimOptions;

function isSame(last: Known, options: TrimOptions | number | undefined): boolean {
  const { options: before } = last;
  if (!isPlain(options) || !isPlain(before)) return options === before;
  let size = 0;
  for (const name in options) {
    const value = options[name as keyof TrimOptions];
    // Counts as absent: an option of the last call may be, too, and is not this one.
    if (value === undefined) continue;
    // A list may have changed although it is the same object.
    if (value !== before[name as keyof TrimOptions]) return false;
    if (typeof value === "object" && name !== "store" && name !== "scope") return false;
    size += 1;
  }
  return size === last.size;
}
