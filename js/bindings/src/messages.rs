//! Verbs on messages: they stay in JavaScript, and so do the values that edits are made of.

#![allow(clippy::needless_pass_by_value, reason = "strings from JavaScript are handed over")]

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use js_sys::{Array, JSON};
use tooltrim::MessageFormat;
use tooltrim::calls::Rendering;
use tooltrim::compaction::Thinking;
use tooltrim::host::{
    Change, Key, New, NewObject, PieceKind, Place, Tree, detect_format_of, extract_tool_calls_of, media_label,
    render_as_text_of, repair_messages_of, validate_messages_after_of, validate_messages_of, verify_of,
};
use tooltrim::messages::{Extracted, MessageOptions};
use wasm_bindgen::prelude::*;

use crate::host::{self, Failed};
use crate::out::{object, plain_object};
use crate::tree::{JsTree, JsWords, Session};

#[wasm_bindgen(module = "/src/extracted.js")]
extern "C" {
    #[allow(clippy::too_many_arguments, reason = "an object that crosses is slower")]
    fn extracted(
        into: &Array,
        words: u32,
        id: i32,
        name: i32,
        args: u32,
        kind: u32,
        result: u32,
        flags: u32,
        group: u32,
        call_message: u32,
        call_member: u32,
        call_index: i32,
        result_message: u32,
        result_member: u32,
        result_index: i32,
    );
    #[wasm_bindgen(js_name = putText)]
    fn put_text(text: &str);
    #[wasm_bindgen(js_name = putNode)]
    fn put_node(node: u32);
}

#[wasm_bindgen(module = "/src/build.js")]
extern "C" {
    #[wasm_bindgen(catch)]
    fn pick(messages: &JsValue, path: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch)]
    fn parsed(messages: &JsValue, path: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch)]
    fn copy(messages: &JsValue, path: &str, paths: &Array, values: &Array) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch)]
    fn create(create: &JsValue, kind: &str, members: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch)]
    fn like(messages: &JsValue, path: &str, copies: bool, members: &JsValue) -> Result<JsValue, JsValue>;
}

fn format_of(name: Option<String>) -> Result<Option<MessageFormat>, Failed> {
    Ok(MessageFormat::given(name.as_deref())?)
}

fn options_of(
    format: Option<String>,
    thinking: Option<String>,
    prefill: bool,
    repair_user_texts: bool,
) -> Result<MessageOptions, Failed> {
    let options = MessageOptions::from(format_of(format)?).no_prefill(!prefill).repair_user_texts(repair_user_texts);
    let thinking = Thinking::given(thinking.as_deref())?;
    Ok(thinking.map_or(options, |thinking| options.thinking(thinking)))
}

/// The name of the format, or undefined.
#[must_use]
#[wasm_bindgen]
pub fn detect_format(messages: &JsValue) -> Option<String> {
    detect_format_of(Session::new(messages).root()).map(|format| format.name().to_owned())
}

/// All exchanges as objects.
///
/// # Errors
/// An `Error` with the `code` of [`tooltrim::ErrorKind`].
#[wasm_bindgen]
pub fn extract_tool_calls(messages: &JsValue, format: Option<String>) -> Result<Array, Failed> {
    let calls = Array::new();
    let each = |found: Extracted<JsTree>, words: &JsWords| push(&calls, &found, words);
    extract_tool_calls_of(Session::new(messages).root(), format_of(format)?, each)?;
    Ok(calls)
}

fn push(calls: &Array, found: &Extracted<JsTree>, words: &JsWords) {
    let index = |word: Option<tooltrim::host::Word>| word.map_or(-1, |word| word.0 as i32);
    let (args, kind) = match &found.args {
        None => (0, 0),
        Some(piece) => {
            let kind = match piece.kind {
                PieceKind::Written => 3,
                PieceKind::Text => 2,
                _ => 1,
            };
            (piece.value.0, kind)
        }
    };
    let result = match found.result.as_slice() {
        [one] if one.kind == PieceKind::Text => one.value.0,
        many => {
            for piece in many {
                match piece.kind {
                    PieceKind::Media => put_text(&media_label(&piece.value)),
                    PieceKind::Bytes => put_text(&piece.value.decoded(Key::This).unwrap_or_default()),
                    PieceKind::Json => put_text(&piece.value.json(Key::This)),
                    _ => put_node(piece.value.0),
                }
            }
            0
        }
    };
    let flags = u32::from(found.is_error) + 2 * u32::from(found.is_answered) + 4 * u32::from(found.is_hosted);
    let (call_message, call_member, call_index) = place(&found.call);
    let (message, member, at) = found.answer.as_ref().map_or((0, 0, -1), place);
    let group = found.group as u32;
    let (id, name) = (index(found.id), index(found.name));
    extracted(
        calls,
        words.0,
        id,
        name,
        args,
        kind,
        result,
        flags,
        group,
        call_message,
        call_member,
        call_index,
        message,
        member,
        at,
    );
}

/// A place as `extracted` takes it.
fn place(place: &Place) -> (u32, u32, i32) {
    let key = |key: Option<Key>| key.map_or(0, |key| key as u32);
    (place.message, key(place.inner) * 256 + key(place.member), place.index.map_or(-1, |index| index as i32))
}

