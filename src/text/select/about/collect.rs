//! Holds the units that may answer a question, with the units around them, in bounded memory.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::answer::Bound;
use super::columns::Columns;
use super::lines::{begin_of, number_of};
use super::question::Question;
use super::rank::{self, Counts, Found};
use super::units::{Role, Shape, Unit, Units};
use crate::quick::trim;
use crate::text::select::layout::Kind;
use crate::text::select::layout::table::is_ruler;

/// Lines that decide whether a text is a table.
const OPENING: usize = 24;
/// Units before a match and after it that are held with it, more than count but for a record, and after a heading.
pub(super) const BEFORE: usize = 6;
pub(super) const AFTER: usize = 8;
pub(super) const BELOW: usize = 10;
/// The most units that are held.
const MOST: usize = 512;
/// Bytes that a unit takes with what is around it, about.
const TAKEN: usize = 1024;
/// Levels of indentation that are followed.
const LEVELS: usize = 12;

/// A unit with a term, and those around it.
#[derive(Clone, Debug)]
pub(super) struct Match {
    /// Number of units after it that are still to come.
    pub(super) left: usize,
    pub(super) unit: Arc<Unit>,
    /// The nearest first.
    pub(super) before: Vec<Arc<Unit>>,
    pub(super) after: Vec<Arc<Unit>>,
    /// Headings or column names above it, and its parents by indentation, innermost first.
    pub(super) headings: Vec<Arc<Unit>>,
    pub(super) parents: Vec<Arc<Unit>>,
}

/// Reads a text and holds what may answer a question.
#[derive(Clone, Debug)]
pub(crate) struct Collector {
    question: Arc<Question>,
    units: Units,
    opening: Option<Vec<Unit>>,
    columns: Option<Columns>,
    /// Source, settings: `#` begins a comment there.
    is_code: bool,
    recent: Vec<Arc<Unit>>,
    headings: Vec<Arc<Unit>>,
    parents: Vec<Arc<Unit>>,
    /// In order: only to the last ones are units still to come.
    matches: Vec<Match>,
    counts: Counts,
    most: usize,
    rows: u32,
}

impl Collector {
    /// Creates a collector that holds about `bytes` bytes.
    pub(crate) fn new(question: &Arc<Question>, bytes: usize) -> Self {
        Self {
            question: question.clone(),
            units: Units::default(),
            opening: Some(Vec::new()),
            columns: None,
            is_code: false,
            recent: Vec::new(),
            headings: Vec::new(),
            parents: Vec::new(),
            matches: Vec::new(),
            counts: Counts::new(question),
            most: (bytes / TAKEN).clamp(96, MOST),
            rows: 0,
        }
    }

    /// The question, if it asks why something failed.
    pub(crate) fn asking_why(&self) -> Option<&Arc<Question>> {
        Some(&self.question).filter(|question| question.asks_why)
    }

    /// Reads on.
    pub(crate) fn push(&mut self, text: &str) {
        let mut units = core::mem::take(&mut self.units);
        units.push(text, &mut |unit| self.take(unit));
        self.units = units;
    }

    /// Returns the answers, the best first.
    pub(crate) fn finish(mut self) -> Found {
        let mut units = core::mem::take(&mut self.units);
        units.finish(&mut |unit| self.take(unit));
        self.open();
        rank::rank(&self.question, &self.counts, &self.matches)
    }

    fn take(&mut self, unit: Unit) {
        let Some(opening) = &mut self.opening else { return self.unit(unit) };
        opening.push(unit);
        if opening.len() >= OPENING {
            self.open();
        }
    }

    fn open(&mut self) {
        let Some(opening) = self.opening.take() else { return };
        let lines: Vec<&str> = opening.iter().map(|unit| &*unit.text).collect();
        // A table may stand below a title, a command, a paragraph.
        let is_start = |at: &usize| {
            lines.get(at + 1).is_some_and(|line| is_ruler(line) && trim(line).contains(['|', '+', ' ', '\u{253c}']))
        };
        let starts = || (1..lines.len()).filter(is_start);
        let mut columns = Columns::of(&lines, &self.question).map(|columns| (0, columns));
        for at in starts() {
            columns = columns.or_else(|| Some((at, Columns::of(lines.get(at..)?, &self.question)?.below())));
        }
        // The front matter of a page is no file of settings.
        let is_page = lines.first() == Some(&"---") && lines.iter().skip(1).any(|line| *line == "---");
        self.is_code = !is_page && matches!(Kind::of(&lines), Kind::Source | Kind::Data);
        let (start, columns) = columns.map_or((0, None), |(start, columns)| (start, Some(columns)));
        let mut opening = opening.into_iter();
        opening.by_ref().take(start).for_each(|unit| self.unit(unit));
        self.columns = columns;
        opening.for_each(|unit| self.unit(unit));
    }

