//! Escape sequences as terminals read them (ECMA-48; the states of <https://vt100.net/emu/dec_ansi_parser>).
//!
//! Three rules are ours. A string (title, hyperlink, image) ends at a line feed: a lost terminator costs one line at
//! most. C1 controls, U+0080 to U+009F, are dropped but for U+0085, a line end to some; they open no strings, because
//! text read in a wrong encoding is full of them, and U+009B opens a sequence only before a parameter. A sequence that
//! breaks off, at the end too, is dropped. The parser keeps two numbers and no text.

/// What a char means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A char of the text, CR, LF and BS included.
    Print(char),
    /// A finished control sequence: its final char and two parameters, 0 when not given; private ones have a mark.
    Sequence { last: char, first: usize, second: usize, private: bool },
    /// An escape sequence of one char.
    Escape(char),
    /// Part of a sequence, or a control that shows nothing.
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
    /// Sequences seen.
    pub(super) sequences: usize,
}

impl Parser {
    /// True when the next char is not part of a sequence.
    pub(super) fn is_ground(&self) -> bool {
        self.state == State::Ground
    }

    /// Forgets a sequence that broke off.
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
            '0'..='9' => {
                if let Some(param) = self.params.get_mut(self.param) {
                    *param = (*param * 10 + (c as usize - '0' as usize)).min(9999);
                }
                Step::Nothing
            }
            ';' | ':' => {
                self.param = (self.param + 1).min(2);
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

/// How many bytes from the start show as they are: up to an escape, a carriage return, a backspace or a C1 control.
pub(super) fn plain_len(bytes: &[u8]) -> usize {
    let mut at = 0;
    loop {
        at += quiet_len(bytes.get(at..).unwrap_or_default());
        match bytes.get(at..) {
            // U+00A0 to U+00BF begin with the same byte as the C1 controls.
            Some([0xc2, 0xa0..=0xbf, ..]) => at += 2,
            _ => return at,
        }
    }
}

fn quiet_len(bytes: &[u8]) -> usize {
    let loud = |byte: u8| (byte < 0x20 && byte != b'\n' && byte != b'\t') || byte == 0xc2;
    // Without an early exit within the chunk the compiler makes vector code of this.
    let chunks = bytes.chunks(64).take_while(|chunk| !chunk.iter().fold(false, |any, &byte| any | loud(byte)));
    let quiet = chunks.map(<[u8]>::len).sum();
    let rest = bytes.get(quiet..).unwrap_or_default();
    quiet + rest.iter().position(|&byte| loud(byte)).unwrap_or(rest.len())
}
