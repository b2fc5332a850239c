//! One request: what was decided stays, and when a mark is passed a step goes down.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::args::{ArgumentValue, Arguments};
use super::fact::grouped;
use super::memory::{Memory, UNDONE};
use super::options::CompactOptions;
use super::plan::Plan;
use super::report::{CompactionReport, ConversationSize};
use super::rung::{Choice, Rung};
use super::size::{Count, beside, estimate, tokens};
use super::summary::{Folding, fold};
use super::tell;
use super::work::{Call, Counts, ItemKind, Work};
use super::write::changes;
use super::{fate, options::Style};
use crate::error::{Error, ErrorKind};
use crate::format::change::Change;
use crate::format::down;
use crate::format::leaf::arguments;
use crate::format::messages::read_as;
use crate::format::repair::problems;
use crate::format::write::Writer;
use crate::format::{Conversation, Problem};
use crate::history::Budget;
use crate::history::conversation::PartKind;
use crate::history::pair::Pairs;
use crate::tree::{Key, Tree};

/// Above this share of the window every gain counts.
const URGENT: f64 = 0.95;
/// Rounds in which a target in tokens is found.
const ROUNDS: usize = 8;

/// How a request differs from others.
///
/// ```
/// use tooltrim::Request;
///
/// let mut request = Request::new();
/// request.force = true;
/// request.compact_to = Some(0.3);
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Request {
    /// A step is taken even when no mark is passed.
    pub force: bool,
    /// How far this step goes, a share from 0 to 1, instead of what the options say.
    pub compact_to: Option<f64>,
    /// The host makes objects of classes that are nowhere in the messages.
    pub creates: bool,
    /// More requests follow: what is kept is sent with each of them.
    pub goes_on: bool,
}

/// What a host does for a compaction; all of it may be left out.
///
/// ```
/// use tooltrim::Host;
///
/// let redact = |text: &str| text.replace("secret", "[...]");
/// let mut host = Host::new();
/// host.redact = Some(&redact);
/// ```
#[derive(Clone, Copy, Default)]
#[non_exhaustive]
pub struct Host<'h> {
    /// Counts the tokens of a text; the estimate without.
    pub count: Option<&'h dyn Fn(&str) -> u64>,
    /// Goes over each text that is put into the messages.
    pub redact: Option<&'h dyn Fn(&str) -> String>,
    /// What stands for exchanges that leave, instead of a summary of ours.
    pub summary: Option<&'h str>,
}

impl core::fmt::Debug for Host<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Host").finish_non_exhaustive()
    }
}

impl Host<'_> {
    /// Nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Request {
    /// As usual.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

/// What goes out.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CompactionPlan {
    /// What has to change in the messages; nothing when they go out as they came.
    pub changes: Vec<Change>,
    /// What was done.
    pub report: CompactionReport,
    /// For users; none when nothing was done.
    pub notice: Option<String>,
    /// True when a step was taken.
    pub stepped: bool,
    /// The format of the messages; none when there are none.
    pub format: Option<crate::MessageFormat>,
    /// The size in the unit of the window, as they go out.
    pub size: u64,
}

