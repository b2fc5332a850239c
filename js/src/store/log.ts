// Reads a namespace's journal and adds to it. A record's key is written once, so a store that adds a record has
// read all earlier ones. Stores also claim a namespace through the journal.
import { shown, TooltrimError } from "../errors.js";
import type { CheckedBackend } from "./checked.js";
import { Failure } from "./failure.js";
import { indexText, type JournalIndex, Ledger, readIndexText, recordOf, UnknownRecord } from "./journal.js";
import { LEASE_MS } from "./owner.js";

/** Number of records requested concurrently. */
const AHEAD = 16;
const READING_INDEX = "reading the index";
const READING = "reading the journal";
const WRITING = "writing the journal";
/**
 * A full record replaces all others at this number of records, if they have enough bytes to keep the average flush
 * small.
 */
const MOST_RECORDS = 256;
const LEAST_SHARE = 1 / 4;

const keyOf = (number: number) => `log:${number}`;

export class Log {
  readonly #backend: CheckedBackend;
  readonly #namespace: string;
  ledger: Ledger = new Ledger(1);
  #index: JournalIndex = { base: 1, oldest: 1 };
  /** Records whose writing failed: they may have arrived all the same. */
  readonly #attempted = new Set<string>();
  /** Writes that timed out and may still arrive. */
  readonly #underway = new Set<Promise<unknown>>();

  constructor(backend: CheckedBackend, namespace: string) {
    this.#backend = backend;
    this.#namespace = namespace;
  }

  /** Reads the whole journal. */
  async read(): Promise<Ledger> {
    for (let tries = 0; ; tries += 1) {
      const index = await this.#backend.get("index", READING_INDEX);
      const ledger = await this.#known(() => this.#readFrom(readIndexText(index)));
      // A namespace is new only if a backend that is known to respond has no index of it.
      if (ledger?.records === 0 && (await this.#backend.checkMissing("index", READING_INDEX)) !== undefined) continue;
      if (ledger) {
        this.ledger = ledger;
        return ledger;
      }
      // Meanwhile its owner replaced many records by one.
      if (tries > 0 && index === (await this.#backend.get("index", READING_INDEX))) {
        throw new Failure(READING, "records are missing");
      }
    }
  }

  /** Returns `undefined` if the journal does not begin where the index points, or continues after a missing record. */
  async #readFrom(index: JournalIndex): Promise<Ledger | undefined> {
    const ledger = new Ledger(index.base);
    this.#index = index;
    for (;;) {
      const numbers = Array.from({ length: AHEAD }, (_, at) => ledger.next + at);
      const records = await Promise.all(numbers.map((number) => this.#backend.get(keyOf(number), READING)));
      const end = records.indexOf(undefined);
      for (const record of end < 0 ? records : records.slice(0, end)) ledger.apply(record as string);
      if (end < 0) continue;
      if (records.slice(end).every((record) => record === undefined)) {
        return ledger.records === 0 && index.base > 1 ? undefined : this.#withBeat(ledger);
      }
      // Written since we asked for it, or never.
      if ((await this.#backend.get(keyOf(ledger.next), READING)) === undefined) return undefined;
    }
  }

  async #withBeat(ledger: Ledger): Promise<Ledger> {
    const { holder } = ledger;
    if (!holder || Date.now() - holder.time < LEASE_MS) return ledger;
    const beat = Number(await this.#backend.get(`${holder.writer}:alive`, READING));
    if (beat > holder.time) ledger.holder = { ...holder, time: beat };
    return ledger;
  }

  /** True if the last record is the one that we know; `undefined` when the backend has lost it. */
  async isCurrent(): Promise<boolean | undefined> {
    const name = keyOf(this.ledger.next - 1);
    const last = (await this.#backend.get(name, READING)) ?? (await this.#backend.checkMissing(name, READING));
    return last === undefined ? undefined : last === this.ledger.last;
  }

  /** Returns `true` if the backend still has its earlier data, as far as it reports. */
  async isThere(operation: string): Promise<boolean> {
    return (await this.#backend.get(keyOf(this.ledger.next - 1), operation)) !== undefined;
  }

  /**
   * Adds the result of `record`, which is called again if an earlier attempt arrived after all. Returns `false` if
   * another store's record is in its place. `contested`: other stores may add one at the same moment.
   */
  async append(record: () => string | undefined, contested = false): Promise<boolean> {
    for (let text = record(); text !== undefined; text = record()) {
      this.#attempted.add(text);
      const there = await this.#backend.add(keyOf(this.ledger.next), text, WRITING, contested, (adding) => {
        this.#underway.add(adding);
        adding.catch(() => {}).then(() => this.#underway.delete(adding));
      });
      if (!this.#attempted.has(there)) return false;
      this.#attempted.clear();
      this.ledger.apply(there);
      if (there === text) return true;
    }
    return true;
  }

  /** Waits for writes that timed out. */
  async settled(): Promise<void> {
    if (this.#underway.size === 0) return;
    await this.#backend.attempt("waiting for an earlier write", () => Promise.all(this.#underway));
  }

  /** Replaces all records by a full one, if there are many. `state` is that of an index with all of them. */
  async compact(writer: string, state: () => { readonly last: number; readonly state: string }): Promise<void> {
    const { records, whole, changes, holder, kept, next } = this.ledger;
    if (!holder || records < MOST_RECORDS || changes < whole * LEAST_SHARE) return;
    const everything = () => ({ base: true, open: holder.owner, entries: { first: 1, ...state() }, kept });
    const record = () => (this.ledger.next > next ? undefined : recordOf(writer, Date.now(), everything()));
    if (!(await this.append(record))) return;
    const { oldest } = this.#index;
    await this.#setIndex({ base: next, oldest });
    for (let number = oldest; number < next; number += AHEAD) {
      const numbers = Array.from({ length: Math.min(AHEAD, next - number) }, (_, at) => number + at);
      await Promise.all(numbers.map((number) => this.#backend.delete(keyOf(number))));
    }
    this.#index = { base: next, oldest: next };
  }

  async #setIndex(index: JournalIndex): Promise<void> {
    await this.#backend.set("index", indexText(index), "writing the index");
    this.#index = index;
  }

  async #known<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UnknownRecord)) throw error;
      const name = JSON.stringify(shown(this.#namespace));
      throw new TooltrimError("INVALID_OPTION", `namespace: ${name} has data that no store of this version wrote`);
    }
  }
}
