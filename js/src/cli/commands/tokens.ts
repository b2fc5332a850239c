import { grouped } from "tooltrim-view/text";
import { measure } from "../../text.js";
import { blocksOf } from "../blocks.js";
import { bytesOf, print } from "../io.js";

const units = ["tokens", "chars", "bytes", "lines"] as const;
type Sizes = Record<(typeof units)[number], number>;

/** Runs `tooltrim tokens`: sizes of files, and of all together. */
export function runTokens(files: readonly string[], flags: { json?: boolean }): void {
  const rows: (Sizes & { file: string })[] = [];
  for (const file of files.length > 0 ? files : [undefined]) rows.push({ file: file ?? "-", ...sizesOf(file) });
  if (flags.json) {
    print(`${JSON.stringify(files.length === 0 ? rows[0] : rows)}\n`);
    return;
  }
  if (rows.length > 1) rows.push({ file: "total", ...rows.reduce(added, { tokens: 0, chars: 0, bytes: 0, lines: 0 }) });
  const widths = units.map((unit) => Math.max(unit.length, ...rows.map((row) => grouped(row[unit]).length)));
  const line = (cells: readonly string[], name: string) =>
    `${cells.map((cell, at) => cell.padStart(widths[at] ?? 0)).join("  ")}${name}\n`;
  print(line(units, ""));
  for (const row of rows)
    print(
      line(
        units.map((unit) => grouped(row[unit])),
        row.file === "-" ? "" : `  ${row.file}`,
      ),
    );
}

function sizesOf(file: string | undefined): Sizes {
  let sizes: Sizes = { tokens: 0, chars: 0, bytes: 0, lines: 0 };
  // Estimates of blocks of whole lines add up to that of the whole, but for a few tokens in a million.
  for (const block of blocksOf(bytesOf(file))) sizes = added(sizes, measure(block));
  return sizes;
}

const added = (a: Sizes, b: Sizes): Sizes => ({
  tokens: a.tokens + b.tokens,
  chars: a.chars + b.chars,
  bytes: a.bytes + b.bytes,
  lines: a.lines + b.lines,
});
