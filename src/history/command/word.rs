//! One word of a script: quotes, escapes and substitutions.

use alloc::vec;
use alloc::vec::Vec;

use super::heredoc::Delimiter;
use super::steps;

/// A word.
pub(super) struct Word<'a> {
    /// As it is written.
    pub(super) raw: &'a [u8],
    /// Without quotes and escapes; what is substituted stands as it is written.
    pub(super) text: Vec<u8>,
    /// Whether anything is substituted.
    pub(super) dynamic: bool,
}

impl Word<'_> {
    /// Whether it names a file that can be told from others.
    #[inline(never)]
    pub(super) fn is_file(&self) -> bool {
        let special = matches!(&*self.text, b"" | b"-" | b"nul" | b"NUL");
        !self.dynamic && !special && !self.text.starts_with(b"/dev/")
    }

    /// Whether it is an option of programs of Windows, as `/s` or `/c:x`.
    pub(super) fn is_switch(&self) -> bool {
        matches!(&*self.text, [b'/', _] | [b'/', _, b':', ..])
    }

    /// Whether all of it is in quotes.
    pub(super) fn is_quoted(&self) -> bool {
        matches!(self.raw, [b'\'', .., b'\''] | [b'"', .., b'"'])
    }

    pub(super) fn is_option(&self) -> bool {
        self.text.starts_with(b"-")
    }
}

/// Where the next such byte is, or the end.
#[inline(never)]
pub(super) fn find(text: &[u8], at: usize, byte: u8) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let found = memchr::memchr(byte, rest).unwrap_or(rest.len());
    steps(found + 1);
    text.len().min(at + found)
}

/// The word that starts at `at`, and where it ends; an empty one where none starts.
pub(super) fn word(text: &[u8], at: usize) -> (Word<'_>, usize) {
    let mut scan = Scan { text, at, taken: at, word: Vec::new(), dynamic: false };
    scan.bare();
    let end = scan.at.min(text.len());
    scan.leave_out(0);
    (Word { raw: text.get(at..end).unwrap_or_default(), text: scan.word, dynamic: scan.dynamic }, end)
}

struct Scan<'a> {
    text: &'a [u8],
    at: usize,
    /// What is before is in the word, or left out.
    taken: usize,
    word: Vec<u8>,
    dynamic: bool,
}

