//! The values in a call's JSON arguments, and a rewriter that replaces texts in that JSON.
//!
//! One pass over the text keeps numbers and the order of members as written.

use alloc::string::String;
use alloc::vec::Vec;

use crate::call::Field;
use crate::source::utf16_len;
use crate::tree::{after_space, quoted, read_escape};

/// Maximum nesting depth; reading stops at deeper values.
const DEEPEST: usize = 32;
/// Maximum number of values, above what real calls contain.
const MOST: usize = 4096;

/// A scalar value in the arguments: neither a list nor an object.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Argument {
    /// The path of member names: the outermost, the innermost, and the number of names. List items have none.
    first: u16,
    last: u16,
    depth: u16,
    pub(crate) value: ArgumentValue,
    /// Byte range in the JSON.
    pub(crate) from: usize,
    pub(crate) to: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ArgumentValue {
    Text(String),
    Number(f64),
    Other,
}

/// Parsed arguments.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arguments {
    /// Distinct member names.
    names: Vec<String>,
    pub(crate) values: Vec<Argument>,
    /// `true` if the text is one complete JSON object.
    pub(crate) is_object: bool,
}

impl Arguments {
    pub(crate) fn read(json: &str) -> Self {
        let mut reader = Reader { json, at: 0, found: Self::default(), path: Vec::new() };
        reader.blank();
        let object = reader.peek() == Some(b'{');
        let whole = reader.value(0);
        reader.blank();
        let is_object = object && whole && reader.at == json.len();
        Self { is_object, ..reader.found }
    }

    /// Parses JSON arguments, or takes any text if `is_free`.
    pub(crate) fn held(text: &str, is_free: bool) -> Self {
        if is_free { Self::free(text) } else { Self::read(text) }
    }

    /// Redacts each text, including texts read from arguments that are not valid JSON.
    pub(crate) fn redact(&mut self, redact: &dyn Fn(&str) -> String) {
        for found in &mut self.values {
            if let ArgumentValue::Text(text) = &mut found.value {
                *text = redact(text);
            }
        }
    }

    /// Wraps a text that is not JSON as one value named `input`.
    pub(crate) fn free(text: &str) -> Self {
        let value = ArgumentValue::Text(String::from(text));
        let names = alloc::vec![String::from("input")];
        Self {
            names,
            values: alloc::vec![Argument { first: 0, last: 0, depth: 1, value, from: 0, to: text.len() }],
            is_object: false,
        }
    }

    fn name(&self, number: u16) -> &str {
        self.names.get(usize::from(number)).map_or("", String::as_str)
    }

    /// Returns the name of the innermost member that holds a value, or "" if there is none.
    pub(crate) fn last_name(&self, found: &Argument) -> &str {
        if found.depth > 0 { self.name(found.last) } else { "" }
    }

    /// Returns the name of the outermost member that holds a value, or "" if there is none.
    pub(crate) fn first_name(&self, found: &Argument) -> &str {
        if found.depth > 0 { self.name(found.first) } else { "" }
    }

    /// Returns the name of a value that is a direct member of the outermost object, or in a list there.
    pub(crate) fn only_name(&self, found: &Argument) -> Option<&str> {
        (found.depth == 1).then(|| self.name(found.first))
    }

    /// Returns the values below a member of the outermost object.
    pub(crate) fn of<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Argument> {
        self.values.iter().filter(move |value| value.depth > 0 && is(self.name(value.first), name))
    }

    /// Returns the given names that occur in the arguments.
    fn members<'n>(&self, names: &'n [&'n str]) -> impl Iterator<Item = &'n str> {
        names.iter().copied().filter(|name| self.names.iter().any(|own| is(own, name)))
    }

    /// Returns the first text below one of these members, in the order of the names.
    pub(crate) fn text<'a>(&'a self, names: &'a [&'a str]) -> Option<&'a str> {
        let texts = |name: &'a str| {
            self.of(name).find_map(|found| match &found.value {
                ArgumentValue::Text(text) if !text.trim().is_empty() => Some(&**text),
                _ => None,
            })
        };
        self.members(names).find_map(texts)
    }

    /// Returns the text of arguments that are one text.
    pub(crate) fn only_text(&self) -> Option<&str> {
        match &*self.values {
            [Argument { depth: 0, value: ArgumentValue::Text(text), .. }] => Some(text),
            _ => None,
        }
    }

    /// Returns all texts of members with one of these names: texts, items of lists, or members of objects in a list.
    pub(crate) fn texts<'a>(&'a self, names: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
        self.values.iter().filter_map(move |found| {
            let own = self.last_name(found);
            let last = names.iter().any(|name| is(own, name));
            match &found.value {
                ArgumentValue::Text(text) if last && !text.trim().is_empty() => Some(&**text),
                _ => None,
            }
        })
    }

    /// Joins the texts of the first present member among the field's names: a text, a list of texts, or same-named
    /// members of objects in a list. Returns up to `most` UTF-16 units; text of only white space and control chars
    /// counts as absent.
    pub(crate) fn joined(&self, field: Field, most: usize) -> Option<String> {
        let name = self.members(field.names()).find(|name| self.of(name).next().is_some())?;
        let mut text = String::new();
        for found in self.of(name) {
            let ArgumentValue::Text(held) = &found.value else { continue };
            let own = found.depth == 1 || field.names().contains(&self.last_name(found));
            if !own || utf16_len(&text) > most {
                continue;
            }
            if !text.is_empty() {
                text.push_str(field.separator());
            }
            text.push_str(held);
        }
        let says = |c: char| !c.is_whitespace() && !c.is_control() && c != '\u{feff}';
        text.contains(says).then(|| String::from(crate::failure::units(&text, most)))
    }

    /// Returns the first or last number of one of these members.
    pub(crate) fn number(&self, names: &[&'static str], last: bool) -> Option<f64> {
        self.members(names).find_map(|name| {
            let mut numbers = self.of(name).filter_map(|found| match found.value {
                ArgumentValue::Number(number) => Some(number),
                _ => None,
            });
            if last { numbers.last() } else { numbers.next() }
        })
    }

    /// Returns the JSON with values replaced: `new` returns the replacement text, or `None` to keep the value.
    pub(crate) fn rewrite(&self, json: &str, mut new: impl FnMut(usize, &Argument) -> Option<String>) -> String {
        let mut written = String::with_capacity(json.len().min(1 << 12));
        let mut from = 0;
        for (number, value) in self.values.iter().enumerate() {
            if let Some(text) = new(number, value) {
                written.push_str(json.get(from..value.from).unwrap_or_default());
                if self.is_object {
                    quoted(&text, &mut written);
                } else {
                    written.push_str(&text);
                }
                from = value.to;
            }
        }
        written.push_str(json.get(from..).unwrap_or_default());
        written
    }
}

