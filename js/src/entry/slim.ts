// Bring your own wasm: `init(wasm)` first.
export * from "../index.js";
