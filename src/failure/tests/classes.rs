//! All that is known of a line, where tags, frames and far ends of long lines bear on it.

use std::string::String;

use crate::failure::classify::{LineClass, Severity, classify};
use crate::failure::role::Role;

fn class(line: &str) -> LineClass {
    classify(line, &mut String::new())
}

#[test]
fn behind_the_tag_of_npm_all_is_of_a_failure() {
    let plain = LineClass { severity: Severity::Error, indent: 2, ..LineClass::default() };
    assert_eq!(class("  npm error path /srv/app"), LineClass { found: 12, ..plain });
    let line = "  npm error src/a.ts(3,5): error TS2322: Type 'string' is not assignable";
    let place = LineClass { place: true, specific: true, found: line.find("error TS").unwrap(), ..plain };
    assert_eq!(class(line), place);
}

#[test]
fn behind_the_frame_of_terraform_a_message_is_what_it_is_without() {
    for (message, severity) in [("Error: Invalid index", Severity::Error), ("Warning: Deprecated", Severity::Warning)] {
        let bare = class(message);
        assert_eq!(bare.severity, severity, "{message}");
        let framed = std::format!("  \u{2502} {message}");
        assert_eq!(class(&framed), LineClass { indent: 2, found: bare.found + 6, ..bare }, "{message}");
    }
}

#[test]
fn a_line_that_is_read_whole_is_not_read_in_parts() {
    for length in [399, 400] {
        let line = std::format!("+ echo {}; grep ERROR: log", "x".repeat(length - 24));
        assert_eq!((line.len(), class(&line).severity), (length, Severity::None));
    }
}

#[test]
fn an_error_at_the_beginning_of_a_long_line_is_where_it_stands() {
    let line = std::format!("error: cannot open {}; Segmentation fault (core dumped)", "x".repeat(500));
    assert_eq!((class(&line).severity, class(&line).found), (Severity::Error, 0));
}

#[test]
fn far_in_a_long_line_the_first_of_equal_words_counts_with_what_is_near() {
    let far = "x".repeat(500);
    let line = std::format!("{far}; Error: no such berth; {far}; Error: no such pallet");
    let found = class(&line);
    assert_eq!((found.severity, found.found), (Severity::Error, line.find("Error").unwrap()));
    for between in [300, 600] {
        let line = std::format!("{far}; Error: no such berth {} ... ok", "y".repeat(between));
        assert_eq!(class(&line).severity, Severity::Error, "{between}");
    }
}

#[test]
fn the_title_of_a_window_says_nothing() {
    assert_eq!(class("\u{1b}]0;Error: no such berth\u{7}all is well").severity, Severity::None);
}

#[test]
fn what_went_well_in_the_end_is_no_failure_whatever_it_looks_like() {
    for line in ["retrying after exit code 1 (2/3) ... ok", "Process completed with exit code 2. ... ok"] {
        assert_eq!((class(line).severity, class(line).role), (Severity::None, Role::Plain), "{line}");
    }
}

#[test]
fn positions_with_a_message_are_findings_unless_they_are_quoted() {
    let finding = "a.go:10:2: declared and not used: x";
    assert_eq!((class(finding).severity, class(finding).role), (Severity::Weak, Role::Plain));
    for line in
        ["a.go:10:2: note: declared here", "+ a.go:10:2: declared and not used: x", "a.go: declared and not used: x"]
    {
        assert_eq!(class(line).severity, Severity::None, "{line}");
    }
}
