//! Compares messages with an earlier request: thinking in both is valid only if nothing before it changed.

use alloc::format;
use alloc::vec::Vec;

#[cfg(feature = "serde_json")]
use serde_json::Value;

use crate::compact::inventory::Inventory;
use crate::compact::memory::fingerprint::fingerprint_of_part;
use crate::compact::options::CompactOptions;
use crate::error::{Error, ErrorKind};
use crate::format::check::Asked;
use crate::format::conversation::{PartAt, PartKind, Role};
use crate::format::messages::read_as;
use crate::format::repair::problems;
use crate::format::{Conversation, MessageFormat, MessageOptions, Problem, Thinking, read};
use crate::history::Budget;
#[cfg(feature = "serde_json")]
use crate::tree::JsonTree;
use crate::tree::Tree;

/// The rules that messages break, as [`crate::validate_messages`] returns them, and whether they keep what thinking is
/// bound to: nothing before a block may have changed since `before`, an earlier request that had it, too.
///
/// ```
/// use serde_json::json;
/// use tooltrim::messages::{Rule, validate_messages_after};
///
/// let thought = json!({"type": "thinking", "thinking": "Easy.", "signature": "c2ln"});
/// let said = |text: &str| json!([
///     {"role": "user", "content": text},
///     {"role": "assistant", "content": [thought, {"type": "text", "text": "4"}]},
///     {"role": "user", "content": "And 3 + 3?"},
/// ]);
/// let (before, now) = (said("What is 2 + 2?"), said("2 + 2?"));
/// let problems = validate_messages_after(now.as_array().unwrap(), before.as_array().unwrap(), None)?;
/// assert_eq!((problems[0].rule, problems[0].path.as_str()), (Rule::ThinkingAfterChange, "/1/content/0"));
/// # Ok::<(), tooltrim::Error>(())
/// ```
///
/// # Errors
/// As [`crate::validate_messages`], and [`ErrorKind::InvalidOption`] if `before` is no list of objects.
#[cfg(feature = "serde_json")]
pub fn validate_messages_after(
    messages: &[Value],
    before: &[Value],
    options: impl Into<MessageOptions>,
) -> Result<Vec<Problem>, Error> {
    validate_messages_after_of(&JsonTree::Messages(messages), &JsonTree::Messages(before), options)
}

/// The same of any [`Tree`].
///
/// # Errors
/// As [`crate::validate_messages`], and [`ErrorKind::InvalidOption`] if `before` is no list of objects.
pub fn validate_messages_after_of<T: Tree>(
    messages: &T,
    before: &T,
    options: impl Into<MessageOptions>,
) -> Result<Vec<Problem>, Error> {
    let options = options.into();
    let MessageOptions { format, thinking, .. } = options;
    let now = read_as(messages, format)?;
    // It is read as the messages are: a part of a conversation may look like one of another format.
    let known = now.as_ref().map(|now| now.format).or(format).unwrap_or(MessageFormat::OpenAiChat);
    let was = read(before, known).map_err(|error| {
        let rest = error.message().strip_prefix("messages").unwrap_or_default();
        Error::new(ErrorKind::InvalidOption, format!("before{rest}"))
    })?;
    let Some(now) = now else { return Ok(Vec::new()) };
    let unbound = if thinking.is_none_or(|thinking| thinking == Thinking::Prefix) {
        let (was, now) = (Parts::new(before, &was, thinking), Parts::new(messages, &now, thinking));
        now.unbound_since(&was)
    } else {
        None
    };
    Ok(problems(messages, &now, Asked { unbound, ..options.into() }))
}

/// A part that is sent.
struct Sent {
    at: PartAt,
    role: Role,
    print: u64,
    /// It is thinking that is bound to what stands before it.
    is_bound: bool,
}

/// The parts that the provider reads, in order, and its newest summary, before which it reads nothing.
struct Parts {
    all: Vec<Sent>,
    is_summary: bool,
}

impl Parts {
    fn new<T: Tree>(root: &T, conversation: &Conversation<T>, asked: Option<Thinking>) -> Self {
        let pairs = conversation.pairs();
        let inventory = Inventory::new(root, conversation, &pairs, &CompactOptions::new(Budget::Chars(0)), None);
        let rules = conversation.format.rules::<T>();
        let mut all = Vec::new();
        for (message, held) in conversation.messages.iter().enumerate().skip(inventory.live.from.message) {
            for (part, what) in held.parts.iter().enumerate() {
                let at = PartAt { message, part };
                let is_sent = || inventory.node(what).is_none_or(|node| rules.is_sent(&node));
                if at < inventory.live.from || (what.kind == PartKind::Other && !is_sent()) {
                    continue;
                }
                let print = fingerprint_of_part(&inventory, held.role, at);
                all.push(Sent { at, role: held.role, print, is_bound: Thinking::is_bound(asked, conversation, what) });
            }
        }
        Self { all, is_summary: inventory.live.is_some() }
    }

    /// The first block of thinking that `was` had, too, with something else before it, and the first message that differs.
    fn unbound_since(&self, was: &Self) -> Option<(PartAt, usize)> {
        let is_same = |now: &Sent, was: &Sent| now.print == was.print && now.role == was.role;
        // The server wrote a summary since then: it knows what that one left out.
        if self.is_summary && !self.all.first().zip(was.all.first()).is_some_and(|(now, was)| is_same(now, was)) {
            return None;
        }
        let changed = self.all.iter().zip(&was.all).position(|(now, was)| !is_same(now, was))?;
        let (rest, old) = (self.all.get(changed..)?, was.all.get(changed..)?);
        let stood = |now: &&Sent| now.is_bound && old.iter().any(|old| old.is_bound && old.print == now.print);
        Some((rest.iter().find(stood)?.at, rest.first()?.at.message))
    }
}
