//! Lists the items of a conversation that can get smaller, and sums their sizes.

use alloc::string::String;

use crate::compact::inventory::{Counts, Inventory, Item, ItemKind};
use crate::compact::left::Left;
use crate::compact::measured::{Measured, Sums};
use crate::compact::plan::choices::none;
use crate::format::Conversation;
use crate::format::conversation::{Message, Part, PartAt, PartKind, Role};
use crate::source::utf16_len;
use crate::tree::Tree;

impl<'a, T: Tree> Inventory<'a, T> {
    pub(crate) fn list_items(&mut self) {
        let conversation: &'a Conversation<T> = self.conversation;
        let mut next = 0;
        let says = |part: &Part| part.kind == PartKind::Text && part.units > 0;
        let by_user = |(at, held): (usize, &Message)| {
            held.role == Role::User && !self.block.contains(&at) && held.parts.iter().any(says)
        };
        self.last_user = (0..conversation.messages.len())
            .rev()
            .find(|at| conversation.messages.get(*at).is_some_and(|held| by_user((*at, held))))
            .unwrap_or(0);
        let messages = (conversation.messages.len() - self.block.len()).saturating_sub(self.live.from.message);
        self.counts = Counts { messages: messages as u64, ..Counts::default() };
        for at in 0..self.measured.len() {
            let measured = self.measured[at];
            if self.block.contains(&measured.at.message) {
                continue;
            }
            let is_call = matches!(measured.kind, PartKind::Call | PartKind::Exchange);
            if measured.at < self.live.from {
                next += usize::from(is_call);
                continue;
            }
            self.fixed += measured.thought + measured.more;
            if is_call {
                self.call_items(next, &measured);
                next += 1;
            } else if let Some(kind) = self.item_kind(&measured).filter(|_| self.is_free(measured.at)) {
                self.item(kind, &measured);
            } else {
                self.fixed += measured.units;
            }
            self.counts.media += measured.media + measured.more_media;
        }
        let Sums { chars, .. } = self.sums(&none(self), (&Left::default(), 0));
        self.chars = chars;
    }

    /// How a part that is no call can get smaller, if it can.
    fn item_kind(&self, measured: &Measured) -> Option<ItemKind> {
        let Measured { at, kind, role, .. } = *measured;
        match kind {
            PartKind::Result => {
                let exchange = self.pairs.number_of(at)?;
                let call = self.calls.get(exchange)?;
                (call.result == Some(at)).then_some(ItemKind::Result(exchange))
            }
            PartKind::Text => {
                let may = self.cuts_users && role == Role::User && at.message < self.last_user;
                (role == Role::Assistant || may).then_some(ItemKind::Text)
            }
            PartKind::Thinking => self.may_leave(at).then_some(ItemKind::Thinking),
            PartKind::Media => Some(ItemKind::Media),
            _ => None,
        }
    }

    /// Returns `true` for a part that may change: not a summary of the provider's, and not what follows it directly.
    fn is_free(&self, at: PartAt) -> bool {
        at.message >= self.live.free
    }

    fn call_items(&mut self, exchange: usize, measured: &Measured) {
        self.counts.calls += 1;
        let Some(call) = self.calls.get(exchange) else { return };
        let (name, written) = (utf16_len(call.original_name()) as u64, utf16_len(call.original_args()) as u64);
        let result_here = call.result == Some(measured.at);
        let free = self.is_free(measured.at);
        self.fixed += name;
        if free {
            let at = measured.at;
            let kind = ItemKind::Args(exchange);
            self.items.push(Item { kind, at, full: written, now: written, text: written, media: 0 });
        } else {
            self.fixed += written;
        }
        if result_here && free {
            self.item(ItemKind::Result(exchange), measured);
        } else {
            self.fixed += measured.units;
        }
    }

    fn item(&mut self, kind: ItemKind, measured: &Measured) {
        let Measured { at, units, media, .. } = *measured;
        if let ItemKind::Result(call) = kind
            && let Some(call) = self.calls.get_mut(call)
        {
            call.media = media;
        }
        self.items.push(Item { kind, at, full: units, now: units, text: units, media });
    }

    /// The line in place of an image or a file: type, title and size; none where no text can be put.
    pub(crate) fn label(&self, at: PartAt) -> Option<String> {
        let node = self.node(self.part(at)?)?;
        Some(crate::format::sized_label(&node, |text| self.quote(text)))
    }
}
