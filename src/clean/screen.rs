//! The last lines of a terminal and its cursor.
//!
//! Lines are one text while they only grow (see `growing`), and become rows when the cursor first moves.

use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;

use super::growing::Growing;
use super::row::Row;
use crate::quick::position;
use crate::source::floor;

/// Number of lines that the cursor can go back to.
pub(super) const ROWS: usize = 32;
/// Bytes of a line held as text, or chars held as cells; the start of a longer line is out of the cursor's reach.
pub(super) const WIDTH: usize = 8192;

#[derive(Clone, Debug)]
pub(super) struct Screen {
    /// Empty only while lines only grow.
    rows: VecDeque<Row>,
    /// Lines below the rows, while the cursor does not move.
    pub(super) growing: Growing,
    row: usize,
    /// The column, or `None` at the end of a line that is still text.
    column: Option<usize>,
    saved: (usize, usize),
    /// `true` if the first row is the top of a cleared screen.
    cleared: bool,
    /// Rows to reuse.
    spare: Vec<Row>,
    /// Budget for filling gaps: the number of invisible chars in the input.
    pub(super) credit: usize,
    /// Number of times that text was erased, or overwritten from the start of a line.
    pub(super) rewrites: usize,
}

impl Screen {
    pub(super) fn new() -> Self {
        Self {
            rows: VecDeque::new(),
            growing: Growing::new(),
            row: 0,
            column: None,
            saved: (0, 0),
            cleared: false,
            spare: Vec::new(),
            credit: 0,
            rewrites: 0,
        }
    }

    /// Prints text without CR, BS and escapes.
    pub(super) fn print(&mut self, text: &str, out: &mut String) {
        let mut rest = text;
        while !rest.is_empty() {
            if !self.growing.is_on() && self.on_fresh_line() {
                self.rows.pop_back().into_iter().for_each(|row| self.reuse(row));
                self.growing.begin();
            }
            if self.growing.is_on() {
                self.growing.push(rest);
                return;
            }
            let end = position(rest.as_bytes(), b'\n', b'\n');
            self.write(rest.get(..end.unwrap_or(rest.len())).unwrap_or_default(), out);
            let Some(end) = end else { return };
            self.newline(out);
            rest = rest.get(end + 1..).unwrap_or_default();
        }
    }

    /// Writes out the lines that the cursor can no longer reach, if there may be many.
    pub(super) fn settle(&mut self, out: &mut String) {
        if self.growing.is_long() {
            self.scroll_growing(out);
        }
    }

    /// Scrolls as if the growing lines had been written row by row.
    fn scroll_growing(&mut self, out: &mut String) {
        let (start, lines) = self.growing.within_reach();
        let before = self.growing.text().get(..start).unwrap_or_default();
        let rows = if start > 0 { self.rows.len() } else { (self.rows.len() + lines).saturating_sub(ROWS) };
        // Counting is expensive: count only as far as it matters.
        let most = self.saved.0.max(self.cleared.into());
        let scrolled = rows + if most > 0 { before.matches('\n').take(most).count() } else { 0 };
        for mut row in self.rows.drain(..rows) {
            row.emit(out);
            out.push('\n');
            row.clear();
            self.spare.push(row);
        }
        self.spare.truncate(ROWS);
        out.push_str(before);
        self.growing.forget(start);
        self.saved.0 = self.saved.0.saturating_sub(scrolled);
        self.cleared &= scrolled == 0;
    }

    /// Turns all lines that the cursor can reach into rows, before it moves.
    pub(super) fn stop_growing(&mut self, out: &mut String) {
        if !self.growing.is_on() {
            return;
        }
        self.scroll_growing(out);
        let mut rest = self.growing.text();
        loop {
            let end = position(rest.as_bytes(), b'\n', b'\n');
            let mut row = self.spare.pop().unwrap_or_default();
            row.text.push_str(rest.get(..end.unwrap_or(rest.len())).unwrap_or_default());
            self.rows.push_back(row);
            let Some(end) = end else { break };
            rest = rest.get(end + 1..).unwrap_or_default();
        }
        self.growing.end();
        (self.row, self.column) = (self.rows.len() - 1, None);
    }

    pub(super) fn finish(&mut self, out: &mut String) {
        for (at, row) in self.rows.iter().enumerate() {
            if at > 0 {
                out.push('\n');
            }
            row.emit(out);
        }
        if self.growing.is_on() && !self.rows.is_empty() {
            out.push('\n');
        }
        out.push_str(self.growing.text());
        *self = Self { rewrites: self.rewrites, ..Self::new() };
    }

    pub(super) fn set_column(&mut self, column: usize) {
        let fresh = column == 0 && self.rows.get(self.row).is_some_and(|row| !row.in_cells && row.is_empty());
        self.column = if fresh { None } else { Some(column.min(WIDTH - 1)) };
    }

    pub(super) fn left(&mut self, count: usize) {
        self.set_column(self.current_column().saturating_sub(count));
    }

    pub(super) fn up(&mut self, count: usize) {
        self.set_row(self.row.saturating_sub(count));
    }

    pub(super) fn down(&mut self, count: usize) {
        self.set_row(self.row + count);
    }

