//! Shortens an item to both ends of its text, or to one line.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

use crate::call::Category;
use crate::compact::arguments;
use crate::compact::call::CallAt;
use crate::compact::fact::{brief, brief_of, fact, start, with};
use crate::compact::inventory::ItemKind;
use crate::compact::plan::Plan;
use crate::compact::plan::rung::{Choice, Rung};
use crate::compact::thinking::GONE;
use crate::format::extract::single;
use crate::forms::neutralise;
use crate::marker::REF;
use crate::source::utf16_len;
use crate::text::{RescueOptions, TrimOptions, Trimmer};
use crate::tree::Tree;

/// Assistant texts are never cut below this.
const SAID: usize = 40;

/// Units from which on lines that matter stand between the ends of a result: in less, its ends say more.
const SELECTED: u64 = 600;

/// Share of a failed result for its error lines.
const FAILED: f64 = 0.9;

impl<T: Tree> Plan<'_, '_, T> {
    /// An item as one line, or `brief` as small as it gets.
    pub(crate) fn least(&self, item: usize, is_brief: bool) -> Option<Choice> {
        let inventory = self.inventory;
        let found = inventory.items.get(item)?;
        match found.kind {
            ItemKind::Result(call) if inventory.calls[call].is_fact => {
                let brief = || brief_of(&inventory.original_result(&inventory.calls[call]));
                let text = is_brief.then(brief).flatten()?;
                Some(Choice { rung: Rung::Fact, units: utf16_len(&text) as u64, text: Some(text) })
            }
            ItemKind::Result(call) => Some(self.line(call, found.text, is_brief)),
            ItemKind::Args(call) => self.bare[call].clone().map(Choice::of),
            ItemKind::Text => Some(Choice::of(start(&inventory.text(found.at), SAID))),
            ItemKind::Media => inventory.label(found.at).map(Choice::of),
            ItemKind::Thinking => Some(GONE),
        }
    }

    /// Returns the fact of a call, with the error of a failure. A brief one omits what the arguments already show.
    fn line(&self, call: usize, units: u64, is_brief: bool) -> Choice {
        let (inventory, held) = (self.inventory, &self.inventory.calls[call]);
        let mut text = if is_brief {
            let left = self.bare[call].as_deref().unwrap_or(&held.args_text);
            brief(held, units, held.effect.writes.iter().any(|path| !arguments::names(left, path)))
        } else {
            fact(held, self.staleness[call], units, inventory.hits(held))
        };
        if !is_brief && let Some(title) = inventory.title(held) {
            text = with(&text, &title);
        }
        if self.quotes_failure(call) {
            let (is_open, whole) = (self.is_open(call), self.is_open(call) && !is_brief);
            let quote = inventory.failure(held, is_open, |quotes| if whole { &quotes.block } else { &quotes.line });
            text = with(&text, &quote);
        }
        Choice { rung: Rung::Fact, units: utf16_len(&text) as u64, text: Some(text) }
    }

    /// Returns `true` for a call after which the same did not succeed.
    fn is_open(&self, call: usize) -> bool {
        self.staleness[call].resolved.is_none()
    }

    fn quotes_failure(&self, call: usize) -> bool {
        let held = &self.inventory.calls[call];
        (held.failed || held.suspect) && self.options.preserve_errors_verbatim
    }

    /// Trims a result to both ends, with the error of a failure between them, within `most` units.
    pub(crate) fn trimmed(&self, call: usize, most: u64) -> Option<Choice> {
        let held = &self.inventory.calls[call];
        let error = if self.quotes_failure(call) {
            neutralise(&self.inventory.failure(held, self.is_open(call), |quotes| &quotes.line)).into_owned()
        } else {
            String::new()
        };
        let lines = || error.lines().map(str::trim).filter(|line| !line.is_empty());
        let own = self.options.policy(held.original_name()).and_then(|policy| policy.result.clone());
        let mut options = own.clone().unwrap_or_default();
        if own.is_none() {
            // A file is read on from where it was read last.
            let selects = most >= SELECTED && held.original_effect().category() != Category::Read;
            options = options.rescue(RescueOptions::from(selects).reading_on());
        }
        if !error.is_empty() {
            options = options.rescue(RescueOptions::new().share(FAILED).requiring(lines().map(String::from).collect()));
        }
        options.keeping = held.kept.is_some();
        let own_marker = options.marker.is_some();
        let options = options.max_utf16(usize::try_from(most).unwrap_or(usize::MAX));
        let bare = (error.is_empty() && own.is_none() && options.rescues().is_none())
            .then(|| self.bare_ends(held, options.clone()))
            .flatten();
        let cut = if let Some(cut) = bare {
            cut
        } else {
            let clean = options.clean.ansi(true);
            let trimmer = Trimmer::new(options.clean(clean)).ok()?;
            let trimmer = trimmer.kept_under(held.kept.unwrap_or_default()).guarding();
            trimmer.trim(&self.inventory.safe_text(held)).text.into_owned()
        };
        // A fact has room for all of them.
        if lines().any(|line| !cut.contains(line)) {
            return None;
        }
        // Without room for a ref marker a fact is shorter.
        if !own_marker && held.kept.is_some_and(|number| !cut.contains(&*format!("{REF}{number}]"))) {
            return None;
        }
        Some(Choice::of(cut))
    }
}

impl<T: Tree> Plan<'_, '_, T> {
    /// Both ends of a result, reading little more; none where they would have to be cleaned, escaped or redacted first.
    fn bare_ends(&self, call: &CallAt, options: TrimOptions) -> Option<String> {
        let source = match self.inventory.redact {
            None => single(&self.inventory.pieces(call.result))?,
            Some(_) => return None,
        };
        let trimmer = Trimmer::new(options).ok()?.kept_under(call.kept.unwrap_or_default()).guarding();
        let (head, marker, tail) = trimmer.parts(&source);
        let is_plain = |text: &str| !text.contains('\u{1b}') && matches!(neutralise(text), Cow::Borrowed(_));
        (is_plain(&head) && is_plain(&tail)).then(|| [head, marker, tail].concat())
    }
}

/// Both ends of a text.
pub(crate) fn ends(text: &str, most: u64) -> String {
    let options = TrimOptions::new().max_utf16(usize::try_from(most).unwrap_or(usize::MAX)).ends_alone();
    Trimmer::new(options).map_or_else(|_| start(text, SAID), |trimmer| trimmer.trim(text).text.into_owned())
}
