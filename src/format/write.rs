//! What is new in a conversation, in its format.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::change::{New, NewObject, Pointer, object, text};
use super::gemini::function_call;
use super::leaf::Step;
use super::problem::pointer;
use super::{MessageFormat, message_at, part_node};
use crate::history::conversation::{Content, Flags, Message, Part, PartKind, Place, Role};
use crate::tree::{Key, Shape, Tag, Tree, Words};

/// What stands for a result that nobody has.
pub(crate) const NO_RESULT: &str = crate::forms::NO_RESULT.written;
/// What stands for messages that are gone.
pub(crate) const NO_BEGINNING: &str = crate::forms::NO_BEGINNING.written;

/// Writes new parts and messages as those around them are written.
pub(crate) struct Writer<'a, T: Tree> {
    pub(crate) root: &'a T,
    pub(crate) format: MessageFormat,
    /// As they came: where samples of a class are found.
    pub(crate) original: &'a [Message],
    /// True when the host makes objects of classes that are nowhere in the conversation.
    pub(crate) creates: bool,
}

impl<'a, T: Tree> Writer<'a, T> {
    pub(crate) fn new(root: &'a T, format: MessageFormat, original: &'a [Message], creates: bool) -> Self {
        Self { root, format, original, creates }
    }

    /// True when a result for this call can be written.
    pub(crate) fn can_answer(&self, call: &Part) -> bool {
        let Some(node) = call.place.and_then(|place| part_node(self.root, place)) else { return false };
        match self.format {
            // A screenshot, and found tools, cannot be made up.
            MessageFormat::OpenAiResponses => !matches!(node.tag(Key::Type), Tag::ComputerCall | Tag::ToolSearchCall),
            MessageFormat::VsCode => self.can_make(&node, PartKind::Result) && self.can_make(&node, PartKind::Text),
            MessageFormat::OpenAiChat => {
                let message = call.place.and_then(|place| self.root.item(Key::This, place.message as usize));
                let of_class = message.is_some_and(|message| message.has_class(Key::This));
                !of_class || self.creates || self.tool_message().is_some()
            }
            _ => true,
        }
    }

    /// True when objects of that kind are plain data, are found somewhere, or can be made.
    fn can_make(&self, beside: &T, kind: PartKind) -> bool {
        !beside.has_class(Key::This) || self.creates || self.sample(kind).is_some()
    }

    /// Where a part of that kind is. Texts stand in results, too.
    fn sample(&self, kind: PartKind) -> Option<Pointer> {
        let lists = || self.original.iter().filter(|message| message.content == Content::List);
        let parts = || lists().flat_map(|message| &message.parts);
        if let Some(part) = parts().find(|part| part.kind == kind) {
            return part.place.map(|place| pointer(place, &[]));
        }
        let mut results = parts().filter(|part| kind == PartKind::Text && part.kind == PartKind::Result);
        results.find_map(|part| {
            let node = part_node(self.root, part.place?)?;
            let text = |at: &usize| {
                node.item(Key::Content, *at).is_some_and(|block| matches!(block.shape(Key::Value), Shape::Text(_)))
            };
            let Shape::List(count) = node.shape(Key::Content) else { return None };
            let at = (0..count).find(text)?;
            Some(pointer(part.place?, &[Step::Key(Key::Content), Step::At(at)]))
        })
    }

    fn tool_message(&self) -> Option<Place> {
        let mut results = self.original.iter().filter(|message| message.role == Role::Tool && message.inner.is_none());
        results.find_map(|message| message.parts.first()?.place)
    }

