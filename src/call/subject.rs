//! The subject of a call: those of its arguments that say what it was about, whatever tool it is.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::args::{Argument, ArgumentValue};
use super::{Call, Field};
use crate::forms::{shorten_middle, shorten_path};
use crate::source::utf16_len;

/// Maximum chars of a subject, and of one of its values.
const SUBJECT: usize = 120;
const VALUE: usize = 80;
/// Fields that name a subject, the most telling first.
const FIELDS: [Field; 4] = [Field::Path, Field::Command, Field::Query, Field::Subject];

/// Returns the values that say what a call was about: those of the fields that tools have for it, then other short
/// texts and numbers; without any, the first text.
pub(crate) fn subject_values(call: &Call) -> Vec<&Argument> {
    let args = &call.args;
    let direct = |value: &&Argument| args.only_name(value).is_some();
    let is_named = |value: &Argument, field: Field| field.names().contains(&args.only_name(value).unwrap_or_default());
    let mut chosen: Vec<&Argument> = Vec::new();
    let mut units = 0;
    let mut take = |value: &'_ Argument, is_known: bool| {
        let size = size(value).filter(|size| *size > 0 && (is_known || *size <= VALUE)).map(|size| size.min(VALUE));
        let fits = size.is_some_and(|size| units + size <= SUBJECT);
        units += if fits { size.unwrap_or_default() + 2 } else { 0 };
        fits
    };
    for field in FIELDS {
        chosen.extend(args.values.iter().filter(|value| is_named(value, field) && take(value, true)));
    }
    let others = args.values.iter().filter(direct).filter(|value| !FIELDS.iter().any(|field| is_named(value, *field)));
    let others: Vec<&Argument> = others.filter(|value| take(value, false)).collect();
    chosen.extend(others);
    if chosen.is_empty() {
        chosen.extend(args.values.iter().find(|value| size(value).is_some_and(|size| size > 0)));
    }
    chosen
}

/// UTF-16 units of a text or a number.
fn size(value: &Argument) -> Option<usize> {
    match &value.value {
        ArgumentValue::Text(text) => Some(utf16_len(text.trim())),
        ArgumentValue::Number(_) => Some(value.to - value.from),
        ArgumentValue::Other => None,
    }
}

/// Returns the subject on one line: `ENG-17`, `octo, issue_number 12`. `None` if the arguments hold no text and no
/// number.
pub(crate) fn subject(call: &Call) -> Option<String> {
    let mut line = String::new();
    let mut before = "";
    for value in subject_values(call) {
        line.push_str(if line.is_empty() { "" } else { ", " });
        let name = call.args.last_name(value);
        // A number alone says little.
        if name != before && matches!(value.value, ArgumentValue::Number(_)) && !name.is_empty() {
            line.push_str(&shorten_middle(name, VALUE));
            line.push(' ');
        }
        let text = written(call, value);
        let shown = if Field::Path.names().contains(&name) { shorten_path } else { shorten_middle };
        line.push_str(&shown(text.trim(), VALUE));
        before = name;
    }
    (!line.trim().is_empty()).then_some(line)
}

/// A value as text; a number as it was written.
fn written<'c>(call: &'c Call, value: &'c Argument) -> Cow<'c, str> {
    match &value.value {
        ArgumentValue::Text(text) => Cow::Borrowed(text),
        _ => Cow::Borrowed(call.args_text.get(value.from..value.to).unwrap_or_default()),
    }
}
