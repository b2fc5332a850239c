// The report on a session: a row per turn, then the last summary and the calls that stay, as a model would get them.

import { heading } from "./report.mjs";
import { clip, dim, visible, wrap } from "./terminal.mjs";

const LABEL = 10;

export function renderSession(file, { title }, turns, width) {
  const last = turns.at(-1);
  return [
    heading(`${file}: ${title}`, width),
    ...table(turns, width),
    "",
    `  ${dim(`instead of the first ${number(last.calls - last.kept.length)} calls, after the last turn:`)}`,
    "",
    ...(last.summary ?? "(nothing: the calls are not over the threshold)")
      .split("\n")
      .flatMap((line) => wrapped(line, width - 4).map((row) => `    ${row}`.trimEnd())),
    "",
    `  ${dim(`and in full the last ${last.kept.length}:`)}`,
    "",
    ...keptRows(last.kept, width),
    "",
  ].join("\n");
}

/** All calls so far, and after it the summary with the calls that stay. */
function table(turns, width) {
  const cells = (...texts) => texts.map((text, i) => text.padStart(i < 2 ? 7 : 10)).join("");
  const rows = turns.map(({ calls, kept, before, after, tokensSaved }, i) => {
    const sizes = [before.chars, after.chars, before.tokens, after.tokens, tokensSaved];
    return `  ${dim(`turn ${i + 1}`.padEnd(LABEL - 2))}${cells(...[calls, kept.length, ...sizes].map(number))}`;
  });
  const head = cells("calls", "kept", "chars", "after", "tokens", "after", "saved");
  return [
    clip(`${" ".repeat(LABEL)}${head}`, width),
    ...rows,
    ...wrap(
      "Sizes are of names, arguments and results of all calls so far; after: of the summary and the calls that stay. Tokens are estimated.",
      width - 4,
    ).map((line) => `  ${dim(line)}`),
    "",
    ...turns.map(({ request }, i) => clip(`  ${`turn ${i + 1}`.padEnd(LABEL - 2)}  ${request}`, width)),
  ].map((line, i) => (i === 0 ? dim(line) : line));
}

function keptRows(kept, width) {
  const widest = (texts) => Math.max(...texts.map(({ length }) => length));
  const id = widest(kept.map(({ callId }) => callId));
  const name = widest(kept.map((call) => call.name));
  return kept.map((call) => {
    const about = Object.values(call.args ?? {}).find((value) => typeof value === "string") ?? "";
    const size = `${number(call.size.chars)} chars`.padStart(12);
    const start = `    ${call.callId.padEnd(id)}  ${call.name.padEnd(name)}${size}`;
    return `${start}  ${clip(visible(about), Math.max(1, width - start.length - 2))}`;
  });
}

/** A line of the summary, its indentation kept, broken at spaces where it is too wide. */
function wrapped(line, width) {
  const text = visible(line);
  const indent = text.length - text.trimStart().length;
  return wrap(text.trimStart(), width - indent - 2).map((row, i) => " ".repeat(i === 0 ? indent : indent + 2) + row);
}

export function number(value) {
  return Math.round(value).toLocaleString("en-US");
}
