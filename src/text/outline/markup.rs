//! What is code without declaring words: keys of YAML and TOML, sections, selectors and blocks, tags.

use super::assigned::is_function;
use super::code::Place;
use super::line::{holds, starts, word};
use super::words::{Word, meaning};

/// `key:`, `key: value`, `method: function () {`, `a:hover {`.
pub(super) fn key(text: &str, colon: usize, place: Place) -> u8 {
    let (key, value) = text.split_at_checked(colon).unwrap_or_default();
    let value = value.get(1..).unwrap_or_default();
    let separate = value.is_empty() || value.starts_with([' ', '\t']);
    let name = key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'/' | b'$'));
    if !separate || !name {
        return block(text, place);
    }
    if matches!(meaning(key), Some(Word::Control | Word::Access | Word::Before)) {
        return 0;
    }
    let value = value.trim_ascii();
    if is_function(value) {
        return place.local();
    }
    let opens = value.ends_with(['{', '[']);
    match place.columns {
        0 if opens => 2,
        0 if value.ends_with([';', ',']) => 0,
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
    let capital = text.bytes().next().is_some_and(|byte| byte.is_ascii_uppercase());
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
    match text.find('(') {
        Some(open) if !text.get(..open).is_some_and(|head| holds(head, ":")) => 0,
        _ => block(text, place),
    }
}

/// `[package]`, `[[bin]]`, `[tool.black]`, `[remote "origin"]`.
pub(super) fn section(text: &str) -> u8 {
    let is_inside = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-:/@*$ \"'[+".contains(&byte);
    let text = text.split(" #").next().unwrap_or_default().trim_ascii_end();
    let Some(inside) = text.strip_suffix(']').and_then(|text| text.strip_prefix('[')) else { return 0 };
    let inside = inside.strip_suffix(']').unwrap_or(inside);
    if matches!(inside, "stdout" | "stderr") {
        return 0;
    }
    // A message has more blanks than a name.
    let short = inside.contains('"') || inside.bytes().filter(|byte| *byte == b' ').count() < 2;
    let named = inside.bytes().any(|byte| byte.is_ascii_alphabetic()) && inside.bytes().all(is_inside);
    if short && named { 3 } else { 0 }
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
    let (name, rest) = word(text.get(1..).unwrap_or_default());
    if name.is_empty() {
        return 0;
    }
    if holds(rest, " id=\"") || holds(rest, " id='") {
        return 2;
    }
    match name {
        "h1" | "h2" | "h3" | "title" | "template" => 2,
        "style" | "script" | "link" | "body" | "head" | "form" | "section" | "main" | "nav" | "header" | "footer" => 1,
        _ => 0,
    }
}
