//! One word of a script: quotes, escapes and substitutions.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::heredoc::{Delimiter, line_end};
use super::steps;

/// A word.
pub(super) struct Word<'a> {
    /// As it is written.
    pub(super) raw: &'a str,
    /// Without quotes and escapes; what is substituted stands as it is written.
    pub(super) text: String,
    /// Whether anything is substituted.
    pub(super) dynamic: bool,
}

impl Word<'_> {
    /// Whether it names a file that can be told from others.
    pub(super) fn is_file(&self) -> bool {
        let special = self.text.is_empty() || self.text == "-" || self.text.eq_ignore_ascii_case("nul");
        !self.dynamic && !special && !self.text.starts_with("/dev/") && !self.text.contains('\n')
    }

    /// Whether it is an option of programs of Windows, as `/s`.
    pub(super) fn is_switch(&self) -> bool {
        self.text.starts_with('/') && (self.text.len() == 2 || self.text.get(2..3) == Some(":"))
    }

    /// Whether all of it is in quotes.
    pub(super) fn is_quoted(&self) -> bool {
        let quote = self.raw.bytes().next();
        self.raw.len() > 1 && matches!(quote, Some(b'\'' | b'"')) && self.raw.bytes().next_back() == quote
    }
}

/// The next such byte, which is ASCII.
pub(super) fn find(text: &str, at: usize, byte: u8) -> Option<usize> {
    let rest = text.as_bytes().get(at..)?;
    let found = memchr::memchr(byte, rest);
    steps(found.map_or(rest.len(), |found| found + 1));
    Some(at + found?)
}

/// The word that starts at `at`, and where it ends; an empty one where none starts.
pub(super) fn word(text: &str, at: usize) -> (Word<'_>, usize) {
    let mut scan = Scan { text, at, taken: at, word: String::new(), dynamic: false };
    scan.bare();
    let end = scan.at.min(text.len());
    scan.take(end);
    (Word { raw: text.get(at..end).unwrap_or_default(), text: scan.word, dynamic: scan.dynamic }, end)
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
    /// What is before is in the word, or left out.
    taken: usize,
    word: String,
    dynamic: bool,
}

