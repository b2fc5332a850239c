//! A JSON text within a limit that is still JSON: numbers and escapes stay as they are written.

use alloc::string::String;

use super::bounded::ValuePlan;
use super::levels::{Fate, Level};
use super::options::ValueOptions;
use super::rules::Rules;
use super::texts::NewText;
use crate::source::Source;
use crate::tree::{Form, JsonText, Member, ValueSource};

/// True when a text begins as a JSON object or list does.
pub(super) fn begins_as_json(text: &dyn Source) -> bool {
    let mut buffer = alloc::vec::Vec::new();
    let beginning = text.read(0, text.skip_utf16(0, text.len(), 64), &mut buffer);
    beginning.trim_start_matches([' ', '\t', '\n', '\r']).starts_with(['{', '['])
}

/// A JSON text within so many bytes; none for what is no object and no list.
pub(super) fn bounded(text: &str, bytes: usize, json_levels: usize) -> Option<String> {
    let json = JsonText::parse(text)?;
    json.root().form.members()?;
    let options = ValueOptions::new().max_total_bytes(bytes.max(2)).ok()?;
    let mut rules = Rules::check(&options, None).ok()?;
    rules.json_levels = json_levels;
    let plan = super::plan_by(&json, &rules).ok()?;
    Some(written(&json, &plan))
}

/// The text with what a plan changes, without white space between tokens.
pub(super) fn written(json: &JsonText<'_>, plan: &ValuePlan) -> String {
    let mut out = String::new();
    let around = Level::of(&plan.edits);
    write(json, &json.root(), around.fate(0), &mut out);
    out
}

fn write(json: &JsonText<'_>, member: &Member, fate: Fate<'_, '_>, out: &mut String) {
    match (fate, member.form) {
        (Fate::Text(NewText::Whole(text)), _) => quoted(text, out),
        (Fate::Text(NewText::Pieces { head, between, tail }), Form::Text(units)) => {
            out.push('"');
            out.push_str(json.piece_token(member.node, 0, *head));
            escaped(between, out);
            out.push_str(json.piece_token(member.node, *tail, units));
            out.push('"');
        }
        (Fate::Inner(level), Form::List(count) | Form::Object(count)) => container(json, member, level, count, out),
        _ => json.write_compact(member.node, out),
    }
}

fn container(json: &JsonText<'_>, member: &Member, level: &Level<'_>, count: usize, out: &mut String) {
    let is_list = matches!(member.form, Form::List(_));
    let mut members = alloc::vec::Vec::new();
    json.members(member.node, 0, count, &mut members);
    let (head, tail) = level.kept(count);
    let start = out.len();
    let comma = |out: &mut String| {
        if out.len() > start + 1 {
            out.push(',');
        }
    };
    out.push(if is_list { '[' } else { '{' });
    let mut flagged = false;
    let mut put = |at: usize, out: &mut String| {
        let Some(inner) = members.get(at) else { return };
        comma(out);
        if !is_list {
            match level.name(at) {
                Some(name) => quoted(name, out),
                None => out.push_str(json.name_token(member.node, at)),
            }
            out.push(':');
            if level.flag.is_some_and(|flag| json.position(member.node, flag) == Some(at)) {
                flagged = true;
                out.push_str("true");
                return;
            }
        }
        write(json, inner, level.fate(at), out);
    };
    head.for_each(|at| put(at, out));
    if let Some((name, text)) = level.marker {
        comma(out);
        if !is_list {
            quoted(name, out);
            out.push(':');
        }
        quoted(text, out);
    }
    tail.for_each(|at| put(at, out));
    if let Some(flag) = level.flag.filter(|_| !flagged) {
        comma(out);
        quoted(flag, out);
        out.push_str(":true");
    }
    out.push(if is_list { ']' } else { '}' });
}

fn quoted(text: &str, out: &mut String) {
    out.push('"');
    escaped(text, out);
    out.push('"');
}

/// Escapes as `JSON.stringify` and `serde_json` write them.
fn escaped(text: &str, out: &mut String) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..='\u{1f}' => {
                out.push_str("\\u00");
                out.push(if c as u32 >= 16 { '1' } else { '0' });
                out.push(HEX.get(c as usize % 16).map_or('0', |digit| char::from(*digit)));
            }
            c => out.push(c),
        }
    }
}
