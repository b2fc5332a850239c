// A module as it travels inside JavaScript, where js/src/entry/unpack.wat makes a module of it again. Its bytes are
// sorted into streams by what they are (opcodes, indexes of locals, offsets, constants, ...), which compress better one
// after the other than mixed, and LZMA compresses them.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInThisContext } from "node:vm";
import { root, toolEnv } from "../env.mjs";
import { bound, modules } from "./modules.mjs";
import { npmVersion } from "./stamps.mjs";

const folder = "target/packed";
const unpacker = `${folder}/unpack.wasm`;
const source = "js/src/entry/unpack.wat";

/** A module that has been packed, and what unpacks it. */
export const packedFile = ({ name }) => `${folder}/${name}.bin`;
export const unpackerFile = unpacker;

export const pack = {
  name: "pack",
  what: "the wasm for JavaScript, by LZMA",
  inputs: [...modules.flatMap(bound), source, "scripts/build/pack.mjs", "scripts/build/modules.mjs"],
  outputs: [unpacker, ...modules.map(packedFile)],

  tools: () => ["lzma", "binaryen"].map(npmVersion).join("\n"),

  async run() {
    mkdirSync(join(root, folder), { recursive: true });
    assemble();
    for (const module of modules) {
      const wasm = readFileSync(join(root, module.folder, "tooltrim_bg.wasm"));
      const bytes = packed(wasm);
      if (!wasm.equals(unpacked(bytes))) throw new Error(`${source} does not make the same module of ${module.name}`);
      writeFileSync(join(root, packedFile(module)), bytes);
    }
  },
};

function assemble() {
  const features = ["bulk-memory", "multivalue", "mutable-globals"].map((each) => `--enable-${each}`);
  const options = { env: toolEnv(), cwd: root };
  execFileSync("wasm-as", [source, ...features, "-o", unpacker], options);
  execFileSync("wasm-opt", [unpacker, "-O3", ...features, "-o", unpacker], options);
}

/** As js/src/entry/unpack.ts. */
function unpacked(bytes) {
  const module = new WebAssembly.Module(readFileSync(join(root, unpacker)));
  const { m: memory, u: unpack } = new WebAssembly.Instance(module).exports;
  memory.grow((bytes.length >> 16) + 1);
  new Uint8Array(memory.buffer).set(bytes, 0x5100);
  const [start, end] = unpack(bytes.length);
  return Buffer.from(memory.buffer, start, end - start);
}

const HEADER = 8;
const CODE = 10;
/** Streams of what has no opcode: see unpack.wat. */
const [OPCODES, LOCALS, REST] = [0, 2, 511];
const END = 0x0b;
const BR_TABLE = 0x0e;
const MORE = 0xfc;

/** The size of the streams in four bytes, and LZMA without its header. */
function packed(wasm) {
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

/** Their lengths, and the streams of a module. */
function streams(wasm) {
  const writer = new Streams(wasm);
  writer.bytes(REST, HEADER);
  while (writer.at < wasm.length) {
    const section = writer.byte(REST);
    const size = writer.number(REST);
    if (section !== CODE) writer.bytes(REST, size);
    else for (let left = writer.number(REST); left > 0; left -= 1) body(writer);
  }
  return Buffer.concat([
    ...writer.all.map(({ length }) => leb128(length)),
    ...writer.all.map((each) => Buffer.from(each)),
  ]);
}

function body(writer) {
  // Unpacking counts it again.
  const size = writer.number();
  const end = writer.at + size;
  for (let left = writer.number(LOCALS); left > 0; left -= 1) {
    writer.number(LOCALS);
    writer.byte(LOCALS);
  }
  let depth = 1;
  while (depth > 0) {
    const opcode = writer.byte(OPCODES);
    if (opcode >= 0x02 && opcode <= 0x04) depth += 1;
    if (opcode === END) depth -= 1;
    if (opcode === 0x43 || opcode === 0x44) writer.bytes(opcode * 2, opcode === 0x43 ? 4 : 8);
    let stream = opcode * 2;
    for (let left = numbersOf(opcode); left > 0; left -= 1) {
      const value = writer.number(stream);
      if (stream % 2 === 1) continue;
      if (opcode === BR_TABLE) left = value + 2;
      if (opcode === MORE && value > 7) left = 3 - (value & 1);
      stream += 1;
    }
  }
  if (writer.at !== end) throw new Error("pack.mjs reads a function in another way than it was written");
}

/** How many numbers follow an opcode. */
function numbersOf(opcode) {
  if (opcode >= 0x28 && opcode <= 0x3e) return 2;
  if ([0x11, 0x1c].includes(opcode)) return 2;
  if (opcode >= 0x20 && opcode <= 0x26) return 1;
  return [0x02, 0x03, 0x04, 0x0c, 0x0d, BR_TABLE, 0x10, 0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2, MORE].includes(opcode)
    ? 1
    : 0;
}

function leb128(value) {
  const bytes = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}

/** Reads a module, and writes what it reads to a stream. */
class Streams {
  at = 0;
  all = Array.from({ length: REST + 1 }, () => []);

  constructor(bytes) {
    this.source = bytes;
  }

  byte(stream) {
    const byte = this.source[this.at];
    this.at += 1;
    this.all[stream]?.push(byte);
    return byte;
  }

  bytes(stream, count) {
    for (let left = count; left > 0; left -= 1) this.byte(stream);
  }

  number(stream) {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = this.byte(stream);
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }
}
