//! Message formats: locate calls, results and texts, and write them.
//!
//! Each format has a folder that reads it into the neutral form of `format::conversation`, checks and writes it;
//! `define` holds the properties of a format, and the table below lists all. `detect` finds the format by shape.

mod ai_sdk;
mod anthropic;
#[cfg(feature = "serde_json")]
pub(crate) mod apply;
mod as_text;
#[cfg(feature = "serde_json")]
pub(crate) mod build;
pub(crate) mod calls;
pub(crate) mod change;
pub(crate) mod check;
pub(crate) mod conversation;
mod define;
mod detect;
pub(crate) mod diff;
#[cfg(feature = "serde_json")]
mod edit;
pub(crate) mod extract;
mod foreign;
mod gemini;
pub(crate) mod intact;
#[cfg(feature = "serde_json")]
mod json;
pub(crate) mod leaf;
pub(crate) mod messages;
mod openai_chat;
mod openai_responses;
pub(crate) mod pair;
#[cfg(feature = "serde_json")]
mod patch;
mod prelude;
pub(crate) mod problem;
pub(crate) mod repair;
mod rules;
mod shared;
mod thinking;
pub(crate) mod verify;
mod vscode;
pub(crate) mod write;

use alloc::format;
use alloc::vec::Vec;

#[cfg(feature = "serde_json")]
pub use apply::apply_edits;
pub use as_text::render_as_text_of;
pub use change::{Change, New, NewObject, Pointer};
pub(crate) use define::Quirk;
use define::{Facts, Rules, Sees};
pub(crate) use detect::{BestGuess, detect};
#[cfg(feature = "serde_json")]
pub use edit::Edit;
pub use extract::{Extracted, Piece, PieceKind, extract_tool_calls_of, media_label};
pub(crate) use extract::{down, piece_text, pieces, safe_piece_text, sized_label};
use foreign::Foreign;
#[cfg(feature = "serde_json")]
pub use json::{
    ExtractedToolCall, RepairedMessages, detect_format, extract_tool_calls, render_as_text, repair_messages,
    validate_messages,
};
pub use messages::{MessageOptions, RepairPlan, detect_format_of, repair_messages_of, validate_messages_of};
#[cfg(feature = "serde_json")]
pub use patch::to_json_patch;
pub use problem::Problem;
pub use repair::{Action, Repair};
pub use rules::Rule;
pub(crate) use shared::text_in_file;
pub use thinking::Thinking;
pub use verify::verify_of;

use crate::error::{Error, ErrorKind};
use crate::tree::{Key, Shape, Tree, View};
pub use conversation::Place;
use conversation::{Content, Message, Part, PartKind, Role};
use pair::{Pairs, pair};

macro_rules! formats {
    ($($(#[$doc:meta])* $name:ident = $folder:ident,)*) => {
        /// A format of messages, by the API or library that defines it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum MessageFormat { $($(#[$doc])* $name,)* }

        impl MessageFormat {
            /// All formats.
            pub const ALL: [Self; 6] = [$(Self::$name,)*];

            pub(crate) const fn facts(self) -> &'static Facts {
                match self { $(Self::$name => &$folder::FACTS,)* }
            }

            pub(crate) fn sees<'a, T: View + 'a>(self) -> &'a dyn Sees<T> {
                match self { $(Self::$name => &$folder::Format,)* }
            }

            pub(crate) fn rules<'a, T: Tree + 'a>(self) -> &'a dyn Rules<T> {
                match self { $(Self::$name => &$folder::Format,)* }
            }
        }
    };
}

formats! {
    /// Messages of OpenAI's Chat Completions, and LangChain's messages.
    OpenAiChat = openai_chat,
    /// Items of OpenAI's Responses and of Open Responses, and those of the OpenAI Agents SDK.
    OpenAiResponses = openai_responses,
    /// Messages of Anthropic's Messages API.
    Anthropic = anthropic,
    /// Contents of Google's Gemini API.
    Gemini = gemini,
    /// `ModelMessage` and `UIMessage` of Vercel's AI SDK.
    AiSdk = ai_sdk,
    /// `LanguageModelChatMessage` and `LanguageModelChatRequestMessage` of VS Code.
    VsCode = vscode,
}

serialize_by_name!(MessageFormat);

impl MessageFormat {
    /// The name as options have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// The format that an option names; none when it names none.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidOption`] for a name that no format has.
    pub fn given(name: Option<&str>) -> Result<Option<Self>, Error> {
        let Some(name) = name else { return Ok(None) };
        let found = Self::ALL.into_iter().find(|format| format.name() == name);
        let names = || Self::ALL.map(|format| format!("\"{}\"", format.name())).join(", ");
        let wrong = || Error::new(ErrorKind::InvalidOption, format!("format: \"{name}\" is not one of {}", names()));
        found.map(Some).ok_or_else(wrong)
    }
}

