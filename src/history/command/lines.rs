//! Parts of a file: lines that are shown, and what of them goes through a filter.

/// Lines from a first one to a last one, from 1 on; they may be more than there are.
pub(super) type Lines = (u32, u32);

/// All of a file.
pub(super) const WHOLE: Lines = (1, u32::MAX);
/// Some of a file, and nobody knows which.
pub(super) const PART: Lines = (0, 0);

/// So many ranges are told apart.
const MOST: usize = 4;

/// What a command shows of each text that it gets: none of the ranges, or all, one after another.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Cut {
    ranges: [Lines; MOST],
    count: usize,
}

impl Cut {
    pub(super) const WHOLE: Self = Self::of(WHOLE);
    pub(super) const PART: Self = Self::of(PART);
    pub(super) const NOTHING: Self = Self { ranges: [PART; MOST], count: 0 };

    pub(super) const fn of(lines: Lines) -> Self {
        Self { ranges: [lines; MOST], count: 1 }
    }

    /// Adds lines; of too many nobody keeps track.
    pub(super) fn add(&mut self, lines: Lines) {
        if let Some(range) = self.ranges.get_mut(self.count) {
            *range = lines;
            self.count += 1;
        } else {
            *self = Self::PART;
        }
    }

    pub(super) fn ranges(&self) -> &[Lines] {
        self.ranges.get(..self.count).unwrap_or_default()
    }
}

/// Lines of what is shown already; nothing when there are none.
pub(super) fn within(shown: Lines, range: Lines) -> Option<Lines> {
    if shown == PART || range == PART {
        return Some(PART);
    }
    let moved = |line: u32| line.saturating_add(shown.0 - 1);
    let (first, last) = (moved(range.0), moved(range.1).min(shown.1));
    (first <= last).then_some((first, last))
}
