import type { Session } from "../session.js";

/** Maximum number of sessions; more are mostly sessions that were never ended. */
const MOST = 64;

/** The sessions of all clients. Each belongs to an owner; an id works only for its owner. */
export class Sessions {
  /** Sessions that the server gave an id. */
  readonly #named = new Latest<Session>(MOST);
  /** One per owner, for requests without an id. Bounded separately: made-up credentials evict no named session. */
  readonly #unnamed = new Latest<Session>(MOST);
  readonly #newSession: () => Session;

  constructor(newSession: () => Session) {
    this.#newSession = newSession;
  }

  /** Returns the session of a request; `undefined` for an id that the server has not given to this owner. */
  find(owner: string, id: string | undefined): Session | undefined {
    if (id !== undefined) return this.#named.get(keyOf(owner, id));
    // Not kept yet: only requests that the server accepts take a place.
    return this.#unnamed.get(owner) ?? this.#newSession();
  }

  /** Returns the session to read an answer in; `id` comes from the request, `given` from the response. */
  accept(owner: string, id: string | undefined, given: string | undefined): Session | undefined {
    const known = id === undefined ? undefined : this.#named.get(keyOf(owner, id));
    // A request without an id begins a new session, so clients that begin at the same time share nothing.
    if (given !== undefined && given !== id) return this.#named.set(keyOf(owner, given), known ?? this.#newSession());
    if (id !== undefined) return known;
    return this.#unnamed.get(owner) ?? this.#unnamed.set(owner, this.#newSession());
  }

  delete(owner: string, id: string): void {
    this.#named.delete(keyOf(owner, id));
  }
}

const keyOf = (owner: string, id: string): string => `${owner} ${id}`;

/** Map of bounded size that evicts the least recently used entry. */
class Latest<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: Value): Value {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#most && oldest !== undefined) this.#entries.delete(oldest);
    return value;
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}
