//! Fits one string of a value into a given number of JSON bytes.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::cut::{CutKind, Reduction};
use super::reference;
use super::rules::{Caps, Rules, Texts};
use super::sketch::Node;
use super::texts::{self, Change, NewText};
use super::words;
use crate::clean::{CleanOptions, clean};
use crate::measure::estimate_tokens;
use crate::number::part;
use crate::source::{Source, StrSource};
use crate::text::{Keep, Trimmer};
use crate::tree::{Form, Member, ValueSource};

/// Most attempts at fitting a string whose escapes are unevenly spread.
const TRIES: usize = 10;
/// Longest text that is checked for JSON, in the owner's units.
const JSON_TEXT: usize = 32 << 20;

/// Returns the change of a leaf that has less room than it takes.
pub(super) fn to_room(source: &dyn ValueSource, node: &Node, rules: &Rules, room: usize) -> Change {
    let mut result = None;
    match (&node.change, node.member.form) {
        (Some(change), _) if change.ours => return shorter(change, node, room),
        (_, Form::Text(units)) => {
            if let Some(cleaned) = without_base64(source, node, units, rules) {
                let is_enough = words::json_len(&cleaned.text) <= room && node.change.is_none();
                let cut =
                    Reduction { kind: CutKind::Base64, before: cleaned.before, after: cleaned.text.len(), limit: 0 };
                let caps = caps_of(node);
                if is_enough && texts::fits(&cleaned.text, &caps) {
                    return Change { text: NewText::Whole(cleaned.text), ours: false, cut: Some(cut) };
                }
                result = of_ours(&cleaned.text, cleaned.before, node, rules, room);
            } else if cleaning_of(node).is_some() {
                source.text(node.member.node, &mut |text| {
                    let all = texts::whole(text);
                    result = of_ours(&all, all.len(), node, rules, room);
                });
            } else {
                source.text(node.member.node, &mut |text| {
                    let piece_len = |from, to| source.piece_json_bytes(node.member.node, from, to);
                    let text = Text { source: text, before: text.bytes(0, text.len()), piece_len: &piece_len };
                    result = text.within(node, rules, room);
                });
            }
        }
        (Some(Change { text: NewText::Whole(text), .. }), _) => result = of_ours(text, text.len(), node, rules, room),
        _ => {}
    }
    result.unwrap_or_else(|| {
        let fits = |text: &str| text.len() + 2 <= room && texts::fits(text, &caps_of(node));
        let text = words::first_fitting(&[crate::forms::CUT.written, "..."], fits);
        Change { cut: Some(Reduction::string(node.size, text.len(), room)), ours: true, text: NewText::Whole(text) }
    })
}

/// The same for a text outside of a sketch.
pub(super) fn text_to_room(
    source: &dyn ValueSource,
    member: &Member,
    (change, texts): (Option<&Change>, Texts),
    rules: &Rules,
    room: usize,
) -> Change {
    let node = Node { change: change.cloned(), texts, ..Node::new(*member, 0, None) };
    to_room(source, &node, rules, room)
}

fn caps_of(node: &Node) -> Caps {
    Caps::everywhere(node.texts.clone(), 0, 0)
}

/// Returns a shorter wording of a generated text.
fn shorter(change: &Change, node: &Node, room: usize) -> Change {
    let (NewText::Whole(text) | NewText::Pieces { between: text, .. }) = &change.text;
    let fits = |text: &str| text.len() + 2 <= room && texts::fits(text, &caps_of(node));
    let shortened = match change.cut {
        Some(Reduction { kind: CutKind::String, before, limit, .. }) => {
            words::too_long(before, limit.min(room.saturating_sub(2)))
        }
        _ => words::first_fitting(&[text, crate::forms::CUT.written, "..."], fits),
    };
    let cut = change.cut.map(|cut| Reduction { after: shortened.len(), ..cut });
    Change { text: NewText::Whole(shortened), ours: true, cut }
}

fn cleaning_of(node: &Node) -> Option<&CleanOptions> {
    match node.texts.set() {
        Texts::Trim(trimmer) => trimmer.cleaning(),
        _ => None,
    }
}

/// Fits a text held in Rust into `room` bytes. Cleaned first: a piece of it would be cleaned the next time.
fn of_ours(text: &str, before: usize, node: &Node, rules: &Rules, room: usize) -> Option<Change> {
    let text = cleaning_of(node).map_or(Cow::Borrowed(text), |options| clean(text, options).text);
    let piece_len = |from, to| words::json_len(text.get(from..to).unwrap_or_default()) - 2;
    let source = StrSource(&text);
    let change = Text { source: &source, before, piece_len: &piece_len }.within(node, rules, room)?;
    Some(flat(change, &source))
}

struct Cleaned {
    text: String,
    /// Bytes of the original text.
    before: usize,
}

