//! Tests of every form in the table, with generated tokens: none is in this file in one piece.

use std::format;
use std::string::String;

use super::forms::{FORMS, Form, Set};
use super::redact_secrets;

/// Returns `count` chars of an alphabet, as if random.
fn drawn(set: Set, count: usize) -> String {
    let alphabet = match set {
        Set::Hex => "0a1b2c3d4e5f6789",
        Set::Upper => "7QK2XR4MZ5TBW6YHN3PL",
        _ => "q8Zt3Vw9Lk2Xb7Mc4Ns6Rd5Pf1GhYjT",
    };
    let mut body: String =
        (0..count).map(|at| char::from(alphabet.as_bytes()[(at * 7 + at / 5) % alphabet.len()])).collect();
    if set == Set::Dotted {
        body.replace_range(22..23, ".");
    }
    body
}

fn token(form: &Form, count: usize) -> String {
    format!("{}{}", form.0, drawn(form.2, count))
}

#[test]
fn the_table_is_sorted_by_the_first_byte_and_a_longer_prefix_comes_first() {
    assert!(FORMS.is_sorted_by_key(|form| form.0.as_bytes()[0]));
    for (at, form) in FORMS.iter().enumerate() {
        assert!(FORMS[..at].iter().all(|earlier| !form.0.starts_with(earlier.0)), "{} is hidden", form.0);
    }
}

#[test]
fn each_form_is_found_wherever_a_token_may_stand() {
    for form in FORMS {
        let note = format!("[redacted: {}]", form.1);
        for count in [usize::from(form.3), usize::from(form.4.min(form.3 + 4))] {
            let token = token(form, count);
            for (before, after) in [
                ("", ""),
                ("see ", " there"),
                ("\"", "\","),
                ("x=", "\n"),
                ("\\n", "\\n"),
                ("\u{1b}[32m", "\u{1b}[0m"),
                ("(", ")."),
            ] {
                let found = redact_secrets(&format!("{before}{token}{after}")).into_owned();
                assert_eq!(found, format!("{before}{note}{after}"), "{}", form.0);
            }
        }
    }
}

#[test]
fn no_form_is_found_in_what_only_begins_like_it() {
    for form in FORMS {
        let least = usize::from(form.3);
        let (short, filled) = (token(form, least / 2), format!("{}{}", form.0, "x".repeat(least)));
        let within = format!("a{}", token(form, least));
        let named = format!("{}your-{}", form.0, drawn(form.2, least));
        let long = token(form, usize::from(form.4.min(400)) + 40);
        for text in [form.0, &short, &filled, &within, &named, &long] {
            // A longer run is replaced as a whole.
            let any = text == long && (form.4 > 400 || matches!(form.2, Set::Word | Set::Dotted));
            assert!(any || redact_secrets(text) == text, "{} in {text}", form.0);
        }
    }
}
