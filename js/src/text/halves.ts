import { forget, wholePairs } from "./units.js";

/** High surrogates of the private-use planes, which text does not use. */
const PRIVATE = /* @__PURE__ */ Array.from({ length: 128 }, (_, at) => String.fromCharCode(0xdbff - at));
const loneHalf = /\p{Surrogate}/gu;
/** Units that are replaced at once: an engine collects all matches first, and ends the process when they are too many. */
const PIECE = 1 << 20;

/** Lone surrogates, which UTF-8 cannot hold, as private chars. */
export interface Disguise {
  hide(text: string): string;
  show(text: string): string;
  /** True if halves of a pair have become neighbours in a hidden text. */
  isPaired(hidden: string): boolean;
}

/** Private chars for the lone surrogates of these texts, which do not use them; `undefined` if they use all. */
export function disguise(...texts: string[]): Disguise | undefined {
  const isFree = (half: string) => !texts.some((text) => text.includes(half));
  const high = PRIVATE.find(isFree);
  const low = PRIVATE.find((half) => half !== high && isFree(half));
  if (high === undefined || low === undefined) return undefined;
  return {
    hide: (text) =>
      replaced(text, loneHalf, (half) =>
        half < "\udc00" ? high + String.fromCharCode(half.charCodeAt(0) + 0x400) : low + half,
      ),
    show: (text) =>
      replaced(text, new RegExp(`${high}.|${low}.`, "g"), (pair) =>
        pair.startsWith(high) ? String.fromCharCode(pair.charCodeAt(1) - 0x400) : pair.slice(1),
      ),
    isPaired: (hidden) => {
      const isPaired = hidden.search(`${high}.${low}`) >= 0;
      forget();
      return isPaired;
    },
  };
}

/**
 * Runs an operation of the core on a text with lone surrogates. `paired`: halves have become neighbours in the result.
 * `undefined` if the text uses all private chars.
 */
export function withHalves(
  text: string,
  run: (hidden: string) => string,
): { text: string; paired: boolean } | undefined {
  const disguised = disguise(text);
  if (!disguised) return undefined;
  const hidden = disguised.hide(text);
  const result = run(hidden);
  if (result === hidden) return { text, paired: false };
  return { text: disguised.show(result), paired: disguised.isPaired(result) };
}

function replaced(text: string, pattern: RegExp, by: (match: string) => string): string {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const [whole, half] = wholePairs(text.slice(at, at + PIECE));
    // A half at the very end of the text is no part of a pair.
    const piece = at + PIECE < text.length ? whole : whole + half;
    pieces.push(piece.replace(pattern, by));
    at += piece.length;
  }
  forget();
  return pieces.join("");
}
