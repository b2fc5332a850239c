// The ratios that the docs name, by the time of the processor instead of the clock: they hold on a machine that others use as
// well, where `npm run bench` measures the others. Each is the least of some rounds.
//
//     node benches/steady.mjs [--quick]

import { stripVTControlCharacters } from "node:util";
import { decode, encode } from "gpt-tokenizer/encoding/o200k_base";
import stripAnsi from "strip-ansi";
import {
  Compactor,
  clean,
  compactMessages,
  computeTruncation,
  estimateTokens,
  Trimmer,
  toolifySync,
  trimValue,
} from "tooltrim";
import { extractToolCalls, validateMessages } from "tooltrim/messages";
import { calls, texts } from "./js/complexity/inputs.mjs";
import { countByLoop, LIMIT, segmented, slices, split } from "./js/contenders.mjs";
import { messagesOf, names } from "./js/conversations.mjs";
import { cpuMsSync } from "./js/cpu.mjs";
import { heading, printTable, time, times } from "./js/print.mjs";
import { exchangesOf } from "./js/sessions.mjs";
import { names as kinds, makeText } from "./js/texts.mjs";

const rounds = process.argv.includes("--quick") ? 3 : 7;
const ms = (run, least = 30) => cpuMsSync(run, { least, rounds });
const rows = [];

/** `others`: what is compared; a ratio above 1 says that it takes longer than ours. */
function compare(what, ours, others, least = 30) {
  const own = ms(ours, least);
  for (const [name, run] of Object.entries(others)) {
    const other = ms(run);
    rows.push([what, name, time(own * 1e6), time(other * 1e6), times(other / own), times(own / other)]);
  }
}

const trimmer = new Trimmer({ maxChars: LIMIT, rescue: false });
// Compiled for all kinds of text before the first is measured.
for (const kind of Object.keys(kinds)) {
  for (const units of [1e4, 1e6]) {
    const text = makeText(kind, units);
    for (const run of [(each) => trimmer.trim(each), split, slices, segmented]) ms(() => run(text), 10);
  }
}
for (const kind of Object.keys(kinds)) {
  for (const [size, units] of [
    ["10 KB", 1e4],
    ["1 MB", 1e6],
  ]) {
    const text = makeText(kind, units);
    const others =
      kind === "ascii" || kind === "latin1" ? { split, slices, Segmenter: segmented } : { "one pass": countByLoop };
    const bound = Object.fromEntries(Object.entries(others).map(([name, run]) => [name, () => run(text)]));
    compare(`trim, ${kinds[kind]}, ${size}`, () => trimmer.trim(text), bound);
  }
}
for (const kind of ["ascii", "latin1"]) {
  const [short, long] = [1e4, 5e7].map((units) => makeText(kind, units));
  compare(`50 MB, ${kinds[kind]}`, () => trimmer.trim(long), { "10 KB": () => trimmer.trim(short) });
}

const source = Array.from(
  { length: 12_000 },
  (_, n) => `export const value${n} = load(${(n * 7919) % 9973}, "table ${n % 90}"); // kept\n`,
).join("");
const tool = () => source.slice(0, 3000);
compare("toolifySync, a result that fits", toolifySync(tool), { "the tool": tool });
const tokens = new Trimmer({ maxTokens: 2000, rescue: false });
compare("maxTokens of both ends, 1 MB of code", () => tokens.trim(source), {
  "gpt-tokenizer": () => {
    const all = encode(source);
    return decode(all.slice(0, 1000)) + decode(all.slice(-1000));
  },
});
const same = "a".repeat(1e6);
compare("a million equal chars, maxTokens", () => tokens.trim(same), { estimateTokens: () => estimateTokens(same) });

const rescue = new Trimmer({ maxChars: LIMIT, rescue: true });
const log = texts.log(1e6);
const coloured = Array.from(
  { length: 16_000 },
  (_, n) => `\u001b[1m\u001b[32m   Compiling\u001b[0m crate-${n} v1.0.${n} (registry)\n`,
).join("");
const passes = (text) => ({
  "Node's strip": () => stripVTControlCharacters(text),
  "strip-ansi": () => stripAnsi(text),
});
compare("rescue, 1 MB of log", () => rescue.trim(log), passes(log));
const failing = (line) =>
  Array.from({ length: 9000 }, (_, n) => line(n))
    .join("")
    .slice(0, 1e6);
const errors = {
  "other numbers in each": failing(
    (n) =>
      `2026-03-12 05:27:12,${n % 1000} ERROR worker-${n % 8}: batch ${n} failed: db-${n % 5} gave no answer in ${(n * 31) % 3000} ms, closing it\n`,
  ),
  "other words in each": texts["all error lines"](1e6),
};
for (const [kind, text] of Object.entries(errors)) {
  compare(`errors only, rescued, 1 MB, ${kind}`, () => rescue.trim(text), passes(text));
}
compare("clean, 1 MB of log", () => clean(log), passes(log));
compare("clean, 1 MB with colours", () => clean(coloured), passes(coloured));

