// How a conversation is found among those that are known.
import { later } from "./compact-messages.js";
import type { Compactor } from "./compactor.js";
import { equalLength } from "./equal.js";
import type { Compaction, JsonValue, RequestOptions } from "./types.js";

export type Same<M> = (known: M, message: M) => boolean;

/** A conversation that was there. */
export interface Known<M> {
  /** A number for each message. */
  prints: readonly number[];
  /** The messages: as long as the compactor holds them too, or when a caller compares them. */
  messages: readonly M[] | undefined;
  compactor: Compactor<M> | undefined;
  /** What was decided, when there is no compactor. */
  state: JsonValue;
  /** Whether anything was decided. */
  decided: boolean;
  /** What its compactor answered last. */
  last?: WeakRef<Compaction<M>>;
}

/** The messages of a request. */
export interface Asked<M> {
  readonly messages: readonly M[];
  /** The same as they are now: a list may grow in place. */
  readonly list: readonly M[];
  /** The number of a message; made when it is needed. */
  readonly print: (at: number) => number;
  readonly same: Same<M> | undefined;
  readonly request: RequestOptions | undefined;
  readonly like: Like<M> | undefined;
}

/** A conversation of which the first messages hold the same. */
interface Like<M> {
  readonly known: Known<M>;
  /** How many do. */
  readonly length: number;
  /** The messages of the request, with the objects of then in the place of these. */
  readonly list: readonly M[];
}

export interface Found<M> {
  readonly known: Known<M>;
  /** How many messages at the beginning are the same. */
  readonly common: number;
}

/** The messages that are held, in the place of new objects that hold the same. */
export function likeOf<M>(all: readonly Known<M>[], list: readonly M[]): Like<M> | undefined {
  let best: Like<M> | undefined;
  for (const known of [...all].reverse()) {
    const length = known.messages ? equalLength(list, known.messages) : 0;
    if (known.messages && length > (best?.length ?? 0)) {
      best = { known, length, list: [...known.messages.slice(0, length), ...list.slice(length)] };
    }
  }
  // The caller's own list, where it holds the very objects.
  return best?.list.every((message, at) => message === list[at]) ? { ...best, list } : best;
}

/** The longest prefix; of equal ones that of a conversation that goes on, and then the last one used. */
export function find<M>(all: readonly Known<M>[], asked: Asked<M>): Found<M> | undefined {
  let best: Found<M> | undefined;
  for (const known of [...all].reverse()) {
    const common = commonOf(known, asked);
    const whole = common === known.prints.length && best?.common !== best?.known.prints.length;
    if (common > (best?.common ?? 0) || (best && common === best.common && whole)) best = { known, common };
  }
  return best;
}

/** The answer for messages in whose place others stood that hold the same: with the caller's own. */
export function withOwn<M>(done: Compaction<M>, list: readonly M[], { messages, list: own }: Asked<M>): Compaction<M> {
  const { changed, edits, notice } = done;
  const owners = new Map(list.map((message, at) => [message, own[at] as M]));
  const compaction = {
    messages: changed ? done.messages.map((message) => owners.get(message) ?? message) : messages,
    changed,
    edits,
    notice,
  } as unknown as Compaction<M>;
  later(compaction, "report", () => done.report);
  later(compaction, "state", () => done.state);
  return compaction;
}

function commonOf<M>({ prints, messages }: Known<M>, { list, print, same }: Asked<M>): number {
  const most = Math.min(prints.length, list.length);
  for (let at = 0; at < most; at += 1) {
    const message = list[at] as M;
    if (messages?.[at] === message) continue;
    const isSame = same && messages ? same(messages[at] as M, message) : prints[at] === print(at);
    if (!isSame) return at;
  }
  return most;
}

/** The numbers of all messages; those of the same objects are there already. */
export function printsOf<M>(found: Found<M> | undefined, { list, print }: Asked<M>): number[] {
  const { messages, prints } = found?.known ?? { messages: undefined, prints: [] };
  return list.map((message, at) => (messages?.[at] === message ? (prints[at] ?? print(at)) : print(at)));
}
