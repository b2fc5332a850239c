//! Parts of a file: lines that are shown, and what of them goes through a filter.

use alloc::vec;
use alloc::vec::Vec;

use super::View;

/// What a command shows of each text that it gets.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Cut {
    Whole,
    /// Lines from a first one to a last one, or to the end.
    Lines(Vec<(u32, Option<u32>)>),
    /// Some of it.
    Part,
}

impl Cut {
    pub(super) fn lines(first: u32, last: Option<u32>) -> Self {
        Self::Lines(vec![(first, last)])
    }

    /// What is left of a view: nothing, a part or several.
    pub(super) fn apply(&self, view: &View, views: &mut Vec<View>) {
        let start = if view.whole { Some(1) } else { view.first };
        match (self, start) {
            (Self::Whole, _) => views.push(view.clone()),
            (Self::Lines(ranges), Some(start)) => {
                let moved = |line: u32| line.saturating_add(start - 1);
                for &(first, last) in ranges {
                    let last = match (last.map(moved), view.last) {
                        (Some(one), Some(other)) => Some(one.min(other)),
                        (one, other) => one.or(other),
                    };
                    let first = moved(first);
                    if last.is_none_or(|last| first <= last) {
                        let whole = view.whole && first == 1 && last.is_none();
                        let first = Some(first).filter(|_| !whole);
                        views.push(View { path: view.path.clone(), first, last, whole });
                    }
                }
            }
            _ => views.push(View { path: view.path.clone(), ..View::default() }),
        }
    }
}
