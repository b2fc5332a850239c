// Run with --expose-gc, as a process of its own: calls that fail by the thousand, and one for which there is not
// enough memory. Prints one line of JSON.
import { readFileSync } from "node:fs";

let made = 0;
const original = WebAssembly.Instance;
WebAssembly.Instance = new Proxy(original, {
  construct(target, given) {
    made += 1;
    return Reflect.construct(target, given);
  },
});
const { compactMessages, initSync, Trimmer, trim } = await import("tooltrim/slim");
initSync(readFileSync(new URL(import.meta.resolve("tooltrim/tooltrim.wasm"))));

const log = "line of output\n".repeat(1000);
const right = trim(log, 500).text;
const found = { codes: {}, wrong: 0, failed: 0, made: 0, grown: 0, next: 0 };

let outcome;
let room = 0;
function descend() {
  let above = 0;
  try {
    above = descend();
  } catch {
    // Here the stack ends.
  }
  if (above === room) {
    try {
      outcome = { text: trim(log, 500).text };
    } catch (thrown) {
      outcome = { thrown };
    }
  }
  return above + 1;
}

/** The trimmers of lost instances stay in use. */
const trimmers = [];
function failOften(times) {
  for (let n = 0; n < times; n += 1) {
    outcome = undefined;
    room = n % 60;
    descend();
    const { thrown, text } = outcome;
    if (thrown) {
      found.failed += 1;
      const code = thrown.code ?? thrown.name;
      found.codes[code] = (found.codes[code] ?? 0) + 1;
    } else if (text !== right) found.wrong += 1;
    try {
      if (trim(log, 500).text !== right) found.wrong += 1;
    } catch {
      found.next += 1;
    }
    if (trimmers.length < 20) trimmers.push(new Trimmer(500));
  }
}

function held() {
  for (let n = 0; n < 5; n += 1) global.gc();
  return process.memoryUsage.rss();
}

failOften(600);
const before = held();
failOften(6000);
found.grown = held() - before;
found.made = made;
for (const trimmer of trimmers) if (trimmer.trim(log).text !== right) found.wrong += 1;

// The program of the report: it recurses too deep and trims on the way.
let depth = 0;
function tooDeep() {
  depth += 1;
  trim(log, 500 + (depth % 7));
  tooDeep();
}
try {
  tooDeep();
} catch {
  // A RangeError or ours.
}
found.afterRecursion = trim(log, 500).text === right;

// A JSON text of 150 MB and a limit of 140 MB: as a value it is larger than the memory of WebAssembly can be.
if (process.argv.includes("--large")) {
  const item = `{"id":1,"title":"${"x".repeat(40)}","tags":[1,2,3]},`;
  const large = `[${item.repeat(Math.ceil(150e6 / item.length)).slice(0, -1)}]`;
  try {
    trim(large, { format: "json", maxChars: 140e6 });
    found.large = "fits";
  } catch ({ name, code, message }) {
    found.large = { name, code, message };
  }
  const list = JSON.stringify(Array.from({ length: 100 }, (_, id) => id));
  found.afterLarge =
    trim(log, 500).text === right && JSON.parse(trim(list, { format: "json", maxChars: 100 }).text).length;
  found.messages = compactMessages([{ role: "user", content: "hi" }], { window: { chars: 1000 } }).changed;
}
console.log(JSON.stringify(found));
