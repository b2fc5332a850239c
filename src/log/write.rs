//! Writes messages as compact JSON. Values of the log are copied as they are written.

use alloc::string::String;

use super::at::At;
use crate::tree;

/// What stands in a place of a template.
#[derive(Clone, Copy)]
pub(super) enum Fill<'a> {
    /// A value of the log; its member is left out if it is absent.
    At(At<'a>),
    /// JSON, or items that commas separate.
    Json(&'a str),
}

/// Returns a template, which is JSON, with values for its places, each a `$`.
pub(super) fn fill(template: &str, values: &[Fill<'_>]) -> String {
    let mut out = String::new();
    let mut values = values.iter();
    for piece in template.split_inclusive('$') {
        let Some(before) = piece.strip_suffix('$') else {
            out.push_str(piece);
            break;
        };
        // The first member of an object may be left out.
        let before = if out.ends_with('{') { before.trim_start_matches(',') } else { before };
        match values.next() {
            Some(Fill::At(value)) if value.is_there() => {
                out.push_str(before);
                value.write(&mut out);
            }
            Some(Fill::Json(json)) => {
                out.push_str(before);
                out.push_str(json);
            }
            _ => {
                let name = before.rfind(['{', ',']).unwrap_or_default();
                let brace = usize::from(before.as_bytes().get(name) == Some(&b'{'));
                out.push_str(before.get(..name + brace).unwrap_or_default());
            }
        }
    }
    out
}

/// A text in quotes.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::new();
    tree::quoted(text, &mut out);
    out
}

/// Appends an item to items that commas separate.
pub(super) fn push(items: &mut String, item: &str) {
    if !items.is_empty() {
        items.push(',');
    }
    items.push_str(item);
}

/// Appends a value of the log to items that commas separate.
pub(super) fn push_value(items: &mut String, value: At<'_>) {
    push(items, "");
    value.write(items);
}
