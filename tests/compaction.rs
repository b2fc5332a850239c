//! Conversations that get smaller: what gives way, in which order, how far, and what stands there then.

mod damage;
mod facts;
mod full;
mod gains;
pub mod golden;
mod growing;
mod inspect;
mod invalid;
mod json_results;
mod laws;
mod laws_growing;
mod limits;
mod order;
mod policies;
mod reasons;
mod recents;
mod redaction;
mod returned;
pub mod session;
mod sizes;
mod subjects;
mod summary;
pub mod support;
mod thinking;
mod triggers;
mod undo;
mod when_full;
