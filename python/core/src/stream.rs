//! A text that arrives in pieces. An instance of the module has one stream.

use std::cell::RefCell;

use tooltrim::{TrimStream, Trimmer};

use crate::answer::{Answer, Fault, text};
use crate::text::{trim_options, trimmed};

thread_local! {
    static STREAM: RefCell<Option<TrimStream>> = const { RefCell::new(None) };
}

pub(crate) fn answer(operation: &str, given: &[&[u8]]) -> Option<Result<Answer, Fault>> {
    Some(match operation {
        "stream_new" => new(given),
        "stream_push" => push(given),
        "stream_keep_under" => keep_under(given),
        "stream_finish" => finish(),
        _ => return None,
    })
}

fn new(given: &[&[u8]]) -> Result<Answer, Fault> {
    let trimmer = Trimmer::new(trim_options(text(given, 0)?)?)?;
    trimmer.check_stream()?;
    STREAM.set(Some(trimmer.stream()));
    Ok(Answer::default())
}

/// Bytes, cut anywhere: the stream joins what belongs together.
fn push(given: &[&[u8]]) -> Result<Answer, Fault> {
    STREAM.with_borrow_mut(|stream| {
        if let Some(stream) = stream {
            stream.push_bytes(given.first().copied().unwrap_or_default())?;
        }
        Ok(Answer::default())
    })
}

fn keep_under(given: &[&[u8]]) -> Result<Answer, Fault> {
    let reference = text(given, 0)?.parse().ok();
    STREAM.with_borrow_mut(|stream| {
        if let Some(stream) = stream {
            stream.keep_under(reference);
        }
    });
    Ok(Answer::default())
}

fn finish() -> Result<Answer, Fault> {
    let stream = STREAM.take().ok_or_else(|| Fault::internal("there is no stream"))?;
    let done = stream.finish()?;
    // A stream has no input to point to: its text is always in the answer.
    let same = !done.truncated && done.cleaned.is_none();
    let answer = trimmed(&done);
    Ok(if same { answer.text(&*done.text) } else { answer })
}
