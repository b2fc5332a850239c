//! Trims a value to a total while it keeps fitting its JSON Schema.
//!
//! One level sets the size of all places: the number of items, and chars of text in proportion. A search finds the
//! highest level at which the value fits; nothing is cut below the schema's demands. Answers to a question are selected
//! first, place by place.

use alloc::format;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::about::Answered;

use super::bounded::{ValuePlan, Writer};
use super::cut::{CutKind, Path};
use super::rules::{Asked, Rules};
use super::schema::Demand;
use super::sketch::Sketch;
use super::unique;
use super::walk::{Go, Leaf, Opened, Values, Visit, Walk};
use super::wishes::{Extent, Wishes};
use crate::error::{Error, ErrorKind};
use crate::tree::Form;

/// Levels to try between one that fits and one that does not.
const TRIES: usize = 4;
/// Number of places that may turn out too large before the search stops.
const MISSES: usize = 12;
/// The search also stops when the remaining room is below this part of the total.
const SPARE: usize = 64;

/// Plans edits within `total` bytes of compact JSON; `None` if the schema leaves too little free.
pub(super) fn plan(source: &Values<'_>, rules: &Rules, total: usize) -> Result<Option<ValuePlan>, Error> {
    rules.set_asked(None);
    let fits = |level: usize| Ok(size_at(source, rules, total, level)? <= total);
    let level = if fits(usize::MAX)? {
        Some(usize::MAX)
    } else {
        let parts = ask(source, rules, total)?;
        let level = highest(total, fits)?;
        if let (Some(wishes), Some(level)) = (parts, level) {
            // Texts that answer in part get the rest of the total.
            let fits = |part: usize| Ok(size_asked(source, rules, total, &wishes, (part, level))? <= total);
            let part = highest(total, fits)?.unwrap_or_default();
            rules.set_asked(Some(Asked { wishes, level: part }));
        }
        level
    };
    let Some(level) = level else { return Ok(None) };
    rules.set_level(level);
    let mut writer = Writer::default();
    Walk::run(source, rules, rules.names, &mut writer)?;
    if !writer.plan.cuts.is_empty() && unique::broken(source, rules)?.is_some() {
        return Ok(None);
    }
    // A message that replaces a container fits no schema.
    let is_fit = |kind: CutKind| !matches!(kind, CutKind::Depth | CutKind::Unreadable);
    Ok(Some(writer.plan).filter(|plan| plan.cuts.iter().all(|cut| is_fit(cut.kind))))
}

/// Returns the size of the value at a level, or some size above `total`.
fn size_at(source: &Values<'_>, rules: &Rules, total: usize, level: usize) -> Result<usize, Error> {
    rules.set_level(level);
    let mut sketch = Sketch::new(total);
    Walk::run(source, rules, rules.names, &mut sketch)?;
    Ok(sketch.size())
}

/// The same for a value of which some places answer a question: with the level of texts that do so in part.
fn size_asked(
    source: &Values<'_>,
    rules: &Rules,
    total: usize,
    wishes: &Arc<Wishes>,
    (part, level): (usize, usize),
) -> Result<usize, Error> {
    rules.set_asked(Some(Asked { wishes: wishes.clone(), level: part }));
    size_at(source, rules, total, level)
}

/// Takes the places that answer the question, best first, as long as they fit beside the smallest form of
/// all others: their small record, else the value, else a part of a text. Returns them if there are such parts.
fn ask(source: &Values<'_>, rules: &Rules, total: usize) -> Result<Option<Arc<Wishes>>, Error> {
    rules.set_level(usize::MAX);
    let Some(answered) = Answered::of(source, rules)? else { return Ok(None) };
    let mut wishes = Wishes::new();
    let size_of = |wishes: &Wishes| size_asked(source, rules, total, &Arc::new(wishes.clone()), (0, 0));
    let mut size = size_of(&wishes)?;
    let (mut at, mut step, mut failed, mut has_parts) = (0, 1, 0, false);
    while failed < MISSES
        && total.saturating_sub(size) > total / SPARE
        && let Some(first) = answered.place(at, total)
    {
        let mut more = wishes.clone();
        for place in (at..at + step).map_while(|at| answered.place(at, total)) {
            more.add(&place.record, Extent::Whole);
        }
        let mut next = size_of(&more)?;
        if next > total && step > 1 {
            step /= 2;
            continue;
        }
        if next > total && first.record.len() < first.path.len() {
            more = wishes.clone();
            more.add(&first.path, Extent::Whole);
            next = size_of(&more)?;
        }
        (at, step) = (at + step, step * 2);
        if next <= total {
            (wishes, size) = (more, next);
            continue;
        }
        (failed, step) = (failed + 1, 1);
        if first.in_part {
            more = wishes.clone();
            more.add(&first.path, Extent::Part);
            next = size_of(&more)?;
            if next <= total {
                (wishes, size, has_parts) = (more, next, true);
            }
        }
    }
    let wishes = Arc::new(wishes);
    let mut level = 0;
    if has_parts {
        // A quarter of the rest is left to all other places.
        let room = size + (total.saturating_sub(size) / 4 * 3);
        let fits = |part: usize| Ok(size_asked(source, rules, total, &wishes, (part, 0))? <= room);
        level = highest(total, fits)?.unwrap_or_default();
    }
    rules.set_asked(Some(Asked { wishes: wishes.clone(), level }));
    Ok(has_parts.then_some(wishes))
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

/// Returns the error for a value that has no plan: the bytes that the schema requires, and where most of them are.
pub(super) fn refusal(source: &Values<'_>, rules: &Rules, total: usize) -> Result<Error, Error> {
    rules.set_asked(None);
    rules.set_level(0);
    let mut sketch = Sketch::new(usize::MAX);
    Walk::run(source, rules, rules.names, &mut sketch)?;
    let size_of = |at: usize| sketch.nodes.get(at).map_or(0, |node| node.size);
    let (mut at, mut path) = (0, Path::default());
    while let Some(node) = sketch.nodes.get(at)
        && let Some(largest) = sketch.children(at).max_by_key(|child| size_of(*child))
        && let Some(child) = sketch.nodes.get(largest).filter(|child| child.size > node.size / 2)
    {
        if node.is_list() {
            path.item(child.at);
        } else {
            path.name(&source.0.name(node.member.node, child.at));
        }
        at = largest;
    }
    let size = size_of(0);
    if size <= total {
        rules.set_level(usize::MAX);
        if let Some(error) = unique::refusal(source, rules)? {
            return Ok(error);
        }
    }
    let message = if size > total {
        format!(
            "maxTotalBytes: {total} is less than the {size} bytes that the schema requires, {} of them at {:?}",
            size_of(at),
            path.pointer
        )
    } else {
        format!("value: is nested deeper than {} levels, and the schema lets no level go", rules.depth)
    };
    Ok(Error::new(ErrorKind::InvalidOption, message))
}

/// Returns the least size of each string, list and object, in the order of the value: 0 where nothing may change, else
/// the size that has to stay, plus 1.
pub(super) fn least(source: &Values<'_>, rules: &Rules) -> Result<Vec<usize>, Error> {
    rules.set_asked(None);
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
