//! Which rules a conversation breaks. Rules on pairs and ids hold for all formats, each in its way; what only one format
//! knows has a file of its own. Each finding says how it is mended: `repair` follows that, and looks again.

mod ai_sdk;
mod anthropic;
mod gemini;
mod ids;
mod openai_chat;
mod openai_responses;
mod pairs;

pub(crate) use ids::{id_steps, is_plain_char, limits};
pub(crate) use pairs::{Standing, standing};

use alloc::string::String;
use alloc::vec::Vec;

use super::leaf::Step;
use super::rules::Rule;
use super::{Conversation, MessageFormat};
use crate::history::conversation::{Content, Message, Part, PartAt, PartKind, Place, Role};
use crate::history::pair::{Pairs, part_at};
use crate::order::ordered;
use crate::tree::{Key, Shape, Tree, Word, Words};

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Part(PartAt),
    Message(usize),
}

/// How a finding is mended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fix {
    /// There is no way that loses nothing.
    None,
    /// The part, or the message, goes.
    Drop,
    /// A member of it goes.
    DropMember,
    /// A member of it becomes this text.
    Set(String),
    /// A member of it becomes this number.
    Number(i32),
    /// A member of it becomes a list with it.
    List,
    /// It becomes an object with it as its text.
    TextPart,
    /// It becomes the call of a function, of that name.
    Function(String),
    /// A member of it becomes the JSON of what it is.
    Write,
    /// A member of it becomes what its text says in JSON.
    Parse,
    /// A member of it becomes an object without members, which holds what was there as text.
    Wrap,
    /// The call and its result get an id that is free and allowed.
    Rename,
    /// The results of the call, all of them, come to stand where they have to.
    Settle,
    /// Calls come to stand behind all else in their message.
    Reorder,
    /// The user speaks first.
    Lead,
    /// The message before it becomes a part of it.
    Join,
}

/// A rule that is broken, where, and how it is mended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) rule: Rule,
    pub(crate) subject: Subject,
    /// From the part, or from the message, on.
    pub(crate) steps: Vec<Step>,
    pub(crate) message: String,
    pub(crate) fix: Fix,
}

/// What rules look at, and what they found.
pub(crate) struct Check<'a, T: Tree> {
    pub(crate) root: &'a T,
    pub(crate) format: MessageFormat,
    pub(crate) messages: &'a [Message],
    conversation: &'a Conversation<T>,
    pub(crate) pairs: &'a Pairs,
    /// Each part that came with the messages, and its node.
    nodes: Vec<(PartAt, T)>,
    /// From where on there is nothing but results.
    end: usize,
    found: Vec<Finding>,
}

/// All findings, in the order of the messages.
pub(crate) fn check<T: Tree>(root: &T, conversation: &Conversation<T>, pairs: &Pairs) -> Vec<Finding> {
    let mut nodes = Vec::new();
    for (message, held) in conversation.messages.iter().enumerate() {
        for (part, what) in held.parts.iter().enumerate() {
            if let Some(node) = conversation.node(root, what) {
                nodes.push((PartAt { message, part }, node));
            }
        }
    }
    let mut check = Check {
        root,
        format: conversation.format,
        messages: &conversation.messages,
        conversation,
        pairs,
        nodes,
        end: pairs::end_of(&conversation.messages),
        found: Vec::new(),
    };
    check.holes();
    check.pairs();
    check.ids();
    match conversation.format {
        MessageFormat::OpenAiChat => check.openai_chat(),
        MessageFormat::OpenAiResponses => check.openai_responses(),
        MessageFormat::Anthropic => check.anthropic(),
        MessageFormat::Gemini => check.gemini(),
        MessageFormat::AiSdk => check.ai_sdk(),
        MessageFormat::VsCode => check.vscode(),
    }
    // A message comes before its parts.
    ordered(check.found, |finding| match finding.subject {
        Subject::Message(message) => PartAt { message, part: 0 }.number(),
        Subject::Part(at) => at.number() + 1,
    })
}

impl<'a, T: Tree> Check<'a, T> {
    fn report(&mut self, rule: Rule, subject: Subject, steps: &[Step], message: &str, fix: Fix) {
        self.found.push(Finding { rule, subject, steps: steps.to_vec(), message: message.into(), fix });
    }

    fn part(&mut self, rule: Rule, at: PartAt, message: &str, fix: Fix) {
        self.report(rule, Subject::Part(at), &[], message, fix);
    }

    /// The part at a place among the nodes.
    fn noded(&self, place: usize) -> Option<(PartAt, &'a Part, T)> {
        let (at, node) = *self.nodes.get(place)?;
        Some((at, self.part_at(at)?, node))
    }

    /// True when parts are objects of a class of their own.
    fn is_of_classes(&self) -> bool {
        self.nodes.iter().any(|(_, node)| node.has_class(Key::This))
    }

