//! Computes the changes that turn the original into the conversation as it is now.

use super::Conversation;
use super::change::Setting;
use super::openai_chat::drop_copies;
use super::prelude::*;
use super::problem::push_steps;
use super::write::original;
use crate::format::conversation::Made;
use crate::order::ordered;

/// Messages as they are to be.
pub(crate) struct Draft<'a, T: Tree> {
    pub(crate) messages: &'a [Message],
    pub(crate) words: &'a T::Words,
}

impl<'a, T: Tree> Draft<'a, T> {
    pub(crate) fn of(conversation: &'a Conversation<T>) -> Self {
        Self { messages: &conversation.messages, words: &conversation.words }
    }
}

/// The changes, by position in the original, in its order.
pub(crate) fn diff<T: Tree>(
    writer: &Writer<'_, T>,
    now: Draft<'_, T>,
    settings: &[Setting],
    dropped: &[(Place, Vec<Step>)],
) -> Vec<Change> {
    let gone_messages = vec![false; writer.original.len()];
    let by_place = ordered(settings.iter().collect::<Vec<_>>(), |setting| number(&setting.place));
    let mut diff =
        Diff { writer, now, settings, by_place, dropped, changes: Vec::new(), gone: Vec::new(), gone_messages };
    diff.messages();
    diff.members();
    diff.changes
}

struct Diff<'a, 'w, T: Tree> {
    writer: &'a Writer<'w, T>,
    now: Draft<'a, T>,
    settings: &'a [Setting],
    by_place: Vec<&'a Setting>,
    dropped: &'a [(Place, Vec<Step>)],
    changes: Vec<Change>,
    /// Places that are gone, with what was set in them.
    gone: Vec<Place>,
    /// True for dropped messages, by index.
    gone_messages: Vec<bool>,
}

impl<T: Tree> Diff<'_, '_, T> {
    fn messages(&mut self) {
        let now: Draft<'_, T> = Draft { messages: self.now.messages, words: self.now.words };
        let mut kept = vec![false; self.writer.original.len()];
        for from in now.messages.iter().filter(|message| !message.moved).filter_map(|message| message.from) {
            if let Some(kept) = kept.get_mut(from as usize) {
                *kept = true;
            }
        }
        // Messages that are new stand before the next one that was there.
        let mut next: Vec<usize> = Vec::with_capacity(now.messages.len());
        let mut coming = self.writer.original.len();
        for message in now.messages.iter().rev() {
            if let (Some(from), false) = (message.from, message.moved) {
                coming = from as usize;
            }
            next.push(coming);
        }
        next.reverse();
        for (at, _) in kept.iter().enumerate().filter(|(_, kept)| !**kept) {
            self.changes.push(Change::Drop(alloc::format!("/{at}")));
            if let Some(gone) = self.gone_messages.get_mut(at) {
                *gone = true;
            }
        }
        for (message, before) in now.messages.iter().zip(next) {
            if let (Some(from), false) = (message.from, message.moved) {
                self.parts(message, from as usize);
            } else {
                let new = self.message(message);
                self.changes.push(Change::InsertMessage(before, new));
            }
        }
    }

    /// Writes a new message.
    fn message(&mut self, message: &Message) -> New {
        if let (Some(from), Some(place)) = (message.from, message.parts.first().and_then(|part| part.place)) {
            // All of the message, with what was set in the member that holds everything.
            let New::Original(_, set) = self.original(place) else { return New::List(Vec::new()) };
            let inner = message.inner.map(|inner| alloc::format!("/{}", inner.name())).unwrap_or_default();
            let set = set.into_iter().map(|(path, new)| (inner.clone() + &path, new)).collect();
            return New::Original(alloc::format!("/{from}"), set);
        }
        if let [part] = message.parts.as_slice()
            && message.content != Content::List
        {
            return self.made(part);
        }
        let parts = message.parts.iter().map(|part| self.part(part)).collect();
        self.writer.rules().speech(self.writer, self.writer.format.facts().result_role, parts)
    }

    fn part(&mut self, part: &Part) -> New {
        match part.place {
            Some(place) => self.original(place),
            None => self.made(part),
        }
    }

