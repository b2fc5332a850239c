//! What a line of code, of JSON or of Markdown looks like, whatever it weighs.

use super::assigned::value_of;
use super::code;
use super::line::{holds, is_name, split, starts, word};
use super::words::{Word, meaning};

/// How much a line looks like code, from 0 to 3.
pub(super) fn code_votes(line: &str) -> usize {
    let text = line.trim_ascii();
    usize::from(code::weight(line) > 0 || is_key(text) || is_statement(text)) + usize::from(ends_as_code(text)) * 2
}

fn ends_as_code(text: &str) -> bool {
    text.ends_with(['{', '}', ';', '(', '['])
        || text.ends_with("=>")
        || text.ends_with("; then")
        || text.ends_with("; do")
        || (text.starts_with('<') && text.ends_with('>'))
        || (text.ends_with(':') && meaning(word(text).0).is_some())
        || text.starts_with("#!/")
        || is_directive(text)
        || matches!(text, ")" | "]" | ")," | "]," | "})" | "})," | "end" | "fi" | "done")
}

/// Of the preprocessor of C.
fn is_directive(text: &str) -> bool {
    let name = text.strip_prefix('#').map_or("", |rest| word(rest).0);
    matches!(name, "if" | "ifdef" | "ifndef" | "else" | "elif" | "endif" | "define" | "undef" | "include" | "pragma")
}

/// `key: value`, as deep as it may stand.
fn is_key(text: &str) -> bool {
    let is_key = |byte: u8| is_name(byte) || matches!(byte, b'-' | b'.');
    let (key, rest) = split(text.strip_prefix("- ").unwrap_or(text), is_key);
    !key.is_empty() && (rest == ":" || rest.starts_with(": "))
}

/// `return x`, `self.count = 3`, `lines.sort(key)`.
fn is_statement(text: &str) -> bool {
    let (target, rest) = split(text, |byte| is_name(byte) || matches!(byte, b'.' | b'[' | b']' | b'\'' | b'"'));
    if target.is_empty() || starts(text, &["if [", "export "]) || holds(text, "\"$") {
        return !target.is_empty();
    }
    // An item of a list.
    if text.starts_with(['"', '\'']) && text.ends_with(',') {
        return true;
    }
    let shell = rest.starts_with('=') && !target.bytes().any(|byte| byte.is_ascii_lowercase());
    let calls = rest.starts_with('(') && text.ends_with([')', ',']);
    let assigns = rest.starts_with([' ', ',']) && value_of(rest).is_some() && !holds(rest, ". ");
    let says = matches!(target, "return" | "raise" | "throw" | "yield" | "pass" | "break" | "continue" | "assert");
    shell || calls || assigns || says || (meaning(target) == Some(Word::Control) && rest.starts_with(" ("))
}

pub(super) fn is_comment(text: &str) -> bool {
    starts(text, &["# ", "//", "* ", "*/"]) || matches!(text, "#" | "*")
}

/// A key of JSON, or a line that is a value by itself, as far as its start tells.
pub(super) fn is_json_key(text: &str) -> bool {
    (text.starts_with('"') && holds(text, "\":")) || starts(text, &["{\"", "[{", "[\"", "[["])
}

/// Marks that little else than Markdown has.
pub(super) fn is_markdown(text: &str) -> bool {
    starts(text, &["## ", "### ", "#### ", "- **", "* **", "- [", "|--", "| --", "!["])
        || text.strip_prefix("**").is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric()))
        || holds(text, "](http")
        || holds(text, ".md)")
}
