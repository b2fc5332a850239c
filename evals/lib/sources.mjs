// Data of the measures: the planted set in its two parts, and real outputs if TOOLTRIM_FIXTURES names a folder of them.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { plantedLogs } from "../planted/index.mjs";
import { failingResults } from "./sessions.mjs";

/** Texts below this are no task for the smallest limit. */
const LEAST = 2000;

/** Source files, documents and listings that stand among the raw outputs say nothing about failures. */
const NO_LOGS = /\.(?:bin|html|json|js|md)$|^(?:ls-|npm-ls|base64|windows-crlf)/;

export function plantedSources({ quick }) {
  const logs = plantedLogs().filter((_, index) => !quick || index % 4 === 0);
  const part = (name) => logs.filter((log) => log.part === name);
  return [
    { name: "planted, tuning", samples: part("tuning") },
    { name: "planted, unseen", samples: part("unseen") },
  ];
}

export function realSources() {
  const fixtures = process.env.TOOLTRIM_FIXTURES;
  if (!fixtures) return [{ name: "real outputs", skipped: "TOOLTRIM_FIXTURES is not set" }];
  return [
    fromFolder("raw outputs", join(fixtures, "outputs"), rawOutputs),
    fromFolder("failing results of sessions", join(fixtures, "sessions"), (folder) => failingResults(folder, LEAST)),
  ];
}

function fromFolder(name, folder, read) {
  if (!existsSync(folder)) return { name, skipped: "TOOLTRIM_FIXTURES has no such folder" };
  const samples = read(folder);
  return samples.length === 0 ? { name, skipped: "nothing of it is large enough" } : { name, samples };
}

function rawOutputs(folder) {
  return readdirSync(folder)
    .filter((name) => !NO_LOGS.test(name))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }))
    .filter(({ text }) => text.length > LEAST);
}
