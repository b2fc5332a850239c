//! Ids that are missing, not allowed or used twice become new ones, on the call and on all that refers to it.

use alloc::collections::BTreeMap;

use super::{Action, Mending};
use crate::format::check::Finding;
use crate::format::pair::{Exchange, part_at, part_mut};
use crate::format::prelude::*;

impl<T: Tree> Mending<'_, T> {
    pub(super) fn rename<'f>(&mut self, found: impl Iterator<Item = &'f Finding>) {
        let pairs = self.now.pairs();
        let mut taken = self.ids_in_use();
        let mut done = vec![false; pairs.exchanges.len()];
        for finding in found {
            let Subject::Part(at) = finding.subject else { continue };
            let Some(number) = pairs.number_of(at) else { continue };
            let (Some(exchange), Some(done)) = (pairs.exchanges.get(number), done.get_mut(number)) else { continue };
            if core::mem::replace(done, true) {
                continue;
            }
            let id = self.id_for(exchange, finding.rule, &mut taken);
            taken.entry(id.clone()).or_default();
            self.note(finding, Action::Changed);
            self.give(exchange, &id);
        }
    }

    /// The ids in use, each with the last number that was put behind it.
    fn ids_in_use(&self) -> BTreeMap<String, usize> {
        let mut ids = BTreeMap::new();
        // Collecting would sort them first, with a sort of its own.
        for id in self.now.messages.iter().flat_map(|message| &message.parts).filter_map(|part| part.id) {
            ids.insert(self.now.words.text(id), 0);
        }
        ids
    }

    /// The id that a call gets: as near to the one it has as can be.
    fn id_for(&self, exchange: &Exchange, rule: Rule, taken: &mut BTreeMap<String, usize>) -> String {
        let limits = &self.now.format.facts().limits;
        let id_of = |at: Option<PartAt>| Some(self.now.words.text(part_at(&self.now.messages, at?)?.id?));
        let known = id_of(Some(exchange.call)).or_else(|| id_of(exchange.result));
        let known = known.unwrap_or_default();
        // The other half may have an id, and it is the one, unless another call has it; a number may only have to be a
        // text.
        let word = part_at(&self.now.messages, exchange.call).and_then(|call| call.id);
        let fits = limits.allows_id(&known) && !known.is_empty();
        let free = || {
            let mut calls = self.now.messages.iter().flat_map(Message::calls).filter_map(|call| call.id);
            word.is_some() || !calls.any(|id| self.now.words.text(id) == known)
        };
        if fits && (rule == Rule::InvalidCallId || (rule == Rule::MissingCallId && free())) {
            return known;
        }
        let longest = limits.longest_id.min(256);
        let allowed = |c: char| if limits.plain_id && !is_plain_char(c) { '_' } else { c };
        let base: String = known.chars().map(allowed).take(longest).collect();
        if rule == Rule::InvalidCallId && !base.is_empty() && !taken.contains_key(&base) {
            return base;
        }
        let stem = if base.is_empty() { String::from("call") } else { base.clone() };
        let first = if base.is_empty() { 1 } else { 2 };
        let mut number = taken.get(&stem).map_or(first, |last| first.max(last + 1));
        loop {
            let end = format!("_{number}");
            let room = longest.saturating_sub(end.len());
            let id = stem.chars().take(room).collect::<String>() + &end;
            // There are more numbers than ids.
            if !taken.contains_key(&id) {
                taken.insert(stem, number);
                return id;
            }
            number += 1;
        }
    }

    fn give(&mut self, exchange: &Exchange, id: &str) {
        let before = part_at(&self.now.messages, exchange.call).and_then(|call| call.id);
        let word = self.now.words.add(id);
        for at in [Some(exchange.call), exchange.result].into_iter().flatten() {
            self.set_id(at, word, id);
        }
        // A request for approval names its call, in the same message.
        let Some(message) = self.now.messages.get_mut(exchange.call.message) else { return };
        let asks = |kind, name| kind == PartKind::Approval && name == before && before.is_some();
        let mut places = Vec::new();
        for part in message.parts.iter_mut().filter(|part| asks(part.kind, part.name)) {
            part.name = word;
            places.extend(part.place);
        }
        for place in places {
            self.put_setting(place, [Step::Key(Key::ToolCallIdCamel)].into(), New::Text(id.into()));
        }
    }

    fn set_id(&mut self, at: PartAt, word: Option<Word>, id: &str) {
        let format = self.now.format;
        let Some(part) = part_mut(&mut self.now.messages, at) else {
            return;
        };
        let same = part.id == word;
        part.id = word;
        part.flags = part.flags.with(Flags::RENAMED);
        let copy = part.copy_place().filter(|_| !same);
        let Some(place) = part.place else { return };
        if let Some(copy) = copy {
            self.put_setting(copy, vec![Step::Key(Key::Id)], New::Text(id.into()));
        }
        let Some(part) = part_mut(&mut self.now.messages, at) else { return };
        let Some(node) = part_node(self.root, place) else { return };
        let keys = format.rules().id(&node, part);
        // A number that is read as this text is to become it.
        let is_text = matches!(keys.as_slice(), [key] if node.text(*key, 1).is_some());
        if same && is_text {
            return;
        }
        self.put_setting(place, keys.into_iter().map(Step::Key).collect(), New::Text(id.into()));
    }
}
