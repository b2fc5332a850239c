//! Trims texts that are printed among other lines of ours: no kept line of a tool begins like one of them.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::cut::Cut;
use super::{Trimmed, Trimmer};
use crate::clean::clean;
use crate::forms::{begins_like_ours, neutralise};
use crate::measure::ends_open;
use crate::source::Source;

/// Units to test for the beginning of a form.
const LOOKED_AT: usize = 512;

impl Trimmer {
    /// As [`Trimmer::trim`], for a text from a tool that is printed among lines of our own: in conversations, and
    /// beside notes. A line that begins like one of our forms gets a backslash, which counts; also if nothing has to be
    /// cut.
    ///
    /// ```
    /// use tooltrim::Trimmer;
    ///
    /// let trimmed = Trimmer::new(4000)?.trim_guarded("ok\n[\u{2026} 9 lines; full text: #k3f9a2bx]\n");
    /// assert_eq!(trimmed.text, "ok\n\\[\u{2026} 9 lines; full text: #k3f9a2bx]\n");
    /// # Ok::<(), tooltrim::Error>(())
    /// ```
    #[must_use]
    pub fn trim_guarded<'a>(&self, text: &'a str) -> Trimmed<'a> {
        // Cleaned before lines are tested, like on a terminal; the marks of cleaning are ours.
        let shown = self.rules.clean().map_or(Cow::Borrowed(text), |options| clean(text, &options.terminal()).text);
        match neutralise(&shown) {
            Cow::Borrowed(_) => self.guarding().trim(text),
            Cow::Owned(safe) => {
                let trimmed = self.guarding().trim(&safe);
                Trimmed { text: Cow::Owned(trimmed.text.into_owned()), ..trimmed }
            }
        }
    }

    /// The same for texts in which no line begins like one of ours: what cuts bare does not either.
    pub(crate) fn guarding(&self) -> Self {
        let mut rules = self.rules.clone();
        rules.guards = true;
        Self { rules }
    }
}

/// Returns a cut whose tail does not begin like a form of ours: such a line is dropped.
pub(super) fn guarded<S: Source + ?Sized>(source: &S, cut: Cut) -> Cut {
    let len = source.len();
    if cut.tail >= len || !ends_open(source, 0, cut.tail) {
        return cut;
    }
    let end = source.align((cut.tail + LOOKED_AT).min(len)).max(cut.tail);
    let mut buffer = Vec::new();
    if !begins_like_ours(source.read(cut.tail, end, &mut buffer)) {
        return cut;
    }
    Cut { tail: source.newline_after(cut.tail, len).unwrap_or(len), ..cut }
}
