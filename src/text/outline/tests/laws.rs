//! What holds for every text.

use std::format;
use std::string::String;

use crate::text::outline::TextKind::{self, Code, Diff, Hits, Json, Listing, Log, Markdown, Plain};
use crate::text::outline::{kind_of, unnumbered, weight, weights};

const KINDS: [TextKind; 8] = [Code, Json, Hits, Listing, Diff, Markdown, Log, Plain];

/// Parts of lines, the worse ones among them.
const PARTS: [&str; 64] = [
    "",
    " ",
    "\t",
    "\r",
    "\n",
    "\n\n",
    "a",
    "Z",
    "_",
    "$",
    "0",
    "12",
    "9999999",
    "123456789012345678901234567890",
    ":",
    "::",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "=",
    "=>",
    "->",
    "<-",
    "==",
    "\"",
    "\"\"\"",
    "'''",
    "`",
    "```",
    "#",
    "##",
    "// ",
    "/*",
    "*/",
    "@",
    "@a.b(",
    "-",
    "--",
    "|",
    "|-- ",
    "\u{251c}\u{2500}\u{2500} ",
    "\u{2192}",
    "\u{2502}",
    "\u{1b}",
    "\u{1b}[",
    "\u{1b}[31m",
    "fn ",
    "export const ",
    "def ",
    "class ",
    "import ",
    "src/a.ts",
    "src/a.ts:3:",
    "C:\\",
    "12 passed",
    "\u{e9}",
    "\u{4e2d}\u{6587}",
    "\u{1f600}",
    "\u{0}",
];

/// Numbers that are the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }

    fn text(&mut self, parts: usize) -> String {
        (0..parts).map(|_| PARTS[self.below(PARTS.len())]).collect()
    }
}

/// Each line has a weight.
fn holds(text: &str, kind: TextKind) {
    let weights = weights(text, kind);
    assert_eq!(weights.len(), text.split('\n').count());
    assert!(weights.iter().all(|weight| *weight <= 3));
}

#[test]
fn no_text_is_too_strange() {
    let mut numbers = Numbers(7);
    for round in 0..4000 {
        let parts = numbers.below(if round % 100 == 0 { 4000 } else { 60 });
        let text = numbers.text(parts);
        let path = numbers.text(3);
        let _ = (kind_of(&text, None), kind_of(&text, Some(&path)), unnumbered(&text));
        let kind = KINDS[numbers.below(KINDS.len())];
        assert!(weight(kind, &text) <= 3);
        holds(&text, kind);
    }
}

#[test]
fn long_lines_are_cut_where_chars_end() {
    for wide in ["\u{e9}", "\u{4e2d}", "\u{1f600}", "\u{1b}[3"] {
        for before in 0..5 {
            let line = format!("{}{}", "x".repeat(before), wide.repeat(1000));
            for kind in KINDS {
                assert!(weight(kind, &line) <= 3);
                holds(&line, kind);
            }
        }
    }
    let late = format!("{} fn a() {{", " ".repeat(500));
    assert_eq!(weight(Code, &late), 0);
}
