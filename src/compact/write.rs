//! Choices as changes to the messages they are about.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::call::ArgsKind;
use super::rung::{Choice, Rung};
use super::work::{ItemKind, Work};
use crate::format::change::{Change, New, object};
use crate::format::leaf::{Leaf, LeafKind, Step, arguments, result};
use crate::format::problem::pointer;
use crate::format::write::Writer;
use crate::format::{MessageFormat, down};
use crate::history::conversation::{Part, PartAt, Place};
use crate::history::pair::part_at;
use crate::tree::{Key, Shape, Tree};

/// What has to change so that items are as they were chosen to be.
pub(crate) fn changes<T: Tree>(work: &Work<'_, T>, writer: &Writer<'_, T>, choices: &[Option<Choice>]) -> Vec<Change> {
    let mut changes = Vec::new();
    for (item, choice) in work.items.iter().zip(choices) {
        let Some(choice) = choice.as_ref().filter(|choice| choice.rung != Rung::Folded) else { continue };
        let at = match item.kind {
            ItemKind::Result(call) => work.calls.get(call).and_then(|call| call.result).unwrap_or(item.at),
            _ => item.at,
        };
        let Some((part, place)) = placed(work, at) else { continue };
        match (item.kind, &choice.text) {
            (ItemKind::Result(_), Some(text)) => write_result(work, writer, part, place, text, &mut changes),
            (ItemKind::Args(call), Some(text)) => {
                let kind = work.calls.get(call).map_or(ArgsKind::Fixed, |call| call.args_kind);
                write_args(work, part, place, kind, text, &mut changes);
            }
            (ItemKind::Text, Some(text)) => {
                let Some(node) = work.node(part) else { continue };
                let key = [Key::This, Key::Text, Key::Value]
                    .into_iter()
                    .find(|key| matches!(node.shape(*key), Shape::Text(_)));
                let steps: &[Step] = match key {
                    Some(Key::This) => &[],
                    Some(Key::Text) => &[Step::Key(Key::Text)],
                    Some(_) => &[Step::Key(Key::Value)],
                    None => continue,
                };
                changes.push(Change::Text(pointer(place, steps), text.clone()));
            }
            (ItemKind::Media, Some(text)) => changes.push(Change::Set(pointer(place, &[]), writer.text_part(text))),
            (_, None) => changes.push(Change::Drop(pointer(place, &[]))),
            _ => {}
        }
    }
    drop_empty(work, choices, &mut changes);
    changes
}

/// A message of which all goes goes itself.
fn drop_empty<T: Tree>(work: &Work<'_, T>, choices: &[Option<Choice>], changes: &mut Vec<Change>) {
    let gone = |choice: &Option<Choice>| {
        choice.as_ref().is_some_and(|choice| choice.text.is_none() && choice.rung != Rung::Folded)
    };
    for (item, choice) in work.items.iter().zip(choices) {
        if !gone(choice) {
            continue;
        }
        let message = item.at.message;
        let Some(held) = work.conversation.messages.get(message) else { continue };
        if held.parts.len() == 1
            && let Some((_, place)) = placed(work, item.at)
        {
            let path = pointer(place, &[]);
            changes.retain(|change| !matches!(change, Change::Drop(other) if *other == path));
            changes.push(Change::Drop(alloc::format!("/{}", place.message)));
        }
    }
}

fn placed<'a, T: Tree>(work: &Work<'a, T>, at: PartAt) -> Option<(&'a Part, Place)> {
    let conversation = work.conversation;
    let part = part_at(&conversation.messages, at)?;
    Some((part, part.place?))
}

fn write_result<T: Tree>(
    work: &Work<'_, T>,
    writer: &Writer<'_, T>,
    part: &Part,
    place: Place,
    text: &str,
    changes: &mut Vec<Change>,
) {
    let Some(node) = work.node(part) else { return };
    let format = work.conversation.format;
    let leaves = result(&node, format, part);
    let can_hold = |leaf: &&Leaf| matches!(leaf.kind, LeafKind::Text | LeafKind::Json) && !is_block(leaf);
    let holder = leaves.iter().find(|leaf| leaf.kind == LeafKind::Text).or_else(|| leaves.iter().find(can_hold));
    let holder = holder.or(leaves.first());
    let Some(holder) = holder else { return };
    let path = pointer(place, &holder.steps);
    changes.push(match holder.kind {
        LeafKind::Text => Change::Text(path, String::from(text)),
        // The response of a function is an object.
        LeafKind::Json if format == MessageFormat::Gemini => {
            Change::Set(path, object(vec![("output", New::Text(String::from(text)))]))
        }
        LeafKind::Json if !is_block(holder) => Change::Text(path, String::from(text)),
        _ => {
            let block = Leaf { steps: block_steps(holder), kind: holder.kind };
            Change::Set(pointer(place, &block.steps), writer.text_block(text))
        }
    });
    for leaf in leaves.iter().filter(|leaf| leaf.steps != holder.steps && is_block(leaf)) {
        changes.push(Change::Drop(pointer(place, &block_steps(leaf))));
    }
}

/// True of a leaf that is, or is in, an item of a list.
fn is_block(leaf: &Leaf) -> bool {
    leaf.steps.iter().any(|step| matches!(step, Step::At(_)))
}

/// The steps down to the item of the list.
fn block_steps(leaf: &Leaf) -> Vec<Step> {
    let end = leaf.steps.iter().rposition(|step| matches!(step, Step::At(_))).map_or(leaf.steps.len(), |at| at + 1);
    leaf.steps.get(..end).unwrap_or_default().to_vec()
}

fn write_args<T: Tree>(
    work: &Work<'_, T>,
    part: &Part,
    place: Place,
    kind: ArgsKind,
    text: &str,
    changes: &mut Vec<Change>,
) {
    let Some(node) = work.node(part) else { return };
    let leaf = arguments(&node, work.conversation.format, part);
    debug_assert!(down(&node, &leaf.steps).is_some());
    let path = pointer(place, &leaf.steps);
    changes.push(match kind {
        ArgsKind::Json => Change::Set(path, New::Json(String::from(text))),
        _ => Change::Text(path, String::from(text)),
    });
}
