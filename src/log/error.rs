//! Errors that say what was found.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::at::At;
use super::{KINDS, LogAgent};
use crate::error::{Error, ErrorKind};
use crate::tree::JsonText;

/// The most names of members in a message.
const NAMES: usize = 8;
/// The most chars of a name.
const NAME: usize = 40;

/// The text holds nothing.
pub(super) fn empty() -> Error {
    Error::new(ErrorKind::InvalidMessages, "log: is empty".into())
}

/// The text is neither JSON nor JSON Lines.
pub(super) fn no_json(text: &str, line: u64) -> Error {
    let at = JsonText::fault(text).min(text.len());
    let before = text.as_bytes().get(..at).unwrap_or_default();
    let row = memchr::memchr_iter(b'\n', before).count() as u64 + line;
    let start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
    let column = text.get(start..at).map_or(0, |line| line.chars().count()) + 1;
    let ends = if at == text.len() { ", where it ends" } else { "" };
    let message = format!("log: is neither JSON nor JSON Lines: line {row}, column {column}{ends}");
    Error::new(ErrorKind::InvalidMessages, message)
}

/// No entry is one that is known.
pub(super) fn unknown(first: &str) -> Error {
    let known: Vec<&str> = KINDS.iter().filter_map(|kind| kind.agent).map(LogAgent::name).collect();
    let message = format!(
        "log: {first} is neither an entry of a session log ({}) nor a message of a known format",
        known.join(", ")
    );
    Error::new(ErrorKind::UnknownFormat, message)
}

/// An entry in words.
pub(super) fn describe(entry: At<'_>) -> String {
    if entry.is_list() {
        return if entry.is_empty() { "an empty list".into() } else { "a list".into() };
    }
    if !entry.is_object() {
        let short: String = entry.token().chars().take(NAME).collect();
        return format!("the value {short}");
    }
    let names: Vec<String> =
        entry.members().take(NAMES).map(|(name, _)| name.trim_matches('"').chars().take(NAME).collect()).collect();
    let more = if entry.items().count() > NAMES { ", ..." } else { "" };
    format!("an object with the members {}{more}", if names.is_empty() { "(none)".into() } else { names.join(", ") })
}
