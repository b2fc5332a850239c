//! A line that may be kept, and its part in the group that it belongs to.

use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::lines::Line;
use crate::facts::Sizes;
use crate::failure::LineClass;

/// A line that may be kept.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) text: String,
    pub(crate) number: usize,
    pub(crate) at: Sizes,
    pub(crate) text_at: Sizes,
    pub(crate) size: Sizes,
    pub(crate) ends: bool,
    /// More of the same line stands before it, and after it.
    pub(crate) within: [bool; 2],
    pub(crate) class: LineClass,
    pub(crate) part: Part,
    /// Its headers, the outermost first.
    pub(crate) headers: Vec<Arc<Entry>>,
}

/// Role of a line in its group, most important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    /// Names the failure.
    Header,
    /// Names the place or the cause.
    Key,
    /// The ends of a trace, the code that is meant.
    Near,
    /// Other quoted text.
    Body,
    /// Context.
    Around,
}

impl Entry {
    pub(super) fn new(line: Line<'_>, class: LineClass, part: Part) -> Self {
        let Line { text, number, at, text_at, size, ends, within } = line;
        Self { text: text.to_string(), number, at, text_at, size, ends, within, class, part, headers: Vec::new() }
    }

    pub(super) fn line(&self) -> Line<'_> {
        let Self { text, number, at, text_at, size, ends, within, .. } = self;
        Line { text, number: *number, at: *at, text_at: *text_at, size: *size, ends: *ends, within: *within }
    }

    pub(super) fn blank(&self) -> bool {
        self.class.blank
    }
}
