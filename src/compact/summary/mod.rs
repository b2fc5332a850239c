//! Exchanges leave the messages, and a text of ours is put in front of where they were.

pub(crate) mod folding;

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::compact::inventory::{Inventory, Item, ItemKind};
use crate::compact::options::{CompactOptions, SummaryRole};
use crate::compact::plan::rung::{Choice, Rung};
use crate::compact::write::Written;
use crate::format::change::{Change, Setting};
use crate::format::conversation::{Content, Flags, Made, Message, Part, PartAt, PartKind, Role};
use crate::format::diff::{Draft, diff};
use crate::format::intact::says;
use crate::format::write::Writer;
use crate::format::{MessageFormat, Quirk};
use crate::order::ordered;
use crate::tree::Tree;

/// The assistant's answer to a summary.
pub(crate) const ACKNOWLEDGED: &str = "Acknowledged previous context.";

/// True when the assistant answers a summary: in Gemini no answer may stand in front of a turn of calls.
pub(crate) fn answers(options: &CompactOptions, format: MessageFormat) -> bool {
    options.acknowledge && options.summary_role == SummaryRole::User && !format.has(Quirk::CallsFollowUser)
}

/// The text that replaces exchanges that left.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Folding {
    /// In front of which message.
    pub(crate) before: u32,
    pub(crate) text: String,
}

/// Parts that leave.
fn gone<T: Tree>(inventory: &Inventory<'_, T>, choices: &[Option<Choice>]) -> Vec<PartAt> {
    let mut gone: Vec<PartAt> = Vec::new();
    for (item, choice) in inventory.items.iter().zip(choices) {
        if choice.as_ref().is_some_and(|choice| choice.text.is_none()) {
            match item.kind {
                ItemKind::Args(call) | ItemKind::Result(call) => {
                    gone.push(inventory.calls[call].at);
                    gone.extend(inventory.calls[call].result);
                }
                _ => gone.push(item.at),
            }
        }
    }
    let mut gone = in_order(gone);
    // So do all results of a call.
    let repeats = inventory.pairs.repeats().filter(|(_, call)| gone.binary_search(call).is_ok());
    let repeats: Vec<PartAt> = repeats.map(|(at, _)| at).collect();
    if !repeats.is_empty() {
        gone = in_order([gone, repeats].concat());
    }
    // A reasoning item leaves with all that it led to.
    if inventory.conversation.format.has_items() {
        let messages = &inventory.conversation.messages;
        let thinks = |message: &Message| message.parts.first().is_some_and(|part| part.kind == PartKind::Thinking);
        let mut thoughts = Vec::new();
        for (number, _) in messages.iter().enumerate().filter(|(_, message)| thinks(message)) {
            let rest = messages.iter().enumerate().skip(number + 1);
            let mut led = rest.take_while(|(_, next)| next.role == Role::Assistant && !thinks(next)).peekable();
            let left = |(message, _): (usize, &Message)| gone.binary_search(&PartAt { message, part: 0 }).is_err();
            if led.peek().is_some() && !led.any(left) {
                thoughts.push(PartAt { message: number, part: 0 });
            }
        }
        gone.append(&mut thoughts);
        gone = in_order(gone);
    }
    gone
}

fn in_order(parts: Vec<PartAt>) -> Vec<PartAt> {
    ordered(parts, |at| at.number())
}

/// Counts calls and messages that leave, and UTF-16 units that leave with them without a decision.
pub(crate) fn leaving<T: Tree>(inventory: &Inventory<'_, T>, choices: &[Option<Choice>]) -> (u64, u64, u64) {
    let folded = |(item, choice): &(&Item, &Option<Choice>)| {
        matches!(item.kind, ItemKind::Result(_)) && choice.as_ref().is_some_and(|choice| choice.rung == Rung::Folded)
    };
    let calls = inventory.items.iter().zip(choices).filter(folded).count() as u64;
    if calls == 0 {
        return (0, 0, 0);
    }
    let gone = gone(inventory, choices);
    let left = |at: PartAt| gone.binary_search(&at).is_ok();
    let repeats = inventory.pairs.repeats().filter(|(at, _)| left(*at));
    let mut units: u64 = repeats.filter_map(|(at, _)| inventory.part(at)).map(|part| part.units as u64).sum();
    let mut messages = 0;
    for (number, message) in inventory.conversation.messages.iter().enumerate() {
        let left = |part: usize| gone.binary_search(&PartAt { message: number, part }).is_err();
        let parts = || message.parts.iter().enumerate().filter(|(part, _)| left(*part));
        if parts().count() < message.parts.len() && !parts().any(|(_, held)| says(held)) {
            messages += 1;
            units += parts().map(|(_, held)| held.units as u64).sum::<u64>();
        }
    }
    (calls, messages, units)
}

/// The messages without folded exchanges, and with the summary. One that came back and `stays` is not made again.
pub(crate) fn draft<T: Tree>(
    inventory: &Inventory<'_, T>,
    options: &CompactOptions,
    choices: &[Option<Choice>],
    folding: &Folding,
    stays: bool,
) -> Vec<Message> {
    let gone = gone(inventory, choices);
    let mut messages: Vec<Message> = Vec::new();
    let merges = inventory.conversation.format.has(Quirk::CallsFollowUser);
    let mut parted = false;
    for (number, message) in inventory.conversation.messages.iter().enumerate() {
        if number == folding.before as usize && !stays {
            // Behind an answer of the model no turn of calls may come.
            let by_assistant = options.summary_role == SummaryRole::Assistant && !merges;
            messages.append(&mut summary_messages(
                &folding.text,
                by_assistant,
                answers(options, inventory.conversation.format),
            ));
        }
        if inventory.block.contains(&number) && !stays {
            parted = true;
            continue;
        }
        let mut kept = message.clone();
        let mut part = 0;
        kept.parts.retain(|_| {
            let at = PartAt { message: number, part };
            part += 1;
            gone.binary_search(&at).is_err()
        });
        let is_silent = !kept.parts.iter().any(says);
        let part_left = kept.parts.len() < message.parts.len();
        if part_left && is_silent {
            parted = true;
            continue;
        }
        // A turn of calls must follow a user turn, so earlier assistant text is merged into it.
        let joins = merges && parted && kept.role == Role::Assistant && kept.has_calls();
        while joins
            && let Some(before) = messages.pop_if(|before| before.role == Role::Assistant && before.from.is_some())
        {
            let moved = before.parts.into_iter().map(|part| Part { flags: part.flags.with(Flags::MOVED), ..part });
            kept.parts.splice(0..0, moved);
        }
        parted = part_left || (parted && kept.role == Role::Assistant);
        messages.push(kept);
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
    let text = String::from(text);
    if by_assistant {
        return vec![message(Role::Assistant, Made::Answer(text))];
    }
    let mut messages = vec![message(Role::User, Made::Text(text))];
    if answered {
        messages.push(message(Role::Assistant, Made::Answer(String::from(ACKNOWLEDGED))));
    }
    messages
}
