// A module for everything but Node: sorted into streams, then LZMA. unpack.wat makes the module of it again.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInThisContext } from "node:vm";
import { root, toolEnv } from "../../scripts/env.mjs";
import { streams } from "./streams.mjs";

export const unpackerSource = "js/pack/unpack.wat";
export const unpackerFile = "target/packed/unpack.wasm";

/** Assembles what unpacks. */
export function assemble() {
  const features = ["bulk-memory", "multivalue", "mutable-globals"].map((each) => `--enable-${each}`);
  const options = { env: toolEnv(), cwd: root };
  execFileSync("wasm-as", [unpackerSource, ...features, "-o", unpackerFile], options);
  execFileSync("wasm-opt", [unpackerFile, "-O3", ...features, "-o", unpackerFile], options);
}

/** As unpack.ts. */
export function unpacked(bytes) {
  const module = new WebAssembly.Module(readFileSync(join(root, unpackerFile)));
  const { m: memory, u: unpack } = new WebAssembly.Instance(module).exports;
  memory.grow((bytes.length >> 16) + 1);
  new Uint8Array(memory.buffer).set(bytes, 0x5100);
  const [start, end] = unpack(bytes.length);
  return Buffer.from(memory.buffer, start, end - start);
}

/** The size of the streams in four bytes, and LZMA without its header. */
export function packed(wasm) {
  const { compress } = encoder();
  const content = streams(wasm);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  // Five bytes of properties, eight of the size.
  return Buffer.concat([size, Buffer.from(compress(content, 9)).subarray(13)]);
}

/**
 * The encoder of the package `lzma` with other parameters than the only ones that it offers: what has no words and no
 * alignment takes 1 % less with one bit of the byte before as the context (lc), and none of the position (pb).
 */
function encoder() {
  const file = fileURLToPath(import.meta.resolve("lzma/src/lzma_worker.js"));
  let code = readFileSync(file, "utf8");
  for (const [field, usual, ours] of [
    ["numLiteralContextBits", 3, 1],
    ["posStateBits", 2, 0],
    ["posStateMask", 3, 0],
  ]) {
    const parts = code.split(`encoder._${field} = ${usual};`);
    if (parts.length !== 2) throw new Error(`lzma sets ${field} in another way`);
    code = parts.join(`encoder._${field} = ${ours};`);
  }
  const place = {};
  runInThisContext(`(function () {${code}\n})`, { filename: file }).call(place);
  return place.LZMA;
}
