//! Arguments that get smaller: long texts in them give way, what the call was about stays.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use crate::call::args::{Argument, ArgumentValue};
use crate::call::line::{files as named_files, what_or_used};
use crate::call::subject::{is_of, subject_values};
use crate::call::{Category, Field};
use crate::compact::call::{ArgsKind, CallAt};
use crate::compact::fact::{around, start};
use crate::measure::shorten_path;
use crate::number::grouped;
use crate::quick::contains;
use crate::source::utf16_len;
use crate::tree::quoted;

/// Texts up to here are not worth a cut.
pub(crate) const SHORT: usize = 80;
/// Arguments without a path, a command or a query say what a call was about together, up to this size.
const SUBJECT: usize = 200;
/// Units of a text's start that are left at least; chars that are left of a command or a query, and of a path.
const START: usize = 24;
const COMMAND: usize = 48;
const PATH: usize = 160;
/// Units up to which a list of paths stays whole.
const PATHS: usize = 160;

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
    if !call.effect.calls.is_empty() {
        let cut = format!("{} [{}]", around(text, COMMAND), what_or_used(call, 0));
        return if utf16_len(&cut) < utf16_len(text) { cut } else { String::from(text) };
    }
    let is_patch = contains(text, "*** ") || contains(text, "+++ b/");
    let named = text.lines().filter(|line| crate::call::effect::file_of(line).is_some());
    let files: Vec<&str> = if is_patch { named.take(64).collect() } else { Vec::new() };
    if !files.is_empty() {
        return format!("{}\n...[{} chars]", files.join("\n"), grouped(utf16_len(text) as u64));
    }
    let name = last_name(call, value);
    if Field::Path.names().contains(&name) && !text.contains('\n') {
        return shorten_path(text, PATH);
    }
    let runs = Field::Command.names().contains(&name);
    // An editor's `command` is a word of its own.
    if call.category != Category::Terminal || !runs {
        let asks = [Field::Query, Field::Subject].iter().any(|field| field.names().contains(&name));
        return if asks || runs || is_alone(call) { around(text, COMMAND) } else { start(text, START) };
    }
    let cut = around(&after_prefix(call, text), COMMAND);
    let lost: Vec<String> = written_by(call).filter(|path| !names(&cut, path)).cloned().collect();
    if lost.is_empty() { cut } else { format!("{cut} [writes {}]", named_files(&lost)) }
}

/// The files that a call changed, those of another folder by their names there.
fn written_by(call: &CallAt) -> impl Iterator<Item = &String> {
    call.effect.writes.iter().chain(&call.effect.elsewhere)
}

/// Returns `true` if no second text or number says what the call was about.
fn is_alone(call: &CallAt) -> bool {
    let is_subject = |value: &&Argument| !matches!(value.value, ArgumentValue::Other);
    call.args.values.iter().filter(is_subject).count() == 1
}

/// A long command with `...` in place of the `cd` and the shell in front of what runs.
fn after_prefix<'t>(call: &CallAt, text: &'t str) -> Cow<'t, str> {
    let first = call.effect.command.as_deref().and_then(|line| line.get(..line.len().min(START)));
    let at = first.filter(|_| utf16_len(text) > SHORT).and_then(|first| text.find(first)).unwrap_or_default();
    if at == 0 { Cow::Borrowed(text) } else { Cow::Owned(format!("... {}", text.get(at..).unwrap_or_default())) }
}

