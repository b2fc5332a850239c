// `tooltrim/messages`: conversations in the formats of providers and libraries.
export { applyEdits, type Edit, type JsonPatchOperation, type Pointer, toJsonPatch } from "./edits.js";
export { type ErrorCode, TooltrimError } from "./errors.js";
export type {
  ExtractedToolCall,
  MessageFormat,
  MessageOptions,
  PartKind,
  Problem,
  Provider,
  RenderOptions,
  Repair,
  RepairedMessages,
  Rule,
  WriteOptions,
} from "./message-types.js";
export { detectFormat, extractToolCalls, renderAsText, repairMessages, validateMessages } from "./messages.js";
