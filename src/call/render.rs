//! Text forms of a call and its result, for hosts and gateways that take no structured calls.

use alloc::format;
use alloc::string::String;
use core::fmt::Write as _;

use crate::error::{Error, ErrorKind};
use crate::forms::{self, is_break, neutralise};

/// Text form of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rendering {
    /// `<!-- prior-tool: NAME | id: ID | args: JSON -->`. The default: models imitate the bracket form and write calls
    /// as text.
    #[default]
    Comments,
    /// `[Tool Call: NAME(JSON) -> call_id: ID]`.
    Brackets,
}

impl Rendering {
    /// Returns the rendering that an option names, or the default for `None`.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidOption`] for an unknown name.
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

/// Returns a call as one line of text.
///
/// ```
/// use tooltrim::calls::{Rendering, call_text};
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
/// `args` is compact JSON. In comments `-->` becomes `--\u003e`, which is equal JSON but does not end the comment; line
/// breaks in names and ids become `\n`.
#[must_use]
pub fn call_text(rendering: Rendering, name: &str, id: &str, args: &str) -> String {
    let args = json_line(args);
    match rendering {
        Rendering::Comments => forms::CALL_COMMENT.with(&[&field(name), &field(id), &end_no_comment(&args)]),
        Rendering::Brackets => forms::CALL_BRACKETS.with(&[name, &args, id]),
    }
}

/// Returns a result as text, below a line that names its call.
///
/// ```
/// use tooltrim::calls::{Rendering, result_text};
///
/// assert_eq!(result_text(Rendering::Comments, "call_1", "22 °C"), "<!-- prior-tool-result: call_1 -->\n22 °C");
/// assert_eq!(result_text(Rendering::Brackets, "call_1", "22 °C"), "[Tool Result for call_1]: 22 °C");
/// ```
///
/// Lines of the result that begin like our own markers get a leading backslash.
#[must_use]
pub fn result_text(rendering: Rendering, id: &str, result: &str) -> String {
    below(rendering, id, &neutralise(result))
}

/// Puts a text that is already neutralised below the line that names its call.
pub(crate) fn below(rendering: Rendering, id: &str, safe: &str) -> String {
    match rendering {
        Rendering::Comments => forms::RESULT_COMMENT.with(&[&field(id)]) + "\n" + safe,
        Rendering::Brackets => forms::RESULT_BRACKETS.with(&[id]) + safe,
    }
}

/// Escapes both endings of an HTML comment as JSON allows, so that they do not end this one.
fn end_no_comment(part: &str) -> String {
    let (mut safe, mut rest) = (String::with_capacity(part.len()), part);
    while let Some((before, after)) = rest.split_once('>') {
        let ends = before.ends_with("--") || before.ends_with("--!");
        safe += before;
        safe += if ends { "\\u003e" } else { ">" };
        rest = after;
    }
    safe + rest
}

/// Escapes a name or an id, so that it ends neither the comment nor its own field.
fn field(part: &str) -> String {
    end_no_comment(part).replace('|', "\\|")
}

/// Returns JSON on one line: control chars and the line breaks that JSON allows unescaped become escapes.
fn json_line(json: &str) -> String {
    let mut line = String::with_capacity(json.len());
    for c in json.chars() {
        if is_break(c) || c.is_control() {
            // Writing to a string cannot fail.
            let _ = write!(line, "\\u{:04x}", u32::from(c));
        } else {
            line.push(c);
        }
    }
    line
}
