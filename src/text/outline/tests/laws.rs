//! What holds for every text.

use std::format;
use std::string::String;
use std::vec::Vec;

use crate::source::utf16_len;
use crate::text::outline::TextKind::{self, Code, Diff, Hits, Json, Listing, Log, Markdown, Plain};
use crate::text::outline::{kind_of, outline, unnumbered, weight, weights};

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

/// An outline fits, is in order, and keeps only lines that weigh something.
fn holds(text: &str, kind: TextKind, most: usize) {
    let lines: Vec<&str> = text.split('\n').collect();
    let weights = weights(text, kind);
    assert_eq!(weights.len(), lines.len());
    assert!(weights.iter().all(|weight| *weight <= 3));
    let kept = outline(text, kind, most);
    assert!(kept.windows(2).all(|pair| pair[0] < pair[1]), "{kept:?}");
    assert!(kept.iter().all(|line| weights[*line] > 0), "{kept:?}");
    let size: usize = kept.iter().map(|line| utf16_len(lines[*line]) + 1).sum();
    assert!(size <= most, "{size} of {most}");
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
        holds(&text, kind, numbers.below(400));
    }
}

#[test]
fn long_lines_are_cut_where_chars_end() {
    for wide in ["\u{e9}", "\u{4e2d}", "\u{1f600}", "\u{1b}[3"] {
        for before in 0..5 {
            let line = format!("{}{}", "x".repeat(before), wide.repeat(1000));
            for kind in KINDS {
                assert!(weight(kind, &line) <= 3);
                holds(&line, kind, 100);
            }
        }
    }
    let late = format!("{} fn a() {{", " ".repeat(500));
    assert_eq!(weight(Code, &late), 0);
}

#[test]
fn the_heaviest_lines_come_first() {
    let text = "import a from 'a';\nexport class A {\n  run() {\n  }\n}\nexport class B {\n  run() {\n  }\n}\n";
    assert!(outline(text, Code, 0).is_empty());
    assert_eq!(outline(text, Code, 17), [1]);
    assert_eq!(outline(text, Code, 34), [1, 5]);
    assert_eq!(outline(text, Code, 54), [1, 2, 5, 6]);
    assert_eq!(outline(text, Code, 1000), [0, 1, 2, 5, 6]);
}

#[test]
fn of_equal_lines_some_from_everywhere_are_kept() {
    let text = (0..100).map(|n| format!("fn f{n:02}() {{\n}}\n")).collect::<Vec<_>>().concat();
    let kept = outline(&text, Code, 11 * 10);
    assert_eq!(kept, [0, 20, 40, 60, 80, 100, 120, 140, 160, 180]);
    let kept = outline(&text, Code, 11 * 75);
    assert_eq!(kept.len(), 75);
    assert!(kept.windows(2).all(|pair| pair[1] - pair[0] <= 4));
}

#[test]
fn a_hit_of_each_file_comes_before_more_of_the_same() {
    let text = "a.ts:1:x\na.ts:2:x\na.ts:3:x\nb.ts:1:x\nb.ts:2:x\nc.ts:1:x\n";
    assert_eq!(outline(text, Hits, 27), [0, 3, 5]);
    assert_eq!(outline(text, Hits, 36).len(), 4);
}

#[test]
fn what_a_log_repeats_is_kept_once() {
    let text = "error: no\n".repeat(50) + "3 passed\n";
    assert_eq!(outline(&text, Log, 1000), [0, 50]);
}

#[test]
fn sizes_are_those_of_javascript() {
    let line = "# \u{1f600}\u{1f600}";
    assert!(outline(line, Markdown, 6).is_empty());
    assert_eq!(outline(line, Markdown, 7), [0]);
}

#[test]
fn more_room_keeps_no_fewer_lines() {
    let text = (0..40).map(|n| format!("# {n}\n\ntext\n\n### {n}{n}\n")).collect::<Vec<_>>().concat();
    let sizes: Vec<usize> = (0..600).step_by(10).map(|most| outline(&text, Markdown, most).len()).collect();
    assert!(sizes.windows(2).all(|pair| pair[0] <= pair[1]), "{sizes:?}");
}
