//! Sets of bytes, one bit each of a table: all questions about bytes are one look-up and share their code.

pub(super) type Set = u16;

/// Letters, digits, the underscore, the dollar sign, and anything beyond ASCII: what names are made of.
pub(super) const NAME: Set = 1;
pub(super) const DIGIT: Set = 1 << 1;
/// Of ASCII, and anything beyond.
pub(super) const LETTER: Set = 1 << 2;
pub(super) const UPPER: Set = 1 << 3;
pub(super) const LOWER: Set = 1 << 4;
/// ASCII punctuation.
pub(super) const MARK: Set = 1 << 5;
/// What no path has.
pub(super) const NO_PATH: Set = 1 << 6;
/// What stands before the parenthesis of a function: types and names.
pub(super) const TYPED: Set = 1 << 7;
/// What names of functions and types have in some language.
pub(super) const LONG_NAME: Set = 1 << 8;
pub(super) const KEY: Set = 1 << 9;
/// What something is assigned to.
pub(super) const TARGET: Set = 1 << 10;
/// What a section is named with: `[remote "origin"]`.
pub(super) const SECTION: Set = 1 << 11;
/// What names of files are made of.
pub(super) const FILE: Set = 1 << 12;
/// The mode of an entry: `drwxr-xr-x`.
pub(super) const MODE: Set = 1 << 13;
/// A size, with its unit.
pub(super) const SIZE: Set = 1 << 14;
/// A date, a time.
pub(super) const TIME: Set = 1 << 15;

static SETS: [Set; 256] = {
    const MORE: [(Set, &[u8]); 11] = [
        (NAME, b"_$"),
        (NO_PATH, b"\"';={},<>|`*\t!?"),
        (TYPED, b"_$:<>,&*[]?.~ #"),
        (LONG_NAME, b"_$.:\\-&'/"),
        (KEY, b"_$.-/"),
        (TARGET, b"_$.[]'\""),
        (SECTION, b"_.-:/@*$ \"'[+"),
        (FILE, b"._-+@~"),
        (MODE, b"-drwxsStTlbcpah"),
        (SIZE, b".KMGB"),
        (TIME, b":-.,/TZ+"),
    ];
    let mut sets = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let c = byte as u8;
        let mut found = 0;
        if c.is_ascii_alphanumeric() || !c.is_ascii() {
            found |= NAME | TYPED | LONG_NAME | KEY | TARGET | FILE;
        }
        if c.is_ascii_alphanumeric() {
            found |= SECTION;
        }
        if c.is_ascii_alphabetic() || !c.is_ascii() {
            found |= LETTER;
        }
        if c.is_ascii_uppercase() {
            found |= UPPER;
        }
        if c.is_ascii_lowercase() {
            found |= LOWER;
        }
        if c.is_ascii_punctuation() {
            found |= MARK;
        }
        if c.is_ascii_digit() {
            found |= DIGIT | SIZE | TIME;
        }
        sets[byte] = found;
        byte += 1;
    }
    let mut set = 0;
    while set < MORE.len() {
        let mut at = 0;
        while at < MORE[set].1.len() {
            sets[MORE[set].1[at] as usize] |= MORE[set].0;
            at += 1;
        }
        set += 1;
    }
    sets
};

pub(super) fn is(byte: u8, set: Set) -> bool {
    SETS.get(usize::from(byte)).is_some_and(|found| found & set != 0)
}

/// How many bytes at the start of a text are in a set.
fn count(text: &str, set: Set) -> usize {
    text.bytes().take_while(|&byte| is(byte, set)).count()
}

/// What of a text's start is in a set, and the rest. Bytes beyond ASCII are all in a set or none of them.
#[inline(never)]
pub(super) fn split(text: &str, set: Set) -> (&str, &str) {
    text.split_at_checked(count(text, set)).unwrap_or_default()
}

#[inline(never)]
pub(super) fn all(text: &str, set: Set) -> bool {
    count(text, set) == text.len()
}

#[inline(never)]
pub(super) fn any(text: &str, set: Set) -> bool {
    text.bytes().any(|byte| is(byte, set))
}

#[inline(never)]
pub(super) fn begins(text: &str, set: Set) -> bool {
    text.bytes().next().is_some_and(|byte| is(byte, set))
}

/// The first word of a text: a name; and what follows it.
pub(super) fn word(text: &str) -> (&str, &str) {
    split(text, NAME)
}

/// A text without what is around it: `(done).` is `done`.
#[inline(never)]
pub(super) fn bare(text: &str) -> &str {
    let (_, text) = split(text, MARK);
    let end = text.bytes().rposition(|byte| !is(byte, MARK)).map_or(0, |at| at + 1);
    text.get(..end).unwrap_or_default()
}

/// `LIMIT`, `MAX_3`.
pub(super) fn is_capital(name: &str) -> bool {
    any(name, UPPER) && !any(name, LOWER)
}
