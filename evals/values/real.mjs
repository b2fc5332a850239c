// JSON out of recorded sessions and outputs: whole files, lists of messages, arguments of calls, and every text that is
// JSON itself, which is how results and many arguments are kept. Equal ones count once.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Lists of messages and arguments of calls by the names that formats have for them. */
const PARTS = new Set([
  "messages",
  "history",
  "trajectory",
  "steps",
  "input",
  "args",
  "arguments",
  "parameters",
  "toolUseResult",
  "response",
  "details",
]);

/** `{ name, text, value }` of all in the folder that take more than `least` bytes. */
export function realValues(fixtures, least) {
  const found = new Map();
  const add = (name, value) => {
    const text = JSON.stringify(value);
    if (Buffer.byteLength(text) > least && !found.has(text))
      found.set(text, { name, shape: name.split("#")[0], text, value });
  };
  for (const file of jsonFiles(fixtures)) {
    const document = readDocument(join(fixtures, file));
    add(file, document);
    collect(document, add, file, { count: 0 });
  }
  return [...found.values()];
}

function jsonFiles(fixtures) {
  return ["outputs", "sessions", "logs"]
    .filter((folder) => existsSync(join(fixtures, folder)))
    .flatMap((folder) =>
      readdirSync(join(fixtures, folder), { recursive: true })
        .filter((file) => /\.jsonl?$/.test(file))
        .sort()
        .map((file) => join(folder, file)),
    );
}

/** A log of lines is one list; some of that name hold a single document. */
function readDocument(path) {
  const text = readFileSync(path, "utf8");
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return readJson(text) ?? lines.map((line) => JSON.parse(line));
}

export function collect(value, add, file, counter) {
  if (typeof value === "string") {
    const parsed = readJson(value);
    if (parsed === undefined) return;
    counter.count += 1;
    add(`${file}#${counter.count}`, parsed);
    collect(parsed, add, file, counter);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (PARTS.has(key) && typeof member === "object" && member !== null)
      add(`${file}#${key} ${++counter.count}`, member);
    collect(member, add, file, counter);
  }
}

/** The object or list that a text is, if it is one. */
function readJson(text) {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
