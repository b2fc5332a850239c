//! Fills a report: the rung of each exchange and its reason, used files, and the cost of the step.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::call::effect::Kind;
use crate::call::staleness::{Staleness, staleness_of};
use crate::compact::files::file_uses;
use crate::compact::inventory::{Inventory, ItemKind};
use crate::compact::options::{CompactOptions, KeepResult};
use crate::compact::plan::TINY;
use crate::compact::plan::choices::none;
use crate::compact::plan::rung::{Choice, Rung};
use crate::compact::report::{CompactionReport, ConversationSize, ExchangeReport, FileTrail, Unfit};
use crate::compact::step::{Decision, Step, chars_left, moved};
use crate::compact::summary::{ACKNOWLEDGED, Folding, answers};
use crate::format::conversation::{PartKind, Role};
use crate::hash::Table;
use crate::source::utf16_len;
use crate::tree::Tree;

impl Step<'_> {
    /// Fills the report of a decision; `given` is the summary of earlier steps.
    pub(crate) fn report<T: Tree>(
        &self,
        inventory: &Inventory<'_, T>,
        base: &[Option<Choice>],
        given: Option<&Folding>,
        decision: &Decision,
        report: &mut CompactionReport,
    ) {
        let choices = &decision.choices;
        report.over_target = decision.over_target;
        report.break_even_requests = decision.break_even_requests;
        report.notes.extend(&decision.notes);
        exchanges(inventory, choices, &decision.staleness, &decision.recent, report);
        report.before = ConversationSize { chars: inventory.chars, tokens: self.tokens(inventory, &none(inventory)) };
        report.after =
            ConversationSize { chars: chars_left(inventory, choices), tokens: self.tokens(inventory, choices) };
        let add = |size: &mut ConversationSize, text: &str, answered: bool| {
            for text in [text].into_iter().chain(answered.then_some(ACKNOWLEDGED)) {
                size.chars += utf16_len(text) as u64;
                size.tokens += (self.count)(text) + 4;
            }
        };
        if let Some(text) = decision.block() {
            add(&mut report.after, text, answers(self.options, inventory.conversation.format));
        }
        if let Some(given) = given.filter(|_| !inventory.block.is_empty()) {
            add(&mut report.before, &given.text, inventory.block.len() > 1);
        }
        if !report.fits {
            report.unfit = unfit(inventory, choices);
        }
        let moved = moved(given, decision.folding.as_ref());
        let is_first = base.iter().all(Option::is_none);
        let was = if is_first { report.before.tokens } else { self.tokens(inventory, base) };
        economics(inventory, (base, choices, moved), self.options, was, report);
        if decision.staleness.is_empty() {
            trails(inventory, &staleness_of(&inventory.plain_calls()), report);
        } else {
            trails(inventory, &decision.staleness, report);
        }
    }
}

/// Kinds of parts that do not fit, and why they are not cut further.
const UNFIT: [(&str, &str); 5] = [
    ("user texts", "they are never cut unless whenFull is drop-oldest"),
    ("system texts", "they are never cut"),
    ("assistant texts", "the last one is never cut, older ones keep their start"),
    ("arguments", "a call keeps its subject"),
    ("results", "a result keeps a line, a failure its error"),
];

/// Returns the size that remains of each kind of part, the largest first.
fn unfit<T: Tree>(inventory: &Inventory<'_, T>, choices: &[Option<Choice>]) -> Vec<Unfit> {
    let mut chars = [0; UNFIT.len()];
    let all = inventory.conversation.messages.iter().enumerate();
    for (_, message) in all.filter(|(at, _)| !inventory.block.contains(at)) {
        let kind = match message.role {
            Role::User => 0,
            Role::System => 1,
            _ => continue,
        };
        for part in message.parts.iter().filter(|part| part.kind == PartKind::Text) {
            chars[kind] += part.units as u64;
        }
    }
    for (item, choice) in inventory.items.iter().zip(choices) {
        let left = choice.as_ref().map_or(item.full, |choice| choice.units);
        let role = inventory.conversation.messages.get(item.at.message).map(|message| message.role);
        match item.kind {
            ItemKind::Text if role == Some(Role::User) => chars[0] = (chars[0] + left).saturating_sub(item.full),
            ItemKind::Text | ItemKind::Thinking => chars[2] += left,
            ItemKind::Args(_) => chars[3] += left,
            ItemKind::Result(_) => chars[4] += left,
            ItemKind::Media => {}
        }
    }
    let mut unfit: Vec<Unfit> = Vec::new();
    for ((what, why), chars) in UNFIT.into_iter().zip(chars).filter(|(_, chars)| *chars > 0) {
        let at = unfit.partition_point(|other| other.chars >= chars);
        unfit.insert(at, Unfit { what, chars, why });
    }
    unfit
}

