//! Messages to the model about empty results and failures, for Rust and JavaScript.

use alloc::string::String;

use super::contract::ContractKind;

/// The answer of a tool without a result. It stays whole, or a marker stands in its place.
pub const NO_RESULT: &str = "Tool execution completed without errors";

pub(super) const FAILED: &str = "Tool Failed: ";
const BAD_INPUT: &str = "bad input: ";
const TRACEBACK: &str = "Traceback:";
const CAUSED_BY: &str = "Caused by: ";
const CONTRACT: &str = "Contract validation failed:";
const PRECONDITIONS: &str = "Preconditions:";
const POSTCONDITIONS: &str = "Postconditions:";
const INVARIANTS: &str = "Invariants:";
/// Replaces [`CONTRACT`] once the tool has run, as a model might run it again otherwise.
const CONTRACT_AFTER: &str = "Contract validation failed after the tool ran:";
const INVARIANT: &str = "invariant ";
/// Between the messages of contracts that are checked as one.
pub(super) const AND: &str = "; ";
pub(super) const OR: &str = "; or ";
const HOLDS: &str = " holds, but must not";
const ITEM: &str = "\n  - ";
/// Indented deeper than an item, so that no line of a message can pass for one.
const NEXT_LINE: &str = "\n    ";
/// Chars that a reader may treat as a line end; CR LF is one.
const BREAKS: &str = "\n\r\u{b}\u{c}\u{1c}\u{1d}\u{1e}\u{85}\u{2028}\u{2029}";
const DOES_NOT_HOLD: &str = " does not hold";
const PRECONDITION: &str = "precondition ";
const POSTCONDITION: &str = "postcondition ";
const BINARY: &str = crate::forms::BINARY.written;
const ONE_BINARY: &str = crate::forms::ONE_BINARY.written;

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
        ("invariants", INVARIANTS),
        ("contractAfter", CONTRACT_AFTER),
        ("invariant", INVARIANT),
        ("and", AND),
        ("or", OR),
        ("holds", HOLDS),
        ("unreadable", crate::forms::UNREADABLE.written),
        ("circular", crate::forms::CIRCULAR.written),
        ("tooDeep", crate::forms::CONTENT_OMITTED.written),
        ("item", ITEM),
        ("nextLine", NEXT_LINE),
        ("breaks", BREAKS),
        ("doesNotHold", DOES_NOT_HOLD),
        ("precondition", PRECONDITION),
        ("postcondition", POSTCONDITION),
        ("binary", BINARY),
        ("oneBinary", ONE_BINARY),
        ("binaryStream", crate::forms::BINARY_STREAM.written),
        ("noMessage", "no message was given"),
        ("noVerdict", "the contract answered neither true nor false nor [valid, message]"),
        ("noArguments", "parse answered no list of arguments"),
        ("rolledBack", "\nThe state before the tool ran was restored."),
        ("notRolledBack", "\nThe state before the tool ran could not be restored: "),
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
    ContractFailures { preconditions, postconditions, invariants: &[], ran: false }.text()
}

/// The messages of failed contracts.
#[derive(Clone, Copy, Debug)]
pub struct ContractFailures<'a, T> {
    /// Messages of preconditions.
    pub preconditions: &'a [T],
    /// Messages of postconditions.
    pub postconditions: &'a [T],
    /// Messages of invariants.
    pub invariants: &'a [T],
    /// True if the tool ran before.
    pub ran: bool,
}

impl<T: AsRef<str>> ContractFailures<'_, T> {
    /// Returns `true` if nothing failed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.preconditions.is_empty() && self.postconditions.is_empty() && self.invariants.is_empty()
    }

    /// Returns the text of [`contract_failure`], with the invariants last.
    ///
    /// ```
    /// use tooltrim::tools::ContractFailures;
    ///
    /// let failed = ContractFailures { invariants: &["stock is below 0"], preconditions: &[], postconditions: &[], ran: true };
    /// assert_eq!(failed.text(), "Contract validation failed after the tool ran:\nInvariants:\n  - stock is below 0");
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::from(if self.ran { CONTRACT_AFTER } else { CONTRACT });
        let sections =
            [(PRECONDITIONS, self.preconditions), (POSTCONDITIONS, self.postconditions), (INVARIANTS, self.invariants)];
        for (title, messages) in sections.into_iter().filter(|(_, messages)| !messages.is_empty()) {
            text.push('\n');
            text.push_str(title);
            for message in messages {
                push_item(&mut text, message.as_ref());
            }
        }
        text
    }
}

/// Returns a description for a tool that has none: the words of its name.
///
/// ```
/// use tooltrim::tools::tool_description;
///
/// assert_eq!(tool_description("readFile"), "Read file");
/// assert_eq!(tool_description("get_HTTP_page2"), "Get HTTP page2");
/// assert_eq!(tool_description(""), "A tool without a description");
/// ```
#[must_use]
pub fn tool_description(name: &str) -> String {
    let mut text = String::new();
    let mut before = ' ';
    for (at, c) in name.char_indices() {
        let next = name.get(at + c.len_utf8()..).and_then(|rest| rest.chars().next());
        let begins = c.is_uppercase() && (before.is_lowercase() || next.is_some_and(char::is_lowercase));
        before = c;
        if !c.is_alphanumeric() || begins {
            if !text.is_empty() && !text.ends_with(' ') {
                text.push(' ');
            }
            if !c.is_alphanumeric() {
                continue;
            }
        }
        if text.is_empty() {
            text.push(c.to_ascii_uppercase());
        } else if begins && next.is_some_and(char::is_lowercase) {
            text.push(c.to_ascii_lowercase());
        } else {
            text.push(c);
        }
    }
    let text = text.trim_end();
    if text.is_empty() { "A tool without a description".into() } else { text.into() }
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

/// Returns the name of a contract: `place` counts from 0.
pub(super) fn name_of(kind: ContractKind, place: usize) -> String {
    let kind = match kind {
        ContractKind::Precondition => PRECONDITION,
        ContractKind::Postcondition => POSTCONDITION,
        ContractKind::Invariant => INVARIANT,
    };
    alloc::format!("{kind}{}", place + 1)
}

/// Returns the message of a contract that fails without one.
pub(super) fn unnamed(name: &str) -> String {
    [name, DOES_NOT_HOLD].concat()
}

/// Returns the text that replaces binary data.
pub(super) fn binary(bytes: usize) -> String {
    if bytes == 1 { ONE_BINARY.into() } else { BINARY.replace("{bytes}", &alloc::format!("{bytes}")) }
}

/// Returns `true` for a message without text.
pub(super) fn is_blank(message: &str) -> bool {
    without_end(message).is_empty()
}
