// The report on one trim, as text for a terminal.

import stringWidth from "string-width";
import { preview } from "./preview.mjs";
import { bold, clip, dim, visible, wrap } from "./terminal.mjs";

const LABEL = 10;
const BAR = 64;
const LIST = new Intl.ListFormat("en-GB");

/** The units of `measure`, with the option that limits them. */
const UNITS = [
  ["chars", "maxChars"],
  ["tokens", "maxTokens"],
  ["bytes", "maxBytes"],
  ["lines", "maxLines"],
];

export function render(report, width) {
  const { title, note, options, text, trimmed, parts, time } = report;
  const field = (label, value) =>
    wrap(value, width - LABEL - 2).map((line, i) => `  ${dim((i === 0 ? label : "").padEnd(LABEL))}${line}`);
  const cells = Math.min(BAR, width - LABEL - 2);
  return [
    heading(title, width),
    ...field("asked", inWords(options)),
    ...(options.marker === undefined ? [] : field("marker", `"${visible(options.marker)}"`)),
    ...(note ? field("read", note) : []),
    ...(trimmed.truncated ? [] : field("fits", "nothing to trim: the result is the text as it came")),
    ...sizes(report),
    ...(text === "" ? [] : field("kept", keptBar(trimmed, text.length, cells))),
    ...field("took", `${microseconds(time.microseconds)}, the median of ${time.runs} runs after a warm-up`),
    "",
    ...preview(text, parts, width),
    "",
  ].join("\n");
}

export function heading(title, width) {
  const name = clip(title, width - 6);
  return `${dim("──")} ${bold(name)} ${dim("─".repeat(width - stringWidth(name) - 4))}`;
}

/** A bar of cells: █ where the input was kept, ░ where not. Something that is kept, or missing, has one cell at least. */
function keptBar({ kept, truncated }, length, cells) {
  const bar = Array(cells).fill("░");
  const cell = (at) => Math.min(Math.round((at / length) * cells), cells - 1);
  for (const [start, end] of kept) bar.fill("█", cell(start), Math.max(cell(start), cell(end - 1)) + 1);
  if (truncated && !bar.includes("░")) bar[cell(kept[0][1])] = "░";
  return bar.join("");
}

/** The options in one line, defaults included. */
function inWords({ keep = "ends", snap = "line", headShare, marker, ...rest }) {
  const limits = UNITS.filter(([, option]) => rest[option] !== undefined).map(
    ([unit, option]) => `${number(rest[option])} ${rest[option] === 1 ? unit.slice(0, -1) : unit}`,
  );
  if (limits.length === 0) limits.push("4,000 chars (default)");
  const ends =
    headShare === undefined
      ? "both ends"
      : `both ends (${percent(headShare)} head, ${percent(Math.max(0, 1 - headShare))} tail)`;
  const parts = [
    `at most ${LIST.format(limits)}`,
    { head: "the head", tail: "the tail", ends, none: "only the marker" }[keep],
    { line: "by lines", grapheme: "by graphemes", char: "by chars" }[snap],
  ];
  // One that is given has a row of its own.
  if (marker === undefined) parts.push("default marker");
  return parts.join(", ");
}

/** Chars and tokens always, other units where they are limited. */
function sizes({ options, before, after }) {
  const rows = UNITS.filter(([unit, option]) => unit === "chars" || unit === "tokens" || options[option] !== undefined);
  const noLimit = UNITS.every(([, option]) => options[option] === undefined);
  const columns = (...cells) => cells.map((text) => text.padStart(11)).join("");
  const lines = [dim(" ".repeat(LABEL + 2) + columns("before", "after", "share", "limit"))];
  for (const [unit, option] of rows) {
    const limit = options[option] ?? (noLimit && unit === "chars" ? 4000 : undefined);
    const share = before[unit] === 0 ? "" : percent(after[unit] / before[unit]);
    const cells = [number(before[unit]), number(after[unit]), share, limit === undefined ? "" : number(limit)];
    const note = unit !== "tokens" ? "" : limit === undefined ? "  (estimated)" : "  (estimate × 1.1)";
    lines.push(`  ${dim(unit.padEnd(LABEL))}${columns(...cells).trimEnd()}${note}`);
  }
  return lines;
}

function number(value) {
  return value.toLocaleString("en-US");
}

function percent(share) {
  if (share > 0 && share < 0.001) return "< 0.1 %";
  if (share > 0.999 && share < 1) return "> 99.9 %";
  return `${(share * 100).toFixed(1).replace(/\.0$/, "")} %`;
}

function microseconds(value) {
  return `${value < 10 ? value.toFixed(1) : number(Math.round(value))} µs`;
}
