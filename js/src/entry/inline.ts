// Everywhere: the wasm travels inside the JavaScript, so no bundler can lose it. Decoded at first use.
import base64 from "../../../target/wasm-pkg/tooltrim_bg.wasm";
import { provide } from "../wasm.js";

provide(() => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));

export * from "../index.js";
