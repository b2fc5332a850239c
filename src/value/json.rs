//! Trims JSON texts; the result is still JSON: numbers and escapes stay as they are written.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::bounded::ValuePlan;
use super::cut::Cut;
use super::levels::{Change, Level};
use super::rules::Rules;
use super::texts::NewText;
use crate::error::{Error, ErrorKind};
use crate::facts::Sizes;
use crate::source::Source;
use crate::text::{Snap, TrimOptions, Trimmer};
use crate::tree::{Form, JsonText, Member, ValueSource, write_escaped};

/// Returns `true` if a text begins like a JSON object or list.
pub(super) fn begins_as_json(text: &dyn Source) -> bool {
    let mut buffer = alloc::vec::Vec::new();
    let beginning = text.read(0, text.skip_utf16(0, text.len(), 64), &mut buffer);
    beginning.trim_start_matches([' ', '\t', '\n', '\r']).starts_with(['{', '['])
}

/// Trims a JSON object or list to `bytes` bytes; `None` for any other text.
pub(super) fn bounded(text: &str, bytes: usize, json_levels: usize) -> Option<String> {
    let json = JsonText::parse(text)?;
    json.root().form.members()?;
    let share = TrimOptions::new().snap(Snap::Grapheme).max_bytes(usize::MAX).ends_alone();
    let rules = Rules::of_json(bytes.max(2), Trimmer::new(share).ok()?, json_levels);
    Some(written(&json, &super::plan_by(&json, &rules).ok()?).text)
}

/// A JSON text within its limits, and its cuts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct TrimmedJson<'a> {
    /// The JSON; borrows the input if nothing changed, else has no white space between tokens.
    pub json: Cow<'a, str>,
    /// `true` if something was cut.
    pub truncated: bool,
    /// The cuts.
    pub cuts: Vec<Cut>,
}

impl<'a> TrimmedJson<'a> {
    /// Returns a text without changes.
    pub(super) fn same(json: &'a str) -> Self {
        Self { json: Cow::Borrowed(json), truncated: false, cuts: Vec::new() }
    }
}

/// Parses a JSON text.
pub(super) fn parsed(text: &str) -> Result<JsonText<'_>, Error> {
    let error = || Error::new(ErrorKind::InvalidOption, String::from("json: is not JSON (RFC 8259)"));
    JsonText::parse(text).ok_or_else(error)
}

/// Applies a plan to a JSON text; `None` if there is no plan.
pub(super) fn changed_json(
    text: &str,
    plan: impl FnOnce(&dyn ValueSource) -> Result<Option<ValuePlan>, Error>,
) -> Result<Option<TrimmedJson<'_>>, Error> {
    let json = parsed(text)?;
    let Some(plan) = plan(&json)? else { return Ok(None) };
    let json = if plan.edits.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(written(&json, &plan).text) };
    Ok(Some(TrimmedJson { json, truncated: !plan.cuts.is_empty(), cuts: plan.cuts }))
}

/// Writes the text with the edits of a plan, without white space between tokens.
pub(super) fn written(json: &JsonText<'_>, plan: &ValuePlan) -> Written {
    let mut out = Written::default();
    let around = Level::of(&plan.edits);
    write(json, &json.root(), around.change(0), &mut out);
    out
}

/// Output text, and the sizes of the parts added to it.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub(super) text: String,
    pub(super) added: Sizes,
}

impl Written {
    /// Appends a text that is not part of the input, escaped.
    fn add(&mut self, text: &str) {
        let from = self.text.len();
        write_escaped(text, &mut self.text);
        self.added = self.added.plus(Sizes::of(self.text.get(from..).unwrap_or_default()));
    }

    fn add_quoted(&mut self, text: &str) {
        self.text.push('"');
        self.add(text);
        self.text.push('"');
        self.added = self.added.plus(Sizes::ascii(2));
    }
}

fn write(json: &JsonText<'_>, member: &Member, change: Change<'_, '_>, out: &mut Written) {
    match (change, member.form) {
        (Change::Text(NewText::Whole(text)), _) => out.add_quoted(text),
        (Change::Text(NewText::Pieces { head, between, tail }), Form::Text(units)) => {
            out.text.push('"');
            out.text.push_str(json.piece_token(member.node, 0, *head));
            out.add(between);
            out.text.push_str(json.piece_token(member.node, *tail, units));
            out.text.push('"');
        }
        (Change::Inner(level), Form::List(count) | Form::Object(count)) => container(json, member, level, count, out),
        _ => json.write_compact(member.node, &mut out.text),
    }
}

fn container(json: &JsonText<'_>, member: &Member, level: &Level<'_>, count: usize, out: &mut Written) {
    let is_list = matches!(member.form, Form::List(_));
    let (head, tail) = level.kept(count);
    out.text.push(if is_list { '[' } else { '{' });
    let start = out.text.len();
    let flag = level.flag.filter(|_| !is_list);
    // Looked up once: an object may be large.
    let flag_at = flag.and_then(|flag| json.position(member.node, flag));
    let (in_head, in_tail) = (head.clone(), tail.clone());
    let inside = Inside { of: member, level, start, flag: flag_at };
    inside.some(json, head, out);
    for at in level.late {
        if let Some(text) = level.gap(*at) {
            comma(start, out);
            out.add_quoted(text);
        }
        inside.some(json, *at..at + 1, out);
    }
    if let Some((name, text)) = level.marker {
        comma(start, out);
        if !is_list {
            out.add_quoted(name);
            out.text.push(':');
        }
        out.add_quoted(text);
    }
    inside.some(json, tail, out);
    let is_there = flag_at.is_some_and(|at| in_head.contains(&at) || in_tail.contains(&at) || level.late.contains(&at));
    if let Some(flag) = flag.filter(|_| !is_there) {
        comma(start, out);
        out.add_quoted(flag);
        out.text.push_str(":true");
    }
    out.text.push(if is_list { ']' } else { '}' });
}

fn comma(start: usize, out: &mut Written) {
    if out.text.len() > start {
        out.text.push(',');
    }
}

/// A container that is being written.
struct Inside<'l, 'e> {
    of: &'l Member,
    level: &'l Level<'e>,
    /// Output offset of its first member.
    start: usize,
    /// Position of the flag member.
    flag: Option<usize>,
}

impl Inside<'_, '_> {
    fn some(&self, json: &JsonText<'_>, which: Range<usize>, out: &mut Written) {
        let mut members = Vec::new();
        json.members(self.of.node, which.start, which.len(), &mut members);
        for (at, member) in which.zip(members) {
            comma(self.start, out);
            if member.name > 0 {
                match self.level.name(at) {
                    Some(name) => out.add_quoted(name),
                    None => out.text.push_str(json.name_token(self.of.node, at)),
                }
                out.text.push(':');
            }
            if self.flag == Some(at) {
                out.text.push_str("true");
            } else {
                write(json, &member, self.level.change(at), out);
            }
        }
    }
}
