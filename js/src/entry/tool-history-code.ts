// What `tooltrim/tool-history` is made of.
export { categorizeToolCall, decide } from "../calls/calls.js";
export { HistoryManager } from "../calls/history-manager.js";
export { NativeStrategy, TextEmbedStrategy } from "../calls/render-items.js";
export { init, initSync, provide } from "../wasm.js";
