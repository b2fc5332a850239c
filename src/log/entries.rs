//! From entries to messages: the first that an agent recognises decides who reads them.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::at::At;
use super::out::{LeftOut, Out, SURELY_FLAT};
use super::{KINDS, Log, LogAgent, error};
use crate::error::Error;
use crate::format::MessageFormat;
use crate::tree::JsonText;

/// The most entries, and bytes of them, that wait for one that an agent recognises.
const WAITING: usize = 200;
const WAITING_BYTES: usize = 1 << 20;

/// What is known about a log when it has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LogEnd {
    /// The format of the messages.
    pub format: MessageFormat,
    /// The agent; `None` for messages without a log around them.
    pub agent: Option<LogAgent>,
    /// Positions of the messages that are the conversation; `None` if all are. The others are of branches that were
    /// left.
    pub path: Option<Vec<u32>>,
    /// The number of lines or entries that were not understood.
    pub skipped: u64,
    /// What is in no message, in the order of the first of each kind.
    pub reasons: Vec<LeftOut>,
}

/// Entries, and the reader of their kind once it is known.
pub(super) struct Entries {
    pub(super) out: Out,
    log: Option<(Option<LogAgent>, Box<dyn Log>)>,
    /// Entries before the first that is recognised, and their lines.
    waiting: Vec<(String, u64)>,
    waiting_bytes: usize,
    /// The first entry, in words.
    first: Option<String>,
}

impl Entries {
    pub(super) fn new() -> Self {
        Self { out: Out::new(), log: None, waiting: Vec::new(), waiting_bytes: 0, first: None }
    }

    /// Reads a value that begins at this line.
    pub(super) fn value(&mut self, json: &JsonText<'_>, line: u64) {
        let root = At::root(json);
        self.out.line = line;
        self.out.is_deep |= json.depth() > SURELY_FLAT;
        if !root.is_list() {
            return self.entry(root);
        }
        if root.is_empty() && self.first.is_none() {
            self.first = Some(error::describe(root));
        }
        for item in root.items() {
            self.entry(item);
        }
    }

    fn entry(&mut self, entry: At<'_>) {
        if let Some((_, log)) = &mut self.log {
            return log.entry(entry, &mut self.out);
        }
        if let Some(kind) = KINDS.iter().find(|kind| entry.is_object() && (kind.finds)(entry)) {
            let mut log = (kind.new)();
            let line = self.out.line;
            for (text, line) in core::mem::take(&mut self.waiting) {
                self.out.line = line;
                if let Some(json) = JsonText::parse(text) {
                    log.entry(At::root(&json), &mut self.out);
                }
            }
            self.out.line = line;
            log.entry(entry, &mut self.out);
            self.log = Some((kind.agent, log));
            return;
        }
        if self.first.is_none() {
            self.first = Some(error::describe(entry));
        }
        self.waiting_bytes = self.waiting_bytes.saturating_add(entry.token().len());
        if self.waiting.len() < WAITING && self.waiting_bytes < WAITING_BYTES {
            self.waiting.push((entry.token().to_owned(), self.out.line + entry.lines_before()));
        } else {
            self.out.skip(entry, "an entry before the first that is known");
        }
    }

    pub(super) fn end(&mut self) -> Result<LogEnd, Error> {
        let Some((agent, mut log)) = self.log.take() else {
            return Err(self.first.as_deref().map_or_else(error::empty, error::unknown));
        };
        log.finish(&mut self.out);
        Ok(LogEnd {
            format: log.format().or(self.out.format()).unwrap_or(MessageFormat::OpenAiChat),
            agent,
            path: self.out.path(),
            skipped: self.out.skipped,
            reasons: core::mem::take(&mut self.out.reasons),
        })
    }
}
