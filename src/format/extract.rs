//! Calls with their results, out of messages of any format.

use super::leaf::{arguments, result};
use super::messages::read_as;
use super::prelude::*;
use super::shared::{data_type, file_bytes, file_title};
use super::{Conversation, MessageFormat};
use crate::call::args::Arguments;
use crate::call::{Call, Category, categorize_tool_call};
use crate::error::Error;
use crate::format::pair::part_at;
use crate::forms;
use crate::number::grouped;
use crate::source::{StrSource, ends_of};

/// A text, a value or a medium in a result, or the arguments of a call.
#[derive(Clone, Debug)]
pub struct Piece<T> {
    /// Kind of the piece.
    pub kind: PieceKind,
    /// The value itself.
    pub value: T,
}

/// Kind of a piece.
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
    /// True if the call failed: by the flag of its format, else by the text of its result, as in compaction.
    pub is_error: bool,
    /// True when the provider ran it.
    pub is_hosted: bool,
    /// Place of the call.
    pub call: Place,
    /// Place of the result.
    pub answer: Option<Place>,
    /// Parallel calls have the same number, from 0 on.
    pub group: usize,
}

/// Passes each exchange of messages to `each`, in order; returns the words of ids and names.
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
            let is_written = leaf.kind == PieceKind::Text && call.has(Flags::WRITTEN);
            let kind = if is_written { PieceKind::Written } else { leaf.kind };
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
            extracted.result = pieces(&node, &conversation, part);
            let name = name.map(|name| conversation.words.text(name)).unwrap_or_default();
            extracted.is_error = failed(&extracted, conversation.format, part, &name);
            extracted.answer = Some(place);
        }
        each(extracted, &conversation.words);
    }
    Ok(())
}

fn found<T: Tree>(messages: &T, conversation: &Conversation<T>, part: &Part) -> Option<(T, Place)> {
    Some((conversation.node(messages, part)?, part.place?))
}

/// Returns `true` if a call failed, as compaction judges it.
fn failed<T: Tree>(extracted: &Extracted<T>, format: MessageFormat, part: &Part, name: &str) -> bool {
    let category = categorize_tool_call(name);
    let flagged = format.has(Quirk::FlaggedFailures);
    let judge = |args: Option<&Piece<T>>| {
        let is_free = args.is_some_and(|args| args.kind == PieceKind::Text);
        let args = args.map(piece_text).unwrap_or_default();
        let mut call = Call {
            answered: true,
            result_units: part.units as u64,
            failed: part.has(Flags::ERROR),
            ..Call::new(name.into(), category, Arguments::held(&args, is_free), args)
        };
        call.read_failed(flagged, |most| ends_of_pieces(&extracted.result, most));
        // A command that reports success did not fail, whatever it prints about an argument.
        call.failed
    };
    let args = extracted.args.as_ref().filter(|_| !flagged);
    match category {
        Category::Terminal => judge(args),
        // An editor may have shown a file. Its arguments, which can be long, are read only if the result looks like a
        // failure.
        Category::Write => judge(None) && (args.is_none() || judge(args)),
        _ => judge(None),
    }
}

/// The pieces of a result.
pub(crate) fn pieces<T: Tree>(node: &T, conversation: &Conversation<T>, part: &Part) -> Vec<Piece<T>> {
    let piece = |leaf: Leaf| Some(Piece { kind: leaf.kind, value: down(node, &leaf.steps)? });
    result(node, conversation.format, part).into_iter().filter_map(piece).collect()
}

/// Reads both ends of a result, up to `most` UTF-16 units each.
pub(crate) fn ends_of_pieces<T: Tree>(pieces: &[Piece<T>], most: usize) -> (String, String) {
    match single(pieces) {
        Some(source) => ends_of(&source, most),
        None => ends_of(&StrSource(&joined(pieces, piece_text)), most),
    }
}

/// The pieces of a result as one text.
pub(crate) fn joined<T: Tree>(pieces: &[Piece<T>], text_of: impl Fn(&Piece<T>) -> String) -> String {
    let mut text = String::new();
    for (number, piece) in pieces.iter().enumerate() {
        if number > 0 {
            text.push('\n');
        }
        text.push_str(&text_of(piece));
    }
    text
}

/// The text of a result that is nothing else.
pub(crate) fn single<T: Tree>(pieces: &[Piece<T>]) -> Option<T::Text> {
    match pieces {
        [one] if one.kind == PieceKind::Text => one.value.source(Key::This),
        _ => None,
    }
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

/// Returns a piece as text between our own lines, escaped so that none of its lines begins like one of them.
pub(crate) fn safe_piece_text<T: Tree>(piece: &Piece<T>) -> String {
    let text = piece_text(piece);
    match piece.kind {
        PieceKind::Media => text,
        _ => forms::neutralise(&text).into_owned(),
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

/// Returns a line for a value that is not text: its type, if it is known.
pub fn media_label<T: Tree>(value: &T) -> String {
    forms::MEDIA.with(&[&media_word(value)])
}

/// Returns a line for an image or a file: its type, title and size, as far as it says them. `quote` sees the words in it.
pub(crate) fn sized_label<T: Tree>(value: &T, quote: impl Fn(&str) -> String) -> String {
    let word = quote(&media_word(value));
    let Some(bytes) = file_bytes(value) else { return forms::MEDIA.with(&[&word]) };
    let size = grouped((bytes as u64).div_ceil(1000));
    match file_title(value).map(|title| quote(&title)) {
        Some(title) => forms::TITLED_MEDIA.with(&[&word, &size, &title]),
        None => forms::SIZED_MEDIA.with(&[&word, &size]),
    }
}

/// The type of a medium; its kind where what claims to be a type is none.
fn media_word<T: Tree>(value: &T) -> String {
    let kind = value.tag(Key::Type).name();
    let kind = if forms::KINDS.contains(&kind) { kind } else { "media" };
    String::from(mime_type(value).as_deref().and_then(forms::media_type).unwrap_or(kind))
}

/// The type that a medium claims to have.
pub(super) fn mime_type<T: Tree>(value: &T) -> Option<String> {
    let declared = |holder: &T| {
        [Key::MediaType, Key::MimeType, Key::MediaTypeSnake, Key::MimeTypeSnake]
            .into_iter()
            .find_map(|key| holder.text(key, LONGEST_TYPE))
    };
    let within = [Key::Source, Key::InlineData, Key::InlineDataSnake, Key::FileData, Key::FileDataSnake];
    declared(value)
        .or_else(|| within.into_iter().find_map(|key| declared(&value.child(key)?)))
        .or_else(|| data_type(value))
}

/// More than a type and its parameters have.
const LONGEST_TYPE: usize = 1000;
