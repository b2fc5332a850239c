//! The options and operands of a command.

use alloc::vec::Vec;

use super::word::Word;

/// True when a word is among others that stand in one text.
#[inline(never)]
pub(super) fn among(word: &[u8], words: &str) -> bool {
    words.as_bytes().split(|&byte| byte == b' ').any(|known| known == word)
}

/// A text without blanks around it.
#[inline(never)]
pub(super) fn trim(text: &[u8]) -> &[u8] {
    text.trim_ascii()
}

/// A number of lines.
#[inline(never)]
pub(super) fn number(digits: &[u8]) -> Option<u32> {
    let add = |number: u32, &byte: &u8| {
        let digit = byte.wrapping_sub(b'0');
        if digit < 10 { number.checked_mul(10)?.checked_add(u32::from(digit)) } else { None }
    };
    digits.iter().try_fold(0, add).filter(|_| !digits.is_empty())
}

pub(super) struct Arguments<'a> {
    pub(super) operands: Vec<&'a Word<'a>>,
    options: Vec<Setting<'a>>,
}

struct Setting<'a> {
    name: &'a [u8],
    /// Nothing as well when it cannot be known.
    value: Option<&'a [u8]>,
}

impl<'a> Arguments<'a> {
    /// `valued`: options that have a value, letters without and words with their dashes. `-20` is the option `#`.
    ///
    /// After `@` it holds those of a cmdlet, `-First 3`, in lower case; what follows the name of a path is an operand. `/` is for
    /// programs of Windows: `/s` is left out.
    #[inline(never)]
    pub(super) fn read(words: &'a [Word<'a>], valued: &'static str) -> Self {
        let mut read = Self { operands: Vec::new(), options: Vec::new() };
        let cmdlet = valued.strip_prefix('@');
        let mut at = 0;
        while let Some(word) = words.get(at) {
            at += 1;
            let text = &*word.text;
            let next = words.get(at).filter(|next| !next.dynamic).map(|next| &*next.text);
            match text {
                // The place of what `xargs` and `find` give.
                b"{}" => {}
                [b'/', ..] if valued.starts_with(['/', '@']) && word.is_switch() => {}
                b"--" => {
                    read.operands.extend(words.get(at..).unwrap_or_default());
                    break;
                }
                [b'-', name @ ..] if !name.is_empty() => {
                    if let Some(valued) = cmdlet {
                        at += usize::from(read.cmdlet_option(name, next, valued));
                    } else if name.starts_with(b"-") {
                        at += usize::from(read.long_option(word, next, valued));
                    } else {
                        at += usize::from(read.letters(word, next, valued));
                    }
                }
                _ => read.operands.push(word),
            }
        }
        read
    }

    fn set(&mut self, name: &'a [u8], value: Option<&'a [u8]>) {
        self.options.push(Setting { name, value });
    }

    /// Whether the next word is its value.
    fn cmdlet_option(&mut self, name: &'a [u8], next: Option<&'a [u8]>, valued: &'static str) -> bool {
        let same = |known: &&[u8]| name.eq_ignore_ascii_case(known);
        let found = valued.as_bytes().split(|&byte| byte == b' ').find(same);
        if found.is_some() || ![&b"path"[..], b"literalpath", b"filepath", b"destination"].iter().any(same) {
            self.set(found.unwrap_or(name), next.filter(|_| found.is_some()));
        }
        found.is_some()
    }

    fn long_option(&mut self, word: &'a Word<'a>, next: Option<&'a [u8]>, valued: &'static str) -> bool {
        let name = word.text.split(|&byte| byte == b'=').next().unwrap_or_default();
        let value = word.text.get(name.len() + 1..);
        let takes = value.is_none() && among(name, valued);
        self.set(name, if takes { next } else { value.filter(|_| !word.dynamic) });
        takes
    }

    fn letters(&mut self, word: &'a Word<'a>, next: Option<&'a [u8]>, valued: &'static str) -> bool {
        let letters = word.text.get(1..).unwrap_or_default();
        if letters.iter().all(u8::is_ascii_digit) {
            self.set(b"#", Some(letters));
            return false;
        }
        for at in 0..letters.len() {
            let (Some(letter), Some(rest)) = (letters.get(at..=at), letters.get(at + 1..)) else { break };
            if among(letter, valued) {
                let takes = rest.is_empty();
                self.set(letter, if takes { next } else { Some(rest).filter(|_| !word.dynamic) });
                return takes;
            }
            self.set(letter, None);
            // `-i.bak`
            if rest.starts_with(b".") {
                break;
            }
        }
        false
    }

    /// Whether one of these options is given.
    #[inline(never)]
    pub(super) fn has(&self, names: &str) -> bool {
        self.options.iter().any(|option| among(option.name, names))
    }

    /// The values of these options.
    pub(super) fn values(&self, names: &'static str) -> impl Iterator<Item = Option<&'a [u8]>> {
        self.options.iter().filter(move |option| among(option.name, names)).map(|option| option.value)
    }

    /// The first value of these options.
    #[inline(never)]
    pub(super) fn value(&self, names: &'static str) -> Option<&'a [u8]> {
        self.values(names).flatten().next()
    }

    pub(super) fn number(&self, names: &'static str) -> Option<u32> {
        number(self.value(names)?)
    }

    /// The operands from one on.
    pub(super) fn from(&self, at: usize) -> &[&'a Word<'a>] {
        self.operands.get(at..).unwrap_or_default()
    }
}
