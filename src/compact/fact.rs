//! Facts: one line in place of a result that names the action, and verbatim text below it.
//!
//! The brackets hold only the model's own words (paths, commands, queries) and numbers; tool output is below them, so
//! no tool can speak in our name.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Write as _;

use crate::call::effect::Kind;
use crate::call::line::{CHANGES, changed, what_or_used};
use crate::call::staleness::{Stale, Staleness};
use crate::compact::call::CallAt;
use crate::forms::{self, neutralise, sides};
use crate::marker::REF;
use crate::number::{counted, grouped};
use crate::source::utf16_len;

/// `[Earlier: Read src/auth.ts lines 1-80 (3,120 chars); changed since]`.
pub(crate) fn fact(call: &CallAt, stale: Staleness, units: u64, hits: Option<usize>) -> String {
    let mut line = what_or_used(call, 1);
    if let Some(hits) = hits {
        let _ = write!(line, ", {}", counted(hits, "hit"));
    }
    if call.failed {
        line.push_str(" - FAILED");
    }
    // A string takes every write.
    let _ = match call.exit.filter(|_| call.failed) {
        Some(code) => write!(line, ", exit code {code} ({})", size_of(call, units)),
        None => write!(line, " ({})", size_of(call, units)),
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
pub(crate) fn brief(call: &CallAt, units: u64, names_files: bool) -> String {
    let size = size_of(call, units);
    let failed = if call.failed { "FAILED, " } else { "" };
    if names_files && !call.effect.writes.is_empty() {
        return forms::FACT.with(&[&format!("{} - {failed}{size}", changed(&call.effect))]);
    }
    forms::FACT.with(&[&format!("{failed}{size}")])
}

/// Failure, size and quotes that a fact of ours states.
pub(crate) struct Said {
    pub(crate) failed: bool,
    /// Tool output stands below it.
    pub(crate) quotes: bool,
    pub(crate) units: Option<u64>,
}

/// Reads a fact that is known to be ours.
pub(crate) fn said(fact: &str) -> Said {
    let (line, quotes) = fact.split_once('\n').unwrap_or((fact, ""));
    let Size { before, written, .. } = size_in(line);
    let digits = written.split(' ').next().unwrap_or_default().replace(',', "");
    let outcome = before.rsplit_once(", exit code ").map_or(before, |(outcome, _)| outcome);
    Said {
        failed: outcome.ends_with(FAILED) || before == "FAILED",
        quotes: !quotes.is_empty(),
        units: digits.parse().ok(),
    }
}

/// A fact of ours as short as it gets: the arguments say the rest.
pub(crate) fn brief_of(fact: &str) -> Option<String> {
    let (line, quotes) = fact.split_once('\n').unwrap_or((fact, ""));
    let Size { before, written, is_whole } = size_in(line);
    // An edit's files stay: the arguments may have lost them.
    if !is_whole || CHANGES.iter().any(|verb| before.starts_with(verb)) {
        return None;
    }
    let failed = if said(fact).failed { "FAILED, " } else { "" };
    let line = forms::FACT.with(&[&format!("{failed}{written}")]);
    Some(if quotes.is_empty() { line } else { [&*line, "\n", quotes].concat() })
}

const FAILED: &str = " - FAILED";

/// The size in a fact, and what stands before it.
struct Size<'f> {
    before: &'f str,
    written: &'f str,
    /// The size stands in round brackets: the fact is not a brief one.
    is_whole: bool,
}

fn size_in(line: &str) -> Size<'_> {
    let inner = line.strip_prefix("[Earlier: ").unwrap_or(line);
    let inner = inner.strip_suffix(']').unwrap_or(inner);
    let causes = ["; passed later", "; changed since", "; read again later", "; again later"];
    let inner = causes.iter().find_map(|cause| inner.strip_suffix(cause)).unwrap_or(inner);
    if let Some((before, size)) = inner.strip_suffix(')').and_then(|inner| inner.rsplit_once(" (")) {
        return Size { before, written: size, is_whole: true };
    }
    let failed = inner.rsplit_once("FAILED, ").filter(|(before, _)| before.is_empty() || before.ends_with(" - "));
    let written = failed.or_else(|| inner.rsplit_once(" - ")).map_or(inner, |(_, size)| size);
    Size { before: if failed.is_some() { "FAILED" } else { "" }, written, is_whole: false }
}

/// The number of the ref that a fact names.
pub(crate) fn kept_in(fact: &str) -> Option<u64> {
    let (line, _) = fact.split_once('\n').unwrap_or((fact, ""));
    let (_, after) = line.strip_prefix("[Earlier: ")?.rsplit_once(&[", ", REF].concat())?;
    let (number, _) = after.split_once([')', ']'])?;
    number.parse().ok()
}

/// The highest number of a ref that a marker of ours names in a text.
pub(crate) fn marked_in(text: &str) -> Option<u64> {
    let begins = [MARKED, REF].concat();
    let named = text.split(&begins).skip(1);
    named.filter_map(|after| after.split_once(']')?.0.parse().ok()).max()
}

/// Begins the reference of a marker to the full text.
const MARKED: &str = "full text: ";

/// `3,120 chars, 2 images or files, #R1`.
fn size_of(call: &CallAt, units: u64) -> String {
    let chars = format!("{} {}", grouped(units), if units == 1 { "char" } else { "chars" });
    let media = match call.media {
        0 => String::new(),
        1 => String::from(", 1 image or file"),
        media => format!(", {media} images or files"),
    };
    let kept = call.kept.map_or_else(String::new, |number| format!(", {REF}{number}"));
    [chars, media, kept].concat()
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
