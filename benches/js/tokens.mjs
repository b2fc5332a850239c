// Exact counts of tokens beside gpt-tokenizer. Estimates: benches/peers.mjs; limits in tokens: benches/steady.mjs.

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { countTokens as exactTokens } from "gpt-tokenizer/encoding/o200k_base";
import { createTokenCounter } from "tooltrim/tokens";
import { o200kBase } from "tooltrim-tables/o200k_base";
import { atLeast, atMost } from "./goals.mjs";
import { fastest } from "./measure.mjs";
import { digits, heading, note, printTable, time, times } from "./print.mjs";
import { flat, makeText } from "./texts.mjs";

const MB = 1e6;

export async function tokens({ quick }) {
  return [...counting(quick ? 3 : 7), ...linear(quick ? 3 : 5)];
}

/** Texts that no cache of words knows: parts of a compiler's code, of its messages in five languages, of the guides. */
function countedTexts() {
  const typescript = createRequire(import.meta.url).resolve("typescript/lib/_tsc.js");
  const compiler = readFileSync(typescript, "utf8").replace(/[^\0-\x7f]/g, "?");
  const code = [compiler.slice(0, MB), compiler.slice(MB, 2 * MB)];
  const messages = ["zh-cn", "zh-tw", "ja", "ko"].map((language) => {
    const file = typescript.replace("_tsc.js", `${language}/diagnosticMessages.generated.json`);
    return Object.values(JSON.parse(readFileSync(file, "utf8"))).join("\n");
  });
  const guides = readdirSync("docs").filter((file) => file.endsWith(".md"));
  const prose = guides.map((file) => readFileSync(join("docs", file), "utf8").replace(/```[\s\S]*?```/g, "")).join("");
  const lock = readFileSync("package-lock.json", "utf8");
  const cjk = messages.map((text) => text.slice(0, MB / 10)).join("");
  const mixed = Array.from({ length: 100 }, (_, at) =>
    [prose, cjk, code[1]].map((text) => text.slice(at * 1000, at * 1000 + 1000)).join(" 👍🎉 "),
  ).join("\n");
  const texts = { prose, code: code[0], logs: makeText("ascii", MB / 2), JSON: lock.slice(0, MB / 2), CJK: cjk, mixed };
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, flat(text)]));
}

function counting(rounds) {
  heading("tokens", "Exact counts in o200k_base: MB of UTF-8 a second, the fastest of several runs, which take turns.");
  const counter = createTokenCounter(o200kBase);
  const contenders = { "tooltrim/tokens": counter, "gpt-tokenizer": (text) => exactTokens(text) };
  const goals = [];
  const rows = Object.entries(countedTexts()).map(([name, text]) => {
    if (counter(text) !== exactTokens(text)) throw new Error(`tokens: counts of ${name} differ`);
    const runs = Object.fromEntries(Object.entries(contenders).map(([who, run]) => [who, () => run(text)]));
    const [ours, theirs] = Object.values(fastest(runs, rounds));
    goals.push(atLeast(`tooltrim/tokens, ${name}, faster than gpt-tokenizer`, theirs / ours, 2));
    const speed = (ms) => `${digits(Buffer.byteLength(text) / (ms * 1e3))} MB/s`;
    return [name, speed(ours), speed(theirs), times(theirs / ours)];
  });
  printTable(["text", ...Object.keys(contenders), ""], rows);
  return goals;
}

function linear(rounds) {
  note("Exact counts of a million units against those of a quarter of them: 4 is linear.\n");
  const counter = createTokenCounter(o200kBase);
  const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  let state = 1;
  const drawn = (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const filled = (length, make) => Array.from({ length }, (_, at) => make(at)).join("");
  const texts = {
    '"a"': "a".repeat(MB),
    '" "': " ".repeat(MB),
    '"\\n"': "\n".repeat(MB),
    "lone surrogates": "\ud800".repeat(MB),
    "combining marks": "\u0301".repeat(MB),
    base64: filled(MB, () => signs[drawn(64)]),
    "letters, drawn": filled(MB, () => signs[26 + drawn(26)]),
    emoji: filled(MB / 2, (at) => String.fromCodePoint(0x1_f300 + (at % 700))),
    "UTF-16, drawn": filled(MB, () => String.fromCharCode(drawn(65_536))),
  };
  let worst = 0;
  const rows = Object.entries(texts).map(([name, text]) => {
    const [part, whole] = [flat(text.slice(0, MB / 4)), flat(text)];
    const [short, long] = Object.values(fastest({ part: () => counter(part), whole: () => counter(whole) }, rounds));
    worst = Math.max(worst, long / short);
    return [name, time(short * 1e6), time(long * 1e6), times(long / short)];
  });
  printTable(["a million of", "a quarter", "all", ""], rows);
  return [atMost("tooltrim/tokens, 4 times the text, at most times the time", worst, 8)];
}
