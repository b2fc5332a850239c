//! Repairs a conversation so that its provider accepts it: the fewest changes, deterministic, and all reported.
//!
//! Findings name their fix. Fixes in place come first, then ids, drops, positions of results, and the order of turns;
//! after each of these the conversation is checked again, until nothing is left to repair.

mod ids;
mod order;
mod settle;
mod values;

use alloc::collections::BTreeMap;

use super::Conversation;
use super::change::Setting;
use super::check::{Asked, Finding, check};
use super::diff::{Draft, diff};
use super::messages::RepairPlan;
use super::problem::Problem;
use crate::format::pair::part_at;
use crate::format::prelude::*;
use crate::format::write::{GO_ON, NO_BEGINNING};

/// No conversation was seen that needs more than five.
const ROUNDS: usize = 12;

named! {
    /// Kind of a repair.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Action {
        /// It went.
        Dropped = "dropped",
        /// Something missing was inserted.
        Inserted = "inserted",
        /// It came to stand elsewhere.
        Moved = "moved",
        /// A value in it became another.
        Changed = "changed",
    }
}

/// One thing that was mended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Repair {
    /// JSON Pointer into the original messages.
    pub path: Pointer,
    /// The rule that was broken.
    pub rule: Rule,
    /// Kind of the repair.
    pub action: Action,
}

/// Marks a dropped member in place of a setting.
const GONE: usize = usize::MAX;

/// State of a repair.
pub(super) struct Mending<'a, T: Tree> {
    root: &'a T,
    writer: Writer<'a, T>,
    now: Conversation<T>,
    settings: Vec<Setting>,
    dropped: Vec<(Place, Vec<Step>)>,
    /// Set or dropped values by path, with their index among the settings.
    done: BTreeMap<String, usize>,
    repairs: Vec<Repair>,
}

/// Plans the repair of a conversation. With `creates` the host makes objects of classes that it does not hold.
pub(crate) fn repair<T: Tree>(root: &T, conversation: Conversation<T>, asked: Asked, creates: bool) -> RepairPlan {
    let original = conversation.messages.clone();
    let writer = Writer::new(root, conversation.format, &original, creates);
    let mut mending = Mending {
        root,
        writer,
        now: conversation,
        settings: Vec::new(),
        dropped: Vec::new(),
        done: BTreeMap::new(),
        repairs: Vec::new(),
    };
    let mut left = Vec::new();
    for _ in 0..ROUNDS {
        let pairs = mending.now.pairs();
        let found = check(root, &mending.now, &pairs, asked);
        let (open, unfixable): (Vec<_>, Vec<_>) =
            found.into_iter().filter(|finding| !mending.is_done(finding)).partition(|finding| finding.fix != Fix::None);
        left = unfixable;
        if open.is_empty() {
            break;
        }
        mending.round(&open);
    }
    // A request has a message, and the model may know that there were others.
    if mending.now.messages.is_empty() && mending.writer.rules().can_say(&mending.writer) {
        mending.now.messages.push(order::stand_in(NO_BEGINNING));
    }
    let problems = left.iter().filter_map(|finding| mending.problem(finding)).collect();
    let changes = diff(&mending.writer, Draft::of(&mending.now), &mending.settings, &mending.dropped);
    RepairPlan { changes, repairs: mending.repairs, problems }
}

impl<T: Tree> Mending<'_, T> {
    /// The place that a finding is about, and its steps from there.
    fn place(&self, finding: &Finding) -> Option<Place> {
        place_in(&self.now.messages, finding.subject)
    }

    fn is_done(&self, finding: &Finding) -> bool {
        let Some(place) = self.place(finding) else { return true };
        // Moves and drops apply whatever the value became.
        let of_position = matches!(
            finding.fix,
            Fix::Drop | Fix::Settle | Fix::Reorder | Fix::Rename | Fix::Join | Fix::Lead | Fix::Follow | Fix::None
        );
        !of_position && self.done.contains_key(&pointer(place, &finding.steps))
    }

    /// Sets a member; the last value counts. A dropped member stays dropped.
    fn put_setting(&mut self, place: Place, steps: Vec<Step>, value: New) {
        let path = pointer(place, &steps);
        match self.done.get(&path) {
            Some(&GONE) => {}
            Some(&at) => self.settings.get_mut(at).into_iter().for_each(|setting| setting.value = value.clone()),
            None => {
                self.done.insert(path, self.settings.len());
                self.settings.push(Setting { place, steps, value });
            }
        }
    }

    /// Drops a member, overriding its settings.
    fn put_drop(&mut self, place: Place, steps: Vec<Step>) {
        match self.done.insert(pointer(place, &steps), GONE) {
            Some(GONE) => return,
            Some(before) => {
                self.settings.remove(before);
                let later = self.done.values_mut().filter(|at| **at != GONE && **at > before);
                later.for_each(|at| *at -= 1);
            }
            None => {}
        }
        self.dropped.push((place, steps));
    }

    fn problem(&self, finding: &Finding) -> Option<Problem> {
        let path = pointer(self.place(finding)?, &finding.steps);
        Some(Problem::new(self.now.format, finding.rule, path, finding.message.clone()))
    }

    fn note(&mut self, finding: &Finding, action: Action) {
        // Parts without a place were made by an earlier repair, which the report contains.
        let Some(place) = self.place(finding) else { return };
        let path = pointer(place, &finding.steps);
        self.repairs.push(Repair { path, rule: finding.rule, action });
    }

    fn round(&mut self, found: &[Finding]) {
        for finding in found {
            self.set(finding);
        }
        let of = |wanted: Fix| found.iter().filter(move |finding| finding.fix == wanted);
        if of(Fix::Rename).next().is_some() {
            self.rename(of(Fix::Rename));
        } else if of(Fix::Drop).next().is_some() {
            self.drop(of(Fix::Drop));
        } else if of(Fix::Join).next().is_some() {
            // From the end on: what was joined may be joined to what comes before.
            for finding in found.iter().rev().filter(|finding| finding.fix == Fix::Join) {
                self.join(finding);
            }
        } else if of(Fix::Settle).next().is_some() {
            self.settle(of(Fix::Settle));
        } else if of(Fix::Reorder).next().is_some() {
            for finding in of(Fix::Reorder) {
                self.reorder(finding);
            }
        } else if let Some(finding) = of(Fix::Lead).next() {
            self.lead(finding);
        } else if let Some(finding) = of(Fix::Follow).next() {
            self.note(finding, Action::Inserted);
            self.now.messages.push(order::stand_in(GO_ON));
        }
    }
}

/// A message that was not there.
fn made(role: Role, content: Content, parts: Vec<Part>) -> Message {
    Message { from: None, inner: None, role, content, parts, moved: false, gave: false }
}

fn place_in(messages: &[Message], subject: Subject) -> Option<Place> {
    match subject {
        Subject::Part(at) => part_at(messages, at)?.place,
        Subject::Message(at) => place_of(messages.get(at)?),
    }
}

/// The problems of a conversation.
pub(crate) fn problems<T: Tree>(root: &T, conversation: &Conversation<T>, asked: Asked) -> Vec<Problem> {
    let pairs = conversation.pairs();
    let found = check(root, conversation, &pairs, asked);
    let problem = |finding: Finding| {
        let path = pointer(place_in(&conversation.messages, finding.subject)?, &finding.steps);
        Some(Problem::new(conversation.format, finding.rule, path, finding.message))
    };
    found.into_iter().filter_map(problem).collect()
}
