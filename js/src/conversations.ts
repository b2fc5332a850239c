// `tooltrim/messages`: conversations in the formats of providers and libraries.
export { applyEdits, type Edit, type JsonPatchOperation, type Pointer, toJsonPatch } from "./edits.js";
export { type ErrorCode, TooltrimError } from "./errors.js";
export {
  detectFormat,
  type ExtractedToolCall,
  extractToolCalls,
  type MessageFormat,
  type MessageOptions,
  type PartKind,
  type Problem,
  type Provider,
  type RenderOptions,
  type Repair,
  type RepairedMessages,
  type Rule,
  renderAsText,
  repairMessages,
  validateMessages,
  type WriteOptions,
} from "./messages.js";
