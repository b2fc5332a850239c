//! Rows of a table, and the column that a question speaks of.

use alloc::vec::Vec;

use super::answer::Bound;
use super::question::Question;
use super::rank::best_first;
use super::words::{fold, stem, words};
use crate::quick::{contains, trim};
use crate::text::select::layout::table::{Shape, cells, is_header, is_ruler, shape_of};

/// The columns of a table whose first row names them.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    shape: Shape,
    /// Columns with the numbers that are compared, and with what.
    numbers: Vec<usize>,
    bound: Option<Bound>,
    /// It stands below something else, and may stand above something else.
    is_below: bool,
}

impl Columns {
    /// The columns of a text that begins with these lines; `None` if it is no table with a header.
    pub(super) fn of(lines: &[&str], question: &Question) -> Option<Self> {
        let mut lines = lines.to_vec();
        // A row of names is shorter than what some columns hold.
        lines.retain(|line| !trim(line).is_empty());
        let header = *lines.iter().find(|line| !is_ruler(line))?;
        let shape = shape_of(&lines).or_else(|| pairs(&lines))?;
        let names: Vec<&str> = cells(shape, header).collect();
        let has_names = names.iter().all(|name| !is_number(name) && !name.contains([':', '='])) && names.len() > 1;
        let signs = matches!(shape, Shape::Sign(sign) if sign != b'|')
            || matches!(shape, Shape::Sign(_)) && lines.iter().any(|line| is_ruler(line));
        let short = names.iter().all(|name| name.len() < 30);
        if !(has_names && short && (signs || is_header(header) || is_plain(&names))) {
            return None;
        }
        let numbers = question.bound.map_or_else(Vec::new, |bound| {
            asked(&names, question, bound, &|column| fits(&lines, shape, column, bound))
        });
        Some(Self { shape, numbers, bound: question.bound, is_below: false })
    }

    /// The same below other lines.
    pub(super) fn below(self) -> Self {
        Self { is_below: true, ..self }
    }

    /// Returns `true` for a line below the table.
    pub(super) fn ends(&self, line: &str) -> bool {
        self.is_below && !is_ruler(line) && cells(self.shape, line).nth(1).is_none()
    }

    /// The number of a row in the column that the question compares.
    pub(super) fn number(&self, row: &str) -> Option<f64> {
        let bound = self.bound?;
        self.numbers.iter().find_map(|&column| bound.number_of(cells(self.shape, row).nth(column)?))
    }
}

/// Returns `true` if half of the rows have what can be compared in a column.
fn fits(lines: &[&str], shape: Shape, column: usize, bound: Bound) -> bool {
    let is = |line: &&&str| cells(shape, line).nth(column).and_then(|cell| bound.number_of(cell)).is_some();
    lines.iter().filter(is).count() * 2 >= lines.len().saturating_sub(2)
}

/// Two columns separated by a comma: one comma in each line, without the blank that follows in sentences.
fn pairs(lines: &[&str]) -> Option<Shape> {
    let is_pair = |line: &&str| line.bytes().filter(|byte| *byte == b',').count() == 1 && !contains(line, ", ");
    (lines.len() >= 6 && lines.iter().all(is_pair)).then_some(Shape::Sign(b','))
}

/// Digits and signs of numbers alone. Without the standard library's reader of numbers, which is large.
fn is_number(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b'-' | b'+'))
}

/// Names in small letters above numbers: `station  freq  dBm`.
fn is_plain(names: &[&str]) -> bool {
    names.len() >= 3 && names.iter().all(|name| name.chars().all(|c| c.is_alphabetic() || matches!(c, '_' | '%' | '/')))
}

/// Columns whose names the question has, those that its superlative speaks of first.
fn asked(names: &[&str], question: &Question, bound: Bound, fits: &dyn Fn(usize) -> bool) -> Vec<usize> {
    let meant: Vec<Meant> = names.iter().map(|name| Meant::of(name, question, bound)).collect();
    compared(&meant, bound, fits)
}

/// Share of a name's score that each of its words takes.
const OTHER: f64 = 0.01;

/// How the name of a column fits the numbers that a question compares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Meant {
    /// How well the question names it; 2 if its superlative names such a column: `cheapest` and `price`.
    score: f64,
    is_sum: bool,
    /// Its numbers are names: ids, years.
    is_numbered: bool,
}

impl Meant {
    pub(crate) fn of(name: &str, question: &Question, bound: Bound) -> Self {
        let (column, measure) = match bound {
            Bound::Most { column, .. } => (column, None),
            Bound::Than { measure, .. } => ("", measure),
        };
        // `Use%`, `duration_ms`.
        let mut has_unit = measure.is_some_and(|measure| measure.is_in(name));
        let (mut hits, mut is_meant) = (Vec::new(), false);
        let mut meant = Self::default();
        question.find_name(name, &mut hits);
        let mut parts = 0.0;
        words(name, &mut |word| {
            parts += f64::from(u8::from(!word.is_whole));
            let part = fold(name.get(word.start..word.end).unwrap_or_default());
            is_meant |= column.split_ascii_whitespace().any(|one| part.starts_with(one) || stem(&part) == stem(one));
            has_unit |= measure.is_some_and(|measure| measure.is(&part));
            meant.is_sum |= SUMS.contains(&&*part);
            meant.is_numbered |= NUMBERED.contains(&&*part);
        });
        let named = hits.iter().map(|hit| hit.factor).fold(0.0, f64::max);
        let named = named + f64::from(u8::from(has_unit));
        // `rate_pct` before `rate_business_pct`.
        meant.score = if is_meant { 2.0 } else { named * (1.0 - OTHER * parts) };
        meant
    }

    /// The question names it as well as another one.
    pub(crate) fn is_named_as(self, other: Self) -> bool {
        self.score > 0.0 && self.score >= other.score
    }
}

/// Columns that a question compares, the best first. What it names may be what is counted: `orders over 500` and a column
/// `order_id`; then sums come first, and ids never.
pub(crate) fn compared(columns: &[Meant], bound: Bound, fits: &dyn Fn(usize) -> bool) -> Vec<usize> {
    let is = |at: usize, says: fn(&Meant) -> bool| columns.get(at).is_some_and(says);
    let score = |at: usize| columns.get(at).map_or(0.0, |column| column.score);
    let named = best_first((0..columns.len()).filter(|at| score(*at) > 0.0 && fits(*at)), &score);
    if named.iter().any(|at| !is(*at, |column| column.is_numbered)) {
        return named;
    }
    if bound.needs_name() {
        return Vec::new();
    }
    let others = (0..columns.len()).filter(|at| fits(*at));
    let (sums, others) = others.partition::<Vec<usize>, _>(|at| is(*at, |column| column.is_sum));
    let others = others.into_iter().filter(|at| !is(*at, |column| column.is_numbered));
    let found: Vec<usize> = sums.into_iter().chain(others).collect();
    if found.is_empty() { named } else { found }
}

/// Columns that hold what is compared where a question names none, and columns of numbers that are names.
const SUMS: [&str; 8] = ["amount", "total", "price", "sum", "value", "cost", "betrag", "montant"];
const NUMBERED: [&str; 13] =
    ["id", "no", "nr", "number", "key", "code", "zip", "phone", "year", "pid", "port", "line", "index"];
