//! Record of one cut in a value.

use alloc::string::{String, ToString};

named! {
    /// Kind of a cut.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum CutKind {
        /// A string was too long.
        String = "string",
        /// A list had too many items.
        Items = "items",
        /// An object had too many members.
        Keys = "keys",
        /// A container was nested too deep.
        Depth = "depth",
        /// Base64 or raw bytes.
        Base64 = "base64",
        /// A value could not be read.
        Unreadable = "unreadable",
    }
}

/// A cut without its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reduction {
    pub(super) kind: CutKind,
    pub(super) before: usize,
    pub(super) after: usize,
    pub(super) limit: usize,
}

impl Reduction {
    pub(super) fn string(before: usize, after: usize, limit: usize) -> Self {
        Self { kind: CutKind::String, before, after, limit }
    }
}

/// One cut in a value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct Cut {
    /// Place in the input value, as a JSON Pointer (RFC 6901); a shortened name appears in its new form.
    pub path: String,
    /// Kind of the cut.
    pub kind: CutKind,
    /// Size before the cut: bytes of UTF-8, items, or members.
    pub before: usize,
    /// Size after the cut.
    pub after: usize,
    /// Allowed size: its own limit, or its share of the total. 0 if nothing of it may stay; levels for
    /// [`CutKind::Depth`].
    pub limit: usize,
    /// Tool name and path in readable form: `fetch_reddit.posts[3].snippet`.
    pub label: String,
}

/// A path built step by step, as a pointer and as a label.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    pub(super) pointer: String,
    pub(super) label: String,
}

impl Path {
    /// Creates the path of the whole value.
    pub(super) fn of(tool_name: Option<&str>) -> Self {
        Self { pointer: String::new(), label: tool_name.unwrap_or_default().to_string() }
    }

    pub(super) fn name(&mut self, name: &str) {
        self.pointer.push('/');
        self.pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
        if !self.label.is_empty() {
            self.label.push('.');
        }
        self.label.push_str(name);
    }

    pub(super) fn item(&mut self, at: usize) {
        let at = at.to_string();
        self.pointer = [&self.pointer, "/", &at].concat();
        self.label = [&self.label, "[", &at, "]"].concat();
    }

    pub(super) fn cut(self, cut: Reduction) -> Cut {
        let Reduction { kind, before, after, limit } = cut;
        Cut { path: self.pointer, kind, before, after, limit, label: self.label }
    }
}
