//! Facts: one line in place of a result that names the action, and verbatim text below it.
//!
//! The brackets hold only the model's own words (paths, commands, queries) and numbers; tool output is below them, so
//! no tool can speak in our name.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Write as _;

use crate::call::effect::Kind;
use crate::call::line::{changed, what_or_used};
use crate::call::staleness::{Stale, Staleness};
use crate::compact::call::CallAt;
use crate::compact::plan::rung::Stated;
use crate::forms::{self, neutralise};
use crate::measure::sides;
use crate::number::{counted, grouped};
use crate::source::utf16_len;

/// `[Earlier: Read src/auth.ts lines 1-80 (3,120 chars); changed since]`.
pub(crate) fn fact(call: &CallAt, stale: Staleness, stated: &Stated, hits: Option<usize>) -> String {
    let mut line = what_or_used(call, 1);
    if let Some(hits) = hits {
        let _ = write!(line, ", {}", counted(hits, "hit"));
    }
    if call.failed {
        line.push_str(" - FAILED");
    }
    // A string takes every write.
    let _ = match call.exit.filter(|_| call.failed) {
        Some(code) => write!(line, ", exit code {code} ({})", size(stated)),
        None => write!(line, " ({})", size(stated)),
    };
    line.push_str(match stale.cause() {
        Some((Stale::Resolved, _)) => "; passed later",
        Some((Stale::Changed, _)) => "; changed since",
        Some((Stale::Repeated, _)) if call.effect.kind == Kind::Read => "; read again later",
        Some((Stale::Repeated, _)) => "; again later",
        None => "",
    });
    forms::FACT.with(&[&line])
}

/// Returns the shortest fact: the size of the result and whether its call failed.
pub(crate) fn brief(call: &CallAt, stated: &Stated, names_files: bool) -> String {
    let size = size(stated);
    let failed = if call.failed { "FAILED, " } else { "" };
    if names_files && !call.effect.writes.is_empty() {
        return forms::FACT.with(&[&format!("{} - {failed}{size}", changed(&call.effect))]);
    }
    forms::FACT.with(&[&format!("{failed}{size}")])
}

/// A fact of ours as short as it gets: the arguments say the rest.
pub(crate) fn brief_of(fact: &str, stated: &Stated) -> Option<String> {
    if stated.is_brief {
        return None;
    }
    let failed = if stated.failed { "FAILED, " } else { "" };
    let line = forms::FACT.with(&[&format!("{failed}{}", size(stated))]);
    Some(fact.split_once('\n').map_or(line.clone(), |(_, quotes)| [&*line, "\n", quotes].concat()))
}

/// Returns `true` where the line of a call names the files that it changed: the arguments may have lost them.
pub(crate) fn names_changes(call: &CallAt) -> bool {
    matches!(call.effect.kind, Kind::Write | Kind::Edit | Kind::Delete) && !call.effect.writes.is_empty()
}

/// `3,120 chars, 2 images or files, #k3f9a2bx`; `~780 tokens` where the window is in tokens, of which many are estimated.
fn size(stated: &Stated) -> String {
    let named = |count: u64, one: &str| format!("{} {one}{}", grouped(count), if count == 1 { "" } else { "s" });
    let text =
        stated.tokens.map_or_else(|| named(stated.units, "char"), |tokens| format!("~{}", named(tokens, "token")));
    let media = match stated.media {
        0 => String::new(),
        1 => String::from(", 1 image or file"),
        media => format!(", {media} images or files"),
    };
    let kept = stated.kept.map_or_else(String::new, |reference| format!(", {reference}"));
    [text, media, kept].concat()
}

/// Appends tool output to a fact, escaped so that none of its lines looks like one of our markers.
pub(crate) fn with(fact: &str, quote: &str) -> String {
    if quote.is_empty() { fact.to_string() } else { format!("{fact}\n{}", neutralise(quote)) }
}

/// A text that was cut to its start.
pub(crate) fn start(text: &str, most: usize) -> String {
    let head = crate::failure::units(text, most);
    if head.len() == text.len() {
        return text.to_string();
    }
    format!("{}...[+{}]", head.trim_end(), utf16_len(text.get(head.len()..).unwrap_or_default()))
}

/// A subject that was cut in its middle, to about `most` chars.
pub(crate) fn around(text: &str, most: usize) -> String {
    // Leaves room for the marker, so that a text that was cut is not cut again.
    let is_long = text.chars().nth(most + MARKER).is_some();
    let Some((head, tail)) = is_long.then(|| sides(text, most, most / 2)).flatten() else { return text.to_string() };
    let left = utf16_len(text).saturating_sub(utf16_len(head) + utf16_len(tail));
    format!("{}...[+{left}]...{}", head.trim_end(), tail.trim_start())
}

/// Chars of the longest marker in the middle of a subject.
const MARKER: usize = 20;
