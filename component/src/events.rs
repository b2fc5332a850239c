//! Events of cuts. The core reports them to a listener; here they are returned.

use std::cell::RefCell;

use tooltrim::trimming::{TruncationEvent, Unit};

use crate::bindings::exports::tooltrim::core::text as wit;
use crate::narrow;

thread_local! {
    /// Cuts reported since they were taken.
    static REPORTED: RefCell<Vec<wit::Event>> = const { RefCell::new(Vec::new()) };
}

/// The listener of all options whose cuts are returned.
pub(crate) fn report(event: &TruncationEvent) {
    REPORTED.with_borrow_mut(|reported| reported.push(event.into()));
}

/// Runs an operation, and returns the cuts that it reported.
pub(crate) fn reported<T>(operation: impl FnOnce() -> T) -> (T, Vec<wit::Event>) {
    REPORTED.take();
    let result = operation();
    (result, REPORTED.take())
}

impl From<&TruncationEvent> for wit::Event {
    fn from(event: &TruncationEvent) -> Self {
        let unit = match event.unit {
            Unit::Chars => wit::CutUnit::Chars,
            Unit::Utf16 => wit::CutUnit::Utf16,
            Unit::Bytes => wit::CutUnit::Bytes,
            Unit::Lines => wit::CutUnit::Lines,
            Unit::Tokens => wit::CutUnit::Tokens,
        };
        Self {
            label: event.label.clone().unwrap_or_default(),
            unit,
            limit: narrow(event.limit),
            before: narrow(event.before),
            after: narrow(event.after),
        }
    }
}
