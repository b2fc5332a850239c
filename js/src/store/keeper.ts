import { wrong } from "../errors.js";

/** The part of a store that a trimmer uses. By symbols that the ESM and the CommonJS copy of the package share. */
export interface Keeper {
  /** The number that a text has, or would get: markers name it before the text is kept. */
  number(text: string): number;
  /** The same, but reserved: no other text can get the number meanwhile. */
  reserve(text: string): number;
  /**
   * The number of a text that was streamed, by its fingerprint; `take` then gets the part that is held.
   */
  numberOfPrint(print: BigUint64Array): number;
  /** Keeps the text whose number was requested last, and returns its ref. */
  take(text: string, number: number): string;
  /** Keeps a text and returns its number. */
  keep(text: string): number;
  /** Numbers up to this one were given elsewhere. */
  skipTo(number: number): void;
  /** False for a ref that only another conversation received: it is refused. */
  readonly answers?: (number: number) => boolean;
  readonly maxBytes: number;
}

/** Under this name a store has its {@link Keeper}. */
export const KEEPER: unique symbol = Symbol.for("tooltrim.store.keeper.v1") as never;

/** @throws TooltrimError `INVALID_OPTION` if it is not a store */
export function requireKeeper(store: unknown): Keeper | undefined {
  if (store === undefined) return undefined;
  const keeper = (store as { [KEEPER]?: Keeper } | null)?.[KEEPER];
  if (keeper) return keeper;
  throw wrong("store", store, "an OutputStore");
}
