// A JSON answer of an API within limits that get smaller: cut as text, and as JSON.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import stringWidth from "string-width";
import { root } from "../env.mjs";
import { heading } from "./report.mjs";
import { number } from "./session-report.mjs";
import { dim, visible } from "./terminal.mjs";

const FILE = "api-issues.json";
const LIMITS = [50_000, 10_000, 2000];

export function renderValues({ trim }, width) {
  const text = readFileSync(join(root, "examples/data", FILE), "utf8");
  const value = JSON.parse(text);
  const rows = LIMITS.map((maxBytes) => {
    const asText = trim(text, { maxBytes }).text;
    const asJson = trim(text, { maxBytes, format: "json" }).text;
    const items = JSON.parse(asJson).items.filter((item) => typeof item === "object");
    const whole = items.filter(({ title }) => value.items.some((item) => item.title === title));
    const cells = [number(maxBytes), parses(asText), number(Buffer.byteLength(asJson)), parses(asJson)];
    return [...cells, `${items.length} of ${value.items.length}`, String(whole.length)];
  });
  const table = [["limit", "cut as text", "as JSON", "", "issues kept", "title whole"], ...rows];
  const widths = table[0].map((_, column) => Math.max(...table.map((cells) => cells[column].length)));
  const line = (cells) => `    ${cells.map((cell, column) => cell.padStart(widths[column])).join("  ")}`;
  const smallest = LIMITS.at(-1);
  // As it is written: reading it would round the ids.
  const left = visible(trim(text, { maxBytes: smallest, format: "json" }).text);
  return [
    heading(`${FILE}: ${number(Buffer.byteLength(text))} bytes of JSON that stay JSON`, width),
    dim(line(table[0])),
    ...rows.map(line),
    "",
    dim(`  what is left in ${number(smallest)} bytes:`),
    "",
    ...chunks(left, width - 4).map((each) => `    ${each}`),
    "",
    "",
  ].join("\n");
}

function parses(text) {
  try {
    JSON.parse(text);
    return "parses";
  } catch {
    return "is broken";
  }
}

/** A text in lines of so many columns, whole graphemes each. */
function chunks(text, columns) {
  const lines = [""];
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (stringWidth(lines.at(-1) + segment) > columns) lines.push("");
    lines[lines.length - 1] += segment;
  }
  return lines;
}