fn exchanges<T: Tree>(
    inventory: &Inventory<'_, T>,
    choices: &[Option<Choice>],
    staleness: &[Staleness],
    recent: &[bool],
    report: &mut CompactionReport,
) {
    let mut of_call: Vec<(u64, u64, Rung)> = vec![(0, 0, Rung::Full); inventory.calls.len()];
    for (item, choice) in inventory.items.iter().zip(choices) {
        let (ItemKind::Result(call) | ItemKind::Args(call)) = item.kind else { continue };
        let Some(sum) = of_call.get_mut(call) else { continue };
        sum.0 += item.full;
        sum.1 += choice.as_ref().map_or(item.full, |choice| choice.units);
        if let ItemKind::Result(_) = item.kind {
            let ours = inventory.calls.get(call).filter(|call| call.is_fact).map(|_| Rung::Fact);
            sum.2 = choice.as_ref().map(|choice| choice.rung).or(ours).unwrap_or_default();
        }
    }
    for (number, (call, (before, after, rung))) in inventory.calls.iter().zip(of_call).enumerate() {
        let stale = staleness.get(number).copied().unwrap_or_default();
        let reason = match rung {
            _ if staleness.is_empty() => "no step was needed",
            _ if recent.get(number) == Some(&true) => "recent",
            _ if call.keep == KeepResult::Always => "kept: tools",
            _ if call.keep == KeepResult::Never => "not kept: tools",
            _ if call.hosted => "run by the provider",
            Rung::Full if call.result_units <= TINY => "small",
            _ if call.failed && stale.resolved.is_some() => "failed, passed later",
            _ if call.failed => "failed",
            _ if stale.changed.is_some() => "file changed since",
            _ if stale.again.is_some() => "repeated later",
            _ if stale.newest => "newest view",
            _ => "old",
        };
        report.exchanges.push(ExchangeReport {
            id: call.id.clone(),
            name: call.name.clone(),
            category: call.shown_category(),
            rung,
            reason,
            chars_before: before,
            chars_after: after,
        });
    }
}

/// Earlier and new choices, and the index of the message before which a block changed.
pub(crate) type Changed<'c> = (&'c [Option<Choice>], &'c [Option<Choice>], Option<usize>);

/// Cost of a step, and what it saves with each request.
pub(crate) fn economics<T: Tree>(
    inventory: &Inventory<'_, T>,
    (base, choices, moved): Changed<'_>,
    options: &CompactOptions,
    was: u64,
    report: &mut CompactionReport,
) {
    let changed = inventory.items.iter().zip(base.iter().zip(choices)).find(|(_, (old, new))| old != new);
    // A call's own place: its result may stand elsewhere.
    let Some(first) = changed.map(|(first, _)| first.at.message).into_iter().chain(moved).min() else {
        report.stable_prefix = report.after.chars;
        return;
    };
    report.first_changed_message = Some(first);
    let mut prefix = 0;
    for (item, choice) in inventory.items.iter().zip(choices) {
        if item.at.message < first {
            prefix += choice.as_ref().map_or(item.full, |choice| choice.units);
        }
    }
    let messages = &inventory.conversation.messages;
    let is_item =
        |at: crate::format::conversation::PartAt| inventory.items.binary_search_by(|item| item.at.cmp(&at)).is_ok();
    for (message, held) in messages.iter().enumerate().take(first) {
        for (part, what) in held.parts.iter().enumerate() {
            let at = crate::format::conversation::PartAt { message, part };
            if !is_item(at) {
                prefix += what.units as u64;
            }
        }
    }
    report.stable_prefix = prefix.min(report.after.chars);
    let chars = report.after.chars.max(1);
    let rest = chars - report.stable_prefix;
    report.rebilled_tokens = (report.after.tokens as f64 * rest as f64 / chars as f64) as u64;
    let prices = options.economics;
    let once = report.rebilled_tokens as f64 * (prices.cache_write - prices.cache_read).max(0.0);
    let saved = was.saturating_sub(report.after.tokens) as f64 * prices.cache_read;
    report.break_even_requests = (saved > 0.0).then(|| ceil(once / saved) as u64);
}

fn ceil(number: f64) -> f64 {
    let whole = number as u64 as f64;
    if whole < number { whole + 1.0 } else { whole }
}

/// Lists changed files, files that were only read, and open failures.
fn trails<T: Tree>(inventory: &Inventory<'_, T>, staleness: &[Staleness], report: &mut CompactionReport) {
    for file in file_uses(inventory, staleness) {
        let trail = FileTrail { path: file.path, calls: file.reads + file.edits, last_message: file.last_message };
        if file.edits > 0 { report.edited.push(trail) } else { report.read.push(trail) }
    }
    for (call, stale) in inventory.calls.iter().zip(staleness) {
        if !call.failed || stale.resolved.is_some() {
            continue;
        }
        report.open_failures.push(inventory.failure(call, false, |quotes| &quotes.best));
    }
}

/// Paths that were read after the last step although an earlier view of them had been compacted then.
pub(crate) fn re_reads<T: Tree>(inventory: &Inventory<'_, T>, base: &[Option<Choice>], known: usize) -> Vec<String> {
    let mut gone = Table::new();
    let mut paths: Vec<String> = Vec::new();
    for (item, choice) in inventory.items.iter().zip(base) {
        let ItemKind::Result(call) = item.kind else { continue };
        let Some(call) = inventory.calls.get(call) else { continue };
        if call.effect.kind != Kind::Read {
            continue;
        }
        for view in &call.effect.views {
            let path = call.file(&view.path);
            if item.at.message < known {
                if choice.is_some() || call.is_fact {
                    gone.insert(path);
                }
            } else if gone.get(path).is_some() && !paths.contains(&view.path) {
                paths.push(view.path.clone());
            }
        }
    }
    paths
}
