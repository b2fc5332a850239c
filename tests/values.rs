//! Values within their limits.

mod fitting;
mod laws;
mod limits;
mod members;
mod total;
