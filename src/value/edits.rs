//! Edits of a value: steps in document order, which the owner of the value applies.

use alloc::string::String;
use alloc::vec::Vec;

use super::texts::NewText;

/// One step. Places are positions among the members of the container that was entered last.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueEdit {
    /// Enters a container with changes. The first one is the value itself.
    Enter {
        /// Index in its container.
        at: usize,
    },
    /// Leaves it.
    Leave,
    /// Replaces a member by a text, or the value itself if nothing was entered.
    Text {
        /// Index in its container.
        at: usize,
        /// The text.
        text: NewText,
    },
    /// A member has another name.
    Rename {
        /// Index in its container.
        at: usize,
        /// The name.
        name: String,
    },
    /// Keeps only some members of the entered container.
    Keep {
        /// Number of first members that stay.
        head: usize,
        /// Members from this index on stay,
        from: usize,
        /// up to here.
        to: usize,
        /// Members that stay and are in neither part, in order.
        late: Vec<usize>,
        /// Marker between the parts of a list, or last in an object: its name there, and the text.
        marker: Option<(String, String)>,
    },
    /// A member of the container that was entered is true, or is added as the last one.
    Flag {
        /// Its name.
        name: String,
    },
}
