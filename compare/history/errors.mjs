// Failed calls, and their error lines.

import { isKeywordLine } from "../metrics/keywords.mjs";
import { stripEscapes } from "../metrics/lines.mjs";

const LONGEST = 160;

const anyOf = (...patterns) => new RegExp(patterns.map((pattern) => pattern.source).join("|"), "i");

/** Lines that harnesses print around an output. */
const FRAME = anyOf(
  /^(?:wall time|command|directory|chunk id|process group pgid|total output lines|original token count)\s*:.*$/,
  /^(?:exit code\s*:?|process exited with code)\s*-?\d+$/,
  /^(?:output|stdout|stderr)\s*:$/,
);

/** A line that is about nothing but an exit code other than 0. */
const EXIT = anyOf(
  /^\W{0,3}exit[ _](?:code|status)"?/,
  /^\W{0,3}(?:(?:command|process|script|shell)\s+)?(?:exited|returned|failed) (?:with )?(?:exit )?(?:code|status)/,
  /^\W{0,3}(?:command|process|script|shell) (?:exited|failed) with/,
);
const NOT_ZERO = /^\s*[:=]?\s*[1-9]\d{0,2}\W{0,3}$/;
const EXIT_MEMBER = /"exit_?code"\s*:\s*[1-9]/i;

const BEGINS = anyOf(
  /^(?:<tool_use_error>|\[?(?:fatal )?error\b|fatal:|panic:|traceback \(|(?:failed|unable|could not|cannot)\b)/,
  /^[\w.]*(?:Error|Exception):/,
  /^(?:\/?[\w/]+: )?(?:line \d+: )?\S+: (?:command not found|no such file|permission denied)/,
  /\b(?:verification|validation) failed:/,
);

const linesOf = (text) =>
  stripEscapes(text)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** An exit code that is not 0, where harnesses write it: in the first or last lines. */
export function hasExitCode(text) {
  const lines = linesOf(text.length > 4000 ? `${text.slice(0, 2000)}\n${text.slice(-2000)}` : text);
  const ends = [...lines.slice(0, 4), ...lines.slice(-4)];
  return ends.some((line) => isExit(line) || (line.startsWith("{") && EXIT_MEMBER.test(line.slice(-400))));
}

function isExit(line) {
  const begin = EXIT.exec(line);
  return begin !== null && NOT_ZERO.test(line.slice(begin[0].length));
}

/** Returns `true` if a reader without a flag would see a failure at once. */
export function beginsWithError(text) {
  const first = linesOf(text.slice(0, 2000)).find((line) => !FRAME.test(line));
  return first !== undefined && BEGINS.test(first);
}

/** The first line that names an error; where none does, the first that is not the harness's. */
export function firstErrorLine(text) {
  const lines = linesOf(text);
  const said = lines.filter((line) => !FRAME.test(line));
  // A harness's error may quote other text, which is no error.
  if (/^<(?:tool_use_)?error>/.test(said[0] ?? "")) return said[0].slice(0, LONGEST).trim();
  return (said.find(isKeywordLine) ?? said[0] ?? lines[0] ?? "").slice(0, LONGEST).trim();
}

/**
 * Returns the error lines of failed calls, one per call. `flags`: those of the same calls in another format, if this
 * one has none.
 */
export function failuresOf(calls, flags) {
  const failures = [];
  for (const [index, { name, result, resultAt }] of calls.entries()) {
    if (result === undefined) continue;
    const flag = result.failed ?? flags?.[index];
    const failed = flag === true || hasExitCode(result.text) || (flag === undefined && beginsWithError(result.text));
    const line = failed ? firstErrorLine(result.text) : "";
    if (line !== "") failures.push({ name, line, at: resultAt });
  }
  return failures;
}
