//! Values within their limits.

#[path = "values/fitting.rs"]
mod fitting;
#[path = "values/laws.rs"]
mod laws;
#[path = "values/members.rs"]
mod members;
#[path = "values/total.rs"]
mod total;