impl Scan<'_> {
    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or_default()
    }

    /// Takes the text up to a position into the word.
    fn take(&mut self, to: usize) {
        self.word.push_str(self.text.get(self.taken..to).unwrap_or_default());
        self.taken = to;
    }

    /// Leaves out so many bytes.
    fn leave_out(&mut self, bytes: usize) {
        self.take(self.at);
        self.at += bytes;
        self.taken = self.at;
    }

    fn bare(&mut self) {
        while self.at < self.text.len() {
            steps(1);
            match self.byte(0) {
                b' ' | b'\t' | b'\r' | b'\n' | b';' | b'|' | b'&' | b')' | b'<' | b'>' => break,
                // A list of values, `a=(b c)`.
                b'(' => {
                    let list = self.at > self.taken && self.text.as_bytes().get(self.at - 1) == Some(&b'=');
                    if !list {
                        break;
                    }
                    self.substitution(1);
                }
                b'\'' => {
                    self.leave_out(1);
                    self.at = find(self.text, self.at, b'\'').unwrap_or(self.text.len());
                    self.leave_out(1);
                }
                b'"' => self.quoted(),
                b'$' if self.byte(1) == b'\'' => self.escaped(),
                b'$' if self.byte(1) == b'"' => self.leave_out(1),
                b'$' | b'`' => self.expansion(),
                b'\\' => self.escape(),
                _ => self.at += 1,
            }
        }
    }

    /// A `\` outside of quotes. It stays where it stands in paths of Windows: before a letter or a digit, or in `src\*`.
    fn escape(&mut self) {
        let after_letter =
            self.at > self.taken && self.text.as_bytes().get(self.at - 1).is_some_and(u8::is_ascii_alphanumeric);
        match self.byte(1) {
            b'\n' => self.leave_out(2),
            byte if byte.is_ascii_alphanumeric() || (byte == b'*' && after_letter) => self.at += 2,
            _ => {
                self.leave_out(1);
                // What follows may be of more than one byte; none of them ends a word.
                self.at += 1;
            }
        }
    }

    /// `"…"`
    fn quoted(&mut self) {
        self.leave_out(1);
        while self.at < self.text.len() {
            steps(1);
            match (self.byte(0), self.byte(1)) {
                (b'"', _) => return self.leave_out(1),
                (b'\\', b'\n') => self.leave_out(2),
                (b'\\', b'"' | b'\\' | b'$' | b'`') => {
                    self.leave_out(1);
                    self.at += 1;
                }
                (b'$' | b'`', _) => self.expansion(),
                _ => self.at += 1,
            }
        }
    }

    /// `$'…'`, of whose escapes only line feeds, tabs and what stands for itself are read.
    fn escaped(&mut self) {
        self.leave_out(2);
        while self.at < self.text.len() {
            steps(1);
            match (self.byte(0), self.byte(1)) {
                (b'\'', _) => return self.leave_out(1),
                (b'\\', letter @ (b'n' | b't')) => {
                    self.leave_out(2);
                    self.word.push(if letter == b'n' { '\n' } else { '\t' });
                }
                (b'\\', b'\\' | b'\'' | b'"') => {
                    self.leave_out(1);
                    self.at += 1;
                }
                _ => self.at += 1,
            }
        }
    }

    /// `$x`, `${x}`, `$(x)` or `` `x` ``; a `$` before anything else is one.
    fn expansion(&mut self) {
        let end = match (self.byte(0), self.byte(1)) {
            (b'`', _) => backtick(self.text, self.at + 1),
            (_, b'(') => return self.substitution(2),
            (_, b'{') => find(self.text, self.at, b'}').map_or(self.text.len(), |end| end + 1),
            (_, b'@' | b'*' | b'#' | b'?' | b'$' | b'!' | b'-' | b'_') => self.at + 2,
            (_, byte) if byte.is_ascii_alphanumeric() => self.at + 2,
            _ => {
                self.at += 1;
                return;
            }
        };
        self.dynamic = true;
        self.at = end;
    }

    fn substitution(&mut self, opening: usize) {
        self.dynamic = true;
        self.at = after_substitution(self.text, self.at + opening);
    }
}

/// Where a substitution in backticks ends.
fn backtick(text: &str, from: usize) -> usize {
    let mut at = from;
    while let Some(end) = find(text, at, b'`') {
        let escapes = text.as_bytes().get(at..end).unwrap_or_default().iter().rev().take_while(|&&byte| byte == b'\\');
        if escapes.count() % 2 == 0 {
            return end + 1;
        }
        at = end + 1;
    }
    text.len()
}

/// Where a substitution ends that was opened before `from`: after its `)`. What it holds is not looked at.
pub(super) fn after_substitution(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    // `$((1 << 2))` has no heredoc.
    let arithmetic = bytes.get(from) == Some(&b'(');
    let mut heredocs = Vec::new();
    let mut open = vec![b'('];
    let mut at = from;
    let mut before = b' ';
    while let Some(&byte) = bytes.get(at) {
        steps(1);
        let quoted = open.last() == Some(&b'"');
        at += 1;
        match byte {
            b'\\' => at += 1,
            b'"' if quoted => _ = open.pop(),
            b'"' => open.push(byte),
            b'`' => at = backtick(text, at),
            b'(' if !quoted || before == b'$' => open.push(byte),
            _ if quoted => {}
            b'\'' => at = find(text, at, b'\'').map_or(text.len(), |end| end + 1),
            b')' => {
                open.pop();
                if open.is_empty() {
                    return at;
                }
            }
            b'#' if before.is_ascii_whitespace() => at = line_end(text, at),
            b'<' if !arithmetic && bytes.get(at) == Some(&b'<') => {
                let (delimiter, end) = Delimiter::read(text, at + 1);
                // `<<<` has none.
                heredocs.extend(delimiter.filter(|_| bytes.get(at + 1) != Some(&b'<')));
                at = end;
            }
            b'\n' => heredocs.drain(..).for_each(|heredoc: Delimiter| at = heredoc.body(text, at).1),
            _ => {}
        }
        before = byte;
    }
    text.len()
}
