//! Selects the important lines of a text.
//!
//! One pass, in pieces of any size, in bounded memory. `lines` splits the text; [`crate::failure`] rejects nearly every
//! line at once, and classifies the others; `group` collects the lines of one failure; `pool` prefers the first of each
//! kind to more of the same; `shape` counts forms of lines, for those that are rare among many alike. The result is
//! ordered by importance, see [`Tier`].

pub(crate) mod about;
mod entry;
mod group;
mod layout;
mod lines;
mod objects;
mod options;
mod pool;
mod recent;
mod shape;
mod tier;

pub(crate) use entry::{Entry, Part};
pub(crate) use layout::{Kind, Overview};
pub use options::RescueOptions;
pub(crate) use tier::{Candidate, Tier, has_failed};

use alloc::sync::Arc;
use alloc::vec::Vec;

use about::{Collector, Question};
use group::{Belongs, Group};
use layout::{Layout, OF_FORM, Opening};
use lines::{Line, Lines};
use pool::Pool;
use recent::Recent;
use shape::{Forms, USUAL};

use crate::failure::{Known, LineClass, Quoted, Role, Severity, is_position, points, trigger};
use crate::quick::{contains, trim};

/// Lines of a rare form that are held until it is known how rare it is.
const RARE: usize = 128;
/// A line that begins like so many others before it brings no new form.
const OFTEN: u32 = 32;
/// Bytes of a line that may stand out by its form: longer ones are data.
const RARE_LENGTH: usize = 300;

/// The lines of a text that may be kept, the most needed first, and what the text consists of.
#[derive(Clone, Debug)]
pub(crate) struct Selected {
    pub(crate) candidates: Vec<Candidate>,
    pub(crate) overview: Overview,
    /// Some of the lines answer the caller's question, and come before all others.
    pub(crate) answers: bool,
    /// The question asks why something failed.
    pub(crate) asks_why: bool,
}

/// Reads a text and selects the lines that matter.
#[derive(Clone, Debug)]
pub(crate) struct Selector {
    options: RescueOptions,
    about: Option<Collector>,
    lines: Lines,
    /// The first lines, until the kind of the text is known.
    opening: Option<Opening>,
    layout: Layout,
    bytes: usize,
    forms: Forms,
    recent: Recent,
    group: Option<Group>,
    pool: Pool,
    rare: Vec<(Entry, u16)>,
    /// Too many forms are rare: none of them is conspicuous.
    diverse: bool,
    /// Lines of tests that a runner quotes, and whether the last line was one.
    tests: Quoted,
    logged: bool,
    /// The file that the findings of the last group are in.
    file: Option<Entry>,
    known: Known,
}

impl Selector {
    /// Creates an empty selector whose candidates may take `bytes` bytes.
    pub(crate) fn new(options: &RescueOptions, about: Option<&Arc<Question>>, bytes: usize) -> Self {
        Self {
            about: about.map(|question| Collector::new(question, bytes)),
            options: options.clone(),
            lines: Lines::asked(options.includes()),
            opening: Some(Opening::default()),
            layout: Layout::new(Kind::Plain, bytes),
            bytes,
            forms: Forms::new(),
            recent: Recent::default(),
            group: None,
            pool: Pool::new(bytes),
            rare: Vec::new(),
            diverse: false,
            tests: Quoted::default(),
            logged: false,
            file: None,
            known: Known::default(),
        }
    }

    /// Reads on.
    pub(crate) fn push(&mut self, text: &str) {
        if let Some(about) = &mut self.about {
            about.push(text);
        }
        if !self.options.is_on() {
            return;
        }
        let mut lines = core::mem::take(&mut self.lines);
        lines.push(text, |line| self.take(line));
        self.lines = lines;
    }