    fn unit(&mut self, mut unit: Unit) {
        let question = &*self.question;
        // A comment, no heading.
        if self.is_code && matches!(unit.role, Role::Heading(_)) && unit.text.starts_with('#') {
            unit.role = Role::Plain;
        }
        unit.follows = self.recent.last().is_some_and(|last| last.shape == Shape::Entry);
        if unit.role != Role::Blank {
            question.find(&unit.text, &mut unit.hits);
        }
        if self.columns.as_ref().is_some_and(|columns| columns.ends(&unit.text)) && unit.role != Role::Blank {
            self.columns = None;
        }
        if let Some(columns) = &self.columns
            && unit.role != Role::Blank
        {
            self.rows += 1;
            unit.row = self.rows;
            unit.role = if self.rows == 1 { Role::Heading(1) } else { Role::Plain };
            unit.number = if self.rows > 1 { columns.number(&unit.text) } else { None };
        }
        let is_of_all = matches!(question.bound, Some(Bound::Most { quantity: Some(_), .. }));
        if unit.row == 0 && unit.role != Role::Blank && (is_of_all || !unit.hits.is_empty()) {
            unit.number = number_of(question, &unit);
        }
        if unit.role == Role::Plain && unit.row == 0 && !unit.within[0] {
            let begins = begin_of(&unit.text);
            unit.begins = if question.stops.get(begins).is_some() { 0 } else { begins };
        }
        let holds = self.counts.is_extreme(&unit) || !unit.hits.is_empty();
        self.counts.count(&mut unit, holds, question.wants);
        // Rows stand for themselves: what is beside one is not asked for.
        if unit.row > 1 && !holds {
            return;
        }
        let unit = Arc::new(unit);
        // No row waits for those after it.
        let complete = self.matches.len().saturating_sub(if unit.row > 0 { 0 } else { BELOW });
        for found in self.matches.iter_mut().skip(complete).filter(|found| found.left > 0) {
            let ends = match (unit.role, found.unit.role) {
                (Role::Heading(level), Role::Heading(above)) => level <= above,
                (Role::Heading(_), _) => true,
                _ => false,
            };
            if ends {
                found.left = 0;
            } else {
                found.after.push(unit.clone());
                found.left -= 1;
            }
        }
        if unit.role == Role::Plain && unit.row == 0 && !unit.within[0] {
            while self.parents.last().is_some_and(|parent| parent.indent >= unit.indent) {
                self.parents.pop();
            }
        } else if let Role::Heading(level) = unit.role {
            self.parents.clear();
            if unit.row == 0 {
                self.headings.retain(|above| matches!(above.role, Role::Heading(above) if above < level));
            }
        }
        if holds {
            let left = match unit.role {
                _ if unit.row > 0 => 0,
                Role::Heading(_) => BELOW,
                _ => AFTER,
            };
            let before = if unit.row > 0 { Vec::new() } else { nearest(&self.recent, BEFORE, false) };
            let (headings, parents) = (nearest(&self.headings, 2, true), nearest(&self.parents, 2, false));
            self.matches.push(Match { left, before, after: Vec::new(), headings, parents, unit: unit.clone() });
            let open = self.matches.iter().skip(complete).filter(|found| found.left > 0).count();
            if self.matches.len() - open >= 2 * self.most {
                rank::drop_all_but(self.most, &self.question, &self.counts, &mut self.matches);
            }
        }
        match unit.role {
            Role::Heading(_) => {
                self.headings.push(unit.clone());
                self.recent.clear();
            }
            Role::Plain if unit.row == 0 && !unit.within[0] && self.parents.len() < LEVELS => {
                self.parents.push(unit.clone());
            }
            _ => {}
        }
        if self.recent.len() >= BEFORE {
            self.recent.remove(0);
        }
        self.recent.push(unit);
    }
}

/// The last of some units, the nearest first, back to one that is a heading, or to one that is none.
#[inline(never)]
fn nearest(units: &[Arc<Unit>], most: usize, headings: bool) -> Vec<Arc<Unit>> {
    let is_one = |unit: &&Arc<Unit>| matches!(unit.role, Role::Heading(_)) == headings;
    units.iter().rev().take(most).take_while(is_one).cloned().collect()
}