    /// An object of the class that others of its kind have.
    fn of_class(&self, kind: &'static str, part: PartKind, members: Vec<(&'static str, New)>) -> New {
        let like = self.sample(part);
        New::Object(NewObject { kind, is_foreign: like.is_none(), like, copies: false, members })
    }

    /// A result for a call, as a part or, where results are messages, as a message.
    pub(crate) fn result(&self, call: &Part, said: &str, words: &T::Words) -> New {
        let id = call.id.map(|id| words.text(id)).unwrap_or_default();
        let name = call.name.map(|name| words.text(name)).unwrap_or_default();
        let node = call.place.and_then(|place| part_node(self.root, place));
        match self.format {
            MessageFormat::OpenAiChat => self.chat_result(call, id, name, said),
            MessageFormat::OpenAiResponses => responses_result(node.as_ref(), id, name, said),
            MessageFormat::Anthropic => object(vec![
                ("type", text("tool_result")),
                ("tool_use_id", text(id)),
                ("content", text(said)),
                ("is_error", New::Flag(true)),
            ]),
            MessageFormat::Gemini => {
                let snake =
                    node.and_then(|node| function_call(&node)).is_some_and(|(key, _)| key == Key::FunctionCallSnake);
                let mut members = vec![("name", text(name)), ("response", object(vec![("error", text(said))]))];
                if call.id.is_some() {
                    members.insert(0, ("id", text(id)));
                }
                object(vec![(if snake { "function_response" } else { "functionResponse" }, object(members))])
            }
            MessageFormat::AiSdk => object(vec![
                ("type", text("tool-result")),
                ("toolCallId", text(id)),
                ("toolName", text(name)),
                ("output", object(vec![("type", text("error-text")), ("value", text(said))])),
            ]),
            MessageFormat::VsCode => {
                if node.is_some_and(|node| node.has_class(Key::This)) {
                    let content = New::List(vec![self.of_class("text", PartKind::Text, vec![("value", text(said))])]);
                    let members = vec![("callId", text(id)), ("content", content), ("isError", New::Flag(true))];
                    return self.of_class("toolResult", PartKind::Result, members);
                }
                let content = New::List(vec![object(vec![("kind", text("text")), ("value", text(said))])]);
                object(vec![
                    ("kind", text("toolResult")),
                    ("callId", text(id)),
                    ("content", content),
                    ("isError", New::Flag(true)),
                ])
            }
        }
    }

    fn chat_result(&self, call: &Part, id: String, name: String, said: &str) -> New {
        let place = call.place.and_then(|place| self.root.item(Key::This, place.message as usize));
        let Some(message) = place else { return object(Vec::new()) };
        if call.has(Flags::NAMELESS) {
            return object(vec![("role", text("function")), ("name", text(name)), ("content", text(said))]);
        }
        if message.has(Key::Role) {
            let members = vec![("role", text("tool")), ("tool_call_id", text(id)), ("content", text(said))];
            return object(members);
        }
        // LangChain's: of the class of another result, or as data, in the envelope that the call has.
        let mut members =
            vec![("content", text(said)), ("tool_call_id", text(id)), ("name", text(name)), ("status", text("error"))];
        let inner = call.place.and_then(|place| place.inner);
        if message.has_class(Key::This) {
            let like = self.tool_message();
            let is_foreign = like.is_none();
            let like = like.map(|place| pointer(place, &[]));
            return New::Object(NewObject { kind: "toolResult", like, copies: true, is_foreign, members });
        }
        match inner {
            Some(Key::Kwargs) => object(vec![
                ("lc", New::Number(1)),
                ("type", text("constructor")),
                ("id", New::List(["langchain_core", "messages", "ToolMessage"].into_iter().map(text).collect())),
                ("kwargs", object(members)),
            ]),
            Some(_) => object(vec![("type", text("tool")), ("data", object(members))]),
            None => {
                members.insert(0, ("type", text("tool")));
                object(members)
            }
        }
    }

    /// A message of these parts, in the role that answers calls.
    pub(crate) fn results(&self, parts: Vec<New>) -> New {
        match self.format {
            MessageFormat::AiSdk => object(vec![("role", text("tool")), ("content", New::List(parts))]),
            _ => self.user(parts),
        }
    }

    /// A message of the user.
    pub(crate) fn user(&self, parts: Vec<New>) -> New {
        let member = if self.format == MessageFormat::Gemini { "parts" } else { "content" };
        if self.format != MessageFormat::VsCode {
            return object(vec![("role", text("user")), (member, New::List(parts))]);
        }
        let first = self.original.first().and_then(super::check::place_of);
        let sample = first.and_then(|place| Some((place, message_at(self.root, place)?)));
        let Some((place, node)) = sample else { return object(Vec::new()) };
        let by_word = node.number(Key::Role).is_none();
        let role = if by_word { text("user") } else { New::Number(1) };
        let members = vec![("role", role), (member, New::List(parts))];
        if !node.has_class(Key::This) {
            return object(members);
        }
        let like = Some(pointer(place, &[]));
        New::Object(NewObject { kind: "message", like, copies: false, is_foreign: false, members })
    }

    /// True of messages as user interfaces of the AI SDK have them.
    fn has_parts(&self) -> bool {
        self.root.item(Key::This, 0).is_some_and(|message| message.has(Key::Parts) || !message.has(Key::Content))
    }

    /// A text of the user, as a message.
    pub(crate) fn user_text(&self, said: &str) -> New {
        match self.format {
            MessageFormat::Gemini => self.user(vec![object(vec![("text", text(said))])]),
            MessageFormat::VsCode => self.user(vec![self.text_part(said)]),
            MessageFormat::AiSdk if self.has_parts() => object(vec![
                ("id", text("earlier-messages")),
                ("role", text("user")),
                ("parts", New::List(vec![object(vec![("type", text("text")), ("text", text(said))])])),
            ]),
            MessageFormat::OpenAiChat => {
                let first = self.original.first().and_then(super::check::place_of);
                first.map_or_else(|| plain_user(said), |place| self.chat_user(place, said))
            }
            _ => plain_user(said),
        }
    }

    /// A text of the assistant, as a message.
    pub(crate) fn assistant_text(&self, said: &str) -> New {
        let speaks = |message: &&Message| message.role == Role::Assistant;
        match self.format {
            MessageFormat::Gemini => {
                object(vec![("role", text("model")), ("parts", New::List(vec![object(vec![("text", text(said))])]))])
            }
            MessageFormat::VsCode => {
                let New::Object(user) = self.user(vec![self.text_part(said)]) else { return object(Vec::new()) };
                let by_number =
                    user.members.iter().any(|(name, value)| *name == "role" && matches!(value, New::Number(_)));
                let role = if by_number { New::Number(2) } else { text("assistant") };
                let members = user
                    .members
                    .into_iter()
                    .map(|(name, value)| (name, if name == "role" { role.clone() } else { value }));
                New::Object(NewObject { members: members.collect(), ..user })
            }
            MessageFormat::AiSdk if self.has_parts() => object(vec![
                ("id", text("earlier-answer")),
                ("role", text("assistant")),
                ("parts", New::List(vec![object(vec![("type", text("text")), ("text", text(said))])])),
            ]),
            MessageFormat::OpenAiChat => {
                let first = self.original.iter().find(speaks).and_then(super::check::place_of);
                let node = first.and_then(|place| self.root.item(Key::This, place.message as usize));
                match (first, node) {
                    (Some(place), Some(node)) if !node.has(Key::Role) => chat_answer(place, &node, said),
                    _ => object(vec![("role", text("assistant")), ("content", text(said))]),
                }
            }
            MessageFormat::OpenAiResponses => object(vec![
                ("type", text("message")),
                ("role", text("assistant")),
                ("content", New::List(vec![object(vec![("type", text("output_text")), ("text", text(said))])])),
            ]),
            _ => object(vec![("role", text("assistant")), ("content", text(said))]),
        }
    }

    /// A message of the user beside another one, in Chat Completions or as LangChain has it.
    pub(crate) fn chat_user(&self, place: Place, said: &str) -> New {
        let Some(node) = self.root.item(Key::This, place.message as usize) else { return plain_user(said) };
        if node.has(Key::Role) {
            return plain_user(said);
        }
        if node.has_class(Key::This) {
            let users = |message: &&Message| message.role == Role::User && message.inner.is_none();
            let like = self.original.iter().find(users).and_then(super::check::place_of);
            if like.is_none() && !self.creates {
                return plain_user(said);
            }
            return New::Object(NewObject {
                kind: "user",
                is_foreign: like.is_none(),
                like: like.map(|place| pointer(place, &[])),
                copies: true,
                members: vec![("content", text(said))],
            });
        }
        match place.inner {
            Some(Key::Kwargs) => object(vec![
                ("lc", New::Number(1)),
                ("type", text("constructor")),
                ("id", New::List(["langchain_core", "messages", "HumanMessage"].into_iter().map(text).collect())),
                ("kwargs", object(vec![("content", text(said))])),
            ]),
            Some(_) => object(vec![("type", text("human")), ("data", object(vec![("content", text(said))]))]),
            None => object(vec![("type", text("human")), ("content", text(said))]),
        }
    }

    /// A text as a part of a message.
    pub(crate) fn text_part(&self, said: &str) -> New {
        match self.format {
            MessageFormat::Gemini => object(vec![("text", text(said))]),
            MessageFormat::VsCode => {
                let message = self.root.item(Key::This, 0);
                let part = message.and_then(|message| message.item(Key::Content, 0));
                if part.is_some_and(|part| part.has_class(Key::This)) {
                    return self.of_class("text", PartKind::Text, vec![("value", text(said))]);
                }
                object(vec![("kind", text("text")), ("value", text(said))])
            }
            _ => object(vec![("type", text("text")), ("text", text(said))]),
        }
    }

    /// A text in the list that a result is.
    pub(crate) fn text_block(&self, said: &str) -> New {
        match self.format {
            MessageFormat::OpenAiResponses => object(vec![("type", text("input_text")), ("text", text(said))]),
            _ => self.text_part(said),
        }
    }

    /// A text that is there, as a part of plain data.
    pub(crate) fn text_of(&self, what: New, speaker: Role) -> New {
        match self.format {
            MessageFormat::Gemini => object(vec![("text", what)]),
            MessageFormat::VsCode => object(vec![("kind", text("text")), ("value", what)]),
            MessageFormat::OpenAiResponses => {
                let kind = if speaker == Role::Assistant { "output_text" } else { "input_text" };
                object(vec![("type", text(kind)), ("text", what)])
            }
            _ => object(vec![("type", text("text")), ("text", what)]),
        }
    }

    /// True when the texts that calls and results become can be written.
    pub(crate) fn can_say(&self) -> bool {
        match self.format {
            MessageFormat::VsCode => {
                let message = self.root.item(Key::This, 0);
                let part = message.and_then(|message| message.item(Key::Content, 0));
                part.is_none_or(|part| self.can_make(&part, PartKind::Text))
            }
            MessageFormat::OpenAiChat => {
                let of_class = |message: &&Message| {
                    let node = super::check::place_of(message).and_then(|place| message_at(self.root, place));
                    message.inner.is_none() && node.is_some_and(|node| node.has_class(Key::This))
                };
                let mut own = self.original.iter().filter(of_class);
                let results = own.clone().any(|message| message.role == Role::Tool);
                !results || self.creates || own.any(|message| message.role == Role::User)
            }
            _ => true,
        }
    }
}

