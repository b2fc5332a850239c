//! Lines of many languages and tools, and what they weigh; texts, and what they are; laws of outlines.

mod compiled;
mod kinds;
mod laws;
mod results;
mod scripts;
mod whole;

use std::vec::Vec;

use super::{TextKind, weight};

/// Each line with the weight that it has as that kind of text.
fn weigh(kind: TextKind, lines: &[(&str, u8)]) {
    let weighed: Vec<(&str, u8)> = lines.iter().map(|&(line, _)| (line, weight(kind, line))).collect();
    let wrong: Vec<_> = weighed.iter().zip(lines).filter(|(found, expected)| found != expected).collect();
    assert!(wrong.is_empty(), "{kind:?}, found and expected: {wrong:#?}");
}
