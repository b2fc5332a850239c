// The types of `tooltrim/tooltrim.wasm`, for projects that import the file; scripts/build/types.mjs copies them.
import type { WasmBytes } from "./slim.js";

/** The module as a bundler or runtime delivers it, bytes or compiled: pass it to `init` of `tooltrim/slim`. */
declare const wasm: WasmBytes;
export default wasm;
