//! A JSON text that is read in place.
//!
//! A parser that makes values of a text loses how it was written: big numbers are rounded, the first of two equal names
//! is dropped, escapes change. Here each value is two numbers with its position, and kept text is copied from the
//! original.

mod compact;
mod cut;
mod escape;
mod nodes;
mod read;
#[cfg(test)]
mod tests;
mod token;
mod walk;

pub use escape::well_formed;
pub(crate) use escape::{quoted, read as read_escape, write_escaped};
pub(crate) use token::after_space;

use alloc::borrow::Cow;
use alloc::string::String;

use nodes::{Node, Nodes};

/// A JSON text, and where its values stand.
#[derive(Clone, Debug)]
pub(crate) struct JsonText<'a> {
    text: Cow<'a, str>,
    nodes: Nodes,
}

impl<'a> JsonText<'a> {
    /// Reads a text; none when it is no JSON by RFC 8259, or has 2 GiB.
    ///
    /// One pass, however deep it is nested. Escapes of half a surrogate pair are JSON; they say U+FFFD.
    pub(crate) fn parse(text: impl Into<Cow<'a, str>>) -> Option<Self> {
        let text = text.into();
        let nodes = read::read(&text).ok()?;
        Some(Self { text, nodes })
    }

    /// Returns the offset at which a text that [`JsonText::parse`] refuses stops being JSON.
    pub(crate) fn fault(text: &str) -> usize {
        read::read(text).err().unwrap_or(text.len())
    }

    /// Returns the complete members of an object that is cut off, as an object; none of any other text. An object that
    /// has none is `{}`.
    pub(crate) fn complete_members(text: &str) -> Option<String> {
        cut::complete_members(text)
    }

    /// A value as it is written.
    pub(crate) fn token(&self, node: u32) -> &str {
        self.nodes.get(node).map_or("", |node| self.written(node))
    }

    /// The name of a member as it is written, with its quotes; empty where there is none.
    pub(crate) fn name_token(&self, node: u32, at: usize) -> &str {
        let Some(object) = self.nodes.get(node).filter(|object| self.first_byte(*object) == Some(b'{')) else {
            return "";
        };
        if at >= object.count as usize {
            return "";
        }
        let value = object.first + at as u32;
        let before = if at == 0 { object.start + 1 } else { self.nodes.get(value - 1).unwrap_or_default().end };
        self.name_between(before, self.nodes.get(value).unwrap_or_default().start)
    }

    /// Returns part of a text as it is written.
    pub(crate) fn piece_token(&self, node: u32, from: usize, to: usize) -> &str {
        let Some(text) = self.nodes.get(node).filter(|text| self.first_byte(*text) == Some(b'"')) else { return "" };
        let inner = escape::inner(self.written(text));
        if text.count == 0 {
            // Without escapes: each would decode to a byte at least.
            return inner.get(from..to.min(inner.len())).unwrap_or_default();
        }
        let rest = inner.get(escape::place(inner, from)..).unwrap_or_default();
        rest.get(..escape::place(rest, to.saturating_sub(from))).unwrap_or_default()
    }

    /// Calls `each` with a value piece by piece, without the white space between its tokens.
    pub(crate) fn compact_pieces(&self, node: u32, each: impl FnMut(&str)) {
        compact::pieces(self.token(node), each);
    }

    /// Appends a value without the white space between its tokens.
    pub(crate) fn write_compact(&self, node: u32, out: &mut String) {
        compact::pieces(self.token(node), |piece| out.push_str(piece));
    }

    fn written(&self, node: Node) -> &str {
        self.slice(node.start as usize, node.end as usize)
    }

    fn slice(&self, from: usize, to: usize) -> &str {
        self.text.get(from..to).unwrap_or_default()
    }

    fn first_byte(&self, node: Node) -> Option<u8> {
        self.text.as_bytes().get(node.start as usize).copied()
    }

    /// Returns the name between the previous value, or the brace, and its own value.
    ///
    /// This way no memory is needed for names.
    fn name_between(&self, before: u32, value: u32) -> &str {
        let bytes = self.text.as_bytes();
        let mut start = token::after_space(bytes, before as usize);
        if bytes.get(start) == Some(&b',') {
            start = token::after_space(bytes, start + 1);
        }
        let colon = token::before_space(bytes, value as usize).saturating_sub(1);
        self.slice(start, token::before_space(bytes, colon))
    }
}
