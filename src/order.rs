//! Sorting by a number, for all types at once: the standard library's sort adds up to eight kilobytes of WebAssembly
//! for each type.

use alloc::vec::Vec;

/// The items in the order of their numbers; of equal ones, in the order in which they came.
pub(crate) fn ordered<T>(mut items: Vec<T>, number: impl Fn(&T) -> u64) -> Vec<T> {
    let places = items.iter().map(number).zip(0..).collect();
    place(places, &mut |one, other| items.swap(one, other));
    items
}

/// Swaps items until they are in the order of their numbers.
#[inline(never)]
fn place(mut places: Vec<(u64, usize)>, swap: &mut dyn FnMut(usize, usize)) {
    if !sort(&mut places) {
        return;
    }
    let mut to = targets(&places);
    for at in 0..to.len() {
        while let Some(&place) = to.get(at).filter(|place| **place != at) {
            swap(at, place);
            to.swap(at, place);
        }
    }
}

/// The place to which each item goes.
fn targets(places: &[(u64, usize)]) -> Vec<usize> {
    let mut to = alloc::vec![0; places.len()];
    for (target, (_, at)) in places.iter().enumerate() {
        if let Some(place) = to.get_mut(*at) {
            *place = target;
        }
    }
    to
}

/// Positions in ascending order.
pub(crate) fn ascending(positions: Vec<usize>) -> Vec<usize> {
    ordered(positions, |&position| position as u64)
}

/// Heapsort: small, and never slow. Places tell equal numbers apart, so it need not be stable. `false` if nothing moved.
#[inline(never)]
fn sort(places: &mut [(u64, usize)]) -> bool {
    if places.is_sorted() {
        return false;
    }
    for root in (0..places.len() / 2).rev() {
        sink(places, root);
    }
    for end in (1..places.len()).rev() {
        places.swap(0, end);
        sink(places.get_mut(..end).unwrap_or_default(), 0);
    }
    true
}

/// Moves an entry of a heap below those that are greater.
fn sink(heap: &mut [(u64, usize)], mut at: usize) {
    let greater = |heap: &[(u64, usize)], one: usize, other: usize| heap.get(one) > heap.get(other);
    loop {
        let left = 2 * at + 1;
        let child = if greater(heap, left + 1, left) { left + 1 } else { left };
        if !greater(heap, child, at) {
            return;
        }
        heap.swap(at, child);
        at = child;
    }
}

#[cfg(test)]
mod tests {
    use super::{ascending, ordered, sort};
    use alloc::vec;
    use alloc::vec::Vec;

    use proptest::prelude::*;

    #[test]
    fn equal_numbers_keep_their_order() {
        assert_eq!(ordered(vec!["bb", "a", "cc", "d"], |text| text.len() as u64), ["a", "d", "bb", "cc"]);
    }

    proptest! {
        #[test]
        fn the_order_is_that_of_the_stable_sort(numbers in proptest::collection::vec(0..40_u64, 0..200)) {
            let items: Vec<(u64, usize)> = numbers.iter().copied().zip(0..).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|(number, _)| *number);
            prop_assert_eq!(ordered(items, |(number, _)| *number), expected);
        }

        #[test]
        fn large_numbers_are_sorted_as_numbers(numbers in proptest::collection::vec(any::<u64>(), 0..200)) {
            let mut places: Vec<(u64, usize)> = numbers.iter().copied().zip(0..).collect();
            sort(&mut places);
            prop_assert!(places.is_sorted() && places.len() == numbers.len());
        }
    }

    #[test]
    fn positions_ascend() {
        assert_eq!(ascending(vec![3, 1, usize::MAX, 1, 0]), [0, 1, 1, 3, usize::MAX]);
    }

    #[test]
    fn what_is_in_order_stays() {
        assert_eq!(ordered(vec![1_u64, 2, 2, 3], |number| *number), [1, 2, 2, 3]);
    }
}
