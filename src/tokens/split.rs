//! Splits a text into the pieces that are encoded one by one, as the patterns of the two encodings do.
//!
//! The patterns, as `tiktoken` has them:
//!
//! ```text
//! cl100k_base
//!   '(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s
//! o200k_base
//!   [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//!   |[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//!   |\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+
//! ```

use super::Split;
use super::class::{BREAK, Classes, LETTER, LOWER, MARK, NUMBER, OTHER, SPACE, Set, UNCASED, UPPER};

/// A position in UTF-8 that is known to be valid.
pub(super) struct Splitter<'a> {
    pub(super) text: &'a [u8],
    pub(super) classes: &'a Classes,
    pub(super) split: Split,
    /// Set when a decision depends on the text ending where it does.
    pub(super) touched_end: bool,
}

impl Splitter<'_> {
    /// The class of the char at a position and its length; at the end none, which is in no set.
    #[inline(always)]
    fn class(&mut self, at: usize) -> (Set, usize) {
        let Some(&byte) = self.text.get(at) else {
            self.touched_end = true;
            return (0, 0);
        };
        self.classes.ascii(byte).map_or_else(|| self.wide(at, byte), |class| (class, 1))
    }

    #[inline(always)]
    fn wide(&self, at: usize, first: u8) -> (Set, usize) {
        let rest = |n: usize| u32::from(self.text.get(at + n).copied().unwrap_or_default() & 0x3f);
        let first = u32::from(first);
        let (code, length) = match first {
            0..0xe0 => ((first & 0x1f) << 6 | rest(1), 2),
            0xe0..0xf0 => ((first & 0xf) << 12 | rest(1) << 6 | rest(2), 3),
            _ => ((first & 7) << 18 | rest(1) << 12 | rest(2) << 6 | rest(3), 4),
        };
        (self.classes.of(code), length)
    }

    #[inline(always)]
    fn byte(&mut self, at: usize) -> u8 {
        if let Some(&byte) = self.text.get(at) {
            return byte;
        }
        self.touched_end = true;
        0
    }

    /// The end of the chars of a set from a position on.
    #[inline(always)]
    fn run(&mut self, mut at: usize, set: Set) -> usize {
        loop {
            let (class, length) = self.class(at);
            if class & set == 0 {
                return at;
            }
            at += length;
        }
    }

    /// The end of the piece that begins at `at`, which is not the end of the text.
    #[inline(always)]
    pub(super) fn next(&mut self, at: usize) -> usize {
        let (class, length) = self.class(at);
        let word = match self.split {
            Split::Cl100kBase => self.word(at, class, length),
            Split::O200kBase => self.cased_word(at, class, length),
        };
        if let Some(end) = word {
            return end;
        }
        if class == NUMBER {
            return self.number(at + length);
        }
        let blank = self.byte(at) == b' ';
        let from = if blank { at + 1 } else { at };
        if if blank { self.class(from).0 } else { class } & (OTHER | MARK) != 0 {
            return self.symbols(from);
        }
        self.spaces(at)
    }

    /// Up to three numbers, of which one is known.
    #[inline(always)]
    fn number(&mut self, mut at: usize) -> usize {
        for _ in 0..2 {
            let (class, length) = self.class(at);
            if class != NUMBER {
                break;
            }
            at += length;
        }
        at
    }

    /// `'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++`
    #[inline(always)]
    fn word(&mut self, at: usize, class: Set, length: usize) -> Option<usize> {
        if class & LETTER != 0 {
            return Some(self.run(at + length, LETTER));
        }
        if class & (BREAK | NUMBER) != 0 {
            return None;
        }
        let end = self.contraction(at);
        if end > at {
            return Some(end);
        }
        let (second, more) = self.class(at + length);
        (second & LETTER != 0).then(|| self.run(at + length + more, LETTER))
    }

    /// The first two alternatives of `o200k_base`.
    ///
    /// A prefix, then chars that are not lower case, then chars that are not upper case. The engine takes as many of
    /// the first kind as there are, and gives back as few as it must to have one of the second kind: none if a lower
    /// case letter follows, else all after the last char that is of both kinds. If there is none, the second
    /// alternative takes them all. A mark may be the prefix or of both kinds, which comes to the same.
    #[inline(always)]
    fn cased_word(&mut self, at: usize, class: Set, length: usize) -> Option<usize> {
        let mut end = if class & (LETTER | MARK) != 0 {
            at
        } else if class & (SPACE | OTHER) != 0 && self.class(at + length).0 & (LETTER | MARK) != 0 {
            at + length
        } else {
            return None;
        };
        let mut last_of_both = None;
        loop {
            let (class, length) = self.class(end);
            if class & (UPPER | UNCASED | MARK) == 0 {
                if class == LOWER {
                    end = self.run(end + length, LOWER | UNCASED | MARK);
                } else if let Some(last) = last_of_both {
                    end = last;
                }
                return Some(self.contraction(end));
            }
            end += length;
            if class != UPPER {
                last_of_both = Some(end);
            }
        }
    }

    /// The end of `(?i:'s|'t|'re|'ve|'m|'ll|'d)` at a position, or the position.
    #[inline(always)]
    fn contraction(&mut self, at: usize) -> usize {
        if self.byte(at) != b'\'' {
            return at;
        }
        let (first, second) = (self.byte(at + 1), self.byte(at + 2));
        match (first | 0x20, second | 0x20) {
            (b's' | b't' | b'm' | b'd', _) => at + 2,
            (b'r' | b'v', b'e') | (b'l', b'l') => at + 3,
            // The long s is an s in another case.
            _ if (first, second) == (0xc5, 0xbf) => at + 3,
            _ => at,
        }
    }

    /// `[^\s\p{L}\p{N}]+[\r\n]*`, and in `o200k_base` slashes among the line breaks.
    #[inline(always)]
    fn symbols(&mut self, at: usize) -> usize {
        let mut at = self.run(at, OTHER | MARK);
        loop {
            let byte = self.byte(at);
            let is_slash = byte == b'/' && self.split == Split::O200kBase;
            if is_slash || matches!(byte, b'\r' | b'\n') {
                at += 1;
            } else {
                return at;
            }
        }
    }

    /// Returns the end of a run of spaces: after its last line break, else the end of the text, else before the last
    /// space, which may begin the next piece, but after at least one.
    #[inline(always)]
    fn spaces(&mut self, at: usize) -> usize {
        let (mut end, mut last, mut after_break) = (at, at, at);
        loop {
            let (class, length) = self.class(end);
            if class & (SPACE | BREAK) == 0 {
                let at_end = length == 0;
                return match self.split {
                    Split::Cl100kBase if at_end => end,
                    _ if after_break > at => after_break,
                    _ if at_end || last == at => end,
                    _ => last,
                };
            }
            last = end;
            end += length;
            if class == BREAK {
                after_break = end;
            }
        }
    }
}
