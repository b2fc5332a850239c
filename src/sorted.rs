//! A map as a sorted list: for few entries as fast as a tree, which takes kilobytes of WebAssembly for each type.

use alloc::vec::Vec;

/// Entries in the order of their keys.
#[derive(Clone, Debug)]
pub(crate) struct Sorted<K, V>(Vec<(K, V)>);

impl<K, V> Default for Sorted<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Ord, V> Sorted<K, V> {
    /// The position of a key, or the one that it would get.
    pub(crate) fn position(&self, key: &K) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| known.cmp(key))
    }

    pub(crate) fn contains(&self, key: &K) -> bool {
        self.position(key).is_ok()
    }

    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.entry(self.position(key).ok()?).map(|(_, value)| value)
    }

    pub(crate) fn entry(&self, position: usize) -> Option<&(K, V)> {
        self.0.get(position)
    }

    /// The value of a key, made if there is none.
    pub(crate) fn get_or_insert_with(&mut self, key: K, value: impl FnOnce() -> V) -> &mut V {
        let position = self.position(&key).unwrap_or_else(|position| {
            self.0.insert(position, (key, value()));
            position
        });
        &mut self.0[position].1
    }

    pub(crate) fn remove(&mut self, key: &K) {
        if let Ok(position) = self.position(key) {
            self.0.remove(position);
        }
    }

    pub(crate) fn as_slice(&self) -> &[(K, V)] {
        &self.0
    }

    /// Takes the entries from a position on.
    pub(crate) fn split_off(&mut self, position: usize) -> Self {
        Self(self.0.split_off(position))
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;

    use proptest::prelude::*;

    use super::Sorted;

    proptest! {
        #[test]
        fn it_holds_what_a_tree_holds(
            steps in proptest::collection::vec((0..30_u8, 0..4_u8), 0..120),
            from in 0..30_u8,
        ) {
            let (mut sorted, mut tree) = (Sorted::default(), BTreeMap::new());
            for (at, &(key, step)) in steps.iter().enumerate() {
                if step == 0 {
                    sorted.remove(&key);
                    tree.remove(&key);
                } else {
                    let (ours, theirs) = (sorted.get_or_insert_with(key, || at), tree.entry(key).or_insert(at));
                    prop_assert_eq!(&*ours, &*theirs);
                    (*ours, *theirs) = (*ours + 1, *theirs + 1);
                }
                prop_assert_eq!(sorted.get(&key), tree.get(&key));
                prop_assert_eq!(sorted.contains(&key), tree.contains_key(&key));
            }
            prop_assert!(sorted.as_slice().iter().map(|(key, value)| (key, value)).eq(&tree));
            let place = sorted.position(&from).unwrap_or_else(|place| place);
            prop_assert_eq!(sorted.entry(place).map(|(key, _)| key), tree.range(from..).next().map(|(key, _)| key));
        }
    }
}
