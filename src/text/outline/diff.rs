//! Unified diffs, and the log entries that `git show` puts before them.

use super::code;
use super::line::{starts, trim};

pub(super) fn weight(line: &str) -> u8 {
    if starts(line, &["diff ", "+++ ", "commit ", "Index: "]) {
        return 3;
    }
    if starts(line, &["@@", "rename to ", "Binary files ", "deleted file ", "new file "]) {
        return 2;
    }
    if starts(line, &["--- ", "rename from ", "Author: ", "Subject: "]) {
        return 1;
    }
    match line.strip_prefix(['+', '-']) {
        Some(text) if trim(text).is_empty() => 0,
        // What a change declares is its name.
        Some(text) => 1 + u8::from(code::weight(text) >= 2),
        None => 0,
    }
}
