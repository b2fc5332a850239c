//! The size of a conversation in tokens, without reading any long text.

use alloc::string::String;
use alloc::vec::Vec;

use crate::call::size::{Count, WHOLE, samples, scaled, tokens_of};
use crate::compact::inventory::{Counts, Inventory, ItemKind};
use crate::compact::left::Left;
use crate::compact::plan::rung::Choice;
use crate::format::conversation::{PartAt, PartKind};
use crate::format::pair::part_at;
use crate::source::{Source, StrSource, ends_of, utf16_len};
use crate::tree::{Key, Shape, Tree};

/// Up to this many texts are counted one by one; of more, a sample.
const EACH: usize = 512;

/// Tokens besides texts: 4 per message, 8 per call, `media_tokens` per image.
pub(crate) fn beside(counts: Counts, media_tokens: u64) -> u64 {
    4 * counts.messages + 8 * counts.calls + media_tokens * counts.media
}

/// Tokens of a text that replaces others, as they will be counted where it stands.
pub(crate) fn text_tokens(text: &str, count: Count<'_>) -> u64 {
    let source = StrSource(text);
    let units = utf16_len(text);
    if units <= WHOLE {
        return count(text);
    }
    let (head, tail) = ends_of(&source, WHOLE / 2);
    let ends = head + &tail;
    scaled(count(&ends), units as u64, utf16_len(&ends) as u64)
}

/// Tokens of the texts of messages from `from` on, with items as they were chosen to be, without what leaves. Of many
/// texts some are counted and stand for the others.
pub(crate) fn tokens<T: Tree>(
    inventory: &Inventory<'_, T>,
    choices: &[Option<Choice>],
    (left, from): (&Left, usize),
    count: Count<'_>,
    every: bool,
) -> u64 {
    let mut texts: Vec<Text<'_>> = Vec::new();
    let mut chosen = inventory.items.iter().zip(choices).peekable();
    let mut ordinal = 0;
    for (message, held) in inventory.conversation.messages.iter().enumerate() {
        for (number, part) in held.parts.iter().enumerate() {
            let at = PartAt { message, part: number };
            ordinal += 1;
            if inventory.block.contains(&message) {
                continue;
            }
            let (mut has_args, mut has_body) = (false, false);
            let is_counted = message >= from && !left.is_gone(at);
            while let Some((item, choice)) = chosen.next_if(|(item, _)| item.at <= at) {
                match item.kind {
                    ItemKind::Args(_) => has_args = true,
                    _ => has_body = true,
                }
                if !is_counted {
                    continue;
                }
                let given = choice.as_ref().map(|choice| choice.text.as_deref().unwrap_or_default());
                match (given, item.kind) {
                    (Some(args), ItemKind::Args(_)) => texts.push(Text::GivenArgs(args)),
                    (Some(text), _) => texts.push(Text::Given(text)),
                    (None, ItemKind::Args(call)) => texts.push(Text::Args(call, ordinal)),
                    (None, ItemKind::Media) => {}
                    (None, _) => texts.push(Text::At(at, item.full, ordinal)),
                }
            }
            if !is_counted {
                continue;
            }
            let calls = matches!(part.kind, PartKind::Call | PartKind::Exchange);
            if calls
                && !has_args
                && let Some(call) = inventory.pairs.number_of(at)
            {
                texts.push(Text::Args(call, ordinal));
            }
            let says = matches!(part.kind, PartKind::Text | PartKind::Thinking | PartKind::Result | PartKind::Exchange);
            if says && !has_body {
                texts.push(Text::At(at, part.units as u64, ordinal));
            }
        }
    }
    let args = |call: usize| inventory.calls.get(call).map_or("", |call| call.original_args());
    // Texts of the original messages are counted once.
    let once = |ordinal: usize, slot: usize, count: &dyn Fn() -> u64| {
        let mut counted = inventory.counted.borrow_mut();
        if counted.len() <= ordinal {
            counted.resize(ordinal + 1, [None; 2]);
        }
        *counted[ordinal][slot].get_or_insert_with(count)
    };
    let size = |text: &Text<'_>| match text {
        Text::Given(text) => text_tokens(text, count),
        Text::GivenArgs(text) => tokens_of(&StrSource(text), count),
        Text::Args(call, ordinal) => once(*ordinal, 0, &|| tokens_of(&StrSource(args(*call)), count)),
        Text::At(at, _, ordinal) => {
            let of_read = |(text, units): (String, u64)| scaled(count(&text), units, utf16_len(&text) as u64);
            once(*ordinal, 1, &|| read(inventory, *at).map_or(0, of_read))
        }
    };
    let calls = inventory.calls.partition_point(|call| call.at.message < from);
    let names = || {
        let staying = inventory.calls.iter().skip(calls).filter(|call| !left.is_gone(call.at));
        staying.map(|call| call.original_name())
    };
    if every || texts.len() <= EACH {
        let names: u64 = names().map(count).sum();
        return names + texts.iter().map(size).sum::<u64>();
    }
    let names: u64 = names().map(|name| utf16_len(name) as u64).sum::<u64>() / 3;
    let units = |text: &Text<'_>| match text {
        Text::Given(text) | Text::GivenArgs(text) => utf16_len(text) as u64,
        Text::Args(call, _) => utf16_len(args(*call)) as u64,
        Text::At(_, units, _) => *units,
    };
    let (mut counted, mut sampled) = (0, 0);
    for text in samples(texts.len(), EACH / 4).filter_map(|sample| texts.get(sample)) {
        counted += size(text);
        sampled += units(text);
    }
    let all: u64 = texts.iter().map(units).sum();
    names + (counted as f64 * all as f64 / sampled.max(1) as f64) as u64
}

enum Text<'t> {
    Given(&'t str),
    GivenArgs(&'t str),
    /// The arguments of a call, and which part that is.
    Args(usize, usize),
    /// A text of the messages, with its units and slot.
    At(PartAt, u64, usize),
}

/// The text of a part, or both ends of it.
fn read<T: Tree>(inventory: &Inventory<'_, T>, at: PartAt) -> Option<(String, u64)> {
    let part = part_at(&inventory.conversation.messages, at)?;
    let node = inventory.node(part)?;
    let ends = |source: &T::Text| {
        let (head, tail) = ends_of(source, WHOLE / 2);
        (head + &tail, source.utf16(0, source.len()) as u64)
    };
    let member = [Key::This, Key::Text, Key::Value, Key::Content, Key::Output]
        .into_iter()
        .find(|key| matches!(node.shape(*key), Shape::Text(_)));
    if let Some(member) = member {
        return node.source(member).as_ref().map(ends);
    }
    let pieces = crate::format::pieces(&node, inventory.conversation, part);
    let mut text = String::new();
    for piece in &pieces {
        match piece.value.source(Key::This) {
            Some(source) => text.push_str(&ends(&source).0),
            None => text.push_str(&crate::format::piece_text(piece)),
        }
    }
    Some((text, part.units as u64))
}