/// What has to change so that messages fit their window; see `compact_messages`. `memory` is what was decided before, and takes note
/// of what is decided now.
///
/// ```
/// # #[cfg(feature = "serde_json")] {
/// use serde_json::json;
/// use tooltrim::{Budget, Change, CompactOptions, Host, JsonTree, Memory, Request, compact_messages_of};
///
/// let id = "toolu_1";
/// let mut messages = vec![
///     json!({"role": "user", "content": "Which files are there?"}),
///     json!({"role": "assistant", "content": [{"type": "tool_use", "id": id, "name": "ls", "input": {"path": "src"}}]}),
///     json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": id, "content": "lib.rs\n".repeat(300)}]}),
/// ];
/// let options = CompactOptions::new(Budget::Chars(2_000)).recent_calls_to_keep(0);
/// let mut memory = Memory::new();
/// let tree = JsonTree::Messages(&messages);
/// let plan = compact_messages_of(&tree, &options, &mut memory, Request::new(), Host::new())?;
///
/// assert!(plan.stepped && !memory.is_empty());
/// assert!(matches!(&plan.changes[..], [Change::Text(path, _)] if path == "/2/content/0/content"));
/// # }
/// # Ok::<(), tooltrim::Error>(())
/// ```
/// Does without the feature `serde_json` for a [`Tree`] of your own.
///
/// # Errors
/// [`ErrorKind::InvalidMessages`] and [`ErrorKind::UnknownFormat`] as [`crate::validate_messages`], [`ErrorKind::InvalidOption`] when
/// there is no window.
pub fn compact_messages_of<T: Tree>(
    messages: &T,
    options: &CompactOptions,
    memory: &mut Memory,
    request: Request,
    host: Host<'_>,
) -> Result<CompactionPlan, Error> {
    let room = options.room()?;
    let Some(conversation) = read_as(messages, options.format)? else {
        return Ok(CompactionPlan {
            changes: Vec::new(),
            report: CompactionReport::default(),
            notice: None,
            stepped: false,
            format: None,
            size: 0,
        });
    };
    let pairs = conversation.pairs();
    let mut work = Work::new(messages, &conversation, &pairs, options);
    let known = memory.known(&work);
    let forked = (known < memory.came.len()).then_some(known);
    if forked.is_some() {
        memory.forget(known);
    }
    let base = memory.replay(&work, usize::MAX);
    let re_reads = tell::re_reads(&work, &base, memory.came.len());
    for path in &re_reads {
        if !memory.wanted.contains(path) {
            memory.wanted.push(path.clone());
        }
    }
    // What was asked for again is spared from now on.
    let mut options = options.clone();
    options.protected.extend_from_slice(&memory.wanted);
    let counts = |text: &str| host.count.map_or_else(|| estimate(text), |count| count(text));
    let mut step = Step { options: &options, room, request, count: &counts, billed: memory.billed, host };
    let report = CompactionReport { forked_at: forked, re_reads, ..CompactionReport::default() };
    step.run(&mut work, memory, &base, report)
}

/// What messages add to a conversation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Grown {
    /// In the unit of the window.
    pub size: u64,
    /// In UTF-16 units.
    pub chars: u64,
}

/// What some messages add to a conversation, for a look whether a mark is passed. Their format has to be known.
///
/// # Errors
/// As [`compact_messages_of`].
pub fn grown_of<T: Tree>(
    messages: &T,
    options: &CompactOptions,
    format: crate::MessageFormat,
    memory: &Memory,
    count: Option<&dyn Fn(&str) -> u64>,
) -> Result<Grown, Error> {
    let room = options.room()?;
    let Some(conversation) = read_as(messages, Some(format))? else { return Ok(Grown::default()) };
    let pairs = conversation.pairs();
    let work = Work::new(messages, &conversation, &pairs, options);
    let counts = |text: &str| count.map_or_else(|| estimate(text), |count| count(text));
    let step =
        Step { options, room, request: Request::new(), count: &counts, billed: memory.billed, host: Host::default() };
    Ok(Grown { size: step.size(&work, &none(&work)), chars: work.chars })
}

/// True when messages are so small that no mark can be passed, as far as that shows without a look at any text. Nothing has to be
/// known of them then.
///
/// # Errors
/// As [`compact_messages_of`].
pub fn is_below_of<T: Tree>(messages: &T, options: &CompactOptions, memory: &Memory) -> Result<bool, Error> {
    let room = options.room()?;
    let Some(conversation) = read_as(messages, options.format)? else { return Ok(true) };
    if !memory.is_empty() || options.throws {
        return Ok(false);
    }
    let (mut units, mut calls, mut media) = (0, 0, 0);
    for part in conversation.messages.iter().flat_map(|message| &message.parts) {
        units += part.units;
        media += u64::from(part.kind == PartKind::Media);
        if matches!(part.kind, PartKind::Call | PartKind::Exchange) {
            calls += 1;
            let args =
                conversation.node(messages, part).map(|node| (arguments(&node, conversation.format, part), node));
            units +=
                NAME + args.and_then(|(leaf, node)| Some(down(&node, &leaf.steps)?.json_units(Key::This))).unwrap_or(0);
        }
    }
    let size = match room {
        Budget::Chars(_) => units as f64,
        Budget::Tokens(_) => {
            let counts = Counts { messages: conversation.messages.len() as u64, calls, media };
            (units as f64 * DENSEST + beside(counts, options.media_tokens) as f64) * memory.billed.max(1.0)
        }
    };
    let (Budget::Chars(room) | Budget::Tokens(room)) = room;
    Ok(size <= share(room, options.trigger_at) as f64)
}

/// A name is seldom longer.
const NAME: usize = 64;
/// Tokens that a UTF-16 unit takes at most in nearly any text.
const DENSEST: f64 = 1.5;

