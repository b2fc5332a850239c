// The entry `tooltrim/signals`: reports of cuts.
export type { CutEvent, Scope } from "./signals/hub.js";
export { onTruncation, type Unsubscribe } from "./signals/listen.js";
export { type MetricsSnapshot, metrics, type SizeHistogram, type TruncationMetrics } from "./signals/metrics.js";
export { type ScopeAnswer, type ScopeResult, truncationScope } from "./signals/scope.js";
export { type SessionOptions, sessionBytes } from "./signals/session.js";
export { type ContractKind, onViolation, type Violation } from "./signals/violations.js";
export { type DisclaimerOptions, disclaimerFor, formatTruncationLog } from "./signals/words.js";
