//! A JSON Schema as caps: `maxLength`, `maxItems` and `maxProperties` limit how much stays; nothing is rejected.
//!
//! Reads the keywords of draft 2020-12, and of draft 7 where they differ, that lead from a value to its members or join
//! schemas. Schemas for the same place apply together. Among alternatives (`anyOf`, `oneOf`), those count that admit
//! such a value: by `type`, `const` and `enum`, and for objects by required members and the constant texts of members;
//! the widest cap applies, as one alternative is enough. Only the plainest patterns of names are matched (`^x-`,
//! `_id$`, `.*`); where another one may match, the widest possible cap applies.

mod demand;
mod formula;
mod pattern;
mod read;

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cell::Cell;

use demand::UNCHANGED;
pub(super) use demand::{Demand, Demands, Names};
pub(super) use formula::Formula;
use formula::Size;

use super::rules::{Caps, Texts, To};
use crate::text::{Keep, Snap, TrimOptions, Trimmer};

/// Levels of references and joined schemas to follow.
const REFERENCES: usize = 64;
/// Most schemas to visit for one place: schemas that join each other repeatedly would take forever.
const LOOKS: usize = 10_000;
/// Chars of a text that count as one item of a list.
const CHARS_PER_ITEM: usize = 16;
/// Least cap of a string, in chars, with room for the original length in the marker.
const ROOMY: usize = 100;

/// Set of value kinds, among those that have caps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Kinds(u8);

impl Kinds {
    const NONE: Self = Self(0);
    const STRING: Self = Self(1);
    const LIST: Self = Self(2);
    const OBJECT: Self = Self(4);
    const ALL: Self = Self(7);

    fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Member of an object, as looked up by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Held {
    Nothing,
    Text(String),
    Other,
}

/// A schema, with one node for each schema in it.
#[derive(Debug, Default)]
pub(super) struct Schema {
    nodes: Vec<Node>,
    /// Schemas that may still be visited.
    left: Cell<usize>,
    /// `true` if a list anywhere must have distinct items.
    has_unique: bool,
}

/// One schema, without the ones that it joins.
#[derive(Debug, Default)]
struct Node {
    pointer: String,
    kinds: Kinds,
    /// The only text that it admits.
    constant: Option<String>,
    /// Chars of the longest text that it lists.
    listed: Option<usize>,
    required: Vec<String>,
    length: Option<usize>,
    items: Option<usize>,
    keys: Option<usize>,
    properties: Vec<(String, usize)>,
    patterns: Vec<(String, usize)>,
    additional: Option<usize>,
    prefix: Vec<usize>,
    rest: Option<usize>,
    all: Vec<usize>,
    any: Vec<usize>,
    one: Vec<usize>,
    /// Fewest chars, items and members.
    least: [usize; 3],
    /// Kinds of values that no cut may change.
    unchanged: Kinds,
    /// One member may require another one.
    ties_members: bool,
    is_unique: bool,
    reference: Option<String>,
    /// Node of the referenced schema.
    target: Option<usize>,
}

impl Schema {
    pub(super) fn root() -> Formula {
        Formula::One(0)
    }

    /// Returns the largest number of items with schemas by position.
    pub(super) fn longest_prefix(&self) -> usize {
        self.nodes.iter().map(|node| node.prefix.len()).max().unwrap_or_default()
    }

    /// Returns `true` for a name that is spelled out.
    pub(super) fn declares(&self, name: &str) -> bool {
        self.nodes.iter().any(|node| node.properties.iter().any(|(declared, _)| declared == name))
    }

    /// Counts one visit; returns the levels that may still follow, or `None` if a limit is reached.
    fn follow(&self, references: usize) -> Option<usize> {
        self.left.set(self.left.get().checked_sub(1)?);
        references.checked_sub(1)
    }

    /// Returns the schemas of a member of a place.
    pub(super) fn step(&self, formula: &Formula, to: To<'_>) -> Formula {
        let kind = if matches!(to, To::Name(_)) { Kinds::OBJECT } else { Kinds::LIST };
        self.left.set(LOOKS);
        self.step_in(formula, to, kind, REFERENCES)
    }

