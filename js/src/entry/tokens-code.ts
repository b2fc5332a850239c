// What `tooltrim/tokens` is made of.
export * from "../tokens.js";
export { provide } from "../wasm.js";
