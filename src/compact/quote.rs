//! Reads texts of a conversation for quoting: the caller's redaction sees each text before any of it is cut off.
//!
//! Steps write, report and remember only these reads and the redacted arguments of a [`Call`]. Sizes, fingerprints and
//! signs of a failure come from the `original_*` reads: only numbers leave those.

use alloc::borrow::ToOwned as _;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::call::Original;
use crate::call::args::{ArgumentValue, Arguments};
use crate::call::effect::Effect;
use crate::compact::call::{ArgsKind, CallAt};
use crate::compact::fact::start;
use crate::compact::inventory::Inventory;
use crate::format::conversation::{PartAt, PartKind};
use crate::format::extract::{ends_of_pieces, joined, single};
use crate::format::{Piece, PieceKind, piece_text, safe_piece_text, sized_label};
use crate::forms::neutralise;
use crate::source::{Source, StrSource, ends_of, piece};
use crate::tree::{Key, Shape, Tree};

/// The caller's redaction of a text.
pub(crate) type Redact<'r> = &'r dyn Fn(&str) -> String;

/// UTF-16 units read beyond the edge of a window, so that a redaction sees a secret that lies across the edge as a
/// whole.
const MARGIN: usize = 8 * 1024;

impl<T: Tree> Inventory<'_, T> {
    /// A text as it may be quoted.
    pub(crate) fn quote(&self, text: &str) -> String {
        self.redact.map_or_else(|| String::from(text), |redact| redact(text))
    }

    /// Both ends of a result, or all of it as the first.
    pub(crate) fn ends(&self, call: &CallAt, most: usize) -> (String, String) {
        if call.stated.is_some() {
            // The output of the tool follows the line.
            let text = self.original_result(call);
            return (String::from(text.split_once('\n').map_or("", |(_, quotes)| quotes)), String::new());
        }
        let pieces = self.pieces(call.result);
        let Some(redact) = self.redact else { return ends_of_pieces(&pieces, most) };
        match single(&pieces) {
            Some(source) => redacted_ends(&source, most, redact),
            None => redacted_ends(&StrSource(&joined(&pieces, piece_text)), most, redact),
        }
    }

    /// Both ends of a result as it came, for decisions alone.
    pub(crate) fn original_ends(&self, result: Option<PartAt>, most: usize) -> (String, String) {
        ends_of_pieces(&self.pieces(result), most)
    }

    /// All of a result as text that may stand among our own lines: none of its lines begins like one of them.
    pub(crate) fn safe_text(&self, call: &CallAt) -> String {
        let Some(redact) = self.redact else {
            return joined(&self.pieces(call.result), |piece| match piece.kind {
                PieceKind::Media => sized_label(&piece.value, str::to_owned),
                _ => safe_piece_text(piece),
            });
        };
        let Some(at) = call.result else { return String::new() };
        // A plan reads a result several times, and a redaction may take long.
        let place = self.quoted.borrow().binary_search_by_key(&at, |(known, _)| *known);
        let known = place.ok().and_then(|place| self.quoted.borrow().get(place).map(|(_, text)| text.clone()));
        known.unwrap_or_else(|| {
            let pieces = self.pieces(call.result);
            let runs = pieces.chunk_by(|one, next| (one.kind == PieceKind::Media) == (next.kind == PieceKind::Media));
            let texts: Vec<String> = runs
                .map(|run| match run {
                    [Piece { kind: PieceKind::Media, .. }, ..] => {
                        joined(run, |piece| sized_label(&piece.value, redact))
                    }
                    // Nor may a redaction write one of our lines.
                    _ => neutralise(&redact(&joined(run, piece_text))).into_owned(),
                })
                .collect();
            let text = texts.join("\n");
            self.quoted.borrow_mut().insert(place.unwrap_or_else(|place| place), (at, text.clone()));
            text
        })
    }

    /// All of a result as it came, for decisions alone.
    pub(crate) fn original_result(&self, call: &CallAt) -> String {
        joined(&self.pieces(call.result), piece_text)
    }

    /// A text of the assistant.
    pub(crate) fn text(&self, at: PartAt) -> String {
        let original = self.original_text(at);
        let Some(redact) = self.redact else { return original };
        let safe = redact(&original);
        // Messages cannot be empty: a text that is redacted completely becomes its length.
        if safe.trim().is_empty() && !original.is_empty() { start(&original, 0) } else { safe }
    }

    /// A text of the assistant as it came, for decisions alone.
    pub(crate) fn original_text(&self, at: PartAt) -> String {
        let Some((part, node)) = self.part(at).and_then(|part| Some((part, self.node(part)?))) else {
            return String::new();
        };
        debug_assert!(part.kind != PartKind::Call);
        let member =
            [Key::This, Key::Text, Key::Value].into_iter().find(|key| matches!(node.shape(*key), Shape::Text(_)));
        member.and_then(|member| node.text(member, usize::MAX >> 1)).unwrap_or_default()
    }

    /// Puts the redacted arguments and name in the place of those that came.
    pub(crate) fn redact_call(&self, held: &mut CallAt) {
        let Some(redact) = self.redact else { return };
        let (kind, call) = (held.args_kind, &mut held.call);
        let (name, args_text) = (redact(&call.name), redacted_arguments(&call.args_text, kind, redact));
        // An escape or a `+` in a program may hide a secret.
        if name == call.name && args_text == call.args_text && call.effect.calls.is_empty() {
            return;
        }
        call.args = Arguments::held(&args_text, kind == ArgsKind::Free);
        if !call.args.is_object {
            call.args.redact(redact);
        }
        let mut effect = Effect::of(&call.name, call.category, &call.args);
        // The words of a list make a command together.
        effect.command = effect.command.map(|command| redact(&command));
        let mut calls = core::mem::take(&mut effect.calls);
        for inner in &mut calls {
            inner.args.redact(redact);
            inner.effect = Effect::of(&inner.name, inner.category, &inner.args);
            inner.effect.command = inner.effect.command.take().map(|command| redact(&command));
        }
        if !calls.is_empty() {
            effect = Effect::of_program(calls);
        }
        let effect = core::mem::replace(&mut call.effect, effect);
        let name = core::mem::replace(&mut call.name, name);
        let args_text = core::mem::replace(&mut call.args_text, args_text);
        call.original = Some(Box::new(Original { name, args_text, effect }));
    }
}