const messages = messagesOf("openai-chat", exchangesOf(1000, 1000));
compare("trimValue, 1 MB, nothing to cut", () => trimValue(messages, { maxStringBytes: 100_000 }), {
  structuredClone: () => structuredClone(messages),
});
for (const [size, count] of [
  ["1 MB", 1000],
  ["20 MB", 20_000],
]) {
  const value = messagesOf("openai-chat", exchangesOf(count, 1000));
  const text = JSON.stringify(value);
  const copy = { JSON: () => JSON.parse(JSON.stringify(value)) };
  const cutting = {
    "strings replaced": { maxStringBytes: 500, maxTotalBytes: Number.POSITIVE_INFINITY },
    "strings trimmed": { maxStringBytes: 500, maxTotalBytes: Number.POSITIVE_INFINITY, strings: {} },
    "maxTotalBytes: 50,000": { maxTotalBytes: 50_000 },
  };
  for (const [name, options] of Object.entries(cutting)) {
    compare(`trimValue, ${size}, ${name}`, () => trimValue(value, options), copy);
  }
  const bounded = new Trimmer({ format: "json", maxBytes: 50_000 });
  compare(`trim of JSON, ${size}`, () => bounded.trim(text), { JSON: () => JSON.stringify(JSON.parse(text)) });
}
const records = Array.from({ length: 1_000_000 }, (_, id) => ({ id, ok: id % 3 === 0 }));
compare("trimValue, a million records, maxTotalBytes: 10,000", () => trimValue(records, { maxTotalBytes: 10_000 }), {
  stringify: () => JSON.stringify(records),
});
for (const [size, length] of [
  ["200 bytes", 20],
  ["2 KB", 200],
  ["20 KB", 2000],
]) {
  const list = calls(10_000).map((call, n) => ({
    ...call,
    result: `line ${n % 10}\n`.repeat(length).slice(0, length * 10),
  }));
  compare(`computeTruncation, 10,000 calls of ${size}`, () => computeTruncation(list), {
    stringify: () => JSON.stringify(list),
  });
}

// Failures that are a few too many for the summary are fitted into it.
const withFailures = (every) =>
  Array.from({ length: 300 }, (_, n) => {
    const path = `src/part${n}.ts`;
    const call = {
      callId: `call_${n}`,
      name: "read_file",
      args: { path },
      result: "const part = load(table);\n".repeat(75),
    };
    if (n % 7 === 0)
      return { ...call, name: "edit_file", args: { path, text: call.result }, result: "The file was edited." };
    if (n % every !== 5) return call;
    const error = `${path}:${n}:5 - error TS${2300 + (n % 90)}: Property 'x${n}' does not exist.`;
    const result = `> tsc -b\n\n${error}\n\n${call.result}\nFound 1 error.\n`;
    return { ...call, name: "bash", args: { command: `npm run build ${n}` }, isError: true, result };
  });
const [few, many] = [withFailures(105), withFailures(7)];
compare("computeTruncation, 300 calls of 2 KB, one in seven failed", () => computeTruncation(many), {
  "three failed": () => computeTruncation(few),
});

const later = exchangesOf(1600, 1000).slice(1000);
for (const name of names) {
  const given = messagesOf(name, exchangesOf(1000, 1000));
  const { chars } = compactMessages(given, { window: { chars: 1e12 } }).report.before;
  const json = { JSON: () => JSON.parse(JSON.stringify(given)) };
  const step = () => compactMessages(given, { window: { chars }, triggerAt: 0.8, compactTo: 0.5 }).messages;
  compare(`a step, ${name}`, step, json);
  if (name === "anthropic") {
    const large = messagesOf(name, exchangesOf(1000, 20_000));
    const window = { chars: compactMessages(large, { window: { chars: 1e12 } }).report.before.chars };
    const larger = () => compactMessages(large, { window, triggerAt: 0.8, compactTo: 0.5 }).messages;
    compare("a step of 20 MB", larger, { "1 MB": step });
  }
  const compactor = new Compactor({ window: { chars: 2 * chars } });
  compactor.next(given);
  compare(`no step, same objects, ${name}`, () => compactor.next(given).messages, json);
  // They took a step, and have room again.
  const [growing, renewed] = [0, 1].map(() => {
    const stepped = new Compactor({ window: { chars }, triggerAt: 0.9, compactTo: 0.3 });
    stepped.next(given);
    return stepped;
  });
  const added = later.map((exchange) => messagesOf(name, [exchange]).slice(1));
  let grown = given;
  const grow = () => {
    grown = [...grown, ...added.shift()];
    return growing.next(grown).messages;
  };
  compare(`no step, two new messages, ${name}`, grow, json, 5);
  if (growing.next(grown).report.forkedAt !== undefined) throw new Error("steady: a step was taken");
  const copies = [0, 1].map(() => messagesOf(name, exchangesOf(1000, 1000)));
  const renew = () => {
    copies.reverse();
    return renewed.next(copies[0]).messages;
  };
  compare(`no step, all objects new, ${name}`, renew, json);
  compare(`extractToolCalls, ${name}`, () => extractToolCalls(given), json);
  compare(`validateMessages, ${name}`, () => validateMessages(given), json);
}

console.log(`Node ${process.version}, ${process.platform} ${process.arch}`);
heading(
  "steady",
  "Time of the processor for one call: ours, the other's, the other's in ours, and ours in the other's.",
);
printTable(["", "against", "ours", "theirs", "× ours", "ours ×"], rows, 2);
