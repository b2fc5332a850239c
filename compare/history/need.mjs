// Needs of the session: paths of its next calls, and the last lines with the identifiers they use.

import { argumentPaths, hasPath, isPath } from "./paths.mjs";
import { stringsIn, stringsOf } from "./read.mjs";
import { isStopWord } from "./words.mjs";

/** Number of next calls to read. */
export const AHEAD = 20;

const WORD = /[A-Za-z_][A-Za-z0-9_]{3,}/g;
const TOKEN = /[^\s"'`<>()[\]{},;=|]+/g;

/** Paths that stood there before. */
export function neededPaths(calls, text) {
  const paths = new Set(calls.flatMap(argumentPaths));
  return [...paths].filter((path) => hasPath(text, path));
}

/** Parts of a path are not identifiers: paths are measured separately. */
export function identifiersOf(calls) {
  const found = new Set();
  for (const text of calls.flatMap(({ args }) => stringsIn(args))) {
    const bare = text.replace(TOKEN, (token) => (isPath(token) || /^\w+:\/\//.test(token) ? " " : token));
    for (const [word] of bare.matchAll(WORD)) if (!isStopWord(word)) found.add(word);
  }
  return found;
}

/** Names that only code has. The others may be words of a plan or of a comment. */
export const isCodeName = (word) => /[a-z\d][A-Z]|_|[a-z]\d|^[A-Z\d]+$/.test(word);

/** The last line on which each identifier stood as a word: distinct lines, the newest first. */
export function lastLines(messages, identifiers) {
  const missing = new Set(identifiers);
  const lines = new Set();
  for (let at = messages.length - 1; at >= 0 && missing.size > 0; at -= 1) {
    for (const text of stringsOf(messages[at]).toReversed()) {
      for (const line of text.split("\n").toReversed()) {
        const words = line.match(WORD);
        if (words === null || !words.some((word) => missing.has(word)) || isBareNames(line)) continue;
        lines.add(line.trim());
        for (const word of words) missing.delete(word);
      }
    }
  }
  return [...lines];
}

const NAME = String.raw`[\w$@#./\\~+-]+(?:\(\))?`;
const SEPARATED = new RegExp(String.raw`^${NAME}(?:\s*[,;|·]+\s*${NAME})*$`);
const SPACED = /^[\w$@#./\\~+-]*(?:[a-z][A-Z]|[_./\\$@#\d])[\w$@#./\\~+-]*$/;

/** A name, or a list of names, with whatever marks stand around them: nobody learns from it how a thing is used. */
export function isBareNames(line) {
  const bare = line
    .replace(/^\s*(?:\d+\s*[→:|\t])?\s*(?:[-*+•‣]|\d+[.)])?\s*/, "")
    .replace(/["'`]/g, "")
    .replace(/^[\s,;:|[\](){}<>]+|(?:[\s,;:|[\]{}<>]|(?<!\()\))+$/g, "");
  // Words separated by spaces are a sentence, unless all resemble names of code.
  return bare === "" || SEPARATED.test(bare) || bare.split(/\s+/).every((word) => SPACED.test(word));
}