    pub(super) fn erase_below(&mut self) {
        self.rows.truncate(self.row + 1);
    }

    fn set_row(&mut self, row: usize) {
        let column = self.current_column();
        self.row = row.min(self.rows.len() - 1);
        self.set_column(column);
    }

    pub(super) fn save(&mut self) {
        self.saved = (self.row, self.current_column());
    }

    pub(super) fn restore(&mut self) {
        let (row, column) = self.saved;
        self.set_row(row);
        self.set_column(column);
    }

    /// Moves to a place on the screen if its top is known; otherwise to a line of its own.
    pub(super) fn home(&mut self, row: usize, column: usize, out: &mut String) {
        if self.cleared {
            while self.rows.len() <= row && self.rows.len() < ROWS && self.credit > 1 {
                self.credit -= 1;
                self.rows.push_back(Row::default());
            }
            self.set_row(row);
            self.set_column(column);
        } else {
            self.set_row(usize::MAX);
            self.own_line(out);
        }
    }

    /// Keeps the lines and starts a new screen below them.
    pub(super) fn clear_all(&mut self, out: &mut String) {
        self.set_row(usize::MAX);
        self.own_line(out);
        // The last row is empty and stays.
        while self.rows.len() > 1 {
            self.scroll(out);
        }
        self.cleared = true;
    }

    fn own_line(&mut self, out: &mut String) {
        if self.rows.get(self.row).is_none_or(Row::is_empty) {
            self.set_column(0);
        } else {
            self.credit = self.credit.saturating_sub(1);
            self.newline(out);
        }
    }

    /// Erases from the cursor on; at the end of a line there is nothing to erase.
    pub(super) fn erase_rest(&mut self) {
        if let Some(column) = self.column {
            self.erase_from(column);
        }
    }

    pub(super) fn erase_from(&mut self, column: usize) {
        let Some(row) = self.rows.get_mut(self.row) else { return };
        if row.is_empty() {
            return;
        }
        if column == 0 {
            let column = self.current_column();
            self.rewrites += 1;
            self.rows.get_mut(self.row).into_iter().for_each(Row::clear);
            self.set_column(column);
        } else if column < row.cells().len() {
            self.rewrites += 1;
            row.cells().truncate(column);
        }
    }

    pub(super) fn erase_chars(&mut self, count: usize) {
        let column = self.current_column();
        if self.column.is_some()
            && let Some(row) = self.rows.get_mut(self.row)
            && column + count >= row.cells().len()
        {
            self.erase_from(column);
        }
    }

    pub(super) fn current_column(&self) -> usize {
        self.column.unwrap_or_else(|| self.rows.get(self.row).map_or(0, Row::len))
    }

    fn on_fresh_line(&self) -> bool {
        self.column.is_none() && self.row + 1 == self.rows.len() && self.rows.back().is_none_or(Row::is_empty)
    }

    fn newline(&mut self, out: &mut String) {
        self.row += 1;
        if self.row == self.rows.len() {
            if self.row >= ROWS {
                self.scroll(out);
            }
            self.rows.push_back(self.spare.pop().unwrap_or_default());
        }
        self.set_column(0);
    }

    /// Writes out the first row.
    fn scroll(&mut self, out: &mut String) {
        let Some(row) = self.rows.pop_front() else { return };
        row.emit(out);
        out.push('\n');
        self.row = self.row.saturating_sub(1);
        self.saved.0 = self.saved.0.saturating_sub(1);
        self.cleared = false;
        self.reuse(row);
    }

    fn reuse(&mut self, mut row: Row) {
        if self.spare.len() < ROWS {
            row.clear();
            self.spare.push(row);
        }
    }

    /// Writes text without line ends.
    fn write(&mut self, text: &str, out: &mut String) {
        let mut rest = text;
        while !rest.is_empty() {
            let Some(row) = self.rows.get_mut(self.row) else { return };
            if row.in_cells || self.column.is_some() {
                rest = self.put(rest, out);
                continue;
            }
            let room = (WIDTH - row.text.len().min(WIDTH)).min(rest.len());
            let (fits, after) = rest.split_at_checked(floor(rest, room)).unwrap_or((rest, ""));
            row.text.push_str(fits);
            if !after.is_empty() {
                self.flush_row(out);
            }
            rest = after;
        }
    }

    /// Overwrites from the cursor on; returns the rest when the line has become too long.
    fn put<'a>(&mut self, text: &'a str, out: &mut String) -> &'a str {
        let column = self.current_column();
        let Some(row) = self.rows.get_mut(self.row) else { return "" };
        let (end, rest) = row.put(text, column, &mut self.credit);
        self.rewrites += usize::from(column == 0 && end > 0);
        let length = row.len();
        self.column = Some(if rest.is_some() { length } else { end });
        let Some(rest) = rest else { return "" };
        if length >= WIDTH {
            self.flush_row(out);
        }
        rest
    }

    /// Writes out a line that is too long, and those above it; the next text continues it.
    fn flush_row(&mut self, out: &mut String) {
        while self.row > 0 {
            self.scroll(out);
        }
        if let Some(row) = self.rows.get_mut(self.row) {
            out.push_str(&row.text);
            out.extend(row.cells.iter());
            row.clear();
        }
        self.set_column(0);
    }
}
