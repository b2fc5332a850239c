//! Names of members: their terms, and whether the question compares the numbers below them.

use alloc::string::String;
use alloc::vec::Vec;

use super::evidence::Evidence;
use super::{Node, Outline};
use crate::text::about::{Meant, compared};

/// Names of members that are remembered.
pub(super) const LABELS: usize = 64;

/// A name of members with its terms.
#[derive(Debug)]
pub(super) struct Name {
    text: String,
    found: Evidence,
    meant: Meant,
    /// The question compares the numbers of members with this name.
    pub(super) is_compared: bool,
}

impl Outline {
    /// The terms of a name, and its position among those that are remembered, from 1.
    pub(super) fn named(&mut self, text: &str) -> (Evidence, u8) {
        let is = |known: &&Name| known.text == text;
        let at = self.names.get(self.next).filter(is).map(|_| self.next);
        let at = at.or_else(|| self.names.iter().position(|known| is(&known)));
        if let Some((at, name)) = at.and_then(|at| Some((at, self.names.get(at)?))) {
            self.next = at + 1;
            return (name.found, at as u8 + 1);
        }
        let found = self.found(text, false);
        if self.names.len() == LABELS {
            return (found, 0);
        }
        let bound = self.question.bound;
        let meant = bound.map(|bound| Meant::of(text, &self.question, bound)).unwrap_or_default();
        self.names.push(Name { text: text.into(), found, meant, is_compared: false });
        (found, self.names.len() as u8)
    }

    /// Marks the names whose numbers the question compares; half of the members of such a name are numbers. `numbers` and `all`
    /// count the members of each name.
    pub(super) fn compare(&mut self, numbers: &[u32; LABELS + 1], all: &[u32; LABELS + 1]) {
        let Some(bound) = self.question.bound else { return };
        self.names.iter_mut().for_each(|name| name.is_compared = false);
        let meant: Vec<Meant> = self.names.iter().map(|name| name.meant).collect();
        let columns = compared(&meant, bound, &|at| numbers[at + 1] > 0 && numbers[at + 1] * 2 >= all[at + 1]);
        // Without a word of the question the first name alone, else the best: numbers of two names do not compare.
        let Some(first) = columns.first().copied() else { return };
        let is = |at: usize| {
            at == first || meant.get(at).zip(meant.get(first)).is_some_and(|(one, best)| one.is_named_as(*best))
        };
        for at in columns.into_iter().filter(|at| is(*at)) {
            if let Some(name) = self.names.get_mut(at) {
                name.is_compared = true;
            }
        }
    }

    /// The names whose numbers the question compares, as JSON writes them, with their positions; `None` if there may be others.
    pub(super) fn quoted(&self) -> Option<Vec<(u8, String)>> {
        let compared = (1..).zip(&self.names).filter(|(_, name)| name.is_compared);
        let quoted = compared.map(|(label, name)| (label, ["\"", &name.text, "\""].concat()));
        (self.names.len() < LABELS).then(|| quoted.collect())
    }

    /// A remembered name, by its position from 1.
    pub(super) fn label(&self, label: u8) -> Option<&Name> {
        self.names.get(usize::from(label).checked_sub(1)?)
    }

    /// The number of a value, if the question compares it.
    pub(super) fn compared(&self, node: &Node) -> Option<f64> {
        // A name that is not remembered counts if it has a word of the question.
        let is_compared = || self.label(node.label).map_or(!node.named.is_empty(), |name| name.is_compared);
        node.number.filter(|_| is_compared())
    }
}
