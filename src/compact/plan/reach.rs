//! Chooses the items that shrink to reach a target, and the scale.

use crate::compact::plan::age::largest_scale;
use crate::compact::plan::block::Block;
use crate::compact::plan::{Plan, Stage};
use crate::tree::Tree;

/// Least share of its scale that is left to what is new while an earlier step's form stays.
const HALF: f64 = 0.5;

/// Extent of a plan: the items that shrink, the size it aims at, and the scale at which this is reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    pub(super) stage: Stage,
    pub(super) aim: u64,
    pub(super) scale: f64,
}

impl<T: Tree> Plan<'_, '_, T> {
    /// Finds what has to shrink for `target`. What an earlier step shaped keeps its form, so that a provider's prompt cache
    /// keeps it, while what came since gets at least [`HALF`] of what it would get otherwise.
    pub(super) fn reach(&mut self, target: u64) -> Reach {
        self.block.set_aside = 0;
        let reach = self.reach_beside_new(target);
        if self.freezes || self.block.most_names == 0 || reach.stage == Stage::Never {
            return reach;
        }
        // Names take room from texts; nothing else is dropped earlier for them.
        self.block.set_aside = self.block.most_names.min(reach.aim.saturating_sub(self.total(reach.stage, 0.0)));
        Reach { scale: largest_scale(reach.aim, self.curve(reach.stage)), ..reach }
    }

    fn reach_beside_new(&mut self, target: u64) -> Reach {
        let all = self.reach_of_all(target);
        if self.settled == 0 {
            return all;
        }
        self.freezes = true;
        let new = self.scaled(target);
        let least = all.scale.min(self.widest) * HALF;
        self.freezes = new.stage <= Stage::Brief.min(all.stage) && new.scale >= least;
        if self.freezes { new } else { all }
    }

    fn reach_of_all(&mut self, target: u64) -> Reach {
        let reach = self.reach_of_lines(target);
        // Longer lines are not worth what is recent.
        if reach.stage > Stage::Brief && self.block.shorten() { self.scaled(target) } else { reach }
    }

    fn reach_of_lines(&mut self, target: u64) -> Reach {
        // Lines do not take more of a larger room, in which a new result stays whole.
        self.whole = false;
        let lines = self.lines();
        let others = self.total(Stage::Tiny, 0.0).saturating_sub(lines);
        self.whole = true;
        if self.total(Stage::Spared, 0.0) > target {
            // A result that the model has not seen is worth more than a line for each exchange.
            let closed = self.block.clone();
            self.open(u64::MAX, 1);
            self.whole = self.total(Stage::Spared, 0.0) <= target;
            if !self.whole {
                self.block = closed;
            }
        }
        // A line for each old exchange is not worth what is recent.
        if self.total(Stage::Brief, 0.0) > target {
            self.open(u64::MAX, 1);
        }
        let spent = self.spent(Stage::Old, target);
        let opens = Block::opens_at(lines) + others;
        let before = if spent < opens { largest_scale(opens, self.curve(Stage::Old)) } else { 0.0 };
        if self.open(lines, spent.saturating_sub(others)) && before > 0.0 {
            self.widest = before;
        }
        let reach = self.scaled(target);
        if reach.stage != Stage::Never {
            return reach;
        }
        self.widest = f64::INFINITY;
        self.open(u64::MAX, 1);
        let opened = self.scaled(target);
        if opened.stage != Stage::Never {
            return opened;
        }
        // Recent exchanges leave only if that is needed, and enough.
        let is_over = self.is_over(target);
        self.block.widen(is_over);
        self.block.widen(is_over && !self.is_over(target));
        self.scaled(target)
    }

    /// Lets exchanges leave, as [`Block::open`] does, and writes the lines of those that may.
    fn open(&mut self, lines: u64, room: u64) -> bool {
        let opened = self.block.open(lines, room);
        self.block.describe(self.inventory, self.options);
        opened
    }

    /// Returns `true` if even without any line of a block not everything fits.
    fn is_over(&self, target: u64) -> bool {
        let all = self.total(Stage::User, 0.0).saturating_add_signed(-self.block.estimate(0.0));
        all.saturating_sub(self.block.names(0.0)) >= target
    }

    fn scaled(&self, target: u64) -> Reach {
        let stages = [Stage::Old, Stage::Brief, Stage::Spared, Stage::Tiny, Stage::User];
        let stage = stages.into_iter().find(|stage| self.total(*stage, 0.0) <= target).unwrap_or(Stage::Never);
        let aim = if stage <= Stage::Brief { self.spent(stage, target) } else { target };
        Reach { stage, aim, scale: largest_scale(aim, self.curve(stage)) }
    }

    /// The part of `target` that a growing conversation spends: kept text is sent, and billed, with each request until the
    /// next step.
    fn spent(&self, stage: Stage, target: u64) -> u64 {
        let least = self.total(stage, 0.0);
        let spare = target.saturating_sub(least);
        if self.live && spare > 0 { least + (spare as f64 * self.options.economy.share()) as u64 } else { target }
    }
}
