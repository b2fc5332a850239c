// What the session needed next: the paths of its next calls, and the lines on which the identifiers they use last
// stood.

import { argumentPaths, hasPath, isPath } from "./paths.mjs";
import { stringsIn, stringsOf } from "./read.mjs";
import { isStopWord } from "./words.mjs";

/** As many calls are looked at. */
export const AHEAD = 20;

const WORD = /[A-Za-z_][A-Za-z0-9_]{3,}/g;
const TOKEN = /[^\s"'`<>()[\]{},;=|]+/g;

/** Paths that stood there before. */
export function neededPaths(calls, text) {
  const paths = new Set(calls.flatMap(argumentPaths));
  return [...paths].filter((path) => hasPath(text, path));
}

/** Of a path its parts are no identifiers: paths are measured by themselves. */
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
  // Words with spaces between them are a sentence, unless all look like names of code.
  return bare === "" || SEPARATED.test(bare) || bare.split(/\s+/).every((word) => SPACED.test(word));
}
