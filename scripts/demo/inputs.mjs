// Where the text comes from: the three examples, or a file of the user's.

import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";

export class InputError extends Error {}

/** One kind of limit, of `keep` and of `snap` each, to show the range. */
export const EXAMPLES = [
  { file: "failing-tests.txt", what: "a failing test run", options: { maxChars: 4000 } },
  {
    file: "build.log",
    what: "a CI job that breaks",
    options: { maxTokens: 2000, headShare: 0.2, marker: "[... {omittedLines} of {totalLines} lines left out ...]" },
  },
  {
    file: "api-response.json",
    what: "an API response, one line",
    options: {
      maxBytes: 2000,
      keep: "head",
      snap: "grapheme",
      marker: "... [{omittedBytes} of {totalBytes} bytes omitted]",
    },
  },
];

/** An input is `{ title, source, text, note?, options }`: `source` is what goes to `trim`, `text` what it says. */
export function readExample({ file, what, options }, userOptions) {
  const text = readFileSync(new URL(`../../examples/data/${file}`, import.meta.url), "utf8");
  return { title: `${file}: ${what}`, source: text, text, options: userOptions ?? options };
}

export function readFile(path, options = {}) {
  const bytes = readBytes(path);
  const title = basename(path);
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { title, source: text, text, options };
  } catch (error) {
    if (error.code !== "ERR_ENCODING_INVALID_ENCODED_DATA")
      throw new InputError(`cannot read ${path}: ${error.message}`);
  }
  return {
    title,
    source: bytes,
    text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes),
    note: 'not valid UTF-8: given as bytes with decode: "replace", so U+FFFD stands for what is no text',
    options: { ...options, decode: "replace" },
  };
}

const REASONS = {
  ENOENT: "no such file",
  ENOTDIR: "no such file",
  EACCES: "permission denied",
  EPERM: "permission denied",
};

function readBytes(path) {
  let stats;
  try {
    stats = statSync(path);
    // A pipe is fine, `<(command)`; a device may never end.
    if (stats.isFile() || stats.isFIFO()) return readFileSync(path);
  } catch (error) {
    throw new InputError(`cannot read ${path}: ${REASONS[error.code] ?? error.message}`);
  }
  throw new InputError(`cannot read ${path}: it is ${stats.isDirectory() ? "a folder" : "no file"}`);
}
