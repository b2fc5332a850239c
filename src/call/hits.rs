//! Number of hits in a search result.

use alloc::vec::Vec;

use crate::quick::contains;
use crate::source::{Source, piece};

/// Returns the number of hits that a search states, or shows as `file:line`. The lines of a long result are not
/// counted.
pub(crate) fn hits<S: Source + ?Sized>(result: &S) -> Option<usize> {
    const WHOLE: usize = 8192;
    let len = result.len();
    let whole = result.utf16(0, len) <= WHOLE;
    let text = piece(result, 0, if whole { len } else { result.skip_utf16(0, len, 200) });
    let words: Vec<&str> = text.split_whitespace().take(12).collect();
    let number = |counted: &[&str]| {
        words.windows(2).find_map(|pair| {
            let what = pair[1].trim_matches(|c: char| !c.is_ascii_alphabetic());
            let count = if pair[0] == "No" { Some(0) } else { pair[0].parse().ok() };
            count.filter(|_| counted.contains(&what))
        })
    };
    // "3 files, 9 matches": the matches are the hits.
    let number = number(&["match", "matches", "result", "results", "hit", "hits", "usages", "references"])
        .or_else(|| number(&["file", "files"]));
    let shown = || text.lines().filter(|line| has_line_number(line)).count();
    number.or_else(|| Some(shown()).filter(|&count| whole && count > 0))
}

/// Returns `true` for `src/a.rs:12: …` or `12:…` as grep prints them, but not for `port: 8080` or `12:30:45`.
fn has_line_number(line: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let mut parts = line.splitn(3, ':');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(file), Some(number), Some(_)) if is_number(number) => is_file(file) && !is_number(file),
        (Some(number), Some(rest), _) => is_number(number) && !rest.starts_with(|c: char| c.is_ascii_digit()),
        _ => false,
    }
}

/// Returns `true` if a path looks like a file: its name has a dot.
pub(super) fn is_file(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    name.contains('.') && !contains(path, "://")
}
