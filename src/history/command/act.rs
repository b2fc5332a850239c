//! What one command does, and what several do together.

use alloc::string::String;
use alloc::vec::Vec;
use core::mem::take;

use super::lines::Cut;
use super::word::Word;
use super::{Deed, Deeds, PATHS, View};

/// What a command does.
#[derive(Default)]
pub(super) struct Act {
    /// Nothing: it does not count, as `echo` and `cd`.
    pub(super) deed: Option<Deed>,
    /// Its kind and its folder are set at the end.
    pub(super) said: Deeds,
    pub(super) flow: Flow,
}

/// What a command makes of a text that comes through a pipe.
#[derive(Default)]
pub(super) enum Flow {
    /// Something else; or nothing, when it has files of its own.
    #[default]
    Other,
    /// It shows some of it.
    Cut(Cut),
    /// It sorts, counts or shortens lines: names stay names, but a file is shown no longer.
    Names,
    /// It finds something in it, or what it is not in (`inverted`); `files`: of names, it finds it in the files.
    Search { inverted: bool, files: bool },
    /// The lines are names of files, in which it finds something.
    SearchFiles,
    /// It writes it to files, and shows it.
    Copy,
}

impl Act {
    pub(super) fn new(deed: Option<Deed>) -> Self {
        Self { deed, ..Self::default() }
    }

    pub(super) fn run() -> Self {
        Self::new(Some(Deed::Run))
    }

    pub(super) fn flowing(deed: Option<Deed>, flow: Flow) -> Self {
        Self { flow, ..Self::new(deed) }
    }

    /// Shows of each of the files what the cut leaves; without files, of what it gets.
    pub(super) fn read<'a>(cut: Cut, files: impl Iterator<Item = &'a Word<'a>>, input: Option<&'a Word<'a>>) -> Self {
        let mut act = Self::default();
        let mut files: Vec<_> = files.filter(|file| file.text != "-").collect();
        if files.is_empty() {
            files.extend(input);
        }
        if files.is_empty() {
            act.flow = Flow::Cut(cut);
            return act;
        }
        for file in files.iter().filter(|file| file.is_file()).take(PATHS) {
            let view = View { path: file.text.clone(), whole: true, ..View::default() };
            cut.apply(&view, &mut act.said.reads);
        }
        act.deed = Some(Deed::Read);
        act
    }

    /// Changes the files.
    pub(super) fn write<'a>(files: impl Iterator<Item = &'a Word<'a>>) -> Self {
        let mut act = Self::new(Some(Deed::Write));
        files.filter(|file| file.is_file()).for_each(|file| note(&mut act.said.writes, &file.text));
        act
    }

    /// Looks for something in places.
    pub(super) fn search<'a>(deed: Deed, query: Option<String>, places: impl Iterator<Item = &'a Word<'a>>) -> Self {
        let mut act = Self::new(Some(deed));
        act.said.query = query;
        places.filter(|place| place.is_file()).for_each(|place| note(&mut act.said.places, &place.text));
        act
    }

    /// Whether it matters how it ends.
    pub(super) const fn runs(&self) -> bool {
        matches!(self.deed, Some(Deed::Run | Deed::Test))
    }

    /// What was read, found or listed is not shown.
    pub(super) fn forget(&mut self) {
        self.said.reads.clear();
        self.said.places.clear();
        self.said.query = None;
        if self.deed < Some(Deed::Run) && self.deed.is_some() {
            self.deed = Some(Deed::Run);
        }
    }

    /// What it prints is kept in files; `shown`: and shown.
    pub(super) fn keep(&mut self, files: &[String], shown: bool) {
        let saves = self.deed < Some(Deed::Run) || matches!(self.flow, Flow::Names | Flow::Cut(_));
        // Whether something was found is known all the same.
        if !shown && (!files.is_empty() || self.deed == Some(Deed::Read)) {
            self.forget();
        }
        if !files.is_empty() && saves {
            self.deed = Some(Deed::Write);
        }
        for file in files {
            note(&mut self.said.writes, file);
        }
    }

    /// What looks nowhere looks in the folder where it runs.
    pub(super) fn at_least(&mut self, folder: Option<String>) {
        if matches!(self.deed, Some(Deed::Search | Deed::List)) && self.said.places.is_empty() {
            self.said.places.extend(folder);
        }
    }

    /// A deed that has nothing to show for it is a run.
    pub(super) fn settle(&mut self) {
        let empty = match self.deed {
            Some(Deed::Read) => self.said.reads.is_empty(),
            Some(Deed::Write) => self.said.writes.is_empty(),
            _ => false,
        };
        if empty {
            self.deed = Some(Deed::Run);
        }
    }

    /// This, and then another. Of different searches, none is told.
    pub(super) fn and(&mut self, other: &mut Self) {
        let searches = |act: &Self| act.said.query.is_some() || act.deed == Some(Deed::Search);
        let (before, after) = (searches(self), searches(other));
        if before && after && self.said.query != other.said.query {
            self.said.query = None;
            self.said.places.clear();
        } else if before == after {
            other.said.places.iter().for_each(|place| note(&mut self.said.places, place));
        } else if after {
            self.said.query = take(&mut other.said.query);
            self.said.places = take(&mut other.said.places);
        }
        self.said.reads.append(&mut other.said.reads);
        self.said.reads.truncate(PATHS);
        other.said.writes.iter().for_each(|path| note(&mut self.said.writes, path));
        other.said.removed.iter().for_each(|path| note(&mut self.said.removed, path));
        self.deed = self.deed.max(other.deed);
    }
}

/// Adds a path once.
pub(super) fn note(paths: &mut Vec<String>, path: &str) {
    if paths.len() < PATHS && !paths.iter().any(|known| known == path) {
        paths.push(path.into());
    }
}
