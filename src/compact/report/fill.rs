//! Fills a report: the rung of each exchange and its reason, used files, and the cost of the step.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::call::effect::Kind;
use crate::call::staleness::Staleness;
use crate::compact::call::CallAt;
use crate::compact::files::file_uses;
use crate::compact::inventory::{Inventory, ItemKind};
use crate::compact::left::Left;
use crate::compact::measured::{Measured, args_units};
use crate::compact::options::KeepResult;
use crate::compact::plan::TINY;
use crate::compact::plan::choices::none;
use crate::compact::plan::mentions::count_listed;
use crate::compact::plan::rung::{Choice, Rung};
use crate::compact::report::{CompactionReport, ExchangeReport, FileTrail, ThoughtReport, Unfit};
use crate::compact::step::{Decision, Step};
use crate::compact::summary::Folding;
use crate::format::conversation::{PartKind, Role};
use crate::hash::Table;
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
        report.notes.extend(decision.notes.iter().map(|note| Cow::Borrowed(*note)));
        report.notes.extend(inventory.unknown.notes(|name| inventory.quote(name)).into_iter().map(Cow::Owned));
        report.repeats = choices.iter().flatten().map(|choice| choice.named.len() as u64).sum();
        let own = decision.folding.as_ref().filter(|folding| !folding.theirs);
        report.names = own.map_or(0, |folding| count_listed(&folding.text));
        report.thinking = thoughts(inventory, choices);
        exchanges(inventory, choices, &decision.staleness, &decision.recent, report);
        let sizes = |choices: &[Option<Choice>], folding: Option<&Folding>| {
            self.sizes(inventory, choices, folding.map(|folding| &*folding.text))
        };
        let now = (choices.as_slice(), decision.folding.as_ref());
        report.before = self.sizes(inventory, &none(inventory), inventory.block_text().as_deref());
        report.after = sizes(now.0, now.1);
        if !report.fits {
            report.unfit = self.unfit(inventory, choices, now.1);
        }
        let is_first = given.is_none() && base.iter().all(Option::is_none);
        let mut was = if is_first { report.before } else { sizes(base, given) };
        let left = Left::new(inventory, choices);
        for thought in inventory.again.iter().filter(|thought| !left.is_gone(**thought)) {
            let size = self.size_of_part(inventory, *thought);
            was.chars = was.chars.saturating_sub(size.chars);
            was.tokens = was.tokens.saturating_sub(size.tokens);
            report.thoughts_again += 1;
        }
        (report.last, report.newly_changed) = (was, newly_changed(inventory, base, choices));
        self.cost(inventory, ((base, given), was), (now, report.after), report);
        if decision.staleness.is_empty() {
            trails(inventory, &inventory.staleness(), report);
        } else {
            trails(inventory, &decision.staleness, report);
        }
    }

    /// Returns the size that remains of each kind of part, the largest first. Together they are all that is sent.
    pub(crate) fn unfit<T: Tree>(
        &self,
        inventory: &Inventory<'_, T>,
        choices: &[Option<Choice>],
        folding: Option<&Folding>,
    ) -> Vec<Unfit> {
        let mut chars = [0; UNFIT.len()];
        inventory.each_sent(choices, (&Left::new(inventory, choices), 0), |sent| {
            let Measured { kind, role, thought, .. } = *sent.measured;
            let (more, more_media) = (sent.more(), sent.more_media());
            let texts = match (kind, role) {
                (PartKind::Result | PartKind::Call | PartKind::Exchange, _) => 4,
                (PartKind::Media, _) => 5,
                (_, Role::User) => 0,
                (_, Role::System) => 1,
                _ => 2,
            };
            chars[texts] += sent.body_units();
            chars[2] += thought;
            chars[3] += sent.args_units();
            chars[5] += (sent.media() - more_media) * inventory.media_chars;
            chars[6] += more + more_media * inventory.media_chars;
        });
        chars[7] = folding.map_or(0, |folding| self.weigh(&folding.text, inventory.conversation.format, false));
        let mut unfit: Vec<Unfit> = Vec::new();
        for ((what, why), chars) in UNFIT.into_iter().zip(chars).filter(|(_, chars)| *chars > 0) {
            let at = unfit.partition_point(|other| other.chars >= chars);
            unfit.insert(at, Unfit { what, chars, why });
        }
        unfit
    }
}

