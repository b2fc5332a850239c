//! A line of a terminal.

use alloc::string::String;
use alloc::vec::Vec;
use core::mem::take;

use super::screen::WIDTH;

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

    /// Writes over what is there from a column on, and beyond it up to the width; what it costs to fill a gap before
    /// the column is taken from the credit. Answers where writing over ended, and what does not fit if it went beyond.
    pub(super) fn put<'a>(&mut self, text: &'a str, column: usize, credit: &mut usize) -> (usize, Option<&'a str>) {
        let mut rest = text.chars();
        let cells = self.cells();
        let mut end = column;
        for (cell, c) in cells.iter_mut().skip(column).zip(rest.by_ref()) {
            *cell = c;
            end += 1;
        }
        let Some(c) = rest.next() else { return (end, None) };
        let gap = (end - cells.len()).min(*credit);
        *credit -= gap;
        cells.resize(cells.len() + gap, ' ');
        cells.push(c);
        cells.extend(rest.by_ref().take(WIDTH.saturating_sub(cells.len())));
        (end, Some(rest.as_str()))
    }

    /// A line that was overwritten loses the spaces that hid what was there.
    pub(super) fn emit(&self, out: &mut String) {
        out.push_str(&self.text);
        let end = self.cells.iter().rposition(|&c| c != ' ').map_or(0, |at| at + 1);
        out.extend(self.cells.iter().take(end));
    }
}
