//! The calls of tools in a program: `await tools.exec_command({cmd: "npm test"})`.
//!
//! Codex in code mode has one tool, `exec`, whose input is JavaScript, and the programs of OpenAI's Responses API have the
//! same form: the other tools are functions of the global object `tools` and take a string or an object. The text is only
//! read, nothing runs. Literals are understood, and names that a `const` binds to one; every other
//! expression is unknown and becomes `null`. Calls in strings and comments do not count.

#[cfg(test)]
mod tests;

use alloc::string::String;
use alloc::vec::Vec;

use crate::call::args::Arguments;
use crate::call::{Call, categorize_tool_call};
use crate::tree::{quoted, read_escape};

/// UTF-16 units of a program that are read, and bytes of the arguments that come of it.
const LONGEST: usize = 64 * 1024;
/// Maximum number of calls, of names that are bound, and depth of arguments.
const CALLS: usize = 32;
const CONSTANTS: usize = 256;
const DEEPEST: usize = 8;

/// Returns the calls in a program, in order.
pub(super) fn calls_in(code: &str) -> Vec<Call> {
    let code = crate::failure::units(code, LONGEST);
    let mut reader = Reader { code, at: 0, open: Vec::new() };
    let (mut constants, mut calls, mut room) = (Vec::new(), Vec::new(), LONGEST);
    let mut before = 0;
    while let Some(byte) = reader.peek()
        && calls.len() < CALLS
    {
        if !is_of_word(byte) {
            reader.step();
            before = byte;
            continue;
        }
        let word = reader.word();
        if word == "const" {
            reader.blank();
            let name = reader.word();
            reader.blank();
            if !name.is_empty() && constants.len() < CONSTANTS && reader.take(b'=') {
                // Read once, however often it is named.
                let mut json = String::new();
                Reader { code, at: reader.at, open: Vec::new() }.value(&mut json, DEEPEST - 1, &[]);
                constants.push((name, json));
            }
        } else if word == "tools"
            && before != b'.'
            && reader.take(b'.')
            && let name @ [_, ..] = reader.word().as_bytes()
            && reader.take(b'(')
        {
            let mut json = String::new();
            let mut arguments = Reader { code, at: reader.at, open: Vec::new() };
            arguments.value(&mut json, 0, &constants);
            room = room.saturating_sub(json.len());
            if room == 0 {
                break;
            }
            calls.push(call(&String::from_utf8_lossy(name), json));
        }
        before = byte;
    }
    calls
}

/// A call with arguments in JSON: an object, or a text that the tool takes as it is.
fn call(name: &str, json: String) -> Call {
    let mut args = Arguments::read(&json);
    let mut text = json;
    if text.starts_with('"')
        && let Some(input) = args.only_text()
    {
        text = String::from(input);
        args = Arguments::free(&text);
    }
    Call::new(String::from(name), categorize_tool_call(name), args, text)
}

const fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..)
}

struct Reader<'c> {
    code: &'c str,
    at: usize,
    /// Braces within each `${` of a template that is open here.
    open: Vec<u32>,
}

