//! Choices as changes to the messages they are about.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::compact::call::ArgsKind;
use crate::compact::inventory::{Inventory, Item, ItemKind};
use crate::compact::plan::rung::Choice;
use crate::format::change::{Change, New, object};
use crate::format::conversation::{Part, PartAt, PartKind, Place};
use crate::format::leaf::{Leaf, LeafKind, Step, arguments, result};
use crate::format::pair::part_at;
use crate::format::problem::pointer;
use crate::format::write::Writer;
use crate::format::{Quirk, down, part_node};
use crate::tree::{Key, Shape, Tree};

/// New content of a place; `None` removes it.
pub(crate) type Written = (Place, Vec<Step>, Option<New>);

/// Returns the writes that bring items to their choices. If exchanges leave (`folds`), parts that are dropped whole
/// leave with them.
pub(crate) fn written<T: Tree>(
    inventory: &Inventory<'_, T>,
    writer: &Writer<'_, T>,
    choices: &[Option<Choice>],
    folds: bool,
) -> Vec<Written> {
    let mut written: Vec<Written> = Vec::new();
    for (item, choice) in inventory.items.iter().zip(choices) {
        let Some(choice) = choice.as_ref().filter(|choice| !folds || choice.text.is_some()) else { continue };
        let Some((part, place)) = placed(inventory, item.at) else { continue };
        match (item.kind, &choice.text) {
            (ItemKind::Result(_), Some(text)) => write_result(inventory, writer, part, place, text, &mut written),
            (ItemKind::Args(call), Some(text)) => {
                let kind = inventory.calls.get(call).map_or(ArgsKind::Fixed, |call| call.args_kind);
                write_args(inventory, part, place, kind, text, &mut written);
            }
            (ItemKind::Text, Some(text)) => {
                let Some(node) = inventory.node(part) else { continue };
                let key = [Key::This, Key::Text, Key::Value]
                    .into_iter()
                    .find(|key| matches!(node.shape(*key), Shape::Text(_)));
                let steps = match key {
                    Some(Key::This) => Vec::new(),
                    Some(key) => vec![Step::Key(key)],
                    None => continue,
                };
                written.push((place, steps, Some(New::Text(text.clone()))));
                written.extend(signatures(node).map(|steps| (place, steps, None)));
            }
            (ItemKind::Media, Some(text)) => {
                written.push((place, Vec::new(), Some(writer.rules().text_part(writer, text))));
            }
            (_, None) => {
                // A message without remaining parts is dropped.
                let whole = Place { inner: None, member: None, index: None, ..place };
                let place = if leaves_whole(inventory, choices, item.at.message) { whole } else { place };
                if written.last().is_none_or(|(last, ..)| *last != place) {
                    written.push((place, Vec::new(), None));
                }
            }
            _ => {}
        }
    }
    if folds {
        drop_citations(inventory, choices, &mut written);
    }
    written
}

/// The signatures of Google over a text, which hold for no other text, from the part on.
fn signatures<T: Tree>(node: T) -> impl Iterator<Item = Vec<Step>> {
    let own = [Key::ThoughtSignature, Key::ThoughtSignatureSnake].into_iter().filter(move |key| node.has(*key));
    let own = own.map(|key| vec![Step::Key(key)]);
    let nested = [Key::ProviderOptions, Key::ProviderMetadata].into_iter().flat_map(move |options| {
        [Key::Google, Key::Vertex].into_iter().filter_map(move |provider| {
            let held = node.child(options)?.child(provider)?;
            let steps = [options, provider, Key::ThoughtSignature].map(Step::Key);
            held.has(Key::ThoughtSignature).then(|| steps.to_vec())
        })
    });
    own.chain(nested)
}

/// Citations point into results: without one of a search they point to nothing, and a text may go without them.
fn drop_citations<T: Tree>(inventory: &Inventory<'_, T>, choices: &[Option<Choice>], written: &mut Vec<Written>) {
    let left = |(item, choice): (&Item, &Option<Choice>)| match (item.kind, choice) {
        (ItemKind::Result(call), Some(Choice { text: None, .. })) => inventory.calls.get(call),
        _ => None,
    };
    let hosted = inventory.items.iter().zip(choices).filter_map(left).filter(|call| call.hosted);
    let mut messages: Vec<usize> = hosted.map(|call| call.at.message).collect();
    messages.dedup();
    for message in messages {
        let left = |at: PartAt| {
            let from = inventory.items.partition_point(|item| item.at < at);
            let own = inventory.items.iter().zip(choices).skip(from).take_while(|(item, _)| item.at == at);
            own.into_iter().any(|(_, choice)| choice.as_ref().is_some_and(|choice| choice.text.is_none()))
        };
        let parts = inventory.conversation.messages.get(message).into_iter().flat_map(|message| &message.parts);
        for (number, part) in parts.enumerate().filter(|(_, part)| part.kind == PartKind::Text) {
            if left(PartAt { message, part: number }) {
                continue;
            }
            let cites = inventory.node(part).is_some_and(|node| node.shape(Key::Citations).is_there());
            if let (true, Some(place)) = (cites, part.place) {
                written.push((place, vec![Step::Key(Key::Citations)], None));
            }
        }
    }
}

