// The npm package, in any runtime for JavaScript: start, golden files, operations. Bundled for runtimes without files.
import { runGolden } from "../vscode/shared/golden.mjs";
import { report } from "./jobs.mjs";

/** `load` answers the entries by name; golden files by name, as texts. */
export async function ask(load, { log, messages, trimOptions, compactOptions, golden }) {
  const start = performance.now();
  const entries = await load();
  const { main } = entries;
  main.trim("a text", 4);
  const startMs = performance.now() - start;
  const runs = Object.entries(golden).map(([file, text]) => runGolden(entries, file, text));
  const sum = (field) => runs.reduce((total, run) => total + run[field], 0);
  const operations = report({
    trim: () => main.trim(log, trimOptions).text,
    compact: () => main.compactMessages(messages, compactOptions).messages,
    estimate: () => main.estimateTokens(log),
  });
  return { startMs, golden: { passed: sum("passed"), cases: sum("cases") }, ...operations };
}
