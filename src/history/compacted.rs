//! A history as text: the summary of older calls, and the recent ones in full while they fit.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::config::{Budget, Threshold, TruncationConfig, share_of};
use super::weigh::{tokens, tokens_of_text, units};
use crate::call::{call_text, result_text};
use crate::format::calls::Calls;
use crate::forms::neutralise;
use crate::source::utf16_len;
use crate::text::{DEFAULT_MARKER, TrimOptions, Trimmer};
use crate::tree::Tree;

/// A history of calls as text for a model.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct CompactedHistory {
    /// The older calls in a few lines; nothing when there are none.
    pub summary: Option<String>,
    /// The recent calls, oldest first.
    pub recent_calls: Vec<FormattedToolEntry>,
    /// Number of calls that the summary replaces.
    pub truncated_count: usize,
    /// Number of calls.
    pub original_count: usize,
    /// A line for users; nothing without a summary, and with [`TruncationConfig::reference`].
    pub notice: Option<String>,
}

/// A recent call as text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct FormattedToolEntry {
    /// The call.
    pub call_text: String,
    /// The result: whole, or both ends of it and a marker.
    pub result_text: String,
    /// True if the call failed.
    pub is_error: bool,
}

/// Results shrink to this size while others can still shrink.
const LEAST: u64 = 1000;

impl TruncationConfig {
    /// The history as text: calls that are recent by number in full, the others as a summary.
    ///
    /// ```
    /// # #[cfg(feature = "serde_json")] {
    /// use serde_json::json;
    /// use tooltrim::TruncationConfig;
    /// use tooltrim::host::JsonTree;
    ///
    /// let calls = [
    ///     json!({"callId": "a", "name": "run_in_terminal", "args": {"command": "npm ci"}, "result": "ok"}),
    ///     json!({"callId": "b", "name": "read_file", "args": {"path": "src/a.ts"}, "result": "export {}"}),
    /// ];
    /// let config = TruncationConfig::new().recent_calls_to_keep(1);
    /// let history = config.compacted(&JsonTree::Messages(&calls), None, None).unwrap();
    /// assert_eq!(
    ///     history.summary.as_deref(),
    ///     Some("[Earlier in this session:]\n- Ran 1 terminal command(s): npm ci\n  [Earlier: Ran `npm ci`]"),
    /// );
    /// assert_eq!(history.recent_calls[0].result_text, "<!-- prior-tool-result: b -->\nexport {}");
    /// # }
    /// ```
    ///
    /// Without a budget a recent result is trimmed only when it alone is over the threshold, and over 10,000 chars (in
    /// the unit of the threshold). With a budget the whole is meant to fit it: recent results are trimmed, oldest first
    /// to 1,000 units, then below. Calls and the summary are not: they may be more than a very small budget.
    ///
    /// With a `summary` from elsewhere, as in [`plan`](Self::plan), `None` is returned if all calls are recent or the text
    /// is refused.
    pub fn compacted<T: Tree>(
        &self,
        calls: &T,
        budget: Option<Budget>,
        summary: Option<&str>,
    ) -> Option<CompactedHistory> {
        let calls = &Calls::new(calls);
        let read = self.read(calls);
        let older: Vec<usize> = (0..self.recent_from(calls.len())).collect();
        let summary = match summary {
            Some(text) => Some(self.accept(text).filter(|_| !older.is_empty())?),
            None => (!older.is_empty()).then(|| self.summary_of(calls, &read, &older)),
        };
        let from = self.recent_from(calls.len());
        let recent = || from..calls.len();
        let call_texts: Vec<String> =
            recent().map(|at| call_text(self.rendering, &calls.name(at), &calls.id(at), &calls.args(at))).collect();
        let results: Vec<Piece<'_, T>> = recent().map(|at| Piece { config: self, calls, at }).collect();
        let texts = match budget {
            Some(budget) => {
                let unit = self.unit(budget);
                let fixed = call_texts.iter().map(String::as_str).chain(summary.as_deref());
                let room = unit.size.saturating_sub(fixed.map(|text| self.weigh(text, unit)).sum());
                share(&results, room, unit)
            }
            None => results.iter().map(|result| result.within(self.huge())).collect(),
        };
        let recent_calls: Vec<FormattedToolEntry> = call_texts
            .into_iter()
            .zip(texts)
            .zip(&read[from..])
            .map(|((call_text, result_text), call)| FormattedToolEntry {
                call_text,
                result_text,
                is_error: call.failed,
            })
            .collect();
        let notice = summary.as_deref().and_then(|summary| {
            self.notice((from, calls.len()), summary, || {
                // One by one, so that the sum does not depend on who counted.
                let before = |at: usize| tokens(calls, [at], self.dialect);
                let after =
                    recent().zip(&recent_calls).map(|(at, call)| before(at) * left(calls, at, call)).sum::<f64>();
                let written = tokens_of_text(summary, self.dialect) as f64;
                ((0..calls.len()).map(before).sum(), written + after)
            })
        });
        let summary = summary.filter(|summary| !summary.is_empty());
        Some(CompactedHistory { summary, recent_calls, truncated_count: from, original_count: calls.len(), notice })
    }