/// Redacts the JSON of arguments: each text separately, then the whole, if that is still an object.
///
/// ```
/// use tooltrim::redact_secrets;
/// use tooltrim::host::redact_arguments;
///
/// let json = r#"{"password":"hunter2","n":1}"#;
/// let safe = redact_arguments(json, &|text| redact_secrets(text).into_owned());
/// assert_eq!(safe, r#"{"password":"[redacted: password]","n":1}"#);
/// ```
#[must_use]
pub fn redact_arguments(json: &str, redact: &dyn Fn(&str) -> String) -> String {
    redacted_arguments(json, ArgsKind::Json, redact)
}

/// Redacts each text of arguments separately and then their JSON, where a name shows what its value is.
fn redacted_arguments(text: &str, kind: ArgsKind, redact: Redact<'_>) -> String {
    let args = Arguments::held(text, kind == ArgsKind::Free);
    if !args.is_object {
        return redact(text);
    }
    let each = args.rewrite(text, |_, value| match &value.value {
        ArgumentValue::Text(text) => Some(redact(text)).filter(|safe| safe != text),
        _ => None,
    });
    let whole = redact(&each);
    // A redaction that takes no care of quotes and braces leaves no arguments.
    if Arguments::held(&whole, kind == ArgsKind::Free).is_object { whole } else { each }
}

/// Both ends of a text as they are once all of it is redacted, as far as that shows up to [`MARGIN`] units further in.
fn redacted_ends<S: Source + ?Sized>(source: &S, most: usize, redact: Redact<'_>) -> (String, String) {
    let len = source.len();
    if source.skip_utf16(0, len, 2 * (most + MARGIN)) >= len {
        return ends_of(&StrSource(&redact(&piece(source, 0, len))), most);
    }
    let head = |units: usize| piece(source, 0, source.skip_utf16(0, len, units));
    let tail = |units: usize| piece(source, source.skip_utf16_back(0, len, units), len);
    let (start, more) = (head(most), redact(&head(most + MARGIN)));
    let start = common_start(&redact(&start), &more);
    let (end, more) = (tail(most), redact(&tail(most + MARGIN)));
    let end = common_end(&redact(&end), &more);
    (start, end)
}

/// The start that two texts share: of a window redacted alone and with what follows, all but a secret that its edge
/// splits.
fn common_start(alone: &str, more: &str) -> String {
    let same = alone.char_indices().zip(more.chars()).find(|((_, one), other)| one != other);
    let end = same.map_or(alone.len().min(more.len()), |((at, _), _)| at);
    String::from(alone.get(..end).unwrap_or_default())
}

/// The end that two texts share.
fn common_end(alone: &str, more: &str) -> String {
    let same = alone.chars().rev().zip(more.chars().rev()).take_while(|(one, other)| one == other);
    let length: usize = same.map(|(char, _)| char.len_utf8()).sum();
    String::from(alone.get(alone.len() - length..).unwrap_or_default())
}
