//! Pairs results with their calls.
//!
//! Ids are not enough: they repeat within a conversation, and some formats have none. So pairs are found by id *and*
//! position: a result belongs to the newest group of parallel calls with an open call of its id, and there to the first
//! one.

use alloc::vec::Vec;

use super::conversation::{Flags, Message, Part, PartAt, PartKind, Role};
use crate::order::ordered;
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
    /// Results for a call that was answered before.
    pub(crate) duplicates: Vec<PartAt>,
    /// The exchange of each of them: the last of its id that was answered.
    repeated: Vec<usize>,
    /// The results that answer a call, in order, each with its exchange.
    answers: Vec<(PartAt, usize)>,
}

impl Pairs {
    /// The number of the exchange of a call or of its result.
    pub(crate) fn number_of(&self, at: PartAt) -> Option<usize> {
        let by_call = self.exchanges.binary_search_by(|exchange| exchange.call.cmp(&at));
        by_call.ok().or_else(|| {
            let answer = self.answers.binary_search_by(|(answer, _)| answer.cmp(&at)).ok()?;
            self.answers.get(answer).map(|(_, exchange)| *exchange)
        })
    }

    /// The exchange of a call or of its result.
    pub(crate) fn exchange_of(&self, at: PartAt) -> Option<&Exchange> {
        self.exchanges.get(self.number_of(at)?)
    }

    /// Results beyond the first, each with the call that it answers again.
    pub(crate) fn repeats(&self) -> impl Iterator<Item = (PartAt, PartAt)> + '_ {
        let call = |exchange: usize| self.exchanges.get(exchange).map(|exchange| exchange.call);
        self.duplicates.iter().zip(&self.repeated).filter_map(move |(at, exchange)| Some((*at, call(*exchange)?)))
    }

    /// True of a result that answers no call, or one that was answered before.
    pub(crate) fn is_alone(&self, at: PartAt) -> bool {
        self.orphans.binary_search(&at).is_ok() || self.duplicates.binary_search(&at).is_ok()
    }
}

/// The rule by which calls are parallel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grouping {
    /// Calls of one message.
    Message,
    /// Calls of one turn: neighbouring messages of the assistant.
    Turn,
    /// The same, and a result belongs to a call by its position, whatever the ids.
    Position,
    /// Each call is an item of its own: calls with no result and no word of the user between them.
    Items,
}