    /// Limit of a single result.
    fn huge(&self) -> Limit {
        const HUGE: u64 = 10_000;
        self.unit(match self.truncation_threshold {
            Threshold::Written(size) | Threshold::Size(Budget::Chars(size)) => Budget::Chars(size.max(HUGE)),
            Threshold::Size(Budget::Tokens(size)) => Budget::Tokens(size.max(HUGE)),
            Threshold::Share(share, Budget::Chars(of)) => Budget::Chars(share_of(share, of).max(HUGE)),
            Threshold::Share(share, Budget::Tokens(of)) => Budget::Tokens(share_of(share, of).max(HUGE)),
            Threshold::Calls(_) => Budget::Chars(HUGE),
        })
    }

    fn unit(&self, budget: Budget) -> Limit {
        match budget {
            Budget::Chars(size) => Limit { size, tokens: false },
            Budget::Tokens(size) if self.dialect.is_own() => Limit { size, tokens: true },
            // Four units a token.
            Budget::Tokens(size) => Limit { size: size.saturating_mul(4), tokens: false },
        }
    }

    fn weigh(&self, text: &str, unit: Limit) -> u64 {
        if unit.tokens { tokens_of_text(text, self.dialect) } else { utf16_len(text) as u64 }
    }
}

/// The share of a call that is left when its result was trimmed, in the unit that every counter follows.
fn left<T: Tree>(calls: &Calls<T>, at: usize, written: &FormattedToolEntry) -> f64 {
    let left = utf16_len(&written.call_text) + utf16_len(&written.result_text);
    (left as f64 / units(calls, at).max(1) as f64).min(1.0)
}

/// UTF-16 units or tokens.
#[derive(Clone, Copy)]
struct Limit {
    size: u64,
    tokens: bool,
}

/// Trims results so that together they are within a room: oldest first down to a least, then below.
fn share<T: Tree>(results: &[Piece<'_, T>], room: u64, unit: Limit) -> Vec<String> {
    // None can have more than all.
    let most = Limit { size: room, ..unit };
    let mut texts: Vec<String> = results.iter().map(|result| result.within(most)).collect();
    let size = |text: &str| results.first().map_or(0, |result| result.config.weigh(text, unit));
    let mut total: u64 = texts.iter().map(|text| size(text)).sum();
    let least = if unit.tokens { LEAST / 4 } else { LEAST };
    for least in [least, 0] {
        for (result, text) in results.iter().zip(&mut texts) {
            let (over, own) = (total.saturating_sub(room), size(text));
            if over > 0 && own > least {
                let shorter = result.within(Limit { size: (own - over.min(own)).max(least), ..unit });
                // A few units may be less than the marker that would stand for them.
                if size(&shorter) < own {
                    total = total - own + size(&shorter);
                    *text = shorter;
                }
            }
        }
    }
    texts
}

/// The result of a recent call.
struct Piece<'a, T: Tree> {
    config: &'a TruncationConfig,
    calls: &'a Calls<T>,
    at: usize,
}

impl<T: Tree> Piece<'_, T> {
    /// The result as text, within a limit unless that is too small for any marker.
    fn within(&self, limit: Limit) -> String {
        let (rendering, id) = (self.config.rendering, self.calls.id(self.at));
        let Some(result) = self.calls.result(self.at) else { return result_text(rendering, &id, "") };
        let frame = self.config.weigh(&result_text(rendering, &id, ""), limit);
        let mut size = limit.size.saturating_sub(frame);
        // Escaping lines that look like ours adds backslashes: trims again by that amount.
        for _ in 0..4 {
            // Histories keep their bytes: the ends, and numbers without separators.
            let options = TrimOptions::new().rescue(false).marker(DEFAULT_MARKER);
            let most = usize::try_from(size).unwrap_or(usize::MAX);
            let options = if limit.tokens { options.max_tokens(most) } else { options.max_utf16(most) };
            let Ok(trimmer) = Trimmer::new(options) else { break };
            let (head, marker, tail) = trimmer.parts(&result);
            let text = format!("{}{marker}{}", result_text(rendering, &id, &head), neutralise(&tail));
            let over = self.config.weigh(&text, limit).saturating_sub(limit.size);
            if over == 0 {
                return text;
            }
            size = size.saturating_sub(over);
        }
        result_text(rendering, &id, "...")
    }
}
