// Structural lines of a failing output: places and causes, with or without a severity word.

import { isKeywordLine } from "./keywords.mjs";
import { readLines } from "./lines.mjs";

const LOCATION =
  /(?<place>(?:[A-Za-z]:)?[\w@~+$./\\-]*[\w-]\.[A-Za-z]\w{0,4}(?::\d+|\(\d+(?:,\d+)?\)|:\[\d+,\d+\]))|File "(?<file>[^"]+)", line (?<line>\d+)/gu;
const CAUSE =
  /^(?:Caused by:|Suppressed:|\[cause\]:|cause:|Reason:|The above exception was|During handling of the above)|→ caused by/iu;
const TEST =
  /^(?:FAILED |FAIL:? |ERROR: |--- FAIL: |not ok \d|● |✗ |✕ |× |✖ |❌ |test .* \.\.\. FAILED$|---- .* stdout ----$|\d+\) \S)|\sFAILED(?:\s+\[\s*\d+%\])?$/u;
const STEP =
  /(?:exit(?:ed)?(?: with)?(?: exit)? (?:code|status)|exit code|returned a non-zero code|terminated by signal|returned|errno|Error)[ :=]+(?:[1-9]\d*|SIG\w+)$|^make(?:\[\d+\])?: \*\*\*|ELIFECYCLE|^(?:\[INFO\] )?BUILD (?:FAILED|FAILURE)|(?:Segmentation fault|Killed)(?:\s|$)|(?:core dumped)/u;
const LAST_OF_TRACE = /^(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Exit|Interrupt|Violation)(?::|$)/u;
/** A frame of a trace: many in a row, of which only the first and the last say something. */
const FRAME = /^(?:at |File "|#\d+ |\d+: |from |\.\.\. \d+ (?:more|common))/u;

/** A place within this many lines of a diagnostic belongs to it. */
const NEAR = 2;

/**
 * `within(index)`: whether a line, counted from 0, may count at all.
 *
 * @returns {string[]}
 */
export function structuralLines(text, within = () => true) {
  const lines = readLines(text);
  const severe = lines.map((line) => line !== "" && isKeywordLine(line));
  const found = new Set();
  lines.forEach((line, index) => {
    if (line === "" || !within(index)) return;
    const chosen =
      CAUSE.test(line) ||
      TEST.test(line) ||
      STEP.test(line) ||
      (LAST_OF_TRACE.test(line) && index > 0) ||
      (hasLocation(line) && isNear(severe, index) && !isInnerFrame(lines, index));
    if (chosen) found.add(line);
  });
  return [...found];
}

/**
 * Distinct `file:line` next to a diagnostic, as they are written.
 *
 * @returns {string[]}
 */
export function locations(text, within = () => true) {
  const lines = readLines(text);
  const severe = lines.map((line) => line !== "" && isKeywordLine(line));
  const found = new Set();
  lines.forEach((line, index) => {
    if (!within(index) || !isNear(severe, index) || isInnerFrame(lines, index)) return;
    for (const { groups } of line.slice(0, 300).matchAll(LOCATION)) {
      found.add(groups.place ?? `File "${groups.file}", line ${groups.line}`);
    }
  });
  return [...found];
}

const hasLocation = (line) => line.slice(0, 300).search(LOCATION) !== -1;

function isNear(severe, index) {
  for (let at = Math.max(0, index - NEAR); at <= index + NEAR; at += 1) if (severe[at]) return true;
  return false;
}

const isInnerFrame = (lines, index) =>
  FRAME.test(lines[index]) && FRAME.test(lines[index - 1] ?? "") && FRAME.test(lines[index + 1] ?? "");
