//! Detects the format of messages by their shape. Without tools, formats are alike: `{ role, content: "…" }` is a
//! message in four of them. The first message that only one format allows decides; without one it is OpenAI's chat,
//! whose rules such messages follow in any case.

use super::define::Sees;
use super::foreign::foreign;
use super::shared::ROOM;
use super::{MessageFormat, count_of};
use crate::tree::{Key, Shape, View};

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
pub(crate) fn detect<T: View>(root: &T) -> Option<MessageFormat> {
    let count = count_of(root).ok()?;
    let mut best = BestGuess::default();
    for message in (0..count).map_while(|at| root.item(Key::This, at)) {
        if foreign(&message).is_some() {
            return None;
        }
        if !best.see(&message) {
            break;
        }
    }
    best.format()
}

/// The first answer that is sure, else the first of those that say most.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BestGuess(Option<(Seen, MessageFormat)>);

impl BestGuess {
    /// Looks at the next message. Returns `false` if no other can change the answer.
    pub(crate) fn see<T: View>(&mut self, message: &T) -> bool {
        self.is_open() && self.take(of_message(message))
    }

    pub(crate) fn format(self) -> Option<MessageFormat> {
        self.0.map(|(_, format)| format)
    }

    fn is_open(self) -> bool {
        self.0.is_none_or(|(seen, _)| seen < Seen::Only)
    }

    fn take(&mut self, answer: Option<(Seen, MessageFormat)>) -> bool {
        if let Some((seen, format)) = answer
            && self.0.is_none_or(|(before, _)| seen > before)
        {
            self.0 = Some((seen, format));
        }
        self.is_open()
    }
}

fn of_message<T: View>(message: &T) -> Option<(Seen, MessageFormat)> {
    // Items have types of their own.
    let items = MessageFormat::ALL.into_iter().filter(|format| format.has_items());
    let others = MessageFormat::ALL.into_iter().rev().filter(|format| !format.has_items());
    let by_members = ask(items.chain(others), |rules: &dyn Sees<T>| rules.sees_message(message));
    by_members.filter(|(seen, _)| *seen > Seen::Likely).or_else(|| of_blocks(message)).or(by_members)
}

/// Returns what the blocks of a message reveal.
pub(super) fn of_blocks<T: View>(message: &T) -> Option<(Seen, MessageFormat)> {
    let Shape::List(count) = message.shape(Key::Content) else { return None };
    let mut best = BestGuess::default();
    let of_block = |block: &T| ask(MessageFormat::ALL.into_iter().rev(), |rules: &dyn Sees<T>| rules.sees_block(block));
    let blocks = (0..count.min(ROOM)).filter_map(|at| message.item(Key::Content, at));
    blocks.take_while(|block| best.take(of_block(block))).for_each(drop);
    best.0
}

/// Returns the answer of the first of these formats that has one.
fn ask<T: View>(
    mut formats: impl Iterator<Item = MessageFormat>,
    detect_one: impl Fn(&dyn Sees<T>) -> Option<Seen>,
) -> Option<(Seen, MessageFormat)> {
    formats.find_map(|format| Some((detect_one(format.sees())?, format)))
}
