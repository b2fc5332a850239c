// The main entry, `tooltrim`; `tooltrim/slim` exports the same names.
export {
  type Budget,
  categorizeToolCall,
  computeTruncation,
  type ToolCallEntry,
  type ToolCategory,
  type TruncationConfig,
  type TruncationDecision,
} from "./calls/calls.js";
export type {
  CompactedHistory,
  FamilyTokenCounter,
  FormattedToolEntry,
  ToolHistoryLogger,
} from "./calls/history-manager.js";
export type {
  FunctionCallItem,
  FunctionCallOutputItem,
  HistoryStrategy,
  RenderedEntry,
  UserTextItem,
} from "./calls/render-items.js";
export type { CallSummarizerOptions, SummarizerOptions } from "./calls/summarizer.js";
export {
  type AsyncCompactedHistory,
  type AsyncHistoryOptions,
  ToolHistoryManager,
} from "./calls/tool-history-manager.js";
export {
  type AsyncTruncationConfig,
  type AsyncTruncationDecision,
  computeTruncationAsync,
} from "./calls/truncation-async.js";
export { compactMessages } from "./compaction/compact-messages.js";
export { type AsyncCompactOptions, compactMessagesAsync } from "./compaction/compact-messages-async.js";
export { Compactor, type CompactorOptions } from "./compaction/compactor.js";
export { CompactorPool, type CompactorPoolOptions } from "./compaction/compactor-pool.js";
export type {
  Billed,
  Compaction,
  CompactionEvent,
  CompactionReport,
  CompactOptions,
  ConversationSize,
  Economics,
  ExchangeReport,
  FileTrail,
  JsonValue,
  PoolRequestOptions,
  RequestOptions,
  Rung,
  ToolPolicy,
  Unfit,
} from "./compaction/types.js";
export type { Edit, Pointer } from "./messages/edits.js";
export type { AnyMessage, MessageFormat, PartKind, Problem, Provider, Rule } from "./messages/types.js";
export type { CutEvent, Scope } from "./signals/hub.js";
export type { ContractKind, Violation } from "./signals/violations.js";
export { redactSecrets } from "./text/redact.js";
export * from "./text.js";
export { type ContractTools, contracts } from "./tool/compose.js";
export {
  type Contract,
  type ErrorDetail,
  type SyncContract,
  type SyncToolOptions,
  type ToolDecorator,
  type Toolified,
  type ToolOptions,
  toolify,
  toolifySync,
  type Verdict,
} from "./tool/toolify.js";
export {
  type ByteLimitOptions,
  type CheckpointOptions,
  capToSchema,
  truncateStringsForLlm,
  truncateStringToBytes,
} from "./value/caps.js";
export {
  type Cut,
  type Limit,
  type PathPattern,
  type TrimmedValue,
  trimValue,
  type ValueOptions,
  type ValueTruncationEvent,
} from "./value/trim-value.js";
