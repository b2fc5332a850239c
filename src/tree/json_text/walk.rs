//! A JSON text as a value that is walked.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::nodes::Node;
use super::{JsonText, escape};
use crate::source::{Source, StrSource};
use crate::tree::values::{Form, Member, ValueSource};

impl JsonText<'_> {
    fn form(&self, node: Node) -> Form {
        match self.first_byte(node) {
            // Without escapes the decoded text is the text between its quotes.
            Some(b'"') if node.count == 0 => Form::Text((node.end - node.start).saturating_sub(2) as usize),
            Some(b'"') => Form::Text(node.count as usize),
            Some(b'[') => Form::List(node.count as usize),
            Some(b'{') => Form::Object(node.count as usize),
            _ => Form::Plain((node.end - node.start) as usize),
        }
    }
}

/// What readers of documents of a known shape ask.
impl JsonText<'_> {
    /// Returns the members of a container, as numbers of values; empty for anything else.
    pub(crate) fn inner(&self, node: u32) -> Range<u32> {
        let Some(held) = self.nodes.get(node).filter(|held| matches!(self.first_byte(*held), Some(b'[' | b'{'))) else {
            return 0..0;
        };
        held.first..held.first + held.count
    }

    /// Returns the member of that name; the last, if there are several.
    pub(crate) fn member(&self, node: u32, name: &str) -> Option<u32> {
        Some(self.inner(node).start + self.position(node, name)? as u32)
    }

    /// Decodes a text; `None` for any other value.
    pub(crate) fn decoded(&self, node: u32) -> Option<Cow<'_, str>> {
        let token = self.token(node);
        token.starts_with('"').then(|| escape::decode(token))
    }

    /// Returns `true` if a value is this text.
    pub(crate) fn is_text(&self, node: u32, text: &str) -> bool {
        let token = self.token(node);
        token.starts_with('"') && escape::says(token, text)
    }

    /// Returns the offset of a value.
    pub(crate) fn offset(&self, node: u32) -> usize {
        self.nodes.get(node).map_or(0, |node| node.start as usize)
    }

    /// Returns the most containers around a value, empty ones not counted.
    pub(crate) fn depth(&self) -> usize {
        self.nodes.depth
    }

    /// Returns the whole text.
    pub(crate) fn whole(&self) -> &str {
        &self.text
    }
}

impl ValueSource for JsonText<'_> {
    fn root(&self) -> Member {
        Member { node: 0, form: self.form(self.nodes.get(0).unwrap_or_default()), name: 0 }
    }

    fn members(&self, node: u32, from: usize, most: usize, into: &mut Vec<Member>) {
        let Some(container) = self.nodes.get(node) else { return };
        let is_object = match self.form(container) {
            Form::List(_) => false,
            Form::Object(_) => true,
            _ => return,
        };
        let most = most.min((container.count as usize).saturating_sub(from));
        if most == 0 {
            return;
        }
        let first = container.first + from as u32;
        let mut before =
            if from == 0 { container.start + 1 } else { self.nodes.get(first - 1).unwrap_or_default().end };
        into.extend((first..).zip(self.nodes.some(first, most)).map(|(node, member)| {
            let name = if is_object { self.name_between(before, member.start).len() } else { 0 };
            before = member.end;
            Member { node, form: self.form(member), name }
        }));
    }

    fn name(&self, node: u32, at: usize) -> String {
        escape::decode(self.name_token(node, at)).into_owned()
    }

    fn plain(&self, container: u32, at: usize) -> String {
        self.nodes.get(container).map_or_else(String::new, |node| self.token(node.first + at as u32).into())
    }

    fn words(&self, container: u32) -> Option<Cow<'_, str>> {
        Some(escape::decode_quotes(self.token(container), '\''))
    }

    /// The last of that name, as those who make values of the text take it.
    fn position(&self, node: u32, name: &str) -> Option<usize> {
        let Form::Object(count) = self.form(self.nodes.get(node)?) else { return None };
        (0..count).rev().find(|&at| escape::says(self.name_token(node, at), name))
    }

    fn text(&self, node: u32, then: &mut dyn FnMut(&dyn Source)) {
        let token = self.token(node);
        if token.starts_with('"') {
            then(&StrSource(&escape::decode(token)));
        }
    }

    /// Size as written, because kept values are copied.
    fn json_bytes(&self, node: u32, _most: usize) -> usize {
        self.token(node).len()
    }

    /// Size as written, as above.
    fn piece_json_bytes(&self, node: u32, from: usize, to: usize) -> usize {
        self.piece_token(node, from, to).len()
    }

    fn holds_base64(&self, node: u32, run: usize) -> bool {
        let token = self.token(node);
        token.starts_with('"') && crate::clean::may_hold_base64(&escape::decode(token), run)
    }
}
