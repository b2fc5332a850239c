//! `trim` for JSON texts: searches for the total at which all limits hold, whatever their units.
//!
//! Here and not in `text`, because value trimming builds on text trimming.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::fill::part;
use super::json::{Written, written};
use super::rules::{JSON_LEVELS, Rules};
use crate::event::Noise;
use crate::facts::Sizes;
use crate::measure::{TokenEstimator, estimate_tokens};
use crate::plain::PLAIN;
use crate::text::{Trimmed, Trimmer};
use crate::tree::JsonText;

impl Trimmer {
    /// Trims a JSON text that is over a limit, to JSON; `None` if it is not JSON, or if the limits leave no room for
    /// JSON. A number is never cut: a text in its place reports that it is missing. `count` is the owner's own token
    /// counter.
    #[must_use]
    pub fn trim_json(&self, text: &str, count: &dyn Fn(&str) -> usize) -> Option<Trimmed<'static>> {
        if PLAIN {
            return None;
        }
        let bounded = bounded_json(text, self, count)?;
        let mut omitted = self.nothing_omitted();
        (omitted.utf16, omitted.chars) = (bounded.omitted.utf16, bounded.omitted.chars);
        omitted.bytes = omitted.bytes.map(|_| bounded.omitted.bytes);
        omitted.tokens = omitted.tokens.map(|_| bounded.omitted_tokens);
        let truncated = !bounded.complete;
        if truncated {
            self.report(text, &bounded.text, omitted);
        }
        let cleaned = bounded.blanks.map(|blanks| Noise { chars: blanks.chars, lines: blanks.newlines });
        let (text, kept) = (Cow::Owned(bounded.text), Vec::new());
        Some(Trimmed { text, truncated, omitted, cleaned, reference: None, kept })
    }
}

/// A bounded JSON text.
#[derive(Debug)]
struct BoundedJson {
    text: String,
    /// Sizes of the missing parts of the compact text.
    omitted: Sizes,
    omitted_tokens: u64,
    /// `true` if nothing is missing.
    complete: bool,
    /// Sizes of the removed white space between tokens, if there was any.
    blanks: Option<Sizes>,
}

/// Bounds a JSON text to all limits of a trimmer.
fn bounded_json(text: &str, trimmer: &Trimmer, count: &dyn Fn(&str) -> usize) -> Option<BoundedJson> {
    let json = JsonText::parse(text)?;
    let (mut sizes, mut tokens) = (Sizes::default(), TokenEstimator::new());
    json.compact_pieces(0, |piece| {
        sizes = sizes.plus(Sizes::of(piece));
        if trimmer.counts_tokens() {
            tokens.push(piece);
        }
    });
    let whole = sizes.bytes as usize;
    let blanks = (whole < text.len()).then(|| Sizes::of(text).less(sizes));
    // Call a counter only for text that may fit.
    let may_fit = !trimmer.is_surely_over(&sizes)
        && (!trimmer.has_counter() || trimmer.bytes_within(&sizes, tokens.tokens() as u64) * 3 / 2 >= whole);
    if blanks.is_some() && may_fit {
        let mut compact = String::with_capacity(whole);
        json.write_compact(0, &mut compact);
        if trimmer.excess(&compact, count).is_none() {
            let omitted = Sizes::default();
            return Some(BoundedJson { text: compact, omitted, omitted_tokens: 0, complete: true, blanks });
        }
    }
    let (mut over, mut best): (usize, Option<(usize, Written)>) = (whole.saturating_add(1), None);
    let mut bytes = trimmer.bytes_within(&sizes, tokens.tokens() as u64).min(whole).max(2);
    for _ in 0..if trimmer.has_counter() { COUNTED_TRIES } else { TRIES } {
        let rules = Rules::of_json(bytes, trimmer.without_limits(), JSON_LEVELS);
        let next = written(&json, &super::plan_by(&json, &rules).ok()?);
        let excess = trimmer.excess(&next.text, count);
        let guess = if let Some((size, limit)) = excess {
            over = bytes.min(over);
            part(next.text.len(), limit, size)
        } else {
            let best_bytes = best.as_ref().map_or(0, |(bytes, _)| *bytes);
            let is_full = trimmer.fullness(&next.text) >= NEAR;
            if bytes >= best_bytes {
                best = Some((bytes, next));
            }
            if is_full {
                break;
            }
            bytes + (over - bytes) / 2
        };
        let low = best.as_ref().map_or(1, |(bytes, _)| *bytes);
        // Near enough: within a fiftieth.
        if over <= low + 1 + low / 50 {
            break;
        }
        bytes = guess.max(low + 1).min(over - 1);
    }
    let (_, written) = best?;
    let kept = Sizes::of(&written.text).less(written.added);
    let kept_tokens = if trimmer.counts_tokens() { estimate_tokens(&written.text) } else { 0 };
    let omitted_tokens = tokens.tokens().saturating_sub(kept_tokens) as u64;
    Some(BoundedJson { omitted: sizes.less(kept), omitted_tokens, text: written.text, complete: false, blanks })
}

/// Thousandths of a limit that are near enough to it.
const NEAR: u64 = 970;
/// Most attempts if each calls a caller's counter.
const COUNTED_TRIES: usize = 4;
/// Most attempts at a result near its limits.
const TRIES: usize = 7;
