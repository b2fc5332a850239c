//! Exchanges leave the messages, and a text of ours is put in front of where they were.

pub(crate) mod folding;

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::compact::inventory::Inventory;
use crate::compact::left::Left;
use crate::compact::options::{CompactOptions, SummaryRole};
use crate::compact::plan::rung::Choice;
use crate::compact::write::Written;
use crate::format::change::{Change, Setting};
use crate::format::conversation::{Content, Flags, Made, Message, Part, PartAt, PartKind, Role};
use crate::format::diff::{Draft, diff};
use crate::format::write::Writer;
use crate::format::{MessageFormat, Quirk};
use crate::tree::Tree;

/// The answer to a summary: the assistant's, or the user's to one by the assistant.
pub(crate) const ACKNOWLEDGED: &str = "Acknowledged previous context.";

/// Returns `true` if a summary is answered: in Gemini no answer may stand in front of a turn of calls.
pub(crate) fn answers(options: &CompactOptions, format: MessageFormat) -> bool {
    options.acknowledge && !format.has(Quirk::CallsFollowUser)
}

/// The text that replaces exchanges that left.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Folding {
    /// In front of which message.
    pub(crate) before: u32,
    pub(crate) text: String,
    /// A summariser wrote it.
    pub(crate) theirs: bool,
}

/// The messages without folded exchanges, and with the summary. One that came back and `stays` is not made again.
pub(crate) fn draft<T: Tree>(
    inventory: &Inventory<'_, T>,
    options: &CompactOptions,
    choices: &[Option<Choice>],
    folding: &Folding,
    stays: bool,
) -> Vec<Message> {
    let left = Left::new(inventory, choices);
    let mut messages: Vec<Message> = Vec::new();
    let mut moved: Vec<Part> = Vec::new();
    for (number, message) in inventory.conversation.messages.iter().enumerate() {
        if number == folding.before as usize && !stays {
            // Behind an answer of the model no turn of calls may come.
            let merges = inventory.conversation.format.has(Quirk::CallsFollowUser);
            let by_assistant = options.summary_role == SummaryRole::Assistant && !merges;
            messages.append(&mut summary_messages(
                &folding.text,
                by_assistant,
                answers(options, inventory.conversation.format),
            ));
        }
        if left.is_message_gone(number) || inventory.block.contains(&number) && !stays {
            continue;
        }
        let mut kept = message.clone();
        let mut part = 0;
        kept.parts.retain(|_| {
            let at = PartAt { message: number, part };
            part += 1;
            !left.is_gone(at)
        });
        kept.parts.splice(0..0, moved.drain(..));
        if left.is_merged(number) {
            moved = kept.parts.into_iter().map(|part| Part { flags: part.flags.with(Flags::MOVED), ..part }).collect();
        } else {
            messages.push(kept);
        }
    }
    messages
}

/// Changes of the structure that turn the messages into a draft, with what was written in it.
pub(crate) fn insert<T: Tree>(
    inventory: &Inventory<'_, T>,
    writer: &Writer<'_, T>,
    messages: &[Message],
    written: Vec<Written>,
) -> Vec<Change> {
    let (mut settings, mut dropped) = (Vec::new(), Vec::new());
    for (place, steps, new) in written {
        match new {
            Some(value) => settings.push(Setting { place, steps, value }),
            None => dropped.push((place, steps)),
        }
    }
    diff(writer, Draft { messages, words: &inventory.conversation.words }, &settings, &dropped)
}

fn summary_messages(text: &str, by_assistant: bool, answered: bool) -> Vec<Message> {
    let message = |role: Role, made: Made| Message {
        from: None,
        inner: None,
        role,
        content: Content::Text,
        parts: vec![Part::made(PartKind::Text, made)],
        moved: false,
        gave: false,
    };
    let of_user = |text: &str| message(Role::User, Made::Text(String::from(text)));
    let of_assistant = |text: &str| message(Role::Assistant, Made::Answer(String::from(text)));
    let (summary, answer) = if by_assistant {
        (of_assistant(text), of_user(ACKNOWLEDGED))
    } else {
        (of_user(text), of_assistant(ACKNOWLEDGED))
    };
    if answered { vec![summary, answer] } else { vec![summary] }
}