    fn made(&self, part: &Part) -> New {
        let rules = self.writer.rules();
        match &part.made {
            Some(Made::Result(body)) => {
                // The call determines how its result is written.
                let call = Part { kind: PartKind::Call, place: part.answers, ..part.clone() };
                self.writer.result(&call, body, self.now.words)
            }
            Some(Made::Text(body)) => rules.new_message(self.writer, Role::User, body),
            Some(Made::Answer(body)) => rules.new_message(self.writer, Role::Assistant, body),
            None => New::Text(String::new()),
        }
    }

    /// Writes a part of the original, with the changes in it.
    fn original(&mut self, place: Place) -> New {
        self.gone.push(place);
        let from = self.by_place.partition_point(|setting| number(&setting.place) < number(&place));
        let near = self.by_place.iter().skip(from).take_while(|setting| number(&setting.place) == number(&place));
        let own = near.filter(|setting| setting.place == place);
        if let Some(whole) = own.clone().find(|setting| setting.steps.is_empty()) {
            return whole.value.clone();
        }
        let set = own.map(|setting| (pointer_within(&setting.steps), setting.value.clone())).collect();
        New::Original(original(place), set)
    }

    fn parts(&mut self, message: &Message, from: usize) {
        let Some(before) = self.writer.original.get(from) else { return };
        let stays =
            |part: &Part| part.place.is_some_and(|place| place.message as usize == from) && !part.has(Flags::MOVED);
        let chat_calls = |part: &Part| part.place.is_some_and(|place| place.member == Some(Key::ToolCalls));
        let no_call_left = before.parts.iter().any(chat_calls) && !message.parts.iter().any(chat_calls);
        if no_call_left {
            let place = before.place(Some(Key::ToolCalls), None);
            self.changes.push(Change::Drop(pointer(place, &[])));
            self.changes.extend(drop_copies(self.writer.root, before.place(None, None)));
        }
        // Remaining parts keep their order.
        let mut staying = message.parts.iter().filter(|part| stays(part)).filter_map(|part| part.place).peekable();
        for part in &before.parts {
            let Some(place) = part.place else { continue };
            if staying.next_if_eq(&place).is_some() {
                continue;
            }
            if let Some(copy) = part.copy_place() {
                self.changes.push(Change::Drop(pointer(copy, &[])));
                self.gone.push(copy);
            }
            if no_call_left && chat_calls(part) {
                self.gone.push(place);
                continue;
            }
            self.changes.push(Change::Drop(pointer(place, &[])));
            self.gone.push(place);
        }
        // Parts that are new in the list stand before the next one that was there.
        let mut coming = before.parts.len();
        let mut inserts = Vec::new();
        for part in message.parts.iter().rev() {
            match part.place.filter(|_| stays(part)).and_then(|place| place.index) {
                Some(index) => coming = index as usize,
                None if part.place.is_none() || !stays(part) => inserts.push((coming, part)),
                None => {}
            }
        }
        for (at, part) in inserts.into_iter().rev() {
            let member = self.writer.format.facts().parts;
            let path = pointer(before.place(Some(member), Some(at)), &[]);
            let new = self.part(part);
            self.changes.push(Change::InsertPart(path, new));
        }
    }

    /// Sets members of messages and parts that stay in place.
    fn members(&mut self) {
        let places = ordered(core::mem::take(&mut self.gone), number);
        let gone = |place: Place| {
            let from = places.partition_point(|other| number(other) < number(&place));
            let near = places.iter().skip(from).take_while(|other| number(other) == number(&place));
            near.into_iter().any(|other| *other == place)
                || self.gone_messages.get(place.message as usize) == Some(&true)
        };
        let mut changes = Vec::new();
        for (place, steps) in self.dropped.iter().filter(|(place, _)| !gone(*place)) {
            changes.push(Change::Drop(pointer(*place, steps)));
        }
        for setting in self.settings.iter().filter(|setting| !gone(setting.place)) {
            let path = pointer(setting.place, &setting.steps);
            changes.push(match &setting.value {
                New::Text(text) => Change::Text(path, text.clone()),
                value => Change::Set(path, value.clone()),
            });
        }
        self.changes.append(&mut changes);
    }
}

/// Hash of a place; collisions are rare and harmless.
fn number(place: &Place) -> u64 {
    (u64::from(place.message) << 32) | u64::from(place.index.unwrap_or(u32::MAX))
}

/// A JSON Pointer from a part on.
fn pointer_within(steps: &[Step]) -> String {
    let mut path = String::new();
    push_steps(&mut path, steps);
    path
}
