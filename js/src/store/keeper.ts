import { wrong } from "../errors.js";

/** The part of a store that a trimmer uses. By symbols that the ESM and the CommonJS copy of the package share. */
export interface Keeper {
  /** The ref of a text as a number: markers name it before the text is kept. 0: another text has its ref. */
  number(text: string): number;
  /**
   * The ref of a text that was streamed, by its fingerprint; `take` then gets the part that is held.
   */
  numberOfPrint(print: BigUint64Array): number;
  /** Keeps the text whose number was requested last, and returns its ref; none for 0. */
  take(text: string, number: number): string | undefined;
  /** Keeps a text and returns its ref as a number, 0 if it is not kept. */
  keep(text: string): number;
  /** False for a ref that only another conversation received: it is refused. */
  readonly answers?: (number: number) => boolean;
  readonly maxBytes: number;
}

/** Under this name a store has its {@link Keeper}. */
export const KEEPER: unique symbol = Symbol.for("tooltrim.store.keeper.v2") as never;

/** @throws TooltrimError `INVALID_OPTION` if it is not a store */
export function requireKeeper(store: unknown): Keeper | undefined {
  if (store === undefined) return undefined;
  const keeper = (store as { [KEEPER]?: Keeper } | null)?.[KEEPER];
  if (keeper) return keeper;
  throw wrong("store", store, "an OutputStore");
}
