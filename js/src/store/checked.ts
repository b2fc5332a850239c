// Wraps a backend: checks each of its answers, and turns errors into a `Failure`.
import { isWellFormed } from "../text/units.js";
import { requireBackend, type StoreBackend } from "./backend.js";
import { Failure, messageOf, TooSlow, within } from "./failure.js";

/**
 * The prefix of a namespace's keys. No prefix is the beginning of another one.
 */
function prefixOf(namespace: string): string {
  // By UTF-16 units, four digits each, so that lone surrogates, which some backends reject, survive.
  const escaped = namespace.replace(/[^\w.-]/g, (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `tooltrim:${escaped}:`;
}

const escapedStart = "tooltrim-json:";

/**
 * The form of a text that backends can hold: UTF-8 has no lone surrogates, and some databases no NUL. Nearly
 * always the text itself.
 */
function toStored(text: string): string {
  if (isWellFormed(text) && !text.includes("\0") && !text.startsWith(escapedStart)) return text;
  return escapedStart + JSON.stringify(text);
}

function fromStored(stored: string): string {
  return stored.startsWith(escapedStart) ? JSON.parse(stored.slice(escapedStart.length)) : stored;
}

type Emitter = { on?: (event: string, listener: (error: unknown) => void) => unknown };

/** Errors that a backend reports only to listeners. */
class Troubles {
  count = 0;
  last: unknown;
  static readonly #known = new WeakMap<object, Troubles>();

  /**
   * One listener per backend, whatever the number of stores. It is never removed: an `error` event without a
   * listener ends a Node process, even while the store is idle.
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
    // With `emitErrors: false` Keyv emits nothing, but its adapter does.
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
  /** True if an answer of `undefined` means that there is none. */
  readonly isReliable: boolean;

  /** @throws TooltrimError `INVALID_OPTION` for an invalid backend */
  constructor(backend: StoreBackend, namespace: string, timeoutMs: number) {
    requireBackend(backend);
    this.#backend = backend;
    this.#prefix = prefixOf(namespace);
    this.#timeoutMs = timeoutMs;
    this.#troubles = Troubles.of(backend);
    this.isReliable = backend.isReliable === true;
  }

  /** Writes a text; once this resolves, the backend has it. */
  async set(name: string, text: string, operation: string): Promise<void> {
    const heard = this.#troubles.count;
    const answer = await this.attempt(operation, () => this.#backend.set(this.#prefix + name, toStored(text)));
    if (answer === false) throw this.#failure(operation, heard, "the backend answers false");
    if (this.isReliable) return;
    const back = await this.get(name, operation);
    if (back === text) return;
    throw this.#failure(operation, heard, back === undefined ? "it is not there" : "it reads back as something else");
  }

  /** Reads a text, and trusts that it is missing only if a test value can be written and read back around it. */
  async checkMissing(name: string, operation: string): Promise<string | undefined> {
    if (this.isReliable) return undefined;
    const test = "writing a test value";
    const key = `test:${Math.random().toString(36).slice(2)}`;
    await this.set(key, key, test);
    const found = await this.get(name, operation);
    if ((await this.get(key, test)) !== key) throw new Failure(test, "it reads back as something else");
    await this.attempt(test, () => this.#backend.delete(this.#prefix + key));
    return found;
  }

  #failure(operation: string, heard: number, otherwise: string): Failure {
    return new Failure(operation, this.#troubles.count > heard ? this.#troubles.last : otherwise);
  }

  /** `undefined` if the backend reports no text, and no error contradicts that. */
  async get(name: string, operation: string): Promise<string | undefined> {
    const heard = this.#troubles.count;
    const value = await this.attempt(operation, () => this.#backend.get(this.#prefix + name));
    if (typeof value === "string") return this.attempt(operation, () => fromStored(value));
    if (value !== undefined && value !== null) throw new Failure(operation, `it reads as ${typeof value}, no text`);
    if (this.#troubles.count > heard) throw new Failure(operation, this.#troubles.last);
    return undefined;
  }

  async attempt<T>(operation: string, work: () => T | Promise<T>): Promise<T> {
    const heard = this.#troubles.count;
    try {
      return await within(this.#timeoutMs, work);
    } catch (error) {
      // Clients retry without end, and report the reason only to listeners.
      const why =
        error instanceof TooSlow && this.#troubles.count > heard ? ` (${messageOf(this.#troubles.last)})` : "";
      throw new Failure(operation, why ? new TooSlow((error as Error).message + why) : error);
    }
  }
}
