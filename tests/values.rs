//! Values within their limits.

mod fitting;
pub(crate) mod laws;
mod limits;
mod members;
mod total;
