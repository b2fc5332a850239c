//! Where commands run.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Deeds;
use super::word::Word;

/// The folder of the next command.
#[derive(Default)]
pub(super) struct Folder {
    /// Where the first command that counts runs.
    pub(super) start: Option<String>,
    /// Whether one has run.
    started: bool,
    now: Now,
    /// What comes after a group, `( … )` or `{ … }`.
    groups: Vec<Group>,
}

struct Group {
    /// The folder is only that of the group.
    own: bool,
    start: Option<String>,
    now: Now,
}

/// Where a command runs, seen from the start.
#[derive(Clone, Default)]
enum Now {
    #[default]
    There,
    Path(String),
    /// Nobody knows.
    Lost,
}

impl Folder {
    /// `cd` and what follows it; `sure`: that it runs.
    pub(super) fn change(&mut self, words: &[Word<'_>], sure: bool) {
        let target = words.iter().find(|word| !word.text.starts_with('-') && !word.text.eq_ignore_ascii_case("/d"));
        // `cd -` goes back. A folder that a variable names is one folder, where there is no other.
        let back = words.iter().any(|word| word.text == "-");
        if back || !sure || (self.started && target.is_some_and(|target| target.dynamic)) {
            self.now = Now::Lost;
            return;
        }
        let target = target.map_or("~", |target| &target.text);
        match &self.now {
            _ if target == "." => {}
            Now::There if !self.started => self.start = Some(joined(self.start.as_deref(), target)),
            Now::Path(path) => self.now = Now::Path(joined(Some(path), target)),
            Now::Lost if !is_absolute(target) => {}
            Now::There | Now::Lost => self.now = Now::Path(target.to_string()),
        }
    }

    /// Nobody knows where it goes on.
    pub(super) fn lose(&mut self) {
        self.now = Now::Lost;
    }

    pub(super) fn open(&mut self, own: bool) {
        self.groups.push(Group { own, start: self.start.clone(), now: self.now.clone() });
    }

    pub(super) fn close(&mut self) {
        if let Some(group) = self.groups.pop().filter(|group| group.own) {
            self.now = if group.start == self.start { group.now } else { Now::Lost };
        }
    }

    /// A command that counts runs.
    pub(super) fn begin(&mut self) {
        self.started = true;
    }

    /// A path as seen from the start, if it can be.
    pub(super) fn path(&self, path: &str) -> Option<String> {
        match &self.now {
            Now::Path(folder) => Some(joined(Some(folder), path)),
            Now::Lost if !is_absolute(path) => None,
            Now::There | Now::Lost => Some(path.to_string()),
        }
    }

    /// Paths as seen from the start; those that cannot be are left out.
    pub(super) fn resolve(&self, said: &mut Deeds) {
        said.reads.retain_mut(|view| self.path(&view.path).map(|path| view.path = path).is_some());
        for paths in [&mut said.writes, &mut said.removed, &mut said.places] {
            paths.retain_mut(|at| self.path(at).map(|path| *at = path).is_some());
        }
    }

    /// Where commands without a place look, unless it is the start.
    pub(super) fn here(&self) -> Option<String> {
        match &self.now {
            Now::Path(folder) => Some(folder.clone()),
            Now::There | Now::Lost => None,
        }
    }
}

/// A path as seen from where the folder is seen from.
pub(super) fn joined(folder: Option<&str>, path: &str) -> String {
    match folder {
        Some(folder) if !is_absolute(path) => {
            format!("{}/{}", folder.trim_end_matches('/'), path.strip_prefix("./").unwrap_or(path))
        }
        _ => path.to_string(),
    }
}

fn is_absolute(path: &str) -> bool {
    path.starts_with(['/', '\\', '~', '$']) || path.get(1..2) == Some(":")
}
