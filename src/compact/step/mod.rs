//! One request: replays earlier decisions and, above the trigger, takes a step down to the target.

mod decide;
mod keep;
mod media;
mod scale;
pub(crate) mod swap;
mod thoughts;

use alloc::format;
use alloc::vec::Vec;

pub(crate) use decide::Decision;

use crate::call::size::Count;
use crate::compact::inventory::{Counts, Inventory};
use crate::compact::left::Left;
use crate::compact::measured::{CHARS_A_TOKEN, Sums};
use crate::compact::memory::{Memory, UNDONE};
use crate::compact::options::{CompactOptions, WhenFull};
use crate::compact::plan::choices::{is_unanswered, none, share};
use crate::compact::plan::rung::{Choice, Rung};
use crate::compact::report::{CompactionReport, ConversationSize};
use crate::compact::request::{CompactionPlan, Host, Request};
use crate::compact::size::{beside, part_tokens, tokens};
use crate::compact::summary::{self, Folding};
use crate::compact::write::{changes, written};
use crate::error::{Error, ErrorKind};
use crate::format::Thinking;
use crate::format::check::Asked;
use crate::format::conversation::{Message, PartAt, Role};
use crate::format::intact::broken_by;
use crate::format::repair::problems;
use crate::format::write::Writer;
use crate::format::{Change, Problem};
use crate::history::Budget;
use crate::tree::Tree;

const UNNAMED: &str = "nothing was changed: exchanges would leave without a text in their place";

/// A request while it is worked on.
pub(crate) struct Step<'s> {
    pub(crate) options: &'s CompactOptions,
    pub(crate) room: Budget,
    /// Size to compact to, in the same unit.
    pub(crate) target: u64,
    pub(crate) request: Request,
    pub(crate) count: Count<'s>,
    pub(crate) billed: f64,
    pub(crate) host: Host<'s>,
    /// Block or summary of earlier steps.
    pub(crate) given: Option<Folding>,
    /// The messages are those that went out after the last step, and no others.
    pub(crate) again: bool,
}

