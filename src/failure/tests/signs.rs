//! By the signs of a line, rules are left out that would say no, and no others.

use std::string::String;

use proptest::prelude::*;

use crate::failure::classify::classify_plain;
use crate::failure::signs::Signs;
use crate::failure::terms::TERMS;

/// Texts that rules search for, beside the words of the table.
#[rustfmt::skip]
const FORMS: [&str; 76] = [
    " ", " ", " ", ": ", ":", ".", "/", "-", "(", ")", "[", "]", "\"", "'", "=", "0", "1", "42", "007", "12345678901", "x", "_", "\t",
    "é", "\u{2500}", "\u{2501}\u{2501}\u{2501}\u{2501}", "\u{2502} ", "\u{2192}", "\u{2717} ", "\u{a0}", "\u{2713}",
    "a.rs:12", "a.ts(3,5)", "A.java:[3,5]", "File \"a.py\", line 3", "a.php on line 12", "a.sh: line 68", "Makefile:85",
    "#1 0x12 in f", "at f (", "... 3 more", "main.go:10 +0x1d", "  12 | ", "> ", "|   ^^^", "~~~^", "=== x ===", "____ test a ____",
    "  1) ", "E   ", "--> ", "note: ", ": note: ", "help: ", "Caused by", "exit code 1", "exit_code: 2", "returncode 1", "xit",
    "SIGKILL", "*** ", ": *** ", "Error 2", "non-zero code 3", "TypeError", "DeprecationWarning", "ERR", "npm error ", "npm ERR! ",
    "Error: ", " FAILED", "FAILED (", "--- FAIL", "(ignored)", "... ok", "// ",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn a_line_is_classified_as_if_all_rules_were_tried(
        parts in proptest::collection::vec((0..FORMS.len() + TERMS.len(), 0..4_u8), 1..9),
    ) {
        let part = |&(at, case): &(usize, u8)| {
            let text = FORMS.get(at).copied().unwrap_or_else(|| TERMS[at - FORMS.len()].text);
            if case == 0 { text.to_ascii_uppercase() } else { String::from(text) }
        };
        let line: String = parts.iter().map(part).collect();
        prop_assert_eq!(classify_plain(&line, Signs::of(&line)), classify_plain(&line, Signs::ALL), "{}", line);
    }
}
