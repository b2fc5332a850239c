// Texts of many kinds, in chunks of 2,000 chars: files of this repository and of the packages it is built with, and
// generated ones, the same in each run.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
// @ts-expect-error: it has no declarations
import { randomFrom } from "../../../scripts/lib/random.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const CHUNK = 2000;
/** Enough for a 95th percentile. */
const MOST = 120;

/** Chunks spread evenly over the texts; what is left at the end of one counts when it is half a chunk. */
export function chunks(texts: readonly string[]): string[] {
  const all = texts.flatMap((text) => {
    const chars = [...text];
    const starts = Array.from({ length: Math.ceil(chars.length / CHUNK) }, (_, index) => index * CHUNK);
    return starts.map((start) => chars.slice(start, start + CHUNK)).filter((chunk) => chunk.length >= CHUNK / 2);
  });
  const step = Math.max(1, all.length / MOST);
  return Array.from({ length: Math.min(MOST, all.length) }, (_, index) =>
    (all[Math.floor(index * step)] ?? []).join(""),
  );
}

type Random = (below: number) => number;

function generated(seed: number, piece: (random: Random) => string): string[] {
  const number = randomFrom(seed);
  const random: Random = (below) => number() % below;
  let text = "";
  while (text.length < 40 * CHUNK) text += piece(random);
  return [text];
}

const pick = <T>(random: Random, from: ArrayLike<T>): T => from[random(from.length)] as T;

function files(...endings: string[]): string[] {
  const skip = /(^|[/\\])(node_modules|target|dist|golden|\.git)([/\\]|$)/;
  const found = ["src", "js", "scripts", "tests", "benches"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => endings.includes(extname(file)) && !skip.test(file))
      .map((file) => join(root, folder, file)),
  );
  return found.sort().map((file) => readFileSync(file, "utf8"));
}

const modules = join(root, "node_modules");
const markdown = readdirSync(modules)
  .sort()
  .map((name) => join(modules, name, "README.md"))
  .filter((file) => existsSync(file))
  .map((file) => readFileSync(file, "utf8"));
/** The messages of a compiler, in another language. */
const messages = (language: string) => {
  const file = join(modules, "typescript/lib", language, "diagnosticMessages.generated.json");
  return Object.values(JSON.parse(readFileSync(file, "utf8"))).join("\n");
};
const words = [...new Set(markdown.join(" ").match(/\b[a-z]{2,}\b/g))];
const base64Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

const logLine = (random: Random) => {
  const clock = `2025-0${1 + random(9)}-1${random(10)}T0${random(10)}:${10 + random(50)}:${10 + random(50)}`;
  const level = pick(random, ["INFO", "WARN", "DEBUG"]);
  const field = `${pick(random, words)}=${random(1e5)}`;
  return `${clock}.${100 + random(900)}Z ${level} [worker-${random(16)}] ${pick(random, words)} ${field} took ${random(5000)} ms\n`;
};
const colored = (random: Random) => {
  const [mark, color] = pick(random, [
    ["PASS", 32],
    ["FAIL", 31],
    ["SKIP", 33],
  ] as const);
  const file = `${pick(random, words)}/${pick(random, words)}.test.ts`;
  return ` \x1b[${color}m${mark}\x1b[39m \x1b[2m${file}\x1b[22m \x1b[90m${random(900)} ms\x1b[39m\n`;
};
const record = (random: Random) => {
  const [id, ratio, ok] = [random(1e6), random(1000) / 1000, random(2) > 0];
  const value = { id, name: pick(random, words), ratio, tags: [pick(random, words)], ok, next: null };
  return `${JSON.stringify(value, null, 2)},\n`;
};
const indented = (random: Random) => {
  const call = `${pick(random, words)}(${pick(random, words)});`;
  return `${" ".repeat(2 * random(30))}${call}\n`;
};

/** The kinds and their chunks. */
export function corpus(): Map<string, string[]> {
  const example = (name: string) => [readFileSync(join(root, "examples/data", name), "utf8")];
  const texts: Record<string, string[]> = {
    "build log": example("build.log"),
    "test run": example("failing-tests.txt"),
    "API response": example("api-response.json"),
    "Rust sources": files(".rs"),
    "TypeScript and JavaScript": files(".ts", ".mjs", ".js"),
    "English Markdown": markdown,
    "Chinese messages": [messages("zh-cn")],
    "Japanese messages": [messages("ja")],
    "Korean messages": [messages("ko")],
    "Russian messages": [messages("ru")],
    "German messages": [messages("de")],
    "indented JSON": generated(1, record),
    "log lines": generated(2, logLine),
    "colored test run": generated(3, colored),
    "emoji in text": generated(4, (random) => `${pick(random, words)} ${String.fromCodePoint(0x1f600 + random(64))} `),
    base64: generated(5, (random) => pick(random, base64Alphabet)),
    hex: generated(6, (random) => random(256).toString(16).padStart(2, "0")),
    "deep indentation": generated(7, indented),
  };
  return new Map(Object.entries(texts).map(([kind, all]) => [kind, chunks(all)]));
}
