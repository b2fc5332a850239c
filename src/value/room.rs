//! One string of a value within so many bytes of JSON.

use alloc::string::ToString;

use super::cut::Cut;
use super::reference;
use super::rules::{Caps, Rules, Texts};
use super::sketch::Node;
use super::texts::{self, Change, NewText};
use super::words;
use crate::source::{Source, StrSource};
use crate::text::Trimmer;
use crate::tree::{Form, ValueSource};

/// Tries until a string whose escapes are unevenly spread is near its room.
const TRIES: usize = 10;
/// Texts up to this length are read to see whether they are JSON.
const JSON_TEXT: usize = 32 << 20;

/// What becomes of a leaf that has less room than it takes.
pub(super) fn to_room(source: &dyn ValueSource, node: &Node, rules: &Rules, room: usize) -> Change {
    if let Some(change) = without_base64(source, node, rules) {
        if change.json_bytes(source, &node.member) <= room {
            return change;
        }
        return to_room(source, &Node { change: Some(change), ..node.clone() }, rules, room);
    }
    let mut result = None;
    match (&node.change, node.member.form) {
        (Some(Change { text: NewText::Whole(text), cut }), _) => {
            let before = cut.map_or(text.len(), |cut| cut.before);
            let text = Text {
                source: &StrSource(text),
                before,
                piece_len: &|from, to| words::json_len(text.get(from..to).unwrap_or_default()) - 2,
            };
            result = text.within(node, rules, room).map(|change| flat(change, text.source));
        }
        (_, Form::Text(_)) => source.text(node.member.node, &mut |text| {
            let piece_len = |from, to| source.piece_json_bytes(node.member.node, from, to);
            let text = Text { source: text, before: text.bytes(0, text.len()), piece_len: &piece_len };
            result = text.within(node, rules, room);
        }),
        _ => {}
    }
    result.unwrap_or_else(|| {
        let caps = Caps { texts: node.texts.clone(), items: 0, keys: 0 };
        let fits = |text: &str| text.len() + 2 <= room && texts::fits(text, &caps);
        let text = words::first_fitting(&["[truncated]", "..."], fits);
        Change { cut: Some(Cut::string(node.size, text.len(), room)), text: NewText::Whole(text) }
    })
}

/// A text that has to be cut may hold base64 anywhere; that goes first.
fn without_base64(source: &dyn ValueSource, node: &Node, rules: &Rules) -> Option<Change> {
    let Form::Text(units) = node.member.form else { return None };
    let looks = node.change.is_none() && rules.takes_base64 && units >= texts::BASE64;
    if !looks || !source.holds(node.member.node, ";base64,") {
        return None;
    }
    let caps = Caps { texts: node.texts.clone(), items: 0, keys: 0 };
    let mut cleaned = None;
    source.text(node.member.node, &mut |text| cleaned = texts::without_base64(text, &caps));
    cleaned
}

/// As one text: the pieces of one of ours mean nothing to the owner.
fn flat(change: Change, source: &dyn Source) -> Change {
    let text = match change.text {
        NewText::Whole(text) => text,
        NewText::Pieces { head, between, tail } => {
            let all = texts::whole(source);
            [all.get(..head).unwrap_or_default(), &between, all.get(tail..).unwrap_or_default()].concat()
        }
    };
    Change { text: NewText::Whole(text), cut: change.cut }
}

/// `number` × `of` ÷ `all`; in 32 bits the product may not fit.
fn part(number: usize, of: usize, all: usize) -> usize {
    (number as u64 * of as u64 / all.max(1) as u64) as usize
}

struct Text<'a> {
    source: &'a dyn Source,
    /// Bytes of what it was at first.
    before: usize,
    /// Bytes of a piece as JSON, without quotes.
    piece_len: &'a dyn Fn(usize, usize) -> usize,
}

impl Text<'_> {
    fn within(&self, node: &Node, rules: &Rules, room: usize) -> Option<Change> {
        let most = room.checked_sub(2)?;
        if rules.json_levels > 0
            && self.source.len() <= JSON_TEXT
            && let Some(change) = self.as_json(node, rules, most)
        {
            return Some(change);
        }
        let trimmer = match &node.texts {
            Texts::Trim(trimmer) => trimmer,
            _ => &rules.share,
        };
        let cap = if let Texts::Replace(cap) = node.texts { cap } else { usize::MAX };
        // Bytes that are known to be too many, and those of the best so far.
        let (mut over, mut best): (usize, Option<(usize, Change)>) = (most.min(cap).saturating_add(1), None);
        let mut bytes = most.min(cap);
        for _ in 0..TRIES {
            let change = self.cut(trimmer, bytes);
            let size = change.as_ref().map_or(usize::MAX, |change| self.json_len(change));
            if size <= most {
                best = change.map(|change| (bytes, change));
                if size + most / 32 + 1 >= most {
                    break;
                }
            } else {
                over = bytes;
            }
            let low = best.as_ref().map_or(0, |(bytes, _)| *bytes);
            // As many as the escapes so far let expect, but between what is known.
            let guess = if size > most && size < usize::MAX { part(bytes, most, size) } else { low + (over - low) / 2 };
            if over <= low + usize::from(best.is_some()) {
                break;
            }
            bytes = guess.max(low + usize::from(best.is_some())).min(over.saturating_sub(1));
            if best.as_ref().is_some_and(|(best, _)| *best == bytes) {
                break;
            }
        }
        best.map(|(_, change)| change)
    }

    fn json_len(&self, change: &Change) -> usize {
        match &change.text {
            NewText::Whole(text) => words::json_len(text) - 2,
            NewText::Pieces { head, between, tail } => {
                (self.piece_len)(0, *head) + words::json_len(between) - 2 + (self.piece_len)(*tail, self.source.len())
            }
        }
    }

    /// The text within so many bytes; where the marker does not fit, with three dots or nothing in its place.
    fn cut(&self, trimmer: &Trimmer, bytes: usize) -> Option<Change> {
        if let Some(trimmer) = trimmer.within_bytes(bytes)
            && let Some(change) = texts::trimmed(self.source, &trimmer, self.before, bytes)
        {
            return Some(change);
        }
        let (head, after) = reference::plan_bytes(self.source, bytes, "...", None)?;
        let cut = Some(Cut::string(self.before, self.source.bytes(0, head) + after.len(), bytes));
        let tail = self.source.len();
        Some(Change { text: NewText::Pieces { head, between: after.to_string(), tail }, cut })
    }

    /// The text as JSON that is still JSON.
    fn as_json(&self, node: &Node, rules: &Rules, most: usize) -> Option<Change> {
        if !matches!(node.texts, Texts::Free) || !super::json::begins_as_json(self.source) {
            return None;
        }
        let all = texts::whole(self.source);
        let escaped = (words::json_len(&all) - 2).max(1);
        let mut bytes = part(most, all.len(), escaped);
        for _ in 0..TRIES {
            let text = super::json::bounded(&all, bytes, rules.json_levels - 1)?;
            let size = words::json_len(&text) - 2;
            if size <= most {
                let cut = Some(Cut::string(self.before, text.len(), most));
                return Some(Change { text: NewText::Whole(text), cut });
            }
            bytes = part(bytes, most, size).min(bytes.saturating_sub(1));
        }
        None
    }
}
