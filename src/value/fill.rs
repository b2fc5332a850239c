//! Shares of a room: who needs little gets all of it, who needs much gets as much as the others.

use alloc::vec::Vec;

/// The most that each of some sizes may keep so that together they are within `limit`: small ones stay whole, the
/// others get the same. The limit itself where all are within it.
///
/// ```
/// use tooltrim::host::fair_share;
///
/// assert_eq!(fair_share(100, &[10, 1000, 30, 1000]), 30);
/// assert_eq!(fair_share(100, &[10, 20]), 100);
/// ```
///
/// Takes time as there are sizes, times the digits of the limit in binary.
#[must_use]
pub fn fair_share(limit: usize, sizes: &[usize]) -> usize {
    highest(limit, |level| sizes.iter().fold(0, |sum, size| sum.saturating_add(level.min(*size))))
}

/// The highest level up to `room` at which a sum, which grows with it, is within the room.
fn highest(room: usize, sum: impl Fn(usize) -> usize) -> usize {
    let (mut low, mut high) = (0, room);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if sum(middle) <= room { low = middle } else { high = middle - 1 }
    }
    low
}

/// Shares that add up to at most `room`; each is at least the first number of its pair and at most the second one. The
/// least ones must fit.
pub(super) fn fill(room: usize, bounds: &[(usize, usize)]) -> Vec<usize> {
    let share = |level: usize, &(least, most): &(usize, usize)| level.clamp(least, most.max(least));
    let sum = |level: usize| bounds.iter().map(|bound| share(level, bound)).fold(0, usize::saturating_add);
    let low = highest(room, sum);
    let mut left = room.saturating_sub(sum(low));
    let grown = |bound| {
        let (now, next) = (share(low, bound), share(low + 1, bound));
        // A remainder is given to the first ones.
        if next > now && left > 0 {
            left -= 1;
            next
        } else {
            now
        }
    };
    bounds.iter().map(grown).collect()
}

/// `number` × `of` ÷ `all`: in the bits of a position the product may not fit.
pub(super) fn part(number: usize, of: u64, all: u64) -> usize {
    usize::try_from(u128::from(number as u64) * u128::from(of) / u128::from(all.max(1))).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::fill;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    #[test]
    fn small_ones_stay_whole_and_the_big_ones_share_the_rest() {
        assert_eq!(fill(100, &[(5, 10), (5, 1000), (5, 30), (5, 1000)]), [10, 30, 30, 30]);
        assert_eq!(fill(101, &[(5, 10), (5, 1000), (5, 30), (5, 1000)]), [10, 31, 30, 30]);
        assert_eq!(fill(10, &[(5, 10), (5, 1000)]), [5, 5]);
        assert_eq!(fill(1000, &[(0, 10), (0, 20)]), [10, 20]);
        assert!(fill(10, &[]).is_empty());
    }

    proptest! {
        #[test]
        fn shares_hold_their_bounds_and_use_the_room(
            bounds in prop::collection::vec((0_usize..50, 0_usize..500), 0..20),
            more in 0_usize..3000,
        ) {
            let bounds: Vec<_> = bounds.into_iter().map(|(least, more)| (least, least + more)).collect();
            let least: usize = bounds.iter().map(|bound| bound.0).sum();
            let most: usize = bounds.iter().map(|bound| bound.1).sum();
            let room = least + more;
            let shares = fill(room, &bounds);
            prop_assert_eq!(shares.iter().sum::<usize>(), room.min(most));
            for (share, (least, most)) in shares.iter().zip(&bounds) {
                prop_assert!(least <= share && share <= most);
            }
        }
    }
}
