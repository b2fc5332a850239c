// A backend as it is used: each answer is checked, and what fails is a `Failure`.
import { shown, TooltrimError } from "../errors.js";
import { isWellFormed } from "../text.js";
import { requireBackend, type StoreBackend } from "./backend.js";
import { Failure, messageOf, TooSlow, within } from "./failure.js";

/** The start of the keys of a namespace. Two namespaces never have one key in common, nor one the start of another's. */
export function prefixOf(namespace: string): string {
  if (typeof namespace !== "string" || namespace === "") {
    throw new TooltrimError("INVALID_OPTION", `namespace: ${shown(namespace)} is not a text of one char or more`);
  }
  // By UTF-16 units, each four digits: what is no text to some backends, like a lone surrogate, stays what it is.
  const escaped = namespace.replace(/[^\w.-]/g, (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `tooltrim:${escaped}:`;
}

const escapedStart = "tooltrim-json:";

/** A text as backends can hold it: UTF-8 has no lone surrogates, and some databases no NUL. Nearly always the text itself. */
export function toStored(text: string): string {
  if (isWellFormed(text) && !text.includes("\0") && !text.startsWith(escapedStart)) return text;
  return escapedStart + JSON.stringify(text);
}

export function fromStored(stored: string): string {
  return stored.startsWith(escapedStart) ? JSON.parse(stored.slice(escapedStart.length)) : stored;
}

type Emitter = { on?: (event: string, listener: (error: unknown) => void) => unknown };

/** The errors that a backend only tells to listeners. */
export class Troubles {
  count = 0;
  last: unknown;
  static readonly #known = new WeakMap<object, Troubles>();

  /**
   * One listener for a backend, however many stores use it. It is never taken off: an `error` event to which nobody listens
   * ends a Node process, also one that comes while the store has nothing to do.
   */
  static of(backend: StoreBackend): Troubles {
    const known = Troubles.#known.get(backend);
    if (known) return known;
    const troubles = new Troubles();
    Troubles.#known.set(backend, troubles);
    const listener = (error: unknown) => {
      troubles.count += 1;
      troubles.last = error;
    };
    // Keyv with `emitErrors: false` passes nothing on: its adapter does.
    for (const emitter of [backend, (backend as { store?: unknown }).store] as (Emitter | undefined)[]) {
      if (typeof emitter?.on === "function") emitter.on("error", listener);
    }
    return troubles;
  }
}

/** The texts of one namespace in a backend, by name. */
export class CheckedBackend {
  readonly #backend: StoreBackend;
  readonly #prefix: string;
  readonly #timeoutMs: number;
  readonly #troubles: Troubles;
  /** Whether an answer of `undefined` means that there is none. */
  readonly isReliable: boolean;

  /** @throws TooltrimError `INVALID_OPTION` for what is no backend, no namespace or no time */
  constructor(backend: StoreBackend, namespace: string, timeoutMs: number) {
    requireBackend(backend);
    if (typeof timeoutMs !== "number" || !(timeoutMs > 0)) {
      throw new TooltrimError("INVALID_OPTION", `timeoutMs: ${shown(timeoutMs)} is not a number above 0`);
    }
    this.#backend = backend;
    this.#prefix = prefixOf(namespace);
    this.#timeoutMs = timeoutMs;
    this.#troubles = Troubles.of(backend);
    this.isReliable = backend.isReliable === true;
  }

  /**
   * Writes a text; when this is over without an error, the backend has it. `started` gets the backend's own promise, which may end
   * long after the time is over.
   */
  async set(
    name: string,
    text: string,
    operation: string,
    started?: (writing: Promise<unknown>) => void,
  ): Promise<void> {
    const stored = toStored(text);
    const heard = this.#troubles.count;
    const answer = await this.attempt(operation, () => {
      const writing = Promise.resolve(this.#backend.set(this.#prefix + name, stored));
      started?.(writing);
      return writing;
    });
    const why = (otherwise: string) => (this.#troubles.count > heard ? this.#troubles.last : otherwise);
    if (answer === false) throw new Failure(operation, why("the backend answers false"));
    if (this.isReliable) return;
    const back = await this.get(name, operation);
    if (back === text) return;
    throw new Failure(operation, why(back === undefined ? "it is not there" : "it reads back as something else"));
  }

  /** `undefined` when the backend answers that there is none, and nothing speaks against it. */
  async get(name: string, operation: string): Promise<string | undefined> {
    const heard = this.#troubles.count;
    const value = await this.attempt(operation, () => this.#backend.get(this.#prefix + name));
    if (typeof value === "string") return this.attempt(operation, () => fromStored(value));
    if (value !== undefined && value !== null) throw new Failure(operation, `it reads as ${typeof value}, no text`);
    if (this.#troubles.count > heard) throw new Failure(operation, this.#troubles.last);
    return undefined;
  }

  /** What does not matter when it fails. */
  async delete(name: string): Promise<void> {
    await this.attempt("deleting", () => this.#backend.delete(this.#prefix + name)).catch(() => {});
  }

  async attempt<T>(operation: string, work: () => T | Promise<T>): Promise<T> {
    const heard = this.#troubles.count;
    try {
      return await within(this.#timeoutMs, work);
    } catch (error) {
      // Clients try again and again, and say why only to listeners.
      const why =
        error instanceof TooSlow && this.#troubles.count > heard ? ` (${messageOf(this.#troubles.last)})` : "";
      throw new Failure(operation, why ? new TooSlow((error as Error).message + why) : error);
    }
  }
}
