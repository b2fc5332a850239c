// The functions that agents know from elsewhere, by the names they have there.
export {
  type Budget,
  categorizeToolCall,
  computeTruncation,
  type ToolCallEntry,
  type ToolCategory,
  type TruncationConfig,
  type TruncationDecision,
} from "./calls.js";
export { type ErrorCode, TooltrimError } from "./errors.js";
export {
  type CompactedHistory,
  type FamilyTokenCounter,
  type FormattedToolEntry,
  type ToolHistoryLogger,
  ToolHistoryManager,
} from "./manager.js";
export type { TokenCounter } from "./options.js";
export type {
  Cut,
  Limit,
  PathPattern,
  TrimmedValue,
  ValueOptions,
  ValueTruncationEvent,
} from "./value.js";
export {
  type ByteLimitOptions,
  capToSchema,
  truncateStringsForLlm,
  truncateStringToBytes,
} from "./value-reference.js";
