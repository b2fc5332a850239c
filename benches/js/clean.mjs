// Cleaning reads the whole text and writes most of it again: at what speed, and does hostile input slow it down?

import { Buffer } from "node:buffer";
import { stripVTControlCharacters } from "node:util";
import stripAnsi from "strip-ansi";
import { clean } from "tooltrim";
import { atLeast, atMost } from "./goals.mjs";
import { prime, race } from "./measure.mjs";
import { digits, heading, note, printTable, time, times } from "./print.mjs";
import { flat, makeText, names } from "./texts.mjs";

const MB = 1e6;
const ESC = "\u001b";
const two = (n) => String(Math.floor(n) % 60).padStart(2, "0");

/** The n-th line of each kind, its end included. */
const lines = {
  "plain log": (n) =>
    `2026-03-01T12:${two(n / 60)}:${two(n)}Z INFO request ${(n * 7919) % 99991} handled by worker ${n % 13}, cache miss\n`,
  "compiler, colours": (n) => `${ESC}[1m${ESC}[32m   Compiling${ESC}[0m crate-${n} v1.0.${n} (registry)\n`,
  "service, colours": (n) =>
    `${ESC}[2m12:${two(n / 60)}:${two(n)}Z${ESC}[0m ${ESC}[32m INFO${ESC}[0m ${ESC}[2mserver::worker${ESC}[0m request ${n} done, status ${ESC}[1m200${ESC}[0m, no retry\n`,
  "CR LF": (n) => `step ${n} compiled src/module_${n % 77}/file.rs without trouble\r\n`,
  "progress, returns": (n) => `\r${String(n % 100).padStart(3)}% downloading file ${Math.floor(n / 100)} of many`,
  "progress, erased": (n) =>
    `\r${ESC}[K[${"#".repeat((n % 100) / 3).padEnd(34)}] ${n % 100}% ${n % 1000}/1000 KB${n % 100 === 99 ? "\n" : ""}`,
  "indented JSON": (n) => `  {\n    "id": ${n},\n    "name": "user ${n}",\n    "ok": true\n  },\n`,
};

/** Lines as written to terminals; the others are shown beside them. */
const promised = Object.keys(lines).slice(0, 6);

function textOf(kind, size) {
  const made = [];
  for (let n = 0, length = 0; length < size; n += 1) {
    made.push(lines[kind](n));
    length += made[n].length;
  }
  return made.join("");
}

const hostile = {
  "one line": "word ",
  "empty lines": "\n",
  returns: "\r",
  "nested brackets": "[({",
  "half-finished escapes": `${ESC}[31`,
  "endless titles": `${ESC}]`,
  "cursor movements": `a\n${ESC}[A${ESC}[s`,
  backspaces: "a\b",
  "lists of numbers": `${"1,".repeat(2000)}\n`,
  "short base64": "Aa0Bb1Cc2Dd3Ee4Ff5Gg6Hh7Ii8Jj9Kk0Ll1Mm2Nn3Oo4Pp5Qq6Rr7Ss8Tt9Uu0Vv\n",
};

export async function cleaning({ quick }) {
  const size = (quick ? 1 : 5) * MB;
  heading(
    "clean",
    `clean() on ${digits(size / MB)} MB, crossing into WebAssembly and back included, against other passes over the same text. ` +
      "Only strip-ansi and Node's stripVTControlCharacters change it too: they take out escape sequences and nothing else, " +
      "which is compared in the last column.",
  );
  const texts = Object.fromEntries(Object.keys(lines).map((kind) => [kind, textOf(kind, size)]));
  for (const kind of ["mixed", "cjk"]) texts[names[kind]] = makeText(kind, size / 2);
  verify(texts["service, colours"]);
  prime(Object.values(texts).map((text) => () => clean(text.slice(0, 100_000))));
  const rows = [];
  const goals = [];
  for (const [kind, text] of Object.entries(texts)) {
    const result = race(
      {
        clean: () => clean(text),
        byteLength: () => Buffer.byteLength(text),
        stripAnsi: () => stripAnsi(text),
        node: () => stripVTControlCharacters(text),
        ansi: () => clean(text, { ansi: true }),
      },
      { budget: quick ? 400 : 2000, least: 3 },
    );
    const speed = (Buffer.byteLength(text) / MB / result.clean.ns) * 1e9;
    const faster = (name) => times(1 / result[name].ratio);
    rows.push([
      kind,
      `${digits(speed)} MB/s`,
      ...["byteLength", "stripAnsi", "node"].map(faster),
      times(result.ansi.ns / result.stripAnsi.ns),
    ]);
    if (promised.includes(kind)) goals.push(atLeast(`clean, ${kind}`, speed, 150, "MB/s"));
  }
  printTable(["text", "clean", "× byteLength", "× strip-ansi", "× Node's", "{ ansi } × strip-ansi"], rows);

  note("Hostile input, four times as much of it:\n");
  const grown = Object.entries(hostile).map(([name, piece]) => {
    const [once, fourfold] = [1, 4].map((n) => flat(piece.repeat((n * (quick ? 0.5 : 3) * MB) / piece.length)));
    const result = race({ once: () => clean(once), fourfold: () => clean(fourfold) }, { budget: 400, least: 5 });
    goals.push(atMost(`clean, 4 × ${name}`, result.fourfold.ratio, 4.5));
    return [name, `${digits(fourfold.length / MB)} MB`, time(result.fourfold.ns), times(result.fourfold.ratio)];
  });
  printTable(["", "size", "time", "× a quarter of it"], grown);
  return goals;
}

/** The columns that compare must do the same work, or they say nothing. */
function verify(text) {
  const expected = stripAnsi(text);
  const results = {
    "strip-ansi": expected,
    "{ ansi }": clean(text, { ansi: true }),
    node: stripVTControlCharacters(text),
  };
  for (const [name, result] of Object.entries(results)) {
    if (result !== expected) throw new Error(`clean: ${name} and strip-ansi differ`);
  }
  if (expected.includes(ESC)) throw new Error("clean: strip-ansi leaves escapes");
}
