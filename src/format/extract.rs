//! Calls with their results, out of messages of any format.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::leaf::{Leaf, LeafKind, Step, arguments, result};
use super::messages::read_as;
use super::{Conversation, MessageFormat};
use crate::error::Error;
use crate::history::conversation::{Flags, Part, PartAt, PartKind, Place};
use crate::history::pair::part_at;
use crate::tree::{Key, Tag, Tree, Word};

/// A text, a value or a medium in a result, or the arguments of a call.
#[derive(Clone, Debug)]
pub struct Piece<T> {
    /// What it is.
    pub kind: PieceKind,
    /// The value itself.
    pub value: T,
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PieceKind {
    /// A text.
    Text,
    /// A JSON value.
    Json,
    /// Bytes that hold a text.
    Bytes,
    /// An image, a file.
    Media,
    /// A text that holds JSON.
    Written,
}

/// A call and its result, where they are.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Extracted<T> {
    /// The id of the call.
    pub id: Option<Word>,
    /// The name of the tool.
    pub name: Option<Word>,
    /// The arguments.
    pub args: Option<Piece<T>>,
    /// The pieces of the result, in order.
    pub result: Vec<Piece<T>>,
    /// True when there is a result.
    pub is_answered: bool,
    /// Whether the call failed.
    pub is_error: bool,
    /// True when the provider ran it.
    pub is_hosted: bool,
    /// Where the call is.
    pub call: Place,
    /// Where the result is.
    pub answer: Option<Place>,
    /// Parallel calls have the same number, from 0 on.
    pub group: usize,
}

/// Calls each exchange of messages, in order; answers the words of ids and names.
///
/// # Errors
/// As [`super::validate_messages_of`].
pub fn extract_tool_calls_of<T: Tree>(
    messages: &T,
    format: Option<MessageFormat>,
    mut each: impl FnMut(Extracted<T>, &T::Words),
) -> Result<(), Error> {
    let Some(conversation) = read_as(messages, format)? else { return Ok(()) };
    for exchange in conversation.pairs().exchanges {
        let at = |at: PartAt| part_at(&conversation.messages, at);
        let Some(call) = at(exchange.call) else { continue };
        let Some((call_node, call_place)) = found(messages, &conversation, call) else { continue };
        let answer = exchange.result.and_then(at);
        let answered = answer.and_then(|part| Some((part, found(messages, &conversation, part)?)));
        let args = Some(arguments(&call_node, conversation.format, call)).and_then(|leaf| {
            let kind = match leaf.kind {
                LeafKind::Text if call.has(Flags::WRITTEN) => PieceKind::Written,
                LeafKind::Text => PieceKind::Text,
                _ => PieceKind::Json,
            };
            Some(Piece { kind, value: down(&call_node, &leaf.steps)? })
        });
        let (id, name) = (call.id, call.name);
        let mut extracted = Extracted {
            id,
            name,
            args,
            result: Vec::new(),
            is_answered: answered.is_some(),
            is_error: call.kind == PartKind::Exchange && call.has(Flags::ERROR),
            is_hosted: call.has(Flags::HOSTED),
            call: call_place,
            answer: None,
            group: exchange.group.saturating_sub(1),
        };
        if let Some((part, (node, place))) = answered {
            extracted.id = id.or(part.id);
            extracted.is_error = part.has(Flags::ERROR);
            extracted.result = pieces(&node, &conversation, part);
            extracted.answer = Some(place);
        }
        each(extracted, &conversation.words);
    }
    Ok(())
}

fn found<T: Tree>(messages: &T, conversation: &Conversation<T>, part: &Part) -> Option<(T, Place)> {
    Some((conversation.node(messages, part)?, part.place?))
}

/// The pieces of a result.
pub(crate) fn pieces<T: Tree>(node: &T, conversation: &Conversation<T>, part: &Part) -> Vec<Piece<T>> {
    let piece = |leaf: Leaf| {
        let kind = match leaf.kind {
            LeafKind::Text => PieceKind::Text,
            LeafKind::Json => PieceKind::Json,
            LeafKind::Bytes => PieceKind::Bytes,
            LeafKind::Media => PieceKind::Media,
        };
        Some(Piece { kind, value: down(node, &leaf.steps)? })
    };
    result(node, conversation.format, part).into_iter().filter_map(piece).collect()
}

/// A piece as text.
pub(crate) fn piece_text<T: Tree>(piece: &Piece<T>) -> String {
    match piece.kind {
        PieceKind::Media => media_label(&piece.value),
        PieceKind::Bytes => piece.value.decoded(Key::This).unwrap_or_default(),
        PieceKind::Json => piece.value.json(Key::This),
        _ => piece.value.text(Key::This, usize::MAX >> 1).unwrap_or_default(),
    }
}

/// The value at the end of steps.
pub(crate) fn down<T: Tree>(node: &T, steps: &[Step]) -> Option<T> {
    let mut steps = steps.iter();
    let step = |node: &T, step: &Step| match step {
        Step::Key(key) => node.child(*key),
        Step::At(at) => node.item(Key::This, *at),
    };
    let mut here = step(node, steps.next()?)?;
    for next in steps {
        here = step(&here, next)?;
    }
    Some(here)
}

/// A line for what is no text: its type, as far as that is said.
pub fn media_label<T: Tree>(value: &T) -> String {
    let said = |holder: &T| {
        [Key::MediaType, Key::MimeType, Key::MediaTypeSnake, Key::MimeTypeSnake]
            .into_iter()
            .find_map(|key| holder.text(key, 100))
    };
    let within = [Key::Source, Key::InlineData, Key::InlineDataSnake, Key::FileData, Key::FileDataSnake];
    let mime = said(value).or_else(|| within.into_iter().find_map(|key| said(&value.child(key)?)));
    mime.map_or_else(
        || {
            let tag = value.tag(Key::Type);
            let known = !matches!(tag, Tag::None | Tag::Other);
            format!("[{}]", if known { tag.name() } else { "media" })
        },
        |mime| format!("[{mime}]"),
    )
}
