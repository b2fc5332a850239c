//! Puts the text of a summariser that answered late in the place of our own, for exchanges that left in an earlier step.

use alloc::vec;

use super::{Decision, Step};
use crate::compact::inventory::Inventory;
use crate::compact::measured::CHARS_A_TOKEN;
use crate::compact::memory::Memory;
use crate::compact::options::{CompactOptions, Style};
use crate::compact::plan::block::Block;
use crate::compact::plan::rung::Choice;
use crate::compact::summary::Folding;
use crate::history::headed;
use crate::tree::Tree;

pub(crate) const THEIRS: &str = "the summary is the summariser's";
const TOO_LONG: &str = "the summariser's text is over maxHistorySummaryTokens";
const NO_ROOM: &str = "the summariser's text leaves no room";
const NOTHING_LEFT: &str = "the summariser's text is about exchanges that did not leave, or whose text came back";

impl Step<'_> {
    /// Replaces the text of an earlier step; `decision` is the one that changes nothing.
    pub(super) fn swap<T: Tree>(
        &self,
        inventory: &mut Inventory<'_, T>,
        memory: &Memory,
        base: &[Option<Choice>],
        decision: &mut Decision,
    ) {
        let Some(text) = self.host.summary else { return };
        // Of a text that came back nothing tells which exchanges it is about.
        let Some(given) = self.given.as_ref().filter(|_| inventory.block.is_empty()) else {
            decision.notes.push(NOTHING_LEFT);
            return;
        };
        self.keep(inventory, base);
        let options = CompactOptions { style: Style::Summary, ..self.options.clone() };
        let none = vec![false; inventory.calls.len()];
        let mut block = Block::new(inventory, &options, base, (&none, &none), |_| false, false);
        block.budget(if self.in_tokens() { self.target * CHARS_A_TOKEN } else { self.target });
        block.close(inventory, &options, Some(text), (0.0, None));
        let listing = block.listing.take();
        let Some(folding) =
            block.folding(inventory).filter(|new| new.text.starts_with(&headed(&inventory.quote(text))))
        else {
            decision.notes.push(TOO_LONG);
            return;
        };
        let folding = self.with_listing(Folding { before: given.before, theirs: true, ..folding }, listing.as_deref());
        let mut choices = base.to_vec();
        self.take_thoughts(inventory, base, u64::MAX, (&mut choices, Some(&folding)));
        let size = self.size(inventory, &choices, Some(&folding.text));
        if self.is_due(inventory, memory, (&choices, Some(&folding.text)), size) {
            decision.notes.push(NO_ROOM);
            return;
        }
        decision.notes.push(THEIRS);
        // What the step before could not reach is still out of reach.
        (decision.over_target, decision.target) = (memory.missed.is_some(), memory.missed.unwrap_or(self.target));
        (decision.choices, decision.folding, decision.stepped) = (choices, Some(folding), true);
    }
}

#[cfg(all(test, feature = "serde_json"))]
mod tests {
    use alloc::vec::Vec;

    use serde_json::{Value, json};

    use super::{NO_ROOM, NOTHING_LEFT, THEIRS, TOO_LONG};
    use crate::compact::request::{CompactionPlan, Host, Request, compact_messages_of};
    use crate::compact::{CompactOptions, Memory, Style};
    use crate::history::Budget;
    use crate::tree::JsonTree;

    fn conversation(calls: usize) -> Vec<Value> {
        let exchange = |number: usize| {
            let id = alloc::format!("t{number}");
            [
                json!({"role": "assistant", "content": [{"type": "tool_use", "id": id, "name": "ls", "input": {"path": id}}]}),
                json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": id, "content": "x".repeat(90)}]}),
            ]
        };
        let mut messages = Vec::from([json!({"role": "user", "content": "Go."})]);
        messages.extend((0..calls).flat_map(exchange));
        messages
    }

    fn next(messages: &[Value], memory: &mut Memory, (summary, force): (Option<&str>, bool)) -> CompactionPlan {
        let options = CompactOptions::new(Budget::Chars(4_000)).style(Style::Summary);
        let mut request = Request::new();
        (request.goes_on, request.swap, request.force) = (true, summary.is_some(), force);
        let mut host = Host::new();
        host.summary = summary;
        compact_messages_of(&JsonTree::Messages(messages), &options, memory, request, host).unwrap()
    }

    #[test]
    fn a_late_text_takes_the_place_of_ours_and_stays() {
        let messages = conversation(40);
        let mut memory = Memory::new();
        let ours = next(&messages, &mut memory, (None, false));
        let before = memory.clone();
        let swapped = next(&messages, &mut memory, (Some("Only listed."), false));
        assert_eq!((swapped.stepped, &*swapped.report.notes), (true, &[THEIRS.into()][..]));
        let notice = swapped.notice.as_deref().unwrap();
        assert!(notice.starts_with("\u{26a0}\u{fe0f} The summary is now the summariser's, "), "{notice}");
        let text = memory.summary.clone().unwrap().text;
        assert!(text.ends_with("\nOnly listed.") && swapped.size < ours.size, "{text}");
        let left = |plan: &CompactionPlan| plan.report.exchanges.iter().map(|each| each.rung).collect::<Vec<_>>();
        assert_eq!(left(&swapped), left(&ours));
        // It is sent again, also by a memory that was written and read.
        let state: Value = serde_json::from_str(&memory.to_json()).unwrap();
        let again = next(&messages, &mut Memory::read(&JsonTree::Value(&state)).unwrap(), (None, false));
        assert_eq!((again.stepped, again.changes), (false, swapped.changes));
        // Taken back, ours is there again; once only.
        assert!(memory.undo());
        assert_eq!(memory.summary, before.summary);
        assert_eq!(next(&messages, &mut memory, (None, false)).changes, ours.changes);
        assert!(!memory.undo());
    }

    #[test]
    fn a_text_that_does_not_fit_leaves_ours() {
        let messages = conversation(40);
        let mut memory = Memory::new();
        let ours = next(&messages, &mut memory, (None, false));
        let mut refused = |text: &str, messages: &[Value], note: &str| {
            let plan = next(messages, &mut memory, (Some(text), false));
            assert_eq!((plan.stepped, &*plan.report.notes), (false, &[note.into()][..]));
            assert_eq!(plan.changes, ours.changes);
        };
        refused(&"many words ".repeat(900), &messages, TOO_LONG);
        let mut full = messages.clone();
        let room = 3_150_usize.saturating_sub(usize::try_from(ours.size).unwrap());
        full.push(json!({"role": "assistant", "content": "y".repeat(room)}));
        refused(&"word ".repeat(240), &full, NO_ROOM);
    }

    #[test]
    fn without_an_earlier_step_and_where_one_is_due_nothing_is_swapped() {
        let mut memory = Memory::new();
        let plan = next(&conversation(3), &mut memory, (Some("Listed."), false));
        assert_eq!((plan.stepped, &*plan.report.notes), (false, &[NOTHING_LEFT.into()][..]));
        next(&conversation(40), &mut memory, (None, false));
        let plan = next(&conversation(80), &mut memory, (Some("Listed."), false));
        assert!(plan.stepped && !memory.summary.unwrap().text.contains("Listed."));
    }
}