pub(crate) fn pair(messages: &[Message], grouping: Grouping) -> Pairs {
    let mut pairing = Pairing { by_position: grouping == Grouping::Position, ..Pairing::default() };
    let mut group = 0;
    let mut last_call: Option<usize> = None;
    let mut between = false;
    let mut turn_goes_on = false;
    for (message, held) in messages.iter().enumerate() {
        turn_goes_on &= held.role == Role::Assistant;
        // In formats paired by position, neighbours are one turn if as many results as calls follow.
        if grouping == Grouping::Position && turn_goes_on && !is_even(messages, message) {
            turn_goes_on = false;
        }
        for (part, what) in held.parts.iter().enumerate() {
            let at = PartAt { message, part };
            match what.kind {
                PartKind::Call | PartKind::Exchange => {
                    let parallel = match grouping {
                        Grouping::Message => last_call == Some(message),
                        Grouping::Turn | Grouping::Position => turn_goes_on,
                        Grouping::Items => last_call.is_some() && !between,
                    };
                    group += usize::from(!parallel);
                    (last_call, between, turn_goes_on) = (Some(message), false, true);
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

/// True when the message after a turn of the assistant holds a result for each of its calls.
fn is_even(messages: &[Message], within: usize) -> bool {
    let speaks = |message: &&Message| message.role == Role::Assistant;
    let (before, after) = messages.split_at(within);
    let calls = |message: &Message| message.calls().count();
    let turn = before.iter().rev().take_while(speaks).chain(after.iter().take_while(speaks));
    let next = after.iter().find(|message| message.role != Role::Assistant);
    let results = next.map_or(0, |next| next.parts.iter().filter(|part| part.is_result()).count());
    turn.map(calls).sum::<usize>() == results
}

#[derive(Debug, Default)]
struct Pairing {
    pairs: Pairs,
    /// Calls of one id, by [`whose`] they are.
    ids: Vec<OfId>,
    /// All open exchanges in order: those of the agent, those of the provider.
    open: [Vec<usize>; 2],
    unmatched: Vec<PartAt>,
    by_position: bool,
}

/// The calls of one id.
#[derive(Clone, Debug, Default)]
struct OfId {
    /// Exchanges without a result, in order.
    open: Vec<usize>,
    /// All calls, answered or not.
    calls: usize,
    /// The exchange that was answered last.
    answered: Option<usize>,
}

/// A number for the id of a part: words are numbers without gaps. Hosted calls are apart, as the provider answers those
/// itself.
fn whose(part: &Part) -> usize {
    slot(part.id.map(|id| id.0 as usize), part.has(Flags::HOSTED))
}

fn slot(id: Option<usize>, hosted: bool) -> usize {
    id.map_or(0, |id| id + 1) * 2 + usize::from(hosted)
}

/// Takes a number out of a sorted list.
fn remove(sorted: &mut Vec<usize>, number: usize) {
    if let Ok(place) = sorted.binary_search(&number) {
        sorted.remove(place);
    }
}

impl Pairing {
    fn of_id(&mut self, slot: usize) -> &mut OfId {
        if self.ids.len() <= slot {
            self.ids.resize(slot + 1, OfId::default());
        }
        &mut self.ids[slot]
    }

    fn call(&mut self, call: PartAt, what: &Part, group: usize) {
        let holds_result = what.kind == PartKind::Exchange && !what.has(Flags::OPEN);
        if what.kind == PartKind::Call {
            let next = self.pairs.exchanges.len();
            let of_id = self.of_id(whose(what));
            of_id.open.push(next);
            of_id.calls += 1;
            self.open[usize::from(what.has(Flags::HOSTED))].push(next);
        }
        self.pairs.exchanges.push(Exchange { call, result: holds_result.then_some(call), group });
    }

    fn result(&mut self, at: PartAt, what: &Part, messages: &[Message]) {
        let hosted = what.has(Flags::HOSTED);
        let repeats = self.of_id(whose(what)).answered.filter(|_| what.id.is_some());
        let found = self.newest(whose(what), what, messages).or_else(|| {
            // If one of them has no id, position and name decide.
            match what.id {
                None => self.nameless(hosted, what, messages),
                Some(_) if repeats.is_some() => None,
                Some(_) => self.newest(slot(None, hosted), what, messages),
            }
        });
        match (found, repeats) {
            (Some(exchange), _) => self.answer(exchange, at, what, messages),
            (None, Some(exchange)) => {
                self.pairs.duplicates.push(at);
                self.pairs.repeated.push(exchange);
            }
            (None, None) => self.unmatched.push(at),
        }
    }

    fn answer(&mut self, exchange: usize, at: PartAt, what: &Part, messages: &[Message]) {
        let Some(answered) = self.pairs.exchanges.get_mut(exchange) else { return };
        answered.result = Some(at);
        self.pairs.answers.push((at, exchange));
        if let Some(call) = part_at(messages, answered.call) {
            remove(&mut self.of_id(whose(call)).open, exchange);
        }
        remove(&mut self.open[usize::from(what.has(Flags::HOSTED))], exchange);
        self.of_id(whose(what)).answered = Some(exchange);
    }

    /// The first open call of that id in the newest group that has one; where there is no id, the first of the same
    /// name.
    fn newest(&self, slot: usize, what: &Part, messages: &[Message]) -> Option<usize> {
        let open = &self.ids.get(slot)?.open;
        let newest = self.group_of(*open.last()?);
        let of_group = open.get(open.partition_point(|at| self.group_of(*at) < newest)..)?;
        let named = slot < 2 && what.name.is_some();
        let mut fitting = of_group.iter().copied().filter(|at| !named || self.name_of(*at, messages) == what.name);
        fitting.next()
    }

    /// The first open call of the newest group with one, whatever its id.
    fn nameless(&self, hosted: bool, what: &Part, messages: &[Message]) -> Option<usize> {
        let open = &self.open[usize::from(hosted)];
        let newest = self.group_of(*open.last()?);
        let of_group = open.get(open.partition_point(|at| self.group_of(*at) < newest)..)?;
        let fits = |at: &&usize| what.name.is_none() || self.name_of(**at, messages) == what.name;
        of_group.iter().find(fits).copied()
    }

    fn group_of(&self, exchange: usize) -> Option<usize> {
        self.pairs.exchanges.get(exchange).map(|exchange| exchange.group)
    }

    fn name_of(&self, exchange: usize, messages: &[Message]) -> Option<Word> {
        part_at(messages, self.pairs.exchanges.get(exchange)?.call)?.name
    }

    /// An open call before a result that names none by id: of the same tool; else the first one of the turn right
    /// before, as the name may be wrong.
    fn before(&self, at: PartAt, part: &Part, messages: &[Message]) -> Option<usize> {
        if part.id.is_some() && !self.by_position {
            return None;
        }
        let open = &self.open[usize::from(part.has(Flags::HOSTED))];
        let call_of = |open: usize| self.pairs.exchanges.get(open).map(|exchange| exchange.call);
        let open = open.get(..open.partition_point(|open| call_of(*open).is_some_and(|call| call < at)))?;
        let named = |open: &&usize| part.name.is_some() && self.name_of(**open, messages) == part.name;
        if let Some(newest) = open.iter().rev().find(named) {
            let group = self.group_of(*newest);
            return open.iter().find(|open| self.group_of(**open) == group && named(open)).copied();
        }
        let last = *open.last()?;
        let is_next = call_of(last).is_some_and(|call| call.message + 1 == at.message);
        let newest = self.group_of(last);
        let first = open.get(open.partition_point(|open| self.group_of(*open) < newest))?;
        is_next.then_some(*first)
    }

    /// Returns the only call with an id, or the next call of all if it follows a result: nothing assigns others to it.
    fn after(&self, at: PartAt, part: &Part, messages: &[Message]) -> Option<usize> {
        let of_id = self.ids.get(whose(part))?;
        let next = self.pairs.exchanges.partition_point(|exchange| exchange.call < at);
        let later = of_id.open.iter().copied().find(|open| *open >= next)?;
        let name = self.name_of(later, messages);
        let named = part.name.is_none() || name.is_none() || name == part.name;
        let only = if part.id.is_some() { of_id.calls == 1 } else { later == next && part.name.is_some() };
        (named && only).then_some(later)
    }

    /// Pairs the rest, which may name its call wrongly, or precede it.
    fn finish(mut self, messages: &[Message]) -> Pairs {
        for at in core::mem::take(&mut self.unmatched) {
            let Some(part) = part_at(messages, at) else { continue };
            match self.before(at, part, messages).or_else(|| self.after(at, part, messages)) {
                Some(exchange) => self.answer(exchange, at, part, messages),
                None => self.pairs.orphans.push(at),
            }
        }
        // Results before their calls were found last.
        self.pairs.answers = ordered(self.pairs.answers, |(at, _)| at.number());
        self.pairs
    }
}

/// A part by its place.
pub(crate) fn part_at(messages: &[Message], at: PartAt) -> Option<&Part> {
    messages.get(at.message)?.parts.get(at.part)
}

/// The same, to change it.
pub(crate) fn part_mut(messages: &mut [Message], at: PartAt) -> Option<&mut Part> {
    messages.get_mut(at.message)?.parts.get_mut(at.part)
}
