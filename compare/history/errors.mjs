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

const trimmedLines = (text) =>
  stripEscapes(text)
    .split("\n")
    .map((line) => line.trim());
const linesOf = (text) => trimmedLines(text).filter((line) => line !== "");

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

/** Log records below an error. */
const WARNS = /^(?:\S+\s+){0,3}\[?(?:WARN(?:ING)?|warn(?:ing)?)\]?(?::?\s|$)/;

/** Source text: a comment, a statement, a line with a number in front. It may hold any word. */
const CODE = /^(?:\/\/|\/\*|\*\s|<!--)|[;,{[]$|^(?:\d+\s+)?\d+\s*[│|]| (?:===|!==|\|\|) /;

/** What a program says of its own failure, whatever stood before. */
const SAYS = /^(?:\/?[\w/.-]+: )?\S+: (?:.{1,200}: )?(?:command not found|no such file|permission denied)/i;

/** Vitest's head of what a test printed, up to a blank line. */
const PRINTED = /^std(?:out|err) \| \S/;

/** Lines of boxes around a heading say nothing: `━━━ Failed Tests 2 ━━━`. */
const RULES = /^[─━═⎯]{4,}\s*(?=\S)|(?<=\S)\s*[─━═⎯]{4,}$/gu;

/**
 * The first line that names an error. Warnings, what tests print while they run and quoted source text name one only where no
 * other line does. Where none does, the first line that is not the harness's; without any, that of the exit code.
 */
export function firstErrorLine(text) {
  const lines = linesOf(text);
  const said = lines.filter((line) => !FRAME.test(line));
  // A harness's error may quote other text, which is no error.
  if (/^<(?:tool_use_)?error>/.test(said[0] ?? "")) return said[0].slice(0, LONGEST).trim();
  const stated = statedLines(text).find((line) => isKeywordLine(line) || SAYS.test(line));
  const found = stated ?? said.find(isKeywordLine) ?? said[0] ?? lines.find(isExit) ?? lines[0] ?? "";
  return found.replace(RULES, "").slice(0, LONGEST).trim();
}

/** Lines that a program says of itself. */
function statedLines(text) {
  let printed = false;
  return trimmedLines(text).filter((line) => {
    printed = line !== "" && (printed || PRINTED.test(line));
    return !(printed || FRAME.test(line) || WARNS.test(line) || CODE.test(line));
  });
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
