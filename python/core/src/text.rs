//! One text: trimmed, cleaned, measured.

use std::borrow::Cow;
use std::cell::RefCell;

use serde_json::{Map, Value, json};
use tooltrim::host::{NamedOption, OptionValue};
use tooltrim::trimming::{TruncationEvent, Unit};
use tooltrim::{CleanOptions, TrimOptions, Trimmed, Trimmer, presets};

use crate::answer::{Answer, Fault, text};
use crate::{host, options};

thread_local! {
    /// The cut that the core reported last.
    static EVENT: RefCell<Option<TruncationEvent>> = const { RefCell::new(None) };
    /// The options of the last trim, and their trimmer: the same options come again and again, and reading them takes
    /// as long as a short text.
    static LAST: RefCell<Option<(Vec<u8>, Trimmer)>> = const { RefCell::new(None) };
}

pub(crate) fn answer(operation: &str, given: &[&[u8]]) -> Option<Result<Answer, Fault>> {
    Some(match operation {
        "trim" => trim(given),
        "trim_bytes" => trim_bytes(given),
        "trim_ends" => trim_ends(given),
        "check" => check(given),
        "clean" => clean(given),
        "measure" => text(given, 0).map(|text| Answer::default().json(&tooltrim::measure(text))),
        "estimate_tokens" => text(given, 0).map(|text| Answer::default().json(&tooltrim::estimate_tokens(text))),
        "redact_secrets" => text(given, 0).map(|text| Answer::default().text(tooltrim::redact_secrets(text))),
        "preset" => preset(given),
        _ => return None,
    })
}

/// The options of a trim, and a trimmer of them.
pub(crate) fn trim_options(json: &str) -> Result<TrimOptions, Fault> {
    let mut counts = false;
    let mut given = TrimOptions::new();
    for (name, value) in options::members(json)? {
        // A function of the host: called for each count.
        counts |= name == "tokens";
        options::with(&name, &value, |option| if name == "tokens" { function(option) } else { given.set(option) })?;
    }
    if counts {
        given = given.tokens(|text: &str| host::count(text));
    }
    Ok(given.positions(Unit::Chars).on_truncate(|event| EVENT.set(Some(event.clone()))))
}

fn function(option: &NamedOption<'_>) -> Result<(), tooltrim::Error> {
    // The core words the error.
    if option.value == OptionValue::Function { Ok(()) } else { TrimOptions::new().set(option) }
}

fn trim(given: &[&[u8]]) -> Result<Answer, Fault> {
    with_trimmer(given, |trimmer| Ok(trimmed(&trimmer.trim(text(given, 1)?))))
}

fn trim_bytes(given: &[&[u8]]) -> Result<Answer, Fault> {
    with_trimmer(given, |trimmer| Ok(trimmed(&trimmer.trim_bytes(given.get(1).copied().unwrap_or_default())?)))
}

/// Of an ASCII text: its head, its tail, and the number of chars between.
fn trim_ends(given: &[&[u8]]) -> Result<Answer, Fault> {
    let (head, tail) = (text(given, 1)?, text(given, 2)?);
    let between = text(given, 3)?.parse().map_err(|_| Fault::internal("the chars between are not a number"))?;
    let found = with_trimmer(given, |trimmer| Ok(trimmer.trim_ends(head, tail, between).as_ref().map(trimmed)))?;
    found.ok_or_else(|| Fault::internal("the text is within its limits"))
}

/// Calls with a trimmer of the first text, which are options.
fn with_trimmer<T>(given: &[&[u8]], call: impl FnOnce(&Trimmer) -> Result<T, Fault>) -> Result<T, Fault> {
    let options = given.first().copied().unwrap_or_default();
    // Taken out, as a function of the caller's may ask this instance for something else.
    let last = LAST.take().filter(|(known, _)| known == options);
    let (known, trimmer) = match last {
        Some(last) => last,
        None => (options.to_vec(), Trimmer::new(trim_options(text(given, 0)?)?)?),
    };
    EVENT.set(None);
    let answer = call(&trimmer);
    LAST.set(Some((known, trimmer)));
    answer
}

