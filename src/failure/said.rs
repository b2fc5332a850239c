//! The first line of a failed output on which a word for failure stands.

use super::harness::is_banner;
use super::output::Output;
use super::terms::Kind;
use super::token::Token;
use super::trigger;
use super::within::first;

/// Bytes of a line to read.
const SEEN: usize = 300;
/// Bytes between `handles` and what it speaks of.
const NEAR: usize = 30;

/// Returns the first line with a word for failure, whatever the line says of it: a search for "error" finds that one first.
pub(super) fn said(output: &Output<'_>) -> Option<usize> {
    output.told(false).find(|&at| {
        let line = output.line(at);
        names_failure(line) && !is_banner(line) && !output.class(at).well
    })
}

fn names_failure(line: &str) -> bool {
    let line = first(line, SEEN);
    if trigger::find(line.as_bytes()).is_none() {
        return false;
    }
    let (mut counts_none, mut mentioned) = (false, None);
    Token::all(line).any(|word| {
        let kind = word.meaning();
        let is_severe = matches!(kind, Some(Kind::Fatal | Kind::Error)) || word.text().eq_ignore_ascii_case("cannot");
        let is_word = is_severe && stands_alone(&word) && !is_none(&word);
        let is_mentioned = mentioned.is_some_and(|end| word.start() <= end + NEAR);
        let found = (is_word && !counts_none && !is_mentioned) || is_thrown(&word);
        // `0 errors`, `no failed tests`; `handles errors`.
        counts_none = kind == Some(Kind::Zero) || counts_none && kind.is_none() && word.number().is_none();
        if kind == Some(Kind::Mention) {
            mentioned = Some(word.end());
        }
        found
    })
}

/// Returns `true` for a word that is no part of a path, an option or a member: `error.rs`, `--no-error`, `a.failed`.
fn stands_alone(word: &Token<'_>) -> bool {
    let member = word.after().strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| !c.is_whitespace()));
    !matches!(word.byte_before(), Some(b'.' | b'/' | b'-')) && word.byte_after() != Some(b'-') && !member
}

/// `errors: 0`, `"error": null`.
fn is_none(word: &Token<'_>) -> bool {
    matches!(word.value(), Some("0" | "null" | "false" | "none"))
}

/// The name of a class of errors where a message begins or a trace ends: `TypeError: ...`, `CommandNotFoundException`.
fn is_thrown(word: &Token<'_>) -> bool {
    let text = word.text();
    matches!(word.byte_after(), None | Some(b':'))
        && text.as_bytes().first().is_some_and(u8::is_ascii_uppercase)
        && ["Error", "Exception"].iter().any(|end| text.len() > end.len() && text.ends_with(end))
}
