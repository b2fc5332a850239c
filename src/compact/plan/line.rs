//! The line of a call in a block, and that of the refs of what left.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use crate::call::Field;
use crate::call::effect::Kind;
use crate::call::line::what_or_used;
use crate::compact::call::CallAt;
use crate::compact::inventory::Inventory;
use crate::compact::options::CompactOptions;
use crate::forms;
use crate::hash::Table;
use crate::measure::shorten_middle;
use crate::quick::{position, trim};
use crate::refs::Ref;
use crate::tree::Tree;

/// Chars of a command that the block keeps.
const ARGUMENT: usize = 400;

/// The line of a call in a block; of a failure with its first line.
pub(super) fn line<T: Tree>(
    inventory: &Inventory<'_, T>,
    options: &CompactOptions,
    call: &CallAt,
    what: &str,
) -> String {
    let mut line = format!("- {what}");
    if call.failed || call.suspect {
        line.push_str(if call.failed { " - FAILED" } else { "" });
        if options.preserve_errors_verbatim {
            line.push_str(": ");
            line.push_str(&inventory.failure(call, true, |quotes| &quotes.line));
        }
    }
    in_one_line(&line).into_owned()
}

/// The line of a call, with more of its command than in [`what_or_used`]: output can be had again, a command cannot.
pub(super) fn long_what(call: &CallAt, what: &str) -> Option<String> {
    let is_run = call.effect.kind == Kind::Run && call.effect.calls.is_empty() && call.effect.unnamed == 0;
    let command = call.args.text(Field::Command.names()).or(call.effect.command.as_deref()).filter(|_| is_run)?;
    let long = format!("Ran `{}`", shorten_middle(trim(command), ARGUMENT));
    (long.len() > what.len()).then_some(long)
}

pub(super) fn in_one_line(text: &str) -> Cow<'_, str> {
    match position(text.as_bytes(), b'\n', b'\r') {
        None => Cow::Borrowed(text),
        Some(_) => Cow::Owned(text.replace(['\n', '\r'], " ")),
    }
}

/// Returns the line with the ref of removed results, and if they are several the list that it is the ref of; the line is
/// empty without a store.
pub(super) fn named_refs<T: Tree>(inventory: &Inventory<'_, T>, folded: &[bool]) -> (String, Option<String>) {
    let left = inventory.calls.iter().zip(folded).filter(|(_, folded)| **folded);
    let (mut known, mut kept) = (Table::new(), Vec::new());
    for (reference, call) in left.filter_map(|(call, _)| Some((call.kept?, call))) {
        let next = kept.len() as u32;
        if *known.entry(reference.number(), next) == next {
            kept.push((reference, call));
        }
    }
    let row = |(reference, call): &(Ref, &CallAt)| format!("{reference} {}\n", in_one_line(&what_or_used(call, 0)));
    match &*kept {
        [] => (String::new(), None),
        [(reference, _)] => (ref_line(*reference), None),
        several => {
            let listing: String = several.iter().map(row).collect();
            let line = Ref::of(&listing).map(ref_line);
            (line.unwrap_or_default(), Some(listing))
        }
    }
}

/// The line with the ref of full results.
pub(crate) fn ref_line(reference: Ref) -> String {
    String::from("\n") + &forms::FULL_RESULTS.with(&[&reference.to_string()])
}
