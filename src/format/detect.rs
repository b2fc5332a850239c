//! Detects the format of messages by their shape. Without tools, formats are alike: `{ role, content: "…" }` is a
//! message in four of them. The first message that only one format allows decides; without one it is OpenAI's chat,
//! whose rules such messages follow in any case.

use super::define::Rules;
use super::shared::ROOM;
use super::{MessageFormat, count_of};
use crate::tree::{Key, Shape, Tree};

/// How certainly a message or a block determines its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Seen {
    /// It is there in several formats.
    Likely,
    /// Others have it now and then.
    Hint,
    /// No other format has this.
    Only,
}

/// The format of a list of messages; none when there is no message that any format knows.
pub(crate) fn detect<T: Tree>(root: &T) -> Option<MessageFormat> {
    let count = count_of(root).ok()?;
    first_of((0..count).map_while(|at| root.item(Key::This, at)), of_message).map(|(_, format)| format)
}

/// The first that is sure, else the first of those that say most.
fn first_of<T>(
    items: impl Iterator<Item = T>,
    detect_one: impl Fn(&T) -> Option<(Seen, MessageFormat)>,
) -> Option<(Seen, MessageFormat)> {
    let mut best: Option<(Seen, MessageFormat)> = None;
    for (seen, format) in items.filter_map(|item| detect_one(&item)) {
        if best.is_none_or(|(before, _)| seen > before) {
            best = Some((seen, format));
        }
        if seen == Seen::Only {
            break;
        }
    }
    best
}

fn of_message<T: Tree>(message: &T) -> Option<(Seen, MessageFormat)> {
    // Items have types of their own.
    let items = MessageFormat::ALL.into_iter().filter(|format| format.has_items());
    let others = MessageFormat::ALL.into_iter().rev().filter(|format| !format.has_items());
    let by_members = ask(items.chain(others), |rules: &dyn Rules<T>| rules.sees_message(message));
    by_members.filter(|(seen, _)| *seen > Seen::Likely).or_else(|| of_blocks(message)).or(by_members)
}

/// Returns what the blocks of a message reveal.
pub(super) fn of_blocks<T: Tree>(message: &T) -> Option<(Seen, MessageFormat)> {
    let Shape::List(count) = message.shape(Key::Content) else { return None };
    first_of((0..count.min(ROOM)).filter_map(|at| message.item(Key::Content, at)), |block| {
        ask(MessageFormat::ALL.into_iter().rev(), |rules: &dyn Rules<T>| rules.sees_block(block))
    })
}

/// Returns the answer of the first of these formats that has one.
fn ask<T: Tree>(
    mut formats: impl Iterator<Item = MessageFormat>,
    detect_one: impl Fn(&dyn Rules<T>) -> Option<Seen>,
) -> Option<(Seen, MessageFormat)> {
    formats.find_map(|format| Some((detect_one(format.rules())?, format)))
}