/// The numbers of a trim, its ref or an empty text, then its text if that is not the input.
///
/// The numbers are 64 bits wide, little endian, and -1 where there is none: whether it was truncated; omitted chars,
/// UTF-16 units, bytes, lines, tokens; chars and lines of noise; unit, limit, size before and after and omitted chars
/// of the cut; then the kept ranges.
pub(crate) fn trimmed(trimmed: &Trimmed<'_>) -> Answer {
    let (omitted, cleaned, event) = (&trimmed.omitted, trimmed.cleaned, EVENT.take());
    let event = event.map(|TruncationEvent { unit, limit, before, after, omitted, .. }| {
        [
            Unit::ALL.iter().position(|each| *each == unit).unwrap_or_default() as u64,
            limit,
            before,
            after,
            omitted.chars,
        ]
    });
    let mut numbers = vec![Some(u64::from(trimmed.truncated)), Some(omitted.chars), Some(omitted.utf16)];
    numbers.extend([omitted.bytes, omitted.lines, omitted.tokens]);
    numbers.extend([cleaned.map(|noise| noise.chars), cleaned.map(|noise| noise.lines)]);
    numbers.extend(event.map_or([None; 5], |numbers| numbers.map(Some)));
    numbers.extend(trimmed.kept.iter().flat_map(|&(from, to)| [Some(from), Some(to)]));
    let answer = Answer::default()
        .numbers(&numbers)
        .text(trimmed.reference.map_or_else(String::new, |reference| reference.to_string()));
    // Decoded bytes are another text.
    let same = !trimmed.truncated && cleaned.is_none() && matches!(trimmed.text, Cow::Borrowed(_));
    if same { answer } else { answer.text(&*trimmed.text) }
}

/// Checks options: how long a text may be that surely fits, in UTF-16 units, and the counts of one that does.
fn check(given: &[&[u8]]) -> Result<Answer, Fault> {
    let trimmer = Trimmer::new(trim_options(text(given, 0)?)?)?;
    Ok(Answer::default().json(&json!({
        "safeUtf16": trimmer.safe_utf16().min(u32::MAX as usize),
        "omitted": trimmer.nothing_omitted(),
        "readsJson": trimmer.reads_json(),
        "reach": trimmer.reach(),
    })))
}

/// Without options all that loses nothing.
fn clean(given: &[&[u8]]) -> Result<Answer, Fault> {
    let options = text(given, 0)?;
    let chosen = if options.is_empty() {
        CleanOptions::all()
    } else {
        options::read(CleanOptions::new(), options, CleanOptions::set)?
    };
    let cleaned = tooltrim::clean(text(given, 1)?, &chosen);
    let about = json!({ "chars": cleaned.chars, "lines": cleaned.lines, "counts": cleaned.counts });
    Ok(match cleaned.text {
        Cow::Borrowed(_) => Answer::default().json(&about),
        Cow::Owned(text) => Answer::default().json(&about).text(text),
    })
}

/// Options of a preset by its name, with the limit and the mode that it takes.
fn preset(given: &[&[u8]]) -> Result<Answer, Fault> {
    let (name, limit) = (text(given, 0)?, text(given, 1)?);
    let mut named = if name == "contextTrimmer" {
        let mode = options::with("mode", &Value::from(text(given, 2)?), |option| option.mode())?;
        presets::named(mode.name())
    } else {
        presets::named(name)
    };
    // The first is the limit.
    let Some((field, value)) = named.first_mut() else {
        return Err(Fault::internal("there is no such preset"));
    };
    if !limit.is_empty() {
        let size: Value = serde_json::from_str(limit).unwrap_or_default();
        *value = OptionValue::Number(options::with(field, &size, |option| option.size())? as f64);
    }
    let chosen: Map<String, Value> =
        named.iter().map(|(name, value)| ((*name).to_owned(), options::written(value))).collect();
    Ok(Answer::default().json(&chosen))
}
