//! The size of a plan at any scale.

use alloc::vec::Vec;

use crate::compact::inventory::ItemKind;
use crate::compact::plan::age::{FLOOR, Growing};
use crate::compact::plan::{Plan, Stage};
use crate::tree::Tree;

/// The total size while the items of a stage shrink, by lengths alone.
pub(super) struct Curve<'c, 'p, 'a, T: Tree> {
    plan: &'c Plan<'p, 'a, T>,
    stage: Stage,
    /// Items whose size depends on the scale.
    open: Vec<usize>,
    /// Units of all others.
    settled: u64,
}

impl<'p, 'a, T: Tree> Plan<'p, 'a, T> {
    pub(super) fn curve(&self, stage: Stage) -> Curve<'_, 'p, 'a, T> {
        let open = (0..self.extents.len()).collect();
        Curve { plan: self, stage, open, settled: self.inventory.fixed }
    }
}

impl<T: Tree> Growing for Curve<'_, '_, '_, T> {
    fn at(&mut self, scale: f64) -> u64 {
        let items: u64 = self.open.iter().map(|item| self.plan.estimate(*item, self.stage, scale)).sum();
        (self.settled + items).saturating_add_signed(self.plan.block.estimate(self.plan.leaving(scale)))
    }

    fn narrow(&mut self, low: f64, high: f64) {
        let Self { plan, stage, open, settled } = self;
        open.retain(|item| {
            let is_open = !plan.is_level(*item, *stage, low, high);
            if !is_open {
                *settled += plan.estimate(*item, *stage, low);
            }
            is_open
        });
    }
}

impl<T: Tree> Plan<'_, '_, T> {
    /// Returns `true` for an item that has the same size at all scales between two.
    fn is_level(&self, item: usize, stage: Stage, low: f64, high: f64) -> bool {
        let (Some(found), Some(extent)) = (self.inventory.items.get(item), self.extents.get(item)) else { return true };
        let [first, last] = [low, high].map(|scale| self.leaves(extent, scale));
        if first || last {
            return first == last;
        }
        let (Some(tight), Some(wide)) = (self.cap(extent, stage, low, false), self.cap(extent, stage, high, false))
        else {
            return true;
        };
        match found.kind {
            ItemKind::Args(_) => wide < FLOOR || tight >= FLOOR && extent.long.iter().all(|long| *long <= tight),
            _ => wide < FLOOR.min(self.uncut[item]) || tight >= self.uncut[item],
        }
    }
}
