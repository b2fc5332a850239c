//! The lines of an output, each of them classified at most once.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::{Cell, OnceCell};

use super::classify::{LineClass, Severity, classify};
use super::finding::{announces_concisely, concise_header, points};
use super::harness::own_lines;
use super::headline::rate;
use super::logs::{logged_by_tests, mark_warnings};
use super::role::Role;
use crate::quick::trim;

/// An output: the whole text, one end of it, or both.
pub(super) struct Output<'a> {
    pub(super) lines: Vec<&'a str>,
    /// Indexes of the lines that are neither blank nor harness boilerplate.
    pub(super) own: Vec<usize>,
    /// The lines that tests logged while they ran, and those of warnings.
    logged: OnceCell<Vec<bool>>,
    classes: Vec<Cell<Option<LineClass>>>,
}

impl<'a> Output<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let lines: Vec<&str> = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).collect();
        let own = own_lines(text).map(|(at, _)| at).collect();
        let classes = vec![Cell::new(None); lines.len()];
        Self { lines, own, logged: OnceCell::new(), classes }
    }

    pub(super) fn line(&self, at: usize) -> &'a str {
        self.lines.get(at).copied().unwrap_or_default()
    }

    pub(super) fn class(&self, at: usize) -> LineClass {
        let held = self.classes.get(at);
        held.and_then(Cell::get).unwrap_or_else(|| {
            let class = classify(self.line(at), &mut String::new());
            if let Some(held) = held {
                held.set(Some(class));
            }
            class
        })
    }

    /// Indexes of the own lines of tests' logs and of warnings, or of all others.
    pub(super) fn told(&self, logs: bool) -> impl Iterator<Item = usize> {
        self.own.iter().copied().filter(move |at| self.is_logged(*at) == logs)
    }

    pub(super) fn is_logged(&self, at: usize) -> bool {
        let logged = self.logged.get_or_init(|| {
            let mut logged = logged_by_tests(&self.lines);
            mark_warnings(&self.lines, &mut logged, |at| self.class(at));
            logged
        });
        logged.get(at).copied().unwrap_or_default()
    }

    /// Rates a line by its words, or as a finding by the line below it: `F401 [*] ...` above `--> a.py:1:8` (Ruff).
    pub(super) fn weight(&self, at: usize) -> u8 {
        match rate(self.line(at), || self.class(at)) {
            0 if points(self.line(at + 1)) && self.is_finding(at) => 4,
            _ if concise_header(&self.lines, at).is_some() => 4,
            _ if announces_concisely(&self.lines, at) => 1,
            weight => weight,
        }
    }

    fn is_finding(&self, at: usize) -> bool {
        !trim(self.line(at)).is_empty() && self.class(at).severity != Severity::Warning && !self.is_remark(at)
    }

    /// A hint of Git, or an assurance.
    pub(super) fn is_remark(&self, at: usize) -> bool {
        let class = self.class(at);
        class.well || class.role == Role::Note
    }
}
