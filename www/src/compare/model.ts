// What the workers tell the page: one row for each contender.
import { number } from "../shared/dom.js";

/** Part of a result as it is displayed. */
export type Part =
  | { readonly kind: "kept" | "failure" | "marker"; readonly text: string }
  /** Not of the result: what is missing here, in words. */
  | { readonly kind: "gap"; readonly text: string }
  /** Head of a message: who speaks, and what became of it. */
  | { readonly kind: "who"; readonly text: string; readonly changed: boolean };

/** One fact about a result. */
export interface Cell {
  /** As it stands in the table. */
  readonly says: string;
  /** If something was counted: how many were kept, and how many there were. */
  readonly kept?: number;
  readonly all?: number;
  /** If it is a rule: whether the result keeps it. */
  readonly holds?: boolean;
  /** What was lost, as far as it is listed, and how many more there are. */
  readonly lost?: readonly string[];
  readonly more?: number;
}

export interface Row {
  readonly name: string;
  /** How it was called, in words. */
  readonly setting: string;
  readonly cells: Readonly<Record<string, Cell>>;
  readonly parts: readonly Part[];
  /** Why there is no result. */
  readonly failed?: string;
}

/** What a worker has read. */
export interface Loaded {
  /** In the unit of the comparison: chars of a text, UTF-16 units of a conversation. */
  readonly size: number;
  /** What nobody may cut: texts of user and system. */
  readonly floor: number;
  /** Of a conversation: where it comes from and what is in it. */
  readonly about: string;
  /** What is left out of the comparison. */
  readonly notes: readonly string[];
}

export interface Measure {
  readonly key: string;
  readonly title: string;
  readonly definition: string;
  /** What the list of losses is called: "lines that name a failure". */
  readonly lost?: string;
}

/** What is listed of losses. */
const LISTED = 200;

/** `12 of 41`, with the losses. */
export function counted<T>(all: readonly T[], isKept: (each: T) => boolean, show: (each: T) => string): Cell {
  if (all.length === 0) return { says: "–", kept: 0, all: 0 };
  const lost = all.filter((each) => !isKept(each));
  const kept = all.length - lost.length;
  return {
    says: `${number(kept)} of ${number(all.length)}`,
    kept,
    all: all.length,
    lost: lost.slice(0, LISTED).map(show),
    more: Math.max(0, lost.length - LISTED),
  };
}

/** A size against the limit of all. */
export const sized = (size: number, limit: number): Cell => ({ says: number(size), holds: size <= limit });

export const rule = (holds: boolean, [yes, no]: readonly [yes: string, no: string] = ["yes", "no"]): Cell => ({
  says: holds ? yes : no,
  holds,
});
