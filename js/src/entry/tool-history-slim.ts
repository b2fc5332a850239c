// The entry `tooltrim/slim/tool-history`: the names of the module that `tooltrim/tool-history` replaces, and those that
// give it its wasm.
export * from "../tool-history.js";
export { init, initSync, type WasmBytes, type WasmInput } from "../wasm.js";
