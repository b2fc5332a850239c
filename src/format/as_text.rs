//! Calls and results as text, for gateways that take no tool items. One way only: nothing reads them back.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::change::{Change, New, object, text};
use super::extract::{down, pieces, safe_piece_text};
use super::leaf::{LeafKind, Step, arguments};
use super::messages::read_as;
use super::problem::pointer;
use super::write::Writer;
use super::{Conversation, MessageFormat};
use crate::error::{Error, ErrorKind};
use crate::history::conversation::{Content, Flags, Message, Part, PartKind, Role};
use crate::history::{Rendering, below, call_text};
use crate::tree::{Key, Shape, Tree, Words};

/// More than any text has.
const ALL: usize = usize::MAX >> 1;

/// Plans messages without tool items. `creates` as in [`super::repair_messages_of`].
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
    if !writer.can_say() {
        let rule = "create: is needed, as no text in the messages is of the class that a new one has to be of";
        return Err(Error::new(ErrorKind::InvalidOption, String::from(rule)));
    }
    let mut render = Render { writer: &writer, conversation: &conversation, rendering, changes: Vec::new() };
    for message in &conversation.messages {
        match conversation.format {
            MessageFormat::OpenAiChat => render.chat(message),
            MessageFormat::OpenAiResponses => render.item(message),
            _ => render.parts(message),
        }
    }
    Ok(render.changes)
}

struct Render<'a, T: Tree> {
    writer: &'a Writer<'a, T>,
    conversation: &'a Conversation<T>,
    rendering: Rendering,
    changes: Vec<Change>,
}

impl<T: Tree> Render<'_, T> {
    fn node(&self, part: &Part) -> Option<T> {
        self.conversation.node(self.writer.root, part)
    }

    fn word(&self, word: Option<crate::tree::Word>) -> String {
        word.map(|word| self.conversation.words.text(word)).unwrap_or_default()
    }

    /// A call, a result or both as text; nothing for other parts.
    fn rendered(&self, part: &Part) -> Option<String> {
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
        let said: Vec<String> = pieces(node, self.conversation, part).iter().map(safe_piece_text).collect();
        below(self.rendering, &self.word(part.id), &said.join("\n"))
    }

    /// Formats whose messages are lists of parts: a part becomes a text.
    fn parts(&mut self, message: &Message) {
        let mut left = message.parts.len();
        let mut changes = Vec::new();
        for part in &message.parts {
            let Some(place) = part.place else { continue };
            if matches!(part.kind, PartKind::Approval | PartKind::ApprovalReply) {
                left -= 1;
                changes.push(Change::Drop(pointer(place, &[])));
            } else if let Some(said) = self.rendered(part) {
                changes.push(Change::Set(pointer(place, &[]), self.writer.text_part(&said)));
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

    fn chat(&mut self, message: &Message) {
        let Some(place) = super::check::place_of(message) else { return };
        if message.role == Role::Tool {
            let said = message.parts.first().and_then(|part| self.rendered(part)).unwrap_or_default();
            self.changes.push(Change::Set(format!("/{}", place.message), self.writer.chat_user(place, &said)));
            return;
        }
        let calls: Vec<&Part> = message.parts.iter().filter(|part| part.kind == PartKind::Call).collect();
        if calls.is_empty() {
            return;
        }
        let said = calls.iter().filter_map(|part| self.rendered(part)).collect::<Vec<_>>().join("\n");
        for member in [Key::ToolCalls, Key::FunctionCallSnake] {
            if calls.iter().any(|part| part.place.is_some_and(|place| place.member == Some(member))) {
                self.changes.push(Change::Drop(pointer(place, &[Step::Key(member)])));
            }
        }
        // LangChain keeps what the API answered, and sends it when it finds no calls of its own.
        let copies = super::message_at(self.writer.root, place).and_then(|node| node.child(Key::AdditionalKwargs));
        if copies.is_some_and(|copies| copies.has(Key::ToolCalls)) {
            let steps = [Step::Key(Key::AdditionalKwargs), Step::Key(Key::ToolCalls)];
            self.changes.push(Change::Drop(pointer(place, &steps)));
        }
        let content = pointer(place, &[Step::Key(Key::Content)]);
        match message.content {
            Content::List => {
                let in_list = |part: &&Part| part.place.is_some_and(|place| place.member == Some(Key::Content));
                let count = message.parts.iter().filter(in_list).count();
                let path = pointer(place, &[Step::Key(Key::Content), Step::At(count)]);
                self.changes.push(Change::InsertPart(path, object(vec![("type", text("text")), ("text", text(said))])));
            }
            Content::Text => {
                let before = message.parts.first().and_then(|part| self.node(part)?.text(Key::This, ALL));
                let before = before.filter(|before| !before.is_empty());
                let whole = before.map_or_else(|| said.clone(), |before| format!("{before}\n{said}"));
                self.changes.push(Change::Text(content, whole));
            }
            _ => self.changes.push(Change::Text(content, said)),
        }
    }

    /// Responses: an item becomes a message of who made it. Reasoning led to calls, and goes with them.
    fn item(&mut self, message: &Message) {
        let Some(part) = message.parts.first().filter(|_| message.content == Content::Whole) else { return };
        let Some(place) = part.place else { return };
        let path = pointer(place, &[]);
        match part.kind {
            PartKind::Thinking | PartKind::Approval | PartKind::ApprovalReply => self.changes.push(Change::Drop(path)),
            PartKind::Call | PartKind::Result | PartKind::Exchange => {
                let Some(said) = self.rendered(part) else { return };
                let camel = self.node(part).is_some_and(|node| node.has(Key::CallIdCamel));
                let by_user = part.kind == PartKind::Result && !part.has(Flags::HOSTED);
                let (role, kind) = if by_user { ("user", "input_text") } else { ("assistant", "output_text") };
                let content = New::List(vec![object(vec![("type", text(kind)), ("text", text(said))])]);
                let mut members = vec![("type", text("message")), ("role", text(role))];
                if camel && !by_user {
                    members.push(("status", text("completed")));
                }
                members.push(("content", content));
                self.changes.push(Change::Set(path, object(members)));
            }
            _ => {}
        }
    }
}
