// The main task against what people write instead, on five kinds of text in five sizes.

import { Trimmer, trim } from "tooltrim";
import { countByBuffer, countByLoop, LIMIT, segmented, slices, split } from "./contenders.mjs";
import { atLeast, atMost } from "./goals.mjs";
import { prime, race } from "./measure.mjs";
import { heading, note, printTable, time, times } from "./print.mjs";
import { makeText, names, sizes } from "./texts.mjs";

const trimmer = new Trimmer({ maxChars: LIMIT, rescue: false });

/** By column; the omitted amount in the result, for those that trim. */
const contenders = {
  Trimmer: (text) => trimmer.trim(text),
  "trim()": (text) => trim(text, LIMIT),
  split,
  slices,
  Segmenter: segmented,
  "one pass": (text) => countByLoop(text),
  "in Buffer": (text) => countByBuffer(text),
};
const columns = Object.keys(contenders);
const trimmers = columns.slice(0, 5);

export async function ends({ quick }) {
  heading(
    "ends",
    "Keep both ends of a text within 4,000 chars (code points), by whole lines, with the exact number of omitted chars in " +
      "a marker on its own line; the result is flat. Time of one Trimmer.trim, and how many times as long the others take: " +
      "below 1 they are faster.",
  );
  prime(Object.keys(names).flatMap((kind) => columns.map((name) => on(name, makeText(kind, sizes["10 KB"])))));
  const rows = [];
  const ratios = {};
  for (const kind of Object.keys(names)) {
    for (const [size, units] of Object.entries(sizes)) {
      if (quick && size !== "10 KB" && size !== "1 MB") continue;
      const text = makeText(kind, units);
      for (const name of trimmers) verify(`${name}, ${kind}, ${size}`, text, contenders[name](text));
      const result = race(Object.fromEntries(columns.map((name) => [name, on(name, text)])), {
        budget: quick ? 100 : 400,
        least: quick ? 3 : 7,
      });
      ratios[`${kind} ${size}`] = result;
      const others = columns.slice(1).map((name) => times(result[name].ratio));
      rows.push([names[kind], size, time(result.Trimmer.ns), ...others]);
    }
  }
  const once = (kind, row) => (rows[row - 1]?.[0] === kind ? "" : kind);
  printTable(
    ["text", "size", ...columns],
    rows.map(([kind, ...cells], row) => [once(kind, row), ...cells]),
  );
  note(
    "split: text.split. slices: lastIndexOf, indexOf and join by hand. Segmenter: the same, the cuts moved to graphemes " +
      "by Intl.Segmenter on 64 units each. one pass: counting code points with charCodeAt and nothing else; in Buffer: " +
      "the same on copies in a Uint16Array (Node only), which split, slices and Segmenter use to count.",
  );
  return goalsOf(ratios);
}

function on(name, text) {
  const run = contenders[name];
  return () => run(text);
}

function goalsOf(ratios) {
  const goals = [];
  const worst = (kinds, size, name) => Math.min(...kinds.map((kind) => ratios[`${kind} ${size}`][name].ratio));
  const narrow = ["ascii", "latin1"];
  const wide = ["mixed", "cjk", "emoji"];
  for (const [size, least] of [
    ["10 KB", 10],
    ["1 MB", 500],
  ]) {
    goals.push(atLeast(`faster than split, ASCII and Latin-1, ${size}`, worst(narrow, size, "split"), least));
    goals.push(atMost(`time of slices by hand, ASCII and Latin-1, ${size}`, 1 / worst(narrow, size, "slices"), 3));
    goals.push(atLeast(`faster than Intl.Segmenter at the cuts, ${size}`, worst(narrow, size, "Segmenter"), 5));
    goals.push(atMost(`time of one pass, other texts, ${size}`, 1 / worst(wide, size, "one pass"), 1.2));
  }
  return goals;
}

const count = (text) => countByLoop(text);

/** Checks that all contenders do the same work. */
function verify(who, text, { text: result, omitted }) {
  const fail = (what) => {
    throw new Error(`ends: ${who}: ${what}`);
  };
  const said = typeof omitted === "number" ? omitted : omitted.chars;
  if (count(text) <= LIMIT) {
    if (result !== text || said !== 0) fail("a text that fits is changed");
    return;
  }
  const marker = `... [truncated ${said} chars] ...\n`;
  const at = result.indexOf(marker);
  if (at <= 0 || result[at - 1] !== "\n") fail(`no line ${JSON.stringify(marker)}`);
  const [head, tail] = [result.slice(0, at), result.slice(at + marker.length)];
  if (!text.startsWith(head) || !text.endsWith(tail)) fail("what is kept is not the ends of the text");
  const missing = count(text) - count(head) - count(tail);
  if (missing !== said) fail(`${missing} chars are missing, not ${said}`);
  if (count(result) > LIMIT) fail(`${count(result)} chars are over the limit`);
  if (count(result) < 0.9 * LIMIT) fail(`only ${count(result)} of ${LIMIT} chars are kept`);
}
