// The entry `tooltrim/slim/logs`: the names of `tooltrim/logs`, and those that give it its wasm.
export * from "../logs.js";
export { init, initSync, type WasmBytes, type WasmInput } from "../wasm.js";
