//! Shortens or replaces one string of a value.

use alloc::string::String;
use alloc::vec::Vec;

use super::cut::{CutKind, Reduction};
use super::rules::{Caps, Rules, Texts};
use super::schema::Demand;
use super::words;
use crate::clean::{CleanOptions, clean, is_base64};
use crate::source::Source;
use crate::text::Trimmer;
use crate::tree::{Base64Hint, Form, Member, ValueSource};

/// Raw bytes up to which leaving them out saves nothing.
const FEW_BYTES: usize = 64;
/// Length of the shortest string from which base64 is removed.
pub(super) const BASE64: usize = 200;
/// Length above which strings are searched for base64; shorter ones within their limit are checked only at their
/// beginning: a walk must not read every text.
const LOOKED_THROUGH: usize = 2000;
/// Length of a run of base64 chars to search for: lines of wrapped base64 are this long.
pub(super) const RUN: usize = 60;
/// Upper bound on the bytes of a 64-bit number with sign and exponent, however it is written.
const LONGEST_NUMBER: usize = 400;
/// Chars at the beginning that show whether a string is base64.
const BEGINNING: usize = 64;
/// The same limits, for owners that check a value before the walk.
pub(super) const BASE64_LOOK: Base64Hint =
    Base64Hint { shortest: BASE64, searched: LOOKED_THROUGH, run: RUN, beginning: BEGINNING };

/// Replacement of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewText {
    /// A new text.
    Whole(String),
    /// The beginning and the end of the old text, with another text between them.
    Pieces {
        /// End of the kept beginning, in the owner's units.
        head: usize,
        /// The text between.
        between: String,
        /// Start of the kept end, in the owner's units.
        tail: usize,
    },
}

/// Change of a value that is not a container.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub(super) text: NewText,
    /// The whole text is generated: if it does not fit, a shorter wording replaces it, never a part of it.
    pub(super) ours: bool,
    /// The cut; `None` if nothing is missing.
    pub(super) cut: Option<Reduction>,
}

impl Change {
    /// Returns its bytes as JSON.
    pub(super) fn json_bytes(&self, source: &dyn ValueSource, member: &Member) -> usize {
        match (&self.text, member.form) {
            (NewText::Whole(text), _) => words::json_len(text),
            (NewText::Pieces { head, between, tail }, Form::Text(units) | Form::Bytes(units)) => {
                source.piece_json_bytes(member.node, 0, *head)
                    + words::json_len(between)
                    + source.piece_json_bytes(member.node, *tail, units)
            }
            (NewText::Pieces { between, .. }, _) => words::json_len(between),
        }
    }
}

/// Returns the change of a value that is not a container, by its limit; `None` if it stays as it is.
pub(super) fn change(source: &dyn ValueSource, member: &Member, caps: &Caps, rules: &Rules) -> Option<Change> {
    match member.form {
        Form::Text(units) => {
            let may_go = caps.demands()[0] == Demand::Least(0);
            let looked_at = may_go && rules.takes_base64() && units >= BASE64;
            if !looked_at && is_surely_within(&caps.texts, units) {
                return None;
            }
            let mut found = None;
            source.text(member.node, &mut |text| found = of_text(source, member.node, text, units, caps, looked_at));
            found
        }
        Form::Bytes(size) => of_bytes(source, member, size, caps, rules),
        Form::Digits => {
            let mut found = None;
            source.text(member.node, &mut |text| {
                let digits = whole(text);
                let size = digits.len();
                found = Some(match over(&digits, caps) {
                    Some(text) => Change {
                        cut: Some(Reduction::string(size, text.len(), limit(caps))),
                        ours: matches!(caps.texts.set(), Texts::Replace(_)),
                        text: NewText::Whole(text),
                    },
                    None => Change { text: NewText::Whole(digits), ours: false, cut: None },
                });
            });
            found
        }
        // Only JSON texts hold numbers longer than any that a program computes with.
        Form::Plain(size) if size > LONGEST_NUMBER && !is_surely_within(&caps.texts, size) => {
            let text = match caps.texts.set() {
                Texts::Replace(most) if size <= *most => return None,
                Texts::Replace(most) => words::too_long(size, *most),
                _ => within("[truncated]", caps),
            };
            let cut = Some(Reduction::string(size, text.len(), limit(caps)));
            Some(Change { cut, ours: true, text: NewText::Whole(text) })
        }
        Form::Unreadable => {
            let text = within(words::UNREADABLE, caps);
            let cut = Some(Reduction { kind: CutKind::Unreadable, before: 0, after: text.len(), limit: 0 });
            Some(Change { cut, ours: true, text: NewText::Whole(text) })
        }
        _ => None,
    }
}

/// Returns `true` if a text of this length is within its limit whatever it contains.
fn is_surely_within(texts: &Texts, units: usize) -> bool {
    match texts.set() {
        Texts::Free => true,
        // A unit is at most three bytes of UTF-8, whoever owns the text.
        Texts::Replace(most) => units <= most / 3,
        Texts::Trim(trimmer) => !trimmer.needs_all() && units <= trimmer.safe_utf16() / 3,
    }
}

