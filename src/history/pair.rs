//! Which result answers which call.
//!
//! Ids alone do not tell: they repeat within a conversation, and some formats have none. So pairs are found by id *and*
//! position: a result answers the newest group of parallel calls that has an open call of its id, and there the first one.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use super::conversation::{Flags, Message, Part, PartAt, PartKind, Role};
use crate::tree::Word;

/// A call and what answers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Exchange {
    pub(crate) call: PartAt,
    pub(crate) result: Option<PartAt>,
    /// Parallel calls have the same number.
    pub(crate) group: usize,
}

/// All calls and results of a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pairs {
    pub(crate) exchanges: Vec<Exchange>,
    /// Results that answer no call.
    pub(crate) orphans: Vec<PartAt>,
    /// Results for a call that was answered before, each with the exchange.
    pub(crate) duplicates: Vec<(PartAt, usize)>,
}

/// What makes calls parallel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grouping {
    /// Calls of one message.
    ByMessage,
    /// Each call is an item of its own: calls with no result and no word of the user between them.
    ByItems,
}

pub(crate) fn pair(messages: &[Message], grouping: Grouping) -> Pairs {
    let mut pairing = Pairing::default();
    let mut group = 0;
    let mut last_call: Option<usize> = None;
    let mut between = false;
    for (message, held) in messages.iter().enumerate() {
        for (part, what) in held.parts.iter().enumerate() {
            let at = PartAt { message, part };
            match what.kind {
                PartKind::Call | PartKind::Exchange => {
                    let parallel = match grouping {
                        Grouping::ByMessage => last_call == Some(message),
                        Grouping::ByItems => last_call.is_some() && !between,
                    };
                    group += usize::from(!parallel);
                    (last_call, between) = (Some(message), false);
                    pairing.call(at, what, group);
                }
                PartKind::Result => {
                    between |= what.is_result();
                    pairing.result(at, what, messages);
                }
                _ => between |= matches!(held.role, Role::User | Role::System),
            }
        }
    }
    pairing.finish(messages)
}

/// Calls of one id, hosted ones apart: the provider answers those itself.
type Whose = (bool, Option<Word>);

#[derive(Debug, Default)]
struct Pairing {
    pairs: Pairs,
    /// Exchanges without a result, in order, by whose they are.
    open: BTreeMap<Whose, Vec<usize>>,
    /// All of them: those of the provider, those of the agent.
    all_open: [BTreeSet<usize>; 2],
    /// The last answered exchange.
    answered: BTreeMap<Whose, usize>,
    unmatched: Vec<PartAt>,
}

fn whose(part: &Part) -> Whose {
    (part.has(Flags::HOSTED), part.id)
}

impl Pairing {
    fn call(&mut self, call: PartAt, what: &Part, group: usize) {
        let holds_result = what.kind == PartKind::Exchange && !what.has(Flags::OPEN);
        if what.kind == PartKind::Call && !what.has(Flags::ALONE) {
            let next = self.pairs.exchanges.len();
            self.open.entry(whose(what)).or_default().push(next);
            self.all_open[usize::from(what.has(Flags::HOSTED))].insert(next);
        }
        self.pairs.exchanges.push(Exchange { call, result: holds_result.then_some(call), group });
    }

    fn result(&mut self, at: PartAt, what: &Part, messages: &[Message]) {
        let key = whose(what);
        let found = self.newest(key, what, messages).or_else(|| {
            // One of the two may have no id: position and name tell then.
            if key.1.is_none() { self.nameless(key.0, what, messages) } else { self.newest((key.0, None), what, messages) }
        });
        match found {
            Some(exchange) => self.answer(exchange, at, key, messages),
            None => match self.answered.get(&key) {
                Some(exchange) if key.1.is_some() => self.pairs.duplicates.push((at, *exchange)),
                _ => self.unmatched.push(at),
            },
        }
    }

    fn answer(&mut self, exchange: usize, at: PartAt, key: Whose, messages: &[Message]) {
        let Some(answered) = self.pairs.exchanges.get_mut(exchange) else { return };
        answered.result = Some(at);
        let call = part_at(messages, answered.call).map(whose);
        if let Some(open) = call.and_then(|call| self.open.get_mut(&call))
            && let Ok(place) = open.binary_search(&exchange)
        {
            open.remove(place);
        }
        self.all_open[usize::from(key.0)].remove(&exchange);
        self.answered.insert(key, exchange);
    }

    /// The first open call of that key in the newest group that has one; where there is no id, the first of the same name.
    fn newest(&self, key: Whose, what: &Part, messages: &[Message]) -> Option<usize> {
        let open = self.open.get(&key)?;
        let newest = self.group_of(*open.last()?);
        let of_group = open.get(open.partition_point(|at| self.group_of(*at) < newest)..)?;
        let named = key.1.is_none() && what.name.is_some();
        let mut fitting = of_group.iter().copied().filter(|at| !named || self.name_of(*at, messages) == what.name);
        fitting.next()
    }

    /// The first open call of the newest group with one, whatever its id.
    fn nameless(&self, hosted: bool, what: &Part, messages: &[Message]) -> Option<usize> {
        let open = &self.all_open[usize::from(hosted)];
        let newest = self.group_of(*open.last()?);
        let mut of_group: Vec<usize> =
            open.iter().rev().copied().take_while(|at| self.group_of(*at) == newest).collect();
        of_group.reverse();
        of_group.into_iter().find(|at| what.name.is_none() || self.name_of(*at, messages) == what.name)
    }

    fn group_of(&self, exchange: usize) -> Option<usize> {
        self.pairs.exchanges.get(exchange).map(|exchange| exchange.group)
    }

    fn name_of(&self, exchange: usize, messages: &[Message]) -> Option<Word> {
        part_at(messages, self.pairs.exchanges.get(exchange)?.call)?.name
    }

    /// What is left may have come before its call.
    fn finish(mut self, messages: &[Message]) -> Pairs {
        for at in core::mem::take(&mut self.unmatched) {
            let Some(part) = part_at(messages, at) else { continue };
            let is_later = |exchange: &&usize| {
                let named = part.id.is_some() || self.name_of(**exchange, messages) == part.name;
                named && self.pairs.exchanges.get(**exchange).is_some_and(|one| one.call > at)
            };
            let open = self.open.get(&whose(part));
            match open.and_then(|open| open.iter().find(is_later)).copied() {
                Some(exchange) => self.answer(exchange, at, whose(part), messages),
                None => self.pairs.orphans.push(at),
            }
        }
        self.pairs
    }
}

/// A part by its place.
pub(crate) fn part_at(messages: &[Message], at: PartAt) -> Option<&Part> {
    messages.get(at.message)?.parts.get(at.part)
}