    fn step_in(&self, formula: &Formula, to: To<'_>, kind: Kinds, left: usize) -> Formula {
        let Some(left) = self.follow(left) else { return Formula::Any };
        let step = |part: &Formula| self.step_in(part, to, kind, left);
        match formula {
            Formula::Any => Formula::Any,
            Formula::All(parts) => Formula::all(parts.iter().map(step)),
            Formula::Unchanged => Formula::Unchanged,
            Formula::Capped(inner) => step(inner).capped(),
            Formula::Either(parts, is_exclusive) => {
                // An alternative that admits no such container does not constrain its members.
                let admits = |part: &&Formula| {
                    self.sizes(part, left)
                        .iter()
                        .zip([Kinds::STRING, Kinds::LIST, Kinds::OBJECT])
                        .any(|(size, of)| of == kind && *size != Size::Never)
                };
                Formula::either(parts.iter().filter(admits).map(step), *is_exclusive)
            }
            Formula::Own(at) => self.nodes.get(*at).map_or(Formula::Any, |node| node.member(to)),
            Formula::One(at) => Formula::all(self.parts(*at).iter().map(step)),
        }
    }

    /// Narrows the schemas of an object by its members.
    pub(super) fn of_object(&self, formula: &Formula, held: &dyn Fn(&str) -> Held) -> Formula {
        self.left.set(LOOKS);
        self.refined(formula, held, REFERENCES)
    }

    fn refined(&self, formula: &Formula, held: &dyn Fn(&str) -> Held, left: usize) -> Formula {
        let Some(left) = self.follow(left) else { return formula.clone() };
        let refine = |part: &Formula| self.refined(part, held, left);
        match formula {
            Formula::All(parts) => Formula::all(parts.iter().map(refine)),
            Formula::Either(parts, is_exclusive) => {
                let fitting: Vec<Formula> =
                    parts.iter().filter(|part| !self.contradicts(part, held, left)).map(refine).collect();
                // No alternative fits: keep all, as any of them may be meant.
                if fitting.is_empty() { formula.clone() } else { Formula::either(fitting, *is_exclusive) }
            }
            Formula::One(at) if self.has_alternatives(*at) => Formula::all(self.parts(*at).iter().map(refine)),
            Formula::Capped(inner) => refine(inner).capped(),
            Formula::Any | Formula::Unchanged | Formula::Own(_) | Formula::One(_) => formula.clone(),
        }
    }

    fn has_alternatives(&self, at: usize) -> bool {
        let joins =
            |node: &Node| !(node.any.is_empty() && node.one.is_empty() && node.all.is_empty()) || node.target.is_some();
        self.nodes.get(at).is_some_and(joins)
    }

    /// Returns `true` if a required member is missing, or a member with a constant text has another text.
    fn contradicts(&self, formula: &Formula, held: &dyn Fn(&str) -> Held, left: usize) -> bool {
        let Some(left) = self.follow(left) else { return false };
        match formula {
            Formula::Any | Formula::Unchanged | Formula::Either(..) => false,
            Formula::Capped(inner) => self.contradicts(inner, held, left),
            Formula::All(parts) => parts.iter().any(|part| self.contradicts(part, held, left)),
            Formula::One(at) => self.parts(*at).iter().any(|part| self.contradicts(part, held, left)),
            Formula::Own(at) => self.nodes.get(*at).is_some_and(|node| {
                let is_other = |(name, at): &(String, usize)| {
                    let constant = self.nodes.get(*at).and_then(|node| node.constant.as_ref());
                    constant.is_some_and(|constant| matches!(held(name), Held::Text(text) if text != *constant))
                };
                node.required.iter().any(|name| held(name) == Held::Nothing) || node.properties.iter().any(is_other)
            }),
        }
    }

