// The main entry without the wasm inside: call `init(wasm)` first.
export * from "../index.js";
