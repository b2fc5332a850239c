//! The size of a conversation in tokens, without reading any long text.

use alloc::string::String;
use alloc::vec::Vec;

use crate::call::size::{Count, samples, tokens_of};
use crate::compact::call::{ArgsKind, CallAt};
use crate::compact::inventory::{Counts, Inventory, Item, ItemKind};
use crate::compact::left::Left;
use crate::compact::measured::{CHARS_A_TOKEN, Sent};
use crate::compact::plan::rung::Choice;
use crate::format::conversation::{PartAt, PartKind};
use crate::format::{Piece, PieceKind, piece_text, pieces};
use crate::hash::{hash, mix};
use crate::source::{StrSource, utf16_len};
use crate::tree::{Key, Tree, quoted};

/// Up to this many texts are counted one by one; of more, a sample.
const EACH: usize = 512;

/// Tokens besides texts: 4 per message, 8 per call, `media_tokens` per image.
pub(crate) fn beside(counts: Counts, media_tokens: u64) -> u64 {
    4 * counts.messages + 8 * counts.calls + media_tokens * counts.media
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
    let mut names: Vec<&str> = Vec::new();
    inventory.each_sent(choices, (left, from), |sent| {
        let Sent { measured, number, .. } = sent;
        if let Some((call, held)) = sent.call {
            names.push(held.original_name());
            texts.push(match sent.args {
                Some(choice) => Text::GivenArgs(choice.text.as_deref().unwrap_or_default()),
                None => Text::Args(call, number),
            });
        }
        match sent.body {
            Some(choice) => texts.push(Text::Given(choice.text.as_deref().unwrap_or_default())),
            None if measured.units > 0 && measured.kind == PartKind::Media => texts.push(Text::File(measured.units)),
            None if measured.units > 0 => texts.push(Text::At(measured.at, measured.units, number)),
            None => {}
        }
        let beside = measured.thought + sent.more();
        if beside > 0 {
            texts.push(Text::Beside(measured.at, beside, number));
        }
    });
    let args = |call: usize| inventory.calls.get(call).map_or("", |call| call.original_args());
    let size = |text: &Text<'_>| match text {
        Text::Given(text) | Text::GivenArgs(text) => tokens_of(&StrSource(text), count),
        Text::Args(call, ordinal) => inventory.once(*ordinal, 0, &|| tokens_of(&StrSource(args(*call)), count)),
        Text::At(at, _, ordinal) => inventory.once(*ordinal, 1, &|| part_tokens(inventory, *at, count)),
        Text::File(units) => units.div_ceil(CHARS_A_TOKEN),
        Text::Beside(_, units, _) if *units < FEW => units.div_ceil(3),
        Text::Beside(at, units, ordinal) => {
            let changed = changed(inventory, choices, *at);
            let json = || json_with(inventory, *at, &changed);
            if changed.is_empty() {
                return inventory.once(*ordinal, 2, &|| beside_tokens(&json(), *units, count));
            }
            // A plan asks for the same several times.
            let print =
                changed.iter().fold(*units ^ *ordinal as u64, |print, (_, text)| mix(print ^ hash(text.as_bytes())));
            let known = inventory.weighed.borrow().get(print);
            let tokens = known.map_or_else(|| beside_tokens(&json(), *units, count), u64::from);
            *inventory.weighed.borrow_mut().entry(print, 0) = tokens as u32;
            tokens
        }
    };
    if every || texts.len() <= EACH {
        return names.into_iter().map(count).sum::<u64>() + texts.iter().map(size).sum::<u64>();
    }
    let names: u64 = names.into_iter().map(|name| utf16_len(name) as u64).sum::<u64>() / 3;
    let units = |text: &Text<'_>| match text {
        Text::Given(text) | Text::GivenArgs(text) => utf16_len(text) as u64,
        Text::Args(call, _) => utf16_len(args(*call)) as u64,
        Text::At(_, units, _) | Text::Beside(_, units, _) | Text::File(units) => *units,
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
    /// A file that is a text, in whatever encoding.
    File(u64),
    /// Other members of a part or a message, with their units and slot.
    Beside(PartAt, u64, usize),
}

