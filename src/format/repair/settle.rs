//! Moves results to the place that their format requires, and inserts missing ones.

use super::{Action, Mending, made};
use crate::format::check::{Finding, Standing, standing};
use crate::format::conversation::Made;
use crate::format::pair::{Exchange, part_at, part_mut};
use crate::format::prelude::*;
use crate::format::write::NO_RESULT;

/// A result on its way to where it belongs.
enum Moving {
    /// It was somewhere.
    Part(Part),
    /// It is a message of its own.
    Message(Message),
}

impl<T: Tree> Mending<'_, T> {
    pub(super) fn settle<'f>(&mut self, found: impl Iterator<Item = &'f Finding>) {
        let pairs = self.now.pairs();
        let mut unanswerable: Vec<Place> = Vec::new();
        let mut moves: Vec<(usize, Option<Place>, Exchange)> = Vec::new();
        let groups_end = pairs.exchanges.last().map_or(0, |exchange| exchange.group + 1);
        let mut groups = vec![false; groups_end];
        for finding in found {
            let Subject::Part(at) = finding.subject else { continue };
            let Some(exchange) = pairs.exchange_of(at) else { continue };
            let Some(call) = part_at(&self.now.messages, exchange.call) else { continue };
            if call.kind == PartKind::Exchange {
                self.note(finding, Action::Changed);
                self.close(exchange.call);
                continue;
            }
            if exchange.result.is_none() && !self.writer.can_answer(call) {
                unanswerable.extend(call.place);
                self.note(finding, Action::Dropped);
                continue;
            }
            self.note(finding, if exchange.result.is_some() { Action::Moved } else { Action::Inserted });
            if let Some(group) = groups.get_mut(exchange.group) {
                *group = true;
            }
        }
        let mut ends = vec![0; groups_end];
        for exchange in &pairs.exchanges {
            if let Some(end) = ends.get_mut(exchange.group) {
                *end = exchange.call.message;
            }
        }
        // A group moves together: the order of its results is that of its calls.
        for exchange in pairs.exchanges.iter().filter(|exchange| groups.get(exchange.group) == Some(&true)) {
            let call = part_at(&self.now.messages, exchange.call);
            if call.and_then(|call| call.place).is_some_and(|place| unanswerable.contains(&place)) {
                continue;
            }
            let place = exchange.result.and_then(|at| part_at(&self.now.messages, at)?.place);
            let right = exchange.result.is_some_and(|result| {
                standing(self.now.format, &self.now.messages, exchange.call, result) == Standing::Right
            });
            if !right && call.is_some_and(Part::is_call) {
                // Items of one group are answered together, behind the last.
                let items = self.now.format.has_items();
                let last = if items { ends.get(exchange.group).copied() } else { None };
                moves.push((last.unwrap_or(exchange.call.message), place, exchange.clone()));
            }
        }
        self.carry_out(moves);
        for place in unanswerable {
            self.drop_call(place);
        }
    }

    /// Takes results out and puts them, or new ones, behind the messages of their calls.
    fn carry_out(&mut self, moves: Vec<(usize, Option<Place>, Exchange)>) {
        let mut behind: Vec<(usize, Vec<Moving>)> = Vec::new();
        // New results are made first: places within messages are those of now until something is taken out.
        let moves = moves.into_iter().map(|(call_message, place, exchange)| {
            let new = place.is_none().then(|| self.new_result(&exchange));
            (call_message, place, new)
        });
        for (call_message, place, new) in moves.collect::<Vec<_>>() {
            let moving = place.and_then(|place| self.take(place)).or(new);
            // Exchanges come in the order of their calls.
            match behind.last_mut() {
                Some((last, held)) if *last == call_message => held.extend(moving),
                _ => behind.push((call_message, moving.into_iter().collect())),
            }
        }
        for (call_message, moving) in behind.into_iter().rev() {
            self.put(call_message, moving);
        }
        self.now.messages.retain(|message| message.content != Content::Taken);
    }

    /// Creates a result that states that none was recorded.
    fn new_result(&self, exchange: &Exchange) -> Moving {
        let mut part = Part::made(PartKind::Result, Made::Result(String::from(NO_RESULT)));
        if let Some(call) = part_at(&self.now.messages, exchange.call) {
            part.flags = part.flags.when(call.has(Flags::NAMELESS), Flags::NAMELESS);
            part.id = call.id;
            part.name = call.name;
            // The writer reads the call.
            part.answers = call.place;
        }
        self.as_moving(part)
    }

    fn as_moving(&self, part: Part) -> Moving {
        if !self.now.format.has(Quirk::WholeResults) {
            return Moving::Part(part);
        }
        Moving::Message(made(Role::Tool, Content::Whole, vec![part]))
    }

    fn take(&mut self, place: Place) -> Option<Moving> {
        let holds = |part: &Part| part.place == Some(place);
        // Nothing was inserted since they were read but what repairs before put in.
        let held = |message: &Message| message.parts.iter().any(holds);
        let near = (place.message as usize).min(self.now.messages.len().saturating_sub(1));
        let is_near = self.now.messages.get(near).is_some_and(held);
        let at = if is_near { near } else { self.now.messages.iter().position(held)? };
        let message = self.now.messages.get_mut(at)?;
        if message.content == Content::Whole {
            let taken = Message { moved: true, ..message.clone() };
            // Removed in the end: places of messages stay as they are until then.
            message.parts.clear();
            message.content = Content::Taken;
            return Some(Moving::Message(taken));
        }
        let part = message.parts.iter().position(holds)?;
        let part = message.parts.remove(part);
        message.gave = true;
        if message.parts.is_empty() {
            message.content = Content::Taken;
        }
        Some(Moving::Part(part))
    }

    fn put(&mut self, call_message: usize, moving: Vec<Moving>) {
        let facts = self.now.format.facts();
        let mut at = (facts.results_at)(&self.now.messages, call_message);
        let mut parts = Vec::new();
        for one in moving {
            match one {
                Moving::Message(message) => {
                    self.now.messages.insert(at, message);
                    at += 1;
                }
                Moving::Part(part) => parts.push(part),
            }
        }
        if parts.is_empty() {
            return;
        }
        let role = facts.result_role;
        if let Some(message) = self.now.messages.get_mut(at)
            && message.role == role
            && message.content == Content::List
            && (message.has_results() || message.gave)
        {
            let leading = message.parts.iter().take_while(|part| part.kind == PartKind::Result).count();
            // In formats paired by name and position, new results belong to later calls than existing ones.
            let behind = message.parts.iter().rposition(Part::is_result).map_or(0, |last| last + 1);
            let first = if self.now.format.by_position() { behind } else { leading };
            for (offset, mut part) in parts.into_iter().enumerate() {
                part.flags = part.flags.with(Flags::MOVED);
                message.parts.insert(first + offset, part);
            }
            return;
        }
        self.now.messages.insert(at, made(role, Content::List, parts));
    }

    /// Drops a call that cannot be answered.
    fn drop_call(&mut self, place: Place) {
        let holds = |part: &Part| part.place == Some(place);
        let Some(at) = self.now.messages.iter().position(|message| message.parts.iter().any(holds)) else { return };
        let Some(message) = self.now.messages.get_mut(at) else { return };
        message.parts.retain(|part| !holds(part));
        if message.parts.is_empty() {
            self.now.messages.remove(at);
        }
    }

    /// A call that holds its own result gets one.
    fn close(&mut self, at: PartAt) {
        let part = part_mut(&mut self.now.messages, at);
        let Some(part) = part else { return };
        part.flags = part.flags.without(Flags::OPEN).with(Flags::ERROR);
        let Some(place) = part.place else { return };
        for (key, value) in [(Key::State, "output-error"), (Key::ErrorText, NO_RESULT)] {
            self.put_setting(place, vec![Step::Key(key)], New::Text(value.into()));
        }
        // An approval that was never given does not go with a call that ran.
        let approval = part_node(self.root, place).and_then(|node| node.child(Key::Approval));
        if approval.is_some_and(|approval| approval.shape(Key::Approved) != Shape::Flag(true)) {
            self.put_drop(place, vec![Step::Key(Key::Approval)]);
        }
    }
}