impl Scan<'_> {
    fn byte(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or_default()
    }

    /// Takes what is before into the word, and leaves out so many bytes.
    #[inline(never)]
    fn leave_out(&mut self, bytes: usize) {
        self.word.extend_from_slice(self.text.get(self.taken..self.at.min(self.text.len())).unwrap_or_default());
        self.at += bytes;
        self.taken = self.at;
    }

    fn bare(&mut self) {
        if let ([b'@', quote @ (b'"' | b'\''), b'\r' | b'\n', ..], 0) =
            (self.text.get(self.at..).unwrap_or_default(), self.word.len())
        {
            self.here_string(*quote);
        }
        while self.at < self.text.len() {
            steps(1);
            match self.byte(0) {
                b' ' | b'\t' | b'\r' | b'\n' | b';' | b'|' | b'&' | b')' | b'<' | b'>' => break,
                b'(' => {
                    // A list of values, `a=(b c)`.
                    let list = self.at > self.taken && self.text.get(self.at - 1) == Some(&b'=');
                    if !list {
                        break;
                    }
                    self.substitution(1);
                }
                b'\'' => {
                    self.leave_out(1);
                    self.at = find(self.text, self.at, b'\'');
                    self.leave_out(1);
                }
                quote @ (b'"' | b'$') if quote == b'"' || self.byte(1) == b'\'' => self.quoted(),
                b'$' if self.byte(1) == b'"' => self.leave_out(1),
                b'$' | b'`' => self.expansion(),
                b'\\' => self.escape(),
                _ => self.at += 1,
            }
        }
    }

    /// A text of PowerShell, whose end stands at the start of a line: `'@`.
    fn here_string(&mut self, quote: u8) {
        self.dynamic = true;
        while self.at < self.text.len() {
            self.at = find(self.text, self.at, b'\n') + 1;
            if self.text.get(self.at..self.at + 2) == Some(&[quote, b'@']) {
                self.at += 2;
                break;
            }
        }
    }

    /// A `\` outside of quotes. It stays where it stands in paths of Windows: before a letter or a digit, or in `src\*`.
    fn escape(&mut self) {
        let after_letter = self.at > self.taken && self.text.get(self.at - 1).is_some_and(u8::is_ascii_alphanumeric);
        match self.byte(1) {
            b'\n' => self.leave_out(2),
            byte if byte.is_ascii_alphanumeric() || (byte == b'*' && after_letter) => self.at += 2,
            _ => {
                self.leave_out(1);
                self.at += 1;
            }
        }
    }

    /// `"…"`, or `$'…'`, of whose escapes only line feeds, tabs and what stands for itself are read.
    fn quoted(&mut self) {
        let quote = if self.byte(0) == b'"' { b'"' } else { b'\'' };
        self.leave_out(if quote == b'"' { 1 } else { 2 });
        while self.at < self.text.len() {
            steps(1);
            match (self.byte(0), self.byte(1), quote) {
                (b'"', _, b'"') | (b'\'', _, b'\'') => return self.leave_out(1),
                (b'\\', b'\n', b'"') => self.leave_out(2),
                (b'\\', letter @ (b'n' | b't'), b'\'') => {
                    self.leave_out(2);
                    self.word.push(if letter == b'n' { b'\n' } else { b'\t' });
                }
                (b'\\', b'"' | b'\\' | b'$' | b'`' | b'\'', _) => {
                    self.leave_out(1);
                    self.at += 1;
                }
                (b'$' | b'`', _, b'"') => self.expansion(),
                _ => self.at += 1,
            }
        }
    }

    /// `$x`, `${x}`, `$(x)` or `` `x` ``; a `$` before anything else is one.
    fn expansion(&mut self) {
        let end = match (self.byte(0), self.byte(1)) {
            (b'`', _) => backtick(self.text, self.at + 1),
            (_, b'(') => return self.substitution(2),
            (_, b'{') => find(self.text, self.at, b'}') + 1,
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
fn backtick(text: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(&byte) = text.get(at) {
        steps(1);
        at += 1;
        match byte {
            b'`' => break,
            b'\\' => at += 1,
            _ => {}
        }
    }
    at
}

/// Where a substitution ends that was opened before `from`: after its `)`. What it holds is not looked at.
pub(super) fn after_substitution(text: &[u8], from: usize) -> usize {
    // `$((1 << 2))` has no heredoc.
    let arithmetic = text.get(from) == Some(&b'(');
    let mut heredocs = Vec::new();
    let mut open = vec![b'('];
    let mut at = from;
    let mut before = b' ';
    while let Some(&byte) = text.get(at) {
        steps(1);
        let quoted = open.last() == Some(&b'"');
        at += 1;
        match byte {
            b'\\' => at += 1,
            b'"' if quoted => _ = open.pop(),
            b'`' => at = backtick(text, at),
            b'"' => open.push(byte),
            b'(' if !quoted || before == b'$' => open.push(byte),
            _ if quoted => {}
            b'\'' => at = find(text, at, byte) + 1,
            b')' => {
                open.pop();
                if open.is_empty() {
                    return at;
                }
            }
            b'#' if before.is_ascii_whitespace() => at = find(text, at, b'\n'),
            b'<' if !arithmetic && text.get(at) == Some(&b'<') => {
                let (delimiter, end) = Delimiter::read(text, at + 1);
                // `<<<` has none.
                heredocs.extend(delimiter.filter(|_| text.get(at + 1) != Some(&b'<')));
                at = end;
            }
            b'\n' => {
                for heredoc in core::mem::take(&mut heredocs) {
                    at = Delimiter::body(heredoc, text, at).1;
                }
            }
            _ => {}
        }
        before = byte;
    }
    text.len()
}
