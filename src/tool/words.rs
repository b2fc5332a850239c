//! Messages to the model about empty results and failures, for Rust and JavaScript.

use alloc::string::String;

/// The answer of a tool without a result. It is never cut.
pub const NO_RESULT: &str = "Tool execution completed without errors";

const FAILED: &str = "Tool Failed: ";
const BAD_INPUT: &str = "bad input: ";
const TRACEBACK: &str = "Traceback:";
const CAUSED_BY: &str = "Caused by: ";
const CONTRACT: &str = "Contract validation failed:";
const PRECONDITIONS: &str = "Preconditions:";
const POSTCONDITIONS: &str = "Postconditions:";
const ITEM: &str = "\n  - ";
/// Indented deeper than an item, so that no line of a message can pass for one.
const NEXT_LINE: &str = "\n    ";
/// Chars that a reader may treat as a line end; CR LF is one.
const BREAKS: &str = "\n\r\u{b}\u{c}\u{1c}\u{1d}\u{1e}\u{85}\u{2028}\u{2029}";
const DOES_NOT_HOLD: &str = " does not hold";
const PRECONDITION: &str = "precondition ";
const POSTCONDITION: &str = "postcondition ";
const BINARY: &str = crate::forms::BINARY.written;

/// Returns all message parts by name, for hosts that join them themselves because a long text should not cross to the
/// core.
///
/// ```
/// let words = tooltrim::tools::tool_words();
/// assert!(words.contains(&("noResult", tooltrim::tools::NO_RESULT)));
/// ```
#[must_use]
pub fn tool_words() -> &'static [(&'static str, &'static str)] {
    &[
        ("noResult", NO_RESULT),
        ("failed", FAILED),
        ("badInput", BAD_INPUT),
        ("traceback", TRACEBACK),
        ("causedBy", CAUSED_BY),
        ("contract", CONTRACT),
        ("preconditions", PRECONDITIONS),
        ("postconditions", POSTCONDITIONS),
        ("item", ITEM),
        ("nextLine", NEXT_LINE),
        ("breaks", BREAKS),
        ("doesNotHold", DOES_NOT_HOLD),
        ("precondition", PRECONDITION),
        ("postcondition", POSTCONDITION),
        ("binary", BINARY),
        ("binaryStream", crate::forms::BINARY_STREAM.written),
        ("noMessage", "no message was given"),
        ("noVerdict", "the contract answered neither true nor false nor [valid, message]"),
        ("noArguments", "parse answered no list of arguments"),
        ("asynchronous", "the tool is asynchronous, use toolify"),
        ("asynchronousContract", "the contract is asynchronous, use toolify"),
        ("asynchronousParse", "parse is asynchronous, use toolify"),
        ("unbounded", "the result could not be bounded"),
    ]
}

fn is_break(char: char) -> bool {
    BREAKS.contains(char)
}

/// Returns the text for failed contracts: every message, with a section only if it has some. The lines of a message are
/// indented, so that none can pass for another item.
///
/// ```
/// use tooltrim::tools::contract_failure;
///
/// assert_eq!(
///     contract_failure(&["Title cannot be empty"], &["Invalid markdown:\nMissing closing bracket on line 5"]),
///     "Contract validation failed:\n\
///      Preconditions:\n  - Title cannot be empty\n\
///      Postconditions:\n  - Invalid markdown:\n    Missing closing bracket on line 5",
/// );
/// ```
#[must_use]
pub fn contract_failure<T: AsRef<str>>(preconditions: &[T], postconditions: &[T]) -> String {
    let mut text = String::from(CONTRACT);
    for (title, messages) in [(PRECONDITIONS, preconditions), (POSTCONDITIONS, postconditions)] {
        if messages.is_empty() {
            continue;
        }
        text.push('\n');
        text.push_str(title);
        for message in messages {
            push_item(&mut text, message.as_ref());
        }
    }
    text
}

fn push_item(text: &mut String, message: &str) {
    text.push_str(ITEM);
    let mut before = None;
    for char in without_end(message).chars() {
        if !is_break(char) {
            text.push(char);
        } else if (before, char) != (Some('\r'), '\n') {
            text.push_str(NEXT_LINE);
        }
        before = Some(char);
    }
}

fn without_end(message: &str) -> &str {
    message.trim_end_matches(|char| matches!(char, ' ' | '\t') || is_break(char))
}

/// Returns the text for a failed tool: its message and its traces. The first trace is the failure's own (or empty), the
/// others belong to its causes.
///
/// ```
/// use tooltrim::tools::tool_failure;
///
/// assert_eq!(tool_failure("disk full", &[] as &[&str]), "Tool Failed: disk full");
/// assert_eq!(
///     tool_failure("disk full", &["Error: disk full\n    at write (a.js:1:2)", "Error: ENOSPC"]),
///     "Tool Failed: disk full\nTraceback:\nError: disk full\n    at write (a.js:1:2)\nCaused by: Error: ENOSPC",
/// );
/// ```
#[must_use]
pub fn tool_failure<T: AsRef<str>>(message: &str, traces: &[T]) -> String {
    let mut text = [FAILED, message].concat();
    let traces = traces.iter().map(T::as_ref).enumerate().filter(|(_, trace)| !trace.is_empty());
    for (line, (at, trace)) in traces.enumerate() {
        if line == 0 {
            text.push('\n');
            text.push_str(TRACEBACK);
        }
        text.push('\n');
        if at > 0 {
            text.push_str(CAUSED_BY);
        }
        text.push_str(trace);
    }
    text
}

/// Returns the text for input that could not be read.
pub(super) fn bad_input(message: &str) -> String {
    [FAILED, BAD_INPUT, message].concat()
}

/// Returns the message of a contract that fails without one: `place` counts from 0.
pub(super) fn unnamed(is_post: bool, place: usize) -> String {
    let kind = if is_post { POSTCONDITION } else { PRECONDITION };
    alloc::format!("{kind}{}{DOES_NOT_HOLD}", place + 1)
}

/// Returns the text that replaces binary data.
pub(super) fn binary(bytes: usize) -> String {
    BINARY.replace("{bytes}", &alloc::format!("{bytes}"))
}

/// Returns `true` for a message without text.
pub(super) fn is_blank(message: &str) -> bool {
    without_end(message).is_empty()
}
