//! A script as words, redirections and what stands between commands.

use core::mem::take;

use super::SCRIPT;
use super::heredoc::{Delimiter, line_end};
use super::word::{Word, after_substitution, word};

/// What stands between two pipelines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Joint {
    And,
    Or,
    /// `;` or the end of a line.
    Next,
    /// `&`
    Background,
}

/// Where the input comes from, or where the output goes.
pub(super) struct Redirect<'a> {
    pub(super) stream: Stream,
    pub(super) raw: &'a str,
    pub(super) target: Word<'a>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stream {
    Input,
    /// What the command prints.
    Output,
    /// Errors, or a stream that has no name.
    Other,
}

pub(super) enum Token<'a> {
    Word(Word<'a>),
    Redirect(Redirect<'a>),
    /// The body of a heredoc.
    Heredoc(&'a str),
    Pipe,
    End(Joint),
    Open,
    Close,
}

pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
    /// Where the line ends whose heredocs were read, and where the text goes on after them; the latter is 0 when there are none.
    line: usize,
    next: usize,
    /// Bytes of heredocs.
    aside: usize,
    /// Whether the script goes on, or its heredocs are not where they were looked for.
    pub(super) broken: bool,
}

impl<'a> Tokens<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 0, next: 0, aside: 0, broken: false }
    }

    /// What is not read yet.
    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Leaves out so many bytes that are no script.
    pub(super) fn leave_out(&mut self, bytes: usize) {
        self.at += bytes;
        self.aside += bytes;
    }

    fn token(&mut self, token: Token<'a>, bytes: usize) -> Token<'a> {
        self.at += bytes;
        token
    }

    /// The end of a line. The text goes on after its heredocs.
    fn line_feed(&mut self) -> Token<'a> {
        self.at += 1;
        if self.next > 0 {
            self.aside += self.next - self.at;
            self.at = take(&mut self.next);
        }
        Token::End(Joint::Next)
    }

    /// `>`, `2>>`, `<` and so on, at its operator; `start`: where it starts.
    /// Nothing for what names no file, such as `2>&1`.
    fn redirect(&mut self, start: usize) -> Option<Token<'a>> {
        let number = self.text.get(start..self.at).unwrap_or_default();
        let rest = self.rest();
        let both = rest.starts_with('&') || rest.starts_with(">&");
        let known = ["&>>", "<<<", "&>", ">>", ">|", ">&", "<<", "<&", "<>", ">", "<"];
        let operator = known.into_iter().find(|known| rest.starts_with(known)).unwrap_or_default();
        self.at += operator.len();
        if operator == "<<" {
            let (delimiter, end) = Delimiter::read(self.text, self.at);
            self.at = end;
            let delimiter = delimiter?;
            if self.next == 0 {
                self.line = line_end(self.text, end);
                self.next = self.line + 1;
            }
            let (body, next) = delimiter.body(self.text, self.next.min(self.text.len()));
            self.next = next.max(self.next);
            return Some(Token::Heredoc(body));
        }
        self.blanks();
        let target = self.word();
        let mut target = target.filter(|target| {
            let descriptor = target.text.trim_end_matches('-').bytes().all(|byte| byte.is_ascii_digit());
            !(operator.ends_with('&') && descriptor)
        })?;
        // A text, and no file.
        target.dynamic |= operator == "<<<";
        let stream = match (operator.starts_with('<'), number) {
            (true, _) => Stream::Input,
            (_, "" | "1") => Stream::Output,
            _ if both => Stream::Output,
            _ => Stream::Other,
        };
        let raw = self.text.get(start..self.at).unwrap_or_default();
        Some(Token::Redirect(Redirect { stream, raw, target }))
    }

    /// A word, or `<(…)`; nothing where there is none.
    fn word(&mut self) -> Option<Word<'a>> {
        let rest = self.rest();
        if rest.starts_with("<(") || rest.starts_with(">(") {
            let end = after_substitution(self.text, self.at + 2);
            let raw = self.text.get(self.at..end).unwrap_or_default();
            self.at = end;
            return Some(Word { raw, text: raw.into(), dynamic: true });
        }
        let (word, end) = word(self.text, self.at);
        self.at = end;
        (!word.raw.is_empty()).then_some(word)
    }

    /// Leaves out blanks and line feeds that are escaped.
    fn blanks(&mut self) {
        loop {
            let rest = self.rest();
            let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
            let escaped = rest.get(blanks..).unwrap_or_default();
            self.at += blanks;
            if escaped.starts_with("\\\n") {
                self.at += 2;
            } else if escaped.starts_with("\\\r\n") {
                self.at += 3;
            } else {
                return;
            }
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.blanks();
            let rest = self.rest();
            let missed = self.next > 0 && self.at > self.line;
            if missed || (self.at > SCRIPT + self.aside && !rest.is_empty()) {
                self.broken = true;
                return None;
            }
            let mut bytes = rest.bytes();
            let (byte, after) = (bytes.next()?, bytes.next().unwrap_or_default());
            let start = self.at;
            let found = match (byte, after) {
                (b'\n', _) => Some(self.line_feed()),
                (b'#', _) => {
                    self.at = line_end(self.text, self.at);
                    None
                }
                (b'&', b'&') => Some(self.token(Token::End(Joint::And), 2)),
                (b'|', b'|') => Some(self.token(Token::End(Joint::Or), 2)),
                (b'|', b'&') => Some(self.token(Token::Pipe, 2)),
                (b'|', _) => Some(self.token(Token::Pipe, 1)),
                (b'&', b'>') => self.redirect(start),
                (b'&', _) => Some(self.token(Token::End(Joint::Background), 1)),
                (b';', _) => Some(self.token(Token::End(Joint::Next), 1)),
                (b'(', _) => Some(self.token(Token::Open, 1)),
                (b')', _) => Some(self.token(Token::Close, 1)),
                (b'<' | b'>', b'(') => self.word().map(Token::Word),
                (b'<' | b'>', _) => self.redirect(start),
                _ => {
                    let word = self.word();
                    let number = word.as_ref().is_some_and(|word| word.raw.bytes().all(|byte| byte.is_ascii_digit()));
                    if number && self.rest().starts_with(['<', '>']) {
                        self.redirect(start)
                    } else {
                        word.map(Token::Word)
                    }
                }
            };
            if found.is_some() {
                return found;
            }
        }
    }
}