struct Step<'s> {
    options: &'s CompactOptions,
    room: Budget,
    request: Request,
    count: Count<'s>,
    billed: f64,
    host: Host<'s>,
}

impl Step<'_> {
    fn in_tokens(&self) -> bool {
        matches!(self.room, Budget::Tokens(_))
    }

    fn room(&self) -> u64 {
        match self.room {
            Budget::Chars(size) | Budget::Tokens(size) => size,
        }
    }

    /// Tokens of the conversation with these choices, as the provider bills them.
    fn tokens<T: Tree>(&self, work: &Work<'_, T>, choices: &[Option<Choice>]) -> u64 {
        let gone =
            choices.iter().zip(&work.items).filter(|(choice, item)| choice.is_some() && item.kind == ItemKind::Media);
        let mut counts = work.counts;
        counts.media -= (gone.count() as u64).min(counts.media);
        let all = tokens(work, choices, self.count, self.in_tokens()) + beside(counts, self.options.media_tokens);
        (all as f64 * self.billed) as u64
    }

    /// The size in the window's unit. Arguments that were cut count with their escapes: a little more than they need.
    fn size<T: Tree>(&self, work: &Work<'_, T>, choices: &[Option<Choice>]) -> u64 {
        if self.in_tokens() { self.tokens(work, choices) } else { chars(work, choices) }
    }

    fn run<T: Tree>(
        &mut self,
        work: &mut Work<'_, T>,
        memory: &mut Memory,
        base: &[Option<Choice>],
        mut report: CompactionReport,
    ) -> Result<CompactionPlan, Error> {
        report.problems = self.problems(work)?;
        let size = self.size(work, base);
        let room = self.room();
        if memory.wait == UNDONE {
            memory.wait = size + share(room, self.options.minimum_gain);
        }
        let mark = share(room, self.options.trigger_at);
        let over = size > mark && size > memory.wait && !work.calls.is_empty();
        let go = over || (self.request.force && !work.calls.is_empty());
        let mut choices = base.to_vec();
        let mut stepped = false;
        let mut fates = Vec::new();
        let mut folding = memory.summary.clone().map(|(before, text)| Folding { before, text });
        if go {
            let target = share(room, self.request.compact_to.unwrap_or(self.options.compact_to));
            let (mut planned, found, recent) = self.plan(work, base, target);
            if let Some(redact) = self.host.redact {
                redacted(&mut planned, base, work, redact);
            }
            let folded = if self.options.style == Style::Summary && size > target {
                self.fold(work, base, &recent, target)
            } else {
                None
            };
            let (planned, new_folding) = match folded {
                Some((choices, folding)) => (choices, Some(folding)),
                None => (planned, folding.clone()),
            };
            let after = self.size(work, &planned) + new_folding.as_ref().map_or(0, |folding| self.weigh(&folding.text));
            report.over_target = after > target;
            let gain = size.saturating_sub(after);
            let urgent = size as f64 > URGENT * room as f64;
            let worth = gain >= share(room, self.options.minimum_gain) || urgent || self.request.force;
            let stays = planned == *base;
            if !worth && !stays {
                report.notes.push("a step would free less than minimumGain");
            } else if self.pays(work, base, &planned, &mut report) || urgent || self.request.force {
                if !stays {
                    memory.step(work, &planned, base);
                    memory.summary = new_folding.as_ref().map(|folding| (folding.before, folding.text.clone()));
                    stepped = true;
                }
                folding = new_folding;
                choices = planned;
                if gain < share(room, 2.0 * self.options.minimum_gain) && gain > 0 {
                    report
                        .notes
                        .push("the step freed little: nearly all that is left is recent, or may not be touched");
                }
            } else {
                report.notes.push("a step would not pay within the requests that are expected");
            }
            fates = found;
            tell::exchanges(work, &choices, &fates, &recent, &mut report);
        } else {
            tell::exchanges(work, &choices, &[], &[], &mut report);
        }
        report.before = ConversationSize { chars: work.chars, tokens: self.tokens(work, &none(work)) };
        report.after = ConversationSize { chars: chars(work, &choices), tokens: self.tokens(work, &choices) };
        if let Some(folding) = &folding {
            report.after.chars += crate::source::utf16_len(&folding.text) as u64;
            report.after.tokens += (self.count)(&folding.text) + 4;
        }
        if !over && !self.request.force {
            report.over_target = false;
        }
        tell::economics(work, base, &choices, self.options, &mut report);
        let fates = if fates.is_empty() { fate::fates(&work.calls) } else { fates };
        tell::trails(work, &fates, &mut report);
        let writer =
            Writer::new(work.root, work.conversation.format, &work.conversation.messages, self.request.creates);
        let mut made = changes(work, &writer, &choices);
        if let Some(folding) = &folding {
            made.append(&mut super::summary::insert(work, &writer, self.options, &choices, folding));
        }
        let notice = stepped.then(|| notice(&report));
        let size = self.size(work, &choices) + folding.as_ref().map_or(0, |folding| self.weigh(&folding.text));
        let format = Some(work.conversation.format);
        Ok(CompactionPlan { changes: made, report, notice, stepped, format, size })
    }

    /// Exchanges leave until what is left fits; what then is still too large gets smaller as it does in place.
    fn fold<T: Tree>(
        &self,
        work: &mut Work<'_, T>,
        base: &[Option<Choice>],
        recent: &[bool],
        target: u64,
    ) -> Option<(Vec<Option<Choice>>, Folding)> {
        let density = if self.in_tokens() { work.total() as f64 / self.tokens(work, base).max(1) as f64 } else { 1.0 };
        let mut units = (target as f64 * density) as u64;
        let mut found = None;
        for _ in 0..ROUNDS {
            let (choices, folding) = fold(work, self.options, base, recent, units, self.host.summary)?;
            let after = self.size(work, &choices) + self.weigh(&folding.text);
            let all = found.as_ref().is_some_and(|(before, _): &(Vec<Option<Choice>>, Folding)| *before == choices);
            found = Some((choices, folding));
            if after <= target || units == 0 || all {
                break;
            }
            units = (units as f64 * (target as f64 / after as f64) * 0.95) as u64;
        }
        let (choices, folding) = found?;
        let after = self.size(work, &choices) + self.weigh(&folding.text);
        if after <= target {
            return Some((choices, folding));
        }
        let left = target.saturating_sub(self.weigh(&folding.text));
        let (choices, ..) = self.plan(work, &choices, left);
        Some((choices, folding))
    }

    fn weigh(&self, text: &str) -> u64 {
        if self.in_tokens() { (self.count)(text) + 4 } else { crate::source::utf16_len(text) as u64 }
    }

    fn problems<T: Tree>(&self, work: &Work<'_, T>) -> Result<Vec<Problem>, Error> {
        let broken = !work.pairs.orphans.is_empty()
            || !work.pairs.duplicates.is_empty()
            || is_unanswered(work.conversation, work.pairs);
        if !broken && !self.options.throws {
            return Ok(Vec::new());
        }
        let found = problems(work.root, work.conversation);
        match found.first() {
            Some(first) if self.options.throws => {
                let message = format!("messages{}: {}", first.path, first.message);
                Err(Error::new(ErrorKind::InvalidMessages, message))
            }
            _ => Ok(found),
        }
    }

    fn plan<T: Tree>(
        &self,
        work: &mut Work<'_, T>,
        base: &[Option<Choice>],
        target: u64,
    ) -> (Vec<Option<Choice>>, Vec<fate::Fate>, Vec<bool>) {
        let recent = tell::recent(work, self.options, self.count);
        for (item, choice) in work.items.iter_mut().zip(base) {
            if let Some(choice) = choice {
                item.now = choice.units;
            }
        }
        let mut units = target;
        if self.in_tokens() {
            let now = self.tokens(work, base).max(1);
            let besides = (beside(work.counts, self.options.media_tokens) as f64 * self.billed) as u64;
            let texts = now.saturating_sub(besides).max(1);
            let density = work.total() as f64 / texts as f64;
            work.media_units((self.options.media_tokens as f64 * density) as u64);
            let media = self.options.media_tokens * work.counts.media;
            let structure = besides.saturating_sub((media as f64 * self.billed) as u64);
            units = (target.saturating_sub(structure) as f64 * density) as u64;
        }
        let mut best = None;
        for _ in 0..ROUNDS {
            let mut plan = Plan::new(work, self.options, base, recent.clone(), self.request.goes_on);
            plan.fit(units);
            let choices = merged(plan.choices, base);
            let fates = plan.fates;
            if !self.in_tokens() {
                best = Some((choices, fates));
                break;
            }
            let after = self.tokens(work, &choices);
            let fits = after <= target;
            best = Some((choices, fates));
            if fits || units == 0 {
                break;
            }
            units = (units as f64 * (target as f64 / after as f64) * 0.99) as u64;
        }
        work.media_units(0);
        for item in &mut work.items {
            item.now = item.full;
        }
        let (choices, fates) = best.unwrap_or_default();
        (choices, fates, recent)
    }

    /// False when a step is only wanted if it pays, and does not.
    fn pays<T: Tree>(
        &self,
        work: &Work<'_, T>,
        base: &[Option<Choice>],
        planned: &[Option<Choice>],
        report: &mut CompactionReport,
    ) -> bool {
        let (true, Some(expected)) =
            (self.options.economics.only_if_worthwhile, self.options.economics.expected_requests)
        else {
            return true;
        };
        let mut trial = CompactionReport::default();
        trial.before.tokens = self.tokens(work, base);
        trial.after.tokens = self.tokens(work, planned);
        tell::economics(work, base, planned, self.options, &mut trial);
        report.break_even_requests = trial.break_even_requests;
        trial.break_even_requests.is_some_and(|requests| requests <= expected)
    }
}

