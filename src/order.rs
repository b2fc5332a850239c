//! Sorting by a number, for all types at once: each sort of a type of its own adds seven kilobytes of WebAssembly.

use alloc::vec::Vec;

/// The items in the order of their numbers; of equal ones, in the order in which they came.
pub(crate) fn ordered<T>(items: Vec<T>, number: impl Fn(&T) -> u64) -> Vec<T> {
    let mut places: Vec<(u64, usize)> = items.iter().enumerate().map(|(at, item)| (number(item), at)).collect();
    if places.is_sorted() {
        return items;
    }
    places.sort_unstable();
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    places.into_iter().filter_map(|(_, at)| items.get_mut(at)?.take()).collect()
}

#[cfg(test)]
mod tests {
    use super::ordered;
    use alloc::vec;

    #[test]
    fn equal_numbers_keep_their_order() {
        assert_eq!(ordered(vec!["bb", "a", "cc", "d"], |text| text.len() as u64), ["a", "d", "bb", "cc"]);
    }

    #[test]
    fn what_is_in_order_stays() {
        assert_eq!(ordered(vec![1_u64, 2, 2, 3], |number| *number), [1, 2, 2, 3]);
    }
}
