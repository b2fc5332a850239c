//! What is code without declaring words: keys of YAML and TOML, sections, selectors and blocks, tags.

use super::assigned::is_function;
use super::code::Place;
use super::line::{cut, ends_in, holds, is_one, starts, starts_in, trim, trim_end};
use super::sets::{KEY, LETTER, SECTION, UPPER, all, any, begins, word};
use super::words::{Word, meaning};

/// `key:`, `key: value`, `method: function () {`, `a:hover {`.
pub(super) fn key(text: &str, colon: usize, place: Place) -> u8 {
    let (key, value) = text.split_at_checked(colon).unwrap_or_default();
    let value = value.get(1..).unwrap_or_default();
    let separate = value.is_empty() || starts_in(value, b" \t");
    if !separate || !all(key, KEY) {
        return block(text, place);
    }
    if matches!(meaning(key), Some(Word::Control | Word::Access | Word::Before)) {
        return 0;
    }
    let value = trim(value);
    if is_function(value) {
        return place.local();
    }
    let opens = ends_in(value, b"{[");
    match place.columns {
        0 if opens => 2,
        0 if ends_in(value, b";,") => 0,
        0 => 3,
        1..=2 if value.is_empty() => 2,
        1..=4 => u8::from(value.is_empty() || opens),
        _ => 0,
    }
}

/// `server {`, `resource "bucket" "logs" {`, `a:hover {`, `dependencies {`.
pub(super) fn block(text: &str, place: Place) -> u8 {
    let one_line = place.is_top() && text.ends_with('}');
    if !(text.ends_with('{') || one_line) || holds(text, "=>") || holds(text, " = ") {
        return 0;
    }
    let capital = begins(text, UPPER);
    match place.columns {
        0 if capital => 1,
        0 => 3,
        _ if capital => 0,
        1..=4 => 2,
        _ => 1,
    }
}

/// `.name {`, `#main > a:not(.plain) {`, `:root {`; and directives of C.
pub(super) fn selector(text: &str, place: Place) -> u8 {
    if let Some(directive) = text.strip_prefix('#') {
        match word(directive).0 {
            "define" => return 2,
            "include" | "import" => return 1,
            _ => {}
        }
    }
    // A comment, a mark of Markdown, a call on the line before.
    if text.starts_with('>') && place.is_top() {
        return 0;
    }
    if text.as_bytes().get(1) == Some(&b' ') && text != "* {" && !starts(text, &["> ", "& "]) {
        return 0;
    }
    match cut(text, "(") {
        Some((head, _)) if !holds(head, ":") => 0,
        _ => block(text, place),
    }
}

/// `[package]`, `[[bin]]`, `[tool.black]`, `[remote "origin"]`.
pub(super) fn section(text: &str) -> u8 {
    let text = cut(text, " #").map_or(text, |(text, _)| trim_end(text));
    let Some(inside) = text.strip_suffix(']').and_then(|text| text.strip_prefix('[')) else { return 0 };
    let inside = inside.strip_suffix(']').unwrap_or(inside);
    if is_one(inside, &["stdout", "stderr"]) {
        return 0;
    }
    // A message has more blanks than a name.
    let short = holds(inside, "\"") || inside.bytes().filter(|byte| *byte == b' ').count() < 2;
    if short && any(inside, LETTER) && all(inside, SECTION) { 3 } else { 0 }
}

/// `- name: Build`: names a step.
pub(super) fn item(text: &str, place: Place) -> u8 {
    match text.strip_prefix("- ") {
        Some(rest) if starts(rest, &["name: ", "id: ", "hosts: "]) => {
            if place.columns <= 2 {
                2
            } else {
                1
            }
        }
        _ => 0,
    }
}

/// `<div id="app">`, `<h1>`, `<script src="...">`.
pub(super) fn tag(text: &str) -> u8 {
    const PARTS: [&str; 11] =
        ["style", "script", "link", "body", "head", "form", "section", "main", "nav", "header", "footer"];
    let (name, rest) = word(text.get(1..).unwrap_or_default());
    if name.is_empty() {
        return 0;
    }
    if holds(rest, " id=\"") || holds(rest, " id='") {
        return 2;
    }
    if is_one(name, &["h1", "h2", "h3", "title", "template"]) {
        return 2;
    }
    u8::from(is_one(name, &PARTS))
}
