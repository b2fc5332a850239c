//! Whether success says that all went well.

use super::tokens::Joint;
use super::word::Word;

#[derive(Default)]
pub(super) struct Status {
    /// Whether a command may have failed without notice.
    pub(super) masked: bool,
    /// Whether one has, if another follows.
    loose: bool,
    set: Set,
}

/// What a script sets.
#[derive(Default)]
struct Set {
    /// `set -e`
    stops: bool,
    /// `set -o pipefail`
    pipefail: bool,
}

impl Status {
    /// What `set` sets.
    pub(super) fn set(&mut self, words: &[Word<'_>]) {
        self.set.stops |= words.iter().any(|word| word.is_option() && word.text.contains(&b'e'));
        self.set.pipefail |= words.iter().any(|word| &*word.text == b"pipefail");
    }

    /// Another command follows.
    pub(super) fn follow(&mut self) {
        self.masked |= self.loose;
    }

    /// What a command prints goes into another.
    pub(super) fn pipe(&mut self) {
        self.masked |= !self.set.pipefail;
    }

    /// A command ends.
    pub(super) fn end(&mut self, joint: Joint) {
        self.masked |= joint == Joint::Background;
        self.loose |= joint != Joint::And && !self.set.stops;
    }
}
