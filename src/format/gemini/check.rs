//! Checks for what the Gemini API refuses.

use super::{Format, function_call, function_response};
use crate::format::prelude::*;

/// Google's documented value for calls whose signature is lost: it skips the check of signatures.
const NO_SIGNATURE: &str = "skip_thought_signature_validator";

impl<T: Tree> Checks<T> for Format {
    fn check_message(&self, check: &mut Check<'_, T>, at: usize, message: &Message) {
        if message.parts.is_empty() && message.content != Content::Odd {
            check.message(Rule::EmptyMessage, at, &[Key::Parts], "a content has parts", Fix::Drop);
        }
        if !message.has_calls() {
            return;
        }
        match at.checked_sub(1).and_then(|before| check.messages.get(before)) {
            None => {
                let message = "nothing comes before a turn of calls";
                check.message(Rule::CallTurnOrder, at, &[], message, Fix::Lead);
            }
            Some(before) if before.role == Role::Assistant => {
                let message = "a turn of calls follows one of the model, not of the user";
                // Calls without results get some, which then stand between.
                let open = |part: usize| {
                    let at = PartAt { message: at - 1, part };
                    check.pairs.exchange_of(at).is_some_and(|exchange| exchange.call == at && exchange.result.is_none())
                };
                let parted = (0..before.parts.len()).any(open);
                check.message(Rule::CallTurnOrder, at, &[], message, if parted { Fix::None } else { Fix::Join });
            }
            Some(_) => {}
        }
    }

    fn check_part(&self, check: &mut Check<'_, T>, at: PartAt, part: &Part, node: &T) {
        match part.kind {
            PartKind::Call if !part.has(Flags::HOSTED) => check.gemini_arguments(at, node),
            PartKind::Result if !part.has(Flags::HOSTED) => check.gemini_response(at, node),
            // A signature may come with an empty text, which must be sent back with it.
            PartKind::Text if part.units == 0 && !part.has(Flags::SIGNED) => {
                check.part(Rule::EmptyText, at, &[Key::Text], "a text has a char", Fix::Drop);
            }
            PartKind::Other if is_empty(node) => {
                check.part(Rule::EmptyPart, at, &[], "a part holds something", Fix::Drop);
            }
            _ => {}
        }
    }

    /// The first call of each step needs the signature it came with, in the turn that is not over. Models that sign
    /// none are not asked for it: so only where another call has one.
    fn check_all(&self, check: &mut Check<'_, T>) {
        let calls = check.messages.iter().flat_map(Message::calls);
        if !calls.into_iter().any(|call| call.has(Flags::SIGNED)) {
            return;
        }
        let speaks = |message: &Message| message.role == Role::User && !message.has_results();
        let turn = check.messages.iter().rposition(speaks).unwrap_or_default();
        let member = if check.nodes.iter().any(|(_, node)| node.has(Key::ThoughtSignatureSnake)) {
            Key::ThoughtSignatureSnake
        } else {
            Key::ThoughtSignature
        };
        for (message, held) in check.messages.iter().enumerate().skip(turn) {
            let first = held.parts.iter().position(Part::is_call);
            let Some(part) = first.filter(|part| held.parts.get(*part).is_some_and(|part| !part.has(Flags::SIGNED)))
            else {
                continue;
            };
            let at = PartAt { message, part };
            let detail = "other calls carry a signature, and this one does not";
            check.part(Rule::MissingThoughtSignature, at, &[member], detail, Fix::Set(NO_SIGNATURE.into()));
        }
    }
}

impl<T: Tree> Check<'_, T> {
    fn gemini_arguments(&mut self, at: PartAt, node: &T) {
        let Some((member, call)) = function_call(node) else { return };
        let fix = match call.shape(Key::Args) {
            Shape::Object | Shape::Absent | Shape::Null => return,
            _ => as_object(&call, Key::Args),
        };
        self.part(Rule::ArgumentsType, at, &[member, Key::Args], "the arguments are not an object", fix);
    }

    fn gemini_response(&mut self, at: PartAt, node: &T) {
        let Some((member, response)) = function_response(node) else { return };
        if response.shape(Key::Response) != Shape::Object {
            self.part(Rule::ResultType, at, &[member, Key::Response], "the response is not an object", Fix::Wrap);
        }
        let ids = self.pairs.exchange_of(at).map(|exchange| {
            let id = |at| self.part_at(at).and_then(|part| part.id);
            (id(exchange.call), id(at))
        });
        if let Some((Some(call), Some(own))) = ids
            && call != own
        {
            let message = format!("the call has the id {}", self.text_of(call));
            self.part(Rule::InvalidCallId, at, &[member, Key::Id], &message, Fix::Set(self.text_of(call)));
        }
        let call = self.pairs.exchange_of(at).and_then(|exchange| self.part_at(exchange.call)?.name);
        let own = self.part_at(at).and_then(|part| part.name);
        if let (Some(call), Some(own)) = (call, own)
            && call != own
        {
            let message = format!("the call is of {}", self.text_of(call));
            let fix = Fix::Set(self.text_of(call));
            self.part(Rule::InvalidToolName, at, &[member, Key::Name], &message, fix);
        }
    }
}

/// True of a part of which we know no data, when nothing else is in it either, or a call that is no object.
fn is_empty<T: Tree>(node: &T) -> bool {
    // A bare text is mended as such.
    if matches!(node.shape(Key::This), Shape::Text(_)) {
        return false;
    }
    let empty = node.shape(Key::This) != Shape::Object || node.json_units(Key::This) <= 2;
    empty || function_call(node).is_some() || function_response(node).is_some()
}
