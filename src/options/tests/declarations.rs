//! Reads names out of declarations in other languages.

use std::fs;
use std::string::{String, ToString};
use std::vec::Vec;

pub(super) fn file(path: &str) -> String {
    fs::read_to_string([env!("CARGO_MANIFEST_DIR"), "/", path].concat()).unwrap_or_else(|_| panic!("{path}"))
}

/// The text of a file from the end of a beginning on; ` > ` leads to a beginning within another.
pub(super) fn after(path: &str, begins: &str) -> String {
    let text = file(path);
    let found = begins.split(" > ").try_fold(text.as_str(), |text, begins| Some(text.split_once(begins)?.1));
    found.unwrap_or_else(|| panic!("{path} has no {begins}")).to_string()
}

/// The names in a declaration that begins so: the members of an enum in WIT, quoted names up to its end in others.
pub(super) fn union(path: &str, begins: &str) -> Vec<String> {
    let text = after(path, begins);
    if path.starts_with("wit/") {
        return members(&text, "}", ',');
    }
    // What opened the declaration says what ends it.
    let end = if begins.ends_with('[') { ']' } else { ';' };
    quoted(text.split_once(end).unwrap().0)
}

/// The names in quotes.
pub(super) fn quoted(text: &str) -> Vec<String> {
    text.split('"').skip(1).step_by(2).map(ToString::to_string).collect()
}

/// The names at the beginnings of lines, each before `end`, up to the line that closes them, if one does.
pub(super) fn members(text: &str, close: &str, end: char) -> Vec<String> {
    let lines = text.lines().skip(1).take_while(|line| close.is_empty() || line.trim() != close);
    let name = |line: &str| {
        let (name, _) = line.trim().trim_start_matches("readonly ").split_once(end)?;
        let name = name.trim_end_matches('?').trim_start_matches('%');
        let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c)) && !name.is_empty();
        is_name.then(|| name.to_string())
    };
    lines.filter_map(name).collect()
}

/// A name of the core in the spelling of Python.
pub(super) fn snake(name: &str) -> String {
    let mut spelled = String::new();
    for char in name.chars() {
        if char.is_ascii_uppercase() {
            spelled.push('_');
        }
        spelled.push(char.to_ascii_lowercase());
    }
    spelled
}

/// A name of the core in the spelling of WIT and of flags.
pub(super) fn kebab(name: &str) -> String {
    snake(name).replace('_', "-")
}

/// A name in the spelling of the core: that of JavaScript.
pub(super) fn camel(name: &str) -> String {
    let mut words = name.split(['_', '-']).map(ToString::to_string);
    let first = words.next().unwrap_or_default();
    words.fold(first, |name, word| name + &word[..1].to_ascii_uppercase() + &word[1..])
}
