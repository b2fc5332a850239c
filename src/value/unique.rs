//! Finds a list of distinct items (`uniqueItems`) in which cuts make two items equal: no cap of a schema is worth that.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::rules::Rules;
use super::texts::{self, NewText};
use super::walk::{Go, Leaf, Opened, Values, Visit, Walk};
use crate::error::{Error, ErrorKind};
use crate::hash::{Table, hash, mix};
use crate::tree::{Form, ValueSource};

/// Returns the error for a value with such a list.
pub(super) fn refusal(source: &Values<'_>, rules: &Rules) -> Result<Option<Error>, Error> {
    let error = |path: String| {
        let rule = "two items would become equal when they are cut, and the schema wants them distinct";
        Error::new(ErrorKind::InvalidOption, format!("value: in the list at {path:?} {rule}"))
    };
    Ok(broken(source, rules)?.map(error))
}

/// Returns the pointer to the first such list.
pub(super) fn broken(source: &Values<'_>, rules: &Rules) -> Result<Option<String>, Error> {
    if !rules.has_unique() {
        return Ok(None);
    }
    let mut unique = Unique::default();
    Walk::run(source, rules, rules.names, &mut unique)?;
    Ok(unique.broken)
}

/// Visitor that hashes the items of lists of distinct items, as they will be.
#[derive(Debug, Default)]
struct Unique {
    open: Vec<Container>,
    /// Number of open lists of distinct items.
    within: usize,
    broken: Option<String>,
}

#[derive(Debug)]
struct Container {
    sum: u64,
    is_list: bool,
    is_cut: bool,
    /// Hashes of the items, each with 1 for one that is cut; only in a list of distinct items.
    seen: Option<Table>,
}

impl Unique {
    /// Adds a member to the innermost container.
    fn add(&mut self, name: impl FnOnce() -> String, sum: u64, is_cut: bool) -> bool {
        let Some(around) = self.open.last_mut() else { return false };
        around.is_cut |= is_cut;
        // The order of members means nothing.
        around.sum = if around.is_list {
            mix(around.sum.rotate_left(9) ^ sum)
        } else {
            around.sum.wrapping_add(mix(hash(name().as_bytes()) ^ sum.rotate_left(17)))
        };
        let Some(seen) = &mut around.seen else { return false };
        let is_there = seen.get(sum).is_some();
        let before = seen.entry(sum, u32::from(is_cut));
        let is_equal = is_there && (is_cut || *before == 1);
        *before |= u32::from(is_cut);
        is_equal
    }
}

/// Returns the hash of a leaf as it will be.
fn hash_of(source: &dyn ValueSource, container: Option<u32>, leaf: &Leaf) -> u64 {
    let of_text = |text: &str| mix(hash(text.as_bytes()));
    match (leaf.change.as_ref().map(|change| &change.text), leaf.member.form) {
        (Some(NewText::Whole(text)), _) => of_text(text),
        (pieces, Form::Text(units)) => {
            let mut sum = 0;
            source.text(leaf.member.node, &mut |text| {
                let (mut front, mut back) = (Vec::new(), Vec::new());
                sum = match pieces {
                    Some(NewText::Pieces { head, between, tail }) => {
                        let ends = [text.read(0, *head, &mut front), between, text.read(*tail, units, &mut back)];
                        of_text(&ends.concat())
                    }
                    _ => of_text(&texts::whole(text)),
                };
            });
            sum
        }
        (_, form) => {
            let plain = container.map_or_else(String::new, |container| source.plain(container, leaf.at));
            hash(format!("{form:?} {plain}").as_bytes())
        }
    }
}

impl Visit for Unique {
    fn leaf(&mut self, walk: &Walk<'_>, leaf: Leaf) {
        if self.within == 0 {
            return;
        }
        let container = walk.frames.last().map(|frame| frame.node);
        let sum = hash_of(walk.source.0, container, &leaf);
        let is_cut = leaf.change.as_ref().is_some_and(|change| change.cut.is_some());
        let name = || container.map_or_else(String::new, |container| walk.source.0.name(container, leaf.at));
        if self.add(name, sum, is_cut) && self.broken.is_none() {
            self.broken = Some(walk.path_here().pointer);
        }
    }

    fn open(&mut self, walk: &Walk<'_>, opened: Opened) {
        let is_unique = walk.is_unique();
        self.within += usize::from(is_unique);
        let is_list = matches!(opened.member.form, Form::List(_));
        let seen = is_unique.then(Table::new);
        self.open.push(Container {
            sum: 2 + u64::from(is_list),
            is_list,
            is_cut: opened.kept.kept < opened.count,
            seen,
        });
    }

    fn close(&mut self, walk: &Walk<'_>) {
        let Some(closed) = self.open.pop() else { return };
        self.within -= usize::from(closed.seen.is_some());
        if self.within == 0 {
            return;
        }
        let around = walk.frames.iter().rev().nth(1).map(|frame| frame.node);
        let at = walk.frames.last().map_or(0, |frame| frame.at);
        let name = || around.map_or_else(String::new, |around| walk.source.0.name(around, at));
        if self.add(name, mix(closed.sum), closed.is_cut) && self.broken.is_none() {
            let item = walk.path_here().pointer;
            self.broken = Some(item.rsplit_once('/').map_or_else(String::new, |(list, _)| list.into()));
        }
    }

    fn go(&self) -> Go {
        Go::On
    }

    fn forgets(&self) -> bool {
        true
    }
}
