//! What the Gemini API refuses.

use alloc::format;

use super::{Format, function_call, function_response};
use crate::format::check::{Check, Fix, Subject};
use crate::format::define::Checks;
use crate::format::leaf::Step;
use crate::format::rules::Rule;
use crate::history::conversation::{Content, Flags, Message, Part, PartAt, PartKind, Role};
use crate::tree::{Key, Shape, Tree};

/// What Google documents for calls whose signature is lost: the check of signatures is left out.
const NO_SIGNATURE: &str = "skip_thought_signature_validator";

impl<T: Tree> Checks<T> for Format {
    fn check(&self, check: &mut Check<'_, T>) {
        for (at, message) in check.messages.iter().enumerate() {
            check.gemini_message(at, message);
        }
        for place in 0..check.nodes.len() {
            let Some((at, part, node)) = check.noded(place) else { continue };
            match part.kind {
                PartKind::Call if !part.has(Flags::HOSTED) => check.gemini_arguments(at, &node),
                PartKind::Result if !part.has(Flags::HOSTED) => check.gemini_response(at, &node),
                // A signature may come with an empty text, and goes back with it.
                PartKind::Text if part.units == 0 && !part.has(Flags::SIGNED) => {
                    check.report(
                        Rule::EmptyText,
                        Subject::Part(at),
                        &[Step::Key(Key::Text)],
                        "a text has a char",
                        Fix::Drop,
                    );
                }
                PartKind::Other if is_empty(&node) => {
                    check.part(Rule::EmptyPart, at, "a part holds something", Fix::Drop);
                }
                _ => {}
            }
        }
        check.signatures();
    }
}

impl<T: Tree> Check<'_, T> {
    fn gemini_message(&mut self, at: usize, message: &Message) {
        let subject = Subject::Message(at);
        if message.role == Role::Unknown {
            self.unknown_role(subject, message);
        }
        if message.parts.is_empty() && message.content != Content::Odd {
            self.report(Rule::EmptyMessage, subject, &[Step::Key(Key::Parts)], "a content has parts", Fix::Drop);
        }
        if !message.has_calls() {
            return;
        }
        match at.checked_sub(1).and_then(|before| self.messages.get(before)) {
            None => {
                let message = "nothing comes before a turn of calls";
                self.report(Rule::CallTurnOrder, subject, &[], message, Fix::Lead);
            }
            Some(before) if before.role == Role::Assistant => {
                let message = "a turn of calls follows one of the model, not of the user";
                // Calls without results get some, which then stand between.
                let open = |part: usize| {
                    let at = PartAt { message: at - 1, part };
                    self.pairs.exchange_of(at).is_some_and(|exchange| exchange.call == at && exchange.result.is_none())
                };
                let parted = (0..before.parts.len()).any(open);
                self.report(Rule::CallTurnOrder, subject, &[], message, if parted { Fix::None } else { Fix::Join });
            }
            Some(_) => {}
        }
    }

    fn gemini_arguments(&mut self, at: PartAt, node: &T) {
        let Some((member, call)) = function_call(node) else { return };
        let fix = match call.shape(Key::Args) {
            Shape::Object | Shape::Absent | Shape::Null => return,
            Shape::Text(_) if call.holds_object(Key::Args) => Fix::Parse,
            _ => Fix::Wrap,
        };
        let steps = [Step::Key(member), Step::Key(Key::Args)];
        self.report(Rule::ArgumentsType, Subject::Part(at), &steps, "the arguments are not an object", fix);
    }

    fn gemini_response(&mut self, at: PartAt, node: &T) {
        let Some((member, response)) = function_response(node) else { return };
        if response.shape(Key::Response) != Shape::Object {
            let steps = [Step::Key(member), Step::Key(Key::Response)];
            self.report(Rule::ResultType, Subject::Part(at), &steps, "the response is not an object", Fix::Wrap);
        }
        let ids = self.pairs.exchange_of(at).map(|exchange| {
            let id = |at| self.part_at(at).and_then(|part| part.id);
            (id(exchange.call), id(at))
        });
        if let Some((Some(call), Some(own))) = ids
            && call != own
        {
            let steps = [Step::Key(member), Step::Key(Key::Id)];
            let message = format!("the call has the id {}", self.text_of(call));
            self.report(Rule::InvalidCallId, Subject::Part(at), &steps, &message, Fix::Set(self.text_of(call)));
        }
        let call = self.pairs.exchange_of(at).and_then(|exchange| self.part_at(exchange.call)?.name);
        let own = self.part_at(at).and_then(|part| part.name);
        if let (Some(call), Some(own)) = (call, own)
            && call != own
        {
            let steps = [Step::Key(member), Step::Key(Key::Name)];
            let message = format!("the call is of {}", self.text_of(call));
            let fix = Fix::Set(self.text_of(call));
            self.report(Rule::InvalidToolName, Subject::Part(at), &steps, &message, fix);
        }
    }

    /// The first call of each step needs the signature it came with, in the turn that is not over. Models that sign none
    /// are not asked for it: so only where another call has one.
    fn signatures(&mut self) {
        let calls = self.messages.iter().flat_map(Message::calls);
        if !calls.into_iter().any(|call| call.has(Flags::SIGNED)) {
            return;
        }
        let speaks = |message: &Message| message.role == Role::User && !message.has_results();
        let turn = self.messages.iter().rposition(speaks).unwrap_or_default();
        let member = if self.nodes.iter().any(|(_, node)| node.has(Key::ThoughtSignatureSnake)) {
            Key::ThoughtSignatureSnake
        } else {
            Key::ThoughtSignature
        };
        for (message, held) in self.messages.iter().enumerate().skip(turn) {
            let first = held.parts.iter().position(Part::is_call);
            let Some(part) = first.filter(|part| held.parts.get(*part).is_some_and(|part| !part.has(Flags::SIGNED)))
            else {
                continue;
            };
            let (subject, steps) = (Subject::Part(PartAt { message, part }), [Step::Key(member)]);
            let said = "other calls carry a signature, and this one does not";
            self.report(Rule::MissingThoughtSignature, subject, &steps, said, Fix::Set(NO_SIGNATURE.into()));
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
