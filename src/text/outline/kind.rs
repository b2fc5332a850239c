//! What a text is, by its first lines and by the path that was read.

use super::entry::Entry;
use super::hits::{self, Hit};
use super::line::{ROOM, holds, is_name, seen, split, starts};
use super::number::Number;
use super::path::kind_by_name;
use super::{TextKind, code, log};

/// Lines that are looked at, blank ones aside.
const LINES: usize = 60;

/// What a text is. The path is that of what was read, where it is known.
pub(crate) fn kind_of(text: &str, path: Option<&str>) -> TextKind {
    let mut votes = Votes::default();
    let mut kind = path.and_then(kind_by_name);
    for line in text.lines().filter(|line| !line.trim_ascii().is_empty()).take(LINES) {
        let mut room = ROOM;
        let line = seen(line, &mut room);
        if votes.lines == 0 && kind.is_none() {
            kind = told(line).and_then(kind_by_name);
        }
        if votes.lines == 0 && starts(line, &["On branch ", "HEAD detached "]) {
            return TextKind::Listing;
        }
        votes.count(line.strip_prefix("Output: ").unwrap_or(line));
    }
    votes.kind(kind)
}

/// The path that a tool tells before what it read.
fn told(line: &str) -> Option<&str> {
    if let Some(rest) = line.strip_prefix("<path>") {
        return rest.strip_suffix("</path>");
    }
    if let Some(rest) = line.strip_prefix("The file ") {
        return rest.split_once(" has been ").map(|(path, _)| path);
    }
    line.strip_prefix("[File: ").and_then(|rest| rest.split([' ', ']']).next())
}

/// What a tool says around what it returns.
fn is_wrapper(line: &str) -> bool {
    const STARTS: [&str; 20] = [
        "Exit code: ",
        "Wall time: ",
        "Chunk ID: ",
        "Process exited ",
        "Process Group ",
        "Original token count: ",
        "Total output lines: ",
        "<path>",
        "<type>",
        "<content>",
        "<file>",
        "</",
        "(End of file",
        "[File: ",
        "The file ",
        "Found ",
        "Showing ",
        "Command: ",
        "Exit Code: ",
        "Warning: ",
    ];
    starts(line, &STARTS)
        || matches!(line, "Output:" | "[stdout]" | "[stderr]" | "---" | "--" | "...")
        || (line.starts_with('(') && line.ends_with(')') && holds(line, " lines "))
        || (line.starts_with("total ") && line.len() < 16)
}

/// What the lines look like.
#[derive(Clone, Copy, Debug, Default)]
struct Votes {
    /// All that were counted.
    lines: usize,
    diff: usize,
    /// A mark that no other text has.
    diff_marks: usize,
    hits: usize,
    /// Lines with numbers as searches print them, and how many of those follow the line before.
    numbered: usize,
    following: usize,
    last: u32,
    /// Lines with numbers as only what reads files prints them.
    read: usize,
    /// Paths that stand alone.
    headings: usize,
    entries: usize,
    /// Entries that are words and nothing more.
    bare: usize,
    json: usize,
    /// Keys, or whole values, of JSON.
    is_json: bool,
    markdown: usize,
    heading: bool,
    /// Between two fences of Markdown.
    fenced: bool,
    /// Twice as many as lines.
    code: usize,
    log: usize,
}

impl Votes {
    fn count(&mut self, line: &str) {
        self.headings += usize::from(hits::heading(line).is_some());
        if is_wrapper(line) {
            return;
        }
        self.lines += 1;
        self.diff_marks += usize::from(starts(line, &["diff --git ", "@@ -"]));
        self.diff += usize::from(line.starts_with(['+', '-', ' ', '@']) || starts(line, &["diff ", "index "]));
        self.hits += usize::from(Hit::of(line).is_some() || hits::is_context(line));
        let entry = Entry::of(line);
        self.entries += usize::from(entry.is_some());
        self.bare += usize::from(entry.is_some_and(|entry| entry.bare));
        let mut inside = line;
        if let Some(number) = Number::of(line) {
            self.read += usize::from(matches!(number.mark, b'>' | b'\t' | b'|'));
            if matches!(number.mark, b':' | b'-') {
                self.numbered += 1;
                self.following += usize::from(self.numbered > 1 && number.value == self.last.wrapping_add(1));
                self.last = number.value;
            }
            inside = number.text;
        }
        self.count_content(inside);
    }

