//! Conversations in each format: mended, compacted, and gone on with from a state.

use serde_json::Value;
use tooltrim::calls::Rendering;
use tooltrim::compaction::{Compaction, Request, Style};
use tooltrim::host::{NamedOption, OptionValue};
use tooltrim::messages::{apply_edits, detect_format};
use tooltrim::{
    Budget, CompactOptions, Compactor, MessageFormat, compact_messages, extract_tool_calls, render_as_text,
    repair_messages, validate_messages,
};

use crate::built::{drawn, hostile, value};
use crate::checks::{asked, check_answers, check_asked, check_repair};
use crate::harm::{done, harm};
use crate::input::{HEAD, Input};
use crate::neutral::{conversation, style, write};

/// The format, options and what goes wrong first, then messages: JSON, or bytes of which some are made.
///
/// # Panics
/// When a law is broken.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let (kind, harmed) = (input.up_to(3), input.flag());
    let mut format = input.pick(&MessageFormat::ALL);
    let mut known = false;
    let messages = match kind {
        0 => hostile(input.body),
        1 => {
            let style = drawn(&style(), input.body);
            (format, known) = (style.format, true);
            write(&drawn(&conversation(), &input.body[input.body.len().min(8)..]), style)
        }
        _ => match value(input.body) {
            Value::Array(messages) => messages,
            other => vec![other],
        },
    };
    if !messages.iter().all(Value::is_object) {
        assert!(
            validate_messages(&messages, Some(format)).is_err() && repair_messages(&messages, Some(format)).is_err()
        );
        return;
    }
    if kind > 1
        && let Some(found) = detect_format(&messages)
    {
        format = found;
    }
    let sound = known || validate_messages(&messages, Some(format)).expect("objects").is_empty();
    let messages = if harmed { done(&messages, &drawn(&harm(), &data[data.len().min(HEAD / 2)..])) } else { messages };
    let mended = mend(&messages, format, sound);
    compacts(&mut input, &messages, format);
    if mended != messages {
        compacts(&mut input, &mended, format);
    }
}

/// Validate, repair, validate; what came of messages that were sound once keeps what was said.
fn mend(messages: &[Value], format: MessageFormat, sound: bool) -> Vec<Value> {
    let repaired = repair_messages(messages, Some(format)).expect("objects");
    check_repair(messages, format, &repaired).expect("laws of a repair");
    if sound {
        check_asked(messages, format, &repaired.messages).expect("what users said");
        check_answers(messages, format, &repaired).expect("what calls answered");
    }
    extract_tool_calls(messages, Some(format)).expect("objects");
    for rendering in [Rendering::Comments, Rendering::Brackets] {
        render_as_text(messages, Some(format), rendering).expect("objects");
    }
    repaired.messages
}

fn set(options: &mut CompactOptions, name: &str, value: OptionValue) {
    options.set(&NamedOption { name, value, shown: "" }).expect("an option");
}

/// What an image counts, and nearly what is saved by the line in its place.
const MEDIA_TOKENS: u64 = 1600;

/// Room for anything.
fn wide(format: MessageFormat) -> CompactOptions {
    CompactOptions::new(Budget::Chars(usize::MAX as u64 >> 12)).format(format)
}

fn options(input: &mut Input<'_>, format: MessageFormat, messages: &[Value]) -> CompactOptions {
    let before = compact_messages(messages, &wide(format)).expect("objects").report.before;
    let share = input.pick(&[0.6, 0.2, 0.9, 1.1, 0.0]);
    let part = |whole: u64| (whole as f64 * share) as u64;
    let window = if input.flag() { Budget::Tokens(part(before.tokens)) } else { Budget::Chars(part(before.chars)) };
    let mut options = CompactOptions::new(window).format(format).trigger_at(input.pick(&[0.8, 0.0, 1.0]));
    options = options.compact_to(input.pick(&[0.5, 0.0, 0.1, 1.0])).minimum_gain(input.pick(&[0.0, 0.1]));
    options = options.recent_calls_to_keep(input.up_to(7) as u64).max_error_chars(input.pick(&[400, 0, 60]));
    options = options.preserve_errors_verbatim(input.flag()).max_history_summary_tokens(input.pick(&[500, 0, 40]));
    if input.up_to(2) == 0 {
        options = options.style(Style::Summary);
        let role = input.pick(&["user", "assistant"]);
        set(&mut options, "summaryRole", OptionValue::Text(role.into()));
        set(&mut options, "acknowledge", OptionValue::Bool(input.flag()));
    }
    options
}

