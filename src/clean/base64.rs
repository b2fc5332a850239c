//! Long base64 becomes `[base64 image/png, 5,120 bytes]`: nobody reads it, and half of it is of no use.
//!
//! What counts: 200 chars that begin with a known magic number or follow `;base64,`, or 1,024 that look random: all
//! classes of chars in the shares that random bytes give, changing often. So hex dumps, paths, identifiers and minified
//! code stay, and so do shorter tokens and keys that a reader may have to use, and whatever touches a dot (JWT).
//! Lines of equal length from 60 on (MIME, PEM) count as one. At most 1,024 chars and a line are held.

use alloc::format;
use alloc::string::String;
use core::mem::take;

use super::number;

/// Chars of base64 whose type is known.
const TYPED: usize = 200;
/// Chars of base64 whose type is not known, and the most that is held.
const UNTYPED: usize = 1024;
/// Chars that have both cases.
const ONE_CASE: usize = 32;
/// Chars whose statistics decide.
const SAMPLE: usize = 256;
/// The shortest line of wrapped base64, and the longest.
const LINE: core::ops::RangeInclusive<usize> = 60..=1000;

/// Base64 of the first bytes (RFC 4648), and the type.
const MAGIC: [(&str, &str); 16] = [
    ("iVBORw0KGgo", "image/png"),
    ("R0lGODlh", "image/gif"),
    ("R0lGODdh", "image/gif"),
    ("/9j/4", "image/jpeg"),
    ("UklGR", "audio, video or image/webp (RIFF)"),
    ("PHN2Zy", "image/svg+xml"),
    ("AAABAAEA", "image/x-icon"),
    ("JVBERi0", "application/pdf"),
    ("UEsDBB", "application/zip"),
    ("H4sIA", "application/gzip"),
    ("AGFzbQE", "application/wasm"),
    ("N3q8ryc", "application/x-7z-compressed"),
    ("d09GMg", "font/woff2"),
    ("d09GRg", "font/woff"),
    ("T2dnUw", "audio/ogg"),
    ("f0VMR", "application/x-elf"),
];

/// The stage for [`super::CleanOptions::base64`].
#[derive(Clone, Debug, Default)]
pub(super) struct Base64 {
    run: Run,
    /// Chars to be read again: they did not belong to the run before them.
    again: String,
    /// The last bytes that were written, to know what stands before a run.
    before: [u8; 8],
    /// Runs that were replaced.
    pub(super) replaced: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    None,
    /// May become base64: all of it is held.
    Open,
    /// Is base64: of it only the last line is held, when it wraps.
    Taken,
    /// Is none: it passes through.
    Refused,
}

/// A run of base64, or what may become one.
#[derive(Clone, Debug, Default)]
struct Run {
    state: State,
    /// All of an open run; the last line of one that is taken and wraps.
    held: String,
    /// Chars of base64 without padding; when taken and wrapped, without those of the last line.
    chars: usize,
    /// Padding at the end.
    padding: usize,
    /// Chars of the first line, once it has ended, and of the line that is read.
    first_line: Option<usize>,
    line: usize,
    /// It begins a line: it may go on in the next.
    wraps: bool,
    /// It follows `;base64,`.
    uri: bool,
    kind: Option<&'static str>,
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_')
}

impl Base64 {
    pub(super) fn push(&mut self, text: &str, out: &mut String) {
        let mut rest = text;
        while !rest.is_empty() {
            let plain = if self.run.state == State::None { without_runs(rest) } else { 0 };
            let (plain, after) = rest.split_at_checked(plain).unwrap_or((rest, ""));
            self.write(plain, out);
            let (run, after) = after.split_at_checked(self.through(after)).unwrap_or(("", after));
            if self.run.state == State::Refused {
                self.write(run, out);
            }
            let mut chars = after.chars();
            for c in chars.by_ref() {
                let before = self.run.state;
                self.feed(c, out);
                if self.run.state == State::None || self.run.state != before {
                    break;
                }
            }
            rest = chars.as_str();
        }
    }

    /// How many bytes from the start go on with a run that is decided and does not wrap; they are counted.
    fn through(&mut self, text: &str) -> usize {
        let run = &mut self.run;
        let decided = match run.state {
            State::Refused => true,
            State::Taken => run.first_line.is_none() && run.padding == 0,
            State::None | State::Open => false,
        };
        let length = text.bytes().take_while(|&byte| decided && is_base64(byte)).count();
        if run.state == State::Taken {
            run.chars += length;
            run.line += length;
        }
        length
    }

    pub(super) fn finish(&mut self, out: &mut String) {
        self.end(out);
        self.drain(out);
        self.end(out);
        *self = Self { replaced: self.replaced, ..Self::default() };
    }

    fn write(&mut self, text: &str, out: &mut String) {
        out.push_str(text);
        for &byte in text.as_bytes().iter().skip(text.len().saturating_sub(self.before.len())) {
            self.before.rotate_left(1);
            self.before[7] = byte;
        }
    }

    fn feed(&mut self, c: char, out: &mut String) {
        self.step(c, out);
        self.drain(out);
    }

    fn drain(&mut self, out: &mut String) {
        while !self.again.is_empty() {
            let text = take(&mut self.again);
            let mut chars = text.chars();
            while let Some(c) = chars.next() {
                self.step(c, out);
                if !self.again.is_empty() {
                    self.again.push_str(chars.as_str());
                    break;
                }
            }
        }
    }

