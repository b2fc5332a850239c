//! What the kind of a text says of its lines: under which others each stands, which are odd, and which give an overview.
//!
//! The kind follows from the first 64 KB, see [`Kind`]. All else is found in the same pass, in bounded memory.

mod alike;
mod columns;
mod forms;
mod headers;
mod items;
mod kind;
mod names;
mod opening;
mod role;
mod signs;
pub(super) mod table;

pub(crate) use kind::Kind;
pub(crate) use names::Names;
pub(super) use opening::Opening;

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::mem::take;

use super::entry::{Entry, Part};
use super::lines::Line;
use crate::failure::{LineClass, classify, is_well, plain};
use crate::hash::Table;
use crate::order::ordered;
use crate::quick::{split_once, trim_start};
use alike::{Alike, OF_SAME, Seen};
use columns::Columns;
use headers::Headers;
use items::Items;
use role::{Role, State};

/// Ranks of lines that are only the first of their form.
pub(super) const OF_FORM: u32 = 100;
/// Forms that are told apart, and from how many on they may be too many.
const FORMS: usize = 4096;
const DIVERSE: usize = 64;
/// Bytes of a line that may be odd, or give an overview: longer ones are data.
const LONG: usize = 2000;
/// Rows that are odd by a word, such as a dependency that is missing.
const ODD: usize = 64;

/// Reads lines of a kind.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) kind: Kind,
    headers: Headers,
    columns: Columns,
    items: Items,
    odd: Vec<Entry>,
    forms: Table,
    alike: Alike,
    names: Names,
    state: State,
    lines: usize,
    /// A blank line is above.
    fresh: bool,
    /// The first word of the line above, if that line is the first of a block.
    block: Option<u64>,
    room: String,
}

/// What a text consists of, once it is read.
#[derive(Clone, Debug)]
pub(crate) struct Overview {
    pub(crate) kind: Kind,
    headers: Headers,
    names: Names,
}

impl Layout {
    /// Reads lines of a text of this kind; `bytes` may be held for its overview.
    pub(super) fn new(kind: Kind, bytes: usize) -> Self {
        Self {
            kind,
            headers: Headers::new(bytes),
            columns: Columns::default(),
            items: Items::new(bytes),
            odd: Vec::new(),
            forms: Table::new(),
            alike: Alike::new(),
            names: Names::new(),
            state: State::default(),
            lines: 0,
            fresh: false,
            block: None,
            room: String::new(),
        }
    }

