// The code of `tooltrim/text`, which has a module of its own.
export * from "../text.js";
export { provide } from "../wasm.js";