    fn step(&mut self, c: char, out: &mut String) {
        let run = &mut self.run;
        let fits = c.is_ascii() && is_base64(c as u8) && run.padding == 0;
        let pads = c == '=' && run.padding < 2 && run.line > 0;
        match run.state {
            State::None if fits => {
                let [.., last] = self.before;
                let wraps = matches!(last, 0 | b'\n');
                // A dot joins the parts of a token; a bracket ends one of our own markers.
                let state = if matches!(last, b'.' | b']') { State::Refused } else { State::Open };
                self.run = Run { state, wraps, uri: self.before == *b";base64,", ..Run::default() };
                self.step(c, out);
            }
            State::Refused if fits || c == '=' => self.write(c.encode_utf8(&mut [0; 4]), out),
            State::None | State::Refused => {
                run.state = State::None;
                self.write(c.encode_utf8(&mut [0; 4]), out);
            }
            State::Open | State::Taken if fits || pads => {
                run.add(c);
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

    /// Looks at an open run when it is long enough for the next test.
    fn decide(&mut self, out: &mut String) {
        let run = &mut self.run;
        let refused = match run.chars {
            // JSON: the first part of a token.
            16 => {
                run.kind = MAGIC.iter().find(|(magic, _)| run.held.starts_with(magic)).map(|(_, kind)| *kind);
                run.held.starts_with("eyJ") && !run.uri
            }
            // Hex, words of one case: no need to look on.
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
            let run = take(&mut self.run);
            let first = run.held.find('\n').map_or(run.held.len(), |at| at + 1);
            let (line, rest) = run.held.split_at_checked(first).unwrap_or((&run.held, ""));
            self.write(line, out);
            self.again.push_str(rest);
            if rest.is_empty() {
                self.run.state = State::Refused;
            }
        }
    }

    /// The run is over: what stands in its last line may have to be read again.
    fn end(&mut self, out: &mut String) {
        let mut run = take(&mut self.run);
        let last = run.held.rfind('\n').map_or(0, |at| at + 1);
        let too_long = run.first_line.is_some_and(|first| run.line > first);
        match run.state {
            State::None | State::Refused => {}
            State::Open => {
                let (lines, line) = run.held.split_at_checked(if too_long { last } else { run.held.len() }).unwrap_or_default();
                self.write(lines, out);
                self.again.push_str(line);
            }
            State::Taken => {
                // A word of its own after the last full line is none of it.
                let short = run.padding > 0 || run.line >= 16 && run.line.is_multiple_of(4);
                if run.first_line.is_some() && short && !too_long && !run.held.contains('-') {
                    run.chars += run.line - run.padding;
                    run.held.clear();
                }
                let bytes = number::grouped(run.chars * 3 / 4);
                let placeholder = match run.kind {
                    Some(kind) => format!("[base64 {kind}, {bytes} bytes]"),
                    None => format!("[base64, {bytes} bytes]"),
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

impl Run {
    fn add(&mut self, c: char) {
        self.line += 1;
        let counts = self.state == State::Open || self.first_line.is_none();
        if c == '=' {
            self.padding += 1;
        } else if counts {
            self.chars += 1;
        }
        if self.state == State::Open || self.first_line.is_some() {
            self.held.push(c);
        }
    }

    fn line_goes_on(&self) -> bool {
        let whole = self.first_line.is_none_or(|first| first == self.line);
        self.wraps && self.padding == 0 && LINE.contains(&self.line) && whole
    }

    fn end_line(&mut self) {
        if self.state == State::Taken {
            self.chars += if self.first_line.is_some() { self.line } else { 0 };
            self.held.clear();
        }
        self.first_line = Some(self.line);
        self.line = 0;
        self.held.push('\n');
    }

    /// From now on only the line that is read is held, with the line end before it.
    fn taken(&mut self) {
        self.state = State::Taken;
        if self.first_line.is_some() {
            self.chars -= self.line;
            let from = self.held.rfind('\n').unwrap_or_default();
            self.held.drain(..from);
        } else {
            self.held.clear();
        }
    }
}

/// How many bytes from the start hold no run that could be base64: up to the last word, or up to one of 60 chars.
fn without_runs(text: &str) -> usize {
    let (mut at, bytes) = (0, text.as_bytes());
    while at < bytes.len() {
        let window = bytes.get(at..(at + LINE.start()).min(bytes.len())).unwrap_or_default();
        match window.iter().rposition(|&byte| !is_base64(byte)) {
            Some(last) => at += last + 1,
            None => break,
        }
    }
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

/// True for what 6 random bits a char look like: shares of each class, many different chars, classes that change.
fn looks_random(run: &str) -> bool {
    let (mut seen, mut classes, mut changes, mut before) = (0_u128, [0_usize; 4], 0, 4);
    for byte in run.bytes().filter(|&byte| byte != b'\n').take(SAMPLE) {
        let class = match byte {
            b'a'..=b'z' => 0,
            b'A'..=b'Z' => 1,
            b'0'..=b'9' => 2,
            _ => 3,
        };
        seen |= 1 << (byte & 127);
        classes[class] += 1;
        changes += usize::from(class != before);
        before = class;
    }
    let [lower, upper, digits, _] = classes;
    let share = |count: usize, percent: core::ops::RangeInclusive<usize>| percent.contains(&(count * 100 / SAMPLE));
    // Random: 41, 41, 16 and 64 percent, 63 different chars.
    share(lower, 20..=65) && share(upper, 20..=65) && share(digits, 5..=35) && share(changes, 45..=85) && seen.count_ones() >= 40
}
