//! Facts: one line in place of a result that says what was done, and below it text that is kept verbatim.
//!
//! Only what the model itself wrote (paths, commands, queries) and numbers stand within the brackets; what a tool printed stands
//! below them, so that no tool can speak in our name.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use crate::compact::call::Call;
use crate::compact::call::effect::{Effect, Kind};
use crate::compact::call::shell::View;
use crate::compact::call::staleness::Staleness;
use crate::forms::{self, neutralise};
use crate::history::shorten;
use crate::marker::REF;
use crate::number::grouped;
use crate::source::utf16_len;

/// Chars of a path, a query, a command.
const SUBJECT: usize = 160;
const COMMAND: usize = 80;
/// Files that are named.
const FILES: usize = 8;

/// `[Earlier: Read src/auth.ts lines 1-80 (3,120 chars); changed since]`.
pub(crate) fn fact(call: &Call, stale: Staleness, units: u64, hits: Option<usize>) -> String {
    let mut line = what(call);
    if let Some(hits) = hits {
        let _ = write!(line, ", {hits} hit(s)");
    }
    if call.failed {
        line.push_str(" - FAILED");
    }
    // A string takes every write.
    let _ = match call.exit.filter(|_| call.failed) {
        Some(code) => write!(line, ", exit code {code} ({})", size_of(call, units)),
        None => write!(line, " ({})", size_of(call, units)),
    };
    if stale.resolved {
        line.push_str("; passed later");
    } else if stale.changed {
        line.push_str("; changed since");
    } else if stale.again {
        line.push_str(if call.effect.kind == Kind::Read { "; read again later" } else { "; again later" });
    }
    forms::FACT.with(&[&line])
}

/// The least that can be said: that there was a result, how large, and whether it was one of a failure.
pub(crate) fn brief(call: &Call, units: u64, names_files: bool) -> String {
    let size = size_of(call, units);
    let failed = if call.failed { "FAILED, " } else { "" };
    if names_files && !call.effect.writes.is_empty() {
        return forms::FACT.with(&[&format!("Edited {} - {failed}{size}", files(&call.effect.writes))]);
    }
    forms::FACT.with(&[&format!("{failed}{size}")])
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

/// `3,120 chars, 2 image(s) or file(s), #R1`.
fn size_of(call: &Call, units: u64) -> String {
    let chars = format!("{} chars", grouped(units));
    let media = if call.media > 0 { format!(", {} image(s) or file(s)", call.media) } else { String::new() };
    let kept = call.kept.map_or_else(String::new, |number| format!(", {REF}{number}"));
    [chars, media, kept].concat()
}

/// Below a fact what the tool said, so that none of its lines begins like one of ours.
pub(crate) fn with(fact: &str, said: &str) -> String {
    if said.is_empty() { fact.to_string() } else { format!("{fact}\n{}", neutralise(said)) }
}

/// The effect of a call in a few words.
pub(crate) fn what(call: &Call) -> String {
    let effect = &call.effect;
    let command = || effect.command.as_deref().map(|command| format!("`{}`", shorten(command, COMMAND)));
    match effect.kind {
        Kind::Read if !effect.views.is_empty() => format!("Read {}", views(&effect.views)),
        Kind::Fetch if !effect.views.is_empty() => format!("Fetched {}", views(&effect.views)),
        Kind::Write if !effect.writes.is_empty() => format!("Wrote {}{}", files(&effect.writes), change(effect)),
        Kind::Delete if !effect.writes.is_empty() => format!("Deleted {}", files(&effect.writes)),
        Kind::Edit if !effect.writes.is_empty() => format!("Edited {}{}", files(&effect.writes), change(effect)),
        Kind::Search if effect.query.is_some() => {
            let query = shorten(effect.query.as_deref().unwrap_or_default(), SUBJECT);
            let place = if effect.views.is_empty() { String::new() } else { format!(" in {}", views(&effect.views)) };
            format!("Searched \"{query}\"{place}")
        }
        _ => match command() {
            Some(command) => format!("Ran {command}"),
            None => format!("Used {}", shorten(&call.name, SUBJECT)),
        },
    }
}

fn views(views: &[View]) -> String {
    let shown: Vec<String> = views
        .iter()
        .take(FILES)
        .map(|view| {
            let path = shorten(&view.path, SUBJECT);
            match (view.first, view.last) {
                (None | Some(1), None) => path,
                (Some(first), None) => format!("{path} from line {first}"),
                (first, Some(last)) => format!("{path} lines {}-{last}", first.unwrap_or(1)),
            }
        })
        .collect();
    shown.join(", ") + &more(views.len())
}

/// All of them: which files were changed is never lost.
pub(crate) fn files(paths: &[String]) -> String {
    let shown: Vec<String> = paths.iter().map(|path| shorten(path, SUBJECT)).collect();
    shown.join(", ")
}

fn more(count: usize) -> String {
    if count > FILES { format!(", +{} more", count - FILES) } else { String::new() }
}

/// `, 3 line(s) -> 5 line(s)`, or `, 120 line(s)` for a new text.
fn change(effect: &Effect) -> String {
    match (effect.old_lines, effect.new_lines) {
        (Some(old), Some(new)) => format!(", {old} line(s) -> {new} line(s)"),
        (None, Some(new)) => format!(", {new} line(s)"),
        _ => String::new(),
    }
}

/// A text that was cut to its start.
pub(crate) fn start(text: &str, most: usize) -> String {
    let head = crate::failure::units(text, most);
    if head.len() == text.len() {
        return text.to_string();
    }
    format!("{}...[+{}]", head.trim_end(), utf16_len(text.get(head.len()..).unwrap_or_default()))
}