impl Step<'_> {
    pub(crate) fn in_tokens(&self) -> bool {
        matches!(self.room, Budget::Tokens(_))
    }

    fn room(&self) -> u64 {
        match self.room {
            Budget::Chars(size) | Budget::Tokens(size) => size,
        }
    }

    /// Converts estimated tokens into billed ones.
    fn bill(&self, estimated: u64) -> u64 {
        (estimated as f64 * self.billed) as u64
    }

    /// The size in both units, with a block or summary: tokens as the provider bills them.
    pub(crate) fn sizes<T: Tree>(
        &self,
        inventory: &Inventory<'_, T>,
        choices: &[Option<Choice>],
        block: Option<&str>,
    ) -> ConversationSize {
        self.sizes_from(inventory, choices, &Left::new(inventory, choices), (0, block))
    }

    /// The size in the unit that is not the window's.
    fn other_size<T: Tree>(
        &self,
        inventory: &Inventory<'_, T>,
        choices: &[Option<Choice>],
        block: Option<&str>,
    ) -> u64 {
        let ConversationSize { chars, tokens } = self.sizes(inventory, choices, block);
        if self.in_tokens() { chars } else { tokens }
    }

    /// The sizes of the messages from `from` on, with the block if it is among them.
    pub(crate) fn sizes_from<T: Tree>(
        &self,
        inventory: &Inventory<'_, T>,
        choices: &[Option<Choice>],
        left: &Left,
        (from, block): (usize, Option<&str>),
    ) -> ConversationSize {
        let size = |tokens: bool| {
            let size = self.size_of(inventory, choices, (left, from), tokens);
            size + block.map_or(0, |text| self.weigh(text, inventory.conversation.format, tokens))
        };
        ConversationSize { chars: size(false), tokens: self.bill(size(true)) }
    }

    /// The size of one part as it came.
    pub(crate) fn size_of_part<T: Tree>(&self, inventory: &Inventory<'_, T>, at: PartAt) -> ConversationSize {
        let place = inventory.measured.binary_search_by_key(&at, |measured| measured.at).ok();
        let Some(measured) = place.and_then(|place| inventory.measured.get(place)) else {
            return ConversationSize::default();
        };
        let beside = measured.thought + measured.more;
        let text = if measured.units > 0 { part_tokens(inventory, at, self.count) } else { 0 };
        ConversationSize { chars: measured.units + beside, tokens: self.bill(text + beside.div_ceil(CHARS_A_TOKEN)) }
    }

    /// Estimated tokens, or chars, of the messages from `from` on.
    fn size_of<T: Tree>(
        &self,
        inventory: &Inventory<'_, T>,
        choices: &[Option<Choice>],
        (left, from): (&Left, usize),
        in_tokens: bool,
    ) -> u64 {
        let Sums { chars, media, calls } = inventory.sums(choices, (left, from));
        if !in_tokens {
            return chars;
        }
        let counts = Counts { messages: left.messages(inventory, from), calls, media };
        tokens(inventory, choices, (left, from), self.count, self.in_tokens())
            + beside(counts, self.options.media_tokens)
    }

    /// The size in the window's unit, with a block or summary: in tokens as estimated, which sums up exactly over
    /// requests. Arguments that were cut count with their escapes: a little more than they need.
    pub(crate) fn estimated<T: Tree>(
        &self,
        inventory: &Inventory<'_, T>,
        choices: &[Option<Choice>],
        block: Option<&str>,
    ) -> u64 {
        let left = Left::new(inventory, choices);
        let size = self.size_of(inventory, choices, (&left, 0), self.in_tokens());
        size + block.map_or(0, |text| self.weigh(text, inventory.conversation.format, self.in_tokens()))
    }

    /// The same as the provider bills it.
    #[inline(never)]
    fn size<T: Tree>(&self, inventory: &Inventory<'_, T>, choices: &[Option<Choice>], block: Option<&str>) -> u64 {
        let estimated = self.estimated(inventory, choices, block);
        if self.in_tokens() { self.bill(estimated) } else { estimated }
    }

    /// Decides, accepts, writes and reports.
    pub(crate) fn run<T: Tree>(
        &self,
        inventory: &mut Inventory<'_, T>,
        memory: &mut Memory,
        base: &[Option<Choice>],
        mut report: CompactionReport,
    ) -> Result<CompactionPlan, Error> {
        report.problems = self.problems(inventory)?;
        let given = self.given.clone();
        let came = base;
        let bound = self.bound(inventory, memory, base);
        let base = &*self.shown(inventory, bound.clone());
        if inventory.thinking == Thinking::Prefix && !self.request.hold {
            memory.unbound = None;
        }
        let must = base != came || (memory.steps > 0 && inventory.was(memory) != inventory.thinking);
        let size = self.size(inventory, base, given.as_ref().map(|given| &*given.text));
        let undone = memory.wait == UNDONE;
        if undone {
            memory.wait = size + share(self.room(), self.options.minimum_gain);
        }
        let mut decision = self.decide(inventory, memory, base, size);
        decision.stepped |= must && !self.request.hold;
        Self::note_thoughts(inventory, came, &mut decision);
        let estimated = self.estimated(inventory, &decision.choices, decision.block());
        let sent = if self.in_tokens() { self.bill(estimated) } else { estimated };
        report.fits = sent <= self.room();
        if !report.fits && self.options.when_full == WhenFull::Error {
            let unit = if self.in_tokens() { "tokens" } else { "chars" };
            let message =
                format!("messages: {sent} {unit} do not fit into {}, the window less the reserve", self.room());
            return Err(Error::new(ErrorKind::InvalidMessages, message));
        }
        let returned = inventory.block_text();
        let stays = returned.is_some()
            && decision.folding == given
            && returned.as_deref() == given.as_ref().map(|given| &*given.text);
        let folding = decision.folding.as_ref().filter(|_| !stays || any_leaves(&decision));
        let draft = folding.map(|folding| summary::draft(inventory, self.options, &decision.choices, folding, stays));
        let changes = self.write(inventory, &decision, draft.as_deref());
        self.report(inventory, came, given.as_ref(), &decision, &mut report);
        if let Some(why) = Self::broken(inventory, &decision, &changes) {
            let came = given.zip(returned).map(|(given, text)| Folding { text, ..given });
            memory.reset();
            report.stays_as_it_came(why);
            if !report.fits {
                report.unfit = self.unfit(inventory, &none(inventory), came.as_ref());
            }
            return Ok(CompactionPlan {
                changes: Vec::new(),
                notice: report.notice(false),
                report,
                stepped: false,
                format: Some(inventory.conversation.format),
                size: self.estimated(inventory, &none(inventory), came.as_ref().map(|came| &*came.text)),
            });
        }
        if decision.stepped {
            memory.accept(inventory, &decision, &bound, &report.re_reads, draft.as_deref());
            memory.missed = decision.over_target.then_some(decision.target);
            memory.floor = memory.missed.map(|_| sent);
        } else if undone || report.forked_at.is_some() {
            memory.sent(inventory, draft.as_deref());
        }
        if undone && inventory.thinking == Thinking::Prefix {
            // The answer to what was sent before comes with the next request.
            memory.unbound = u32::try_from(inventory.conversation.messages.len()).ok();
        }
        Ok(CompactionPlan {
            changes,
            // A step that only takes note of another binding of thinking changes nothing.
            notice: report.notice(decision.stepped && report.first_changed_message.is_some()),
            report,
            stepped: decision.stepped,
            format: Some(inventory.conversation.format),
            size: estimated,
        })
    }

    fn write<T: Tree>(
        &self,
        inventory: &Inventory<'_, T>,
        decision: &Decision,
        draft: Option<&[Message]>,
    ) -> Vec<Change> {
        let (conversation, choices) = (inventory.conversation, &decision.choices);
        let writer = Writer::new(inventory.root, conversation.format, &conversation.messages, self.request.creates);
        let made = written(inventory, &writer, choices, draft.is_some());
        match draft {
            Some(draft) => summary::insert(inventory, &writer, draft, made),
            None => changes(made),
        }
    }

    /// Returns why a decision, written as these changes, must not be carried out.
    fn broken<T: Tree>(inventory: &Inventory<'_, T>, decision: &Decision, changes: &[Change]) -> Option<&'static str> {
        if decision.folding.is_none() && any_leaves(decision) {
            return Some(UNNAMED);
        }
        let messages = &inventory.conversation.messages;
        let is_users = |at: usize| messages.get(at).is_some_and(|message| message.role == Role::User);
        let may = |at: usize, is_drop: bool| {
            inventory.block.contains(&at) || (inventory.cuts_users && !is_drop && is_users(at))
        };
        broken_by(messages, inventory.pairs, changes, may)
    }

    fn problems<T: Tree>(&self, inventory: &Inventory<'_, T>) -> Result<Vec<Problem>, Error> {
        let broken = !inventory.pairs.orphans.is_empty()
            || !inventory.pairs.duplicates.is_empty()
            || is_unanswered(inventory.conversation, inventory.pairs)
            || inventory.conversation.messages.iter().any(|message| message.role == Role::Unknown);
        if !broken && !self.options.throws {
            return Ok(Vec::new());
        }
        let mut found = problems(inventory.root, inventory.conversation, Asked::default());
        for problem in &mut found {
            problem.message = inventory.quote(&problem.message);
        }
        match found.first() {
            Some(first) if self.options.throws => {
                let message = format!("messages{}: {}", first.path, first.message);
                Err(Error::new(ErrorKind::InvalidMessages, message))
            }
            _ => Ok(found),
        }
    }
}

