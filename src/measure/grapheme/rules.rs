//! The rules of Unicode Standard Annex #29 for extended grapheme clusters.

use super::class::{Class, Classes};

/// Reads a text forward, from a boundary on, and says where the next ones are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clusters {
    classes: Classes,
    last: Class,
    before: Before,
}

/// What the chars before form together, as far as a rule asks for more than the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Before {
    Nothing,
    /// The first half of a flag (GB12, GB13).
    HalfFlag,
    /// An emoji and what extends it (GB11).
    Emoji,
    /// The same with a joiner at its end.
    EmojiJoiner,
    /// A consonant and what extends it (rule `GB9c`).
    Consonant,
    /// The same with a linker in it.
    Linked,
}

impl Clusters {
    pub(super) fn new() -> Self {
        // Each char after a control char begins a cluster (GB4), as the first one of a text does (GB1).
        Self { classes: Classes::default(), last: Class::Control, before: Before::Nothing }
    }

    /// Returns `true` if a cluster begins with the next char.
    #[inline(never)]
    pub(super) fn begins_with(&mut self, next: char) -> bool {
        self.step(next)
    }

    /// The same for the one loop that reads whole texts.
    #[inline(always)]
    fn step(&mut self, next: char) -> bool {
        let next = self.classes.of(next);
        let begins = !joins(self.last, self.before, next);
        self.before = self.before.then(next);
        self.last = next;
        begins
    }

    /// Counts the clusters that begin in the next piece of the text.
    pub(super) fn count(&mut self, piece: &str) -> usize {
        // Fast path: only CR LF is an ASCII cluster of two chars.
        if let &[first, .., last] = piece.as_bytes()
            && piece.is_ascii()
        {
            let first = usize::from(self.begins_with(char::from(first)));
            let more = piece.as_bytes().windows(2).filter(|pair| pair != b"\r\n").count();
            self.begins_with(char::from(last));
            return first + more;
        }
        piece.chars().filter(|&c| self.step(c)).count()
    }
}

/// Returns `true` if a cluster begins between a text and a char after it; `None` if that depends on what is before the
/// text. Nothing is before a whole one.
pub(super) fn is_boundary(before: &str, after: char, whole: bool) -> Option<bool> {
    let mut classes = Classes::default();
    let next = classes.of(after);
    let looks_back = matches!(next, Class::Regional | Class::Pictographic | Class::Consonant);
    let mut known = whole;
    let mut start = before.len();
    for (offset, c) in before.char_indices().rev() {
        let last = classes.of(c);
        if !looks_back || !carries(last) && start == before.len() {
            return Some(!joins(last, Before::Nothing.then(last), next));
        }
        start = offset;
        if !carries(last) {
            known = true;
            break;
        }
    }
    let mut clusters = Clusters { classes, ..Clusters::new() };
    for c in before.get(start..).unwrap_or_default().chars() {
        clusters.begins_with(c);
    }
    known.then(|| clusters.begins_with(after))
}

/// Returns `true` if what is before a char of the class may matter to what follows it.
fn carries(class: Class) -> bool {
    matches!(class, Class::Extend | Class::Linker | Class::NonJoiner | Class::Joiner | Class::Regional)
}

#[expect(clippy::match_same_arms, reason = "the arms are in the order of the rules")]
#[inline(always)]
fn joins(last: Class, before: Before, next: Class) -> bool {
    use Class::{Control, Cr, Lf, Lv, Lvt};
    match (last, next) {
        // Most chars of most texts.
        (Class::Other, Class::Other) => false,
        // GB3 to GB5
        (Cr, Lf) => true,
        (Cr | Lf | Control, _) | (_, Cr | Lf | Control) => false,
        // GB6 to GB8
        (Class::L, Class::L | Class::V | Lv | Lvt)
        | (Lv | Class::V, Class::V | Class::T)
        | (Lvt | Class::T, Class::T) => true,
        // GB9, GB9a, GB9b
        (_, Class::Extend | Class::Linker | Class::NonJoiner | Class::Joiner | Class::SpacingMark) => true,
        (Class::Prepend, _) => true,
        // GB9c
        (_, Class::Consonant) => before == Before::Linked,
        // GB11
        (_, Class::Pictographic) => before == Before::EmojiJoiner,
        // GB12, GB13
        (_, Class::Regional) => before == Before::HalfFlag,
        // GB999
        _ => false,
    }
}

impl Before {
    #[expect(clippy::match_same_arms, reason = "an arm for each rule")]
    #[inline(always)]
    fn then(self, next: Class) -> Self {
        match (self, next) {
            (_, Class::Other) => Self::Nothing,
            (Self::HalfFlag, Class::Regional) => Self::Nothing,
            (_, Class::Regional) => Self::HalfFlag,
            (_, Class::Pictographic) => Self::Emoji,
            (_, Class::Consonant) => Self::Consonant,
            (Self::Emoji, Class::Extend | Class::Linker | Class::NonJoiner) => Self::Emoji,
            (Self::Emoji, Class::Joiner) => Self::EmojiJoiner,
            (Self::Consonant | Self::Linked, Class::Linker) => Self::Linked,
            (Self::Consonant | Self::Linked, Class::Extend | Class::Joiner) => self,
            _ => Self::Nothing,
        }
    }
}