    /// Returns limits within which a value keeps fitting the schema: `level` items, as many undescribed members, and
    /// texts of [`CHARS_PER_ITEM`] times as many chars; or the usual limits where those are lower.
    /// Texts are cut by `share` where it has a limit for them, and its marker fits.
    pub(super) fn caps_fitting(&self, formula: &Formula, usual: &Caps, level: usize, share: Option<&Trimmer>) -> Caps {
        if let Formula::Capped(inner) = formula {
            return Caps { demands: UNCHANGED, ..self.caps_fitting(inner, usual, usize::MAX, None) };
        }
        self.left.set(LOOKS);
        let sizes = self.sizes(formula, REFERENCES);
        let demands = self.demands(formula);
        let cap = |kind: usize, level: usize| match (demands.get(kind), sizes.get(kind)) {
            (Some(Demand::Least(least)), Some(Size::Most(most))) => level.min(*most).max(*least),
            (Some(Demand::Least(least)), _) => level.max(*least),
            _ => usize::MAX,
        };
        let usual_chars = match &usual.texts {
            Texts::Free => usize::MAX,
            Texts::Replace(most) => *most,
            Texts::Trim(trimmer) => trimmer.limit(),
        };
        let chars = cap(0, level.saturating_mul(CHARS_PER_ITEM).min(usual_chars));
        let texts = match demands[0] {
            _ if chars == usize::MAX => Texts::Free,
            Demand::Least(0) => share
                .and_then(|share| share.within_chars(chars))
                .map_or_else(|| text_of(chars, None, Snap::Grapheme), |share| Texts::Trim(Arc::new(share))),
            _ => exact_text(chars),
        };
        let names = self.names(formula);
        let names = (!names.is_empty()).then(|| Arc::new(names));
        let members = if let Size::Most(most) = sizes[2] { most } else { usize::MAX };
        let (items, keys) = (cap(1, level.min(usual.items)), cap(2, level.min(usual.keys)));
        Caps { texts, items, keys, members, names, demands }
    }

    /// Returns the limits of a place.
    pub(super) fn caps(&self, formula: &Formula, usual: &Caps) -> Caps {
        self.left.set(LOOKS);
        let [length, items, keys] = self.sizes(formula, REFERENCES);
        // A cut between graphemes may leave too few chars.
        let snap = if self.demands(formula)[0] > Demand::Least(0) { Snap::Char } else { Snap::Grapheme };
        let cap = |size: Size, usual: usize| if let Size::Most(most) = size { most } else { usual };
        let texts = match (length, &usual.texts) {
            (Size::Most(most), Texts::Replace(bytes)) => text_of(most, Some(*bytes), snap),
            (Size::Most(most), _) => text_of(most, None, snap),
            _ => usual.texts.clone(),
        };
        let mut names = self.names(formula);
        names.described.clear();
        let names = (!names.is_empty()).then(|| Arc::new(names));
        Caps { texts, items: cap(items, usual.items), keys: cap(keys, usual.keys), names, ..usual.clone() }
    }

    /// Returns the size limits of a text, a list and an object.
    fn sizes(&self, formula: &Formula, left: usize) -> [Size; 3] {
        let Some(left) = self.follow(left) else { return [Size::Free; 3] };
        let sizes = |part: &Formula| self.sizes(part, left);
        let join = |one: [Size; 3], other: [Size; 3], pick: fn(Size, Size) -> Size| {
            [pick(one[0], other[0]), pick(one[1], other[1]), pick(one[2], other[2])]
        };
        match formula {
            Formula::Any | Formula::Unchanged => [Size::Free; 3],
            Formula::Capped(inner) => sizes(inner),
            Formula::All(parts) => {
                parts.iter().map(sizes).fold([Size::Free; 3], |one, other| join(one, other, Size::both))
            }
            Formula::Either(parts, _) => {
                let mut parts: Vec<_> = parts.iter().map(|part| (sizes(part), self.longest_listed(part))).collect();
                // Beside a limit of another alternative, listed texts only have to stay whole.
                if parts.iter().any(|(sizes, listed)| listed.is_none() && matches!(sizes[0], Size::Most(_))) {
                    for (sizes, listed) in &mut parts {
                        sizes[0] = listed.map_or(sizes[0], Size::Most);
                    }
                }
                let all = parts.into_iter().map(|(sizes, _)| sizes);
                all.fold([Size::Never; 3], |one, other| join(one, other, Size::either))
            }
            Formula::Own(at) => self.nodes.get(*at).map_or([Size::Free; 3], Node::sizes),
            Formula::One(at) => {
                self.parts(*at).iter().map(sizes).fold([Size::Free; 3], |one, other| join(one, other, Size::both))
            }
        }
    }

