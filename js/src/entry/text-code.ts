// The code of `tooltrim/text` and `tooltrim/lite`, each with a module of its own.
export * from "../text.js";
export { provide } from "../wasm.js";
