//! Session logs: real ones, and small ones of our own.

use crate::support::golden as golden_file;

mod fixtures;
mod golden;
mod laws;
