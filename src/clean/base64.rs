//! Replaces long base64 with `[base64 image/png, 5,120 bytes]`: a model cannot read it, and a part of it is useless.
//!
//! A run is replaced from 200 chars that begin with a known magic number or follow `;base64,`, or from 1,024 that look
//! random: all classes of chars in the shares of random bytes, with frequent changes. This keeps hex dumps, paths,
//! identifiers and minified code, shorter tokens and keys that a reader may need, and runs next to a dot (JWT). Lines
//! of equal length, 60 chars or more (MIME, PEM), form one run. At most 1,024 chars and a line are held.

use alloc::string::String;
use core::mem::take;

use super::run::{FIRST, LINE, ONE_CASE, Run, State, TYPED, UNTYPED};
use super::sniff::{SAMPLE, is_base64, kind, looks_random, without_runs};
use crate::forms;
use crate::number;

/// The stage for [`super::CleanOptions::base64`].
#[derive(Clone, Debug, Default)]
pub(super) struct Base64 {
    run: Run,
    /// Chars to read again, because they did not belong to the run before them.
    again: String,
    /// The last eight bytes written, to know the context of a run.
    before: u64,
    /// Runs that were replaced.
    pub(super) replaced: usize,
}

impl Base64 {
    pub(super) fn push(&mut self, text: &str, out: &mut String) {
        let mut rest = text;
        while !rest.is_empty() {
            rest = self.read(rest, out);
            self.drain(out);
        }
    }

    /// Reads the stretch that needs no test of each char, and one more char; returns the rest.
    fn read<'a>(&mut self, text: &'a str, out: &mut String) -> &'a str {
        let plain = if self.run.state == State::None { without_runs(text, *LINE.start()) } else { 0 };
        let (plain, after) = text.split_at_checked(plain).unwrap_or((text, ""));
        self.write(plain, out);
        let (run, after) = after.split_at_checked(self.run.stretch(after.as_bytes())).unwrap_or(("", after));
        if self.run.state == State::Refused {
            self.write(run, out);
        } else {
            self.run.add(run);
        }
        let mut chars = after.chars();
        if let Some(c) = chars.next() {
            self.step(c, out);
        }
        chars.as_str()
    }

    pub(super) fn finish(&mut self, out: &mut String) {
        self.end(out);
        self.drain(out);
        self.end(out);
        *self = Self { replaced: self.replaced, ..Self::default() };
    }

    fn write(&mut self, text: &str, out: &mut String) {
        out.push_str(text);
        let bytes = text.as_bytes();
        self.before = match bytes.last_chunk::<8>() {
            Some(last) => u64::from_be_bytes(*last),
            None => bytes.iter().fold(self.before, |before, &byte| before << 8 | u64::from(byte)),
        };
    }

    fn drain(&mut self, out: &mut String) {
        while !self.again.is_empty() {
            let text = take(&mut self.again);
            let mut rest = text.as_str();
            while !rest.is_empty() && self.again.is_empty() {
                rest = self.read(rest, out);
            }
            self.again.push_str(rest);
        }
    }

    fn step(&mut self, c: char, out: &mut String) {
        let run = &mut self.run;
        let fits = c.is_ascii() && is_base64(c as u8) && run.padding == 0;
        let pads = c == '=' && run.padding < 2 && run.line > 0;
        match run.state {
            State::None if fits => {
                let last = self.before as u8;
                let wraps = matches!(last, 0 | b'\n');
                // A dot joins the parts of a token; a bracket ends one of our own markers.
                let state = if matches!(last, b'.' | b']') { State::Refused } else { State::Open };
                run.begin(state);
                (run.wraps, run.uri) = (wraps, self.before == u64::from_be_bytes(*b";base64,"));
                self.step(c, out);
            }
            State::Refused if fits || c == '=' => self.write(c.encode_utf8(&mut [0; 4]), out),
            State::None | State::Refused => {
                run.state = State::None;
                self.write(c.encode_utf8(&mut [0; 4]), out);
            }
            State::Open | State::Taken if fits || pads => {
                run.add(c.encode_utf8(&mut [0; 4]));
                if run.first_line.is_some_and(|first| run.line > first) {
                    self.end(out);
                } else if run.state == State::Open && fits {
                    self.decide(out);
                }
            }
            State::Open | State::Taken if c == '\n' && run.line_goes_on() => run.end_line(),
            State::Open | State::Taken => {
                self.end(out);
                self.again.push(c);
            }
        }
    }

    /// Tests an open run when it reaches the length of the next test.
    fn decide(&mut self, out: &mut String) {
        let run = &mut self.run;
        let refused = match run.chars {
            // `eyJ` is JSON: the first part of a JWT.
            FIRST => {
                run.kind = kind(&run.held);
                run.held.starts_with("eyJ") && !run.uri
            }
            // Hex or words of one case.
            ONE_CASE if run.kind.is_none() && !run.uri => {
                let has = |class: fn(&u8) -> bool| run.held.as_bytes().iter().any(class);
                !has(u8::is_ascii_uppercase) || !has(u8::is_ascii_lowercase)
            }
            TYPED if run.kind.is_some() || run.uri => {
                run.taken();
                false
            }
            SAMPLE => run.kind.is_none() && !run.uri && !looks_random(&run.held),
            UNTYPED => {
                run.taken();
                false
            }
            _ => false,
        };
        if refused {
            let held = take(&mut self.run.held);
            let first = held.find('\n').map_or(held.len(), |at| at + 1);
            let (line, rest) = held.split_at_checked(first).unwrap_or((&held, ""));
            self.write(line, out);
            self.again.push_str(rest);
            let state = if rest.is_empty() { State::Refused } else { State::None };
            self.run.held = held;
            self.run.begin(state);
        }
    }

    /// Ends the run; its last line may have to be read again.
    fn end(&mut self, out: &mut String) {
        let mut run = take(&mut self.run);
        let last = run.held.rfind('\n').map_or(0, |at| at + 1);
        let too_long = run.first_line.is_some_and(|first| run.line > first);
        match run.state {
            State::None | State::Refused => {}
            State::Open => {
                let (lines, line) =
                    run.held.split_at_checked(if too_long { last } else { run.held.len() }).unwrap_or_default();
                self.write(lines, out);
                self.again.push_str(line);
            }
            State::Taken => {
                // A separate word after the last full line is not part of the run.
                let short = run.padding > 0 || run.line >= 16 && run.line.is_multiple_of(4);
                if run.first_line.is_some() && short && !too_long && !run.held.contains('-') {
                    run.chars += run.line - run.padding;
                    run.held.clear();
                }
                let bytes = number::grouped((run.chars * 3 / 4) as u64);
                let placeholder = match run.kind {
                    Some(kind) => forms::TYPED_BASE64.with(&[kind, &bytes]),
                    None => forms::BASE64.with(&[&bytes]),
                };
                self.replaced += 1;
                self.write(&placeholder, out);
                if let Some(line) = run.held.strip_prefix('\n') {
                    self.write("\n", out);
                    self.again.push_str(line);
                }
            }
        }
    }
}