    /// Content that is an object or a number: nothing of it is lost.
    fn odd_content(&mut self, at: usize, message: &Message) {
        let Some(node) = self.node_of(message) else { return };
        let parts = self.format == MessageFormat::Gemini
            || (self.format == MessageFormat::AiSdk && node.shape(Key::Parts).is_there());
        let member = if parts { Key::Parts } else { Key::Content };
        let fix = match (node.shape(member), self.format) {
            (Shape::Object, _) => Fix::List,
            (_, MessageFormat::Gemini | MessageFormat::VsCode) => Fix::None,
            _ => Fix::Write,
        };
        if node.shape(member) == Shape::Object && node.json_units(member) <= 2 {
            let (subject, steps) = (Subject::Message(at), [Step::Key(member)]);
            // Calls beside it are content enough.
            let fix = if message.parts.is_empty() { Fix::Drop } else { Fix::Set(String::new()) };
            self.report(Rule::EmptyMessage, subject, &steps, "a message has content", fix);
            return;
        }
        let said = "the content is neither a text nor a list";
        self.report(Rule::ContentType, Subject::Message(at), &[Step::Key(member)], said, fix);
    }

    /// Parts that are nothing: null, or a hole in the list.
    fn holes(&mut self) {
        for (message, held) in self.messages.iter().enumerate() {
            if held.content == Content::Odd {
                self.odd_content(message, held);
            }
            for (part, what) in held.parts.iter().enumerate().filter(|(_, what)| what.kind == PartKind::Other) {
                let Some(place) = what.place else { continue };
                let called = place.member == Some(Key::ToolCalls);
                let node = self.conversation.node(self.root, what);
                if node.is_some_and(|node| matches!(node.shape(Key::This), Shape::Text(_)) && !node.is_blank(Key::This))
                    && !called
                {
                    let fix = if self.is_of_classes() { Fix::None } else { Fix::TextPart };
                    self.part(Rule::PartType, PartAt { message, part }, "a part is an object, not a text", fix);
                } else if called || node.is_none_or(|node| matches!(node.shape(Key::This), Shape::Text(_))) {
                    self.part(Rule::EmptyPart, PartAt { message, part }, "a part is an object", Fix::Drop);
                }
            }
        }
    }

    fn vscode(&mut self) {
        self.objects(&[Key::Input]);
        for (at, message) in self.messages.iter().enumerate() {
            if message.role == Role::Unknown {
                self.unknown_role(Subject::Message(at), message);
            }
        }
    }

    /// A role that the format does not have. Whoever it was, what was said goes on: calls are the assistant's, their results
    /// tools', and all else is told by the user.
    fn unknown_role(&mut self, subject: Subject, message: &Message) {
        let node = self.node_of(message);
        let by_role =
            node.is_some_and(|node| node.has(Key::Role) || !node.has_class(Key::This)) && message.inner.is_none();
        let by_number = node.is_some_and(|node| node.number(Key::Role).is_some());
        let said = node.and_then(|node| node.text(Key::Role, 20)).unwrap_or_default();
        let speaks = matches!(&*said.to_lowercase(), "assistant" | "model" | "ai" | "bot")
            || message.parts.iter().any(|part| matches!(part.kind, PartKind::Call | PartKind::Exchange));
        let role = match (self.format, speaks) {
            (MessageFormat::OpenAiChat | MessageFormat::AiSdk, _) if message.has_results() => "tool",
            (MessageFormat::Gemini, true) => "model",
            (_, true) => "assistant",
            _ => "user",
        };
        let fix = match by_role {
            false => Fix::None,
            true if by_number && self.format == MessageFormat::VsCode => Fix::Number(if speaks { 2 } else { 1 }),
            true => Fix::Set(role.into()),
        };
        self.report(Rule::UnknownRole, subject, &[Step::Key(Key::Role)], "the role is not known", fix);
    }

    fn part_at(&self, at: PartAt) -> Option<&'a Part> {
        part_at(self.messages, at)
    }

    /// The message itself, where it came with the others.
    fn node_of(&self, message: &Message) -> Option<T> {
        super::message_at(self.root, place_of(message)?)
    }

    /// The text of a word.
    fn text_of(&self, word: Word) -> String {
        self.conversation.words.text(word)
    }

    /// Arguments that have to be objects, at a member of the part.
    fn objects(&mut self, steps: &[Key]) {
        let path: Vec<Step> = steps.iter().copied().map(Step::Key).collect();
        for place in 0..self.nodes.len() {
            let Some((at, part, node)) = self.noded(place) else { continue };
            if part.kind != PartKind::Call {
                continue;
            }
            let holder = steps.split_last().and_then(|(last, before)| {
                let mut held = node;
                for key in before {
                    held = held.child(*key)?;
                }
                Some((held.shape(*last), held.holds_object(*last)))
            });
            let Some((shape, holds_object)) = holder else { continue };
            let said = match shape {
                Shape::Object => continue,
                // Gemini and VS Code take a call without arguments.
                Shape::Absent if self.format == MessageFormat::Gemini => continue,
                Shape::Absent | Shape::Null => "missing",
                Shape::Text(_) => "a text",
                Shape::List(_) => "a list",
                _ => "no object",
            };
            let fix = if holds_object { Fix::Parse } else { Fix::Wrap };
            let message = alloc::format!("the arguments are {said}, not an object");
            self.report(Rule::ArgumentsType, Subject::Part(at), &path, &message, fix);
        }
    }
}

/// The place of a message that came.
pub(crate) fn place_of(message: &Message) -> Option<Place> {
    Some(Place { message: message.from?, inner: message.inner, member: None, index: None })
}
