//! Splits the name of a tool into the server prefix and the tool's own words.
//!
//! Non-ASCII bytes belong to the surrounding word: no separator of names uses them.

/// Prefixes of VS Code's and Continue's own tools.
const PREFIXES: [&str; 2] = ["copilot_", "builtin_"];

/// Returns the tool's own part of a name, after the server prefix.
///
/// Prefixes look like `mcp__server__tool`, `server.tool`, `server/tool`, `server:tool`, `mcp_server_tool` or
/// `mcp0_tool`. The last of these parts that contains a letter is the tool.
pub(super) fn tool_of(name: &str) -> &str {
    let name = without_server(name);
    let (mut start, mut tool, mut before) = (0, 0..0, 0);
    for (at, byte) in name.bytes().enumerate() {
        if matches!(byte, b'.' | b'/' | b':') || (byte, before) == (b'_', b'_') {
            start = at + 1;
        } else if is_letter(byte) || start == tool.start {
            tool = start..at + 1;
        }
        before = byte;
    }
    let tool = name.get(tool).unwrap_or_default();
    PREFIXES.iter().find_map(|prefix| tool.strip_prefix(prefix)).unwrap_or(tool)
}

/// Removes `mcp_server_` or `mcp0_`. The server is assumed to end at its first `_`: a name with more is ambiguous.
fn without_server(name: &str) -> &str {
    let Some(rest) = name.strip_prefix("mcp") else { return name };
    let after_number = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    if after_number.len() < rest.len() {
        return after_number.strip_prefix('_').unwrap_or(name);
    }
    match rest.strip_prefix('_').and_then(|rest| rest.split_once('_')) {
        Some((server, tool)) if !server.is_empty() && !tool.is_empty() => tool,
        _ => name,
    }
}

const fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || !byte.is_ascii()
}

const fn is_in_word(byte: u8) -> bool {
    is_letter(byte) || byte.is_ascii_digit()
}

/// Returns `true` if two names have the same letters and digits in the same order, ignoring case and separators.
pub(super) fn same_name(known: &str, name: &str) -> bool {
    letters(known).eq(letters(name))
}

fn letters(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().filter(|byte| is_in_word(*byte)).map(|byte| byte.to_ascii_lowercase())
}

/// Length limit of a known word, including a final `s`.
const LONGEST: usize = 16;

/// A word in lower case; empty if it is too long to be known.
#[derive(Clone, Copy)]
pub(super) struct Word {
    letters: [u8; LONGEST],
    len: usize,
}

impl Word {
    pub(super) fn new(word: &[u8]) -> Self {
        let mut letters = [0; LONGEST];
        for (letter, byte) in letters.iter_mut().zip(word) {
            *letter = byte.to_ascii_lowercase();
        }
        Self { letters, len: if word.len() <= LONGEST { word.len() } else { 0 } }
    }

    pub(super) fn text(&self) -> &str {
        self.letters.get(..self.len).and_then(|letters| str::from_utf8(letters).ok()).unwrap_or_default()
    }

    /// Returns the word without the `s` of a plural or of a third person, if it has one: `file` of `files`.
    pub(super) fn singular(&self) -> Option<&str> {
        self.text().strip_suffix('s')
    }
}

/// Returns the words of a name, split at separators and at changes of case or kind of character: `get`, `HTTP`, `Page`,
/// `2` in `getHTTPPage2`.
pub(super) fn words(name: &str) -> impl Iterator<Item = Word> {
    let mut rest = name.as_bytes();
    core::iter::from_fn(move || {
        let start = rest.iter().position(|byte| is_in_word(*byte))?;
        let (word, left) = rest[start..].split_at(word_end(&rest[start..]));
        rest = left;
        Some(Word::new(word))
    })
}

/// Returns the end of the word at the start of a name.
fn word_end(name: &[u8]) -> usize {
    let ends = |at: usize| {
        let (before, byte, after) = (name[at - 1], name[at], name.get(at + 1));
        // The last of several capitals belongs to the next word: `HTTP` and `Page`.
        let capitalized = before.is_ascii_lowercase() || after.is_some_and(u8::is_ascii_lowercase);
        !is_in_word(byte)
            || before.is_ascii_digit() != byte.is_ascii_digit()
            || (byte.is_ascii_uppercase() && capitalized)
    };
    (1..name.len()).find(|&at| ends(at)).unwrap_or(name.len())
}
