// What is kept of an output, plainly and with rescue: all its lines as two strips, and the text that rescue leaves of
// it.

import stringWidth from "string-width";
import { keptLines, linesOf, resultLines } from "../lib/parts.mjs";
import { COLUMN, LINE, text as label, legend, linesOfText, number, pane, picture, WIDTH } from "./draw.mjs";

const MARGIN = 20;
const STRIP = 104;
const GAP = 16;
const PANE = MARGIN + 2 * (STRIP + GAP) + 4;
const TOP = 84;
const PADDING = 8;

export function rescuePicture(library, { name, text, maxChars, failures }) {
  const lines = linesOf(text);
  const numbers = lines.map((_, index) => index);
  const failed = numbers.filter((line) => failures.test(lines[line]));
  const runs = [{ maxChars }, { maxChars, rescue: true }].map((options) => {
    const trimmed = library.trim(text, options);
    const kept = keptLines(text, trimmed);
    return { shown: resultLines(text, trimmed), kept, found: failed.filter((line) => kept.has(line)) };
  });
  const { shown } = runs[1];
  const height = shown.length * LINE + 2 * PADDING;
  const width = WIDTH - PANE - MARGIN;
  const columns = Math.floor((width - 16) / COLUMN);
  const content = shown.map(({ text: line, at }) => ({
    text: clipped(line, columns),
    kind: at === undefined ? "marker" : failures.test(line) ? "failed" : "",
  }));
  const share = ({ found }) => `${found.length} of ${failed.length}`;
  return picture({
    height: TOP + height + MARGIN,
    title: `${name}, trimmed to ${number(maxChars)} chars plainly and with rescue`,
    description: `Of the ${failed.length} lines that say what failed, a plain trim keeps ${share(runs[0])}, rescue ${share(runs[1])}.`,
    body: [
      label(
        MARGIN,
        28,
        `${name}: ${number(lines.length)} lines, ${number(library.measure(text).chars)} chars`,
        "label title",
      ),
      legend(WIDTH - MARGIN, 28, [
        ["omitted", "omitted"],
        ["kept", "kept"],
        ["lost", "failure, omitted"],
        ["failed", "failure, kept"],
      ]),
      `<defs><path id="all" d="${bars(lines, numbers)}"/></defs>`,
      ...runs.flatMap((run, index) => {
        const x = MARGIN + index * (STRIP + GAP);
        return [
          label(x, TOP - 26, index === 0 ? "plain" : "rescue: true", "title"),
          label(x, TOP - 9, `${share(run)} failures`, "label soft"),
          ...strip({ ...run, lines, failed, x, height }),
        ];
      }),
      label(PANE, TOP - 26, `trim(text, { maxChars: ${maxChars}, rescue: true })`, "title"),
      label(PANE, TOP - 9, `${runs[1].kept.size} lines of it, long ones clipped here`, "label soft"),
      ...pane({
        id: "pane",
        x: PANE,
        y: TOP,
        width,
        height,
        body: linesOfText(PANE + 8, TOP + PADDING, width, content),
      }),
    ],
  });
}

/** Shortens a line to a number of columns; a cut line ends with `…`. */
function clipped(line, columns) {
  const whole = line.replaceAll("\t", "    ");
  if (stringWidth(whole) <= columns) return whole;
  let start = "";
  for (const { segment } of new Intl.Segmenter("en").segment(whole)) {
    if (stringWidth(start + segment) >= columns) break;
    start += segment;
  }
  return `${start}…`;
}

/** One bar a line, from the first at the top to the last; what matters is thick enough to be seen. */
function strip({ lines, kept, failed, found, x, height }) {
  const pitch = height / lines.length;
  const thick = Math.max(1, 2.5 / pitch).toFixed(1);
  const path = (kind, numbers) => `<path class="b-${kind}" stroke-width="${thick}" d="${bars(lines, numbers)}"/>`;
  return [
    `<g class="bars" transform="translate(${x} ${TOP}) scale(1 ${pitch.toFixed(4)})">`,
    `<use href="#all" class="b-omitted" stroke-width="1"/>`,
    path("kept", [...kept]),
    path(
      "lost",
      failed.filter((line) => !kept.has(line)),
    ),
    path("failed", found),
    "</g>",
  ];
}

/** A bar is as long as its line, up to 120 chars. */
function bars(lines, numbers) {
  return numbers
    .map((line) => {
      const length = Math.round((Math.min(lines[line].length, 120) / 120) * STRIP);
      return length === 0 ? "" : `M0 ${line}.5h${length}`;
    })
    .join("");
}
