//! A conversation as formats read it: messages and their parts, without their texts.

use alloc::string::String;
use alloc::vec::Vec;

use crate::tree::{Key, Word};

/// The role of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    System,
    User,
    Assistant,
    Tool,
    Unknown,
}

/// The kind of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PartKind {
    Text,
    /// Thinking, reasoning, thoughts.
    Thinking,
    Call,
    Result,
    /// A call that holds its own result.
    Exchange,
    /// An image, a file, audio.
    Media,
    /// Asks whether a call may run.
    Approval,
    /// The answer to that.
    ApprovalReply,
    /// Refers to an item that the provider keeps.
    Reference,
    /// Anything else; passed through unchanged.
    Other,
}

/// Flags of a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags(u16);

impl Flags {
    /// The provider runs the tool, not the agent.
    pub(crate) const HOSTED: Self = Self(1);
    /// The call failed.
    pub(crate) const ERROR: Self = Self(1 << 1);
    /// A signature of the provider covers it.
    pub(crate) const SIGNED: Self = Self(1 << 2);
    /// The arguments are JSON in a text.
    pub(crate) const WRITTEN: Self = Self(1 << 3);
    /// The arguments are any text.
    pub(crate) const FREE: Self = Self(1 << 4);
    /// An exchange that has no result yet.
    pub(crate) const OPEN: Self = Self(1 << 5);
    /// The id is another one than in the original.
    pub(crate) const RENAMED: Self = Self(1 << 6);
    /// There is nothing of the result to read: it is kept elsewhere.
    pub(crate) const OPAQUE: Self = Self(1 << 7);
    /// The provider wants no result for it.
    pub(crate) const ALONE: Self = Self(1 << 8);
    /// The user allowed the call, which has not run yet.
    pub(crate) const APPROVED: Self = Self(1 << 9);
    /// The format gives calls of this kind no id.
    pub(crate) const NAMELESS: Self = Self(1 << 10);
    /// The user is asked whether it may run.
    pub(crate) const ASKING: Self = Self(1 << 13);
    /// It is about to be dropped.
    pub(crate) const GONE: Self = Self(1 << 12);
    /// Moved within its message, or to another one.
    pub(crate) const MOVED: Self = Self(1 << 11);

    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    #[must_use]
    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[must_use]
    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    #[must_use]
    pub(crate) const fn when(self, holds: bool, other: Self) -> Self {
        if holds { self.with(other) } else { self }
    }
}

/// Position of a part in messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Index of the message.
    pub message: u32,
    /// The member of the message that holds everything, where there is one.
    pub inner: Option<Key>,
    /// The member that is the part, or the list with the part; none when the message is the part.
    pub member: Option<Key>,
    /// The place in the list.
    pub index: Option<u32>,
}

/// Something that was not there and is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Made {
    /// The result of a call, this text.
    Result(String),
    /// A text of the user.
    Text(String),
    /// A text of the assistant.
    Answer(String),
}

/// A piece of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) kind: PartKind,
    pub(crate) flags: Flags,
    /// None when it was made.
    pub(crate) place: Option<Place>,
    /// Its number among the nodes that were kept.
    pub(crate) node: Option<u32>,
    pub(crate) made: Option<Made>,
    /// For a new result: the place of its call.
    pub(crate) answers: Option<Place>,
    /// The id of a call, a result or an approval; none when it is missing or empty.
    pub(crate) id: Option<Word>,
    /// The name of the tool; of an approval the id of the call.
    pub(crate) name: Option<Word>,
    /// UTF-16 units of a text or a result.
    pub(crate) units: usize,
    /// Of a call that its message holds twice: the index of the other one in the content.
    pub(crate) copy: Option<u32>,
}

impl Part {
    pub(crate) fn new(kind: PartKind, place: Place) -> Self {
        Self::of(kind, Some(place), None)
    }

    pub(crate) fn made(kind: PartKind, made: Made) -> Self {
        Self::of(kind, None, Some(made))
    }

    /// No part.
    pub(crate) const EMPTY: Self = Self::of(PartKind::Other, None, None);

    const fn of(kind: PartKind, place: Option<Place>, made: Option<Made>) -> Self {
        Self {
            kind,
            flags: Flags(0),
            place,
            node: None,
            made,
            answers: None,
            id: None,
            name: None,
            units: 0,
            copy: None,
        }
    }

    /// The place of the same call in the content of its message.
    pub(crate) fn copy_place(&self) -> Option<Place> {
        Some(Place { member: Some(Key::Content), index: Some(self.copy?), ..self.place? })
    }

    /// True of a call that the agent runs and has to answer.
    pub(crate) fn is_call(&self) -> bool {
        self.kind == PartKind::Call && !self.flags.has(Flags::HOSTED)
    }

    /// True of an answer of the agent.
    pub(crate) fn is_result(&self) -> bool {
        self.kind == PartKind::Result && !self.flags.has(Flags::HOSTED)
    }

    pub(crate) fn has(&self, flag: Flags) -> bool {
        self.flags.has(flag)
    }
}

/// Layout of the parts of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// In a list.
    List,
    /// It is one text.
    Text,
    /// The message is the part.
    Whole,
    /// It is neither a text nor a list.
    Odd,
    /// There is none, or it is null.
    Missing,
    /// It was there, and all of it came to stand elsewhere.
    Taken,
}

/// A message, or an item of a list of items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Message {
    /// Its place among the messages that came; none when it was made.
    pub(crate) from: Option<u32>,
    pub(crate) inner: Option<Key>,
    pub(crate) role: Role,
    pub(crate) content: Content,
    pub(crate) parts: Vec<Part>,
    /// True if it was moved.
    pub(crate) moved: bool,
    /// True when a result was taken out of it: there is where results may come.
    pub(crate) gave: bool,
}

impl Message {
    pub(crate) fn new(from: usize, role: Role) -> Self {
        Self {
            from: u32::try_from(from).ok(),
            inner: None,
            role,
            content: Content::Missing,
            parts: Vec::new(),
            moved: false,
            gave: false,
        }
    }

    /// The place of a member of the message, or of an item of a list in it.
    pub(crate) fn place(&self, member: Option<Key>, index: Option<usize>) -> Place {
        Place {
            message: self.from.unwrap_or_default(),
            inner: self.inner,
            member,
            index: index.and_then(|index| u32::try_from(index).ok()),
        }
    }

    pub(crate) fn calls(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(|part| part.is_call())
    }

    pub(crate) fn has_calls(&self) -> bool {
        self.calls().next().is_some()
    }

    pub(crate) fn has_results(&self) -> bool {
        self.parts.iter().any(Part::is_result)
    }
}

/// A part by its place in a conversation as it is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct PartAt {
    pub(crate) message: usize,
    pub(crate) part: usize,
}

impl PartAt {
    /// Parts in the order of their numbers are in the order of the conversation.
    pub(crate) fn number(self) -> u64 {
        ((self.message as u64) << 32) | (self.part as u64 & 0xffff_ffff)
    }
}
