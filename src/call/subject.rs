//! The subject of a call: those of its arguments that say what it was about, whatever tool it is.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::args::{Argument, ArgumentValue};
use super::line::{about, more_calls};
use super::{Call, Field};
use crate::measure::{shorten_middle, shorten_path};
use crate::source::utf16_len;

/// Maximum chars of a subject, and of one of its values.
const SUBJECT: usize = 120;
const VALUE: usize = 80;
/// Fields that name a subject, the most telling first.
const FIELDS: [Field; 4] = [Field::Path, Field::Query, Field::Subject, Field::Command];

/// Returns the values that say what a call was about: those of the fields that tools have for it, else the first short
/// texts and numbers, else the first text.
pub(crate) fn subject_values(call: &Call) -> Vec<&Argument> {
    let args = &call.args;
    let mut units = 0;
    let mut fits = |value: &Argument, most: usize| {
        let Some(size) = size(value).filter(|size| (1..=most).contains(size)) else { return false };
        let before = units;
        units += size.min(VALUE) + 2;
        before == 0 || units <= SUBJECT
    };
    let mut chosen: Vec<&Argument> = Vec::new();
    for field in FIELDS {
        chosen.extend(args.values.iter().filter(|value| is_of(call, value, field) && fits(value, usize::MAX)));
    }
    if chosen.is_empty() {
        let direct = args.values.iter().filter(|value| args.only_name(value).is_some());
        chosen.extend(direct.filter(|value| fits(value, VALUE)));
    }
    if chosen.is_empty() {
        chosen.extend(args.values.iter().find(|value| fits(value, usize::MAX)));
    }
    chosen
}

/// Returns `true` for a value of a field. Only a path may be deeper: `{"files": [{"path": "a.ts"}]}`.
pub(crate) fn is_of(call: &Call, value: &Argument, field: Field) -> bool {
    let deep = (field == Field::Path).then(|| call.args.last_name(value));
    deep.or_else(|| call.args.only_name(value)).is_some_and(|name| field.names().contains(&name))
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
    if let Some(first) = call.effect.calls.first() {
        let about = about(first).unwrap_or_else(|| first.name.clone());
        return Some(about + &more_calls(call.effect.calls.len() - 1));
    }
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
