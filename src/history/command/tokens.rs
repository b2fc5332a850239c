//! A script as words, redirections and what stands between commands.

use core::mem::take;

use super::heredoc::Delimiter;
use super::word::{Word, after_substitution, find, word};
use super::{COMMANDS, SCRIPT};

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
    pub(super) raw: &'a [u8],
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
    Heredoc(&'a [u8]),
    Pipe,
    End(Joint),
    Open,
    Close,
}

pub(super) struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
    /// Where the line ends whose heredocs were read, and where the text goes on after them; the latter is 0 when there are none.
    line: usize,
    next: usize,
    /// Bytes of heredocs.
    aside: usize,
    /// Ends of commands.
    ends: usize,
    /// Whether the script goes on, or its heredocs are not where they were looked for.
    pub(super) broken: bool,
}

impl<'a> Tokens<'a> {
    pub(super) const fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0, line: 0, next: 0, aside: 0, ends: 0, broken: false }
    }

    /// What is not read yet.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Leaves out a patch, which is no script, as far as it goes.
    pub(super) fn patch(&mut self) -> &'a [u8] {
        let start = self.at;
        let mut line = start;
        while line < self.text.len() && !self.text.get(line..).is_some_and(|line| line.starts_with(b"*** End Patch")) {
            line = find(self.text, line, b'\n') + 1;
        }
        self.at = find(self.text, line, b'\n');
        self.aside += self.at - start;
        self.text.get(start..self.at).unwrap_or_default()
    }

    fn byte(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or_default()
    }

    /// True when that is the next byte, which is then behind.
    fn eat(&mut self, byte: u8) -> bool {
        let is_next = self.byte() == byte;
        self.at += usize::from(is_next);
        is_next
    }

    /// `>`, `2>>`, `<` and so on, at its operator; `start`: where it starts. Nothing for what names no file, such as `2>&1`.
    fn redirect(&mut self, start: usize) -> Option<Token<'a>> {
        let numbered = self.text.get(start..self.at).is_some_and(|number| !matches!(number, b"" | b"1"));
        let both = self.eat(b'&');
        let output = self.byte() == b'>';
        self.at += 1;
        let mut duplicate = false;
        let mut string = false;
        if !output && self.eat(b'<') {
            string = self.eat(b'<');
            if !string {
                return self.heredoc();
            }
        } else if !self.eat(b'>') && !self.eat(b'|') {
            duplicate = self.eat(b'&');
        }
        self.blanks();
        let mut target = self.word()?;
        if duplicate && target.text.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'-')) {
            return None;
        }
        // A text, and no file.
        target.dynamic |= string;
        let stream = match (output, numbered && !both && !duplicate) {
            (false, _) => Stream::Input,
            (true, false) => Stream::Output,
            (true, true) => Stream::Other,
        };
        let raw = self.text.get(start..self.at).unwrap_or_default();
        Some(Token::Redirect(Redirect { stream, raw, target }))
    }

    fn heredoc(&mut self) -> Option<Token<'a>> {
        let (delimiter, end) = Delimiter::read(self.text, self.at);
        self.at = end;
        let delimiter = delimiter?;
        if self.next == 0 {
            self.line = find(self.text, end, b'\n');
            self.next = self.line + 1;
        }
        let (body, next) = delimiter.body(self.text, self.next);
        self.next = self.next.max(next);
        Some(Token::Heredoc(body))
    }

    /// A word, or `<(…)`; nothing where there is none.
    fn word(&mut self) -> Option<Word<'a>> {
        let start = self.at;
        if let [b'<' | b'>', b'(', ..] = self.rest() {
            self.at = after_substitution(self.text, start + 2);
            let raw = self.text.get(start..self.at).unwrap_or_default();
            return Some(Word { raw, text: raw.into(), dynamic: true });
        }
        let (word, end) = word(self.text, start);
        self.at = end;
        (end > start).then_some(word)
    }

    /// Leaves out blanks and line feeds that are escaped.
    fn blanks(&mut self) {
        loop {
            self.at += match self.rest() {
                [b' ' | b'\t' | b'\r', ..] => 1,
                [b'\\', b'\n', ..] => 2,
                [b'\\', b'\r', b'\n', ..] => 3,
                _ => return,
            };
        }
    }

    /// The end of a line. The text goes on after its heredocs.
    fn line_feed(&mut self) -> Token<'a> {
        if self.next > 0 {
            self.aside += self.next - self.at;
            self.at = take(&mut self.next);
        }
        Token::End(Joint::Next)
    }

    pub(super) fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.blanks();
            let missed = self.next > 0 && self.at > self.line;
            let start = self.at;
            if start >= self.text.len() || missed || start > SCRIPT + self.aside || self.ends > COMMANDS {
                self.broken = missed || start < self.text.len();
                return None;
            }
            if matches!(self.rest(), [b'<' | b'>', ..] | [b'&', b'>', ..]) && !matches!(self.rest(), [_, b'(', ..]) {
                if let Some(redirect) = self.redirect(start) {
                    return Some(redirect);
                }
                continue;
            }
            let byte = self.byte();
            if matches!(byte, b'\n' | b'&' | b'|' | b';' | b'(' | b')') {
                self.at += 1;
                self.ends += 1;
            }
            return Some(match byte {
                b'\n' => self.line_feed(),
                b'#' => {
                    self.at = find(self.text, start, b'\n');
                    continue;
                }
                b'&' if self.eat(b'&') => Token::End(Joint::And),
                b'&' => Token::End(Joint::Background),
                b'|' if self.eat(b'|') => Token::End(Joint::Or),
                b'|' => {
                    self.eat(b'&');
                    Token::Pipe
                }
                b';' => Token::End(Joint::Next),
                b'(' => Token::Open,
                b')' => Token::Close,
                _ => {
                    let Some(word) = self.word() else { continue };
                    let number = word.raw.iter().all(u8::is_ascii_digit);
                    if !number || !matches!(self.byte(), b'<' | b'>') {
                        return Some(Token::Word(word));
                    }
                    let Some(redirect) = self.redirect(start) else { continue };
                    redirect
                }
            });
        }
    }
}
