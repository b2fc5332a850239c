//! Parts of a question that are read apart: ids, grouped numbers, and what it rules out.

use alloc::string::String;
use alloc::vec::Vec;

use super::words::{self, words};

/// Beginnings of what a question rules out, behind a sign.
const NOT: [&str; 13] = [
    "not in ",
    "not the ",
    "not of ",
    "not from ",
    "not for ",
    "except ",
    "excluding ",
    "nicht in ",
    "nicht im ",
    "nicht die ",
    "nicht der ",
    "pas les ",
    "sauf ",
];

/// Splits a question into what it asks for and what it rules out between signs: `(not the tests)`, `, not in the docs`, `(production, not
/// tests)`. A sentence that denies something rules nothing out: `why does it not start?`
pub(super) fn apart(text: &str) -> (String, String) {
    let (mut wanted, mut unwanted) = (String::new(), String::new());
    let (mut rest, mut inside) = (text, false);
    while let Some(at) = rest.find(['(', ')', ',', ';']) {
        let (before, behind) = rest.split_at(at + 1);
        let is_comma = before.ends_with([',', ';']);
        wanted.push_str(before);
        inside = if is_comma { inside } else { before.ends_with('(') };
        rest = behind;
        let phrase = rest.trim_start_matches(' ');
        let not = NOT.iter().find(|not| phrase.starts_with(**not)).map(|not| not.len());
        // A contrast: `(production, not tests)`.
        let not = not.or_else(|| (inside && is_comma && phrase.starts_with("not ")).then_some(4));
        if let Some(not) = not {
            let ends = |(at, sign): (usize, char)| {
                let after = phrase.get(at + sign.len_utf8()..).unwrap_or_default();
                matches!(sign, ')' | ',' | ';')
                    || matches!(sign, '.' | '?' | '!') && (after.is_empty() || after.starts_with(' '))
            };
            let end = phrase.char_indices().find(|found| ends(*found)).map_or(phrase.len(), |(at, _)| at);
            unwanted.push_str(phrase.get(not..end).unwrap_or_default());
            unwanted.push(' ');
            rest = phrase.get(end..).unwrap_or_default();
        }
    }
    wanted.push_str(rest);
    (wanted, unwanted)
}

/// Spans without blanks that are one id, with where they begin: `88-1402-B`, `10.4.7.19`, `LOG_LEVEL`, `src/auth.ts`.
pub(super) fn ids(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for span in text.split_ascii_whitespace() {
        // A folder keeps its slash.
        let span = span.trim_start_matches(words::is_between).trim_end_matches(|c| words::is_between(c) && c != '/');
        let span = span.strip_suffix("'s").or_else(|| span.strip_suffix("\u{2019}s")).unwrap_or(span);
        let joined = span.bytes().any(|byte| b"-_./:@#".contains(&byte));
        if joined && span.chars().count() > 3 && span.len() <= words::LONGEST {
            found.push((span.as_ptr() as usize - text.as_ptr() as usize, span));
        }
    }
    found
}

/// Returns `true` for words that are only joined: `TODO/FIXME`, `night-shift`. Their parts are looked for as words.
pub(super) fn joins_words(id: &str) -> bool {
    let parts = || id.split(['/', '-']);
    parts().nth(1).is_some()
        && parts().all(|part| part.chars().nth(1).is_some() && part.chars().all(char::is_alphabetic))
}

/// The first word of an id, which is looked up: all of the id is compared where it stands.
pub(super) fn first_part(id: &str) -> &str {
    let mut first = None;
    words(id, &mut |word| first = first.or(Some(word)));
    first.and_then(|word| id.get(word.start..word.end)).unwrap_or(id)
}

/// Numbers that are written in groups of three, with where they stand: `100 482`, `18,400`.
pub(super) fn grouped(text: &str) -> Vec<(usize, usize, String)> {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let digits = |from: usize| (from..bytes.len()).take_while(|at| digit(*at)).count();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let first = digits(at);
        if first == 0 || first > 3 || at > 0 && bytes.get(at - 1).is_some_and(u8::is_ascii_alphanumeric) {
            at += first.max(1);
            continue;
        }
        let mut end = at + first;
        while bytes.get(end).is_some_and(|byte| matches!(byte, b' ' | b',' | b'.' | b'\'')) && digits(end + 1) == 3 {
            end += 4;
        }
        if end > at + first {
            let number = text.get(at..end).unwrap_or_default();
            found.push((at, end, number.chars().filter(char::is_ascii_digit).collect()));
        }
        at = end;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_ruled_out_stands_behind_a_sign() {
        for (text, unwanted) in [
            ("where is the limit set? (not in the tests)", "the tests "),
            ("where is it set (production, not tests), and what is it?", "tests "),
            ("the astrolabe (not the stand, not in the cellar) of 1934", "stand the cellar "),
            ("where is it read (not in tests/settings.py)?", "tests/settings.py "),
            ("all of it, except the docs", "the docs "),
            ("why is the answer 404 (not found)?", ""),
            ("the service starts, not responding on port 8080, why?", ""),
            ("why does it not start?", ""),
        ] {
            assert_eq!(apart(text).1, unwanted, "{text}");
        }
        // In one pass, however many there are.
        for text in ["(not in ", ",not in ", ",not in ab", "((((", ",,,,"] {
            let long = text.repeat(4096 / text.len());
            assert!(apart(&long).0.len() <= long.len());
        }
    }
}
