//! The last lines of a terminal and its cursor.

use alloc::collections::VecDeque;
use alloc::string::String;
use core::mem::take;

use super::row::Row;

/// Lines that the cursor can go back to.
const ROWS: usize = 32;
/// Bytes that a line holds as text, chars as cells: of a longer one, what is before is out of the cursor's reach.
const WIDTH: usize = 8192;

#[derive(Clone, Debug)]
pub(super) struct Screen {
    /// Never empty.
    rows: VecDeque<Row>,
    row: usize,
    /// The column, or none at the end of a line that is still text.
    column: Option<usize>,
    saved: (usize, usize),
    /// Where the first row is the top of a cleared screen.
    cleared: bool,
    /// Chars of the input that show nothing: what may be spent on filling gaps.
    pub(super) credit: usize,
    /// How often something shown was erased or written over from the start of a line.
    pub(super) rewrites: usize,
}

impl Screen {
    pub(super) fn new() -> Self {
        let rows = VecDeque::from([Row::default()]);
        Self { rows, row: 0, column: None, saved: (0, 0), cleared: false, credit: 0, rewrites: 0 }
    }

    /// Text without CR, BS and escapes.
    pub(super) fn print(&mut self, text: &str, out: &mut String) {
        let mut rest = text;
        let mut bulk = true;
        while !rest.is_empty() {
            if bulk && self.on_fresh_line() {
                bulk = false;
                let (scrolled, last) = rest.split_at_checked(before_last_lines(rest)).unwrap_or(("", rest));
                if !scrolled.is_empty() {
                    self.scroll_all(out);
                    out.push_str(scrolled);
                    // As if line by line.
                    let lines = scrolled.bytes().filter(|&byte| byte == b'\n').take(self.saved.0).count();
                    self.saved.0 -= lines;
                    self.cleared = false;
                    rest = last;
                }
            }
            let (line, after) = rest.split_once('\n').map_or((rest, None), |(line, after)| (line, Some(after)));
            self.write(line, out);
            if after.is_some() {
                self.newline(out);
            }
            rest = after.unwrap_or_default();
        }
    }

    pub(super) fn finish(&mut self, out: &mut String) {
        for (at, row) in self.rows.iter().enumerate() {
            if at > 0 {
                out.push('\n');
            }
            row.emit(out);
        }
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

    /// Where the top is known, a place on the screen; else a line of its own.
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

    /// Keeps what is there and begins anew below it.
    pub(super) fn clear_all(&mut self, out: &mut String) {
        self.set_row(usize::MAX);
        self.own_line(out);
        self.scroll_all(out);
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

    /// From the cursor on; at the end of a line there is nothing.
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
            if let Some(row) = self.rows.get_mut(self.row) {
                *row = Row::default();
            }
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
            let row = if self.row < ROWS { None } else { self.scroll(out) };
            self.rows.push_back(row.unwrap_or_default());
        }
        self.set_column(0);
    }

    /// Lets go of the first row; what comes back is an empty one with room.
    fn scroll(&mut self, out: &mut String) -> Option<Row> {
        let mut row = self.rows.pop_front()?;
        row.emit(out);
        out.push('\n');
        self.row = self.row.saturating_sub(1);
        self.saved.0 = self.saved.0.saturating_sub(1);
        self.cleared = false;
        row.clear();
        Some(row)
    }

    /// All rows but the last, which is empty.
    fn scroll_all(&mut self, out: &mut String) {
        while self.rows.len() > 1 {
            self.scroll(out);
        }
    }

    fn write(&mut self, text: &str, out: &mut String) {
        let mut rest = text;
        while !rest.is_empty() {
            let Some(row) = self.rows.get_mut(self.row).filter(|row| !row.in_cells) else { break };
            if self.column.is_some() {
                break;
            }
            let mut room = (WIDTH - row.text.len().min(WIDTH)).min(rest.len());
            while !rest.is_char_boundary(room) {
                room -= 1;
            }
            let (fits, after) = rest.split_at_checked(room).unwrap_or((rest, ""));
            row.text.push_str(fits);
            if !after.is_empty() {
                self.flush_row(out);
            }
            rest = after;
        }
        rest.chars().for_each(|c| self.put(c, out));
    }

    fn put(&mut self, c: char, out: &mut String) {
        let column = self.current_column();
        let Some(row) = self.rows.get_mut(self.row) else { return };
        let cells = row.cells();
        if let Some(cell) = cells.get_mut(column) {
            self.rewrites += usize::from(column == 0);
            *cell = c;
            self.column = Some(column + 1);
            return;
        }
        let gap = (column - cells.len()).min(self.credit);
        self.credit -= gap;
        cells.resize(cells.len() + gap, ' ');
        cells.push(c);
        self.column = Some(cells.len());
        if cells.len() >= WIDTH {
            self.flush_row(out);
        }
    }

    /// Lets go of a line that is too long, and of those above it; what follows continues it.
    fn flush_row(&mut self, out: &mut String) {
        while self.row > 0 {
            self.scroll(out);
        }
        if let Some(row) = self.rows.get_mut(self.row) {
            let row = take(row);
            out.push_str(&row.text);
            out.extend(row.cells);
        }
        self.set_column(0);
    }
}

/// Where the last screenful of lines begins.
fn before_last_lines(text: &str) -> usize {
    text.bytes().enumerate().rev().filter(|&(_, byte)| byte == b'\n').nth(ROWS).map_or(0, |(at, _)| at + 1)
}
