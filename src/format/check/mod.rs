//! Checks a conversation against its rules. Rules on pairs and ids apply to all formats, each in its way; rules of one
//! format are in its folder. Each finding names its fix; `repair` applies it and checks again.

mod arguments;
mod ids;
mod pairs;
mod shape;
mod surrogates;

pub(crate) use arguments::{NO_JSON, NO_TEXT, as_json, as_object, cut_object};
pub(crate) use ids::{Limits, is_plain_char};
pub(crate) use pairs::{Standing, standing};

use super::leaf::steps;
use super::{Conversation, MessageFormat, MessageOptions};
use crate::format::pair::{Pairs, part_at};
use crate::format::prelude::*;
use crate::order::ordered;

/// Subject of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Part(PartAt),
    Message(usize),
}

/// Fix of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fix {
    /// There is no way that loses nothing.
    None,
    /// Drops the part, or the message.
    Drop,
    /// Drops a member.
    DropMember,
    /// A member of it becomes this text.
    Set(String),
    /// A member of it becomes the value of this JSON.
    Json(String),
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
    /// Replaces a member by the JSON in its text.
    Parse,
    /// A member of it becomes an object with what was there, of the kind that the format wants.
    Wrap,
    /// The call and its result get an id that is free and allowed.
    Rename,
    /// The results of the call, all of them, come to stand where they have to.
    Settle,
    /// Calls come to stand behind all else in their message.
    Reorder,
    /// The user speaks first.
    Lead,
    /// The user speaks last.
    Follow,
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

/// What a check is asked for beside the rules of the format.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Asked {
    /// Binding of thinking, if the caller set it.
    pub(crate) thinking: Option<Thinking>,
    /// Halves of surrogate pairs in texts of the user and of the system are mended.
    pub(crate) repair_user_texts: bool,
    /// The last message may not be the assistant's.
    pub(crate) no_prefill: bool,
    /// The first block of thinking behind messages that changed since an earlier request, and the first of these.
    pub(crate) unbound: Option<(PartAt, usize)>,
}

impl From<MessageOptions> for Asked {
    fn from(options: MessageOptions) -> Self {
        let MessageOptions { thinking, repair_user_texts, no_prefill, .. } = options;
        Self { thinking, repair_user_texts, no_prefill, unbound: None }
    }
}

/// The conversation under check, and the findings.
pub(crate) struct Check<'a, T: Tree> {
    pub(crate) root: &'a T,
    pub(crate) format: MessageFormat,
    pub(crate) messages: &'a [Message],
    pub(crate) conversation: &'a Conversation<T>,
    pub(crate) pairs: &'a Pairs,
    pub(crate) asked: Asked,
    /// Each part that came with the messages, and its node.
    pub(crate) nodes: Vec<(PartAt, T)>,
    /// From where on there is nothing but results.
    end: usize,
    found: Vec<Finding>,
}

/// All findings, in the order of the messages.
pub(crate) fn check<T: Tree>(root: &T, conversation: &Conversation<T>, pairs: &Pairs, asked: Asked) -> Vec<Finding> {
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
        asked,
        nodes,
        end: pairs::end_of(&conversation.messages),
        found: Vec::new(),
    };
    check.holes();
    check.pairs();
    check.ids();
    // Other fixes of a value win over these.
    check.surrogates();
    check.own_rules();
    if let Some((at, changed)) = asked.unbound {
        let message = format!("messages before this thinking changed since the earlier request, first /{changed}");
        check.part(Rule::ThinkingAfterChange, at, &[], &message, Fix::None);
    }
    // A message comes before its parts.
    ordered(check.found, |finding| match finding.subject {
        Subject::Message(message) => PartAt { message, part: 0 }.number(),
        Subject::Part(at) => at.number() + 1,
    })
}

impl<'a, T: Tree> Check<'a, T> {
    pub(crate) fn report(&mut self, rule: Rule, subject: Subject, steps: Vec<Step>, message: &str, fix: Fix) {
        self.found.push(Finding { rule, subject, steps, message: message.into(), fix });
    }

    /// Checks the rules of this format only.
    fn own_rules(&mut self) {
        if self.format.has(Quirk::ObjectArguments) {
            self.objects();
        }
        let rules = self.format.rules();
        for (at, message) in self.messages.iter().enumerate() {
            if message.role == Role::Unknown {
                rules.check_role(self, at, message);
            }
            rules.check_message(self, at, message);
        }
        for place in 0..self.nodes.len() {
            if let Some((at, part, node)) = self.noded(place) {
                rules.check_part(self, at, part, &node);
            }
        }
        rules.check_all(self);
        self.assistant_last();
    }

    /// A last message of the assistant, if the model does not go on from one. A turn with calls, or that the provider
    /// paused, is continued by other means.
    fn assistant_last(&mut self) {
        if !self.asked.no_prefill || self.format.has_items() {
            return;
        }
        let Some((last, at)) = self.messages.last().zip(self.messages.len().checked_sub(1)) else { return };
        let goes_on = |part: &Part| matches!(part.kind, PartKind::Call | PartKind::Exchange) || part.has(Flags::HOSTED);
        if last.role == Role::Assistant && !last.parts.iter().any(goes_on) {
            let fix = if self.is_of_classes() { Fix::None } else { Fix::Follow };
            self.message(Rule::AssistantLast, at, &[], "the conversation ends with the assistant", fix);
        }
    }

    /// Reports a part, or what these members of it lead to.
    pub(crate) fn part(&mut self, rule: Rule, at: PartAt, keys: &[Key], message: &str, fix: Fix) {
        self.report(rule, Subject::Part(at), steps(keys), message, fix);
    }

    /// Reports a message, or what these members of it lead to.
    pub(crate) fn message(&mut self, rule: Rule, at: usize, keys: &[Key], message: &str, fix: Fix) {
        self.report(rule, Subject::Message(at), steps(keys), message, fix);
    }

    /// The part at a place among the nodes.
    pub(crate) fn noded(&self, place: usize) -> Option<(PartAt, &'a Part, T)> {
        let (at, node) = *self.nodes.get(place)?;
        Some((at, self.part_at(at)?, node))
    }

    pub(crate) fn part_at(&self, at: PartAt) -> Option<&'a Part> {
        part_at(self.messages, at)
    }

    /// The message itself, where it came with the others.
    pub(crate) fn node_of(&self, message: &Message) -> Option<T> {
        super::message_at(self.root, place_of(message)?)
    }

    /// The text of a word.
    pub(crate) fn text_of(&self, word: Word) -> String {
        self.conversation.words.text(word)
    }
}

/// The place of a message that came.
pub(crate) fn place_of(message: &Message) -> Option<Place> {
    Some(Place { message: message.from?, inner: message.inner, member: None, index: None })
}