    /// Returns the chars of the longest text among those that a schema lists.
    fn longest_listed(&self, formula: &Formula) -> Option<usize> {
        if let Formula::One(at) = formula { self.nodes.get(*at)?.listed } else { None }
    }

    /// Returns a schema without the ones that it joins, and those that apply together with it.
    fn parts(&self, at: usize) -> Vec<Formula> {
        let mut parts = Vec::from([Formula::Own(at)]);
        let Some(node) = self.nodes.get(at) else { return parts };
        parts.extend(node.all.iter().map(|at| Formula::One(*at)));
        for (schemas, is_exclusive) in [(&node.any, false), (&node.one, true)] {
            parts.push(Formula::either(schemas.iter().map(|at| Formula::One(*at)), is_exclusive));
        }
        parts.extend(node.target.map(Formula::One));
        parts
    }
}

impl Node {
    fn sizes(&self) -> [Size; 3] {
        let size = |kind: Kinds, cap: Option<usize>| {
            if self.kinds.and(kind) == Kinds::NONE { Size::Never } else { cap.map_or(Size::Free, Size::Most) }
        };
        [size(Kinds::STRING, self.length), size(Kinds::LIST, self.items), size(Kinds::OBJECT, self.keys)]
    }

    fn member(&self, to: To<'_>) -> Formula {
        let one = |at: &usize| Formula::One(*at);
        match to {
            To::Name(name) => {
                let known = self.properties.iter().find(|(known, _)| known == name).map(|(_, at)| one(at));
                let matched = |sure: Option<bool>| {
                    let matches =
                        self.patterns.iter().filter(move |(pattern, _)| pattern::matches(pattern, name) == sure);
                    matches.map(|(_, at)| Formula::One(*at))
                };
                let sure: Vec<Formula> = known.into_iter().chain(matched(Some(true))).collect();
                if !sure.is_empty() {
                    return Formula::all(sure);
                }
                // Patterns that may match, and the schema that applies if they do not.
                let mut others: Vec<Formula> = matched(None).collect();
                others.push(self.additional.as_ref().map_or(Formula::Any, one));
                Formula::either(others, false)
            }
            To::Item(index) => self.prefix.get(index).or(self.rest.as_ref()).map_or(Formula::Any, one),
        }
    }
}

/// Limits a string to at most `chars` chars, and to `bytes` bytes.
fn text_of(chars: usize, bytes: Option<usize>, snap: Snap) -> Texts {
    let room = bytes.map_or(chars, |bytes| bytes.min(chars));
    let options = marked(chars, room).snap(snap).trim_end(snap == Snap::Grapheme);
    texts_of(if let Some(bytes) = bytes { options.max_bytes(bytes) } else { options })
}

/// Limits a string to exactly `chars` chars.
fn exact_text(chars: usize) -> Texts {
    texts_of(marked(chars, chars).snap(Snap::Char))
}

fn marked(chars: usize, room: usize) -> TrimOptions {
    let marker = match room {
        ROOMY.. => crate::forms::FIELD.written,
        12.. => "...",
        _ => "",
    };
    TrimOptions::new().max_chars(chars).keep(Keep::Head).marker(marker)
}

fn texts_of(options: TrimOptions) -> Texts {
    Trimmer::new(options).map_or(Texts::Free, |trimmer| Texts::Trim(Arc::new(trimmer)))
}
