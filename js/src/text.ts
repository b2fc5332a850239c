// The entry `tooltrim/text`: one text at a time, without conversations, values, stores and tools.
export { type ErrorCode, TooltrimError } from "./errors.js";
export { clean } from "./text/clean.js";
export { estimateTokens, type Measures, measure } from "./text/measure.js";
export type {
  CleanOptions,
  Omitted,
  RescueOptions,
  TokenCounter,
  Trimmed,
  TrimOptions,
  TruncationEvent,
} from "./text/options.js";
export { type ContextTrimmerMode, type Presets, presets } from "./text/presets.js";
export { TrimStream } from "./text/stream.js";
export { trim } from "./text/trim.js";
export { Trimmer } from "./text/trimmer.js";
export { version } from "./version.js";
export { init, initSync, type WasmBytes, type WasmInput } from "./wasm.js";
