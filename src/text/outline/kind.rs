//! What a text is, by its first lines and by the path that was read.

use super::TextKind;
use super::line::{Lines, ROOM, cut, holds, is_one, seen, starts, trim};
use super::path::kind_by_name;
use super::votes::Votes;

/// Lines that are looked at, blank ones aside.
const LINES: usize = 60;

/// What a text is. The path is that of what was read, where it is known.
pub(crate) fn kind_of(text: &str, path: Option<&str>) -> TextKind {
    let mut votes = Votes::default();
    let mut kind = path.and_then(kind_by_name);
    for line in Lines::of(text).filter(|line| !trim(line).is_empty()).take(LINES) {
        let mut room = ROOM;
        let line = seen(line, &mut room);
        if votes.none() && kind.is_none() {
            kind = told(line).and_then(kind_by_name);
        }
        if votes.none() && starts(line, &["On branch ", "HEAD detached "]) {
            return TextKind::Listing;
        }
        let line = line.strip_prefix("Output: ").unwrap_or(line);
        votes.count(line, is_wrapper(line));
    }
    votes.kind(kind)
}

/// The path that a tool tells before what it read.
fn told(line: &str) -> Option<&str> {
    if let Some(rest) = line.strip_prefix("<path>") {
        return rest.strip_suffix("</path>");
    }
    if let Some(rest) = line.strip_prefix("The file ") {
        return cut(rest, " has been ").map(|(path, _)| path);
    }
    cut(line.strip_prefix("[File: ")?, " (").map(|(path, _)| path)
}

/// What a tool says around what it returns.
fn is_wrapper(line: &str) -> bool {
    #[rustfmt::skip]
    const STARTS: [&str; 20] = [
        "Exit code: ", "Wall time: ", "Chunk ID: ", "Process exited ", "Process Group ", "Original token count: ",
        "Total output lines: ", "<path>", "<type>", "<content>", "<file>", "</", "(End of file", "[File: ",
        "The file ", "Found ", "Showing ", "Command: ", "Exit Code: ", "Warning: ",
    ];
    starts(line, &STARTS)
        || is_one(line, &["Output:", "[stdout]", "[stderr]", "---", "--", "..."])
        || (line.starts_with('(') && line.ends_with(')') && holds(line, " lines "))
        || (line.starts_with("total ") && line.len() < 16)
}
