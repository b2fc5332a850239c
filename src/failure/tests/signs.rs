//! By the signs of a line, rules are left out that would say no, and no others; and lines of one form are of one class.

use std::string::String;
use std::vec::Vec;

use proptest::prelude::*;

use crate::failure::Known;
use crate::failure::classify::{classify, classify_plain};
use crate::failure::known::form as form_of;
use crate::failure::signs::Signs;
use crate::failure::terms::TERMS;

/// Texts that rules search for, beside the words of the table.
#[rustfmt::skip]
const FORMS: [&str; 81] = [
    " ", " ", " ", ": ", ":", ".", "/", "-", "(", ")", "[", "]", "\"", "'", "=", "0", "1", "42", "007", "12345678901", "x", "_", "\t",
    "é", "\u{2500}", "\u{2501}\u{2501}\u{2501}\u{2501}", "\u{2502} ", "\u{2192}", "\u{2717} ", "\u{a0}", "\u{2713}",
    "a.rs:12", "a.ts(3,5)", "A.java:[3,5]", "File \"a.py\", line 3", "a.php on line 12", "a.sh: line 68", "Makefile:85",
    "#1 0x12 in f", "at f (", "... 3 more", "main.go:10 +0x1d", "  12 | ", "> ", "|   ^^^", "~~~^", "=== x ===", "____ test a ____",
    "  1) ", "E   ", "--> ", "note: ", ": note: ", "help: ", "Caused by", "exit code 1", "exit_code: 2", "returncode 1", "xit",
    "SIGKILL", "*** ", ": *** ", "Error 2", "non-zero code 3", "TypeError", "DeprecationWarning", "ERR", "npm error ", "npm ERR! ",
    "Error: ", " FAILED", "FAILED (", "--- FAIL", "HTTP/1.1 ", "HTTP ", "0xC", "zsh:1: ", "dyld[7]: ", "(ignored)", "... ok", "// ",
];

fn parts() -> impl Strategy<Value = String> {
    let part = |(at, case): (usize, u8)| {
        let text = FORMS.get(at).copied().unwrap_or_else(|| TERMS[at - FORMS.len()].text);
        if case == 0 { text.to_ascii_uppercase() } else { String::from(text) }
    };
    proptest::collection::vec((0..FORMS.len() + TERMS.len(), 0..4_u8).prop_map(part), 1..9)
        .prop_map(|parts| parts.concat())
}

/// Other numbers of the same length, with as many zeros at their start.
fn renumbered(line: &str, digits: &[u8]) -> String {
    let mut digits = digits.iter().cycle();
    let mut in_number = false;
    line.chars()
        .map(|c| {
            let first = !in_number;
            in_number = c.is_ascii_digit() && (in_number || c != '0');
            if !in_number {
                return c;
            }
            let other = digits.next().copied().unwrap_or_default();
            char::from(b'0' + if first { 1 + other % 9 } else { other })
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn a_line_is_classified_as_if_all_rules_were_tried(line in parts()) {
        prop_assert_eq!(classify_plain(&line, Signs::of(&line)), classify_plain(&line, Signs::ALL), "{}", line);
    }

    #[test]
    fn other_numbers_are_no_other_class(line in parts(), digits in proptest::collection::vec(0..10_u8, 1..20)) {
        let other = renumbered(&line, &digits);
        let class = classify(&other, &mut String::new());
        let [one, two] = [&line, &other].map(|line| {
            let mut form = Vec::new();
            form_of(line, &mut form);
            form
        });
        prop_assert!(one != two || classify(&line, &mut String::new()) == class, "{} and {}", line, other);
        let mut known = Known::default();
        known.class(&line);
        prop_assert_eq!(known.class(&other), class, "{}", other);
    }
}
