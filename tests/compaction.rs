//! Conversations that get smaller: what gives way, in which order, how far, and what stands there then.
#![allow(missing_docs, clippy::needless_pass_by_value, reason = "tests")]

#[path = "compaction/damage.rs"]
mod damage;
#[path = "compaction/facts.rs"]
mod facts;
#[path = "compaction/full.rs"]
mod full;
#[path = "compaction/gains.rs"]
mod gains;
#[path = "compaction/growing.rs"]
mod growing;
#[path = "compaction/inspect.rs"]
mod inspect;
#[path = "compaction/invalid.rs"]
mod invalid;
#[path = "compaction/json_results.rs"]
mod json_results;
#[path = "compaction/laws.rs"]
mod laws;
#[path = "compaction/limits.rs"]
mod limits;
#[path = "compaction/order.rs"]
mod order;
#[path = "support/parts.rs"]
mod parts;
#[path = "compaction/policies.rs"]
mod policies;
#[path = "compaction/reasons.rs"]
mod reasons;
#[path = "compaction/recents.rs"]
mod recents;
#[path = "compaction/redaction.rs"]
mod redaction;
#[path = "compaction/returned.rs"]
mod returned;
#[path = "compaction/session.rs"]
mod session;
#[path = "compaction/sizes.rs"]
mod sizes;
#[path = "compaction/subjects.rs"]
mod subjects;
#[path = "compaction/summary.rs"]
mod summary;
#[path = "compaction/support.rs"]
mod support;
#[path = "compaction/thinking.rs"]
mod thinking;
#[path = "compaction/triggers.rs"]
mod triggers;
#[path = "compaction/undo.rs"]
mod undo;
#[path = "compaction/when_full.rs"]
mod when_full;
