//! Locates the arguments of a call and the texts of a result.

use alloc::vec;
use alloc::vec::Vec;

use super::MessageFormat;
pub(crate) use super::extract::PieceKind as LeafKind;
use super::shared::{holds_text, is_mark, is_media};
use crate::format::conversation::{Flags, Part};
use crate::tree::{Key, Shape, Tag, Tree};

/// A step down from a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Key(Key),
    At(usize),
}

/// A piece of a result, or the arguments of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Leaf {
    pub(crate) steps: Vec<Step>,
    pub(crate) kind: LeafKind,
}

pub(super) fn leaf(steps: Vec<Step>, kind: LeafKind) -> Leaf {
    Leaf { steps, kind }
}

pub(super) fn steps(keys: &[Key]) -> Vec<Step> {
    keys.iter().copied().map(Step::Key).collect()
}

/// The arguments of a call at a member.
pub(super) fn leaf_at(keys: &[Key], part: &Part) -> Leaf {
    let text = part.has(Flags::WRITTEN) || part.has(Flags::FREE);
    leaf(steps(keys), if text { LeafKind::Text } else { LeafKind::Json })
}

/// The arguments of a call, from the part on: JSON, or a text that is JSON or free.
pub(crate) fn arguments<T: Tree>(node: &T, format: MessageFormat, part: &Part) -> Leaf {
    format.rules().arguments(node, part)
}

/// The pieces of a result, in order, from the part on.
pub(crate) fn result<T: Tree>(node: &T, format: MessageFormat, part: &Part) -> Vec<Leaf> {
    if part.has(Flags::OPAQUE) { Vec::new() } else { format.rules().result(node, part) }
}

/// A text, a list of blocks, or any JSON value at a member.
pub(super) fn pieces<T: Tree>(node: &T, before: &[Step], member: Key) -> Vec<Leaf> {
    let at = |more: &[Step]| before.iter().copied().chain([Step::Key(member)]).chain(more.iter().copied()).collect();
    match node.shape(member) {
        Shape::Absent | Shape::Null => Vec::new(),
        Shape::Text(_) => vec![leaf(at(&[]), LeafKind::Text)],
        Shape::List(count) => (0..count)
            .filter_map(|index| {
                let block = node.item(member, index)?;
                let here = Step::At(index);
                if is_mark(&block) {
                    return None;
                }
                if let Some(key) = document_text(&block) {
                    return Some(leaf(at(&[here, Step::Key(Key::Source), Step::Key(key)]), LeafKind::Text));
                }
                Some(match text_of(&block) {
                    Some(Key::This) => leaf(at(&[here]), LeafKind::Text),
                    Some(key) => leaf(at(&[here, Step::Key(key)]), LeafKind::Text),
                    None if holds_text(&block) => leaf(at(&[here, Step::Key(Key::Data)]), LeafKind::Bytes),
                    None => leaf(at(&[here]), if is_media(&block) { LeafKind::Media } else { LeafKind::Json }),
                })
            })
            .collect(),
        Shape::Object if node.child(member).is_some_and(|held| matches!(held.shape(Key::Text), Shape::Text(_))) => {
            vec![leaf(at(&[Step::Key(Key::Text)]), LeafKind::Text)]
        }
        _ => vec![leaf(at(&[]), LeafKind::Json)],
    }
}

/// The member of the source of a document that is its text.
pub(super) fn document_text<T: Tree>(block: &T) -> Option<Key> {
    let source = block.child(Key::Source).filter(|_| block.tag(Key::Type) == Tag::Document)?;
    let key = match source.tag(Key::Type) {
        Tag::Text => Key::Data,
        Tag::Content => Key::Content,
        _ => return None,
    };
    matches!(source.shape(key), Shape::Text(_)).then_some(key)
}

/// The member of a block that is its text.
pub(super) fn text_of<T: Tree>(block: &T) -> Option<Key> {
    [Key::Text, Key::Value, Key::This].into_iter().find(|key| matches!(block.shape(*key), Shape::Text(_)))
}
