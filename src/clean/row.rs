//! A line of a terminal.

use alloc::string::String;
use alloc::vec::Vec;
use core::mem::take;

/// A line: text while it only grows, cells once the cursor has gone back in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub(super) text: String,
    pub(super) cells: Vec<char>,
    pub(super) in_cells: bool,
}

impl Row {
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty() && self.cells.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.cells.clear();
        self.in_cells = false;
    }

    pub(super) fn cells(&mut self) -> &mut Vec<char> {
        if !self.in_cells {
            self.cells.extend(take(&mut self.text).chars());
            self.in_cells = true;
        }
        &mut self.cells
    }

    pub(super) fn len(&self) -> usize {
        if self.in_cells { self.cells.len() } else { self.text.chars().count() }
    }

    /// A line that was overwritten loses the spaces that hid what was there.
    pub(super) fn emit(&self, out: &mut String) {
        out.push_str(&self.text);
        let end = self.cells.iter().rposition(|&c| c != ' ').map_or(0, |at| at + 1);
        out.extend(self.cells.iter().take(end));
    }
}