/// Goes over all texts that are new, of arguments over each by itself.
fn redacted<T: Tree>(
    planned: &mut [Option<Choice>],
    base: &[Option<Choice>],
    work: &Work<'_, T>,
    redact: &dyn Fn(&str) -> String,
) {
    for ((choice, old), item) in planned.iter_mut().zip(base).zip(&work.items) {
        let Some(choice) = choice.as_mut().filter(|choice| Some(&**choice) != old.as_ref()) else { continue };
        let Some(text) = &choice.text else { continue };
        let args = match item.kind {
            ItemKind::Args(_) => Arguments::read(text),
            _ => Arguments::default(),
        };
        let safe = if args.is_object {
            args.rewrite(text, |_, value| match &value.value {
                ArgumentValue::Text(text) => Some(redact(text)),
                _ => None,
            })
        } else {
            redact(text)
        };
        choice.units = crate::source::utf16_len(&safe) as u64;
        choice.text = Some(safe);
    }
}

/// What was decided before stays where nothing new was decided.
fn merged(new: Vec<Option<Choice>>, base: &[Option<Choice>]) -> Vec<Option<Choice>> {
    new.into_iter().zip(base).map(|(new, old)| new.or_else(|| old.clone())).collect()
}

fn none<T: Tree>(work: &Work<'_, T>) -> Vec<Option<Choice>> {
    alloc::vec![None; work.items.len()]
}

