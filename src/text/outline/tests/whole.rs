//! Lines that only those around them tell.

use crate::text::outline::{TextKind, weights};

#[test]
fn a_log_ends_with_a_line_that_counts() {
    assert_eq!(weights("some words\nmore words\n\n", TextKind::Log), [0, 1, 0, 0]);
    assert_eq!(weights("", TextKind::Log), [0]);
}

#[test]
fn code_in_a_document_has_no_headings() {
    let text = "# A\n```sh\n# install\n```\n## B\n~~~\n# c\n```\n~~~\n# D";
    assert_eq!(weights(text, TextKind::Markdown), [3, 0, 0, 0, 3, 0, 0, 0, 0, 3]);
}

#[test]
fn a_line_below_makes_a_heading() {
    assert_eq!(weights("Title\n=====\n\ntext\n\n---\n", TextKind::Markdown), [3, 0, 0, 0, 0, 0, 0]);
    assert_eq!(weights("  1\u{2192}Title\n  2\u{2192}-----\n", TextKind::Markdown), [3, 0, 0]);
    assert_eq!(weights("Title\n=====\n", TextKind::Plain), [1, 0, 0]);
    assert_eq!(weights("====\n====\n====", TextKind::Markdown), [0, 0, 0]);
}

#[test]
fn comments_and_texts_in_code_define_nothing() {
    let text = "/*\nclass A {\n*/\nclass B {\n/* class C */\nclass D {";
    assert_eq!(weights(text, TextKind::Code), [0, 0, 0, 3, 0, 3]);
    let text =
        "def a():\n    \"\"\"\n    class B:\n    \"\"\"\n    def c():\n\nTEXT = \"\"\"\nclass D:\n\"\"\"\nclass E:";
    assert_eq!(weights(text, TextKind::Code), [3, 0, 0, 0, 2, 0, 2, 0, 0, 3]);
}

#[test]
fn texts_begin_in_many_ways() {
    let text = "r\"\"\"\nclass A:\n\"\"\"\nA = \"\"\"text\nclass B:\n\"\"\"\n    ''')\nclass C:\n";
    assert_eq!(weights(text, TextKind::Code), [0, 0, 0, 2, 0, 0, 0, 3, 0]);
}

#[test]
fn the_end_of_a_text_is_not_taken_for_its_start() {
    let text = "    words\n    \"\"\"\n    return 3\n\ndef b():\n";
    assert_eq!(weights(text, TextKind::Code), [0, 0, 0, 0, 3, 0]);
}

#[test]
fn names_below_a_folder_weigh_less_the_deeper_it_is() {
    let text = ".:\nsrc\n\n./src/text/outline:\nmod.rs\nother\n\n./node_modules:\nreact\n";
    assert_eq!(weights(text, TextKind::Listing), [1, 3, 0, 2, 3, 2, 0, 3, 1, 0]);
}
