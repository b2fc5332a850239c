// A namespace of a backend, and the one store that may write to it.
import { shown, TooltrimError } from "../errors.js";
import type { StoreBackend } from "./backend.js";
import { CheckedBackend } from "./checked.js";
import { type Holder, recordOf } from "./journal.js";
import { Log } from "./log.js";
import { BEAT_MS, isAlive, nameOf, register, thisOwner, unregister, weak } from "./owner.js";

/** Behaviour if another store has the namespace: fail, take a new one, or only read. */
export type Access = "exclusive" | "separate" | "read";

export interface NamespaceOptions {
  readonly backend: StoreBackend;
  readonly namespace: string;
  readonly timeoutMs: number;
  readonly access: Access;
}

/** After this many numbers without a text, a store that ended during a flush has left no more. */
const MOST_MISSING = 16;

/** Each store has its own keys, so none writes over another's text. */
export const textKey = (number: number, writer: string): string => `${writer}:R${number}`;
const aliveKey = (writer: string) => `${writer}:alive`;

/** A random name of 62 bits, so no two stores share one. */
const newWriter = () =>
  Array.from(globalThis.crypto.getRandomValues(new Uint8Array(12)), (byte) => (byte % 36).toString(36)).join("");

export class Namespace {
  readonly #options: NamespaceOptions;
  /** Names this store in the backend. */
  readonly writer: string = newWriter();
  /** Differs from the option if the store got a namespace of its own. */
  name: string;
  backend: CheckedBackend;
  log: Log;
  isRead = false;
  isHeld = false;
  #wasHeld = false;
  #beating: ReturnType<typeof setInterval> | undefined;

  /** @throws TooltrimError `INVALID_OPTION` for an invalid backend */
  constructor(options: NamespaceOptions) {
    this.#options = options;
    this.name = options.namespace;
    this.backend = new CheckedBackend(options.backend, this.name, options.timeoutMs);
    this.log = new Log(this.backend, this.name);
  }

  async read(): Promise<void> {
    await this.log.read();
    this.isRead = true;
  }

  /**
   * Makes sure that this store has the namespace, unchanged. Returns `false` if it had to be claimed, or had lost
   * its data: texts written without a record may then be gone.
   */
  async hold(agrees: (state: string) => boolean): Promise<boolean> {
    if (this.isHeld && (await this.log.isCurrent())) return true;
    this.release();
    await this.take(agrees);
    return false;
  }

  /**
   * Claims the namespace for this store.
   *
   * @throws TooltrimError `INVALID_OPTION` if another store has it, or its texts are not those that `agrees` knows
   */
  async take(agrees: (state: string) => boolean): Promise<void> {
    // Others may find the opening record before this store knows that it was written.
    register(this.writer, this);
    try {
      await this.#take(agrees);
    } catch (error) {
      unregister(this.writer);
      throw error;
    }
  }

  async #take(agrees: (state: string) => boolean): Promise<void> {
    for (;;) {
      const { holder, state, given } = await this.log.read();
      const isOther = holder && holder.writer !== this.writer;
      const why = isOther && isAlive(holder) ? inUse(holder) : agrees(state) ? undefined : this.#foreign(given);
      if (why !== undefined) {
        if (this.#options.access !== "separate") throw this.#refused(why);
        this.#separate();
        continue;
      }
      const open = () =>
        this.log.ledger.holder?.writer === this.writer
          ? undefined
          : recordOf(this.writer, Date.now(), { open: thisOwner() });
      // A faster store wrote the next record; the next turn reads it.
      if (!(await this.log.append(open, true))) continue;
      this.isRead = true;
      this.isHeld = true;
      this.#wasHeld = true;
      this.#beat();
      if (isOther) await this.#cleanAfter(holder.writer);
      return;
    }
  }

  /** Releases the namespace. */
  async close(): Promise<void> {
    if (!this.isHeld) return;
    // If another store's record is in the way, the namespace is no longer ours to close.
    await this.log.append(() => recordOf(this.writer, Date.now(), { close: true }));
    this.release();
    await this.backend.delete(aliveKey(this.writer));
  }

  release(): void {
    this.isHeld = false;
    clearInterval(this.#beating);
    unregister(this.writer);
  }

  #foreign(given: number): string {
    return this.#wasHeld
      ? `was written by another store since, up to #R${given}; give each store its own`
      : `already holds results up to #R${given}; continue it with OutputStore.open`;
  }

  #refused(why: string): TooltrimError {
    return new TooltrimError("INVALID_OPTION", `namespace: ${JSON.stringify(shown(this.name))} ${why}`);
  }

  /** Unique to this store. */
  #separate(): void {
    this.name = `${this.#options.namespace}~${this.writer}`;
    this.backend = new CheckedBackend(this.#options.backend, this.name, this.#options.timeoutMs);
    this.log = new Log(this.backend, this.name);
  }

  /** Sends heartbeats while the store is referenced. */
  #beat(): void {
    const { backend, writer } = this;
    const self = weak(this);
    const beating = setInterval(() => {
      if (!self.deref()) clearInterval(beating);
      else backend.set(aliveKey(writer), `${Date.now()}`, "writing a sign of life").catch(() => {});
    }, BEAT_MS);
    // The timer does not keep a process running.
    (beating as { unref?: () => void }).unref?.();
    this.#beating = beating;
  }

  /** Deletes leftovers of a store that ended without closing: texts without a record. */
  async #cleanAfter(writer: string): Promise<void> {
    const { dropped, kept, given } = this.log.ledger;
    await this.backend.delete(aliveKey(writer));
    for (const [number, writer] of dropped) {
      if (kept.get(number)?.writer !== writer) await this.backend.delete(textKey(number, writer));
    }
    for (let [number, missing] = [given + 1, 0]; missing < MOST_MISSING; number += 1) {
      missing = (await this.backend.delete(textKey(number, writer))) ? 0 : missing + 1;
    }
  }
}

const inUse = ({ owner }: Holder) =>
  `is in use by ${nameOf(owner)}; close that one first, or open a namespace of your own (access: "separate")`;
