//! Where commands run.

use alloc::vec::Vec;

use super::act::Act;
use super::word::Word;

/// The folder of the next command.
pub(super) struct Folder {
    /// Where the first command that counts runs, if a `cd` says so.
    pub(super) start: Vec<u8>,
    /// How many have said so.
    changes: usize,
    /// Whether one has run.
    pub(super) started: bool,
    /// Where it goes on, seen from there; nothing when nobody knows.
    now: Option<Vec<u8>>,
    /// What comes after a group, `( … )` or `{ … }`.
    groups: Vec<Group>,
}

struct Group {
    /// The folder is only that of the group.
    own: bool,
    changes: usize,
    now: Option<Vec<u8>>,
}

impl Folder {
    pub(super) const fn new() -> Self {
        Self { start: Vec::new(), changes: 0, started: false, now: Some(Vec::new()), groups: Vec::new() }
    }

    /// `cd` and what follows it; `sure`: that it runs.
    pub(super) fn change(&mut self, words: &[Word<'_>], sure: bool) {
        let target = words.iter().find(|word| !word.is_option() && !word.is_switch());
        // `cd -` goes back. A folder that a variable names is one folder, where there is no other.
        let back = words.iter().any(|word| &*word.text == b"-");
        if back || !sure || (self.started && target.is_some_and(|target| target.dynamic)) {
            self.now = None;
            return;
        }
        let target = target.map_or(&b"~"[..], |target| &target.text);
        if target == b"." {
            return;
        }
        match &self.now {
            Some(now) if now.is_empty() && !self.started => {
                self.start = joined(&self.start, target);
                self.changes += 1;
            }
            None if !is_absolute(target) => {}
            now => self.now = Some(joined(now.as_deref().unwrap_or_default(), target)),
        }
    }

    /// Nobody knows where it goes on.
    pub(super) fn lose(&mut self) {
        self.now = None;
    }

    pub(super) fn open(&mut self, own: bool) {
        self.groups.push(Group { own, changes: self.changes, now: self.now.clone() });
    }

    pub(super) fn close(&mut self) {
        if let Some(group) = self.groups.pop().filter(|group| group.own) {
            self.now = group.now.filter(|_| group.changes == self.changes);
        }
    }

    /// A path as seen from the start, if it can be.
    #[inline(never)]
    pub(super) fn path(&self, path: &[u8]) -> Option<Vec<u8>> {
        match &self.now {
            None if !is_absolute(path) => None,
            now => Some(joined(now.as_deref().unwrap_or_default(), path)),
        }
    }

    /// Paths as seen from the start; those that cannot be are left out.
    pub(super) fn resolve(&self, act: &mut Act) {
        act.claims.retain_mut(|claim| {
            let path = self.path(&claim.path);
            let known = path.is_some();
            claim.path = path.unwrap_or_default();
            known
        });
        act.at_least(self.now.as_deref().unwrap_or_default());
    }
}

/// A path as seen from where the folder is seen from.
#[inline(never)]
fn joined(folder: &[u8], path: &[u8]) -> Vec<u8> {
    if folder.is_empty() || is_absolute(path) {
        return path.into();
    }
    let folder = folder.strip_suffix(b"/").unwrap_or(folder);
    join(folder, path.strip_prefix(b"./").unwrap_or(path))
}

/// A path in a folder.
pub(super) fn join(folder: &[u8], path: &[u8]) -> Vec<u8> {
    let mut joined = Vec::from(folder);
    joined.push(b'/');
    joined.extend_from_slice(path);
    joined
}

fn is_absolute(path: &[u8]) -> bool {
    matches!(path, [b'/' | b'\\' | b'~' | b'$', ..] | [_, b':', ..])
}
