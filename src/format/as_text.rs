//! Calls and results as text, for gateways that take no tool items. One way only: nothing reads them back.

use super::extract::{down, pieces, safe_piece_text};
use super::leaf::arguments;
use super::messages::read_as;
use super::prelude::*;
use super::{Conversation, MessageFormat};
use crate::call::{Rendering, below, call_text};
use crate::error::{Error, ErrorKind};

/// More than any text has.
pub(super) const ALL: usize = usize::MAX >> 1;

/// Plans messages without tool items. `creates` is as in [`super::repair_messages_of`].
///
/// # Errors
/// As [`super::validate_messages_of`].
pub fn render_as_text_of<T: Tree>(
    messages: &T,
    format: Option<MessageFormat>,
    rendering: Rendering,
    creates: bool,
) -> Result<Vec<Change>, Error> {
    let Some(conversation) = read_as(messages, format)? else { return Ok(Vec::new()) };
    let writer = Writer::new(messages, conversation.format, &conversation.messages, creates);
    if !writer.rules().can_say(&writer) {
        let rule = "create: is needed, as no text in the messages is of the class that a new one has to be of";
        return Err(Error::new(ErrorKind::InvalidOption, String::from(rule)));
    }
    let mut render = Render { writer: &writer, conversation: &conversation, rendering, changes: Vec::new() };
    for message in &conversation.messages {
        writer.rules().as_text(&mut render, message);
    }
    Ok(render.changes)
}

/// Renders the calls and results of a conversation.
pub(crate) struct Render<'a, T: Tree> {
    pub(super) writer: &'a Writer<'a, T>,
    conversation: &'a Conversation<T>,
    rendering: Rendering,
    pub(super) changes: Vec<Change>,
}

impl<T: Tree> Render<'_, T> {
    pub(super) fn node(&self, part: &Part) -> Option<T> {
        self.conversation.node(self.writer.root, part)
    }

    fn word(&self, word: Option<crate::tree::Word>) -> String {
        word.map(|word| self.conversation.words.text(word)).unwrap_or_default()
    }

    /// A call, a result or both as text; nothing for other parts.
    pub(super) fn rendered(&self, part: &Part) -> Option<String> {
        let node = self.node(part)?;
        match part.kind {
            PartKind::Call => Some(self.call(part, &node)),
            PartKind::Result => Some(self.result(part, &node)),
            PartKind::Exchange => {
                let call = self.call(part, &node);
                let open = part.has(Flags::OPEN);
                Some(if open { call } else { format!("{call}\n{}", self.result(part, &node)) })
            }
            _ => None,
        }
    }

    fn call(&self, part: &Part, node: &T) -> String {
        let args = Some(arguments(node, self.conversation.format, part)).and_then(|leaf| {
            let value = down(node, &leaf.steps)?;
            let written = leaf.kind == LeafKind::Text && matches!(value.shape(Key::This), Shape::Text(_));
            Some(if written { value.text(Key::This, ALL)? } else { value.json(Key::This) })
        });
        let args = args.unwrap_or_else(|| String::from("{}"));
        call_text(self.rendering, &self.word(part.name), &self.word(part.id), &args)
    }

    fn result(&self, part: &Part, node: &T) -> String {
        let body: Vec<String> = pieces(node, self.conversation, part).iter().map(safe_piece_text).collect();
        below(self.rendering, &self.word(part.id), &body.join("\n"))
    }

    /// Formats whose messages are lists of parts: a part becomes a text.
    pub(super) fn parts(&mut self, message: &Message) {
        let mut left = message.parts.len();
        let mut changes = Vec::new();
        for part in &message.parts {
            let Some(place) = part.place else { continue };
            if matches!(part.kind, PartKind::Approval | PartKind::ApprovalReply) {
                left -= 1;
                changes.push(Change::Drop(pointer(place, &[])));
            } else if let Some(body) = self.rendered(part) {
                changes.push(Change::Set(pointer(place, &[]), self.writer.rules().text_part(self.writer, &body)));
            }
        }
        if changes.is_empty() {
            return;
        }
        let Some(place) = super::check::place_of(message) else { return };
        if left == 0 {
            self.changes.push(Change::Drop(pointer(place, &[])));
            return;
        }
        if message.role == Role::Tool {
            self.changes.push(Change::Text(pointer(place, &[Step::Key(Key::Role)]), String::from("user")));
        }
        self.changes.append(&mut changes);
    }
}
