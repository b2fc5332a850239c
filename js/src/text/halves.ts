import { forget, wholePairs } from "./units.js";

/** High surrogates of the private-use planes, which text does not use. */
const PRIVATE = /* @__PURE__ */ Array.from({ length: 128 }, (_, at) => String.fromCharCode(0xdbff - at));
const loneHalf = /\p{Surrogate}/gu;
/** Units that are replaced at once: an engine collects all matches first, and ends the process when they are too many. */
const PIECE = 1 << 20;

/**
 * Runs an operation of the core on a text with lone surrogates, which UTF-8 cannot hold: each crosses as a private char that
 * the text does not use. `paired`: halves have become neighbours in the result. `undefined` if the text uses all of these chars.
 */
export function withHalves(
  text: string,
  run: (hidden: string) => string,
): { text: string; paired: boolean } | undefined {
  const high = PRIVATE.find((half) => !text.includes(half));
  const low = PRIVATE.find((half) => half !== high && !text.includes(half));
  if (high === undefined || low === undefined) return undefined;
  const hidden = replaced(text, loneHalf, (half) =>
    half < "\udc00" ? high + String.fromCharCode(half.charCodeAt(0) + 0x400) : low + half,
  );
  const result = run(hidden);
  if (result === hidden) return { text, paired: false };
  const shown = replaced(result, new RegExp(`${high}.|${low}.`, "g"), (pair) =>
    pair.startsWith(high) ? String.fromCharCode(pair.charCodeAt(1) - 0x400) : pair.slice(1),
  );
  const paired = result.search(`${high}.${low}`) >= 0;
  forget();
  return { text: shown, paired };
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
