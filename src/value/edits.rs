//! Edits of a value: steps in document order, which the owner of the value applies.

use alloc::string::String;
use alloc::vec::Vec;

use super::texts::NewText;

/// One step. Places are positions among the members of the container that was entered last.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueEdit {
    /// Enters a container that changes. The first one is the value itself.
    Enter {
        /// Its position.
        at: usize,
    },
    /// Leaves the container that was entered last.
    Leave,
    /// Replaces a member, or the value itself if no container was entered, with a text.
    Text {
        /// Its position.
        at: usize,
        /// The text.
        text: NewText,
    },
    /// Renames a member.
    Rename {
        /// Its position.
        at: usize,
        /// The new name.
        name: String,
    },
    /// Keeps only some members of the container that was entered last.
    Keep {
        /// Number of first members to keep.
        head: usize,
        /// Start of a second range of members to keep.
        from: usize,
        /// End of that range, exclusive.
        to: usize,
        /// Members to keep outside both ranges, in order.
        late: Vec<usize>,
        /// Marker between the two ranges of a list, or after the members of an object: its name there, and its text.
        marker: Option<(String, String)>,
    },
    /// Puts a text before the member at `before` of a list of which only some stay: items are missing there, too. Comes
    /// after its [`ValueEdit::Keep`], in order.
    Gap {
        /// Position of the member, one of `late`.
        before: usize,
        /// The text.
        text: String,
    },
    /// Sets a member of the container that was entered last to `true`, or appends it.
    Flag {
        /// Its name.
        name: String,
    },
}