/// A conversation as it was read.
#[derive(Debug)]
pub(crate) struct Conversation<T: Tree> {
    pub(crate) format: MessageFormat,
    pub(crate) messages: Vec<Message>,
    pub(crate) words: T::Words,
    /// The nodes of parts, as they were found: looking for them again costs as much as reading.
    nodes: Vec<T>,
    /// Parts have a shape that is not read.
    foreign: Option<&'static Foreign>,
}

impl<T: Tree> Conversation<T> {
    pub(crate) fn pairs(&self) -> Pairs {
        pair(&self.messages, self.format.facts().grouping)
    }

    /// The node of a part that came with the messages.
    pub(crate) fn node(&self, root: &T, part: &Part) -> Option<T> {
        match part.node.and_then(|node| self.nodes.get(node as usize)) {
            Some(node) => Some(*node),
            None => part_node(root, part.place?),
        }
    }
}

/// State of a reader besides messages.
pub(crate) struct Reader<T: Tree> {
    words: T::Words,
    nodes: Vec<T>,
    /// A message has more parts than any has.
    too_many: bool,
    /// A part of a shape that is not read.
    foreign: Option<&'static Foreign>,
}

impl<T: Tree> Reader<T> {
    /// A part with its node kept.
    fn kept(&mut self, node: T, mut part: Part) -> Part {
        part.node = u32::try_from(self.nodes.len()).ok();
        self.nodes.push(node);
        part
    }
}

/// Reads a list of messages. Whatever a message holds can be read; only what is no list of objects cannot.
pub(crate) fn read<T: Tree>(root: &T, format: MessageFormat) -> Result<Conversation<T>, Error> {
    read_all(root, format, false)
}

/// The same of a conversation that is known: what is no message is passed on as it is, as a message of no role.
pub(crate) fn read_known<T: Tree>(root: &T, format: MessageFormat) -> Result<Conversation<T>, Error> {
    read_all(root, format, true)
}

fn read_all<T: Tree>(root: &T, format: MessageFormat, is_known: bool) -> Result<Conversation<T>, Error> {
    let rules = format.rules();
    let count = count_of(root)?;
    let expected = count.min(shared::ROOM);
    let mut reader =
        Reader { words: T::Words::default(), nodes: Vec::with_capacity(expected * 2), too_many: false, foreign: None };
    let mut messages = Vec::with_capacity(expected);
    for at in 0..count {
        let Some(node) = root.item(Key::This, at) else {
            if is_known {
                messages.push(Message::new(at, Role::Unknown));
                continue;
            }
            return Err(unreadable(root, at));
        };
        let mut message = rules.message(&node, at, &mut reader);
        if reader.too_many {
            let message = format!("messages/{at}: holds more than a million parts");
            return Err(Error::new(ErrorKind::InvalidMessages, message));
        }
        // Values with a role, and known items, are objects.
        let known = match message.content {
            Content::Whole => message.parts.first().is_some_and(|part| part.kind != PartKind::Other),
            Content::Missing if message.parts.is_empty() => false,
            _ => message.role != Role::Unknown,
        };
        if !known && node.shape(Key::This) != Shape::Object {
            if !is_known {
                return Err(unreadable(root, at));
            }
            message.content = Content::Whole;
            let part = Part::new(PartKind::Other, message.place(None, None));
            message.parts = Vec::from([reader.kept(node, part)]);
        }
        messages.push(message);
    }
    let Reader { words, nodes, foreign, .. } = reader;
    Ok(Conversation { format, messages, words, nodes, foreign })
}

/// Returns the number of messages.
pub(crate) fn count_of<T: View>(root: &T) -> Result<usize, Error> {
    match root.shape(Key::This) {
        Shape::List(count) => Ok(count),
        other => Err(Error::new(ErrorKind::InvalidMessages, format!("messages: {} is not a list", described(other)))),
    }
}

fn unreadable<T: Tree>(root: &T, at: usize) -> Error {
    let shape = root.item(Key::This, at).map_or(Shape::Null, |message| message.shape(Key::This));
    Error::new(ErrorKind::InvalidMessages, format!("messages/{at}: {} is not a message", described(shape)))
}

fn described(shape: Shape) -> &'static str {
    match shape {
        Shape::Absent | Shape::Null => "null",
        Shape::Flag(_) => "a boolean",
        Shape::Number => "a number",
        Shape::Text(_) => "a text",
        Shape::List(_) => "a list",
        Shape::Object => "an object",
        Shape::Bytes(_) => "a byte array",
        Shape::Other => "this",
    }
}

/// The message that a place is in, or the member of it that holds everything.
pub(crate) fn message_at<T: Tree>(root: &T, place: Place) -> Option<T> {
    let message = root.item(Key::This, place.message as usize)?;
    match place.inner {
        Some(inner) => message.child(inner),
        None => Some(message),
    }
}

/// The part at a place. A part that is the text of a member is found as that text.
pub(crate) fn part_node<T: Tree>(root: &T, place: Place) -> Option<T> {
    let message = message_at(root, place)?;
    match (place.member, place.index) {
        (None, _) => Some(message),
        (Some(member), None) => message.child(member),
        (Some(member), Some(index)) => message.item(member, index as usize),
    }
}
