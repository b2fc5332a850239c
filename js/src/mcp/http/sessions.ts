import type { Session } from "../session.js";

/** More than this are sessions that nobody has ended. */
const MOST = 64;

/** What is known of the sessions of all clients, by their ids. Servers without sessions have one for all. */
export class Sessions {
  readonly #known = new Map<string, Session>();
  readonly #newSession: () => Session;
  #shared: Session | undefined;

  constructor(newSession: () => Session) {
    this.#newSession = newSession;
  }

  /** The session with an id; without one that of a client that has none yet. */
  get(id: string | undefined): Session {
    if (id === undefined) {
      this.#shared ??= this.#newSession();
      return this.#shared;
    }
    const known = this.#known.get(id);
    if (known) this.#known.delete(id);
    const session = known ?? this.#newSession();
    this.#known.set(id, session);
    return session;
  }

  /** A session got its id. */
  set(id: string, session: Session): void {
    if (this.#known.get(id) === session) return;
    this.#known.set(id, session);
    if (session === this.#shared) this.#shared = undefined;
    const oldest = this.#known.keys().next().value;
    if (this.#known.size > MOST && oldest !== undefined) this.#known.delete(oldest);
  }

  delete(id: string | string[] | undefined): void {
    if (typeof id === "string") this.#known.delete(id);
  }
}
