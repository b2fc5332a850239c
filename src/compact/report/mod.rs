//! The report of a step: its changes and its cost.

pub(crate) mod cost;
pub(crate) mod fill;
pub(crate) mod json;

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::call::Category;
use crate::compact::plan::rung::Rung;
use crate::compact::step::swap::THEIRS;
use crate::format::Problem;
use crate::history::{Budget, notice};
use crate::number::{counted, grouped};

/// A size of a conversation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct ConversationSize {
    /// UTF-16 units of all texts, names and compact-JSON arguments, escapes not counted.
    pub chars: u64,
    /// Estimated tokens, or those that the given counter counted.
    pub tokens: u64,
}

/// The report of one exchange.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct ExchangeReport {
    /// The id of the call.
    pub id: String,
    /// The name of the tool.
    pub name: String,
    /// Category of the call.
    pub category: Category,
    /// Rung of its result.
    pub rung: Rung,
    /// Why.
    pub reason: &'static str,
    /// UTF-16 units of arguments and result, before and after.
    pub chars_before: u64,
    /// After.
    pub chars_after: u64,
}

/// A file, and how often it was read or changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct FileTrail {
    /// The path as calls have it.
    pub path: String,
    /// Number of calls.
    pub calls: u32,
    /// The message of the last one.
    pub last_message: u32,
}

/// Thinking blocks that were removed and kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct ThoughtReport {
    /// Number of removed blocks.
    pub removed: u64,
    /// Number of kept blocks.
    pub kept: u64,
    /// Reason for the removal; `None` if none was removed.
    pub why: Option<&'static str>,
}

/// A part of a conversation that cannot be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct Unfit {
    /// Its kind.
    pub what: &'static str,
    /// UTF-16 units of all of it.
    pub chars: u64,
    /// Why it cannot be cut, or not further.
    pub why: &'static str,
}

/// The report of one compaction.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct CompactionReport {
    /// The size of the messages as they came, and as they go out.
    pub before: ConversationSize,
    /// Size as sent.
    pub after: ConversationSize,
    /// `true` if the messages fit the window, less the reserve.
    pub fits: bool,
    /// Even with all that may give way the target is not met.
    pub over_target: bool,
    /// The window, in its unit.
    pub window: Option<Budget>,
    /// Size of everything outside the messages; `None` if none was given.
    pub reserve: Option<Budget>,
    /// If the messages do not fit: their parts by kind, the largest first.
    pub unfit: Vec<Unfit>,
    /// All exchanges, in order.
    pub exchanges: Vec<ExchangeReport>,
    /// Number of runs of lines in whose place a result names another text that holds them.
    pub repeats: u64,
    /// Number of names out of removed calls that the block or summary lists.
    pub names: u64,
    /// Thinking blocks that were removed and kept.
    pub thinking: ThoughtReport,
    /// Index, in what goes out, of the first message that the step changed: earlier decisions would send another one.
    pub first_changed_message: Option<usize>,
    /// UTF-16 units in front of it: what a prompt cache keeps.
    pub stable_prefix: u64,
    /// Tokens that have to be put into the cache again.
    pub rebilled_tokens: u64,
    /// After how many requests that has paid; none when it never does.
    pub break_even_requests: Option<u64>,
    /// Files that were changed, the latest last.
    pub edited: Vec<FileTrail>,
    /// Files that were read and not changed.
    pub read: Vec<FileTrail>,
    /// The line of each open failure that describes its error best.
    pub open_failures: Vec<String>,
    /// Paths that were read again after their view had been compacted.
    pub re_reads: Vec<String>,
    /// Problems of the messages.
    pub problems: Vec<Problem>,
    /// The first message that is another one than last time.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub forked_at: Option<usize>,
    /// Exchanges that this step changed, and the size of the messages by the decisions before it.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) newly_changed: usize,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) last: ConversationSize,
    /// Number of blocks of thinking that earlier requests did not send.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) thoughts_again: usize,
    /// Why nothing was done, or what is to be known of what was done.
    pub notes: Vec<Cow<'static, str>>,
}

impl CompactionReport {
    /// The report as JSON, in JavaScript's spelling.
    #[cfg(feature = "serde_json")]
    #[must_use]
    pub fn to_json(&self) -> String {
        // Only maps with odd keys are refused, and there is none.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The size as sent and the room for it, in the unit of the window.
    fn sent_and_room(&self) -> (u64, u64, &'static str) {
        let size = |budget: Option<Budget>| match budget {
            Some(Budget::Chars(size) | Budget::Tokens(size)) => size,
            None => 0,
        };
        let room = size(self.window).saturating_sub(size(self.reserve));
        match self.window {
            Some(Budget::Tokens(_)) => (self.after.tokens, room, "tokens"),
            _ => (self.after.chars, room, "chars"),
        }
    }

    /// The line for users: of a step, of messages that do not fit, or of both.
    pub(crate) fn notice(&self, stepped: bool) -> Option<String> {
        if self.fits {
            return stepped.then(|| self.step_notice());
        }
        let (sent, room, unit) = self.sent_and_room();
        let begin = if stepped { self.step_notice() } else { "\u{26a0}\u{fe0f} Context is too large".into() };
        let most = self.unfit.first().map_or(String::new(), |most| format!("; most of it is {}", most.what));
        Some(format!("{begin}: {} {unit} do not fit into {}{most}", grouped(sent), grouped(room)))
    }

    fn step_notice(&self) -> String {
        let changed = self.newly_changed;
        let sizes = (self.last.tokens, self.after.tokens);
        if changed == 0 && self.notes.iter().any(|note| note == THEIRS) {
            let [was, now] = [sizes.0, sizes.1].map(grouped);
            return format!("\u{26a0}\u{fe0f} The summary is now the summariser's, {was} -> {now} tokens");
        }
        if changed == 0 && self.thoughts_again > 0 {
            let [was, now] = [sizes.0, sizes.1].map(grouped);
            let (blocks, are) =
                (counted(self.thoughts_again, "block"), if self.thoughts_again == 1 { "is" } else { "are" });
            return format!("\u{26a0}\u{fe0f} {blocks} of thinking {are} sent again, {was} -> {now} tokens");
        }
        let ThoughtReport { removed, kept, .. } = self.thinking;
        if changed == 0 && removed > 0 {
            return notice((removed as usize, (removed + kept) as usize), "blocks of thinking removed", sizes);
        }
        notice((changed, self.exchanges.len()), "tool results shortened", sizes)
    }

    /// Marks the plan as not carried out.
    pub(crate) fn stays_as_it_came(&mut self, why: &'static str) {
        self.after = self.before;
        self.over_target = true;
        let (sent, room, _) = self.sent_and_room();
        self.fits = sent <= room;
        // Whoever knows the parts fills it again.
        self.unfit.clear();
        for exchange in &mut self.exchanges {
            (exchange.rung, exchange.chars_after) = (Rung::Full, exchange.chars_before);
        }
        (self.repeats, self.names) = (0, 0);
        self.thinking = ThoughtReport { removed: 0, kept: self.thinking.kept + self.thinking.removed, why: None };
        (self.first_changed_message, self.break_even_requests) = (None, None);
        (self.stable_prefix, self.rebilled_tokens) = (self.before.chars, 0);
        self.notes.push(Cow::Borrowed(why));
    }
}