/// Removes base64 from a text that has to be cut, before anything else; `None` if it holds none.
fn without_base64(source: &dyn ValueSource, node: &Node, units: usize, rules: &Rules) -> Option<Cleaned> {
    let known = node.change.as_ref().is_some_and(|change| {
        matches!(change.text, NewText::Whole(_)) && change.cut.is_some_and(|cut| cut.kind == CutKind::Base64)
    });
    let looks = rules.takes_base64() && units >= texts::BASE64;
    if !known && (!looks || !source.holds_base64(node.member.node, texts::RUN)) {
        return None;
    }
    let mut cleaned = None;
    source.text(node.member.node, &mut |text| {
        let all = texts::whole(text);
        let result = clean(&all, &CleanOptions::new().base64(true));
        if result.counts.base64 > 0 {
            cleaned = Some(Cleaned { text: result.text.into_owned(), before: all.len() });
        }
    });
    cleaned
}

/// Joins pieces into one text: their positions mean nothing to the owner, who does not hold the old text.
fn flat(change: Change, source: &dyn Source) -> Change {
    let text = match change.text {
        NewText::Whole(text) => text,
        NewText::Pieces { head, between, tail } => {
            let all = texts::whole(source);
            [all.get(..head).unwrap_or_default(), &between, all.get(tail..).unwrap_or_default()].concat()
        }
    };
    Change { text: NewText::Whole(text), ours: change.ours, cut: change.cut }
}

struct Text<'a> {
    source: &'a dyn Source,
    /// Bytes of the original text.
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
        let trimmer = match node.texts.set() {
            Texts::Trim(trimmer) => trimmer,
            _ => &rules.share,
        };
        let cap = if let Texts::Replace(cap) = *node.texts.set() { cap } else { usize::MAX };
        // Byte counts: the smallest one known to be too large, and that of the best result so far.
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
            // Scaled by the escapes seen so far, within the known bounds.
            let guess = if size > most && size < usize::MAX {
                part(bytes, most as u64, size as u64)
            } else {
                low + (over - low) / 2
            };
            if over <= low + usize::from(best.is_some()) {
                break;
            }
            // Make room for the marker if it may fit: its chars need no escapes.
            let marked = trimmer.marker_bytes();
            let guess = if guess < marked && marked < over && low < marked { marked } else { guess };
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

    /// Cuts the text to `bytes` bytes; if the marker does not fit, three dots or nothing replace it. The other limits and
    /// the end to keep are those of the trimmer.
    fn cut(&self, trimmer: &Trimmer, bytes: usize) -> Option<Change> {
        if let Some(trimmer) = trimmer.within_bytes(bytes)
            && let Some(change) = texts::trimmed(self.source, &trimmer, self.before, bytes)
        {
            return Some(change);
        }
        let mut most = bytes;
        loop {
            let (text, kept) = self.dotted(trimmer.keep(), most)?;
            let excess = trimmer.excess(&kept, &estimate_tokens);
            if most > 0
                && let Some((size, limit)) = excess
            {
                most = part(most, limit, size).min(most - 1);
                continue;
            }
            let cut = Some(Reduction::string(self.before, kept.len(), bytes));
            return Some(Change { text, ours: false, cut });
        }
    }

    /// Keeps up to `most` bytes of one end, three dots included; `None` for a text that fits. Also returns the new text.
    fn dotted(&self, keep: Keep, most: usize) -> Option<(NewText, String)> {
        let (head, between) = reference::plan_bytes(self.source, most, "...", None)?;
        let len = self.source.len();
        let (head, tail) = match keep {
            Keep::Head | Keep::Ends => (head, len),
            Keep::Tail => (0, self.source.skip_bytes_back(0, len, most - between.len())),
            Keep::None => (0, len),
        };
        let (mut front, mut back) = (Vec::new(), Vec::new());
        let kept = [self.source.read(0, head, &mut front), &between, self.source.read(tail, len, &mut back)].concat();
        Some((NewText::Pieces { head, between, tail }, kept))
    }

    /// Cuts a JSON text so that it is still JSON.
    fn as_json(&self, node: &Node, rules: &Rules, most: usize) -> Option<Change> {
        if !matches!(node.texts.set(), Texts::Free) || !super::json::begins_as_json(self.source) {
            return None;
        }
        let all = texts::whole(self.source);
        let escaped = (words::json_len(&all) - 2).max(1);
        let mut bytes = part(most, all.len() as u64, escaped as u64);
        for _ in 0..TRIES {
            let text = super::json::bounded(&all, bytes, rules.json_levels - 1)?;
            let size = words::json_len(&text) - 2;
            if size <= most {
                let cut = Some(Reduction::string(self.before, text.len(), most));
                return Some(Change { text: NewText::Whole(text), ours: false, cut });
            }
            bytes = part(bytes, most as u64, size as u64).min(bytes.saturating_sub(1));
        }
        None
    }
}
