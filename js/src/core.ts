// All that the entries share: one module of the package, so that the wasm is in it once.
export * from "./calls.js";
export * from "./clean.js";
export { compactMessages } from "./compaction.js";
export * from "./compaction-async.js";
export * from "./compactor.js";
export * from "./compactors.js";
export * from "./edits.js";
export * from "./errors.js";
export * from "./manager.js";
export * from "./measure.js";
export * from "./messages.js";
export * from "./presets.js";
export * from "./stream.js";
export * from "./trim.js";
export * from "./value.js";
export * from "./value-reference.js";
export * from "./version.js";
export * from "./wasm.js";