fn of_text(
    source: &dyn ValueSource,
    node: u32,
    text: &dyn Source,
    units: usize,
    caps: &Caps,
    looked_at: bool,
) -> Option<Change> {
    let is_over = exceeds(text, &caps.texts);
    if looked_at
        && (begins_as_base64(text) || (is_over || units > LOOKED_THROUGH) && source.holds_base64(node, RUN))
        && let Some(change) = without_base64(text, caps)
    {
        return Some(change);
    }
    if !is_over {
        return None;
    }
    let before = text.bytes(0, text.len());
    Some(match caps.texts.set() {
        Texts::Free => return None,
        Texts::Replace(most) => replaced(words::too_long(before, *most), before, *most),
        Texts::Trim(trimmer) => trimmed(text, trimmer, before, limit(caps))?,
    })
}

fn replaced(text: String, before: usize, limit: usize) -> Change {
    let ours = true;
    Change { cut: Some(Reduction::string(before, text.len(), limit)), ours, text: NewText::Whole(text) }
}

/// Returns the limit of a string as a number; a trimmer's limit may be in any unit.
fn limit(caps: &Caps) -> usize {
    match caps.texts.set() {
        Texts::Free => 0,
        Texts::Replace(most) => *most,
        Texts::Trim(trimmer) => trimmer.limit(),
    }
}

/// Trims a text that is over the limits of a trimmer.
pub(super) fn trimmed(text: &dyn Source, trimmer: &Trimmer, before: usize, limit: usize) -> Option<Change> {
    if trimmer.needs_all() {
        let new = trimmer.trim_owned(&whole(text))?;
        return Some(Change { ours: false, ..replaced(new, before, limit) });
    }
    let plan = trimmer.plan(text)?;
    let between = trimmer.between_of(&plan);
    let kept = text.bytes(0, plan.head) + text.bytes(plan.tail, text.len());
    let cut = Some(Reduction::string(before, kept + between.len(), limit));
    Some(Change { text: NewText::Pieces { head: plan.head, between, tail: plan.tail }, ours: false, cut })
}

fn exceeds(text: &dyn Source, texts: &Texts) -> bool {
    match texts.set() {
        Texts::Free => false,
        Texts::Replace(most) => {
            let (least, largest) = text.bounds().bytes;
            least > *most || largest > *most && text.bytes(0, text.len()) > *most
        }
        Texts::Trim(trimmer) if trimmer.needs_all() => trimmer.trim_owned(&whole(text)).is_some(),
        Texts::Trim(trimmer) => trimmer.is_over(text),
    }
}

/// Removes base64 from a text and applies its limit; `None` if it holds no base64.
pub(super) fn without_base64(text: &dyn Source, caps: &Caps) -> Option<Change> {
    let all = whole(text);
    let cleaned = clean(&all, &CleanOptions::new().base64(true));
    if cleaned.counts.base64 == 0 {
        return None;
    }
    let before = all.len();
    let kind = if over(&cleaned.text, caps).is_some() { CutKind::String } else { CutKind::Base64 };
    let text = over(&cleaned.text, caps).unwrap_or_else(|| cleaned.text.into_owned());
    let limit = if kind == CutKind::String { limit(caps) } else { 0 };
    let ours = kind == CutKind::String && matches!(caps.texts.set(), Texts::Replace(_));
    Some(Change { cut: Some(Reduction { kind, before, after: text.len(), limit }), ours, text: NewText::Whole(text) })
}

/// Returns the replacement of a generated text that is over its limit; `None` if it is not.
fn over(text: &str, caps: &Caps) -> Option<String> {
    match caps.texts.set() {
        Texts::Free => None,
        Texts::Replace(most) => (text.len() > *most).then(|| words::too_long(text.len(), *most)),
        Texts::Trim(trimmer) => trimmer.trim_owned(text),
    }
}

/// Returns a generated text, or a shorter wording that is within its limit.
pub(super) fn within(text: &str, caps: &Caps) -> String {
    words::first_fitting(&[text, crate::forms::CUT.written, "..."], |text| fits(text, caps))
}

/// Returns `true` if a generated text is within its limit.
pub(super) fn fits(text: &str, caps: &Caps) -> bool {
    over(text, caps).is_none()
}

fn of_bytes(source: &dyn ValueSource, member: &Member, size: usize, caps: &Caps, rules: &Rules) -> Option<Change> {
    let text = if rules.takes_base64() {
        // JSON cannot represent some numbers.
        if size <= FEW_BYTES && source.json_bytes(member.node, FEW_BYTES * 64) <= FEW_BYTES * 64 {
            return None;
        }
        within(&words::raw_bytes(size), caps)
    } else {
        let most = match caps.texts.set() {
            Texts::Replace(most) => *most,
            Texts::Trim(trimmer) => trimmer.limit(),
            Texts::Free => usize::MAX / 8,
        };
        if source.json_bytes(member.node, most) <= most {
            return None;
        }
        within(&words::raw_bytes(size), caps)
    };
    let cut = Some(Reduction { kind: CutKind::Base64, before: size, after: text.len(), limit: 0 });
    Some(Change { cut, ours: true, text: NewText::Whole(text) })
}

fn begins_as_base64(text: &dyn Source) -> bool {
    let mut buffer = Vec::new();
    let beginning = text.read(0, text.skip_utf16(0, text.len(), BEGINNING), &mut buffer);
    beginning.starts_with("data:") || beginning.bytes().all(is_base64)
}

/// Reads the whole text.
pub(super) fn whole(text: &dyn Source) -> String {
    let mut all = String::with_capacity(text.len());
    crate::source::windows(text, 0, text.len(), |window| {
        all.push_str(window);
        true
    });
    all
}
