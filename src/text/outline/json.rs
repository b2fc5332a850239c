//! Pretty-printed JSON: keys of the outer objects.

use super::line::{holds, indented};

pub(super) fn weight(line: &str) -> u8 {
    let (_, text) = indented(line);
    if !text.starts_with('"') || !holds(text, "\":") {
        return 0;
    }
    let indent = line.strip_suffix(text).unwrap_or_default();
    let columns = indent.bytes().map(|byte| if byte == b'\t' { 2 } else { 1 }).sum::<usize>();
    match columns {
        0..=2 => 3,
        3..=4 => 2,
        5..=8 => 1,
        _ => 0,
    }
}
