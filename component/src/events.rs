//! Events of cuts. The core reports them to a listener; here they are returned.

use std::cell::RefCell;

use tooltrim::signals::{CutSizes, CutUnit};
use tooltrim::trimming::TruncationEvent;

use crate::bindings::exports::tooltrim::core::text as wit;
use crate::narrow;

thread_local! {
    /// Cuts reported since they were taken.
    static REPORTED: RefCell<Vec<wit::Event>> = const { RefCell::new(Vec::new()) };
}

/// The listener of all options whose cuts are returned.
pub(crate) fn report(event: &TruncationEvent) {
    REPORTED.with_borrow_mut(|reported| reported.push(self::event(event, event.limit)));
}

/// Runs an operation, and returns the cuts that it reported.
pub(crate) fn reported<T>(operation: impl FnOnce() -> T) -> (T, Vec<wit::Event>) {
    REPORTED.take();
    let result = operation();
    (result, REPORTED.take())
}

/// A cut of a text or of a value.
pub(crate) fn event<'a>(cut: impl Into<CutSizes<'a>>, limit: u64) -> wit::Event {
    let CutSizes { label, unit, before, after, .. } = cut.into();
    // Units of the future are bytes.
    let unit = UNITS.into_iter().find(|(own, _)| *own == unit).map_or(wit::CutUnit::Bytes, |(_, unit)| unit);
    wit::Event { label: label.to_owned(), unit, limit: narrow(limit), before: narrow(before), after: narrow(after) }
}

const UNITS: [(CutUnit, wit::CutUnit); 8] = [
    (CutUnit::Chars, wit::CutUnit::Chars),
    (CutUnit::Utf16, wit::CutUnit::Utf16),
    (CutUnit::Bytes, wit::CutUnit::Bytes),
    (CutUnit::Lines, wit::CutUnit::Lines),
    (CutUnit::Tokens, wit::CutUnit::Tokens),
    (CutUnit::Items, wit::CutUnit::Items),
    (CutUnit::Keys, wit::CutUnit::Keys),
    (CutUnit::Levels, wit::CutUnit::Levels),
];

#[cfg(feature = "all")]
impl From<wit::CutUnit> for CutUnit {
    fn from(unit: wit::CutUnit) -> Self {
        UNITS.into_iter().find(|(_, given)| *given == unit).map_or(Self::Bytes, |(own, _)| own)
    }
}
