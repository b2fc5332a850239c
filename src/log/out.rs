//! Messages that were read, which of them are the conversation, and what was left out.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::at::At;
use crate::format::{BestGuess, MessageFormat};

/// No message.
pub(super) const NONE: u32 = u32::MAX;
/// The most reasons that are told apart.
const REASONS: usize = 40;
/// The most chars of a name of the log in a reason.
const NAME: usize = 60;
/// Deeper messages are left out: `serde_json` refuses them.
const DEEPEST: u32 = 120;
/// Readers put values into at most this many more containers.
pub(super) const SURELY_FLAT: usize = 100;

/// Something in a log that is in no message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct LeftOut {
    /// What it is, in words.
    pub what: String,
    /// How often it is there.
    pub count: u64,
    /// The line of the first, from 1.
    pub line: u64,
}

/// What comes out of a log.
#[derive(Debug)]
pub(super) struct Out {
    /// Messages that were not yet taken.
    pub(super) ready: Vec<String>,
    /// The format by the shape of messages that no log is around.
    shape: BestGuess,
    /// For each message the one before it, in a conversation that may have branches.
    previous: Vec<u32>,
    /// The last message of the conversation.
    tail: u32,
    /// Lines or entries that were not understood.
    pub(super) skipped: u64,
    pub(super) reasons: Vec<LeftOut>,
    /// The line where the value that is being read begins, from 1.
    pub(super) line: u64,
    /// An entry was nested so deep that a message of it may be too deep.
    pub(super) is_deep: bool,
}

impl Out {
    pub(super) fn new() -> Self {
        Self {
            ready: Vec::new(),
            shape: BestGuess::default(),
            previous: Vec::new(),
            tail: NONE,
            skipped: 0,
            reasons: Vec::new(),
            line: 1,
            is_deep: false,
        }
    }

    /// Adds a message after the last of the conversation.
    pub(super) fn message(&mut self, json: String) {
        if self.is_deep && depth(&json) > DEEPEST {
            let what = format!("a message nested deeper than {DEEPEST} levels");
            self.count(what, true, self.line);
            return;
        }
        self.previous.push(self.tail);
        self.tail = self.previous.len() as u32 - 1;
        self.ready.push(json);
    }

    /// Adds a message that is one of some format.
    pub(super) fn native(&mut self, message: At<'_>) {
        let before = self.len();
        self.message(message.json());
        if self.len() > before {
            self.shape.see(&message);
        }
    }

    /// The format of messages by their shape.
    pub(super) fn format(&self) -> Option<MessageFormat> {
        self.shape.format()
    }

    /// The last message of the conversation so far.
    pub(super) fn tail(&self) -> u32 {
        self.tail
    }

    /// The message before this one.
    pub(super) fn before(&self, message: u32) -> u32 {
        self.previous.get(message as usize).copied().unwrap_or(NONE)
    }

    /// Goes on after an earlier message: what follows it so far is a branch that was left.
    pub(super) fn go_back(&mut self, tail: u32) {
        self.tail = tail;
    }

    /// The number of messages.
    pub(super) fn len(&self) -> usize {
        self.previous.len()
    }

    /// The messages of the conversation, if these are not all.
    pub(super) fn path(&self) -> Option<Vec<u32>> {
        let mut path = Vec::new();
        let mut at = self.tail;
        while at != NONE {
            path.push(at);
            at = self.before(at);
        }
        path.reverse();
        (path.len() < self.previous.len()).then_some(path)
    }

    /// Counts an entry that was not understood.
    pub(super) fn skip(&mut self, entry: At<'_>, what: &str) {
        self.leave(entry, what, true);
    }

    /// Counts an entry of a type that is not known.
    pub(super) fn skip_type(&mut self, entry: At<'_>, member: &str) {
        let name: String = entry.text(member).chars().take(NAME).collect();
        self.leave(entry, &format!("an entry with the unknown {member} {name:?}"), true);
    }

    /// Names what is left out on purpose.
    pub(super) fn omit(&mut self, entry: At<'_>, what: &str) {
        self.leave(entry, what, false);
    }

    fn leave(&mut self, entry: At<'_>, what: &str, skipped: bool) {
        // Line breaks are counted for the first of each kind only.
        let known = self.reasons.len() == REASONS || self.reasons.iter().any(|reason| reason.what == what);
        let line = if known { 0 } else { self.line + entry.lines_before() };
        self.count(what.to_owned(), skipped, line);
    }

    /// Counts something at a line.
    pub(super) fn count(&mut self, what: String, skipped: bool, line: u64) {
        self.skipped += u64::from(skipped);
        if let Some(known) = self.reasons.iter_mut().find(|reason| reason.what == what) {
            known.count += 1;
        } else if self.reasons.len() < REASONS {
            self.reasons.push(LeftOut { what, count: 1, line });
        } else if let Some(last) = self.reasons.last_mut() {
            "other things that are not understood".clone_into(&mut last.what);
            last.count += 1;
        }
    }
}

/// The most containers around a value of a JSON text.
fn depth(json: &str) -> u32 {
    let (mut depth, mut deepest, mut in_text, mut escaped) = (0_u32, 0, false, false);
    for byte in json.bytes() {
        if in_text {
            in_text = escaped || byte != b'"';
            escaped = !escaped && byte == b'\\';
            continue;
        }
        match byte {
            b'"' => in_text = true,
            b'[' | b'{' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}
