// A host without AsyncLocalStorage, as browsers are: nothing of Node may be found from here on.
import process from "node:process";

process.getBuiltinModule = undefined;
delete globalThis.Buffer;
const { emitWarning } = process;
process.emitWarning = undefined;
const { TrimStream, trim, trimValue } = await import("tooltrim");
const { metrics, onTruncation, sessionBytes, truncationScope } = await import("tooltrim/signals");

const long = "word ".repeat(100);
const cut = (label, scope) => trim(long, { maxChars: 60, label, scope });
const pause = () => new Promise((resolve) => setTimeout(resolve, 1));
const labels = ({ events }) => events.map(({ label }) => label);
const found = {};

found.sync = labels(
  truncationScope(() => {
    cut("outer");
    truncationScope(() => cut("inner"));
    try {
      truncationScope(() => {
        throw new Error("a tool's own");
      });
    } catch {
      cut("after a failure");
    }
  }),
);
found.upToTheFirstAwait = labels(
  await truncationScope(async () => {
    cut("before");
    await pause();
    cut("after");
  }),
);
const tool = (name) => async (scope) => {
  await pause();
  cut(name, scope);
  await Promise.all([pause(), truncationScope(async (inner) => void cut(`${name} within`, inner), { scope })]);
  trimValue(long, { maxStringBytes: 100, toolName: `${name} value`, scope });
  const stream = new TrimStream({ maxChars: 60, label: `${name} stream`, scope });
  stream.push(long);
  await pause();
  stream.finish();
};
found.passedOn = (await Promise.all(["a", "b"].map((name) => truncationScope(tool(name))))).map(labels);
await pause();
found.nothingIsLeft = labels(truncationScope(() => "no cut"));

found.heard = 0;
onTruncation(() => {
  found.heard += 1;
});
const { snapshot } = metrics();
cut("counted");
found.counted = snapshot().datasets.counted.events;
found.warned = [];
console.warn = (...parts) => found.warned.push(...parts);
sessionBytes("12345", { warnAt: 3 });
process.emitWarning = emitWarning;
console.log(JSON.stringify(found));
