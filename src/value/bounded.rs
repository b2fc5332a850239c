//! Limits of single places: edits are recorded during the walk.

use alloc::vec::Vec;

use super::cut::{Cut, CutKind, Path, Reduction};
use super::edits::ValueEdit;
use super::rules::Rules;
use super::walk::{Go, Leaf, NewName, Opened, Stays, Visit, Walk};
use crate::plain::ONLY_JSON_TEXTS;

/// Edits of a value, and its cuts.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ValuePlan {
    /// The edits, in the order of the value.
    pub edits: Vec<ValueEdit>,
    /// The cuts, in the order of the value.
    pub cuts: Vec<Cut>,
}

impl ValuePlan {
    /// Notes a cut; a trimmer of JSON texts asks for none.
    pub(super) fn cut(&mut self, path: &Path, cut: Reduction) {
        if !ONLY_JSON_TEXTS {
            self.cuts.push(path.clone().cut(cut));
        }
    }

    /// Sets the flag on the value if it is an object and something was cut.
    pub(super) fn set_flag(&mut self, rules: &Rules, is_object: bool) {
        let Some(name) = rules.flag().cloned().filter(|_| is_object && !self.cuts.is_empty()) else { return };
        // Not if a text replaces the whole value.
        if self.edits.last() == Some(&ValueEdit::Leave) {
            self.edits.pop();
            self.edits.extend([ValueEdit::Flag { name }, ValueEdit::Leave]);
        }
    }
}

/// Visitor that records a plan.
#[derive(Debug, Default)]
pub(super) struct Writer {
    pub(super) plan: ValuePlan,
    /// Number of enclosing containers that already have an `Enter` edit.
    entered: usize,
}

impl Writer {
    fn enter(&mut self, walk: &Walk<'_>) {
        for frame in walk.frames.iter().skip(self.entered) {
            self.plan.edits.push(ValueEdit::Enter { at: frame.at });
        }
        self.entered = walk.frames.len();
    }

    fn rename(&mut self, path: Path, at: usize, name: NewName) {
        self.plan.cuts.push(path.cut(Reduction::string(name.was, name.name.len(), name.limit)));
        self.plan.edits.push(ValueEdit::Rename { at, name: name.name });
    }
}

impl Visit for Writer {
    fn leaf(&mut self, walk: &Walk<'_>, leaf: Leaf) {
        if leaf.change.is_none() && leaf.name.is_none() {
            return;
        }
        self.enter(walk);
        if let Some(change) = leaf.change {
            if let Some(cut) = change.cut {
                self.plan.cuts.push(walk.path(leaf.at, leaf.name.as_ref()).cut(cut));
            }
            self.plan.edits.push(ValueEdit::Text { at: leaf.at, text: change.text });
        }
        if let Some(name) = leaf.name {
            self.rename(walk.path(leaf.at, Some(&name)), leaf.at, name);
        }
    }

    fn open(&mut self, walk: &Walk<'_>, opened: Opened) {
        if let Some(name) = opened.name {
            // The name belongs to the container around the opened one.
            let around = walk.frames.len() - 1;
            for frame in walk.frames.iter().take(around).skip(self.entered) {
                self.plan.edits.push(ValueEdit::Enter { at: frame.at });
            }
            self.entered = self.entered.max(around);
            self.rename(walk.path_here(), opened.at, name);
        }
        let Stays { kept, late, .. } = opened.kept;
        if kept < opened.count {
            self.enter(walk);
            let is_list = walk.frames.last().is_some_and(|frame| frame.is_list);
            let kind = if is_list { CutKind::Items } else { CutKind::Keys };
            self.plan.cuts.push(walk.path_here().cut(Reduction {
                kind,
                before: opened.count,
                after: kept,
                limit: kept,
            }));
            self.plan.edits.push(ValueEdit::Keep {
                head: kept - late.len(),
                from: opened.count,
                to: opened.count,
                late,
                marker: None,
            });
        }
    }

    fn close(&mut self, walk: &Walk<'_>) {
        if self.entered == walk.frames.len() {
            self.plan.edits.push(ValueEdit::Leave);
            self.entered -= 1;
        }
    }

    fn go(&self) -> Go {
        Go::On
    }

    fn forgets(&self) -> bool {
        true
    }
}
