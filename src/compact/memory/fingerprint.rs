//! Message fingerprints: role, parts, ids, names, lengths, and samples of each text.

use alloc::vec::Vec;

use crate::compact::inventory::Inventory;
use crate::compact::memory::{Patch, What};
use crate::format::conversation::{Flags, Made, Message, Part, PartAt, PartKind, Role};
use crate::format::{Piece, PieceKind, piece_text};
use crate::hash::{hash, mix};
use crate::source::{Source, StrSource};
use crate::tree::{Key, Tree};

/// UTF-16 units that are hashed at each end of a text, and in its middle.
const ENDS: usize = 64;

/// Returns the fingerprint of a message after `patches`, which are in order.
pub(crate) fn fingerprint<T: Tree>(inventory: &Inventory<'_, T>, at: usize, patches: &[Patch]) -> u32 {
    let Some(message) = inventory.conversation.messages.get(at) else { return 0 };
    let parts = message.parts.iter().enumerate().map(|(part, held)| (held, Some(PartAt { message: at, part })));
    print_of(inventory, message.role, parts, patches)
}

/// Returns the fingerprint of a message as it goes out: of parts of the original, after `patches`, and new texts.
pub(crate) fn fingerprint_of_draft<T: Tree>(inventory: &Inventory<'_, T>, message: &Message, patches: &[Patch]) -> u32 {
    let parts = message.parts.iter().map(|part| (part, inventory.at_of(part)));
    print_of(inventory, message.role, parts, patches)
}

/// Returns the fingerprint of a message of one text.
pub(crate) fn fingerprint_of_text(role: Role, text: &str) -> u32 {
    let mut print = mix(role as u64 + 1);
    for number in [PartKind::Text as u64, ends(&StrSource(text))] {
        print = mix(print.rotate_left(7) ^ number);
    }
    (print ^ (print >> 32)) as u32
}

fn print_of<'p, T: Tree>(
    inventory: &Inventory<'_, T>,
    role: Role,
    parts: impl Iterator<Item = (&'p Part, Option<PartAt>)>,
    patches: &[Patch],
) -> u32 {
    let mut print = mix(role as u64 + 1);
    let mut add = |number: u64| print = mix(print.rotate_left(7) ^ number);
    for (part, at) in parts {
        if let Some(Made::Text(text) | Made::Answer(text)) = &part.made {
            add(part.kind as u64);
            add(ends(&StrSource(text)));
            continue;
        }
        let Some(here) = at else { continue };
        let near = patches.get(patches.partition_point(|patch| patch.at < here)..).unwrap_or_default();
        let patch = |what: What| near.iter().take_while(|patch| patch.at == here).find(|patch| patch.what == what);
        if patch(What::Other).is_some_and(|patch| patch.choice.text.is_none()) {
            continue;
        }
        // In the place of an image or a file stands a part of text.
        if let (PartKind::Media, Some(text)) =
            (part.kind, patch(What::Other).and_then(|patch| patch.choice.text.as_deref()))
        {
            add(PartKind::Text as u64);
            add(ends(&StrSource(text)));
            continue;
        }
        add(part.kind as u64 + 16 * u64::from(part.has(Flags::ERROR)));
        for word in [part.id, part.name].into_iter().flatten() {
            add(inventory.word_hash(word));
        }
        if matches!(part.kind, PartKind::Call | PartKind::Exchange)
            && let Some(call) = inventory.pairs.number_of(here).and_then(|call| inventory.calls.get(call))
        {
            add(match patch(What::Args).and_then(|patch| patch.choice.text.as_deref()) {
                Some(text) => ends(&StrSource(text)),
                None => ends(&StrSource(call.original_args())),
            });
        }
        if matches!(part.kind, PartKind::Text | PartKind::Thinking | PartKind::Result | PartKind::Exchange) {
            let what =
                if matches!(part.kind, PartKind::Result | PartKind::Exchange) { What::Result } else { What::Other };
            add(match patch(what).and_then(|patch| patch.choice.text.as_deref()) {
                Some(text) => ends(&StrSource(text)),
                None => body(inventory, here, part.kind),
            });
            let call = inventory.pairs.number_of(here).and_then(|call| inventory.calls.get(call));
            let media = call.filter(|call| call.result == Some(here)).map_or(0, |call| call.media);
            if media > 0 && patch(what).is_none() {
                add(media);
            }
        }
        if part.kind == PartKind::Media {
            add(0);
        }
    }
    (print ^ (print >> 32)) as u32
}

