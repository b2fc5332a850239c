//! A text in chunks and whole: results and events.

use std::sync::{Arc, Mutex};

use tooltrim::trimming::TruncationEvent;
use tooltrim::{TrimOptions, Trimmed, Trimmer};

/// A text and the events that its listener received.
pub type Told = (Trimmed<'static>, Vec<TruncationEvent>);

/// A result that no longer borrows its text.
pub fn owned(trimmed: Trimmed<'_>) -> Trimmed<'static> {
    let mut copy = tooltrim::trim("", 4000).expect("an empty text");
    copy.text = trimmed.text.into_owned().into();
    (copy.truncated, copy.omitted) = (trimmed.truncated, trimmed.omitted);
    (copy.cleaned, copy.reference, copy.kept) = (trimmed.cleaned, trimmed.reference, trimmed.kept);
    copy
}

/// Trimmers with the same options, one for each way, and the events of their listeners.
fn listening(options: &TrimOptions) -> Option<(Trimmer, Arc<Mutex<Vec<TruncationEvent>>>)> {
    let told = Arc::new(Mutex::new(Vec::new()));
    let tell = told.clone();
    let options = options.clone().label("text").on_truncate(move |event| tell.lock().unwrap().push(event.clone()));
    Some((Trimmer::new(options).ok()?, told))
}

pub fn whole(text: &str, options: &TrimOptions) -> Option<Told> {
    let (trimmer, told) = listening(options)?;
    let result = owned(trimmer.trim(text));
    let told = told.lock().unwrap().clone();
    Some((result, told))
}

/// In chunks of these sizes, over and over.
pub fn pieces(text: &str, options: &TrimOptions, sizes: &[usize], as_bytes: bool) -> Option<Told> {
    let (trimmer, told) = listening(options)?;
    let mut stream = trimmer.stream();
    let (mut at, mut turn) = (0_usize, 0);
    while at < text.len() {
        // Many tiny chunks of a long text say no more than some.
        let size = sizes[turn % sizes.len()].max(if turn > 400 { 8000 } else { 1 });
        let mut end = at.saturating_add(size).min(text.len());
        turn += 1;
        if as_bytes {
            stream.push_bytes(&text.as_bytes()[at..end]).expect("UTF-8");
        } else {
            while !text.is_char_boundary(end) {
                end += 1;
            }
            stream.push(&text[at..end]);
        }
        at = end;
    }
    let result = stream.finish().expect("UTF-8");
    let told = told.lock().unwrap().clone();
    Some((result, told))
}
