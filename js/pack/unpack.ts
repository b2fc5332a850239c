import { fromBase64 } from "../src/base64.js";

declare const __UNPACKER__: string;

/** Where unpack.wat reads the packed bytes. */
const PLACE = 0x5100;

/** The module that lzma.mjs packed, from base64. */
export function unpack(packed: string): Uint8Array {
  const bytes = fromBase64(packed);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(fromBase64(__UNPACKER__) as BufferSource));
  const { m: memory, u: unpackBytes } = exports as {
    readonly m: WebAssembly.Memory;
    readonly u: (length: number) => [start: number, end: number];
  };
  memory.grow((bytes.length >> 16) + 1);
  new Uint8Array(memory.buffer).set(bytes, PLACE);
  const [start, end] = unpackBytes(bytes.length);
  return new Uint8Array(memory.buffer, start, end - start);
}
