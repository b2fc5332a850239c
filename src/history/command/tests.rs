//! What command lines do, as tables.

use std::cell::Cell;

std::thread_local! {
    static STEPS: Cell<usize> = const { Cell::new(0) };
}

/// Counts bytes that are looked at.
pub(super) fn steps(bytes: usize) {
    STEPS.with(|steps| steps.set(steps.get() + bytes));
}
