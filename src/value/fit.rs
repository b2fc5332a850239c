//! Trims a value to a total while it keeps fitting its JSON Schema.
//!
//! One level sets the size of all places: the number of items, and chars of text in proportion. A search finds the
//! highest level at which the value fits; nothing is cut below the schema's demands.

use alloc::vec::Vec;

use super::bounded::{ValuePlan, Writer};
use super::cut::CutKind;
use super::rules::Rules;
use super::schema::Demand;
use super::sketch::Sketch;
use super::walk::{Go, Leaf, Opened, Values, Visit, Walk};
use crate::error::Error;
use crate::tree::Form;

/// Levels to try between one that fits and one that does not.
const TRIES: usize = 4;

/// Plans edits within `total` bytes of compact JSON; `None` if the schema leaves too little free.
pub(super) fn plan(source: &Values<'_>, rules: &Rules, total: usize) -> Result<Option<ValuePlan>, Error> {
    let fits = |level: usize| -> Result<bool, Error> {
        rules.set_level(level);
        let mut sketch = Sketch::new(total);
        Walk::run(source, rules, rules.names, &mut sketch)?;
        Ok(sketch.size() <= total)
    };
    let level = if fits(usize::MAX)? { Some(usize::MAX) } else { highest(total, fits)? };
    let Some(level) = level else { return Ok(None) };
    rules.set_level(level);
    let mut writer = Writer::default();
    Walk::run(source, rules, rules.names, &mut writer)?;
    // A message that replaces a container fits no schema.
    let is_fit = |kind: CutKind| !matches!(kind, CutKind::Depth | CutKind::Unreadable);
    Ok(Some(writer.plan).filter(|plan| plan.cuts.iter().all(|cut| is_fit(cut.kind))))
}

/// Returns the highest level below `most` that fits, or one near it.
fn highest(most: usize, fits: impl Fn(usize) -> Result<bool, Error>) -> Result<Option<usize>, Error> {
    let (mut level, mut over) = (most / 2, most);
    while !fits(level)? {
        if level == 0 {
            return Ok(None);
        }
        (level, over) = (level / 2, level);
    }
    for _ in 0..TRIES {
        let middle = level + (over - level) / 2;
        if middle > level && fits(middle)? {
            level = middle;
        } else {
            over = middle;
        }
    }
    Ok(Some(level))
}

/// Returns the least size of each string, list and object, in the order of the value: 0 where nothing may change, else
/// the size that has to stay, plus 1.
pub(super) fn least(source: &Values<'_>, rules: &Rules) -> Result<Vec<usize>, Error> {
    rules.set_level(usize::MAX);
    let mut least = LeastSizes::default();
    Walk::run(source, rules, rules.names, &mut least)?;
    Ok(least.0)
}

#[derive(Debug, Default)]
struct LeastSizes(Vec<usize>);

impl LeastSizes {
    fn add(&mut self, demand: Demand) {
        self.0.push(if let Demand::Least(least) = demand { least.saturating_add(1) } else { 0 });
    }
}

impl Visit for LeastSizes {
    fn leaf(&mut self, _: &Walk<'_>, leaf: Leaf) {
        if matches!(leaf.member.form, Form::Text(_)) {
            self.add(leaf.demand);
        }
    }

    fn open(&mut self, _: &Walk<'_>, opened: Opened) {
        self.add(opened.demand);
    }

    fn close(&mut self, _: &Walk<'_>) {}

    fn go(&self) -> Go {
        Go::On
    }

    fn forgets(&self) -> bool {
        true
    }
}
