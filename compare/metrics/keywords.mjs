// Keyword lines: lines with a severity word, except the many that only mention errors.

import { readLines } from "./lines.mjs";

const SEVERE = new RegExp(
  `(?<![\\p{L}\\p{N}_./-])(?:${[
    "errors?|failed|failures?|fails?|failing|panicked|panic|exception|fatal|critical|aborted|killed|traceback",
    "segmentation fault|core dumped|out of memory|oomkilled|unhandled|uncaught|cannot|crashloopbackoff",
    "Fehler|fehlgeschlagen|Schwerwiegend|erreur|échec|échoué",
  ].join("|")})(?![\\p{L}\\p{N}_-])(?!\\.(?!\\s|$))|エラー|致命的|失敗|错误|致命|失败`,
  "iu",
);

/** The name of a class of errors, where a trace begins or ends with it. */
const THROWN = /(?<![\p{L}\p{N}_])[A-Z]\w*(?:Error|Exception)(?=:|$)/u;

/**
 * Removed from a line before the search, in this order: `errors=0 failed=1` contains no `0 failed`.
 */
const HARMLESS = [
  /\b(?:errors?|failed|failures?|failing|exceptions?)"?\s*[=:]\s*(?:0|null|false|none)\b/giu,
  /(?<![\w.])(?:0|no|zero)\s+(?:\w+\s+)?(?:errors?|failed|failures?|failing|exceptions?|fatal)(?:\(s\))?/giu,
  /\b(?:handles?|handling|throws?|raises?|returns?|rejects?|retry(?:ing)?|retries|logs|emits?|recovers?)\b.{0,30}?\b(?:errors?|fail\w*|exceptions?|\w+Error)\b/giu,
];

/** Lines that say themselves that all is well. */
const WELL = [
  /^(?:\S+\s+)?(?:✓|✔|PASS(?:ED)?\b|ok\b|--- (?:PASS|SKIP))/u,
  /(?:\b(?:PASSED|XFAIL|expected failure|ok|UP-TO-DATE)(?:\s+\[\s*\d+%\])?|\(ignored\))$/u,
  /^(?:\S+\s+){0,3}\[?(?:INFO|DEBUG|TRACE|NOTICE|info|debug)\]?(?::?\s|$)/u,
  /deprecat/iu,
];

export function isKeywordLine(line) {
  if (WELL.some((well) => well.test(line))) return false;
  // A severity word beyond what is shown of a line helps nobody.
  const bare = HARMLESS.reduce((text, harmless) => text.replace(harmless, ""), line.slice(0, 300));
  return SEVERE.test(bare) || THROWN.test(bare);
}

/**
 * Distinct, without escapes, in order. `within(index)`: whether a line, counted from 0, may count at all.
 *
 * @returns {string[]}
 */
export function keywordLines(text, within = () => true) {
  const lines = readLines(text).filter((line, index) => line !== "" && within(index) && isKeywordLine(line));
  return [...new Set(lines)];
}