fn compacts(input: &mut Input<'_>, messages: &[Value], format: MessageFormat) {
    let options = options(input, format, messages);
    let problems = validate_messages(messages, Some(format)).expect("objects").len();
    let out = compact_messages(messages, &options).expect("objects");
    let again = compact_messages(messages, &options).expect("objects");
    assert_eq!((&again.messages, &again.report), (&out.messages, &out.report), "the same each time");
    check_compaction(messages, format, problems, &out);
    goes_on(input, messages, format, &options);
}

/// Pairs stay whole, nothing gets longer, users are quoted in full.
fn check_compaction(messages: &[Value], format: MessageFormat, problems: usize, out: &Compaction) {
    assert_eq!(&apply_edits(messages, &out.edits).expect("edits of ours"), &out.messages);
    assert_eq!(out.changed, !out.edits.is_empty());
    let left = validate_messages(&out.messages, Some(format)).expect("objects");
    assert!(left.len() <= problems, "compacting broke a rule: {left:#?}\n{:#?}", out.messages);
    // An image is no char, and the line in its place is some: then tokens are what is saved.
    let (before, after) = (&out.report.before, &out.report.after);
    assert!(after.tokens <= before.tokens, "longer: {:?}", out.report);
    let media = before.tokens - after.tokens >= MEDIA_TOKENS / 2;
    assert!(media || after.chars <= before.chars, "longer: {:?}", out.report);
    let again = compact_messages(&out.messages, &wide(format)).expect("objects");
    assert!(again.report.before.chars <= after.chars, "no more went out than is reported: {:#?}", out.messages);
    let (before, after) = (asked(messages, format), asked(&out.messages, format));
    let mut later = after.iter();
    assert!(before.iter().all(|said| later.any(|other| said == other)), "{before:?} became {after:?}");
}

/// A compactor that was restored goes on as the one that was not, and takes its step back.
fn goes_on(input: &mut Input<'_>, messages: &[Value], format: MessageFormat, options: &CompactOptions) {
    let mut compactor = Compactor::new(options.clone()).expect("a window");
    let mut request = Request::new();
    request.force = input.flag();
    let third = messages.len().div_ceil(3);
    for end in [third, 2 * third, messages.len()].map(|end| end.min(messages.len())) {
        let state = compactor.state();
        let mut restored = Compactor::from_state(&state, options.clone()).expect("a state of ours");
        assert_eq!(restored.state(), state, "a state comes back as it was");
        let (one, two) = (compactor.next(&messages[..end], request), restored.next(&messages[..end], request));
        let (one, two) = (one.expect("objects"), two.expect("objects"));
        assert_eq!((&one.messages, &one.report, &one.state), (&two.messages, &two.report, &two.state));
        assert_eq!(one.state, compactor.state());
        let problems = validate_messages(&messages[..end], Some(format)).expect("objects").len();
        check_compaction(&messages[..end], format, problems, &one);
    }
    damaged(input, messages, format, options, compactor.state());
    compactor.undo().expect("a request");
}

/// A state that something was done to is refused, or does no harm.
fn damaged(input: &mut Input<'_>, messages: &[Value], format: MessageFormat, options: &CompactOptions, state: Value) {
    let harms = drawn(&harm(), &input.body[..input.body.len().min(64)]);
    let Some(state) = done(&[state], &harms).pop() else { return };
    let Ok(mut compactor) = Compactor::from_state(&state, options.clone()) else { return };
    let out = compactor.next(messages, Request::new()).expect("objects");
    let (before, after) = (asked(messages, format), asked(&out.messages, format));
    let mut later = after.iter();
    assert!(before.iter().all(|said| later.any(|other| said == other)), "damaged: {before:?} became {after:?}");
}
