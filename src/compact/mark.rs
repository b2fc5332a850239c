//! The mark above which a step is taken, and the size that it compacts to.

use alloc::string::ToString;

use crate::compact::options::{CompactOptions, clamped};
use crate::compact::plan::choices::share;
use crate::error::{Error, ErrorKind};
use crate::history::{Budget, read_budget_as};
use crate::options::{NamedOption, OptionValue};

/// The mark above which a step is taken. A conversation that fills its window is always above it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Trigger {
    /// Share of the window, less the reserve, from 0 to 1.
    Share(f64),
    /// Size of the messages.
    Size(Budget),
    /// Number of calls.
    Calls(u64),
}

impl From<f64> for Trigger {
    fn from(share: f64) -> Self {
        Self::Share(clamped(share))
    }
}

impl From<Budget> for Trigger {
    fn from(size: Budget) -> Self {
        Self::Size(size)
    }
}

/// The size that a step compacts to.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Target {
    /// Share of the window, less the reserve, from 0 to 1.
    Share(f64),
    /// Size of the messages, in the unit of the window.
    Size(Budget),
}

impl From<f64> for Target {
    fn from(share: f64) -> Self {
        Self::Share(clamped(share))
    }
}

impl From<Budget> for Target {
    fn from(size: Budget) -> Self {
        Self::Size(size)
    }
}

impl Target {
    /// Reads `compactTo`: a number from 0 to 1, `{ tokens }`, `{ chars }` or `{ utf16 }`.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidOption`] for anything else.
    pub fn read(option: &NamedOption<'_>) -> Result<Self, Error> {
        const RULE: &str = "a number from 0 to 1, { tokens }, { chars } or { utf16 }";
        match &option.value {
            OptionValue::Object(_) => read_budget_as(option, RULE).map(Self::Size),
            OptionValue::Number(_) => option.share().map(Self::Share),
            _ => Err(option.wrong(RULE)),
        }
    }
}

impl CompactOptions {
    /// Size that a step compacts to, of a room in the unit of the window.
    pub(crate) fn target_in(&self, room: Budget, asked: Option<Target>) -> Result<u64, Error> {
        let (Budget::Chars(size) | Budget::Tokens(size)) = room;
        match (asked.unwrap_or(self.compact_to), room) {
            (Target::Share(part), _) => {
                // A mark that is below the target is what the share is of.
                let target = share(size, part);
                Ok(self.mark_in(room).filter(|mark| *mark < target).map_or(target, |mark| share(mark, part)))
            }
            (Target::Size(Budget::Chars(target)), Budget::Chars(_))
            | (Target::Size(Budget::Tokens(target)), Budget::Tokens(_)) => Ok(target.min(size)),
            _ => {
                let message = "compactTo: is in another unit than window; both are in { tokens } or both in { chars }";
                Err(Error::new(ErrorKind::InvalidOption, message.to_string()))
            }
        }
    }

    /// Returns the target for a mark that is no size in the unit of the room. The share is of the mark, converted by the
    /// `size` of the messages and their size in the `other` unit; with a number of calls it is of `size`.
    pub(crate) fn target_at(&self, asked: Option<Target>, target: u64, (size, other): (u64, Option<u64>)) -> u64 {
        let Target::Share(part) = asked.unwrap_or(self.compact_to) else { return target };
        let mark = match (self.trigger_at, other) {
            (Trigger::Calls(_), _) => size,
            (Trigger::Size(Budget::Chars(mark) | Budget::Tokens(mark)), Some(other)) => {
                (mark as f64 * size as f64 / other.max(1) as f64) as u64
            }
            _ => return target,
        };
        target.min(share(mark, part))
    }

    /// The target in the unit of the mark, if both are sizes of their own.
    pub(crate) fn target_of_mark(&self, asked: Option<Target>) -> Option<u64> {
        match (asked.unwrap_or(self.compact_to), self.trigger_at) {
            (Target::Share(part), Trigger::Size(Budget::Chars(mark) | Budget::Tokens(mark))) => Some(share(mark, part)),
            _ => None,
        }
    }

    /// Returns `true` if the mark is a size in the other unit than the room.
    pub(crate) const fn trigger_needs(&self, room: Budget) -> bool {
        matches!(
            (self.trigger_at, room),
            (Trigger::Size(Budget::Chars(_)), Budget::Tokens(_)) | (Trigger::Size(Budget::Tokens(_)), Budget::Chars(_))
        )
    }

    /// The mark, if it is a size in the unit of the room.
    const fn mark_in(&self, room: Budget) -> Option<u64> {
        match (self.trigger_at, room) {
            (Trigger::Size(Budget::Chars(mark)), Budget::Chars(_))
            | (Trigger::Size(Budget::Tokens(mark)), Budget::Tokens(_)) => Some(mark),
            _ => None,
        }
    }

    /// Returns `true` if a conversation passes the mark, or its room: `units` of UTF-16, `tokens`, of which the one that is
    /// not known may be `None`, and `calls`.
    #[inline(never)]
    pub(crate) fn is_passed(&self, room: Budget, (units, tokens): (Option<u64>, Option<u64>), calls: u64) -> bool {
        let over = |size: Budget| match size {
            Budget::Chars(most) => units.is_none_or(|units| units > most),
            Budget::Tokens(most) => tokens.is_none_or(|tokens| tokens > most),
        };
        let mark = |share: f64| match room {
            Budget::Chars(room) => Budget::Chars((room as f64 * share) as u64),
            Budget::Tokens(room) => Budget::Tokens((room as f64 * share) as u64),
        };
        over(room)
            || match self.trigger_at {
                Trigger::Share(share) => over(mark(share)),
                Trigger::Size(size) => over(size),
                Trigger::Calls(most) => calls > most,
            }
    }
}

pub(super) fn trigger(option: &NamedOption<'_>) -> Result<Trigger, Error> {
    const RULE: &str = "a number from 0 to 1, { tokens }, { chars }, { utf16 } or { calls }";
    if let OptionValue::Object(members) = &option.value {
        return match &members[..] {
            [(name, _)] if name == "calls" => {
                let calls = option.members(RULE, |_, member| member.size())?;
                Ok(Trigger::Calls(calls.into_iter().sum()))
            }
            _ => read_budget_as(option, RULE).map(Trigger::Size),
        };
    }
    if !matches!(option.value, OptionValue::Number(_)) {
        return Err(option.wrong(RULE));
    }
    Ok(Trigger::Share(option.share()?))
}