/// A text of the assistant as LangChain has it.
fn chat_answer<T: Tree>(place: Place, node: &T, said: &str) -> New {
    if node.has_class(Key::This) {
        let like = Some(pointer(Place { inner: None, member: None, index: None, ..place }, &[]));
        let members = vec![
            ("content", text(said)),
            ("tool_calls", New::List(Vec::new())),
            ("additional_kwargs", object(Vec::new())),
            ("tool_call_chunks", New::List(Vec::new())),
            ("invalid_tool_calls", New::List(Vec::new())),
        ];
        return New::Object(NewObject { kind: "assistant", like, copies: true, is_foreign: false, members });
    }
    match place.inner {
        Some(Key::Kwargs) => object(vec![
            ("lc", New::Number(1)),
            ("type", text("constructor")),
            ("id", New::List(["langchain_core", "messages", "AIMessage"].into_iter().map(text).collect())),
            ("kwargs", object(vec![("content", text(said))])),
        ]),
        Some(_) => object(vec![("type", text("ai")), ("data", object(vec![("content", text(said))]))]),
        None => object(vec![("type", text("ai")), ("content", text(said))]),
    }
}

fn plain_user(said: &str) -> New {
    object(vec![("role", text("user")), ("content", text(said))])
}

fn responses_result<T: Tree>(node: Option<&T>, id: String, name: String, said: &str) -> New {
    let Some(node) = node else { return object(Vec::new()) };
    let camel = node.has(Key::CallIdCamel) && !node.has(Key::CallId);
    if camel && node.tag(Key::Type) == Tag::FunctionCall {
        return object(vec![
            ("type", text("function_call_result")),
            ("callId", text(id)),
            ("name", text(name)),
            ("status", text("incomplete")),
            ("output", object(vec![("type", text("text")), ("text", text(said))])),
        ]);
    }
    let call_id = if camel { "callId" } else { "call_id" };
    match node.tag(Key::Type) {
        Tag::LocalShellCall => {
            object(vec![("type", text("local_shell_call_output")), ("id", text(id)), ("output", text(said))])
        }
        Tag::ShellCall => {
            let outcome = object(vec![("type", text("exit")), ("exit_code", New::Number(1))]);
            let outcome_camel = object(vec![("type", text("exit")), ("exitCode", New::Number(1))]);
            let content = object(vec![
                ("stdout", text("")),
                ("stderr", text(said)),
                ("outcome", if camel { outcome_camel } else { outcome }),
            ]);
            object(vec![("type", text("shell_call_output")), (call_id, text(id)), ("output", New::List(vec![content]))])
        }
        Tag::ApplyPatchCall => object(vec![
            ("type", text("apply_patch_call_output")),
            (call_id, text(id)),
            ("status", text("failed")),
            ("output", text(said)),
        ]),
        Tag::CustomToolCall => {
            object(vec![("type", text("custom_tool_call_output")), ("call_id", text(id)), ("output", text(said))])
        }
        _ => object(vec![("type", text("function_call_output")), ("call_id", text(id)), ("output", text(said))]),
    }
}

/// A pointer to what is there, to be kept.
pub(crate) fn original(place: Place) -> Pointer {
    pointer(place, &[])
}
