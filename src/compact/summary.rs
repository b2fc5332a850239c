//! Older exchanges leave, and a summary stands for them.

use alloc::string::String;
use alloc::vec::Vec;

use super::options::CompactOptions;
use super::rung::Choice;
use super::work::Work;
use crate::format::change::Change;
use crate::format::write::Writer;
use crate::tree::Tree;

/// What stands for exchanges that left.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Folding {
    /// In front of which message.
    pub(crate) before: u32,
    pub(crate) text: String,
}

pub(crate) fn fold<T: Tree>(
    _work: &Work<'_, T>,
    _options: &CompactOptions,
    _planned: &[Option<Choice>],
    _recent: &[bool],
    _creates: bool,
) -> Option<(Vec<Option<Choice>>, Folding)> {
    None
}

pub(crate) fn insert<T: Tree>(
    _work: &Work<'_, T>,
    writer: &Writer<'_, T>,
    _options: &CompactOptions,
    folding: &Folding,
    changes: &mut Vec<Change>,
) {
    changes.push(Change::InsertMessage(folding.before as usize, writer.user_text(&folding.text)));
}
