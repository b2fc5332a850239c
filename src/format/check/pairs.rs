//! Calls and results belong together: each has the other, once, and where the format wants it.

use alloc::collections::BTreeSet;

use super::ids::short;
use crate::format::MessageFormat;
use crate::format::pair::Exchange;
use crate::format::prelude::*;

/// Position of a result relative to its call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Right,
    /// A part that must follow it precedes it.
    NotFirst,
    OutOfPlace,
}

impl<T: Tree> Check<'_, T> {
    pub(super) fn pairs(&mut self) {
        let pairs = self.pairs;
        for exchange in &pairs.exchanges {
            self.exchange(exchange);
        }
        self.approvals();
        let refers = |message: &Message| message.parts.iter().any(|part| part.kind == PartKind::Reference);
        let reference = self.messages.iter().position(refers).unwrap_or(usize::MAX);
        let goes_on =
            self.format.has(Quirk::Continues) && !self.messages.iter().any(|message| message.role == Role::Assistant);
        for &at in &pairs.orphans {
            // The provider may keep the call, and the reference stand for it.
            if at.message > reference || goes_on {
                continue;
            }
            let hosted = self.part_at(at).is_some_and(|part| part.has(Flags::HOSTED));
            let rule = if hosted { self.format.facts().hosted_result } else { Some(Rule::ResultWithoutCall) };
            let Some(rule) = rule else { continue };
            let message = format!("no call has the id {}", self.id_at(at));
            self.part(rule, at, &[], &message, Fix::Drop);
        }
        for &at in &pairs.duplicates {
            let message = format!("the call {} has a result before", self.id_at(at));
            self.part(Rule::DuplicateResult, at, &[], &message, Fix::Drop);
        }
    }

    /// True when nothing but results follows a message.
    fn is_last(&self, message: usize) -> bool {
        message + 1 >= self.end
    }

    /// Answers to approvals that nobody asked for.
    fn approvals(&mut self) {
        let mut asked: Vec<bool> = Vec::new();
        let parts = self.messages.iter().flat_map(|message| &message.parts);
        for id in parts.filter(|part| part.kind == PartKind::Approval).filter_map(|part| part.id) {
            let at = id.0 as usize;
            if asked.len() <= at {
                asked.resize(at + 1, false);
            }
            asked[at] = true;
        }
        // The AI SDK looks for the calls of all requests once one is answered.
        let named = self.format.has(Quirk::RunsApproved);
        let calls = self.messages.iter().flat_map(|message| &message.parts);
        let calls = calls.filter(|part| named && part.kind == PartKind::Call).filter_map(|part| part.id);
        let calls: BTreeSet<u32> = calls.map(|id| id.0).collect();
        for (message, held) in self.messages.iter().enumerate() {
            for (part, what) in held.parts.iter().enumerate() {
                if named && what.kind == PartKind::Approval && !what.name.is_some_and(|id| calls.contains(&id.0)) {
                    let at = PartAt { message, part };
                    self.part(Rule::RequestWithoutCall, at, &[], "no call has the id of this request", Fix::Drop);
                }
                let known = what.id.is_some_and(|id| asked.get(id.0 as usize) == Some(&true));
                if what.kind == PartKind::ApprovalReply && !known {
                    let at = PartAt { message, part };
                    self.part(Rule::ApprovalWithoutRequest, at, &[], "nobody asked for this approval", Fix::Drop);
                }
            }
        }
    }

    fn exchange(&mut self, exchange: &Exchange) {
        let Some(call) = self.part_at(exchange.call) else { return };
        let hosted = call.has(Flags::HOSTED);
        let speaker = self.messages.get(exchange.call.message).map(|message| message.role);
        if matches!(speaker, Some(Role::User | Role::System)) {
            let message = format!("the call {} is not the assistant's", self.id_at(exchange.call));
            self.part(Rule::MisplacedCall, exchange.call, &[], &message, Fix::Drop);
            return;
        }
        match exchange.result {
            None if hosted => {
                // The provider may run it once the results of the turn's other calls are there, or when a paused turn
                // continues.
                let rule = self.format.facts().hosted_call;
                if let Some(rule) = rule.filter(|_| !self.is_last(exchange.call.message)) {
                    let message = format!("the call {} of the server has no result", self.id_at(exchange.call));
                    self.part(rule, exchange.call, &[], &message, Fix::Drop);
                }
            }
            None if call.has(Flags::ALONE) || self.is_approved(exchange.call) => {}
            None => {
                let open = self.is_last(exchange.call.message);
                let rule = if open { Rule::OpenCall } else { Rule::CallWithoutResult };
                let message = format!("the call {} has no result", self.id_at(exchange.call));
                // The question to the user is still open.
                let asks = open && call.has(Flags::ASKING);
                self.part(rule, exchange.call, &[], &message, if asks { Fix::None } else { Fix::Settle });
            }
            Some(_) if hosted || call.kind == PartKind::Exchange => {}
            Some(result) => {
                let rule = match standing(self.format, self.messages, exchange.call, result) {
                    Standing::Right => return,
                    Standing::NotFirst => Rule::ResultsNotFirst,
                    Standing::OutOfPlace => Rule::ResultOutOfPlace,
                };
                let message = match rule {
                    Rule::ResultsNotFirst => {
                        format!("something stands before the result of {} in its turn", self.id_at(result))
                    }
                    _ => format!("the result of {} does not stand where it has to after its call", self.id_at(result)),
                };
                self.part(rule, result, &[], &message, Fix::Settle);
            }
        }
    }

    /// The id of a part as messages show it.
    pub(super) fn id_at(&mut self, at: PartAt) -> String {
        match self.part_at(at).and_then(|part| part.id) {
            Some(id) => short(&self.text_of(id)),
            None => "without an id".into(),
        }
    }

    /// True of a call that runs as soon as the conversation is sent: the user just allowed it.
    fn is_approved(&self, call: PartAt) -> bool {
        let Some(last) = self.messages.last() else { return false };
        if !self.format.has(Quirk::RunsApproved) {
            return false;
        }
        let Some(part) = self.part_at(call) else { return false };
        if part.kind == PartKind::Exchange {
            return part.has(Flags::APPROVED) && call.message + 1 == self.messages.len();
        }
        // The name of a request is the id of its call, in the same message.
        let asking = self.messages.get(call.message).map_or(&[][..], |message| &message.parts);
        let mut requests =
            asking.iter().filter(|request| request.kind == PartKind::Approval && request.name == part.id);
        requests.any(|request| {
            last.parts.iter().any(|reply| reply.kind == PartKind::ApprovalReply && reply.id == request.id)
        })
    }
}

