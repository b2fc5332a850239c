//! The table against the standard library, from which it is made.
//!
//! `TOOLTRIM_BLESS=1 cargo test --lib lower` writes it anew, with a compiler of another Unicode version.

use std::string::{String, ToString};
use std::vec::Vec;
use std::{env, format, fs};

use super::{COUNT_BITS, lower, table};

/// The lower case of a char by the standard library, without a second char.
fn theirs(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

/// Runs of letters with one difference, and these differences.
fn runs() -> (Vec<u32>, Vec<u16>) {
    let letters: Vec<(u32, u32)> = ('\u{80}'..=char::MAX)
        .map(|c| (u32::from(c), u32::from(theirs(c))))
        .filter(|(upper, lower)| upper != lower)
        .collect();
    let (mut runs, mut differences) = (Vec::new(), Vec::new());
    let mut rest = letters.as_slice();
    while let Some(&(first, small)) = rest.first() {
        let difference = small.wrapping_sub(first);
        let length = |step: u32| {
            let expected = (first..).step_by(step as usize).map(|upper| (upper, upper.wrapping_add(difference)));
            rest.iter().copied().zip(expected).take_while(|(letter, expected)| letter == expected).count()
        };
        let (every_second, count) = if length(2) > length(1) { (1, length(2)) } else { (0, length(1)) };
        assert!(count < 1 << COUNT_BITS && first >> 16 == small >> 16, "U+{first:04X}");
        runs.push(first << (COUNT_BITS + 1) | every_second << COUNT_BITS | count as u32);
        differences.push(difference as u16);
        rest = &rest[count..];
    }
    (runs, differences)
}

fn lines<T>(numbers: &[T], text: impl Fn(&T) -> String) -> String {
    let lines: Vec<String> =
        numbers.chunks(10).map(|line| line.iter().map(&text).collect::<Vec<_>>().join(", ")).collect();
    format!("    {},", lines.join(",\n    "))
}

#[test]
fn the_table_is_made_of_the_letters_of_the_standard_library() {
    let (major, minor, update) = char::UNICODE_VERSION;
    let version = format!("//! Small letters of Unicode {major}.{minor}.{update}");
    let held = include_str!("table.rs");
    let bless = env::var_os("TOOLTRIM_BLESS").is_some();
    // Another compiler may know other letters; the table stays.
    if !bless && !held.starts_with(&version) {
        return;
    }
    let (runs, differences) = runs();
    let made = format!(
        "{version}, by runs of large ones, see `lower`.\n\
        //!\n\
        //! Made by `TOOLTRIM_BLESS=1 cargo test --lib lower`; never edit by hand.\n\
        \n\
        /// The first large letter, whether the others are every second char, and their number.\n\
        #[rustfmt::skip]\n\
        pub(super) static RUNS: [u32; {}] = [\n{}\n];\n\
        \n\
        /// What added to a large letter of the run makes the small one.\n\
        #[rustfmt::skip]\n\
        pub(super) static DIFFERENCES: [u16; {}] = [\n{}\n];\n",
        runs.len(),
        lines(&runs, |run| format!("0x{:x}_{:04x}", run >> 16, run & 0xffff)),
        differences.len(),
        lines(&differences, ToString::to_string),
    );
    if bless {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/store/lower/table.rs");
        fs::write(path, made).expect("the file can be written");
        return;
    }
    assert_eq!((runs.as_slice(), differences.as_slice()), (table::RUNS.as_slice(), table::DIFFERENCES.as_slice()));
    assert_eq!(made, held);
    for c in '\0'..=char::MAX {
        assert_eq!(lower(c), theirs(c), "{c:?}");
        assert_eq!(c.to_lowercase().count(), if c == '\u{130}' { 2 } else { 1 }, "{c:?}");
    }
}

#[test]
fn letters_of_all_kinds_of_runs_become_small() {
    let pairs =
        [('A', 'a'), ('É', 'é'), ('Ā', 'ā'), ('ā', 'ā'), ('Ω', 'ω'), ('Ж', 'ж'), ('İ', 'i'), ('ẞ', 'ß'), ('Ꭰ', 'ꭰ')];
    for (large, small) in
        pairs.into_iter().chain([('𐐀', '𐐨'), ('\u{212a}', 'k'), ('日', '日'), ('\u{10ffff}', '\u{10ffff}')])
    {
        assert_eq!(lower(large), small);
    }
}
