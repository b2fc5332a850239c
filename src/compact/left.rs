//! The parts and messages that are left of a conversation with given choices.

use alloc::vec;
use alloc::vec::Vec;

use crate::compact::call::CallAt;
use crate::compact::inventory::{Counts, Inventory, Item, ItemKind};
use crate::compact::plan::rung::{Choice, Rung};
use crate::compact::size::beside;
use crate::format::Quirk;
use crate::format::conversation::{Message, Part, PartAt, PartKind, Role};
use crate::format::intact::says;
use crate::order::ordered;
use crate::tree::Tree;

/// Parts and messages that leave a conversation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Left {
    /// Parts that leave, in order: those that were chosen to, and those that say nothing without them.
    gone: Vec<PartAt>,
    /// Messages that leave, in order.
    gone_messages: Vec<usize>,
    /// Messages of which the next one that stays takes the parts, in order.
    merged: Vec<usize>,
}

impl Left {
    pub(crate) fn new<T: Tree>(inventory: &Inventory<'_, T>, choices: &[Option<Choice>]) -> Self {
        let leaves = |choice: &Option<Choice>| choice.as_ref().is_some_and(|choice| choice.text.is_none());
        if !choices.iter().any(leaves) {
            return Self::default();
        }
        let folded = |(item, choice): (&Item, &Option<Choice>)| match (item.kind, choice) {
            (ItemKind::Result(call), Some(Choice { rung: Rung::Folded, .. })) => inventory.calls.get(call),
            _ => None,
        };
        let first = inventory.items.iter().zip(choices).filter_map(folded).map(|call| call.at.message).min();
        let chosen = chosen(inventory, choices);
        let merges = first.is_some() && inventory.conversation.format.has(Quirk::CallsFollowUser);
        let mut left = Self { gone: Vec::with_capacity(chosen.len()), ..Self::default() };
        let (mut parted, mut turn) = (false, Vec::new());
        let mut next = 0;
        for (number, message) in inventory.conversation.messages.iter().enumerate() {
            let from = next;
            next += chosen[from..].iter().take_while(|at| at.message == number).count();
            let own = &chosen[from..next];
            let stays = |part: &usize| own.binary_search(&PartAt { message: number, part: *part }).is_err();
            let kept = || (0..message.parts.len()).filter(stays).filter_map(|part| message.parts.get(part));
            let is_over = if first.is_some() { !kept().any(says) } else { kept().next().is_none() };
            if first == Some(number) {
                turn.clear();
            }
            if inventory.block.contains(&number) {
                turn.clear();
                parted = true;
                continue;
            }
            if !own.is_empty() && is_over {
                // With what the message has beside its parts.
                left.gone.extend((0..=message.parts.len()).map(|part| PartAt { message: number, part }));
                left.gone_messages.push(number);
                parted = true;
                continue;
            }
            left.gone.extend_from_slice(own);
            let speaker = message.role == Role::Assistant;
            // A turn of calls must follow a user turn, so earlier assistant text is merged into it.
            if merges && parted && speaker && kept().any(Part::is_call) {
                left.merged.append(&mut turn);
            }
            if speaker {
                turn.push(number);
            } else {
                turn.clear();
            }
            parted = !own.is_empty() || (parted && speaker);
        }
        left
    }

    /// Returns `true` for a part that leaves.
    pub(crate) fn is_gone(&self, at: PartAt) -> bool {
        self.gone.binary_search(&at).is_ok()
    }

    pub(crate) fn is_message_gone(&self, message: usize) -> bool {
        self.gone_messages.binary_search(&message).is_ok()
    }

    pub(crate) fn is_merged(&self, message: usize) -> bool {
        self.merged.binary_search(&message).is_ok()
    }

    /// The number of messages from `from` on.
    pub(crate) fn messages<T: Tree>(&self, inventory: &Inventory<'_, T>, from: usize) -> u64 {
        let from = from.max(inventory.live.from.message);
        let later = |numbers: &[usize]| numbers.len() - numbers.partition_point(|number| *number < from);
        let block = inventory.block.clone().filter(|message| *message >= from).count();
        let messages = inventory.conversation.messages.len().saturating_sub(from + block);
        messages.saturating_sub(later(&self.gone_messages) + later(&self.merged)) as u64
    }
}