/// From where on there is nothing but results, and items that are calls.
pub(super) fn end_of(messages: &[Message]) -> usize {
    let ends = |message: &Message| {
        let calls_on = message.content == Content::Whole && message.has_calls();
        calls_on || (!message.parts.is_empty() && message.parts.iter().all(|part| part.kind == PartKind::Result))
    };
    messages.len() - messages.iter().rev().take_while(|message| ends(message)).count()
}

/// Returns the position of a result relative to its call.
pub(crate) fn standing(format: MessageFormat, messages: &[Message], call: PartAt, result: PartAt) -> Standing {
    if result.message <= call.message {
        return Standing::OutOfPlace;
    }
    let between = messages.get(call.message + 1..=result.message).unwrap_or_default();
    if !(format.facts().stands)(between) {
        return Standing::OutOfPlace;
    }
    if format.has(Quirk::ResultsFirst) && !results_only_before(between, result.part) {
        return Standing::NotFirst;
    }
    Standing::Right
}

/// Returns `true` if only results separate a call and the part of the last message.
fn results_only_before(between: &[Message], part: usize) -> bool {
    let last = between.len().saturating_sub(1);
    between.iter().enumerate().filter(|(_, message)| message.role == Role::User).all(|(at, message)| {
        let end = if at == last { part } else { message.parts.len() };
        message.parts.iter().take(end).all(|part| part.kind == PartKind::Result)
    })
}
