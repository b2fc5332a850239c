//! What a line of code, of JSON or of Markdown looks like, whatever it weighs.

use super::assigned::value_of;
use super::code;
use super::line::{ends_in, holds, is_one, starts, starts_in, trim};
use super::sets::{KEY, LOWER, NAME, TARGET, any, begins, split, word};
use super::words::{Word, meaning};

/// How much a line looks like code, from 0 to 3.
pub(super) fn code_votes(line: &str) -> usize {
    let text = trim(line);
    usize::from(code::weight(line) > 0 || is_key(text) || is_statement(text)) + usize::from(ends_as_code(text)) * 2
}

fn ends_as_code(text: &str) -> bool {
    ends_in(text, b"{};([")
        || ["=>", "; then", "; do"].iter().any(|end| text.ends_with(end))
        || (text.starts_with('<') && text.ends_with('>'))
        || (text.ends_with(':') && meaning(word(text).0).is_some())
        || text.starts_with("#!/")
        || is_directive(text)
        || is_one(text, &[")", "]", "),", "],", "})", "}),", "end", "fi", "done"])
}

/// Of the preprocessor of C.
fn is_directive(text: &str) -> bool {
    const NAMES: [&str; 10] =
        ["if", "ifdef", "ifndef", "else", "elif", "endif", "define", "undef", "include", "pragma"];
    text.strip_prefix('#').is_some_and(|rest| is_one(word(rest).0, &NAMES))
}

/// `key: value`, as deep as it may stand.
fn is_key(text: &str) -> bool {
    let (key, rest) = split(text.strip_prefix("- ").unwrap_or(text), KEY);
    !key.is_empty() && (rest == ":" || rest.starts_with(": "))
}

/// `return x`, `self.count = 3`, `lines.sort(key)`.
fn is_statement(text: &str) -> bool {
    let (target, rest) = split(text, TARGET);
    if target.is_empty() || starts(text, &["if [", "export "]) || holds(text, "\"$") {
        return !target.is_empty();
    }
    // An item of a list.
    if starts_in(text, b"\"'") && text.ends_with(',') {
        return true;
    }
    let shell = rest.starts_with('=') && !any(target, LOWER);
    let calls = rest.starts_with('(') && ends_in(text, b"),");
    let assigns = starts_in(rest, b" ,") && value_of(rest).is_some() && !holds(rest, ". ");
    let says = is_one(target, &["return", "raise", "throw", "yield", "pass", "break", "continue", "assert"]);
    shell || calls || assigns || says || (meaning(target) == Some(Word::Control) && rest.starts_with(" ("))
}

pub(super) fn is_comment(text: &str) -> bool {
    starts(text, &["# ", "//", "* ", "*/"]) || is_one(text, &["#", "*"])
}

/// A key of JSON, or a line that is a value by itself, as far as its start tells.
pub(super) fn is_json_key(text: &str) -> bool {
    (text.starts_with('"') && holds(text, "\":")) || starts(text, &["{\"", "[{", "[\"", "[["])
}

/// Marks that little else than Markdown has.
pub(super) fn is_markdown(text: &str) -> bool {
    starts(text, &["## ", "### ", "#### ", "- **", "* **", "- [", "|--", "| --", "!["])
        || text.strip_prefix("**").is_some_and(|rest| begins(rest, NAME))
        || holds(text, "](http")
        || holds(text, ".md)")
}