    /// Returns the candidates, the most important first, and what the text consists of.
    pub(crate) fn finish(mut self) -> Selected {
        let mut lines = core::mem::take(&mut self.lines);
        lines.finish(|line| self.take(line));
        self.open();
        self.close();
        let rare = self.standing_out();
        let (odd, items, overview) = self.layout.finish();
        let candidate = |tier, rank, entry| Candidate { tier, rank, entry };
        let odd = odd.into_iter().map(|entry| candidate(Tier::Odd, 0, entry));
        let rare = rare.into_iter().map(|entry| candidate(Tier::StandingOut, 0, entry));
        // Beside a failure, lines that are only the first of their form are useless.
        let failed = self.pool.groups.iter().any(|group| group.severity >= Severity::Error);
        let most = if failed && overview.kind.is_uniform() { OF_FORM } else { u32::MAX };
        let items = items
            .into_iter()
            .filter(|(rank, _)| *rank < most)
            .map(|(rank, entry)| candidate(if rank < OF_FORM { Tier::Overview } else { Tier::Forms }, rank, entry));
        let failing = self.about.as_ref().and_then(Collector::asking_why).cloned();
        let others = odd.chain(rare).chain(items).collect();
        let mut candidates = tier::in_order(self.pool.groups, others, &self.options, failing.as_deref());
        let found = self.about.map(Collector::finish).unwrap_or_default();
        let answers = !(found.candidates.is_empty() || found.is_broad && self.options.is_on());
        let tier = |tier| if answers { tier } else { Tier::Related };
        candidates.extend(
            found.candidates.into_iter().map(|candidate| Candidate { tier: tier(candidate.tier), ..candidate }),
        );
        Selected { candidates, overview, answers, asks_why: answers && failing.is_some() }
    }

    /// Holds the first lines, and reads all others.
    fn take(&mut self, line: Line<'_>) {
        let Some(opening) = &mut self.opening else { return self.line(line) };
        opening.hold(line);
        if opening.is_full() {
            self.open();
        }
    }

    /// Reads the first lines: now the kind is known.
    fn open(&mut self) {
        let Some(opening) = self.opening.take() else { return };
        self.layout = Layout::new(opening.kind(), self.bytes);
        for line in opening.lines() {
            self.line(line);
        }
    }

    fn line(&mut self, line: Line<'_>) {
        if self.options.exclude.iter().any(|text| text.is_empty() || contains(line.text, text)) {
            return self.close();
        }
        let (count, form) = self.forms.count(line.text.as_bytes());
        self.layout.line(line, count > OFTEN);
        let logged = self.tests.holds(line.text);
        if core::mem::replace(&mut self.logged, logged) != logged {
            self.close();
        }
        let usual = count >= USUAL;
        if self.group.as_ref().is_some_and(Group::waits) {
            self.go_on_or_close(line.text);
        }
        if self.group.is_none() && !self.may_matter(line.text) {
            self.note_rare(line, count, form);
            return self.pass(line, None);
        }
        let class = self.classify(line.text);
        if let Some(group) = &mut self.group {
            match group.belongs(line.text, &class, usual) {
                Belongs::Yes(part) => return group.push(Entry::new(line, class, part)),
                Belongs::No if !begins(&class) && !class.blank => {
                    group.push(Entry::new(line, class, Part::Around));
                    if group.waits() {
                        return;
                    }
                }
                Belongs::No | Belongs::Apart => {}
            }
            self.close();
        }
        if begins(&class) && self.pool.is_full() && !self.comes_first(&class, line.text) {
            self.recent.clear();
            self.file = None;
        } else if begins(&class) {
            let mut before = self.recent.before(&class, self.known.room());
            if is_position(line.text) && before.iter().all(Entry::blank) {
                before.splice(..0, self.file.clone());
            }
            self.group = Some(Group::new(before, Entry::new(line, class, Part::Header), logged));
        } else if points(line.text)
            && let Some(finding) = self.recent.take_finding(self.known.room())
        {
            let mut group = Group::new(self.recent.before(&finding.class, self.known.room()), finding, logged);
            group.push(Entry::new(line, class, Part::Key));
            self.group = Some(group);
        } else {
            self.pass(line, Some(class));
        }
    }

