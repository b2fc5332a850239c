// Tool results of recorded sessions that failed.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hasExitCode } from "../../compare/history/errors.mjs";
import { partsOf } from "../../compare/history/read.mjs";

/** Returns distinct texts: sessions exist in several formats. */
export function failingResults(folder, least) {
  const found = new Map();
  for (const format of readdirSync(folder).sort()) {
    if (format.includes(".")) continue;
    for (const file of readdirSync(join(folder, format)).sort()) {
      const { messages } = JSON.parse(readFileSync(join(folder, format, file), "utf8"));
      const results = messages.flatMap(partsOf).filter(({ kind }) => kind === "result");
      for (const [at, { text, failed }] of results.entries()) {
        if (text.length <= least || found.has(text) || !(failed || hasExitCode(text))) continue;
        found.set(text, { name: `${file} ${at + 1}`, text });
      }
    }
  }
  return [...found.values()];
}
