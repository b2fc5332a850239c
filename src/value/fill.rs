//! Fair shares of a room: small sizes get all they need, large ones equal shares of the rest.

use alloc::vec::Vec;

/// Returns the most that each size may keep so that the sum is within `limit`: small sizes stay whole, the others get
/// equal shares. Returns `limit` itself if all sizes fit.
///
/// ```
/// use tooltrim::host::fair_share;
///
/// assert_eq!(fair_share(100, &[10, 1000, 30, 1000]), 30);
/// assert_eq!(fair_share(100, &[10, 20]), 100);
/// ```
///
/// Takes O(n log `limit`) time for n sizes.
#[must_use]
pub fn fair_share(limit: usize, sizes: &[usize]) -> usize {
    highest(limit, |level| sizes.iter().fold(0, |sum, size| sum.saturating_add(level.min(*size))))
}

/// Returns the highest level up to `room` at which `sum`, which grows with the level, is within the room.
fn highest(room: usize, sum: impl Fn(usize) -> usize) -> usize {
    let (mut low, mut high) = (0, room);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if sum(middle) <= room { low = middle } else { high = middle - 1 }
    }
    low
}

/// Splits at most `room` into shares, each between the two bounds of its pair. The lower bounds must fit the room.
pub(super) fn fill(room: usize, bounds: &[(usize, usize)]) -> Vec<usize> {
    let share = |level: usize, &(least, most): &(usize, usize)| level.clamp(least, most.max(least));
    let sum = |level: usize| bounds.iter().map(|bound| share(level, bound)).fold(0, usize::saturating_add);
    let low = highest(room, sum);
    let mut left = room.saturating_sub(sum(low));
    let grown = |bound| {
        let (now, next) = (share(low, bound), share(low + 1, bound));
        // A remainder too small for all is given to the first ones.
        if next > now && left > 0 {
            left -= 1;
            next
        } else {
            now
        }
    };
    bounds.iter().map(grown).collect()
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
