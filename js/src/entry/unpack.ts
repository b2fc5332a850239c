import { fromBase64 } from "../base64.js";
import { builtin } from "../builtin.js";

/** The bytes of a module as they travel inside JavaScript: deflated, in base64. */
export function unpack(deflated: string): Uint8Array {
  const { Buffer: NodeBuffer } = globalThis as Partial<typeof globalThis>;
  // Node's own is some 20 times faster, and asked for in a way that no bundler for browsers stumbles over.
  const zlib = NodeBuffer && builtin<typeof import("node:zlib")>("node:zlib");
  if (zlib) return zlib.inflateRawSync(NodeBuffer.from(deflated, "base64"));
  // Only here: the library makes its tables when it is loaded, which takes longer than to compile a small module.
  const { inflateSync } = require("./inflate.js") as typeof import("./inflate.js");
  return inflateSync(fromBase64(deflated));
}
