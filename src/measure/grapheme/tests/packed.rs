//! The packed table, as the breaks that `unicode-segmentation` finds say it must be.
//!
//! `TOOLTRIM_BLESS=1 cargo test --lib packed` writes it anew, after an update of that crate.

use std::fmt::Write as _;
use std::string::{String, ToString};
use std::vec::Vec;
use std::{env, format, fs};

use unicode_segmentation::{GraphemeCursor, UNICODE_VERSION};

use super::super::class::{CLASSES, Class, Classes, FIRST, OFFSET_BITS, ONE_BYTE, TWO_BYTES};
use super::super::table;
use super::{REPRESENTATIVES, string};

/// Runs for each entry of the index: more of them make a look-up longer, fewer the index.
const BLOCK: usize = 16;

/// Returns `true` if they see no break before the last char.
fn joined(chars: &[char]) -> bool {
    let text = string(chars);
    let at = text.len() - chars.last().map_or(0, |c| c.len_utf8());
    !GraphemeCursor::new(at, text.len(), true).is_boundary(&text, 0).expect("the text is whole")
}

/// The class of a char, from its breaks alone.
fn class_by_breaks(c: char) -> Class {
    use Class::{Consonant, Control, Cr, Extend, Joiner, L, Lf, Linker, Lv, Lvt, NonJoiner, Pictographic, Prepend};
    use Class::{Other, Regional, SpacingMark, T, V};
    let of = |class| REPRESENTATIVES.iter().find(|(each, _)| *each == class).expect("each class has one").1;
    let [a, mark, joiner, emoji, linker, ka] = [Other, Extend, Joiner, Pictographic, Linker, Consonant].map(of);
    let rules: [(Class, &dyn Fn() -> bool); 17] = [
        (Cr, &|| joined(&[c, '\n'])),
        (Lf, &|| joined(&['\r', c])),
        (Control, &|| !joined(&[c, mark])),
        // Chars that extend any char before them.
        (Joiner, &|| joined(&[a, c]) && joined(&[emoji, c, emoji])),
        (Linker, &|| joined(&[a, c]) && joined(&[ka, c, ka])),
        (Extend, &|| joined(&[a, c]) && joined(&[emoji, c, joiner, emoji]) && joined(&[ka, linker, c, ka])),
        (NonJoiner, &|| joined(&[a, c]) && joined(&[emoji, c, joiner, emoji])),
        (SpacingMark, &|| joined(&[a, c])),
        (Prepend, &|| joined(&[c, a])),
        (L, &|| joined(&[c, of(L)])),
        (Lv, &|| joined(&[of(L), c]) && joined(&[c, of(V)]) && !joined(&[of(V), c])),
        (V, &|| joined(&[of(V), c]) && joined(&[c, of(V)])),
        (Lvt, &|| joined(&[of(L), c])),
        (T, &|| joined(&[of(T), c])),
        (Regional, &|| joined(&[of(Regional), c])),
        (Pictographic, &|| joined(&[emoji, joiner, c])),
        (Consonant, &|| joined(&[ka, linker, c])),
    ];
    rules.iter().find(|(_, holds)| holds()).map_or(Other, |(class, _)| *class)
}

/// The runs of equal classes that the table holds, as numbers of classes and lengths.
fn runs() -> Vec<(usize, u32)> {
    let mut runs: Vec<(usize, u32)> = Vec::new();
    for code in FIRST..=u32::from(char::MAX) {
        // Syllables are not looked up, and surrogates are no chars: they lengthen the run before them.
        let known = char::from_u32(code).map(class_by_breaks).filter(|class| !matches!(class, Class::Lv | Class::Lvt));
        let number = known.map(|known| CLASSES.iter().position(|class| *class == known).expect("is in the table"));
        match runs.last_mut() {
            Some((last, length)) if number.is_none_or(|number| number == *last) => *length += 1,
            _ => runs.push((number.unwrap_or_default(), 1)),
        }
    }
    // What is after the last run is Other.
    runs.pop_if(|(number, _)| *number == 0);
    runs
}

fn pack(runs: &[(usize, u32)]) -> (Vec<u32>, Vec<u8>) {
    let (mut index, mut bytes) = (Vec::new(), Vec::new());
    let mut from = FIRST;
    let mut count = 0;
    for &(number, mut length) in runs {
        while length > 0 {
            if count % BLOCK == 0 {
                assert!(bytes.len() < 1 << OFFSET_BITS, "an offset takes more bits");
                index.push(from << OFFSET_BITS | u32::try_from(bytes.len()).expect("is less"));
            }
            count += 1;
            let part = length.min(TWO_BYTES + 0xffff);
            let head = u8::try_from(number << 4).expect("is less than 16");
            let of = |number: u32| u8::try_from(number & 0xff).expect("is one byte");
            match part {
                ..ONE_BYTE => bytes.push(head | of(part - 1)),
                ONE_BYTE..TWO_BYTES => bytes.extend([head | 0xe, of(part - ONE_BYTE)]),
                _ => bytes.extend([head | 0xf, of((part - TWO_BYTES) >> 8), of(part - TWO_BYTES)]),
            }
            from += part;
            length -= part;
        }
    }
    (index, bytes)
}

fn lines<T>(numbers: &[T], text: impl Fn(&T) -> String) -> String {
    let mut lines = String::new();
    let mut line = String::from("   ");
    for number in numbers.iter().map(text) {
        if line.len() + number.len() > 118 {
            lines += &(line + "\n");
            line = String::from("   ");
        }
        write!(line, " {number},").expect("a string takes all");
    }
    lines + &line
}

#[test]
fn the_table_is_the_packed_form_of_their_classes() {
    let (index, bytes) = pack(&runs());
    let (major, minor, update) = UNICODE_VERSION;
    let made = format!(
        "//! Classes of chars in Unicode {major}.{minor}.{update}: runs of code points from U+0080 on, see `class.rs`.\n\
        //!\n\
        //! Made by `TOOLTRIM_BLESS=1 cargo test --lib packed`; never edit by hand.\n\
        \n\
        /// First code points of some runs, and the offsets of these runs in [`RUNS`].\n\
        #[rustfmt::skip]\n\
        pub(super) static INDEX: [u32; {}] = [\n{}\n];\n\
        \n\
        /// A class and a length: 1 to 14, or more in the next byte or in the next two.\n\
        #[rustfmt::skip]\n\
        pub(super) static RUNS: [u8; {}] = [\n{}\n];\n",
        index.len(),
        lines(&index, |entry| format!("0x{:x}_{:04x}", entry >> 16, entry & 0xffff)),
        bytes.len(),
        lines(&bytes, ToString::to_string),
    );
    if env::var_os("TOOLTRIM_BLESS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/measure/grapheme/table.rs");
        fs::write(path, made).expect("the file can be written");
        return;
    }
    assert_eq!(index, table::INDEX);
    assert_eq!(bytes, table::RUNS);
    assert_eq!(made, include_str!("../table.rs"));
}

#[test]
fn the_class_of_each_code_point_is_found() {
    // From the last to the first, so that no run is known yet.
    for c in ('\0'..=char::MAX).rev() {
        assert_eq!(Classes::default().of(c), class_by_breaks(c), "{c:?}");
    }
    let mut classes = Classes::default();
    assert!(('\0'..=char::MAX).all(|c| classes.of(c) == Classes::default().of(c)), "a remembered run changes a class");
}
