//! Histograms of sizes.

use super::CutUnit;

/// Upper bounds for bytes, chars, UTF-16 units and tokens.
const OF_TEXT: [u64; 9] = [256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216];
/// Upper bounds for lines, items, members and levels.
const OF_THINGS: [u64; 9] = [4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144];

/// Histogram of sizes.
///
/// ```
/// use tooltrim::signals::{CutUnit, Histogram};
///
/// let mut sizes = Histogram::of(CutUnit::Bytes);
/// sizes.add(300);
/// sizes.add(9000);
/// assert_eq!((sizes.count(), sizes.sum()), (2, 9300));
/// assert_eq!(sizes.buckets().take(3).collect::<Vec<_>>(), [(256, 0), (1024, 1), (4096, 1)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    bounds: &'static [u64; 9],
    /// Not cumulative; sizes above all bounds are only in `count`.
    counts: [u64; 9],
    count: u64,
    sum: u64,
}

impl Histogram {
    /// Creates an empty histogram. The bounds are powers of four: from 256 for sizes of text, from 4 for numbers of
    /// things.
    #[must_use]
    pub fn of(unit: CutUnit) -> Self {
        let bounds = if unit.is_of_text() { &OF_TEXT } else { &OF_THINGS };
        Self { bounds, counts: [0; 9], count: 0, sum: 0 }
    }

    /// Adds a size.
    pub fn add(&mut self, size: u64) {
        self.count += 1;
        self.sum = self.sum.saturating_add(size);
        let place = self.bounds.partition_point(|bound| *bound < size);
        self.counts.iter_mut().skip(place).take(1).for_each(|count| *count += 1);
    }

    /// Returns the number of sizes.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the sum of the sizes.
    #[must_use]
    pub fn sum(&self) -> u64 {
        self.sum
    }

    /// Returns each upper bound with the number of sizes up to it.
    pub fn buckets(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.bounds.iter().zip(&self.counts).scan(0, |below, (bound, count)| {
            *below += count;
            Some((*bound, *below))
        })
    }
}
