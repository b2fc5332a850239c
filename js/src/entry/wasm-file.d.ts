// The types of `tooltrim/tooltrim.wasm` and of the modules of other entries; scripts/build/types.mjs copies them.
import type { WasmBytes } from "./index.js";

/** The module as a bundler or runtime delivers it, bytes or compiled: pass it to `init` of `tooltrim/slim`. */
declare const wasm: WasmBytes;
export default wasm;
