import { builtin } from "../builtin.js";

/** The bytes of a module as they travel inside JavaScript: deflated, in base64. */
export function unpack(deflated: string): Uint8Array {
  const { Buffer: NodeBuffer } = globalThis as Partial<typeof globalThis>;
  // Node's own is some 20 times faster, and asked for in a way that no bundler for browsers stumbles over.
  const zlib = NodeBuffer && builtin<typeof import("node:zlib")>("node:zlib");
  if (zlib) return zlib.inflateRawSync(NodeBuffer.from(deflated, "base64"));
  // Only here: the library makes its tables when it is loaded, which takes longer than to compile a small module.
  const { inflateSync } = require("./inflate.js") as typeof import("./inflate.js");
  return inflateSync(decoded(deflated));
}

function decoded(base64: string): Uint8Array {
  const { fromBase64 } = Uint8Array as { fromBase64?: (text: string) => Uint8Array };
  if (fromBase64) return fromBase64.call(Uint8Array, base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}
