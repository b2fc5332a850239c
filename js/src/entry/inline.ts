// Everywhere: the wasm travels inside the JavaScript, so no bundler can lose it. Decoded at first use.
import hex from "../../../target/wasm-pkg/tooltrim_bg.wasm";
import { provide } from "../wasm.js";

provide(() => {
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16);
  return bytes;
});

export * from "../index.js";