/// Fewer units are not worth reading the JSON around them.
const FEW: u64 = 256;

/// Tokens of members that no reader counts, by the density of the JSON that they are in.
fn beside_tokens(json: &str, units: u64, count: Count<'_>) -> u64 {
    (tokens_of(&StrSource(json), count) * units).div_ceil(utf16_len(json).max(1) as u64)
}

/// The items of a part, or of a message for what it holds beside its parts, with the texts in their places.
fn changed<'i, T: Tree>(
    inventory: &'i Inventory<'_, T>,
    choices: &'i [Option<Choice>],
    at: PartAt,
) -> Vec<(&'i Item, &'i str)> {
    let is_message = inventory.part(at).is_none();
    let from = inventory.items.partition_point(|item| item.at.message < at.message);
    let own = inventory.items.iter().zip(choices).skip(from).take_while(|(item, _)| item.at.message == at.message);
    let own = own.filter(|(item, _)| is_message || item.at == at);
    own.filter_map(|(item, choice)| Some((item, choice.as_ref()?.text.as_deref()?))).collect()
}

/// The JSON of a part or a message with these texts in the places of its items.
fn json_with<T: Tree>(inventory: &Inventory<'_, T>, at: PartAt, changed: &[(&Item, &str)]) -> String {
    let node = match inventory.part(at) {
        Some(part) => inventory.node(part),
        None => inventory.message_node(at.message),
    };
    let mut json = node.map(|node| node.json(Key::This)).unwrap_or_default();
    for (item, text) in changed {
        let (old, new) = match item.kind {
            ItemKind::Args(call) if inventory.calls[call].args_kind == ArgsKind::Json => {
                (String::from(inventory.calls[call].original_args()), String::from(*text))
            }
            ItemKind::Args(call) => (in_quotes(inventory.calls[call].original_args()), in_quotes(text)),
            ItemKind::Result(call) => (in_quotes(&inventory.original_result(&inventory.calls[call])), in_quotes(text)),
            ItemKind::Text => (in_quotes(&inventory.original_text(item.at)), in_quotes(text)),
            _ => continue,
        };
        json = json.replacen(&old, &new, 1);
    }
    json
}

fn in_quotes(text: &str) -> String {
    let mut json = String::with_capacity(text.len() + 2);
    quoted(text, &mut json);
    json
}

impl<T: Tree> Inventory<'_, T> {
    /// Tokens of a result, if the window is in tokens.
    pub(crate) fn result_tokens(&self, call: &CallAt) -> Option<u64> {
        let (count, at) = self.count.zip(call.result)?;
        let number = self.measured.binary_search_by_key(&at, |measured| measured.at).ok()?;
        Some(self.once(number, 1, &|| part_tokens(self, at, count)))
    }

    /// Counts a text of the original messages, by the number of its part and its slot, once.
    fn once(&self, number: usize, slot: usize, count: &dyn Fn() -> u64) -> u64 {
        let mut counted = self.counted.borrow_mut();
        if counted.len() <= number {
            counted.resize(number + 1, [None; 3]);
        }
        *counted[number][slot].get_or_insert_with(count)
    }
}

/// Tokens of the text or result of a part.
pub(crate) fn part_tokens<T: Tree>(inventory: &Inventory<'_, T>, at: PartAt, count: Count<'_>) -> u64 {
    let Some(part) = inventory.part(at) else { return 0 };
    let Some(node) = inventory.node(part) else { return 0 };
    let member = [Key::This, Key::Text, Key::Thinking, Key::Value, Key::Content, Key::Output]
        .into_iter()
        .find_map(|member| node.source(member));
    if let Some(source) = member {
        return tokens_of(&source, count);
    }
    let tokens = |piece: &Piece<T>| match piece.value.source(Key::This) {
        Some(source) => tokens_of(&source, count),
        None => tokens_of(&StrSource(&piece_text(piece)), count),
    };
    let pieces = pieces(&node, inventory.conversation, part);
    let read: u64 = pieces.iter().filter(|piece| piece.kind != PieceKind::Media).map(tokens).sum();
    // Thinking in a list, and what only the provider can read.
    if read == 0 { (part.units as u64).div_ceil(CHARS_A_TOKEN) } else { read }
}