/// Returns `true` for equal names. The length test comes first because each argument is compared with many names.
#[inline]
fn is(one: &str, other: &str) -> bool {
    one.len() == other.len() && one == other
}

/// Escapes of JSON that budgets do not count.
pub(crate) fn escapes(json: &str) -> u64 {
    let mut escapes = 0;
    let mut bytes = json.bytes();
    while let Some(byte) = bytes.next() {
        if byte == b'\\' {
            escapes += if bytes.next() == Some(b'u') { 5 } else { 1 };
        }
    }
    escapes
}

/// UTF-16 units of JSON as budgets count them, without its escapes.
pub(crate) fn plain_units(json: &str) -> u64 {
    let written = utf16_len(json) as u64;
    written - escapes(json).min(written)
}

struct Reader<'a> {
    json: &'a str,
    at: usize,
    found: Arguments,
    path: Vec<u16>,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.json.as_bytes().get(self.at).copied()
    }

    fn blank(&mut self) {
        self.at = after_space(self.json.as_bytes(), self.at);
    }

    fn name(&mut self, name: String) -> u16 {
        let names = &mut self.found.names;
        let number = names.iter().position(|known| *known == name).unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        });
        number as u16
    }

    fn push(&mut self, value: ArgumentValue, from: usize) {
        let [first, last] = [self.path.first(), self.path.last()].map(|name| name.copied().unwrap_or_default());
        self.found.values.push(Argument { first, last, depth: self.path.len() as u16, value, from, to: self.at });
    }

    /// Reads a value; returns `false` if it is not JSON or exceeds [`DEEPEST`] or [`MOST`].
    fn value(&mut self, depth: usize) -> bool {
        if depth > DEEPEST || self.found.values.len() > MOST || self.found.names.len() > MOST {
            return false;
        }
        let from = self.at;
        match self.peek() {
            Some(b'"') => {
                let Some(text) = self.text() else { return false };
                self.push(ArgumentValue::Text(text), from);
                true
            }
            Some(b'{') => self.members(depth, b'}'),
            Some(b'[') => self.members(depth, b']'),
            Some(b'-' | b'0'..=b'9') => {
                while matches!(self.peek(), Some(b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9')) {
                    self.at += 1;
                }
                let number = self.json.get(from..self.at).and_then(number);
                let Some(number) = number else { return false };
                self.push(ArgumentValue::Number(number), from);
                true
            }
            _ => {
                let rest = self.json.get(self.at..).unwrap_or_default();
                let Some(word) = ["true", "false", "null"].into_iter().find(|word| rest.starts_with(word)) else {
                    return false;
                };
                self.at += word.len();
                self.push(ArgumentValue::Other, from);
                true
            }
        }
    }

    fn members(&mut self, depth: usize, end: u8) -> bool {
        self.at += 1;
        self.blank();
        if self.peek() == Some(end) {
            self.at += 1;
            return true;
        }
        loop {
            self.blank();
            let named = end == b'}';
            if named {
                let Some(name) = self.text() else { return false };
                self.blank();
                if self.peek() != Some(b':') {
                    return false;
                }
                self.at += 1;
                self.blank();
                let name = self.name(name);
                self.path.push(name);
            }
            let read = self.value(depth + 1);
            if named {
                self.path.pop();
            }
            self.blank();
            match self.peek() {
                Some(b',') if read => self.at += 1,
                Some(byte) if read && byte == end => {
                    self.at += 1;
                    return true;
                }
                _ => return false,
            }
        }
    }

    /// Reads a string and resolves its escapes.
    fn text(&mut self) -> Option<String> {
        if self.peek() != Some(b'"') {
            return None;
        }
        self.at += 1;
        let mut text = String::new();
        loop {
            let rest = self.json.get(self.at..)?;
            let run = rest.bytes().position(|byte| byte == b'"' || byte == b'\\')?;
            text.push_str(rest.get(..run)?);
            self.at += run;
            if self.peek() == Some(b'"') {
                self.at += 1;
                return Some(text);
            }
            let (c, end) = read_escape(self.json.as_bytes(), self.at)?;
            text.push(c);
            self.at = end;
        }
    }
}

/// Parses the integer part of a number, which is all that callers need: the standard library's parser adds 20 KB of
/// WebAssembly.
fn number(text: &str) -> Option<f64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let whole = digits.bytes().take_while(u8::is_ascii_digit).count();
    if whole == 0 {
        return None;
    }
    let size = digits.get(..whole)?.bytes().fold(0.0, |sum, digit| sum * 10.0 + f64::from(digit - b'0'));
    Some(if digits.len() < text.len() { -size } else { size })
}
