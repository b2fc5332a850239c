//! Words of a text as a question is compared with them: lower case, without accents, split at changes of case and between
//! letters and digits.

use alloc::string::String;

use crate::quick::is_ascii;

/// Number of leading letters that are compared.
pub(super) const LONGEST: usize = 40;

/// A word, or one part of a run of letters and digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// A run as one, after its parts.
    pub(crate) is_whole: bool,
    /// Two Chinese, Japanese or Korean characters: no blanks separate their words.
    pub(crate) is_pair: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Other,
    Lower,
    Upper,
    Digit,
    Ideograph,
}

/// Classes of ASCII: nearly all of a text is looked up here.
static ASCII: [Class; 128] = {
    let mut classes = [Class::Other; 128];
    let mut byte = 0;
    while byte < 128 {
        classes[byte] = match byte as u8 {
            b'a'..=b'z' => Class::Lower,
            b'A'..=b'Z' => Class::Upper,
            b'0'..=b'9' => Class::Digit,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

#[allow(clippy::match_same_arms, reason = "the first arm that fits decides")]
fn class(c: char) -> Class {
    if let Some(class) = ASCII.get(c as usize) {
        return *class;
    }
    match c {
        '\u{80}'..='\u{a9}' | '\u{ab}'..='\u{b4}' | '\u{b6}'..='\u{b9}' | '\u{bb}'..='\u{bf}' | '\u{d7}' | '\u{f7}' => {
            Class::Other
        }
        '\u{c0}'..='\u{de}' | '\u{391}'..='\u{3a9}' | '\u{400}'..='\u{42f}' => Class::Upper,
        '\u{2000}'..='\u{2bff}' | '\u{3000}'..='\u{3004}' | '\u{3008}'..='\u{303f}' | '\u{fe00}'..='\u{fe6f}' => {
            Class::Other
        }
        '\u{ff00}'..='\u{ff0f}' | '\u{fff0}'..='\u{ffff}' | '\u{1f000}'..='\u{1fbff}' => Class::Other,
        '\u{3005}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' => {
            Class::Ideograph
        }
        _ => Class::Lower,
    }
}

pub(super) fn begins_with_upper(word: &str) -> bool {
    word.chars().next().map(class) == Some(Class::Upper)
}

/// Returns `true` for a capital with a small letter after it.
pub(super) fn begins_with_capital(word: &str) -> bool {
    let mut classes = word.chars().map(class);
    (classes.next(), classes.next()) == (Some(Class::Upper), Some(Class::Lower))
}

/// Returns `true` for a char that is in no word.
pub(super) fn is_between(c: char) -> bool {
    class(c) == Class::Other
}

/// Returns `true` for a byte of ASCII that is in no word.
pub(super) fn is_apart(byte: u8) -> bool {
    ASCII.get(byte as usize) == Some(&Class::Other)
}

/// Returns `false` if no word begins at a byte of ASCII: it goes on with a word, or is in none.
pub(super) fn may_begin(text: &[u8], at: usize) -> bool {
    let class = |at: Option<&u8>| at.and_then(|byte| ASCII.get(*byte as usize)).copied();
    let (before, own) = (at.checked_sub(1).and_then(|before| class(text.get(before))), class(text.get(at)));
    own != Some(Class::Other) && (before != own || own == Some(Class::Upper))
}

/// The base letters of U+00C0 to U+00FF.
const LATIN: &[u8; 64] = b"aaaaaaaceeeeiiiidnooooo*ouuuuypsaaaaaaaceeeeiiiidnooooo/ouuuuypy";

/// A letter in lower case, without its accent where it is Latin.
#[allow(clippy::match_same_arms, reason = "the first arm that fits decides")]
fn folded(c: char) -> char {
    let code = c as u32;
    match c {
        'A'..='Z' => c.to_ascii_lowercase(),
        '\0'..='\u{bf}' => c,
        '\u{c0}'..='\u{ff}' => LATIN.get(code as usize - 0xc0).map_or(c, |base| *base as char),
        // Capitals and small letters alternate.
        '\u{100}'..='\u{17f}' => char::from_u32(code | 1).unwrap_or(c),
        '\u{391}'..='\u{3a9}' | '\u{410}'..='\u{42f}' => char::from_u32(code + 32).unwrap_or(c),
        '\u{400}'..='\u{40f}' => char::from_u32(code + 80).unwrap_or(c),
        _ => c,
    }
}

/// Appends a text as it is compared.
pub(super) fn fold_into(text: &str, into: &mut String) {
    let first = text.get(..LONGEST).unwrap_or(text);
    if is_ascii(first) {
        // Each word that may be one of the question.
        into.push_str(first);
        into.make_ascii_lowercase();
    } else {
        into.extend(text.chars().map(folded).take(LONGEST));
    }
}

pub(super) fn fold(text: &str) -> String {
    let mut into = String::new();
    fold_into(text, &mut into);
    into
}

/// A number for the first three letters: words that differ in it are not compared.
pub(super) fn key(text: &str) -> u32 {
    let next = |key: u32, code: u32| key.wrapping_mul(31).wrapping_add(code & 0x3ff);
    // Asked of each word of a text.
    let (mut key, mut all) = (0, 0);
    for byte in text.as_bytes().iter().take(3) {
        key = next(key, u32::from(byte.to_ascii_lowercase()));
        all |= byte;
    }
    if all < 0x80 { key } else { text.chars().take(3).fold(0, |key, c| next(key, folded(c) as u32)) }
}

/// Returns `true` if `text` begins with a folded text that ends where a run ends, or is a folder.
pub(super) fn begins_with(text: &str, folded_text: &str) -> bool {
    let mut chars = text.chars();
    folded_text.chars().all(|c| chars.next().is_some_and(|other| folded(other) == c))
        && (folded_text.ends_with('/') || chars.next().is_none_or(|c| class(c) == Class::Other))
}

/// Calls `each` with the words of a text, in order; after the parts of a run comes the run as one.
#[allow(clippy::match_same_arms, reason = "the first arm that fits decides")]
pub(crate) fn words(text: &str, each: &mut dyn FnMut(Word)) {
    let bytes = text.as_bytes();
    let mut last = Class::Other;
    let (mut start, mut run, mut before) = (0, 0, 0);
    let (mut parts, mut at) = (0, 0);
    while let Some(&byte) = bytes.get(at) {
        let (class, width) = if let Some(class) = ASCII.get(byte as usize) {
            (*class, 1)
        } else {
            let c = text.get(at..).and_then(|rest| rest.chars().next()).unwrap_or_default();
            (class(c), c.len_utf8())
        };
        if class == last && class != Class::Upper && class != Class::Ideograph {
            at += width;
            continue;
        }
        let word = |start, end, is_whole| Word { start, end, is_whole, is_pair: false };
        match (last, class) {
            (Class::Other, Class::Other) => {}
            (Class::Other, _) => (start, run, parts) = (at, at, 0),
            (Class::Ideograph, Class::Ideograph) => {
                each(Word { start: before, end: at + width, is_whole: false, is_pair: true });
            }
            // `HTTPServer`: the last capital belongs to what follows.
            (Class::Upper, Class::Lower) => {
                if before > start {
                    each(word(start, before, false));
                    (start, parts) = (before, parts + 1);
                }
            }
            (Class::Upper, Class::Upper) => {}
            (from, to) => {
                if from != Class::Ideograph {
                    each(word(start, at, false));
                }
                if to == Class::Other {
                    if parts > 0 && from != Class::Ideograph {
                        each(word(run, at, true));
                    }
                } else {
                    (start, parts) = (at, parts + 1);
                }
            }
        }
        (last, before) = (class, at);
        at += width;
    }
    if last != Class::Other && last != Class::Ideograph {
        each(Word { start, end: text.len(), is_whole: false, is_pair: false });
        if parts > 0 {
            each(Word { start: run, end: text.len(), is_whole: true, is_pair: false });
        }
    }
}

/// The stem of a folded English word: what is left without the usual endings.
pub(super) fn stem(word: &str) -> &str {
    let mut stem = word;
    let mut cut = |endings: &[&str], least: usize| {
        for ending in endings {
            let is_stem =
                |rest: &&str| rest.len() >= least && rest.is_ascii() && rest.contains(['a', 'e', 'i', 'o', 'u', 'y']);
            let is_last = ending.as_bytes().last() == stem.as_bytes().last();
            if is_last && let Some(rest) = stem.strip_suffix(ending).filter(is_stem) {
                stem = rest;
                return;
            }
        }
    };
    if !word.ends_with("ss") && !word.ends_with("us") && !word.ends_with("is") {
        cut(&["'s", "ies", "es", "s"], 3);
    }
    cut(&["ingly", "edly", "ing", "ied", "ed"], 3);
    cut(&["ation", "ition", "ion", "ment", "ance", "able", "al", "er", "or", "ly"], 4);
    cut(&["e", "y", "i"], 3);
    // `stopped`, `running`.
    match stem.as_bytes() {
        [.., one, other] if one == other && stem.len() > 3 && *one != b'l' && *one != b's' => {
            stem.get(..stem.len() - 1).unwrap_or(stem)
        }
        _ => stem,
    }
}

#[cfg(test)]
mod tests {
    use super::{fold, stem, words};
    use alloc::string::String;
    use alloc::vec::Vec;

    fn parts(text: &str) -> Vec<String> {
        let mut parts = Vec::new();
        words(text, &mut |word| parts.push(fold(&text[word.start..word.end])));
        parts
    }

    #[test]
    fn runs_are_split_at_case_and_digits_and_come_whole_as_well() {
        assert_eq!(parts("log2FoldChange"), ["log", "2", "fold", "change", "log2foldchange"]);
        assert_eq!(parts("HTTPServer v2"), ["http", "server", "httpserver", "v", "2", "v2"]);
        assert_eq!(parts("max_size = 40;"), ["max", "size", "40"]);
        assert_eq!(parts("Verspätung \u{1f600} ÉTAT"), ["verspatung", "etat"]);
        assert_eq!(parts("東京タ"), ["東京", "京タ"]);
        assert_eq!(parts(""), [""; 0]);
    }

    #[test]
    fn forms_of_a_word_have_one_stem() {
        for [one, other] in [
            ["deleted", "deletion"],
            ["approved", "approval"],
            ["stopped", "stops"],
            ["retries", "retry"],
            ["expires", "expired"],
            ["addresses", "address"],
        ] {
            assert_eq!(stem(one), stem(other), "{one} {other}");
        }
        assert_ne!(stem("general"), stem("generous"));
    }
}
