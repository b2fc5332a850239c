//! Markdown: headings, and what stands out below them.

use super::line::{ends_in, holds, indented, starts, trim_end};

pub(super) fn weight(line: &str) -> u8 {
    let (columns, text) = indented(line);
    match text.as_bytes().first() {
        Some(b'#') if columns < 4 => {
            let level = text.bytes().take_while(|&byte| byte == b'#').count();
            match (level, text.as_bytes().get(level)) {
                (1..=2, Some(b' ')) => 3,
                (3..=6, Some(b' ')) => 2,
                _ => 0,
            }
        }
        Some(b'*' | b'_') if starts(text, &["**", "__"]) => u8::from(ends_in(text, b"*_:")),
        // What an item names before it explains it.
        Some(b'-' | b'*') => u8::from(columns < 2 && starts(text, &["- **", "* **", "- `"])),
        Some(b'<') if starts(text, &["<h1", "<h2"]) => 3,
        Some(b'<') if starts(text, &["<h3", "<summary"]) => 2,
        Some(b'0'..=b'9') if columns < 2 => u8::from(holds(text, ". **")),
        _ => 0,
    }
}

/// True for the line below a heading that only underlines it.
pub(super) fn underlines(line: &str) -> bool {
    let line = trim_end(line);
    line.len() > 2 && (line.bytes().all(|byte| byte == b'=') || line.bytes().all(|byte| byte == b'-'))
}
