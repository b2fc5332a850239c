//! Edits of a value: steps in document order, which the owner of the value applies.

use alloc::string::String;
use alloc::vec::Vec;

use super::texts::NewText;

/// One step. Places are positions among the members of the container that was entered last.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueEdit {
    /// Goes into a container, of which something changes. The first one is the value itself.
    Enter {
        /// Where it stands.
        at: usize,
    },
    /// Goes back out of it.
    Leave,
    /// A text stands in place of a member, or of the value itself where nothing was entered.
    Text {
        /// Where it stands.
        at: usize,
        /// The text.
        text: NewText,
    },
    /// A member has another name.
    Rename {
        /// Where it stands.
        at: usize,
        /// The name.
        name: String,
    },
    /// Of the container that was entered only so many members stay.
    Keep {
        /// How many of the first ones.
        head: usize,
        /// Of those after them, the ones from here on stay,
        from: usize,
        /// up to here.
        to: usize,
        /// Members that stay and are in neither part, in order.
        late: Vec<usize>,
        /// What stands between the parts of a list, or last in an object: its name there, and the text.
        marker: Option<(String, String)>,
    },
    /// A member of the container that was entered is true, or is added as the last one.
    Flag {
        /// Its name.
        name: String,
    },
}
