//! Lines in the order of the text, in blocks: of a long text there are very many, which are chosen in another order, and
//! one list would move half of them for each.

use alloc::vec::Vec;

use super::shorten::Ready;
use crate::sorted::Sorted;

/// Lines of a block: it is split above that.
const MOST: usize = 128;

/// Lines by their numbers.
#[derive(Default)]
pub(super) struct Lines(Vec<Sorted<usize, Ready>>);

impl Lines {
    /// The block that holds a number, or would.
    fn block(&self, number: usize) -> usize {
        let begins = |block: &Sorted<usize, Ready>| block.entry(0).is_some_and(|(first, _)| *first <= number);
        self.0.partition_point(begins).saturating_sub(1)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Ready> {
        self.0.iter().flat_map(Sorted::as_slice).map(|(_, line)| line)
    }

    pub(super) fn contains(&self, number: usize) -> bool {
        self.0.get(self.block(number)).is_some_and(|block| block.contains(&number))
    }

    /// The lines before and after one that is not among them; `None` if it is.
    pub(super) fn beside(&self, number: usize) -> Option<[Option<&Ready>; 2]> {
        let at = self.block(number);
        let Some(block) = self.0.get(at) else { return Some([None, None]) };
        let place = block.position(&number).err()?;
        let before = place.checked_sub(1).and_then(|place| block.entry(place));
        let after = block.entry(place).or_else(|| self.0.get(at + 1)?.entry(0));
        Some([before, after].map(|found| found.map(|(_, line)| line)))
    }

    /// Adds a line if there is none of this number.
    pub(super) fn insert(&mut self, number: usize, line: impl FnOnce() -> Ready) {
        let at = self.block(number);
        if self.0.is_empty() {
            self.0.push(Sorted::default());
        }
        let Some(block) = self.0.get_mut(at) else { return };
        block.get_or_insert_with(number, line);
        if block.as_slice().len() > MOST {
            let rest = block.split_off(MOST / 2);
            self.0.insert(at + 1, rest);
        }
    }

    pub(super) fn remove(&mut self, number: usize) {
        let at = self.block(number);
        let Some(block) = self.0.get_mut(at) else { return };
        block.remove(&number);
        if block.as_slice().is_empty() {
            self.0.remove(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;
    use alloc::string::String;
    use alloc::vec::Vec;

    use proptest::prelude::*;

    use super::{Lines, MOST, Ready};
    use crate::facts::Sizes;
    use crate::marker::Size;
    use crate::text::select::Tier;

    fn line(number: usize) -> Ready {
        Ready {
            tier: Tier::Rest,
            number,
            line: number,
            text: String::new(),
            lead: 0,
            size: Size::of(""),
            from: Sizes::default(),
            to: Sizes::default(),
            blank: false,
            partial: false,
            content: None,
            headers: Vec::new(),
        }
    }

    /// However many there are and in whatever order they come, one moves no more than a block.
    #[test]
    fn no_block_grows_with_the_text() {
        let mut lines = Lines::default();
        for number in 0..1_usize << 14 {
            let number = number.reverse_bits() >> (usize::BITS - 14);
            lines.insert(number, || line(number));
        }
        assert!(lines.iter().map(|line| line.number).eq(0..1 << 14));
        assert!(lines.0.iter().all(|block| (MOST / 2..=MOST).contains(&block.as_slice().len())));
    }

    proptest! {
        #[test]
        fn they_are_those_of_a_tree(
            steps in proptest::collection::vec((0..600_usize, 0..4_u8), 0..2000),
            asked in proptest::collection::vec(0..600_usize, 20),
        ) {
            let (mut lines, mut tree) = (Lines::default(), BTreeSet::new());
            for (number, step) in steps {
                if step == 0 {
                    lines.remove(number);
                    tree.remove(&number);
                } else {
                    lines.insert(number, || line(number));
                    tree.insert(number);
                }
            }
            prop_assert!(lines.iter().map(|line| line.number).eq(tree.iter().copied()));
            prop_assert_eq!(lines.is_empty(), tree.is_empty());
            prop_assert!(lines.0.iter().all(|block| (1..=MOST).contains(&block.as_slice().len())));
            for number in asked {
                prop_assert_eq!(lines.contains(number), tree.contains(&number));
                let before = tree.range(..number).next_back().copied();
                let after = tree.range(number..).next().copied();
                let expected = (!tree.contains(&number)).then_some([before, after]);
                let found = lines.beside(number);
                prop_assert_eq!(found.map(|both| both.map(|found| found.map(|line| line.number))), expected);
            }
        }
    }
}
