//! The cost of a step: the first message that changes, and what a prompt cache has to read again.

use alloc::vec;
use alloc::vec::Vec;

use crate::compact::inventory::Inventory;
use crate::compact::left::Left;
use crate::compact::plan::rung::Choice;
use crate::compact::report::{CompactionReport, ConversationSize};
use crate::compact::step::Step;
use crate::compact::summary::{Folding, answers};
use crate::tree::Tree;

/// Form of the messages to send: the choices, and the block or summary in place of exchanges that left.
pub(crate) type Form<'f> = (&'f [Option<Choice>], Option<&'f Folding>);

/// A message that is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sent {
    /// A block, a summary, or the answer to it.
    Ours,
    /// A message, and the first of those of which it takes the parts.
    Theirs { first: usize, message: usize },
}

impl Step<'_> {
    /// Fills the cost of sending `now` in place of `was`, and what it saves with each request.
    pub(crate) fn cost<T: Tree>(
        &self,
        inventory: &Inventory<'_, T>,
        (was, was_size): (Form<'_>, ConversationSize),
        (now, now_size): (Form<'_>, ConversationSize),
        report: &mut CompactionReport,
    ) {
        report.stable_prefix = now_size.chars;
        if was == now && inventory.again.is_empty() {
            return;
        }
        let left = Left::new(inventory, now.0);
        let sent = self.sent(inventory, &left, now.1);
        let before = self.sent(inventory, &Left::new(inventory, was.0), was.1);
        let Some(first) = first_changed(inventory, (&before, was), (&sent, now)) else { return };
        let (stable, rest) = sent.split_at(first.min(sent.len()));
        let from = rest.iter().find_map(|message| match message {
            Sent::Theirs { first, .. } => Some(*first),
            Sent::Ours => None,
        });
        let block = now.1.filter(|_| !stable.contains(&Sent::Ours)).map(|folding| &*folding.text);
        let from = from.unwrap_or(inventory.conversation.messages.len());
        let rest = self.sizes_from(inventory, now.0, &left, (from, block));
        report.first_changed_message = Some(first);
        report.stable_prefix = now_size.chars.saturating_sub(rest.chars);
        report.rebilled_tokens = rest.tokens.min(now_size.tokens);
        let prices = self.options.economics;
        let once = report.rebilled_tokens as f64 * (prices.cache_write - prices.cache_read).max(0.0);
        let saved = was_size.tokens.saturating_sub(now_size.tokens) as f64 * prices.cache_read;
        report.break_even_requests = (saved > 0.0).then(|| ceil(once / saved) as u64);
    }

    /// The messages that are sent, in order.
    fn sent<T: Tree>(&self, inventory: &Inventory<'_, T>, left: &Left, folding: Option<&Folding>) -> Vec<Sent> {
        let ours = 1 + usize::from(answers(self.options, inventory.conversation.format));
        let mut sent = Vec::with_capacity(inventory.conversation.messages.len() + ours);
        let mut first = None;
        for message in 0..inventory.conversation.messages.len() {
            if folding.is_some_and(|folding| folding.before as usize == message) {
                sent.extend(vec![Sent::Ours; ours]);
            }
            if left.is_message_gone(message) || inventory.block.contains(&message) {
                continue;
            }
            if left.is_merged(message) {
                first = first.or(Some(message));
            } else {
                sent.push(Sent::Theirs { first: first.take().unwrap_or(message), message });
            }
        }
        sent
    }
}

/// The position of the first message that differs.
fn first_changed<T: Tree>(
    inventory: &Inventory<'_, T>,
    (before, was): (&[Sent], Form<'_>),
    (sent, now): (&[Sent], Form<'_>),
) -> Option<usize> {
    let mut differs = vec![false; inventory.conversation.messages.len()];
    for (item, (old, new)) in inventory.items.iter().zip(was.0.iter().zip(now.0)) {
        if old.as_ref().map(|old| &old.text) != new.as_ref().map(|new| &new.text) {
            differs[item.at.message] = true;
        }
    }
    for thought in &inventory.again {
        differs[thought.message] = true;
    }
    let is_same_block = was.1.map(|folding| &folding.text) == now.1.map(|folding| &folding.text);
    let is_same = |(old, new): (&Sent, &Sent)| {
        old == new
            && match *new {
                Sent::Ours => is_same_block,
                Sent::Theirs { first, message } => !differs[first..=message].contains(&true),
            }
    };
    let same = before.iter().zip(sent).take_while(|pair| is_same(*pair)).count();
    (same < before.len() || same < sent.len()).then_some(same)
}

fn ceil(number: f64) -> f64 {
    let whole = number as u64 as f64;
    if whole < number { whole + 1.0 } else { whole }
}
