//! Classifies a value: random, chosen by a person, or part of a program.

use alloc::vec::Vec;

/// Words that mark a value as a placeholder for a secret.
const PLACEHOLDERS: [&[u8]; 15] = [
    b"your",
    b"example",
    b"placeholder",
    b"changeme",
    b"change-me",
    b"change_me",
    b"xxxx",
    b"****",
    b"....",
    b"dummy",
    b"redacted",
    b"insert",
    b"replace",
    b"password",
    b"todo",
];

/// Returns `true` if a value is a placeholder for a secret.
pub(super) fn is_placeholder(value: &[u8]) -> bool {
    PLACEHOLDERS.iter().any(|word| contains(value, word))
}

/// Returns `true` if a text contains a lowercase word, ignoring case.
pub(super) fn contains(text: &[u8], small: &[u8]) -> bool {
    text.windows(small.len()).any(|part| part.eq_ignore_ascii_case(small))
}

/// Statistics of a value's chars.
#[derive(Default)]
pub(super) struct Features {
    pub(super) length: usize,
    pub(super) digits: usize,
    pub(super) letters: usize,
    /// Capital letters after the first char.
    pub(super) capitals: usize,
    pub(super) lower: usize,
    /// Chars that do not occur in names.
    pub(super) signs: usize,
    pub(super) distinct: usize,
    /// Changes from one class to another: lowercase letter, capital letter, digit.
    turns: usize,
    /// Longest run of lowercase letters.
    row: usize,
    /// Chars that do not occur in tokens.
    odd: usize,
}

impl Features {
    pub(super) fn of(value: &[u8]) -> Self {
        let mut features = Self { length: value.len(), ..Self::default() };
        let (mut seen, mut before, mut row) = (0_u128, 0, 0);
        for (at, &byte) in value.iter().enumerate() {
            seen |= 1 << (byte & 127);
            features.digits += usize::from(byte.is_ascii_digit());
            features.letters += usize::from(byte.is_ascii_alphabetic());
            features.lower += usize::from(byte.is_ascii_lowercase());
            features.capitals += usize::from(byte.is_ascii_uppercase() && at > 0);
            features.signs += usize::from(!byte.is_ascii_alphanumeric() && !b"_-./".contains(&byte));
            features.odd += usize::from(!byte.is_ascii_alphanumeric() && !b"_-./+=~".contains(&byte));
            row = if byte.is_ascii_lowercase() { row + 1 } else { 0 };
            features.row = features.row.max(row);
            let class = match byte {
                b'a'..=b'z' => 1,
                b'A'..=b'Z' => 2,
                b'0'..=b'9' => 3,
                _ => 0,
            };
            features.turns += usize::from(class != before && at > 0 && class > 0 && before > 0);
            before = class;
        }
        features.distinct = seen.count_ones() as usize;
        features
    }

    /// Returns `true` for values that look generated: names have few digits, and few changes from one class of char to
    /// another.
    pub(super) fn is_random(&self, least: usize) -> bool {
        self.length >= least
            && self.odd == 0
            && self.digits > 0
            && self.letters > 1
            && self.distinct >= self.length.min(20) / 2
            && (self.digits * 6 >= self.length || self.turns * 2 >= self.length)
            // Not a name with capital letters and a long lowercase word.
            && (self.row < 8 || self.capitals == 0)
    }

    /// Returns `true` for a value that a person may have chosen as a secret, and that is not a plain word.
    pub(super) fn is_mixed(&self) -> bool {
        self.letters > 0
            && self.distinct > 4
            && ((self.digits > 0 && self.letters > 0) || self.signs > 0 || (self.capitals > 0 && self.lower > 0))
    }
}

/// Returns `true` for an expression or a template: a variable, a call, a placeholder, a reference.
pub(super) fn is_expression(value: &[u8]) -> bool {
    let begins = value.first().is_none_or(|byte| b"$<{[(%*&@!#?".contains(byte));
    let calls = value.iter().any(|byte| b"(){}<>[]".contains(byte)) || contains(value, b"${");
    let words = |value: &[u8]| {
        [
            &b"none"[..],
            b"null",
            b"true",
            b"false",
            b"undefined",
            b"string",
            b"str",
            b"nil",
            b"optional",
            b"required",
            b"any",
        ]
        .iter()
        .any(|word| value.eq_ignore_ascii_case(word))
    };
    begins || calls || words(value)
}

/// Returns `true` for names joined by dots, such as `process.env.TOKEN2`.
pub(super) fn is_dotted_name(value: &[u8]) -> bool {
    value.contains(&b'.')
        && value.split(|byte| *byte == b'.').all(|name| {
            name.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
                && name.len() < 40
                && !Features::of(name).is_random(16)
        })
}

/// Returns `true` for a key as Django draws it: signs and lowercase letters, among them brackets and `$`.
pub(super) fn is_django(value: &[u8]) -> bool {
    let value = value.strip_prefix(b"django-insecure-").unwrap_or(value);
    let own = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"!@#$%^&*(-_=+)".contains(byte);
    let features = Features::of(value);
    (40..=80).contains(&value.len()) && value.iter().all(own) && features.digits > 2 && features.signs > 4
}

/// The value with a sign in place of each escape of a URL.
pub(super) fn unescaped(value: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(value.len());
    let mut rest = value;
    while let Some((&byte, after)) = rest.split_first() {
        let escapes = byte == b'%' && after.iter().take(2).filter(|byte| byte.is_ascii_hexdigit()).count() == 2;
        plain.push(if escapes { b'+' } else { byte });
        rest = if escapes { after.get(2..).unwrap_or_default() } else { after };
    }
    plain
}
