//! One line of a terminal.

use alloc::string::String;
use alloc::vec::Vec;
use core::mem::take;

use super::screen::WIDTH;

/// A line: text while it only grows, cells once the cursor has moved back in it.
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

    /// Overwrites cells from a column on and extends the line up to the width; filling a gap before the column is paid
    /// from `credit`. Returns the column after the overwritten cells, and the rest of the text if it went beyond the
    /// line's end.
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

    /// Writes the line; an overwritten line loses its trailing spaces, which only hid earlier text.
    pub(super) fn emit(&self, out: &mut String) {
        out.push_str(&self.text);
        let end = self.cells.iter().rposition(|&c| c != ' ').map_or(0, |at| at + 1);
        out.extend(self.cells.iter().take(end));
    }
}
