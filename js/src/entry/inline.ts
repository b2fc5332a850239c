// Everywhere: the wasm travels inside the JavaScript, so no bundler can lose it. Unpacked at first use.
import { inflateSync } from "fflate";
import deflated from "../../../target/wasm-pkg/tooltrim_bg.wasm";
import { provide } from "../wasm.js";

provide(() => {
  // Node's own is some 20 times faster, and asked for in a way that no bundler for browsers stumbles over.
  const zlib = globalThis.process?.getBuiltinModule?.("zlib");
  if (zlib) return zlib.inflateRawSync(Buffer.from(deflated, "base64"));
  const text = atob(deflated);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return inflateSync(bytes);
});

export * from "../core.js";
