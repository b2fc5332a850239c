// The entry `tooltrim/tokens`: exact token counts. The tokens of an encoding are an entry of their own.
export { type ErrorCode, TooltrimError } from "./errors.js";
export { createTokenCounter, type ExactTokenCounter, type TokenTable } from "./tokens/token-counter.js";
export { version } from "./version.js";
export { init, initSync, type WasmBytes, type WasmInput } from "./wasm.js";
