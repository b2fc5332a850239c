//! Shortens an item to both ends of its text, or to one line.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::call::Category;
use crate::call::effect::Kind;
use crate::compact::arguments;
use crate::compact::call::CallAt;
use crate::compact::fact::{brief, brief_of, fact, names_changes, start, with};
use crate::compact::inventory::ItemKind;
use crate::compact::options::KeepResult;
use crate::compact::plan::Plan;
use crate::compact::plan::rung::{Choice, Stated};
use crate::compact::runs::Uncut;
use crate::compact::thinking::GONE;
use crate::format::extract::single;
use crate::forms::{self, begins_like_ours, neutralise};
use crate::source::{Source, piece, utf16_len};
use crate::text::select::Kind as KindOfText;
use crate::text::{RescueOptions, TrimOptions, Trimmer};
use crate::tree::Tree;

/// Assistant texts are never cut below this.
const SAID: usize = 40;

/// Units from which on lines that matter stand between the ends of a result: in less, its ends say more.
pub(super) const SELECTED: u64 = 600;

/// Share of a failed result for its error lines.
const FAILED: f64 = 0.9;

impl<T: Tree> Plan<'_, '_, T> {
    /// An item as one line, or `brief` as small as it gets.
    pub(crate) fn least(&self, item: usize, is_brief: bool) -> Option<Choice> {
        let inventory = self.inventory;
        let found = inventory.items.get(item)?;
        match found.kind {
            ItemKind::Result(call) => {
                let held = &inventory.calls[call];
                let Some(stated) = held.stated else { return Some(self.line(call, found.text, is_brief)) };
                let text = is_brief.then(|| brief_of(&inventory.original_result(held), &stated)).flatten()?;
                Some(Choice::fact(text, Stated { is_brief: true, ..stated }))
            }
            ItemKind::Args(call) => self.bare[call].clone().map(Choice::of),
            ItemKind::Text => Some(Choice::of(start(&inventory.text(found.at), SAID))),
            ItemKind::Media => inventory.label(found.at).map(Choice::of),
            ItemKind::Thinking => Some(GONE),
        }
    }

    /// Returns the fact of a call, with the error of a failure. A brief one omits what the arguments already show.
    fn line(&self, call: usize, units: u64, is_brief: bool) -> Choice {
        let (inventory, held) = (self.inventory, &self.inventory.calls[call]);
        let stated = Stated {
            failed: held.failed,
            is_brief: is_brief || names_changes(held),
            units,
            tokens: inventory.result_tokens(held),
            media: held.media,
            kept: held.kept,
        };
        let mut text = if is_brief {
            let left = self.bare[call].as_deref().unwrap_or(&held.args_text);
            brief(held, &stated, held.effect.writes.iter().any(|path| !arguments::names(left, path)))
        } else {
            fact(held, self.staleness[call], &stated, inventory.hits(held))
        };
        if !is_brief && let Some(title) = inventory.title(held) {
            text = with(&text, &title);
        }
        if self.quotes_failure(call) {
            let (is_open, whole) = (self.is_open(call), self.is_open(call) && !is_brief);
            let quote = inventory.failure(held, is_open, |quotes| if whole { &quotes.block } else { &quotes.line });
            text = with(&text, &quote);
        }
        Choice::fact(text, stated)
    }

    /// Returns `true` for a call after which the same did not succeed.
    fn is_open(&self, call: usize) -> bool {
        self.staleness[call].resolved.is_none()
    }

    fn quotes_failure(&self, call: usize) -> bool {
        let held = &self.inventory.calls[call];
        (held.failed || held.suspect) && self.options.preserve_errors_verbatim
    }

    /// The error lines of a failure that its text has to keep; empty without any.
    pub(super) fn quotes(&self, call: usize) -> String {
        if !self.quotes_failure(call) {
            return String::new();
        }
        self.inventory.error_lines(&self.inventory.calls[call], self.is_open(call))
    }

