//! Tables: how their columns are told apart, and which line names them.

use crate::quick::{contains, find, position, trim, trim_end};

/// The level of a row, below labels and the names of columns.
pub(super) const ROW: u16 = 2;

/// How cells are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// By this sign.
    Sign(u8),
    /// By blanks: names have none.
    Blanks,
    /// By two blanks and more.
    Wide,
}

/// The shape of a table, if most lines have the same columns.
pub(in crate::text::select) fn shape_of(lines: &[&str]) -> Option<Shape> {
    let filled: alloc::vec::Vec<&str> =
        lines.iter().copied().filter(|line| !trim(line).is_empty() && !is_ruler(line)).collect();
    if filled.len() < 6 {
        return None;
    }
    for sign in *b"\t|,;" {
        // Commas of sentences, and of what stands in a column.
        let wide = || filled.iter().filter(|line| contains(line, "  ")).count() * 2 > filled.len();
        if sign == b',' && wide() {
            continue;
        }
        let least = if sign == b'\t' || sign == b'|' { 1 } else { 2 };
        if alike(&filled, 85, |line| line.bytes().filter(|byte| *byte == sign).count())
            .is_some_and(|count| count >= least)
        {
            return Some(Shape::Sign(sign));
        }
    }
    let header = filled.iter().take(4).any(|line| is_header(line));
    if alike(&filled, 80, |line| cells(Shape::Wide, line).count())
        .is_some_and(|count| count >= 3 || header && count >= 2)
    {
        return Some(Shape::Wide);
    }
    let count = alike(&filled, if header { 60 } else { 92 }, |line| line.split_ascii_whitespace().count().min(12));
    let numbers =
        filled.iter().filter(|line| line.bytes().any(|byte| byte.is_ascii_digit())).count() * 10 >= filled.len() * 7;
    let columns = count.is_some_and(|count| count >= 3 || count == 2 && numbers);
    if columns && (header || numbers) {
        return Some(Shape::Blanks);
    }
    // The last column may hold blanks: as many as the header has, or more.
    let names = filled.iter().take(4).find(|line| is_header(line))?.split_ascii_whitespace().count();
    let many = filled.iter().filter(|line| line.split_ascii_whitespace().count() >= names).count();
    (names >= 3 && many * 10 >= filled.len() * 8).then_some(Shape::Blanks)
}

/// The most frequent count, if that many percent of the lines have it.
fn alike(lines: &[&str], percent: usize, count: impl Fn(&str) -> usize) -> Option<usize> {
    let mut counts = [0_usize; 64];
    for line in lines {
        counts[count(line).min(63)] += 1;
    }
    let (most, times) = counts.iter().enumerate().max_by_key(|(_, times)| **times)?;
    (*times * 100 >= lines.len() * percent).then_some(most)
}

/// A row of names: capitals, as most tools write them, or a first row whose words all begin with one.
pub(in crate::text::select) fn is_header(line: &str) -> bool {
    // Names that are none: one of five at most, and two in all.
    let (mut all, mut others) = (0, 0);
    for word in line.as_bytes().split(|byte| matches!(byte, b' ' | b'\t' | b'|' | b',')) {
        let Some(&first) = word.first() else { continue };
        all += 1;
        let is = || {
            let (mut letter, mut lower, mut digit) = (false, false, false);
            for byte in word {
                letter |= byte.is_ascii_alphabetic();
                lower |= byte.is_ascii_lowercase();
                digit |= byte.is_ascii_digit();
            }
            letter && !lower || first.is_ascii_uppercase() && !digit
        };
        if first != b'%' && (first.is_ascii_lowercase() || !is()) {
            others += 1;
            if others > 2 {
                return false;
            }
        }
    }
    all >= 2 && others * 5 <= all
}

/// A line alone above the rows of a part: `0000000000001199 <main>:`.
pub(super) fn is_label(shape: Shape, line: &str) -> bool {
    trim_end(line).ends_with(':') && !line.starts_with([' ', '\t']) && cells(shape, line).count() <= 2
}

/// `----+-----`, `=====`, `|---|---|`.
pub(in crate::text::select) fn is_ruler(line: &str) -> bool {
    let text = trim(line);
    let sign = |byte: u8| matches!(byte, b'-' | b'+' | b'=' | b'|' | b':' | b' ' | b'\t');
    let drawn = || text.as_bytes().first() == Some(&0xe2) && contains(text, "\u{2500}\u{2500}");
    text.len() > 2 && text.bytes().all(sign) || drawn()
}

/// The number of blanks from a position on.
fn blanks(text: &str, at: usize) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// The cells of a line.
pub(in crate::text::select) fn cells(shape: Shape, line: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(trim_end(line));
    core::iter::from_fn(move || {
        let text = rest?;
        let at = match shape {
            Shape::Sign(sign) => position(text.as_bytes(), sign, sign).map(|at| (at, at + 1)),
            Shape::Blanks => {
                let begin = blanks(text, 0);
                let word = text.as_bytes().get(begin..).unwrap_or_default();
                position(word, b' ', b'\t').map(|at| (begin + at, begin + at + 1))
            }
            Shape::Wide => find(text, "  ").map(|at| (at, at + blanks(text, at))),
        };
        let (end, next) = at.unwrap_or((text.len(), text.len() + 1));
        rest = text.get(next..);
        let cell = text.get(..end)?;
        // Words have no blanks in them.
        Some(if shape == Shape::Blanks { cell.get(blanks(cell, 0)..)? } else { trim(cell) })
    })
}