/// The parts that were chosen to leave, and reasoning items whose calls have all left.
fn chosen<T: Tree>(inventory: &Inventory<'_, T>, choices: &[Option<Choice>]) -> Vec<PartAt> {
    let mut gone: Vec<PartAt> = Vec::new();
    let mut folds = false;
    for (item, choice) in inventory.items.iter().zip(choices) {
        if choice.as_ref().is_some_and(|choice| choice.text.is_none()) {
            match item.kind {
                ItemKind::Args(call) | ItemKind::Result(call) => {
                    folds = true;
                    gone.push(inventory.calls[call].at);
                    gone.extend(inventory.calls[call].result);
                }
                _ => gone.push(item.at),
            }
        }
    }
    let mut gone = in_order(gone);
    let approvals = approvals(inventory, &gone);
    if !approvals.is_empty() {
        gone = in_order([gone, approvals].concat());
    }
    // So do all results of a call.
    let repeats = inventory.pairs.repeats().filter(|(_, call)| gone.binary_search(call).is_ok());
    let repeats: Vec<PartAt> = repeats.map(|(at, _)| at).collect();
    if !repeats.is_empty() {
        gone = in_order([gone, repeats].concat());
    }
    if folds && inventory.conversation.format.has_items() {
        let messages = &inventory.conversation.messages;
        let thinks = |message: &Message| message.parts.first().is_some_and(|part| part.kind == PartKind::Thinking);
        let mut thoughts = Vec::new();
        for (number, _) in messages.iter().enumerate().filter(|(_, message)| thinks(message)) {
            let count = inventory.led(number).count();
            let left = |message| gone.binary_search(&PartAt { message, part: 0 }).is_err();
            let led = || number + 1..=number + count;
            let calls =
                || led().filter(|message| messages.get(*message).is_some_and(|led| led.parts.iter().any(is_call)));
            // What it is followed by has to be what it led to, and without its calls nobody wants it back.
            let is_done = || !left(number + 1) || calls().next().is_some() && !calls().any(left);
            if count > 0 && (inventory.is_loose(number) && is_done() || !led().any(left)) {
                thoughts.push(PartAt { message: number, part: 0 });
            }
        }
        gone.append(&mut thoughts);
        gone = in_order(gone);
    }
    gone
}

/// Returns `true` for a call, also one that the provider ran itself.
fn is_call(part: &Part) -> bool {
    matches!(part.kind, PartKind::Call | PartKind::Exchange)
}

/// Requests for an approval of calls that leave, and the answers to them.
fn approvals<T: Tree>(inventory: &Inventory<'_, T>, gone: &[PartAt]) -> Vec<PartAt> {
    let parts = || {
        inventory.conversation.messages.iter().enumerate().flat_map(|(message, held)| {
            held.parts.iter().enumerate().map(move |(part, held)| (PartAt { message, part }, held))
        })
    };
    let is_of = |kind: PartKind| parts().filter(move |(_, part)| part.kind == kind);
    if is_of(PartKind::Approval).next().is_none() {
        return Vec::new();
    }
    let calls: Vec<_> = gone.iter().filter_map(|at| inventory.part(*at)?.id).collect();
    let asked: Vec<_> =
        is_of(PartKind::Approval).filter(|(_, part)| part.name.is_some_and(|call| calls.contains(&call))).collect();
    let answers = |part: &Part| part.id.is_some() && asked.iter().any(|(_, request)| request.id == part.id);
    let replies = is_of(PartKind::ApprovalReply).filter(|(_, part)| answers(part)).map(|(at, _)| at);
    replies.chain(asked.iter().map(|(at, _)| *at)).collect()
}

fn in_order(parts: Vec<PartAt>) -> Vec<PartAt> {
    let mut parts = ordered(parts, |at| at.number());
    parts.dedup();
    parts
}

/// UTF-16 units of reasoning that cannot be dropped, but leaves when all calls beside it do: for the first of these calls.
pub(crate) fn thoughts<T: Tree>(inventory: &Inventory<'_, T>) -> Vec<u64> {
    let mut units = vec![0; inventory.calls.len()];
    let messages = &inventory.conversation.messages;
    let thinks = |part: &Part| part.kind == PartKind::Thinking;
    for (message, held) in messages.iter().enumerate().filter(|(_, held)| held.parts.iter().any(thinks)) {
        let fixed = |part: &usize| {
            let at = PartAt { message, part: *part };
            inventory.items.binary_search_by(|item| item.at.cmp(&at)).is_err()
        };
        let thoughts = held.parts.iter().enumerate().filter(|(part, held)| thinks(held) && fixed(part));
        let thoughts: u64 = thoughts.map(|(_, held)| held.units as u64).sum();
        let leaves = if inventory.conversation.format.has_items() {
            let led = || inventory.led(message).flat_map(|next| &next.parts);
            let is_loose = inventory.is_loose(message);
            led().any(is_call) && led().all(|part| is_call(part) || is_loose && part.kind == PartKind::Text)
        } else {
            let last = held.parts.iter().rposition(is_call);
            last.is_some_and(|last| {
                let beside = |(at, part): (usize, &Part)| {
                    is_call(part) || thinks(part) || (part.kind == PartKind::Text && (at < last || part.units == 0))
                };
                held.parts.iter().enumerate().all(beside)
            })
        };
        let next = inventory.calls.partition_point(|call| call.at < PartAt { message, part: 0 });
        if let (true, Some(units)) = (leaves, units.get_mut(next)) {
            *units += thoughts;
        }
    }
    units
}

/// UTF-16 units that stand for the tokens besides texts of each call and of the messages that leave with it.
pub(crate) fn structure<T: Tree>(inventory: &Inventory<'_, T>) -> Vec<u64> {
    let mut last = (None, None);
    let mut units = |call: &CallAt| {
        let (asks, answers) = (Some(call.at.message), call.result.map(|result| result.message));
        let messages = u64::from(last.0 != asks) + u64::from(answers.is_some() && answers != asks && last.1 != answers);
        last = (asks, answers);
        (beside(Counts { messages, calls: 1, media: 0 }, 0) as f64 * inventory.token_units) as u64
    };
    inventory.calls.iter().map(&mut units).collect()
}
