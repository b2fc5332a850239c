//! The packed table of classes, as `regex-syntax` says it must be.
//!
//! `TOOLTRIM_BLESS=1 cargo test --lib tokens` writes it, after an update of that crate.

use std::string::{String, ToString};
use std::vec::Vec;
use std::{env, format, fs};

use regex_syntax::hir::{Class, HirKind};

use super::super::class::{BREAK, Classes, LOWER, MARK, NUMBER, OTHER, SPACE, Set, UNCASED, UPPER, pack};
use super::super::table::RUNS;

/// The class of each code point, by the classes of the crate.
fn all() -> Vec<Set> {
    let mut all = std::vec![OTHER; 0x11_0000];
    let classes = [
        (r"[\p{Lu}\p{Lt}]", UPPER),
        (r"\p{Ll}", LOWER),
        (r"[\p{Lm}\p{Lo}]", UNCASED),
        (r"\p{M}", MARK),
        (r"\p{N}", NUMBER),
        (r"[\s--\r\n]", SPACE),
        (r"[\r\n]", BREAK),
    ];
    for (pattern, set) in classes {
        let hir = regex_syntax::parse(pattern).expect("is a pattern");
        let HirKind::Class(Class::Unicode(class)) = hir.kind() else { panic!("{pattern} is no class") };
        for range in class.ranges() {
            for code in u32::from(range.start())..=u32::from(range.end()) {
                assert_eq!(all[code as usize], OTHER, "U+{code:04X} is in two classes");
                all[code as usize] = set;
            }
        }
    }
    all
}

fn lines(bytes: &[u8]) -> String {
    let mut lines = String::new();
    let mut line = String::from("   ");
    for number in bytes.iter().map(ToString::to_string) {
        if line.len() + number.len() > 118 {
            lines += &(line + "\n");
            line = String::from("   ");
        }
        line.extend([" ", &number, ","]);
    }
    lines + &line
}

#[test]
fn the_table_is_the_packed_form_of_their_classes() {
    let all = all();
    let bytes = pack(|code| char::from_u32(code).map(|_| all[code as usize]));
    let made = format!(
        "//! Classes of chars as the crate `regex-syntax` knows them: runs of code points from 0 on, see `class.rs`.\n\
        //!\n\
        //! Made by `TOOLTRIM_BLESS=1 cargo test --lib tokens`; never edit by hand.\n\
        \n\
        /// A class and a length: 1 to 30, or more in the next byte or in the next two.\n\
        #[rustfmt::skip]\n\
        pub(super) static RUNS: [u8; {}] = [\n{}\n];\n",
        bytes.len(),
        lines(&bytes),
    );
    if env::var_os("TOOLTRIM_BLESS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tokens/table.rs");
        fs::write(path, made).expect("the file can be written");
        return;
    }
    assert_eq!(bytes, RUNS);
    assert_eq!(made, include_str!("../table.rs"));
}

#[test]
fn the_class_of_each_code_point_is_found() {
    let classes = Classes::new();
    for (code, set) in (0..).zip(all()).filter(|(code, _)| char::from_u32(*code).is_some()) {
        assert_eq!(classes.of(code), set, "U+{code:04X}");
    }
}
