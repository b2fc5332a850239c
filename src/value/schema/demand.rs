//! Demands of a schema on a value that is cut: `minLength`, `minItems`, `required`, `enum` and the like.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Formula, Kinds, LOOKS, Node, REFERENCES, Schema, Size};
use crate::value::rules::To;

/// Limit on how far a string, a list or an object may be cut. Of two demands the later variant applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::value) enum Demand {
    /// At least this many chars, items or members stay.
    Least(usize),
    /// All members stay; each may be cut.
    AllMembers,
    /// Nothing in it changes.
    Unchanged,
}

/// Demands on a string, a list and an object at one place.
pub(in crate::value) type Demands = [Demand; 3];

pub(super) const NO_DEMANDS: Demands = [Demand::Least(0); 3];
pub(super) const UNCHANGED: Demands = [Demand::Unchanged; 3];

/// Names of members that a cut keeps in an object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::value) struct Names {
    /// Names without which an object is not valid.
    pub(in crate::value) required: Vec<String>,
    /// Names that the schema describes.
    pub(in crate::value) described: Vec<String>,
}

impl Names {
    pub(super) fn is_empty(&self) -> bool {
        self.required.is_empty() && self.described.is_empty()
    }
}

impl Schema {
    /// Returns the demands of a place. Schemas that cannot be followed to their end allow no change.
    pub(in crate::value) fn demands(&self, formula: &Formula) -> Demands {
        self.left.set(LOOKS);
        self.demands_in(formula, REFERENCES)
    }

    fn demands_in(&self, formula: &Formula, left: usize) -> Demands {
        let Some(left) = self.follow(left) else { return UNCHANGED };
        let of = |part: &Formula| self.demands_in(part, left);
        match formula {
            Formula::Any => NO_DEMANDS,
            Formula::Unchanged | Formula::Capped(_) => UNCHANGED,
            Formula::Own(at) => self.nodes.get(*at).map_or(UNCHANGED, Node::demands),
            Formula::One(at) => both(self.parts(*at).iter().map(of)),
            Formula::All(parts) => both(parts.iter().map(of)),
            Formula::Either(parts, is_exclusive) => {
                let demands: Vec<_> = parts.iter().map(|part| (self.sizes(part, left), of(part))).collect();
                core::array::from_fn(|kind| {
                    let admits = |(sizes, _): &&([Size; 3], Demands)| sizes.get(kind) != Some(&Size::Never);
                    let admitting = || demands.iter().filter(admits);
                    // A cut may make a value fit a second alternative.
                    if *is_exclusive && admitting().count() > 1 {
                        return Demand::Unchanged;
                    }
                    let own = admitting().filter_map(|(_, demands)| demands.get(kind).copied());
                    own.max().unwrap_or(Demand::Least(0))
                })
            }
        }
    }

    /// Returns the member names in an object's schema.
    pub(in crate::value) fn names(&self, formula: &Formula) -> Names {
        self.left.set(LOOKS);
        let mut names = Names::default();
        self.names_in(formula, REFERENCES, &mut names);
        names.described.retain(|name| !names.required.contains(name));
        names
    }

    fn names_in(&self, formula: &Formula, left: usize, names: &mut Names) {
        let Some(left) = self.follow(left) else { return };
        match formula {
            Formula::Any | Formula::Unchanged => {}
            Formula::Capped(inner) => self.names_in(inner, left, names),
            Formula::All(parts) | Formula::Either(parts, _) => {
                for part in parts {
                    self.names_in(part, left, names);
                }
            }
            Formula::One(at) => {
                for part in self.parts(*at) {
                    self.names_in(&part, left, names);
                }
            }
            Formula::Own(at) => {
                let Some(node) = self.nodes.get(*at) else { return };
                add(&mut names.required, node.required.iter());
                add(&mut names.described, node.properties.iter().map(|(name, _)| name));
            }
        }
    }

    /// Steps as [`Schema::step`] does, for a value that must keep fitting: nothing changes inside a container that must
    /// not change.
    pub(in crate::value) fn step_fitting(&self, formula: &Formula, to: To<'_>) -> Formula {
        if let Formula::Capped(inner) = formula {
            return self.step_fitting(inner, to).capped();
        }
        let [_, list, object] = self.demands(formula);
        let around = if matches!(to, To::Name(_)) { object } else { list };
        if around == Demand::Unchanged {
            return Formula::Unchanged;
        }
        let step = self.step(formula, to);
        // Items that are cut alike may become equal.
        if matches!(to, To::Item(_)) && self.demands_unique(formula) { step.capped() } else { step }
    }

    /// Returns `true` if no two items of a list may be equal.
    pub(in crate::value) fn demands_unique(&self, formula: &Formula) -> bool {
        self.left.set(LOOKS);
        self.has_unique && self.is_unique(formula, REFERENCES)
    }

    /// Returns `true` if a list anywhere must have distinct items.
    pub(in crate::value) fn has_unique(&self) -> bool {
        self.has_unique
    }

    fn is_unique(&self, formula: &Formula, left: usize) -> bool {
        let Some(left) = self.follow(left) else { return true };
        match formula {
            Formula::Any | Formula::Unchanged => false,
            Formula::Capped(inner) => self.is_unique(inner, left),
            Formula::All(parts) | Formula::Either(parts, _) => parts.iter().any(|part| self.is_unique(part, left)),
            Formula::One(at) => self.parts(*at).iter().any(|part| self.is_unique(part, left)),
            Formula::Own(at) => self.nodes.get(*at).is_some_and(|node| node.is_unique),
        }
    }
}

impl Node {
    fn demands(&self) -> Demands {
        let unchanged = |kind: Kinds| self.unchanged.and(kind) != Kinds::NONE;
        let demand = |kind: Kinds, least: Demand| if unchanged(kind) { Demand::Unchanged } else { least };
        let [chars, items, members] = self.least.map(Demand::Least);
        let members = if self.ties_members { Demand::AllMembers } else { members };
        let reference = self.reference.is_some() && self.target.is_none();
        if reference {
            return UNCHANGED;
        }
        [demand(Kinds::STRING, chars), demand(Kinds::LIST, items), demand(Kinds::OBJECT, members)]
    }
}

fn both(demands: impl Iterator<Item = Demands>) -> Demands {
    demands.fold(NO_DEMANDS, |one, other| [one[0].max(other[0]), one[1].max(other[1]), one[2].max(other[2])])
}

fn add<'a>(to: &mut Vec<String>, names: impl Iterator<Item = &'a String>) {
    for name in names {
        if !to.contains(name) {
            to.push(name.clone());
        }
    }
}
