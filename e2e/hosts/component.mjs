// The component as jco writes it for JavaScript, in Node and browsers: start, golden files, operations.
import { goldenCases, isSame } from "../../tests/component/cases.mjs";
import { report } from "./jobs.mjs";

export async function ask(load, { log, messages, trimOptions, compactOptions, golden }) {
  const start = performance.now();
  const { instantiate } = await load();
  const component = await instantiate();
  const { text, compaction } = component;
  text.trim("a text", { maxChars: 4 });
  const startMs = performance.now() - start;
  const parsed = Object.fromEntries(Object.entries(golden).map(([file, json]) => [file, JSON.parse(json)]));
  const cases = goldenCases(component, parsed);
  const passed = cases.filter((one) => isSame(one.actual(), one.expected)).length;
  const [given, options] = [JSON.stringify(messages), JSON.stringify(compactOptions)];
  const { rescue: _, ...limits } = trimOptions;
  const operations = report({
    trim: () => text.trim(log, { ...limits, rescue: {} }).text,
    compact: () => JSON.parse(compaction.compactMessages(given, options).messages),
    estimate: () => text.estimateTokens(log),
  });
  return { startMs, golden: { passed, cases: cases.length }, ...operations };
}