    /// Trims a result, or what is left of it without repeats, to both ends, with the error of a failure between them, within `most` units.
    pub(crate) fn trimmed(&self, call: usize, most: u64, uncut: Option<&Uncut>) -> Option<Choice> {
        let held = &self.inventory.calls[call];
        let error = self.quotes(call);
        let lines = || error.lines().map(str::trim).filter(|line| !line.is_empty());
        let own = self.options.policy(held.original_name()).and_then(|policy| policy.result.clone());
        let mut options = own.clone().unwrap_or_default();
        if own.is_none() {
            let selects = most >= SELECTED && !self.is_read_on(held);
            options = options.rescue(RescueOptions::from(selects).reading_on());
        }
        options.keeping = held.kept.is_some();
        // A marker with a ref says how the rest is read, and in few units lines are worth more.
        let says = most >= SELECTED && own.is_none() && held.kept.is_none() && self.is_unseen(call);
        let rest = if says { ["\n", forms::REST.written].concat() } else { String::new() };
        let limit = most.saturating_sub(utf16_len(&rest) as u64);
        let own_marker = options.marker.is_some();
        let options = options.max_utf16(usize::try_from(limit).unwrap_or(usize::MAX));
        let bare = (uncut.is_none() && error.is_empty() && own.is_none() && options.rescues().is_none())
            .then(|| self.bare_ends(held, options.clone()))
            .flatten();
        let cut_by = |options: TrimOptions| {
            let clean = options.clean.ansi(true);
            let trimmer = Trimmer::new(options.clean(clean)).ok()?;
            let trimmer = trimmer.kept_under(held.kept).guarding();
            let whole =
                uncut.map_or_else(|| Cow::Owned(self.inventory.safe_text(held)), |uncut| Cow::Borrowed(&*uncut.text));
            let cut = trimmer.trim(&whole);
            // A fact has room for all of them.
            lines().all(|line| cut.text.contains(line)).then(|| (cut.text.into_owned(), cut.truncated))
        };
        let required = || RescueOptions::new().share(FAILED).requiring(lines().map(String::from).collect());
        let (cut, is_cut) = match bare {
            Some(cut) => (cut, true),
            None if error.is_empty() => cut_by(options)?,
            // The usual selection keeps more of a run than its error lines, and usually these, too.
            None => {
                let usual = || cut_by(options.clone().rescue(RescueOptions::new()));
                let selected = (own.is_none() && most >= SELECTED).then(usual).flatten();
                selected.or_else(|| cut_by(options.clone().rescue(required())))?
            }
        };
        // Without room for a ref marker a fact is shorter.
        if !own_marker && held.kept.is_some_and(|reference| !cut.contains(&*format!("{reference}]"))) {
            return None;
        }
        // A failed result without a text is refused; a fact says that it failed.
        if held.failed && cut.is_empty() {
            return None;
        }
        match uncut {
            Some(uncut) => uncut.cut(&cut).or_else(|| self.trimmed(call, most, None)),
            // Beside an image that left, all of the text may stay.
            None => Some(Choice::of(if is_cut { cut + &rest } else { cut })),
        }
    }
}

impl<T: Tree> Plan<'_, '_, T> {
    /// Returns `true` for a result that no later read brings back and that one line cannot sum up.
    pub(super) fn is_once(&self, call: usize) -> bool {
        let held = &self.inventory.calls[call];
        let stays = held.keep != KeepResult::Never && !self.staleness[call].is_stale();
        let effect = held.original_effect();
        // A command that also removes a cache is still a run.
        let is_run = match effect.kind {
            Kind::Run | Kind::Other => true,
            Kind::Read | Kind::Fetch | Kind::Search => false,
            Kind::Edit | Kind::Write | Kind::Delete => effect.command.is_some(),
        };
        let source = || single(&self.inventory.pieces(held.result));
        stays && is_run && source().is_none_or(|source| !is_uniform(&source))
    }

    /// Returns `true` for a file that is read on from where it was read last: not for a log that a command printed.
    fn is_read_on(&self, held: &CallAt) -> bool {
        let effect = held.original_effect();
        if effect.category() != Category::Read || effect.command.is_none() {
            return effect.category() == Category::Read;
        }
        single(&self.inventory.pieces(held.result)).is_none_or(|source| {
            let opening = piece(&source, 0, source.skip_utf16(0, source.len(), OPENING));
            let kind = KindOfText::of(&opening.lines().collect::<Vec<_>>());
            kind == KindOfText::Plain || kind.is_read_on()
        })
    }

    /// Returns `true` for a result that looks like a fact of a step whose state is lost.
    pub(super) fn is_lost_fact(&self, call: usize) -> bool {
        let (inventory, held) = (self.inventory, &self.inventory.calls[call]);
        held.stated.is_none() && begins_like_ours(&inventory.original_result(held))
    }

    /// Both ends of a result, reading little more; none where they would have to be cleaned, escaped or redacted first.
    fn bare_ends(&self, call: &CallAt, options: TrimOptions) -> Option<String> {
        let source = match self.inventory.redact {
            None => single(&self.inventory.pieces(call.result))?,
            Some(_) => return None,
        };
        let trimmer = Trimmer::new(options).ok()?.kept_under(call.kept).guarding();
        let (head, marker, tail) = trimmer.parts(&source);
        let is_plain = |text: &str| !text.contains('\u{1b}') && matches!(neutralise(text), Cow::Borrowed(_));
        (is_plain(&head) && is_plain(&tail)).then(|| [head, marker, tail].concat())
    }
}

/// Units by which the kind of a result is known.
const OPENING: usize = 1024;

/// Returns `true` if all lines of a text of up to 4,096 units are alike except for numbers. Longer texts are not read.
fn is_uniform<S: Source>(source: &S) -> bool {
    const READ: usize = 4096;
    const LEAST: usize = 12;
    let len = source.len();
    if source.skip_utf16(0, len, READ) < len {
        return false;
    }
    let text = piece(source, 0, len);
    let form = |line: &str| -> String { line.chars().filter(|c| !c.is_ascii_digit()).collect() };
    // The last line may be cut.
    let whole = text.trim_end_matches('\n').rsplit_once('\n').map_or("", |(whole, _)| whole);
    let mut forms = whole.lines().map(form);
    let first = forms.next();
    forms.all(|form| Some(form) == first) && whole.lines().count() >= LEAST
}

/// Both ends of a text.
pub(crate) fn ends(text: &str, most: u64) -> String {
    let options = TrimOptions::new().max_utf16(usize::try_from(most).unwrap_or(usize::MAX)).ends_alone();
    Trimmer::new(options).map_or_else(|_| start(text, SAID), |trimmer| trimmer.trim(text).text.into_owned())
}
