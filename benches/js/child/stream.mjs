// Passes gigabytes through a TrimStream and prints how fast, and what memory took meanwhile. The pieces are made
// before.

import { wasmBytes } from "../instances.mjs";
import { makeText } from "../texts.mjs";

const [kind, as, gigabytes, ...more] = process.argv.slice(2);
const { TrimStream } = await import("tooltrim");

const PIECE = 65_536;
const text = makeText(kind, 64 * PIECE);
const encoded = new TextEncoder().encode(text);
const whole = as === "bytes" ? encoded : text;
// Pieces like bytes from a pipe: cut anywhere.
const pieces = [];
for (let at = 0; at < whole.length; at += PIECE) pieces.push(whole.slice(at, at + PIECE));

const options = { maxChars: 4000, rescue: false, ...JSON.parse(more[0] ?? "{}") };

function pass(bytes) {
  const stream = new TrimStream(options);
  let rss = 0;
  const rounds = Math.max(1, Math.round(bytes / encoded.length));
  for (let round = 0; round < rounds; round += 1) {
    for (const piece of pieces) stream.push(piece);
    rss = Math.max(rss, process.memoryUsage.rss());
  }
  return { passed: rounds * encoded.length, rss, result: stream.finish() };
}

// Warm, and as large as it gets.
const warm = pass(1e8);
const start = performance.now();
const { passed, rss, result } = pass(gigabytes * 1e9);
const seconds = (performance.now() - start) / 1000;
const kept = result.text.length;
console.log(
  JSON.stringify({ passed, seconds, grown: rss - warm.rss, wasm: wasmBytes(), kept, truncated: result.truncated }),
);
