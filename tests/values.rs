//! Values within their limits.

#[path = "values/laws.rs"]
mod laws;
#[path = "values/total.rs"]
mod total;