    /// Returns `true` for what a pool that is full still takes.
    fn comes_first(&self, class: &LineClass, line: &str) -> bool {
        class.severity == Severity::Fatal || is_outcome(class.role) || self.options.asks_for(line)
    }

    /// Closes a group that waits for its next line, unless this line is of a failure.
    fn go_on_or_close(&mut self, line: &str) {
        let class = self.classify(line);
        let Some(group) = self.group.as_mut().filter(|group| group.waits()) else { return };
        if !group.goes_on(&class) {
            let last = group.entries.last().cloned();
            self.close();
            if let Some(last) = last {
                self.pass(last.line(), Some(last.class));
            }
        }
    }

    /// Remembers a line that belongs to no group.
    fn pass(&mut self, line: Line<'_>, class: Option<LineClass>) {
        if self.file.is_some() && !trim(line.text).is_empty() {
            self.file = None;
        }
        self.recent.push(line, class);
    }

    fn may_matter(&self, line: &str) -> bool {
        trigger::find(line.as_bytes()).is_some() || self.options.asks_for(line)
    }

    fn classify(&mut self, line: &str) -> LineClass {
        let mut found = self.known.class(line);
        if self.logged && found.severity > Severity::Warning {
            // A test may expect what it logs.
            found = LineClass { severity: Severity::Warning, role: Role::Plain, ..found };
        }
        if self.options.requires(line) {
            found = LineClass { severity: found.severity.max(Severity::Error), well: false, ..found };
        }
        if let Some(at) = self.options.included(line) {
            found = LineClass { severity: found.severity.max(Severity::Error), well: false, found: at, ..found };
        }
        found
    }

    fn close(&mut self) {
        self.recent.clear();
        if let Some(mut group) = self.group.take() {
            group.close(&self.options);
            self.file = group.file().cloned().or_else(|| self.file.take());
            self.layout.head(&mut group.entries);
            self.pool.push(group);
        }
    }

    fn note_rare(&mut self, line: Line<'_>, count: u32, form: u16) {
        if count > 2 || self.diverse || line.text.len() > RARE_LENGTH || !has_letters(line.text, 8) {
            return;
        }
        if self.rare.len() >= RARE {
            let forms = &self.forms;
            self.rare.retain(|&(_, form)| forms.of(form) <= 2);
            self.diverse = self.rare.len() > RARE / 2;
        }
        self.rare.push((Entry::new(line, LineClass::default(), Part::Around), form));
    }

    /// Lines of a rare form, where nearly all others are of usual ones.
    fn standing_out(&mut self) -> Vec<Entry> {
        const LEAST: usize = 60;
        let Forms { usual, lines, .. } = self.forms;
        let rare = core::mem::take(&mut self.rare);
        if self.diverse || lines < LEAST || usual * 10 < lines * 8 {
            return Vec::new();
        }
        let mut entries: Vec<Entry> =
            rare.into_iter().filter(|&(_, form)| self.forms.of(form) <= 2).map(|(entry, _)| entry).collect();
        self.layout.head(&mut entries);
        if entries.len() * 20 > lines { Vec::new() } else { entries }
    }
}

/// Returns `true` if a line contains at least `count` ASCII letters.
fn has_letters(line: &str, count: usize) -> bool {
    let mut letters = 0;
    for byte in line.as_bytes() {
        letters += usize::from(byte.is_ascii_alphabetic());
        if letters == count {
            return true;
        }
    }
    false
}

fn is_outcome(role: Role) -> bool {
    matches!(role, Role::Exit | Role::Summary)
}

fn begins(class: &LineClass) -> bool {
    class.severity >= Severity::Warning || class.role == Role::Name && !class.well
}
