// The entry `tooltrim/messages`: conversations in the formats of providers and libraries.
export { type ErrorCode, TooltrimError } from "./errors.js";
export * from "./logs.js";
export { applyEdits, type Edit, type JsonPatchOperation, type Pointer, toJsonPatch } from "./messages/edits.js";
export { inspectMessages } from "./messages/inspect.js";
export type {
  CharsByKind,
  FailureGroup,
  FileUse,
  InspectedCall,
  Inspection,
  InspectOptions,
  Stale,
} from "./messages/inspect-types.js";
export { detectFormat, extractToolCalls, renderAsText, repairMessages, validateMessages } from "./messages/messages.js";
export type {
  AnyMessage,
  ExtractedToolCall,
  MessageFormat,
  MessageOptions,
  PartKind,
  Problem,
  Provider,
  RenderOptions,
  Repair,
  RepairedMessages,
  RepairOptions,
  Rule,
  ValidateOptions,
  WriteOptions,
} from "./messages/types.js";
