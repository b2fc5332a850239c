// Wraps a backend: checks each of its answers, and turns errors into a `Failure`.
import { show } from "../errors.js";
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

/**
 * Without `add`, two stores may both find a key free and write it. Each then waits, and has the key if its value is
 * still there: a store that overwrote it found the key free earlier, and is expected to write within this time. A slow
 * backend gets more.
 */
const SETTLE_MS = 500;
const SETTLE_TIMES = 4;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Atomic, since a thread runs it without interruption. */
const addToMap = (map: Map<string, unknown>) => (key: string, value: string) => {
  if (map.has(key)) return false;
  map.set(key, value);
  return true;
};

/** Receives the backend's own promise, which may settle long after the timeout. */
type Started = (writing: Promise<unknown>) => void;
type Add = NonNullable<StoreBackend["add"]>;

/** Size of a text in a backend, in bytes. */
export const storedBytes = (text: string): number => new TextEncoder().encode(toStored(text)).length;

/** The texts of one namespace in a backend, by name. */
export class CheckedBackend {
  readonly #backend: StoreBackend;
  readonly #prefix: string;
  readonly #timeoutMs: number;
  readonly #troubles: Troubles;
  readonly #add: Add | undefined;
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
    const { add } = backend;
    this.#add = add ? add.bind(backend) : backend instanceof Map ? addToMap(backend) : undefined;
  }

  /**
   * Writes a text; once this resolves, the backend has it. `started` receives the backend's own promise, which may
   * settle long after the timeout.
   */
  async set(name: string, text: string, operation: string, started?: Started): Promise<void> {
    const heard = this.#troubles.count;
    await this.#write(name, text, operation, started);
    if (this.isReliable) return;
    const back = await this.get(name, operation);
    if (back === text) return;
    throw this.#failure(operation, heard, back === undefined ? "it is not there" : "it reads back as something else");
  }

  /**
   * Writes a text unless its name has one, and returns the text that is there afterwards. `contested`: others may write
   * it at the same moment.
   */
  async add(name: string, text: string, operation: string, contested: boolean, started?: Started): Promise<string> {
    if (!this.#add) return this.#addSlowly(name, text, operation, contested, started);
    const heard = this.#troubles.count;
    const answer = await this.attempt(operation, () => {
      const adding = Promise.resolve((this.#add as Add)(this.#prefix + name, toStored(text)));
      started?.(adding);
      return adding;
    });
    if (answer === true && this.isReliable) return text;
    if (answer !== true && answer !== false) throw this.#failure(operation, heard, `add answers ${show(answer)}`);
    const back = await this.get(name, operation);
    if (back !== undefined) return back;
    throw this.#failure(operation, heard, answer ? "it is not there" : "add answers false, and nothing is there");
  }

  async #addSlowly(
    name: string,
    text: string,
    operation: string,
    contested: boolean,
    started?: Started,
  ): Promise<string> {
    const heard = this.#troubles.count;
    const begun = performance.now();
    const found =
      (await this.get(name, operation)) ?? (contested ? await this.checkMissing(name, operation) : undefined);
    if (found !== undefined) return found;
    await this.#write(name, text, operation, started);
    if (contested) await sleep(Math.max(SETTLE_MS, SETTLE_TIMES * (performance.now() - begun)));
    const back = await this.get(name, operation);
    if (back === undefined) throw this.#failure(operation, heard, "it is not there");
    return back;
  }

  async #write(name: string, text: string, operation: string, started?: Started): Promise<void> {
    const stored = toStored(text);
    const heard = this.#troubles.count;
    const answer = await this.attempt(operation, () => {
      const writing = Promise.resolve(this.#backend.set(this.#prefix + name, stored));
      started?.(writing);
      return writing;
    });
    if (answer === false) throw this.#failure(operation, heard, "the backend answers false");
  }

  /** Reads a text, and trusts that it is missing only if a test value can be written and read back around it. */
  async checkMissing(name: string, operation: string): Promise<string | undefined> {
    if (this.isReliable) return undefined;
    const test = "writing a test value";
    const key = `test:${Math.random().toString(36).slice(2)}`;
    await this.set(key, key, test);
    const found = await this.get(name, operation);
    if ((await this.get(key, test)) !== key) throw new Failure(test, "it reads back as something else");
    await this.delete(key);
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

  /** Returns `true` if there was one, as far as the backend reports; `undefined` if it has failed. */
  async delete(name: string): Promise<boolean | undefined> {
    const deleting = this.attempt("deleting", () => this.#backend.delete(this.#prefix + name));
    return deleting.then((answer) => answer === true).catch(() => undefined);
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
