//! What stands around commands: blocks, groups and conditions, so that nobody knows whether they run.

use alloc::vec::Vec;

use super::arguments::among;
use super::folder::Folder;
use super::stage::{Stage, is_reserved};
use super::tokens::Joint;

/// Where a script is.
pub(super) struct Blocks {
    /// Blocks that are open: `if`, `for` and so on.
    pub(super) open: usize,
    /// Whether the next command runs, unless what is before fails.
    pub(super) sure: bool,
    /// The same of the groups that are open.
    groups: Vec<bool>,
}

impl Blocks {
    pub(super) const fn new() -> Self {
        Self { open: 0, sure: true, groups: Vec::new() }
    }

    /// Starts a group; `own`: it has a folder of its own.
    pub(super) fn open_group(&mut self, folder: &mut Folder, own: bool) {
        folder.open(own);
        self.groups.push(self.sure);
    }

    pub(super) fn close_group(&mut self, folder: &mut Folder) {
        folder.close();
        self.sure = self.groups.pop().unwrap_or(true);
    }

    /// Goes into blocks and groups, and out of them, by the words that a command starts with.
    pub(super) fn enter(&mut self, stage: &mut Stage<'_>, folder: &mut Folder) {
        stage.inside = self.open > 0;
        let mut start = 0;
        while let Some(word) = stage.words.get(start) {
            match word.raw {
                b"if" | b"while" | b"until" => self.open += 1,
                b"for" | b"case" => {
                    self.open += 1;
                    start = stage.words.len();
                    break;
                }
                b"fi" | b"done" | b"esac" => {
                    self.open = self.open.saturating_sub(1);
                    stage.closes = true;
                }
                b"{" => self.open_group(folder, false),
                b"}" => {
                    self.close_group(folder);
                    stage.closes = true;
                }
                raw if is_reserved(raw) => {}
                _ => break,
            }
            start += 1;
        }
        stage.inside |= self.open > 0;
        stage.start = start;
    }

    /// Whether what follows runs for sure.
    pub(super) fn guard(&mut self, stages: &[Stage<'_>], joint: Joint) {
        let tests = |stage: &Stage<'_>| stage.command().first().is_some_and(|word| among(word.raw, "[ [[ test"));
        self.sure = match joint {
            Joint::Next | Joint::Background => self.groups.last().copied().unwrap_or(true),
            Joint::Or => false,
            Joint::And => self.sure && !stages.iter().any(tests),
        };
    }
}
