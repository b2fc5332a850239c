// Counts the facts of real outputs that a trimmed text still has. A fact is a literal line that the next step needs; the facts were
// written down before any trimmer saw the outputs. A table for each limit and half: facts by kind of text, and the outputs in which another contender keeps more.
//
//     npm run eval:facts                 the outputs in evals/facts
//     FACTS=<folder> npm run eval:facts  others of the same form: outputs.json, and outputs/
//
// Half a was tuned on; of half b nothing was looked at when rules were chosen. EVALS_CONTENDERS, EVALS_PYTHON: see README.md.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { trim } from "tooltrim";
import { heading } from "../benches/js/print.mjs";
import { countChars } from "../compare/metrics/laws.mjs";
import { contenders } from "./contenders/index.mjs";
import { audit } from "./metrics/audit.mjs";

const folder = process.env.FACTS ?? fileURLToPath(new URL("facts", import.meta.url));
const LIMITS = [2000, 4000, 8000];
const NAMES = ["half/half", "grep, then tail", "@llmtrim/js", "headroom-ai"];

/** Outputs with their texts and facts. */
export function outputs() {
  const all = JSON.parse(readFileSync(join(folder, "outputs.json"), "utf8"));
  return all.map((output) => ({ ...output, text: readFileSync(join(folder, "outputs", output.file), "utf8") }));
}

export const keptOf = (facts, result) => facts.filter(({ text }) => result.includes(text)).length;

/** `trim` as it is called without options, and the others that can run on these outputs. */
export async function taking(all) {
  const others = (await contenders()).filter(({ name }) => NAMES.includes(name));
  for (const other of others) other.skipped ??= other.prepare?.(all.map(({ text }) => text));
  for (const { name, skipped } of others) if (skipped) console.log(`skipped: ${name}: ${skipped}`);
  const own = { name: "tooltrim", make: (limit) => (text) => trim(text, limit).text };
  return [own, ...others.filter(({ skipped }) => !skipped)];
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

function printHalf(half, limit, all, everyone) {
  const found = all.map((output) => ({
    ...output,
    kept: everyone.map(({ make }) => keptOf(output.facts, make(limit)(output.text))),
  }));
  const count = sum(found.map(({ facts }) => facts.length));
  heading(`half ${half}, ${limit} chars`, `${count} facts of ${found.length} outputs.`);
  const kinds = [...new Set(found.map(({ kind }) => kind))].sort();
  const row = (name, of) => ({
    kind: name,
    facts: sum(of.map(({ facts }) => facts.length)),
    ...Object.fromEntries(everyone.map(({ name: each }, at) => [each, sum(of.map(({ kept }) => kept[at]))])),
  });
  console.table([
    row("all", found),
    ...kinds.map((kind) =>
      row(
        kind,
        found.filter((output) => output.kind === kind),
      ),
    ),
  ]);
  const lost = found.filter(({ kept }) => kept.slice(1).some((other) => other > kept[0]));
  const shown = lost.map(({ file, kept }) => `${file} ${kept.join(":")}`);
  console.log(`lost to another: ${lost.length} of ${found.length}${shown.length > 0 ? `: ${shown.join(", ")}` : ""}`);
}

/** Prints the faults in each contender's results, over all outputs. */
function printAudit(limit, all, everyone) {
  heading(`true or not, ${limit} chars`, `Over ${all.length} outputs, as metrics/audit.mjs counts.`);
  const row = ({ name, make }) => {
    const found = all
      .map(({ text }) => ({ text, result: make(limit)(text) }))
      .filter(({ text, result }) => result !== text);
    const audits = found.map(({ text, result }) => audit(text, result));
    const total = (key) => sum(audits.map((each) => each[key]));
    const chars = sum(found.map(({ result }) => countChars(result)));
    return {
      contender: name,
      "altered lines": total("altered"),
      "chars gone silently": total("silent"),
      "wrong numbers": total("wrong"),
      "markers, % of the result": Number(((100 * total("marked")) / chars).toFixed(1)),
    };
  };
  console.table(everyone.map(row));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(`Node ${process.version}, ${process.platform} ${process.arch}`);
  const all = outputs();
  const everyone = await taking(all);
  for (const half of ["a", "b"]) {
    for (const limit of LIMITS) {
      printHalf(
        half,
        limit,
        all.filter((output) => output.half === half),
        everyone,
      );
    }
  }
  for (const limit of LIMITS) printAudit(limit, all, everyone);
}
