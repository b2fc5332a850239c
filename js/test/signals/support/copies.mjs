// Both copies of the package in one process, what each sees of the other.
import { createRequire } from "node:module";
import * as esm from "tooltrim";
import * as esmSignals from "tooltrim/signals";

const require = createRequire(import.meta.url);
const cjs = require("tooltrim");
const cjsSignals = require("tooltrim/signals");
const long = "word ".repeat(100);
const cut = (copy, label, scope) => copy.trim(long, { maxChars: 60, label, scope });
const pause = () => new Promise((resolve) => setTimeout(resolve, 1));
const found = { areTwo: esm.trim !== cjs.trim && esmSignals.metrics !== cjsSignals.metrics };

found.heard = [];
const stop = esmSignals.onTruncation(({ label }) => found.heard.push(`esm heard ${label}`));
const stopOther = cjsSignals.onTruncation(({ label }) => found.heard.push(`cjs heard ${label}`));
cut(esm, "of esm");
cut(cjs, "of cjs");
stop();
stopOther();
cut(cjs, "nobody hears");

const both = async (signals) => {
  let passed;
  const { events } = await signals.truncationScope(async (scope) => {
    passed = scope;
    await pause();
    cut(esm, "of esm");
    await pause();
    cut(cjs, "of cjs");
    // Passed on as well, and told once.
    cut(esm, "with esm", scope);
    cut(cjs, "with cjs", scope);
  });
  cut(signals === esmSignals ? cjs : esm, "passed on to the other", passed);
  return { labels: events.map(({ label }) => label), later: passed.events.at(-1).label };
};
found.scopes = await Promise.all([both(esmSignals), both(cjsSignals)]);
found.nested = (
  await esmSignals.truncationScope(async () => {
    await pause();
    await cjsSignals.truncationScope(async () => {
      await pause();
      cut(cjs, "deep");
    });
  })
).events.map(({ label }) => label);

const counts = cjsSignals.metrics();
cut(esm, "counted");
cut(cjs, "counted");
esmSignals.sessionBytes("12345", { name: "esm_state" });
cjsSignals.sessionBytes("12345678", { name: "cjs_state" });
const { checks, datasets, sessions } = esmSignals.metrics().snapshot();
found.metrics = { checks, events: datasets.counted.events, sessions };
found.sameText = counts.prometheus() === esmSignals.metrics().prometheus();
console.log(JSON.stringify(found));
