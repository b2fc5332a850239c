//! A call and its result as text, for hosts and gateways that take no structured calls.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use core::fmt::Write as _;

use crate::error::{Error, ErrorKind};

/// How a call looks as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rendering {
    /// `<!-- prior-tool: NAME | id: ID | args: JSON -->`. The default: models imitate the other form and write calls as text.
    #[default]
    Comments,
    /// `[Tool Call: NAME(JSON) -> call_id: ID]`.
    Brackets,
}

impl Rendering {
    /// The rendering that an option names; the default when it names none.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidOption`] for a name that no rendering has.
    pub fn given(name: Option<&str>) -> Result<Self, Error> {
        match name {
            None | Some("comments") => Ok(Self::Comments),
            Some("brackets") => Ok(Self::Brackets),
            Some(name) => {
                let message = format!("rendering: \"{name}\" is not one of \"comments\", \"brackets\"");
                Err(Error::new(ErrorKind::InvalidOption, message))
            }
        }
    }
}

/// How our own lines begin. A tool may print them, too.
const MARKERS: [&str; 8] = [
    "[line ",
    "[lines ",
    "<!-- prior-tool",
    "[Tool Call:",
    "[Tool Result for",
    "[Earlier",
    "[Errors encountered:]",
    "... [truncated",
];

/// A call as one line of text.
///
/// ```
/// use tooltrim::{Rendering, call_text};
///
/// let args = r#"{"city":"Paris"}"#;
/// assert_eq!(
///     call_text(Rendering::Comments, "get_weather", "call_1", args),
///     r#"<!-- prior-tool: get_weather | id: call_1 | args: {"city":"Paris"} -->"#,
/// );
/// assert_eq!(
///     call_text(Rendering::Brackets, "get_weather", "call_1", args),
///     r#"[Tool Call: get_weather({"city":"Paris"}) -> call_id: call_1]"#,
/// );
/// ```
///
/// `args` is compact JSON. In comments `-->` becomes `--\u003e`, which is the same JSON and ends no comment; line breaks
/// in names and ids become `\n`.
#[must_use]
pub fn call_text(rendering: Rendering, name: &str, id: &str, args: &str) -> String {
    let (name, id, args) = (one_line(name), one_line(id), json_line(args));
    match rendering {
        Rendering::Comments => {
            let [name, id, args] = [&*name, &id, &args].map(end_no_comment);
            format!("<!-- prior-tool: {name} | id: {id} | args: {args} -->")
        }
        Rendering::Brackets => format!("[Tool Call: {name}({args}) -> call_id: {id}]"),
    }
}

/// A result as text, below a line that says whose it is.
///
/// ```
/// use tooltrim::{Rendering, result_text};
///
/// assert_eq!(result_text(Rendering::Comments, "call_1", "22 °C"), "<!-- prior-tool-result: call_1 -->\n22 °C");
/// assert_eq!(result_text(Rendering::Brackets, "call_1", "22 °C"), "[Tool Result for call_1]: 22 °C");
/// ```
///
/// Lines of the result that begin like our own markers get a leading backslash.
#[must_use]
pub fn result_text(rendering: Rendering, id: &str, result: &str) -> String {
    let (id, result) = (one_line(id), neutralise(result));
    match rendering {
        Rendering::Comments => format!("<!-- prior-tool-result: {} -->\n{result}", end_no_comment(&id)),
        Rendering::Brackets => format!("[Tool Result for {id}]: {result}"),
    }
}

/// A text from a tool in which no line begins like one of ours.
pub(crate) fn neutralise(text: &str) -> Cow<'_, str> {
    if !MARKERS.iter().any(|marker| text.contains(marker)) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for line in text.split_inclusive(is_break) {
        let begins = line.trim_start_matches(is_unseen);
        if MARKERS.iter().any(|marker| begins.starts_with(marker)) {
            safe.push('\\');
        }
        safe.push_str(line);
    }
    Cow::Owned(safe)
}

/// What some reader takes for the end of a line.
fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Both ends of an HTML comment, written as JSON may write them.
fn end_no_comment(part: &str) -> String {
    part.replace("-->", "--\\u003e").replace("--!>", "--!\\u003e")
}

/// What may stand before a marker without being seen.
fn is_unseen(c: char) -> bool {
    let joins_or_directs = matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2061}'..='\u{206f}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}'
    );
    joins_or_directs || c.is_whitespace() || c.is_control() || is_blank_mark(c)
}

/// A byte order mark and its like, which join nothing.
fn is_blank_mark(c: char) -> bool {
    matches!(c, '\u{feff}' | '\u{200b}' | '\u{2060}' | '\u{180e}')
}

/// JSON on one line: what JSON may hold as it is, and some reader takes for the end of a line, as an escape.
fn json_line(json: &str) -> String {
    let mut line = String::with_capacity(json.len());
    for c in json.chars() {
        if is_break(c) || c.is_control() {
            // A string takes every write.
            let _ = write!(line, "\\u{:04x}", u32::from(c));
        } else {
            line.push(c);
        }
    }
    line
}

/// A text on one line: each line break as `\n`, colours, other control chars and byte order marks left out.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    if !text.contains(|c: char| is_break(c) || c.is_control() || is_blank_mark(c)) {
        return Cow::Borrowed(text);
    }
    let mut line = String::with_capacity(text.len() + 8);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            // CR LF is one break.
            '\r' if chars.peek() == Some(&'\n') => {}
            '\t' => line.push(' '),
            '\u{1b}' if chars.peek() == Some(&'[') => while chars.next().is_some_and(|c| !c.is_ascii_alphabetic()) {},
            _ if is_break(c) => line.push_str("\\n"),
            _ if c.is_control() || is_blank_mark(c) => {}
            _ => line.push(c),
        }
    }
    Cow::Owned(line)
}
