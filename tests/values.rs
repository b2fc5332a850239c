//! Values within their limits.

mod fitting;
mod laws;
mod members;
mod total;