    fn count_content(&mut self, line: &str) {
        let text = line.trim_ascii();
        if text.starts_with("```") {
            self.fenced = !self.fenced;
            self.heading = true;
            self.markdown += 1;
            return;
        }
        let key = text.starts_with('"') && holds(text, "\":");
        self.is_json |= key || is_value(text);
        let scalar = text.starts_with('"') && text.ends_with(['"', ',']);
        let marks = !text.is_empty() && text.bytes().all(|byte| b"{}[], ".contains(&byte));
        self.json += usize::from(key || scalar || marks || is_value(text));
        let strong = starts(text, &["## ", "### ", "#### ", "- **", "* **", "- [", "|--", "| --", "!["])
            || text.strip_prefix("**").is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric()))
            || holds(text, "](http")
            || holds(text, ".md)");
        let weak = starts(text, &["# ", "- ", "* ", "1. ", "2. ", "| ", "> "]);
        self.heading |= strong;
        self.markdown += usize::from(strong || weak || self.fenced);
        if !self.fenced {
            self.code += usize::from(code::weight(line) > 0 || is_key(text)) + usize::from(is_code(text)) * 2;
        }
        self.log += usize::from(log::weight(line) > 0 || log::is_logged(line));
    }

    fn kind(&self, named: Option<TextKind>) -> TextKind {
        let lines = self.lines;
        let most = |count: usize, of_ten: usize| count > 0 && count * 10 >= lines * of_ten;
        if self.diff_marks > 0 && most(self.diff, 6) {
            return TextKind::Diff;
        }
        // Numbers of a search have gaps, or few lines; those of a file that was read follow one another.
        let apart = self.following < 2 || self.following * 3 < self.numbered * 2;
        if most(self.hits, 5) || (most(self.numbered, 5) && (apart || (self.headings > 0 && named.is_none()))) {
            return TextKind::Hits;
        }
        if let Some(kind) = named {
            return kind;
        }
        let named_entries = self.entries - self.bare;
        if self.is_json && most(self.json, 8) {
            TextKind::Json
        } else if most(self.entries, 7) && (named_entries > 0 || self.entries > 2) {
            TextKind::Listing
        } else if self.heading && most(self.markdown, 2) && self.markdown * 2 >= self.code {
            TextKind::Markdown
        } else if most(self.read.max(self.following), 7)
            || (most(self.code, if lines < 3 { 20 } else { 9 }) && self.code > self.log)
        {
            TextKind::Code
        } else if most(self.log, 2) {
            TextKind::Log
        } else if lines > 2 && most(self.code, 6) {
            TextKind::Code
        } else {
            TextKind::Plain
        }
    }
}

/// A line that is a value of JSON by itself, as far as its start tells.
fn is_value(text: &str) -> bool {
    starts(text, &["{\"", "[{", "[\"", "[["])
}

/// How lines of code end, and how comments begin.
fn is_code(text: &str) -> bool {
    text.ends_with(['{', '}', ';', '(', '['])
        || text.ends_with("=>")
        || (text.starts_with('<') && text.ends_with('>'))
        || starts(text, &["//", "/*", "* ", "*/", "#!/"])
        || matches!(text, ")" | "]" | ")," | "]," | "})" | "})," | "end" | "fi" | "done")
}

/// `key: value`, as deep as it may stand.
fn is_key(text: &str) -> bool {
    let (key, rest) =
        split(text.strip_prefix("- ").unwrap_or(text), |byte| is_name(byte) || matches!(byte, b'-' | b'.'));
    !key.is_empty() && (rest == ":" || rest.starts_with(": "))
}