/// Returns `true` if the same arguments could be written with fewer chars.
pub(crate) fn has_long_escapes(call: &CallAt) -> bool {
    contains(&call.args_text, "\\u") || contains(&call.args_text, "\\/")
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

/// Both ends of a text, and which of its written files they no longer name; of a program what it did.
fn shortened(call: &CallAt, text: &str, most: u64) -> String {
    if !call.effect.calls.is_empty() {
        let note = format!(" [{}]", what_or_used(call, 0));
        let room = most.saturating_sub(utf16_len(&note) as u64).max(2 * START as u64);
        return crate::compact::plan::shorten::ends(text, room) + &note;
    }
    let mut named: Vec<&String> = Vec::new();
    // A shorter cut can lose more of them.
    loop {
        let shown: Vec<String> = named.iter().map(|path| String::from(path.as_str())).collect();
        let note = if named.is_empty() { String::new() } else { format!(" [writes {}]", named_files(&shown)) };
        let room =
            if named.is_empty() { most } else { most.saturating_sub(utf16_len(&note) as u64).max(2 * START as u64) };
        let cut = crate::compact::plan::shorten::ends(text, room);
        let is_lost = |path: &&String| names(text, path) && !names(&cut, path);
        let before = named.len();
        for path in written_by(call).filter(is_lost) {
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

/// Returns the smallest form: what the call was about, and the size of the rest.
pub(crate) fn bare(call: &CallAt) -> Option<String> {
    if !is_writable(call) {
        return None;
    }
    let short = short(call);
    if call.args_kind == ArgsKind::Free && !call.args.is_object {
        return short;
    }
    let is_small = call.args.is_object && utf16_len(short.as_deref().unwrap_or(&call.args_text)) <= SUBJECT;
    if is_small && named(call, &NAMED).iter().all(|value| call.args.only_name(value).is_none()) {
        return short;
    }
    let mut kept = named(call, &[Field::Path, Field::Command, Field::Query, Field::Subject]);
    if kept.is_empty() {
        kept = subject_values(call);
    }
    let mut text = String::from("{");
    write_values(call, &kept, &mut text);
    // A string takes every write.
    let _ = write!(text, "\"omitted\":{}}}", utf16_len(call.original_args()));
    let smaller = |other: &String| utf16_len(&text) < utf16_len(other);
    // A small result stays as it is, so that no fact names the files.
    if short.as_ref().is_some_and(|short| written_by(call).any(|path| names(short, path) && !names(&text, path))) {
        return short;
    }
    match short {
        Some(short) if !smaller(&short) => Some(short),
        _ => smaller(&call.args_text).then_some(text),
    }
}

/// Returns `true` if a text names a file.
pub(crate) fn names(text: &str, path: &str) -> bool {
    path.is_empty() || contains(text, path)
}

/// Fields without which small arguments stay as they are.
const NAMED: [Field; 3] = [Field::Path, Field::Command, Field::Query];

/// The texts of these fields among the arguments.
fn named<'c>(call: &'c CallAt, fields: &[Field]) -> Vec<&'c Argument> {
    let is_text = |value: &Argument| matches!(&value.value, ArgumentValue::Text(text) if !text.trim().is_empty());
    let is_named = |value: &&Argument| is_text(value) && fields.iter().any(|field| is_of(call, value, *field));
    call.args.values.iter().filter(is_named).collect()
}

/// Writes values as members of an object, each followed by a comma. A list stays a list.
fn write_values(call: &CallAt, kept: &[&Argument], text: &mut String) {
    // Paths of the objects of a list become a list of paths.
    let name_of = |value: &Argument| match call.args.only_name(value) {
        None if is_of(call, value, Field::Path) => call.args.first_name(value),
        _ => last_name(call, value),
    };
    let mut known: Vec<&str> = Vec::new();
    for value in kept {
        let name = name_of(value);
        if name.is_empty() || known.contains(&name) {
            continue;
        }
        known.push(name);
        let before = call.args_text.get(..value.from).unwrap_or_default();
        let same = || kept.iter().filter(|other| name_of(other) == name);
        let is_list = before.trim_end().ends_with('[') || (name != last_name(call, value) && same().count() > 1);
        let command = call.effect.command.as_deref();
        let command = command.filter(|_| is_list && Field::Command.names().contains(&name));
        let texts: Vec<String> = match (is_list, command) {
            (true, None) => same().map(|other| written(call, other, None)).collect(),
            _ => Vec::from([written(call, value, command)]),
        };
        quoted(name, text);
        text.push_str(if is_list { ":[" } else { ":" });
        match &*texts {
            [first, middle @ .., last] if texts.iter().map(|text| utf16_len(text) + 1).sum::<usize>() > PATHS => {
                let more = format!(",\"...[{} more]\",", middle.len());
                text.push_str(&[&**first, if middle.is_empty() { "," } else { &more }, last].concat());
            }
            texts => text.push_str(&texts.join(",")),
        }
        text.push_str(if is_list { "]," } else { "," });
    }
}

/// Returns a value as short JSON. The words of a list make one `command` together.
fn written(call: &CallAt, value: &Argument, command: Option<&str>) -> String {
    let mut text = String::new();
    match &value.value {
        ArgumentValue::Text(held) if command.is_none() && names_file(call, value) => quoted(held, &mut text),
        ArgumentValue::Text(held) => quoted(&least_text(call, value, command.unwrap_or(held)), &mut text),
        _ => text.push_str(call.args_text.get(value.from..value.to).unwrap_or("null")),
    }
    text
}

fn is_writable(call: &CallAt) -> bool {
    call.args_kind != ArgsKind::Fixed
}