/// The rules that messages break; `before` is an earlier request, or undefined.
///
/// # Errors
/// An `Error` with the `code` of [`tooltrim::ErrorKind`].
#[wasm_bindgen]
pub fn validate_messages(
    messages: &JsValue,
    format: Option<String>,
    thinking: Option<String>,
    prefill: bool,
    before: &JsValue,
) -> Result<JsValue, Failed> {
    let options = options_of(format, thinking, prefill, false)?;
    let session = Session::new(messages);
    plain_object(&if before.is_undefined() {
        validate_messages_of(session.root(), options)?
    } else {
        validate_messages_after_of(session.root(), Session::new(before).root(), options)?
    })
}

/// `[edits, repairs, problems]`; with a fourth item, and no edits, when a part could not be made: what was thrown.
///
/// # Errors
/// An `Error` with the `code` of [`tooltrim::ErrorKind`].
#[wasm_bindgen]
pub fn repair_messages(
    messages: &JsValue,
    format: Option<String>,
    thinking: Option<String>,
    prefill: bool,
    repair_user_texts: bool,
    create: &JsValue,
) -> Result<Array, Failed> {
    let options = options_of(format, thinking, prefill, repair_user_texts)?;
    let plan = repair_messages_of(Session::new(messages).root(), options, !create.is_undefined())?;
    let (repairs, problems) = (plain_object(&plan.repairs)?, plain_object(&plan.problems)?);
    // An error in making a part is not an error of the plan.
    Ok(match edits(messages, create, &plan.changes) {
        Ok(edits) => Array::of3(&edits, &repairs, &problems),
        Err(thrown) => Array::of4(&JsValue::UNDEFINED, &repairs, &problems, &thrown),
    })
}

/// Why messages after a repair cannot go out, or undefined.
///
/// # Errors
/// An `Error` with the `code` of [`tooltrim::ErrorKind`].
#[wasm_bindgen]
pub fn verify_messages(
    before: &JsValue,
    after: &JsValue,
    format: Option<String>,
    thinking: Option<String>,
    prefill: bool,
    repair_user_texts: bool,
    known_problems: u32,
) -> Result<Option<String>, Failed> {
    let options = options_of(format, thinking, prefill, repair_user_texts)?;
    let reason = verify_of(Session::new(before).root(), Session::new(after).root(), options, known_problems as usize);
    Ok(reason?.map(str::to_owned))
}

/// Returns the edits that remove all tool items.
///
/// # Errors
/// As [`repair_messages`].
#[wasm_bindgen]
pub fn render_as_text(
    messages: &JsValue,
    format: Option<String>,
    rendering: Option<String>,
    create: &JsValue,
) -> Result<Array, Failed> {
    let rendering = Rendering::given(rendering.as_deref())?;
    let format = format_of(format)?;
    let changes = render_as_text_of(Session::new(messages).root(), format, rendering, !create.is_undefined());
    let why = |thrown| format!("a text cannot be made: {}", host::show(&thrown));
    Ok(edits(messages, create, &changes?).map_err(|thrown| host::fail("INVALID_MESSAGES", &why(thrown)))?)
}

pub(crate) fn edits(messages: &JsValue, create: &JsValue, changes: &[Change]) -> Result<Array, JsValue> {
    let built = |new: &New| build(messages, create, new);
    let edit = |change: &Change| {
        let path = |path: &str| JsValue::from_str(path);
        Ok(match change {
            Change::Text(at, text) => object([("text", path(at)), ("value", JsValue::from_str(text))]),
            Change::Set(at, new) => object([("set", path(at)), ("value", built(new)?)]),
            Change::Drop(at) => object([("drop", path(at))]),
            Change::InsertMessage(at, new) => object([("insert", JsValue::from(*at as u32)), ("message", built(new)?)]),
            Change::InsertPart(at, new) => object([("insert", path(at)), ("part", built(new)?)]),
        })
    };
    changes.iter().map(edit).collect()
}

fn build(messages: &JsValue, creates: &JsValue, new: &New) -> Result<JsValue, JsValue> {
    Ok(match new {
        New::Text(text) => JsValue::from_str(text),
        New::Flag(flag) => JsValue::from_bool(*flag),
        New::Number(number) => JsValue::from(*number),
        New::List(items) => {
            let items: Result<Array, JsValue> = items.iter().map(|item| build(messages, creates, item)).collect();
            items?.into()
        }
        New::Object(object) => build_object(messages, creates, object)?,
        New::Original(path, set) if set.is_empty() => pick(messages, path)?,
        New::Original(path, set) => {
            let (paths, values) = (Array::new(), Array::new());
            for (path, new) in set {
                paths.push(&JsValue::from_str(path));
                values.push(&build(messages, creates, new)?);
            }
            copy(messages, path, &paths, &values)?
        }
        New::Json(text) => JSON::parse(text)?,
        New::Parsed(path) => parsed(messages, path)?,
        New::Written(path) => JsValue::from_str(&Session::new(&pick(messages, path)?).root().json(Key::This)),
    })
}

fn build_object(messages: &JsValue, creates: &JsValue, new: &NewObject) -> Result<JsValue, JsValue> {
    let members = new.members.iter().map(|(name, value)| Ok((&**name, build(messages, creates, value)?)));
    let members = object(members.collect::<Result<Vec<_>, JsValue>>()?);
    if new.is_foreign && !creates.is_undefined() {
        return create(creates, new.kind, &members);
    }
    Ok(match &new.like {
        Some(path) => like(messages, path, new.copies, &members)?,
        None => members,
    })
}
