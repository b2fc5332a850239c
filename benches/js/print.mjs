// Tables within 100 columns. TOOLTRIM_TABLES names a file that gets all of them as JSON when the process ends: evals/evidence
// reads it.

import { writeFileSync } from "node:fs";

const WIDTH = 100;

/** `{ heading, note, head, rows }` of each table, in order. */
const printed = [];
let section = { heading: "", note: "" };

const file = process.env.TOOLTRIM_TABLES;
if (file) process.on("exit", () => writeFileSync(file, JSON.stringify(printed)));

export function heading(name, text) {
  section = { heading: name, note: text ?? "" };
  console.log(text === undefined ? `\n== ${name}\n` : `\n== ${name}\n${wrap(text)}\n`);
}

export function note(text) {
  section = { ...section, note: text };
  console.log(`\n${wrap(text)}`);
}

/** Rows of strings under a head: the first `left` columns start at the left, the others end at the right. */
export function printTable(head, rows, left = 1) {
  printed.push({ ...section, head, rows });
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
  const line = (row) =>
    row.map((cell, column) => (column < left ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join("  ");
  console.log([line(head), widths.map((width) => "-".repeat(width)).join("  "), ...rows.map(line)].join("\n"));
}

/** Three digits are as much as a busy machine can promise. */
export function digits(number) {
  if (number >= 100) return Math.round(number).toLocaleString("en");
  return number.toFixed(number >= 10 ? 1 : 2);
}

export function time(ns) {
  if (ns < 1e3) return `${digits(ns)} ns`;
  if (ns < 1e6) return `${digits(ns / 1e3)} µs`;
  return ns < 1e9 ? `${digits(ns / 1e6)} ms` : `${digits(ns / 1e9)} s`;
}

export const times = (ratio) => `${digits(ratio)} ×`;

function wrap(text) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== "" && line.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.join("\n");
}
