// Rescue reads the whole text: at what speed, and does hostile input slow it down?

import { Buffer } from "node:buffer";
import stripAnsi from "strip-ansi";
import { Trimmer } from "tooltrim";
import { LIMIT } from "./contenders.mjs";
import { atLeast, atMost } from "./goals.mjs";
import { race } from "./measure.mjs";
import { digits, heading, note, printTable, time, times } from "./print.mjs";

const trimmer = new Trimmer({ maxChars: LIMIT, rescue: true });
const MB = 1e6;

/** A string in one piece: what is built by `+` or `repeat` is put together when it is first read. */
const flat = (text) => Buffer.from(text).toString();

/** Lines of a service, with a traceback in every five thousandth. */
function log(size) {
  const lines = [];
  for (let line = 0, length = 0; length < size; line += 1) {
    const plain = `2026-03-12 05:27:12,${line % 1000} INFO jobs.storage load router ${line} rows=${(line * 7) % 9999} from part-${line % 77}.csv\n`;
    const failure = `2026-03-12 05:27:12 ERROR jobs.core batch ${line} gave up\nTraceback (most recent call last):\n  File "a.py", line 3, in f\n    g()\nValueError: bad\n`;
    lines.push(line % 5000 === 4999 ? failure : plain);
    length += plain.length;
  }
  return flat(lines.join(""));
}

const tests = (size) => {
  const lines = Array.from(
    { length: size / 60 },
    (_, n) => `test parser::tests::case_${n * 7919} ... ok and some more\n`,
  );
  return flat(lines.join(""));
};

const hostile = {
  "one line": (n) => "word ".repeat(n * 200_000),
  "one line of errors": (n) => "error ".repeat(n * 160_000),
  "empty lines": (n) => "\n".repeat(n * 250_000),
  "different errors": (n) =>
    Array.from({ length: n * 25_000 }, (_, i) => `error: job x${i.toString(36)} of ${i} failed\n`).join(""),
  "nested brackets": (n) => "[({".repeat(n * 300_000),
  "half-finished escapes": (n) => "\u001b[31".repeat(n * 200_000),
  "frames without end": (n) =>
    `Traceback (most recent call last):\n${'  File "a.py", line 3, in f\n'.repeat(n * 30_000)}`,
  "blanks before a word": (n) => `${" ".repeat(n * 500_000)}error`,
};

export async function rescue({ quick }) {
  const size = (quick ? 5 : 50) * MB;
  heading(
    "rescue",
    `The lines that matter out of ${digits(size / MB)} MB of ASCII, against other passes over the same text.`,
  );
  const rows = [];
  const goals = [];
  for (const [name, make] of Object.entries({ "service log": log, "test run": tests })) {
    const text = make(size);
    const result = race(
      {
        "Buffer.byteLength": () => Buffer.byteLength(text),
        "strip-ansi": () => stripAnsi(text),
        rescue: () => trimmer.trim(text).text,
      },
      { budget: quick ? 500 : 3000, least: 3 },
    );
    const speed = (ns) => (text.length / MB / ns) * 1e9;
    for (const [contender, { ns, ratio }] of Object.entries(result)) {
      rows.push([`${name}, ${contender}`, time(ns), `${digits(speed(ns))} MB/s`, times(ratio)]);
    }
    const { rescue: own, "strip-ansi": strip } = result;
    goals.push(atLeast(`rescue, ${name}`, speed(own.ns), 200, "MB/s"));
    note(`${name}: rescue takes ${digits(own.ns / strip.ns)} × the time of strip-ansi.`);
  }
  printTable(["", "time", "speed", "× byteLength"], rows);

  note("Hostile input, four times as much of it:\n");
  const grown = Object.entries(hostile).map(([name, make]) => {
    const [once, fourfold] = [flat(make(quick ? 1 : 4)), flat(make(quick ? 4 : 16))];
    const result = race(
      { once: () => trimmer.trim(once).text, fourfold: () => trimmer.trim(fourfold).text },
      { budget: 400, least: 5 },
    );
    goals.push(atMost(`rescue, 4 × ${name}`, result.fourfold.ratio, 4.5));
    return [name, `${digits(fourfold.length / MB)} MB`, time(result.fourfold.ns), times(result.fourfold.ratio)];
  });
  printTable(["", "size", "time", "× a quarter of it"], grown);
  return goals;
}