/// Kinds of parts that do not fit, and why they are not cut further.
const UNFIT: [(&str, &str); 8] = [
    ("user texts", "they are never cut unless whenFull is drop-oldest"),
    ("system texts", "they are never cut"),
    ("assistant texts", "the last one is never cut, older ones keep their start"),
    ("arguments", "a call keeps its subject"),
    ("results", "a result keeps a line, a failure its error"),
    ("images and files", "those of the last message stay"),
    ("other members", "members that no format reads are never changed"),
    ("blocks and summaries", "they stand for calls that left"),
];

/// Counts the exchanges that earlier decisions would send in another form.
fn newly_changed<T: Tree>(inventory: &Inventory<'_, T>, base: &[Option<Choice>], choices: &[Option<Choice>]) -> usize {
    let mut changed = vec![false; inventory.calls.len()];
    for ((item, was), now) in inventory.items.iter().zip(base).zip(choices) {
        if let (ItemKind::Result(call), true) = (item.kind, was != now) {
            changed.get_mut(call).into_iter().for_each(|changed| *changed = true);
        }
    }
    changed.into_iter().filter(|changed| *changed).count()
}

/// Counts the blocks of thinking that go out, and those that do not.
fn thoughts<T: Tree>(inventory: &Inventory<'_, T>, choices: &[Option<Choice>]) -> ThoughtReport {
    let thinks = |measured: &Measured| measured.kind == PartKind::Thinking || measured.thought > 0;
    let all = inventory.measured.iter().filter(|measured| thinks(measured)).count() as u64;
    let mut kept = 0;
    inventory.each_sent(choices, (&Left::new(inventory, choices), 0), |sent| {
        let stays = sent.body.is_none_or(|choice| choice.text.is_some());
        kept += u64::from(thinks(sent.measured) && stays);
    });
    let removed = all.saturating_sub(kept);
    ThoughtReport { removed, kept, why: (removed > 0).then(|| inventory.thinking.why()) }
}

fn exchanges<T: Tree>(
    inventory: &Inventory<'_, T>,
    choices: &[Option<Choice>],
    staleness: &[Staleness],
    recent: &[bool],
    report: &mut CompactionReport,
) {
    // For a fact that came back, `result_units` is the size of the original result.
    let came = |call: &CallAt| {
        let held = call.result.filter(|_| call.stated.is_some()).and_then(|at| inventory.part(at));
        held.map_or(call.result_units, |part| part.units as u64)
    };
    let as_it_came = |call: &CallAt| {
        let units = call.plain_units() + came(call);
        (units, units, if call.stated.is_some() { Rung::Fact } else { Rung::Full })
    };
    let mut of_call: Vec<(u64, u64, Rung)> = inventory.calls.iter().map(as_it_came).collect();
    for (item, choice) in inventory.items.iter().zip(choices) {
        let (ItemKind::Result(number) | ItemKind::Args(number), Some(choice)) = (item.kind, choice) else { continue };
        let (Some(call), Some((_, after, rung))) = (inventory.calls.get(number), of_call.get_mut(number)) else {
            continue;
        };
        if matches!(item.kind, ItemKind::Result(_)) {
            *after = (*after + choice.units).saturating_sub(came(call));
            *rung = choice.rung;
        } else {
            *after = (*after + args_units(call, Some(choice))).saturating_sub(call.plain_units());
        }
    }
    for (number, (call, (before, after, rung))) in inventory.calls.iter().zip(of_call).enumerate() {
        let stale = staleness.get(number).copied().unwrap_or_default();
        let reason = match rung {
            _ if staleness.is_empty() => "no step was needed",
            _ if call.at < inventory.live.from => "compacted by the provider",
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
    let (mut gone, mut listed) = (Table::new(), Table::new());
    let mut paths: Vec<String> = Vec::new();
    for (item, choice) in inventory.items.iter().zip(base) {
        let ItemKind::Result(call) = item.kind else { continue };
        let Some(call) = inventory.calls.get(call) else { continue };
        if call.effect.kind != Kind::Read {
            continue;
        }
        for view in &call.effect.views {
            let path = call.file(&view.path, inventory.base.as_deref());
            if item.at.message < known {
                if choice.is_some() || call.stated.is_some() {
                    gone.insert(path);
                }
            } else if gone.get(path).is_some() && listed.insert(path) {
                paths.push(view.path.clone());
            }
        }
    }
    paths
}
