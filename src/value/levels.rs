//! Edits grouped by container, for owners that write a new value.

use alloc::string::String;
use alloc::vec::Vec;

use super::edits::ValueEdit;
use super::texts::NewText;

/// Changes in one container. Each list is in the order of the members.
#[derive(Debug, Default)]
pub(super) struct Level<'e> {
    texts: Vec<(usize, &'e NewText)>,
    names: Vec<(usize, &'e str)>,
    inner: Vec<(usize, Level<'e>)>,
    keep: Option<(usize, usize, usize)>,
    /// Kept members outside both ranges.
    pub(super) late: &'e [usize],
    gaps: Vec<(usize, &'e str)>,
    pub(super) marker: Option<&'e (String, String)>,
    pub(super) flag: Option<&'e str>,
}

/// Change of a member.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change<'l, 'e> {
    Same,
    Text(&'e NewText),
    Inner(&'l Level<'e>),
}

impl<'e> Level<'e> {
    /// Groups edits by container. The result has the value itself as its only member.
    pub(super) fn of(edits: &'e [ValueEdit]) -> Self {
        let mut open = Vec::from([(0, Self::default())]);
        for edit in edits {
            let Some((_, level)) = open.last_mut() else { break };
            match edit {
                ValueEdit::Enter { at } => open.push((*at, Self::default())),
                ValueEdit::Leave => {
                    let inner = open.pop();
                    if let (Some(inner), Some((_, level))) = (inner, open.last_mut()) {
                        level.inner.push(inner);
                    }
                }
                ValueEdit::Text { at, text } => level.texts.push((*at, text)),
                ValueEdit::Rename { at, name } => level.names.push((*at, name)),
                ValueEdit::Keep { head, from, to, late, marker } => {
                    (level.keep, level.marker) = (Some((*head, *from, *to)), marker.as_ref());
                    level.late = late;
                }
                ValueEdit::Gap { before, text } => level.gaps.push((*before, text)),
                ValueEdit::Flag { name } => level.flag = Some(name),
            }
        }
        open.pop().map_or_else(Self::default, |(_, level)| level)
    }

    /// Returns the text about items that are missing before a member.
    pub(super) fn gap(&self, before: usize) -> Option<&'e str> {
        let found = self.gaps.binary_search_by_key(&before, |(before, _)| *before).ok()?;
        self.gaps.get(found).map(|(_, text)| *text)
    }

    pub(super) fn change(&self, at: usize) -> Change<'_, 'e> {
        if let Ok(found) = self.inner.binary_search_by_key(&at, |(at, _)| *at) {
            return self.inner.get(found).map_or(Change::Same, |(_, level)| Change::Inner(level));
        }
        let found = self.texts.binary_search_by_key(&at, |(at, _)| *at).ok();
        found.and_then(|found| self.texts.get(found)).map_or(Change::Same, |(_, text)| Change::Text(text))
    }

    /// Returns the new name of a member.
    pub(super) fn name(&self, at: usize) -> Option<&'e str> {
        let found = self.names.binary_search_by_key(&at, |(at, _)| *at).ok()?;
        self.names.get(found).map(|(_, name)| *name)
    }

    /// Returns the ranges kept before and after the marker, for `count` members.
    pub(super) fn kept(&self, count: usize) -> (core::ops::Range<usize>, core::ops::Range<usize>) {
        let (head, from, to) = self.keep.unwrap_or((count, count, count));
        (0..head.min(count), from.min(count)..to.min(count))
    }
}
