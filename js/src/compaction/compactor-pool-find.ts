// Lookup of a conversation among the known ones.
import { later } from "./compact-messages.js";
import type { Compactor } from "./compactor.js";
import { equalLength } from "./equal.js";
import type { Compaction, JsonValue, RequestOptions } from "./types.js";

/** Caller's comparison of a known message with one of the request. */
export type Same = (known: never, message: never) => boolean;

/** Known conversation. */
export interface Known {
  /** Fingerprint of each message. */
  prints: readonly number[];
  /** The messages, while the compactor holds them too or if a caller compares them. */
  messages: readonly unknown[] | undefined;
  compactor: Compactor | undefined;
  /** State to continue from, if there is no compactor. */
  state: JsonValue;
  /** True if it has any decisions. */
  decided: boolean;
  /** Last result of its compactor. */
  last?: WeakRef<Compaction<unknown>>;
}

/** Messages of a request, and how to compare them. */
export interface Asked {
  readonly messages: readonly unknown[];
  /** Copy of `messages`: the caller's list may grow in place. */
  readonly list: readonly unknown[];
  /** Returns the fingerprint of a message, computed on first use. */
  readonly print: (at: number) => number;
  readonly same: Same | undefined;
  readonly request: RequestOptions | undefined;
  readonly like: Like | undefined;
}

/** Known conversation whose first messages equal those of the request. */
interface Like {
  readonly known: Known;
  /** Number of equal messages. */
  readonly length: number;
  /** Messages of the request, with the known objects in place of equal new ones. */
  readonly list: readonly unknown[];
}

/** Result of {@link find}. */
export interface Found {
  readonly known: Known;
  /** Length of the common prefix, in messages. */
  readonly common: number;
}

/** Returns the known conversation with the longest equal prefix, compared by content. */
export function likeOf(all: readonly Known[], list: readonly unknown[]): Like | undefined {
  let best: Like | undefined;
  for (const known of [...all].reverse()) {
    const length = known.messages ? equalLength(list, known.messages) : 0;
    if (known.messages && length > (best?.length ?? 0)) {
      best = { known, length, list: [...known.messages.slice(0, length), ...list.slice(length)] };
    }
  }
  // Keeps the caller's own list if it holds the same objects.
  return best?.list.every((message, at) => message === list[at]) ? { ...best, list } : best;
}

/**
 * Returns the conversation with the longest common prefix. Ties go to one that the request continues, then to the last
 * one used.
 */
export function find(all: readonly Known[], asked: Asked): Found | undefined {
  let best: Found | undefined;
  for (const known of [...all].reverse()) {
    const common = commonOf(known, asked);
    const whole = common === known.prints.length && best?.common !== best?.known.prints.length;
    if (common > (best?.common ?? 0) || (best && common === best.common && whole)) best = { known, common };
  }
  return best;
}

/** Replaces known objects in a result by the caller's equal ones. */
export function withOwn(
  done: Compaction<unknown>,
  list: readonly unknown[],
  { messages, list: own }: Asked,
): Compaction<unknown> {
  const { changed, edits, notice } = done;
  const owners = new Map(list.map((message, at) => [message, own[at]]));
  const compaction = {
    messages: changed ? done.messages.map((message) => owners.get(message) ?? message) : messages,
    changed,
    edits,
    notice,
  } as unknown as Compaction<unknown>;
  later(compaction, "report", () => done.report);
  later(compaction, "state", () => done.state);
  return compaction;
}

function commonOf({ prints, messages }: Known, { list, print, same }: Asked): number {
  const most = Math.min(prints.length, list.length);
  for (let at = 0; at < most; at += 1) {
    const message = list[at];
    if (messages?.[at] === message) continue;
    const isSame = same && messages ? same(messages[at] as never, message as never) : prints[at] === print(at);
    if (!isSame) return at;
  }
  return most;
}

/** Returns the fingerprints of all messages, reusing those of identical objects. */
export function printsOf(found: Found | undefined, { list, print }: Asked): number[] {
  const { messages, prints } = found?.known ?? { messages: undefined, prints: [] };
  return list.map((message, at) => (messages?.[at] === message ? (prints[at] ?? print(at)) : print(at)));
}