/// Returns `true` if exchanges leave.
fn any_leaves(decision: &Decision) -> bool {
    decision.choices.iter().flatten().any(|choice| choice.rung == Rung::Folded)
}

#[cfg(all(test, feature = "serde_json"))]
mod tests {
    use alloc::vec::Vec;

    use serde_json::{Value, json};

    use super::UNNAMED;
    use crate::compact::{CompactOptions, Memory, Request, Style, compact_messages_with};
    use crate::history::Budget;

    #[test]
    fn decisions_that_do_not_belong_together_are_forgotten() {
        let exchange = |number: usize| {
            let id = alloc::format!("t{number}");
            [
                json!({"role": "assistant", "content": [{"type": "tool_use", "id": id, "name": "ls", "input": {}}]}),
                json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": id, "content": "x".repeat(90)}]}),
            ]
        };
        let mut messages: Vec<Value> = Vec::from([json!({"role": "user", "content": "Go."})]);
        messages.extend((0..20).flat_map(exchange));
        let options = CompactOptions::new(Budget::Chars(2000)).style(Style::Summary);
        let mut memory = Memory::new();
        let next = |memory: &mut Memory| {
            let done = compact_messages_with(&messages, &options, memory, Request::new()).unwrap();
            (done.messages, done.report)
        };
        let sent = next(&mut memory).0;
        // Exchanges that left without anything in their place.
        memory.summary = None;
        let (unchanged, report) = next(&mut memory);
        assert_eq!(report.notes, [UNNAMED]);
        assert_eq!((report.after, unchanged), (report.before, messages.clone()));
        assert_eq!(next(&mut memory).0, sent);
    }
}
