//! Odd rows: a rare value in a column of few values, a number far out.

use alloc::vec::Vec;

use super::super::entry::Entry;
use crate::hash::mix;
use crate::order::ordered;

/// Columns that are looked at.
const COLUMNS: usize = 24;
/// The most values of a column that are counted. A column with more of them has no rare values.
const VALUES: usize = 24;
/// Cells by which it is known whether a column of many values is one of numbers.
const SEEN: u32 = 64;
/// A value that is there more often is not rare.
const RARE: u32 = 3;
/// Rows that are held for a rare value.
const HELD: usize = 2;
/// The fewest rows in which one can be odd.
const ROWS: u32 = 12;
/// Rows that are held for their large numbers.
const LARGEST: usize = 4;
/// So many times the 95th percentile is far out.
const FAR: f64 = 10.0;

#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    columns: Vec<Column>,
}

#[derive(Clone, Debug)]
struct Column {
    /// Of its name or place.
    id: u64,
    cells: u32,
    values: Vec<Value>,
    /// It has more values than are told apart.
    many: bool,
    numbers: u32,
    /// Numbers by their power of two.
    sizes: [u32; 64],
    largest: Vec<(f64, Entry)>,
}

#[derive(Clone, Debug)]
struct Value {
    hash: u64,
    count: u32,
    rows: Vec<Entry>,
}

impl Columns {
    /// Reads a row, which counts for `rows` like it.
    pub(super) fn row(&mut self, rows: u32) -> Row<'_> {
        Row { columns: &mut self.columns, rows, next: 0 }
    }

    /// Returns `true` for a column in which a rare value would be odd.
    pub(super) fn has_few(&self, id: u64) -> bool {
        self.columns.iter().any(|column| column.id == id && !column.many)
    }

    /// The odd rows, the oddest first.
    pub(super) fn odd(self) -> Vec<Entry> {
        let mut odd: Vec<(u32, Entry)> = Vec::new();
        for column in self.columns.into_iter().filter(|column| column.cells >= ROWS) {
            let far = column.far();
            odd.extend(column.largest.into_iter().filter(|(number, _)| *number > far).map(|(_, entry)| (0, entry)));
            // Of few values: nearly all rows have one of the frequent ones.
            let rows = column.cells;
            let rare = |count: u32| count <= RARE && count * 20 <= rows;
            let few: u32 = column.values.iter().filter(|value| rare(value.count)).map(|value| value.count).sum();
            if column.many || few * 8 > rows || column.values.len() * 2 > rows as usize {
                continue;
            }
            for value in column.values.into_iter().filter(|value| rare(value.count)) {
                odd.extend(value.rows.into_iter().map(|entry| (value.count, entry)));
            }
        }
        let odd = ordered(odd, |(_, entry)| entry.number as u64);
        ordered(odd, |(count, _)| u64::from(*count)).into_iter().map(|(_, entry)| entry).collect()
    }
}

/// A row while it is read.
pub(super) struct Row<'a> {
    columns: &'a mut Vec<Column>,
    rows: u32,
    /// The place of the next column, if this row has them in the order of those before.
    next: usize,
}

impl Row<'_> {
    /// Counts a cell of the column that `id` names.
    pub(super) fn cell(&mut self, id: u64, cell: &str, entry: impl Fn() -> Entry) {
        let at = match self.columns.get(self.next) {
            Some(column) if column.id == id => Some(self.next),
            _ => self.columns.iter().position(|column| column.id == id),
        };
        let at = match at {
            Some(at) => at,
            None if self.columns.len() < COLUMNS => {
                self.columns.push(Column::new(id));
                self.columns.len() - 1
            }
            None => return,
        };
        self.next = at + 1;
        if let Some(column) = self.columns.get_mut(at).filter(|column| !column.is_plain()) {
            column.cell(cell, self.rows, &entry);
        }
    }
}

impl Column {
    fn new(id: u64) -> Self {
        Self { id, cells: 0, values: Vec::new(), many: false, numbers: 0, sizes: [0; 64], largest: Vec::new() }
    }

    /// No row is odd by it: it has many values, most of which are no numbers.
    fn is_plain(&self) -> bool {
        self.many && self.cells >= SEEN && self.numbers * 10 < self.cells * 8
    }

