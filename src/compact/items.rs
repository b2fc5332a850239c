//! Lists the items of a conversation that can get smaller, and sums their sizes.

use alloc::string::String;

use crate::compact::call::ArgsKind;
use crate::compact::inventory::{Counts, Inventory, Item, ItemKind, media_of};
use crate::format::Conversation;
use crate::format::conversation::{Message, Part, PartAt, PartKind, Role};
use crate::source::utf16_len;
use crate::tree::{Key, Shape, Tree};

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
        let messages = conversation.messages.len() - self.block.len();
        self.counts = Counts { messages: messages as u64, ..Counts::default() };
        for (message, held) in conversation.messages.iter().enumerate() {
            if self.block.contains(&message) {
                continue;
            }
            for (part, what) in held.parts.iter().enumerate() {
                let at = PartAt { message, part };
                let units = what.units as u64;
                match what.kind {
                    PartKind::Call | PartKind::Exchange => {
                        let exchange = next;
                        next += 1;
                        self.call_items(exchange, at, what);
                    }
                    PartKind::Result => {
                        let exchange = self.pairs.number_of(at).filter(|exchange| {
                            self.calls.get(*exchange).is_some_and(|call| call.writable && call.result == Some(at))
                        });
                        self.chars += units;
                        if let Some(exchange) = exchange {
                            self.item(ItemKind::Result(exchange), at, units);
                            continue;
                        }
                        self.fixed += units;
                        // The call may be in messages outside of this range.
                        if self.pairs.number_of(at).is_none() {
                            self.counts.media += media_of(self.root, conversation, what);
                        }
                    }
                    PartKind::Text => {
                        self.chars += units;
                        let may = self.cuts_users && held.role == Role::User && message < self.last_user;
                        if held.role == Role::Assistant || may {
                            self.item(ItemKind::Text, at, units);
                        } else {
                            self.fixed += units;
                        }
                    }
                    PartKind::Thinking => {
                        self.chars += units;
                        let speaks = |at: usize| {
                            conversation.messages.get(at).is_some_and(|message| message.role == Role::Assistant)
                        };
                        // A reasoning item of its own counts with its neighbours if they are the assistant's.
                        let others = held.parts.iter().any(|part| part.kind != PartKind::Thinking);
                        let alone =
                            held.parts.len() == 1 && (speaks(message + 1) || (message > 0 && speaks(message - 1)));
                        let droppable =
                            if conversation.format.has_items() { self.is_loose(message) } else { others || alone };
                        if message < self.last_thought.start && droppable {
                            self.item(ItemKind::Thinking, at, units);
                        } else {
                            self.fixed += units;
                        }
                    }
                    PartKind::Media => {
                        self.counts.media += 1;
                        self.item(ItemKind::Media, at, 0);
                    }
                    _ => {}
                }
            }
        }
    }

    /// True of reasoning whose item nobody asks for: what follows it has no id by which the provider would know that it
    /// belongs to it.
    pub(crate) fn is_loose(&self, message: usize) -> bool {
        let next = self.conversation.messages.get(message + 1);
        let turn = self.conversation.messages.get(message + 1..).unwrap_or_default().iter().take_while(|next| {
            next.role == Role::Assistant && next.parts.first().is_none_or(|part| part.kind != PartKind::Thinking)
        });
        let at = |from: Option<u32>| self.root.item(Key::This, from? as usize);
        next.is_some_and(|next| next.role == Role::Assistant)
            && turn.into_iter().all(|next| at(next.from).is_some_and(|node| !node.has(Key::Id)))
    }

    pub(crate) fn call_items(&mut self, exchange: usize, at: PartAt, part: &Part) {
        self.counts.calls += 1;
        let Some(call) = self.calls.get(exchange) else { return };
        let (name, written) = (utf16_len(call.original_name()) as u64, utf16_len(call.original_args()) as u64);
        let held = call.args_kind != ArgsKind::Fixed;
        let plain = call.plain_units();
        let (result_here, writable) = (call.result == Some(at), call.writable);
        self.counts.media += call.media;
        self.fixed += name;
        self.chars += name + plain;
        if held {
            self.item(ItemKind::Args(exchange), at, written);
        } else {
            self.fixed += written;
        }
        if result_here {
            let units = part.units as u64;
            self.chars += units;
            if writable {
                self.item(ItemKind::Result(exchange), at, units);
            } else {
                self.fixed += units;
            }
        }
    }

    pub(crate) fn item(&mut self, kind: ItemKind, at: PartAt, units: u64) {
        self.items.push(Item { kind, at, full: units, now: units, text: units });
    }

    /// The line in place of an image or a file: type and size; none where no text can be put.
    pub(crate) fn label(&self, at: PartAt) -> Option<String> {
        let node = self.node(self.part(at)?)?;
        let within = [Key::Source, Key::InlineData, Key::InlineDataSnake].into_iter().filter_map(|key| node.child(key));
        let held = within.chain([node]).flat_map(|node| [Key::Data, Key::Image].map(|key| node.shape(key)));
        let bytes = held.into_iter().find_map(|shape| match shape {
            Shape::Bytes(bytes) => Some(bytes),
            // Base64.
            Shape::Text(units) => Some(units / 4 * 3),
            _ => None,
        });
        let Some(bytes) = bytes else { return Some(self.quote(&crate::format::media_label(&node))) };
        let size = crate::number::grouped((bytes as u64).div_ceil(1000));
        Some(crate::forms::SIZED_MEDIA.with(&[&self.quote(&crate::format::media_word(&node)), &size]))
    }
}
