// Run with --expose-gc: what stays in memory after large texts were trimmed. Prints one line of JSON, in bytes.
import { readFileSync } from "node:fs";

/** The instance that the library makes for itself. */
let instance;
WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(target, given) {
    instance = Reflect.construct(target, given);
    return instance;
  },
});
const { estimateTokens, initSync, measure, Trimmer, TrimStream, trim } = await import("tooltrim/slim");
initSync(readFileSync(new URL(import.meta.resolve("tooltrim/tooltrim.wasm"))));

/** A flat text, as tools hand them over: not the tree of references that `repeat` makes. */
function flat(line, units, encoding) {
  return Buffer.from(line.repeat(Math.ceil(units / line.length)), encoding).toString(encoding);
}

function heapHeld() {
  global.gc();
  global.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const wasmHeld = () => instance.exports.memory.buffer.byteLength;

const options = [
  {},
  { maxTokens: 2000 },
  { maxBytes: 4000, keep: "head" },
  { maxLines: 50, maxBytes: 4000 },
  { maxChars: 4000, snap: "grapheme", marker: "[{omittedLines} lines, {omittedTokens} tokens]" },
];

const size = 50_000_000;
function trimLarge(round) {
  // The last with emoji, in UTF-16.
  const [end, encoding] = round < 9 ? ["", "latin1"] : [" \u{1f680}", "utf16le"];
  const text = flat(`round ${round}: a line of a log that is not short${end}\n`, size, encoding);
  return new Trimmer(options[round % options.length]).trim(text);
}

// Once before the count begins: code and buffers that stay are no part of a result.
for (const each of options) trim("warm up\n".repeat(10_000), each);
const before = heapHeld();
const kept = Array.from({ length: 10 }, (_, round) => trimLarge(round));
const heap = heapHeld() - before;
const results = kept.reduce((sum, { text }) => sum + text.length, 0);
const truncated = kept.every((result) => result.truncated);

// In UTF-16, as a text with one char beyond Latin-1 is.
const wide = flat("a line of a log with \u672c\u8a9e in it\n", size / 5, "utf16le");
trim(wide, { maxTokens: 2000, count: ["bytes", "lines", "tokens"] });
trim(Buffer.from(wide), { maxBytes: 4000 });
measure(wide);
estimateTokens(wide);
const wasm = wasmHeld();

// Options that are new in each call, without a pause in which finalizers could run.
for (let call = 0; call < 20_000; call += 1) trim("0123456789", { maxChars: 100 + call });
const wasmAfterCalls = wasmHeld();

// Streams of a gigabyte in all; every tenth fails.
const piece = flat("a line of a log that is not short\n", size / 50, "latin1");
const bytes = Buffer.from(piece);
for (let round = 0; round < 50; round += 1) {
  const stream = new TrimStream({ maxChars: 4000, clean: round % 5 === 0, count: ["lines", "tokens"] });
  for (let n = 0; n < 20; n += 1) stream.push(n % 2 ? piece : bytes);
  try {
    if (round % 10 === 0) stream.push(Uint8Array.of(0xff));
    stream.finish();
  } catch {
    // Its memory is given back all the same.
  }
}
const wasmAfterStreams = wasmHeld();

console.log(JSON.stringify({ texts: 10 * size, results, truncated, heap, wasm, wasmAfterCalls, wasmAfterStreams }));