fn body<T: Tree>(inventory: &Inventory<'_, T>, at: PartAt, kind: PartKind) -> u64 {
    let result = matches!(kind, PartKind::Result | PartKind::Exchange);
    let call = inventory
        .pairs
        .number_of(at)
        .and_then(|call| inventory.calls.get(call))
        .filter(|call| result && call.result == Some(at));
    if let Some(call) = call {
        let pieces = inventory.pieces(call.result);
        if let [one] = pieces.as_slice()
            && let Some(source) = one.value.source(Key::This)
        {
            return ends(&source);
        }
        return ends(&StrSource(&inventory.original_result(call)));
    }
    ends(&StrSource(&inventory.original_text(at)))
}

/// Members that tell thinking, media and what no format reads apart. Marks of a prompt cache are none of them.
#[rustfmt::skip]
const CONTENT: [Key; 23] = [
    Key::Type, Key::Text, Key::Thinking, Key::Value, Key::Content, Key::Summary, Key::Signature, Key::RedactedData, Key::Data,
    Key::EncryptedContent, Key::Metadata, Key::Source, Key::Image, Key::ImageUrl, Key::File, Key::FileData, Key::FileDataSnake,
    Key::InlineData, Key::InlineDataSnake, Key::Url, Key::Title, Key::Input, Key::Output,
];

/// Returns the fingerprint of a part with all of its texts, thinking and media, of which the memory takes samples.
pub(crate) fn fingerprint_of_part<T: Tree>(inventory: &Inventory<'_, T>, role: Role, at: PartAt) -> u64 {
    let Some(part) = inventory.part(at) else { return 0 };
    let mut print = u64::from(print_of(inventory, role, core::iter::once((part, Some(at))), &[]));
    let mut add = |text: &str| print = mix(print.rotate_left(7) ^ hash(text.as_bytes()));
    let Some(node) = inventory.node(part) else { return print };
    let pieces = match part.kind {
        PartKind::Call => {
            add(&inventory.arguments(part).0);
            return print;
        }
        PartKind::Text => {
            add(&inventory.original_text(at));
            return print;
        }
        PartKind::Result | PartKind::Exchange => inventory.pieces(Some(at)),
        _ => Vec::from([Piece { kind: PieceKind::Media, value: node }]),
    };
    if part.kind == PartKind::Exchange {
        add(&inventory.arguments(part).0);
    }
    for piece in pieces {
        if piece.kind != PieceKind::Media {
            add(&piece_text(&piece));
            continue;
        }
        // The AI SDK holds a provider's own members beside the marks of its cache.
        let options =
            [Key::ProviderOptions, Key::ProviderMetadata].into_iter().filter_map(|key| piece.value.child(key));
        let own = options.filter_map(|options| options.child(Key::AnthropicMember));
        for holder in core::iter::once(piece.value).chain(own) {
            for key in CONTENT.into_iter().filter(|key| holder.has(*key)) {
                add(key.name());
                add(&holder.json(key));
            }
        }
    }
    print
}

/// Hashes the length of a text, both ends, and the middle of a long one.
fn ends<S: Source + ?Sized>(source: &S) -> u64 {
    let len = source.len();
    let units = source.utf16(0, len);
    let mut buffer = Vec::new();
    let head = source.skip_utf16(0, len, ENDS);
    let first = hash(source.read(0, head, &mut buffer).as_bytes());
    let tail = source.skip_utf16_back(head, len, ENDS);
    let last = hash(source.read(tail, len, &mut buffer).as_bytes());
    let middle = if units > 4 * ENDS {
        let from = source.skip_utf16(head, len, units / 2 - ENDS);
        let to = source.skip_utf16(from, len, ENDS);
        hash(source.read(from, to, &mut buffer).as_bytes())
    } else {
        0
    };
    mix(first ^ last.rotate_left(17) ^ middle.rotate_left(31) ^ (units as u64).wrapping_mul(0x9e37_79b9))
}