    /// Reads a line, whose form many lines before it had if it is `usual`.
    pub(super) fn line(&mut self, line: Line<'_>, usual: bool) {
        let mut room = take(&mut self.room);
        let text = plain(line.text, &mut room);
        self.lines += 1;
        let seen = if self.kind.is_in_rows() { self.alike.see(text) } else { Seen::New };
        if let Seen::Again { level, heads, counts } = seen {
            self.state.pass(level);
            self.push(level, heads, line, text);
            if counts {
                self.count_cells(line, Some(level), text, OF_SAME);
            }
            self.room = room;
            return;
        }
        let level = role::level(self.kind, text, usual);
        let Role { heads, rank, odd } = self.state.role(self.kind, text, (level, usual), &mut self.names);
        if let (Seen::Often(key), Some(level)) = (seen, level) {
            let mut cells = Vec::new();
            role::each_cell(self.kind, Some(level), text, |id, cell| {
                let from = (cell.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
                if from < text.len() && self.columns.has_few(id) {
                    cells.push((from, from + cell.len()));
                }
            });
            self.alike.learn(key, (level, heads), cells.into_iter());
        }
        match level {
            Some(level) => self.push(level, heads, line, text),
            None => self.fresh = true,
        }
        if text.len() <= LONG {
            let rank = match (rank, level) {
                (_, Some(_)) if self.kind.is_uniform() && !usual => {
                    let of_form = self.rank_of_form(text);
                    rank.or(of_form.map(|rank| rank + OF_FORM))
                }
                (Some(rank), _) => Some(rank),
                _ => None,
            };
            if let Some(rank) = rank.filter(|rank| self.items.takes(*rank)) {
                let entry = self.entry(line, level);
                self.items.push(rank, entry);
            }
            if odd && self.odd.len() < ODD {
                let entry = self.entry(line, level);
                self.odd.push(entry);
            }
            self.count_cells(line, level, text, 1);
        }
        self.room = room;
    }

    /// `text` is that of the line, without colours.
    fn push(&mut self, level: u16, heads: bool, line: Line<'_>, text: &str) {
        let begins = take(&mut self.fresh);
        let first = take(&mut self.block);
        let of_block = role::of_block(self.kind, level, text);
        if begins && of_block < level && !is_well(text) {
            self.block = Some(first_word(text));
            return self.headers.push(of_block, true, line);
        }
        // The first of several similar lines is no header.
        if first.is_some_and(|word| word == first_word(text)) {
            self.headers.lower_last(level);
        }
        self.headers.push(level, heads, line);
    }

    fn entry(&self, line: Line<'_>, level: Option<u16>) -> Entry {
        let headers = level.map_or_else(Vec::new, |level| self.headers.above(line.at.newlines, level));
        Entry { headers, ..Entry::new(line, LineClass::default(), Part::Around) }
    }

    /// The first and the second line of a form; none where most lines have one of their own.
    fn rank_of_form(&mut self, text: &str) -> Option<u32> {
        if self.forms.len() >= DIVERSE && self.forms.len() * 4 > self.lines || self.forms.len() >= FORMS {
            return None;
        }
        let count = self.forms.entry(forms::form(text), 0);
        *count = count.saturating_add(1);
        let rank = *count - 1;
        // Many of what is well are no overview, and one of it none either.
        let new = rank < 2 && self.items.takes(rank + OF_FORM);
        (new && !classify(text, &mut String::new()).well).then_some(rank)
    }

    /// Counts the cells of a line, for so many like it.
    fn count_cells(&mut self, line: Line<'_>, level: Option<u16>, text: &str, rows: u32) {
        let mut row = self.columns.row(rows);
        role::each_cell(self.kind, level, text, |id, cell| {
            row.cell(id, cell, || Entry::new(line, LineClass::default(), Part::Around));
        });
    }

    /// Gives lines that were chosen for other reasons what they stand under.
    pub(super) fn head(&self, entries: &mut [Entry]) {
        for entry in entries {
            entry.headers = self.above(entry.at.newlines, &entry.text);
        }
    }

    fn above(&self, lines: u64, text: &str) -> Vec<Arc<Entry>> {
        let level = role::level(self.kind, plain(text, &mut String::new()), false);
        level.map_or_else(Vec::new, |level| self.headers.above(lines, level))
    }

    /// Lines that are the first of their form say nothing where most lines have one of their own.
    fn is_diverse(&self, items: &[(u32, Entry)]) -> bool {
        self.kind == Kind::Plain && items.len() * 4 > self.lines
    }

    /// Odd lines, those that give an overview with their rank, and what is known of all.
    pub(super) fn finish(mut self) -> (Vec<Entry>, Vec<(u32, Entry)>, Overview) {
        let mut odd = take(&mut self.odd);
        let mut room = String::new();
        odd.extend(take(&mut self.columns).odd().into_iter().filter(|entry| !classify(&entry.text, &mut room).well));
        let items = spread(take(&mut self.items).finish(), self.kind);
        let diverse = self.is_diverse(&items);
        let items = items.into_iter().filter(|(rank, _)| !diverse || *rank < OF_FORM).collect();
        let overview = Overview { kind: self.kind, headers: self.headers, names: self.names };
        for entry in odd.iter_mut().filter(|entry| entry.headers.is_empty()) {
            entry.headers = overview.above(entry.at.newlines, &entry.text);
        }
        (odd, items, overview)
    }
}

fn first_word(text: &str) -> u64 {
    let text = trim_start(text);
    columns::print(split_once(text, b' ').map_or(text, |(word, _)| word))
}

/// Lines of one rank from all parts of the text, before more of any part; commits stay newest first.
fn spread(items: Vec<(u32, Entry)>, kind: Kind) -> Vec<(u32, Entry)> {
    if matches!(kind, Kind::Commits | Kind::CommitLines) {
        return items;
    }
    let (mut last, mut at) = (u32::MAX, 0_u32);
    let mut placed = Vec::with_capacity(items.len());
    for item in items {
        at = if last == item.0 { at + 1 } else { 0 };
        last = item.0;
        placed.push(((u64::from(last) << 32) | u64::from(at.reverse_bits()), item));
    }
    ordered(placed, |(place, _)| *place).into_iter().map(|(_, item)| item).collect()
}

impl Overview {
    /// The headers of a line with `lines` lines before it, the outermost first.
    pub(crate) fn above(&self, lines: u64, text: &str) -> Vec<Arc<Entry>> {
        let level = role::level(self.kind, plain(text, &mut String::new()), false);
        level.map_or_else(Vec::new, |level| self.headers.above(lines, level))
    }

    /// A line that names all files or folders, in about so many bytes: a number and what it counts.
    pub(crate) fn said(&self, room: usize) -> Option<(u64, String)> {
        let (what, of) = match self.kind {
            Kind::Diff => ("", "files"),
            Kind::Hits | Kind::HeadedHits => ("hits", "files"),
            Kind::Paths => ("paths", "folders"),
            _ => return None,
        };
        self.names.said(what, of, room)
    }
}
