// The journal of a namespace: records in order, each under its own key and written once. A record holds changes only,
// so a flush writes little however much is stored; from time to time a full record replaces all before it.
import type { Owner } from "./owner.js";

const FIRST_LINE = /^tooltrim-journal 1 ([a-z0-9]+) (\d+)$/;

/** The place of a text in the backend. */
export interface Kept {
  /** The store whose key it is. */
  readonly writer: string;
  readonly bytes: number;
  /** The time it was written, in milliseconds since 1970. */
  readonly time: number;
}

/** Owner of the namespace. */
export interface Holder {
  readonly writer: string;
  readonly owner: Owner;
  /** The last heartbeat. */
  readonly time: number;
}

/** Limits of a backend. */
export interface Retention {
  readonly bytes: number;
  readonly days: number;
}

const DAY_MS = 24 * 60 * 60_000;

/** State that the records of a journal add up to. */
export class Ledger {
  /** The number of the next record. */
  next: number;
  /** Number of records from the last full one on, its length, and the length of all after it. */
  records = 0;
  whole = 0;
  changes = 0;
  /** The last record. */
  last = "";
  /** State of an index with all texts, and the highest of their numbers. */
  state = "";
  given = 0;
  /** Texts in the backend, in order of writing, and the sum of their bytes. */
  readonly kept = new Map<number, Kept>();
  bytes = 0;
  /** Numbers evicted from the backend since the last full record. */
  readonly left = new Set<number>();
  /** The texts dropped by the last record that dropped any: their keys may still exist. */
  dropped: (readonly [number: number, writer: string])[] = [];
  /** The last owner that has not closed the namespace. */
  holder: Holder | undefined;

  constructor(first: number) {
    this.next = first;
  }

  /** @throws UnknownRecord for a value that is not a record, or not the next one */
  apply(record: string): void {
    this.next += 1;
    this.records += 1;
    this.changes += record.length;
    this.last = record;
    // Its writer ended before writing it: see `fileBackend`.
    if (record === "") return;
    const lines = record.split("\n");
    const [, writer, time] = FIRST_LINE.exec(lines[0] as string) ?? [];
    if (writer === undefined) throw new UnknownRecord();
    const dropped: [number, string][] = [];
    for (const line of lines.slice(1)) {
      const [kind, ...words] = line.split(" ");
      const [first, second, third, fourth] = words as [string, string, string, string];
      if (kind === "base") this.#clear();
      else if (kind === "open") this.holder = { writer, owner: ownerOf(line.slice(5)), time: Number(time) };
      else if (kind === "close") this.holder = undefined;
      else if (kind === "entries") this.#addEntries(Number(first), Number(second), third);
      else if (kind === "kept")
        this.#keep(Number(first), { bytes: Number(second), time: Number(third), writer: fourth });
      else if (kind === "left") dropped.push([Number(first), second]);
      else throw new UnknownRecord();
    }
    for (const [number, writer] of dropped) {
      // It may have been rewritten since, under another key.
      if ((this.kept.get(number)?.writer ?? writer) === writer) this.#drop(number);
    }
    if (dropped.length > 0) this.dropped = dropped;
    if (this.holder?.writer === writer) this.holder = { ...this.holder, time: Number(time) };
  }

  /** The texts to evict so that the newest are within the limits, oldest first. */
  leaving(added: ReadonlyMap<number, Kept>, { bytes, days }: Retention, now: number): [number, string][] {
    let sum = this.bytes;
    for (const [number, { bytes }] of added) sum += bytes - (this.kept.get(number)?.bytes ?? 0);
    const leaving: [number, string][] = [];
    for (const [number, kept] of oldestFirst(this.kept, added)) {
      if (sum <= bytes && now - kept.time <= days * DAY_MS) break;
      sum -= kept.bytes;
      leaving.push([number, kept.writer]);
    }
    return leaving;
  }

  #clear(): void {
    this.kept.clear();
    this.left.clear();
    Object.assign(this, { records: 1, whole: this.last.length, changes: 0, state: "", given: 0, bytes: 0 });
  }

  #addEntries(first: number, last: number, state: string): void {
    if (first !== this.given + 1 || !(last >= first)) throw new UnknownRecord();
    this.state += state;
    this.given = last;
  }

  #keep(number: number, kept: Kept): void {
    this.#drop(number);
    this.left.delete(number);
    this.kept.set(number, kept);
    this.bytes += kept.bytes;
  }

  #drop(number: number): void {
    this.bytes -= this.kept.get(number)?.bytes ?? 0;
    this.kept.delete(number);
    this.left.add(number);
  }
}

function* oldestFirst(kept: ReadonlyMap<number, Kept>, added: ReadonlyMap<number, Kept>): Iterable<[number, Kept]> {
  for (const entry of kept) if (!added.has(entry[0])) yield entry;
  yield* added;
}

function ownerOf(json: string): Owner {
  try {
    return JSON.parse(json) ?? {};
  } catch {
    throw new UnknownRecord();
  }
}

/** Thrown for data that no store of this version wrote. */
export class UnknownRecord extends Error {}

/** Content of one record. */
interface Changes {
  readonly open?: Owner;
  readonly close?: boolean;
  /** True for a full record, which replaces all earlier ones. */
  readonly base?: boolean;
  readonly entries?: { readonly first: number; readonly last: number; readonly state: string } | undefined;
  readonly kept?: Iterable<readonly [number: number, kept: Kept]>;
  readonly left?: Iterable<readonly [number: number, writer: string]>;
}

export function recordOf(writer: string, time: number, changes: Changes): string {
  const { open, close, base, entries, kept = [], left = [] } = changes;
  const lines = [`tooltrim-journal 1 ${writer} ${time}`];
  if (base) lines.push("base");
  if (open) lines.push(`open ${JSON.stringify(open)}`);
  if (entries && entries.last >= entries.first) lines.push(`entries ${entries.first} ${entries.last} ${entries.state}`);
  for (const [number, { bytes, time, writer }] of kept) lines.push(`kept ${number} ${bytes} ${time} ${writer}`);
  for (const [number, writer] of left) lines.push(`left ${number} ${writer}`);
  if (close) lines.push("close");
  return lines.join("\n");
}

const INDEX = /^tooltrim-index 2 (\d+) (\d+)$/;

/** The first record of the journal, and the first that may be left over from before. */
export interface JournalIndex {
  readonly base: number;
  readonly oldest: number;
}

export const indexText = ({ base, oldest }: JournalIndex): string => `tooltrim-index 2 ${base} ${oldest}`;

/** @throws UnknownRecord */
export function readIndexText(text: string | undefined): JournalIndex {
  if (text === undefined) return { base: 1, oldest: 1 };
  const [, base, oldest] = INDEX.exec(text) ?? [];
  if (base === undefined) throw new UnknownRecord();
  return { base: Number(base), oldest: Number(oldest) };
}
