//! Parser of escape sequences (ECMA-48; the states of <https://vt100.net/emu/dec_ansi_parser>).
//!
//! Three rules differ. A string (title, hyperlink, image) ends at a line feed: a lost terminator costs one line at
//! most. C1 controls, U+0080 to U+009F, are dropped except U+0085, which some treat as a line end; they open no
//! strings, because text read in a wrong encoding is full of them, and U+009B opens a sequence only before a parameter.
//! An incomplete sequence is dropped, also at the end of the text. The parser keeps two numbers and no text.

use super::bytes::{HIGH, below, equals, position};

/// The effect of one char.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A char of the text, CR, LF and BS included.
    Print(char),
    /// A complete control sequence: its final char, two parameters (0 if missing), and a mark for private ones.
    Sequence { last: char, first: usize, second: usize, private: bool },
    /// An escape sequence of one char.
    Escape(char),
    /// Part of a sequence, or an invisible control.
    Nothing,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Ground,
    Escape,
    Intermediate,
    /// After U+009B: a sequence if a parameter follows.
    Single,
    Sequence,
    Text,
    TextEscape,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Parser {
    state: State,
    params: [usize; 2],
    param: usize,
    private: bool,
    /// Number of sequences.
    pub(super) sequences: usize,
}

impl Parser {
    /// Returns `true` if the next char is not part of a sequence.
    pub(super) fn is_ground(&self) -> bool {
        self.state == State::Ground
    }

    /// Returns `true` inside a title, a hyperlink or an image.
    pub(super) fn is_text(&self) -> bool {
        self.state == State::Text
    }

    /// Returns the length of a complete control sequence at the start of a text that only sets colours, or 0.
    pub(super) fn colour(&mut self, bytes: &[u8]) -> usize {
        let end = bytes.iter().skip(2).position(|byte| !matches!(byte, b'0'..=b';')).map_or(0, |at| at + 2);
        let colours = bytes.get(end) == Some(&b'm');
        self.sequences += usize::from(colours);
        if colours { end + 1 } else { 0 }
    }

    /// Returns a complete control sequence at the start of a text, unless it is a rare one, and its length.
    pub(super) fn whole(&mut self, bytes: &[u8]) -> Option<(usize, Step)> {
        let [0x1b, b'[', rest @ ..] = bytes else { return None };
        let end = rest.iter().position(|byte| !matches!(byte, b'0'..=b';'))?;
        let last = rest.get(end).filter(|byte| matches!(byte, b'@'..=b'~'))?;
        self.sequences += 1;
        self.clear();
        rest.iter().take(end).for_each(|&byte| self.param(byte));
        let [first, second] = self.params;
        Some((end + 3, Step::Sequence { last: char::from(*last), first, second, private: false }))
    }

    /// Reads a digit, or a colon or semicolon between two parameters.
    fn param(&mut self, byte: u8) {
        if byte > b'9' {
            self.param = (self.param + 1).min(2);
        } else if let Some(param) = self.params.get_mut(self.param) {
            *param = (*param * 10 + usize::from(byte - b'0')).min(9999);
        }
    }

    /// Drops an incomplete sequence.
    pub(super) fn reset(&mut self) {
        self.state = State::Ground;
    }

    pub(super) fn feed(&mut self, c: char) -> Step {
        match self.state {
            State::Ground => self.ground(c),
            State::Intermediate => match c {
                ' '..='/' => Step::Nothing,
                '0'..='~' => self.end(Step::Nothing),
                _ => self.ground(c),
            },
            State::Single if !('0'..='?').contains(&c) => self.ground(c),
            State::Single | State::Sequence => self.sequence(c),
            State::Text => self.text(c),
            State::TextEscape if c == '\\' => self.end(Step::Nothing),
            State::Escape | State::TextEscape => self.escape(c),
        }
    }

    fn end(&mut self, step: Step) -> Step {
        self.state = State::Ground;
        step
    }

    fn begin(&mut self, state: State) -> Step {
        self.state = state;
        Step::Nothing
    }

    fn ground(&mut self, c: char) -> Step {
        self.state = State::Ground;
        match c {
            '\x1b' | '\u{9b}' => {
                self.sequences += 1;
                self.clear();
                self.begin(if c == '\x1b' { State::Escape } else { State::Single })
            }
            '\x07' | '\x0e' | '\x0f' | '\u{80}'..='\u{84}' | '\u{86}'..='\u{9f}' => Step::Nothing,
            _ => Step::Print(c),
        }
    }

    fn clear(&mut self) {
        (self.params, self.param, self.private) = ([0; 2], 0, false);
    }

    fn escape(&mut self, c: char) -> Step {
        match c {
            '[' => {
                self.clear();
                self.begin(State::Sequence)
            }
            ']' | 'P' | 'X' | '^' | '_' => self.begin(State::Text),
            ' '..='/' => self.begin(State::Intermediate),
            '0'..='~' => self.end(Step::Escape(c)),
            '\x18' | '\x1a' => self.end(Step::Nothing),
            _ => self.ground(c),
        }
    }

    fn sequence(&mut self, c: char) -> Step {
        self.state = State::Sequence;
        match c {
            '0'..=';' => {
                self.param(c as u8);
                Step::Nothing
            }
            '<'..='?' | ' '..='/' => {
                self.private = true;
                Step::Nothing
            }
            '@'..='~' => {
                let [first, second] = self.params;
                self.end(Step::Sequence { last: c, first, second, private: self.private })
            }
            '\x18' | '\x1a' => self.end(Step::Nothing),
            _ => self.ground(c),
        }
    }

    fn text(&mut self, c: char) -> Step {
        match c {
            '\x07' | '\u{9c}' | '\x18' | '\x1a' => self.end(Step::Nothing),
            '\n' => self.end(Step::Print(c)),
            '\x1b' => self.begin(State::TextEscape),
            _ => Step::Nothing,
        }
    }
}

/// Returns how many bytes from the start are shown unchanged: up to an escape, a carriage return, a backspace or a C1
/// control.
pub(super) fn plain_len(bytes: &[u8]) -> usize {
    let mut at = 0;
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        let Some(loud) = position(rest, loud) else { return bytes.len() };
        at += loud;
        match bytes.get(at..) {
            // U+00A0 to U+00BF begin with the same byte as the C1 controls.
            Some([0xc2, 0xa0..=0xbf, ..]) => at += 2,
            _ => return at,
        }
    }
}

/// Marks the controls except LF and TAB, and the first byte of C1 controls.
fn loud(word: u64) -> u64 {
    let controls = below(word, 0x20);
    if controls | word & HIGH == 0 {
        return 0;
    }
    controls & !equals(word, b'\n') & !equals(word, b'\t') | equals(word, 0xc2)
}
