//! Checks for what the Responses API refuses.

use alloc::collections::BTreeMap;

use super::Format;
use crate::format::prelude::*;

/// Bytes of an id to compare.
const LONGEST_ID: usize = 10_000;

impl<T: Tree> Checks<T> for Format {
    fn check_all(&self, check: &mut Check<'_, T>) {
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        for (at, message) in check.messages.iter().enumerate() {
            let Some(node) = check.node_of(message) else { continue };
            let tag = node.tag(Key::Type);
            if message.content == Content::Missing {
                check.message(Rule::EmptyMessage, at, &[Key::Content], "a message has content", Fix::Drop);
            }
            check.item_id(at, message, &node, tag, &mut known);
            if tag == Tag::Reasoning && node.has(Key::Id) && !check.leads_to_item(at) {
                let message = "no item of the model follows that it led to";
                check.message(Rule::ReasoningWithoutItem, at, &[], message, Fix::Drop);
            }
            if matches!(tag, Tag::FunctionCall | Tag::CustomToolCall) {
                let member = if tag == Tag::FunctionCall { Key::Arguments } else { Key::Input };
                let (fix, message) = match node.shape(member) {
                    Shape::Text(_) if tag == Tag::CustomToolCall => continue,
                    Shape::Text(_) => match as_json(&node, member) {
                        Some(fix) => (fix, NO_JSON),
                        None => continue,
                    },
                    Shape::Absent | Shape::Null if tag == Tag::FunctionCall => (Fix::Set("{}".into()), NO_TEXT),
                    Shape::Absent | Shape::Null => (Fix::Set(String::new()), NO_TEXT),
                    _ => (Fix::Write, NO_TEXT),
                };
                check.message(Rule::ArgumentsType, at, &[member], message, fix);
            }
            if matches!(tag, Tag::FunctionCallOutput | Tag::CustomToolCallOutput) {
                check.output_kind(at, tag);
                let fix = match node.shape(Key::Output) {
                    Shape::Text(_) | Shape::List(_) => continue,
                    Shape::Absent | Shape::Null => Fix::Set(String::new()),
                    _ => Fix::Write,
                };
                check.message(Rule::ResultType, at, &[Key::Output], "the output is neither a text nor a list", fix);
            }
        }
    }
}

impl<T: Tree> Check<'_, T> {
    /// A custom call has a custom output, and a function's has none.
    fn output_kind(&mut self, at: usize, tag: Tag) {
        let place = PartAt { message: at, part: 0 };
        let call = self.pairs.exchange_of(place).and_then(|exchange| self.part_at(exchange.call));
        let Some(call) = call.and_then(|call| self.conversation.node(self.root, call)) else { return };
        let wanted = match (call.tag(Key::Type), tag) {
            (Tag::CustomToolCall, Tag::FunctionCallOutput) => Tag::CustomToolCallOutput,
            (Tag::FunctionCall, Tag::CustomToolCallOutput) => Tag::FunctionCallOutput,
            _ => return,
        };
        let message = format!("the call is answered by {}", wanted.name());
        let fix = Fix::Set(wanted.name().into());
        self.message(Rule::ResultType, at, &[Key::Type], &message, fix);
    }

    fn item_id(&mut self, at: usize, message: &Message, node: &T, tag: Tag, known: &mut BTreeMap<String, usize>) {
        // Outputs name calls, and references what others are.
        let refers = message.parts.iter().any(|part| part.kind == PartKind::Reference);
        if tag == Tag::LocalShellCallOutput || refers {
            return;
        }
        let Some(id) = node.text(Key::Id, LONGEST_ID) else { return };
        let is_reasoning = tag == Tag::Reasoning;
        let prefixes = prefixes(tag);
        let begins = prefixes.is_empty() || prefixes.iter().any(|prefix| id.starts_with(prefix));
        // Messages that the user wrote may carry any id.
        let checked = !(matches!(tag, Tag::Message | Tag::None) && node.tag(Key::Role) != Tag::Assistant);
        let plain = id.chars().all(is_plain_char) && !id.is_empty();
        if checked && !(begins && plain) {
            let message = match prefixes {
                [prefix, ..] => format!("{id:?} does not begin with {prefix:?}, or has chars that ids cannot have"),
                [] => format!("{id:?} has chars that ids cannot have"),
            };
            let allowed = |c: char| if is_plain_char(c) { c } else { '_' };
            let fix = match prefixes {
                _ if is_reasoning => Fix::Drop,
                [prefix, ..] if needs_id(tag) => {
                    Fix::Set(format!("{prefix}_{}", id.chars().map(allowed).collect::<String>()))
                }
                _ if needs_id(tag) && !id.is_empty() => Fix::Set(id.chars().map(allowed).collect()),
                _ => Fix::DropMember,
            };
            self.message(Rule::InvalidItemId, at, &[Key::Id], &message, fix);
        } else if known.insert(id.clone(), at).is_some() {
            let fix = match tag {
                Tag::Reasoning => Fix::Drop,
                _ if needs_id(tag) => Fix::Set(format!("{id}_{at}")),
                _ => Fix::DropMember,
            };
            self.message(Rule::DuplicateItemId, at, &[Key::Id], &format!("another item has the id {id}"), fix);
        }
    }

    /// Returns `true` if reasoning is followed by the model's next item: a text, a call, or more reasoning that leads
    /// to one.
    fn leads_to_item(&self, at: usize) -> bool {
        let after = self.messages.get(at + 1..).unwrap_or_default();
        let next = after.iter().find(|message| {
            let thinks = message.parts.iter().all(|part| part.kind == PartKind::Thinking) && !message.parts.is_empty();
            !thinks
        });
        next.is_some_and(|next| {
            next.role == Role::Assistant || next.parts.iter().any(|part| part.kind == PartKind::Reference)
        })
    }
}

/// Items that have to have an id.
fn needs_id(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::McpCall
            | Tag::McpListTools
            | Tag::McpApprovalRequest
            | Tag::WebSearchCall
            | Tag::FileSearchCall
            | Tag::CodeInterpreterCall
            | Tag::ImageGenerationCall
            | Tag::ComputerCall
            | Tag::LocalShellCall
    )
}

/// Returns the prefixes of an item's id, from the API's own errors; empty where the API does not check.
fn prefixes(tag: Tag) -> &'static [&'static str] {
    match tag {
        Tag::FunctionCall => &["fc"],
        Tag::CustomToolCall => &["ctc"],
        Tag::Reasoning => &["rs"],
        Tag::Message => &["msg"],
        Tag::ComputerCall => &["cu"],
        Tag::WebSearchCall => &["ws"],
        Tag::FileSearchCall => &["fs"],
        Tag::LocalShellCall => &["lsh"],
        _ => &[],
    }
}