    fn cell(&mut self, cell: &str, rows: u32, entry: impl Fn() -> Entry) {
        self.cells = self.cells.saturating_add(rows);
        if let Some(number) = number(cell) {
            self.numbers = self.numbers.saturating_add(rows);
            self.sizes[power(number)] = self.sizes[power(number)].saturating_add(rows);
            let least = self.largest.last().map_or(0.0, |(least, _)| *least);
            // Only numbers of a rare size may be far out.
            let rare = self.sizes[power(number)] <= 1 + self.numbers / 20;
            if number > 0.0 && rare && (self.largest.len() < LARGEST || number > least) {
                let at = self.largest.partition_point(|(other, _)| *other >= number);
                self.largest.insert(at, (number, entry()));
                self.largest.truncate(LARGEST);
            }
        }
        if self.many {
            return;
        }
        let hash = print(cell);
        if let Some(value) = self.values.iter_mut().find(|value| value.hash == hash) {
            value.count = value.count.saturating_add(rows);
            if value.count > RARE {
                value.rows = Vec::new();
            } else if value.rows.len() < HELD {
                value.rows.push(entry());
            }
        } else if self.values.len() < VALUES {
            self.values.push(Value { hash, count: rows, rows: alloc::vec![entry()] });
        } else {
            self.many = true;
            self.values = Vec::new();
        }
    }

    /// Numbers above this are far out.
    fn far(&self) -> f64 {
        if self.numbers < ROWS || self.numbers * 10 < self.cells * 8 {
            return f64::INFINITY;
        }
        let mut left = self.numbers - self.numbers * 95 / 100;
        for power in (0..64).rev() {
            let count = self.sizes[power];
            if count >= left {
                // The upper end of those of this power: none of them is far out by chance.
                return FAR * (1_u64 << (power as u32).min(62)) as f64 / SCALE;
            }
            left -= count;
        }
        f64::INFINITY
    }
}

/// Tells short texts apart by their length and their ends: texts that differ only between are as one.
pub(super) fn print(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let word = |bytes: Option<&[u8; 8]>| bytes.map(|word| u64::from_le_bytes(*word));
    let (first, last) = match (word(bytes.first_chunk()), word(bytes.last_chunk())) {
        (Some(first), Some(last)) => (first, last),
        _ => (bytes.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte)), 0),
    };
    // Small numbers are places of columns.
    mix(mix(first ^ (bytes.len() as u64) << 56) ^ last) | 1 << 63
}

/// Numbers are counted in 256ths, so that fractions have powers, too.
const SCALE: f64 = 256.0;

/// The power of two that is above a number.
fn power(number: f64) -> usize {
    (64 - ((number.abs() * SCALE) as u64).leading_zeros() as usize).min(63)
}

/// The number that a cell says, with its unit: `1.5s` is 1500 of `ms`, `2K` is 2048.
fn number(cell: &str) -> Option<f64> {
    let bytes = cell.as_bytes();
    let begin = usize::from(matches!(bytes.first(), Some(b'"' | b'(' | b'[' | b'+')));
    let (mut number, mut scale, mut at) = (0_u64, 0.0, begin);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'0'..=b'9' if at < begin + 16 => {
                number = number * 10 + u64::from(byte - b'0');
                scale *= 10.0;
            }
            b'.' if scale == 0.0 && at > begin => scale = 1.0,
            _ => break,
        }
        at += 1;
    }
    if at == begin {
        return None;
    }
    let mut end = bytes.len();
    while end > at && matches!(bytes.get(end - 1), Some(b'"' | b',' | b')' | b']' | b'%')) {
        end -= 1;
    }
    let unit = cell.get(at..end)?;
    let times = match unit {
        "" | "ms" | "B" | "b" => 1.0,
        "s" | "sec" => 1e3,
        "m" | "min" => 6e4,
        "h" => 3.6e6,
        "\u{b5}s" | "us" => 1e-3,
        "ns" => 1e-6,
        "K" | "k" | "kB" | "KB" | "KiB" | "Ki" => 1024.0,
        "M" | "MB" | "MiB" | "Mi" => 1_048_576.0,
        "G" | "GB" | "GiB" | "Gi" => 1_073_741_824.0,
        _ => return None,
    };
    Some(number as f64 / f64::max(scale, 1.0) * times)
}