/// Returns `true` if each part of a message leaves.
fn leaves_whole<T: Tree>(inventory: &Inventory<'_, T>, choices: &[Option<Choice>], message: usize) -> bool {
    let from = inventory.items.partition_point(|item| item.at.message < message);
    let here = inventory.items.iter().zip(choices).skip(from).take_while(|(item, _)| item.at.message == message);
    let gone = here.filter(|(_, choice)| choice.as_ref().is_some_and(|choice| choice.text.is_none()));
    inventory.conversation.messages.get(message).is_some_and(|held| held.parts.len() == gone.count())
}

/// The same as changes, where the structure stays.
pub(crate) fn changes(written: Vec<Written>) -> Vec<Change> {
    let change = |(place, steps, new): Written| {
        let path = pointer(place, &steps);
        match new {
            Some(New::Text(text)) => Change::Text(path, text),
            Some(new) => Change::Set(path, new),
            None => Change::Drop(path),
        }
    };
    written.into_iter().map(change).collect()
}

fn placed<'a, T: Tree>(inventory: &Inventory<'a, T>, at: PartAt) -> Option<(&'a Part, Place)> {
    let conversation = inventory.conversation;
    let part = part_at(&conversation.messages, at)?;
    Some((part, part.place?))
}

fn write_result<T: Tree>(
    inventory: &Inventory<'_, T>,
    writer: &Writer<'_, T>,
    part: &Part,
    place: Place,
    text: &str,
    written: &mut Vec<Written>,
) {
    let Some(node) = inventory.node(part) else { return };
    let format = inventory.conversation.format;
    let leaves = result(&node, format, part);
    let Some(holder) = holder(&leaves) else { return };
    let text = || New::Text(String::from(text));
    let steps = holder.steps.clone();
    written.push(match holder.kind {
        // The response of a function is an object.
        LeafKind::Json if format.has(Quirk::ObjectResults) => (place, steps, Some(object(vec![("output", text())]))),
        LeafKind::Text => (place, steps, Some(text())),
        LeafKind::Json if !is_block(holder) => (place, steps, Some(text())),
        _ => {
            let New::Text(text) = text() else { return };
            (place, block_steps(holder), Some(writer.rules().text_block(writer, &text)))
        }
    });
    for leaf in leaves.iter().filter(|leaf| leaf.steps != holder.steps && is_block(leaf)) {
        written.push((place, block_steps(leaf), None));
    }
}

/// The piece of a result in whose place a text is written.
fn holder(leaves: &[Leaf]) -> Option<&Leaf> {
    leaves.iter().find(|leaf| leaf.kind == LeafKind::Text).or(leaves.first())
}

/// Returns `true` for a piece whose block goes, with all that it has, when a text takes the place of the result.
pub(crate) fn leaves_whole_block(leaf: &Leaf, leaves: &[Leaf]) -> bool {
    let stays = holder(leaves).is_some_and(|holder| holder.steps == leaf.steps && holder.kind == LeafKind::Text);
    is_block(leaf) && !stays
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
    inventory: &Inventory<'_, T>,
    part: &Part,
    place: Place,
    kind: ArgsKind,
    text: &str,
    written: &mut Vec<Written>,
) {
    let Some(node) = inventory.node(part) else { return };
    let leaf = arguments(&node, inventory.conversation.format, part);
    debug_assert!(down(&node, &leaf.steps).is_some());
    let new = match kind {
        ArgsKind::Json => New::Json(String::from(text)),
        _ => New::Text(String::from(text)),
    };
    written.push((place, leaf.steps, Some(new)));
    let Some((copy, block)) = part.copy_place().and_then(|copy| Some((copy, part_node(inventory.root, copy)?))) else {
        return;
    };
    let is_text = matches!(block.shape(Key::Input), Shape::Text(_));
    let new = if is_text { New::Text(String::from(text)) } else { New::Json(String::from(text)) };
    written.push((copy, vec![Step::Key(Key::Input)], Some(new)));
    // The pieces of a stream.
    if block.has(Key::PartialJson) {
        written.push((copy, vec![Step::Key(Key::PartialJson)], None));
    }
}