impl<'c> Reader<'c> {
    fn rest(&self) -> &'c str {
        self.code.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.code.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_there = self.peek() == Some(byte);
        self.at += usize::from(is_there);
        is_there
    }

    /// Skips white space and comments.
    fn blank(&mut self) {
        loop {
            let rest = self.rest();
            let length = match rest.as_bytes() {
                [b' ' | b'\t' | b'\r' | b'\n', ..] => 1,
                [b'/', b'/', ..] => rest.find('\n').unwrap_or(rest.len()),
                [b'/', b'*', ..] => rest.find("*/").map_or(rest.len(), |end| end + 2),
                _ => return,
            };
            self.at += length;
        }
    }

    fn word(&mut self) -> &'c str {
        let rest = self.rest();
        let length = rest.bytes().position(|byte| !is_of_word(byte)).unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    /// Skips a word, a string, a comment or a sign.
    fn step(&mut self) {
        match self.peek() {
            Some(quote @ (b'"' | b'\'' | b'`')) => {
                self.text(quote, false);
            }
            Some(b'}') if self.open.last() == Some(&0) => {
                self.open.pop();
                self.text(b'`', false);
            }
            Some(byte) if is_of_word(byte) => {
                self.word();
            }
            Some(byte) => {
                let before = self.at;
                self.blank();
                if self.at > before {
                    return;
                }
                self.at += 1;
                if let Some(depth) = self.open.last_mut() {
                    match byte {
                        b'{' => *depth += 1,
                        b'}' => *depth -= 1,
                        _ => {}
                    }
                }
            }
            None => {}
        }
    }

    /// Reads a string from its quote on, or the rest of a template. `None` if it has no end or an expression, which begins
    /// here then.
    fn text(&mut self, quote: u8, is_raw: bool) -> Option<String> {
        self.at += 1;
        let mut text = String::new();
        loop {
            let rest = self.rest();
            let stops = |byte| byte == quote || matches!(byte, b'\\' | b'\n' | b'$');
            let length = rest.bytes().position(stops).unwrap_or(rest.len());
            text.push_str(rest.get(..length)?);
            self.at += length;
            match rest.as_bytes().get(length..)? {
                [byte, ..] if *byte == quote => {
                    self.at += 1;
                    return Some(text);
                }
                [b'$', b'{', ..] if quote == b'`' => {
                    self.at += 2;
                    self.open.push(0);
                    return None;
                }
                [b'\n', ..] if quote != b'`' => return None,
                [b'\\', ..] if !is_raw => self.escape(&mut text),
                // A backslash keeps the quote after it in a raw template.
                [b'\\', b'`' | b'\\', ..] => {
                    text.push_str(rest.get(length..length + 2)?);
                    self.at += 2;
                }
                [byte, ..] => {
                    text.push(char::from(*byte));
                    self.at += 1;
                }
                [] => return None,
            }
        }
    }

    /// Reads an escape; those of JSON mean the same in JavaScript.
    fn escape(&mut self, text: &mut String) {
        if let Some((c, end)) = read_escape(self.code.as_bytes(), self.at) {
            text.push(c);
            self.at = end;
            return;
        }
        self.at += 1;
        let hex = |digits: &str| u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
        let rest = self.rest();
        let digits = match rest.as_bytes() {
            [b'x', ..] => rest.get(1..3).map(|digits| (digits, 3)),
            [b'u', b'{', digits @ ..] => {
                let length = digits.iter().take(8).position(|byte| *byte == b'}');
                length.and_then(|length| Some((rest.get(2..2 + length)?, length + 3)))
            }
            _ => None,
        };
        if let Some((c, length)) = digits.and_then(|(digits, length)| Some((hex(digits)?, length))) {
            text.push(c);
            self.at += length;
            return;
        }
        let Some(c) = rest.chars().next() else { return };
        self.at += c.len_utf8();
        text.extend(match c {
            'v' => Some('\u{b}'),
            '0' => Some('\0'),
            // A string goes on in the next line.
            '\n' => None,
            c => Some(c),
        });
    }

    /// Writes the value that begins here as JSON, and `null` if it is no literal.
    fn value(&mut self, json: &mut String, depth: usize, constants: &[(&str, String)]) {
        let start = json.len();
        self.blank();
        let is_known = match self.peek() {
            Some(quote @ (b'"' | b'\'' | b'`')) => self.joined(quote, json),
            Some(b'{' | b'[') if depth >= DEEPEST => false,
            Some(b'{') => self.members(json, b'}', depth, constants),
            Some(b'[') => self.members(json, b']', depth, constants),
            Some(byte) if is_of_word(byte) => {
                let word = self.word();
                self.named(word, json, depth, constants)
            }
            _ => false,
        };
        self.blank();
        // A longer expression has another value.
        if !is_known || !matches!(self.peek(), None | Some(b',' | b'}' | b']' | b')' | b';')) {
            json.truncate(start);
            json.push_str("null");
            // The list of arguments needs no more than the first.
            if depth > 0 {
                self.skip();
            }
        }
    }

    /// Writes strings that are joined by `+`.
    fn joined(&mut self, quote: u8, json: &mut String) -> bool {
        let (mut text, mut quote) = (String::new(), Some(quote));
        while let Some(next) = quote {
            let Some(part) = self.text(next, false) else { return false };
            text.push_str(&part);
            let after = self.at;
            self.blank();
            quote = None;
            if self.take(b'+') {
                self.blank();
                quote = self.peek().filter(|byte| matches!(byte, b'"' | b'\'' | b'`'));
            }
            self.at = if quote.is_some() { self.at } else { after };
        }
        quoted(&text, json);
        true
    }

    /// Writes the value of a word: a number, `true`, a template that is `String.raw`, a name that `const` binds.
    fn named(&mut self, word: &str, json: &mut String, depth: usize, constants: &[(&str, String)]) -> bool {
        if matches!(word, "true" | "false" | "null") || (word.len() < 16 && word.bytes().all(|b| b.is_ascii_digit())) {
            json.push_str(word);
            return true;
        }
        if word == "String" && self.rest().starts_with(".raw`") {
            self.at += ".raw".len();
            let text = self.text(b'`', true);
            return text.inspect(|text| quoted(text, json)).is_some();
        }
        let Some((_, value)) = constants.iter().rfind(|(name, _)| *name == word) else { return false };
        // No program makes more of a text than it holds.
        if depth > 1 || value == "null" || json.len() + value.len() > LONGEST {
            return false;
        }
        json.push_str(value);
        true
    }

    /// Writes the members of an object or the items of a list.
    fn members(&mut self, json: &mut String, end: u8, depth: usize, constants: &[(&str, String)]) -> bool {
        json.push(char::from(self.peek().unwrap_or_default()));
        self.at += 1;
        let first = json.len();
        loop {
            self.blank();
            let Some(byte) = self.peek() else { break };
            if self.take(end) {
                break;
            }
            if self.take(b',') {
                continue;
            }
            if matches!(byte, b'}' | b']' | b')') {
                return false;
            }
            let comma = if json.len() > first { "," } else { "" };
            if end == b']' {
                json.push_str(comma);
                self.value(json, depth + 1, constants);
                continue;
            }
            let name = match byte {
                b'"' | b'\'' => self.text(byte, false).unwrap_or_default(),
                _ => String::from(self.word()),
            };
            self.blank();
            let is_short = matches!(self.peek(), Some(b',' | b'}'));
            if name.is_empty() || !(is_short || self.take(b':')) {
                // Spread, a computed name, a method.
                self.skip();
                continue;
            }
            json.push_str(comma);
            quoted(&name, json);
            json.push(':');
            if !is_short {
                self.value(json, depth + 1, constants);
            } else if !self.named(&name, json, depth + 1, constants) {
                json.push_str("null");
            }
        }
        json.push(char::from(end));
        true
    }

    /// Skips an expression up to the `,` or the bracket that ends it.
    fn skip(&mut self) {
        let mut depth = 0_u32;
        while let Some(byte) = self.peek() {
            let in_template = byte == b'}' && self.open.last() == Some(&0);
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b'}' if in_template => {}
                b',' | b')' | b']' | b'}' if depth == 0 => return,
                b')' | b']' | b'}' => depth -= 1,
                _ => {}
            }
            self.step();
        }
    }
}
