//! The options and operands of a command.

use alloc::vec::Vec;

use super::word::Word;

/// True when a word is among others that stand in one text.
pub(super) fn among(word: &str, words: &str) -> bool {
    words.split(' ').any(|known| known == word)
}

pub(super) struct Arguments<'a> {
    pub(super) operands: Vec<&'a Word<'a>>,
    options: Vec<Setting<'a>>,
}

struct Setting<'a> {
    name: &'a str,
    /// Nothing as well when it cannot be known.
    value: Option<&'a str>,
}

impl<'a> Arguments<'a> {
    /// `valued`: options that have a value, letters without and words with their dashes. `-20` is the option `#`.
    pub(super) fn read(words: &'a [Word<'a>], valued: &str) -> Self {
        let mut read = Self { operands: Vec::new(), options: Vec::new() };
        let mut words = words.iter();
        let known = |word: &'a Word<'a>| Some(word.text.as_str()).filter(|_| !word.dynamic);
        while let Some(word) = words.next() {
            let text = &*word.text;
            let letters = text.strip_prefix('-').unwrap_or_default();
            if text == "{}" {
                // The place of what `xargs` and `find` give.
            } else if text == "--" {
                read.operands.extend(words);
                break;
            } else if letters.is_empty() {
                read.operands.push(word);
            } else if letters.starts_with('-') {
                let (name, value) = match text.split_once('=') {
                    Some((name, value)) => (name, Some(value).filter(|_| !word.dynamic)),
                    None if among(text, valued) => (text, words.next().and_then(known)),
                    None => (text, None),
                };
                read.options.push(Setting { name, value });
            } else if letters.bytes().all(|byte| byte.is_ascii_digit()) {
                read.options.push(Setting { name: "#", value: Some(letters) });
            } else {
                for (at, letter) in letters.char_indices() {
                    let (name, rest) = letters.get(at..).unwrap_or_default().split_at(letter.len_utf8());
                    if among(name, valued) {
                        let glued = Some(rest).filter(|_| !word.dynamic);
                        let value = if rest.is_empty() { words.next().and_then(known) } else { glued };
                        read.options.push(Setting { name, value });
                        break;
                    }
                    read.options.push(Setting { name, value: None });
                    if rest.starts_with('.') {
                        // `-i.bak`
                        break;
                    }
                }
            }
        }
        read
    }

    /// As cmdlets have them, `-Path a -First 3`. What follows the name of a path is an operand; `valued`: other names that have a
    /// value, in lower case.
    pub(super) fn of_cmdlet(words: &'a [Word<'a>], valued: &'static str) -> Self {
        let mut read = Self { operands: Vec::new(), options: Vec::new() };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let Some(name) = word.text.strip_prefix('-') else {
                read.operands.push(word);
                continue;
            };
            if let Some(name) = valued.split(' ').find(|valued| name.eq_ignore_ascii_case(valued)) {
                let value = words.next().filter(|value| !value.dynamic);
                read.options.push(Setting { name, value: value.map(|value| &*value.text) });
            } else if !["path", "literalpath", "filepath"].iter().any(|path| name.eq_ignore_ascii_case(path)) {
                read.options.push(Setting { name, value: None });
            }
        }
        read
    }

    /// As programs of Windows have them, `/s`.
    pub(super) fn of_windows(words: &'a [Word<'a>]) -> Self {
        Self { operands: words.iter().filter(|word| !word.is_switch()).collect(), options: Vec::new() }
    }

    /// Whether one of these options is given.
    pub(super) fn has(&self, names: &str) -> bool {
        self.options.iter().any(|option| among(option.name, names))
    }

    /// The values of these options.
    pub(super) fn values(&self, names: &str) -> impl Iterator<Item = Option<&'a str>> {
        self.options.iter().filter(move |option| among(option.name, names)).map(|option| option.value)
    }

    /// The first value of these options.
    pub(super) fn value(&self, names: &str) -> Option<&'a str> {
        self.values(names).flatten().next()
    }

    pub(super) fn number(&self, names: &str) -> Option<u32> {
        self.value(names)?.parse().ok()
    }

    /// The operands from one on.
    pub(super) fn from(&self, at: usize) -> impl Iterator<Item = &'a Word<'a>> {
        self.operands.iter().skip(at).copied()
    }
}
