//! The range of each item: when it shrinks, how far, and to what.

use alloc::vec::Vec;

use crate::call::effect::Kind;
use crate::compact::arguments;
use crate::compact::call::ArgsKind;
use crate::compact::inventory::{Item, ItemKind};
use crate::compact::options::KeepResult;
use crate::compact::plan::rung::Choice;
use crate::compact::plan::{GAIN, Plan, Stage, TINY};
use crate::format::conversation::Role;
use crate::source::utf16_len;
use crate::tree::Tree;

/// Factor on the cap of arguments, which give way last: the model wrote them itself.
const ARGUMENTS: f64 = 1000.0;
/// Factor on the cap of a result that a later call replaced.
const STALE: f64 = 0.3;
/// The same of an edit that went well.
const DONE: f64 = 0.1;

/// The range in which an item can get smaller.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "facts about an item, each of its own")]
pub(super) struct Extent {
    /// Calls after it.
    pub(super) age: f64,
    /// Factor on the cap of a result.
    pub(super) factor: f64,
    pub(super) stage: Stage,
    /// The model is about to see it for the first time.
    pub(super) unseen: bool,
    /// Units that it may take whatever the scale, unless nothing else can shrink.
    pub(super) floor: u64,
    /// An earlier step gave it its form.
    pub(super) settled: bool,
    /// A recent result that the model has seen: it shrinks slowly.
    pub(super) is_recent: bool,
    /// It is a fact of ours.
    pub(super) is_fact: bool,
    /// No later read brings it back.
    pub(super) is_once: bool,
    /// The choice below the floor, and the last resort; none where it cannot get smaller.
    pub(super) line: Option<Choice>,
    pub(super) least: Option<Choice>,
    /// Lengths of the argument texts that can be cut.
    pub(super) long: Vec<u64>,
    /// The call with which it leaves.
    pub(super) call: Option<usize>,
}

impl<T: Tree> Plan<'_, '_, T> {
    pub(super) fn extent(&self, item: usize) -> Extent {
        let (inventory, found) = (self.inventory, &self.inventory.items[item]);
        let next = inventory.calls.partition_point(|call| call.at < found.at);
        let (number, call) = match found.kind {
            ItemKind::Args(call) | ItemKind::Result(call) => (call, Some(call)),
            ItemKind::Thinking => (next, Some(next)),
            // Text beside a call leaves with it.
            ItemKind::Text if inventory.calls.get(next).is_some_and(|call| call.at.message == found.at.message) => {
                (next, Some(next))
            }
            _ => (next, None),
        };
        let mut long = Vec::new();
        if let ItemKind::Args(call) = found.kind {
            long.extend(arguments::long(&inventory.calls[call]).map(|(_, text)| utf16_len(text) as u64));
        }
        let gains = |choice: &Choice| choice.units + GAIN <= self.most(item);
        let (stage, factor) = (self.stage(item), self.factor(found));
        let line = stage.and_then(|_| self.least(item, false)).filter(gains);
        // A short quote of a failure can be longer than a limited one.
        let is_result = matches!(found.kind, ItemKind::Result(_));
        let brief = stage.filter(|_| is_result).and_then(|_| self.least(item, true)).filter(gains);
        let least = brief.into_iter().chain(line.clone()).min_by_key(|choice| choice.units);
        Extent {
            age: inventory.calls.len().saturating_sub(number + 1) as f64,
            factor,
            stage: stage.unwrap_or(Stage::Never),
            unseen: matches!(found.kind, ItemKind::Result(call) if self.is_unseen(call)),
            floor: 0,
            settled: found.at.message < self.settled,
            is_recent: false,
            is_fact: matches!(found.kind, ItemKind::Result(call) if inventory.calls[call].stated.is_some()),
            is_once: matches!(found.kind, ItemKind::Result(call) if self.once[call]),
            line: line.or_else(|| least.clone()),
            least,
            long,
            call,
        }
    }

    /// Units that an item may come to: with names in place of lines, those of the whole again.
    pub(super) fn most(&self, item: usize) -> u64 {
        let found = &self.inventory.items[item];
        let names = self.base[item].as_ref().is_some_and(|choice| !choice.named.is_empty());
        if names { found.full } else { found.now }
    }

    /// Factor of an item on the cap of a result.
    fn factor(&self, found: &Item) -> f64 {
        match found.kind {
            ItemKind::Args(_) => ARGUMENTS,
            ItemKind::Result(call) if self.inventory.calls[call].keep == KeepResult::Never && !self.recent[call] => 0.0,
            ItemKind::Result(call) if self.is_done(call) => DONE,
            ItemKind::Result(call) if self.staleness[call].is_stale() => STALE,
            _ => 1.0,
        }
    }

    /// Returns `true` for the result of an edit that went well: its arguments say the same. A command may print more.
    fn is_done(&self, call: usize) -> bool {
        let held = &self.inventory.calls[call];
        let edits = matches!(held.effect.kind, Kind::Edit | Kind::Write | Kind::Delete);
        edits && held.effect.command.is_none() && !held.failed && !held.suspect
    }

    /// Stage at which an item shrinks; `None` if it never does.
    fn stage(&self, item: usize) -> Option<Stage> {
        let (found, calls) = (&self.inventory.items[item], &self.inventory.calls);
        Some(match found.kind {
            // Nothing can stand in their place, so they leave with their exchange or stay.
            ItemKind::Args(call) if calls[call].args_kind == ArgsKind::Fixed => return None,
            ItemKind::Result(call) if !calls[call].writable || calls[call].keep == KeepResult::Always => return None,
            ItemKind::Result(call) if self.most(item) <= TINY && self.is_lost_fact(call) => return None,
            ItemKind::Result(call) if self.recent[call] || self.is_protected(call) => Stage::Spared,
            ItemKind::Args(call) if self.recent[call] => Stage::Spared,
            ItemKind::Result(call) if self.most(item) <= TINY && calls[call].stated.is_none() => Stage::Tiny,
            ItemKind::Text if !self.is_spoken(found) => Stage::User,
            // Its last word stays, but for one before the last user message where nothing else can shrink.
            ItemKind::Text if !self.inventory.items[item + 1..].iter().any(|next| self.is_spoken(next)) => {
                let gives = found.at.message < self.inventory.last_user && !calls.is_empty();
                return gives.then_some(Stage::Tiny);
            }
            ItemKind::Text if found.at.message >= self.inventory.last_user => Stage::Spared,
            ItemKind::Media if self.is_late(found.at.message) => return None,
            _ => Stage::Old,
        })
    }

    /// Returns `true` for a text of the assistant.
    fn is_spoken(&self, item: &Item) -> bool {
        let message = self.inventory.conversation.messages.get(item.at.message);
        item.kind == ItemKind::Text && message.is_some_and(|message| message.role == Role::Assistant)
    }

    pub(super) fn is_protected(&self, call: usize) -> bool {
        self.staleness[call].newest && self.inventory.is_protected(call, self.options, self.inventory.base.as_deref())
    }
}