/// UTF-16 units as budgets count them; of what was cut, with all escapes.
pub(crate) fn chars<T: Tree>(work: &Work<'_, T>, choices: &[Option<Choice>]) -> u64 {
    let mut chars = work.chars;
    for (item, choice) in work.items.iter().zip(choices) {
        let Some(choice) = choice else { continue };
        let before = match item.kind {
            ItemKind::Args(call) => work.calls.get(call).map_or(0, Call::plain_units),
            _ => item.full,
        };
        let text = choice.text.as_deref().unwrap_or_default();
        let after = match item.kind {
            ItemKind::Args(call) => {
                let free = work.calls.get(call).is_some_and(|call| call.args_kind == super::work::ArgsKind::Free);
                choice.units - if free { 0 } else { super::work::escapes(text).min(choice.units) }
            }
            _ => choice.units,
        };
        chars = (chars + after).saturating_sub(before);
    }
    chars
}

fn is_unanswered<T: Tree>(conversation: &Conversation<T>, pairs: &Pairs) -> bool {
    let last = conversation.messages.len();
    pairs.exchanges.iter().any(|exchange| {
        let call = crate::history::pair::part_at(&conversation.messages, exchange.call);
        exchange.result.is_none()
            && exchange.call.message + 1 < last
            && call.is_some_and(crate::history::conversation::Part::is_call)
    })
}

pub(crate) fn share(of: u64, share: f64) -> u64 {
    (of as f64 * share) as u64
}

fn notice(report: &CompactionReport) -> String {
    let changed = report.exchanges.iter().filter(|exchange| exchange.rung != Rung::Full).count();
    format!(
        "\u{26a0}\u{fe0f} Context compacted to save tokens: {} of {} tool results shortened, {} -> {} tokens",
        changed,
        report.exchanges.len(),
        grouped(report.before.tokens),
        grouped(report.after.tokens),
    )
}
