//! Arguments that get smaller: long texts in them give way, what names a file stays.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use crate::call::args::{Argument, ArgumentValue, quoted};
use crate::call::line::files as named_files;
use crate::call::{Category, Field};
use crate::compact::call::{ArgsKind, CallAt};
use crate::compact::fact::start;
use crate::number::grouped;
use crate::source::utf16_len;

/// Texts up to here are not worth a cut.
pub(crate) const SHORT: usize = 80;
/// Arguments without a path, a command or a query say what a call was about together, up to this size.
const SUBJECT: usize = 200;
/// Units of a text's start that are left at least, and of a command's.
const START: usize = 24;
const COMMAND: usize = 48;

/// The long texts among arguments, each by its number.
pub(crate) fn long(call: &CallAt) -> impl Iterator<Item = (usize, &str)> {
    call.args.values.iter().enumerate().filter_map(|(number, value)| match &value.value {
        ArgumentValue::Text(text) if utf16_len(text) > SHORT && !names_file(call, value) => Some((number, &**text)),
        _ => None,
    })
}

fn last_name<'a>(call: &'a CallAt, value: &Argument) -> &'a str {
    call.args.last_name(value)
}

fn names_file(call: &CallAt, value: &Argument) -> bool {
    let name = last_name(call, value);
    Field::Path.names().contains(&name) && matches!(&value.value, ArgumentValue::Text(text) if utf16_len(text) <= 300)
}

/// Texts are never cut below this.
fn least_text(call: &CallAt, value: &Argument, text: &str) -> String {
    let files: Vec<&str> = text.lines().filter(|line| crate::call::effect::file_of(line).is_some()).take(64).collect();
    if !files.is_empty() {
        return format!("{}\n...[{} chars]", files.join("\n"), grouped(utf16_len(text) as u64));
    }
    // An editor's `command` is a word of its own.
    if call.category != Category::Terminal || !Field::Command.names().contains(&last_name(call, value)) {
        return start(text, START);
    }
    let cut = start(text, COMMAND);
    let lost: Vec<String> = call.effect.writes.iter().filter(|path| !cut.contains(path.as_str())).cloned().collect();
    if lost.is_empty() { cut } else { format!("{cut} [writes {}]", named_files(&lost)) }
}

/// With texts that are longer than `most` cut to it; none where that changes nothing.
pub(crate) fn within(call: &CallAt, most: u64) -> Option<String> {
    if !is_writable(call) || !(call.args.is_object || call.args_kind == ArgsKind::Free) {
        return None;
    }
    let text = with(call, |number| {
        let ArgumentValue::Text(text) = &call.args.values.get(number)?.value else { return None };
        let long = utf16_len(text) as u64 > most && !names_file(call, call.args.values.get(number)?);
        Some(if long { shortened(call, text, most) } else { text.clone() })
    });
    (text.len() < call.args_text.len()).then_some(text)
}

/// Both ends of a text, and which of its written files they no longer name.
fn shortened(call: &CallAt, text: &str, most: u64) -> String {
    let mut named: Vec<&String> = Vec::new();
    // A shorter cut can lose more of them.
    loop {
        let shown: Vec<String> = named.iter().map(|path| String::from(path.as_str())).collect();
        let note = if named.is_empty() { String::new() } else { format!(" [writes {}]", named_files(&shown)) };
        let room =
            if named.is_empty() { most } else { most.saturating_sub(utf16_len(&note) as u64).max(2 * START as u64) };
        let cut = crate::compact::plan::shorten::ends(text, room);
        let is_lost = |path: &&String| text.contains(path.as_str()) && !cut.contains(path.as_str());
        let before = named.len();
        for path in call.effect.writes.iter().filter(is_lost) {
            if !named.contains(&path) {
                named.push(path);
            }
        }
        if named.len() == before {
            return cut + &note;
        }
    }
}

/// The arguments with some texts replaced.
pub(crate) fn with(call: &CallAt, mut new: impl FnMut(usize) -> Option<String>) -> String {
    call.args.rewrite(&call.args_text, |number, value| {
        let ArgumentValue::Text(text) = &value.value else { return None };
        let text = new(number).or_else(|| {
            let long = utf16_len(text) > SHORT && !names_file(call, value);
            long.then(|| least_text(call, value, text))
        })?;
        Some(text)
    })
}

/// Without long texts; none when there are none.
pub(crate) fn short(call: &CallAt) -> Option<String> {
    if !is_writable(call) || !(call.args.is_object || call.args_kind == ArgsKind::Free) {
        return None;
    }
    let text = with(call, |_| None);
    (text.len() < call.args_text.len()).then_some(text)
}

/// Returns the smallest form: file names, the start of a command, and the size of the rest.
pub(crate) fn bare(call: &CallAt) -> Option<String> {
    if !is_writable(call) {
        return None;
    }
    let short = short(call);
    if !call.args.is_object && call.args_kind != ArgsKind::Free {
        // Unreadable arguments keep only their size.
        let text = format!("{{\"omitted\":{}}}", utf16_len(call.original_args()));
        return (text.len() < call.args_text.len()).then_some(text);
    }
    if !call.args.is_object {
        return short;
    }
    let mut text = String::from("{");
    let mut known: Vec<&str> = Vec::new();
    for value in &call.args.values {
        let Some(name) = call.args.only_name(value) else { continue };
        let ArgumentValue::Text(held) = &value.value else { continue };
        let runs = Field::Command.names().contains(&name);
        let asks = Field::Query.names().contains(&name);
        if known.contains(&name) || !(runs || asks || names_file(call, value)) {
            continue;
        }
        known.push(name);
        quoted(name, &mut text);
        text.push(':');
        // A list of words is replaced by its size.
        let listed = runs && call.args_text.get(..value.from).is_some_and(|before| before.trim_end().ends_with('['));
        let plain = call.effect.command.as_deref().filter(|_| listed).unwrap_or(held);
        text.push_str(if listed { "[" } else { "" });
        quoted(&if runs || asks { least_text(call, value, plain) } else { held.clone() }, &mut text);
        text.push_str(if listed { "]," } else { "," });
    }
    if known.is_empty() && utf16_len(short.as_deref().unwrap_or(&call.args_text)) <= SUBJECT {
        return short;
    }
    // A string takes every write.
    let _ = write!(text, "\"omitted\":{}}}", utf16_len(call.original_args()));
    let smaller = |other: &String| utf16_len(&text) < utf16_len(other);
    // A small result stays as it is, so that no fact names the files.
    if short.as_ref().is_some_and(|short| {
        call.effect.writes.iter().any(|path| short.contains(path.as_str()) && !text.contains(path.as_str()))
    }) {
        return short;
    }
    match short {
        Some(short) if !smaller(&short) => Some(short),
        _ => smaller(&call.args_text).then_some(text),
    }
}

fn is_writable(call: &CallAt) -> bool {
    call.args_kind != ArgsKind::Fixed
}
