//! Mends a conversation so that its provider takes it: as little as possible, the same each time, all of it reported.
//!
//! Findings say how they are mended. What changes no position comes first, then ids, then what goes, then where results
//! stand, then the order of turns; after each of these the conversation is looked at anew, until nothing is left to mend.

mod ids;
mod settle;

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::change::{Change, New, Pointer, Setting, object, text};
use super::check::{Finding, Fix, Subject, check, place_of};
use super::diff::diff;
use super::leaf::Step;
use super::problem::{Problem, pointer};
use super::rules::Rule;
use super::write::{NO_BEGINNING, Writer};
use super::{Conversation, MessageFormat, part_node};
use crate::history::conversation::{Content, Flags, Made, Message, Part, PartAt, PartKind, Place, Role};
use crate::history::pair::part_at;
use crate::tree::{Key, Shape, Tree, Words};

/// No conversation was seen that needs more than five.
const ROUNDS: usize = 12;

/// What was done about a broken rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// It went.
    Dropped,
    /// What was missing was put in.
    Inserted,
    /// It came to stand elsewhere.
    Moved,
    /// A value in it became another.
    Changed,
}

impl Action {
    /// The name, as reports have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dropped => "dropped",
            Self::Inserted => "inserted",
            Self::Moved => "moved",
            Self::Changed => "changed",
        }
    }
}

/// One thing that was mended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repair {
    /// What it was about: a JSON Pointer into the messages as they came.
    pub path: Pointer,
    /// The rule that was broken.
    pub rule: Rule,
    /// What was done.
    pub action: Action,
}

/// How a conversation is mended.
#[derive(Debug)]
pub(crate) struct Mended {
    pub(crate) changes: Vec<Change>,
    pub(crate) repairs: Vec<Repair>,
    pub(crate) problems: Vec<Problem>,
}

/// What is done so far.
pub(super) struct Mending<'a, T: Tree> {
    root: &'a T,
    writer: Writer<'a, T>,
    now: Conversation<T>,
    settings: Vec<Setting>,
    dropped: Vec<(Place, Vec<Step>)>,
    /// What was set or dropped, by path, with its place among the settings.
    done: BTreeMap<String, usize>,
    repairs: Vec<Repair>,
}

/// Plans the repair of a conversation. With `creates` the host makes objects of classes that it does not hold.
pub(crate) fn repair<T: Tree>(root: &T, conversation: Conversation<T>, creates: bool) -> Mended {
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
        let found = check(root, &mending.now, &pairs);
        let (open, unfixable): (Vec<_>, Vec<_>) =
            found.into_iter().filter(|finding| !mending.is_done(finding)).partition(|finding| finding.fix != Fix::None);
        left = unfixable;
        if open.is_empty() {
            break;
        }
        mending.round(&open);
    }
    // A request has a message, and the model may know that there were others.
    if mending.now.messages.is_empty() && mending.writer.can_say() {
        mending.now.messages.push(stand_in());
    }
    let problems = left.iter().filter_map(|finding| mending.problem(finding)).collect();
    let changes = diff(&mending.writer, &mending.now, &mending.settings, &mending.dropped);
    Mended { changes, repairs: mending.repairs, problems }
}

impl<T: Tree> Mending<'_, T> {
    /// The place that a finding is about, and its steps from there.
    fn place(&self, finding: &Finding) -> Option<Place> {
        place_in(&self.now.messages, finding.subject)
    }

    fn is_done(&self, finding: &Finding) -> bool {
        let Some(place) = self.place(finding) else { return true };
        // What stands elsewhere or goes does so whatever its value became.
        let of_position = matches!(
            finding.fix,
            Fix::Drop | Fix::Settle | Fix::Reorder | Fix::Rename | Fix::Join | Fix::Lead | Fix::None
        );
        !of_position && self.done.contains_key(&pointer(place, &finding.steps))
    }

    /// A member becomes a value; the last one counts.
    fn put_setting(&mut self, place: Place, steps: Vec<Step>, value: New) {
        let path = pointer(place, &steps);
        if let Some(setting) = self.done.get(&path).and_then(|at| self.settings.get_mut(*at)) {
            setting.value = value;
        } else {
            self.done.insert(path, self.settings.len());
            self.settings.push(Setting { place, steps, value });
        }
    }

    /// A member goes.
    fn put_drop(&mut self, place: Place, steps: Vec<Step>) {
        self.done.insert(pointer(place, &steps), usize::MAX);
        self.dropped.push((place, steps));
    }

    fn problem(&self, finding: &Finding) -> Option<Problem> {
        let path = pointer(self.place(finding)?, &finding.steps);
        Some(Problem::new(self.now.format, finding.rule, path, finding.message.clone()))
    }

    fn note(&mut self, finding: &Finding, action: Action) {
        let Some(place) = self.place(finding) else { return };
        // What was brought about by a repair before has no rule of its own in the report.
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
        }
    }

    /// What changes a value where it stands.
    fn set(&mut self, finding: &Finding) {
        let Some(place) = self.place(finding) else { return };
        let path = || pointer(place, &finding.steps);
        let value = match &finding.fix {
            Fix::Set(value) => New::Text(value.clone()),
            Fix::Number(number) => New::Number(*number),
            Fix::List => New::List(vec![New::Original(path(), Vec::new())]),
            Fix::TextPart => self.writer.text_of(New::Original(path(), Vec::new()), self.speaker(finding)),
            Fix::Function(name) => {
                self.put_setting(place, vec![Step::Key(Key::Type)], New::Text("function".into()));
                object(vec![("name", text(name.clone())), ("arguments", self.own_arguments(place))])
            }
            Fix::Write => New::Written(path()),
            Fix::Parse => New::Parsed(path()),
            Fix::Wrap => self.wrapped(place, finding),
            Fix::DropMember => {
                self.note(finding, Action::Changed);
                self.put_drop(place, finding.steps.clone());
                return;
            }
            _ => return,
        };
        self.note(finding, Action::Changed);
        self.put_setting(place, finding.steps.clone(), value);
        let moved = finding.fix == Fix::Wrap && finding.rule == Rule::ResultType;
        if moved && part_node(self.root, place).is_some_and(|node| node.has(Key::Result) && !node.has(Key::Output)) {
            self.put_drop(place, vec![Step::Key(Key::Result)]);
        }
        self.read_again(finding);
    }

    /// Who speaks in the message that a finding is in.
    fn speaker(&self, finding: &Finding) -> Role {
        let (Subject::Message(at) | Subject::Part(PartAt { message: at, .. })) = finding.subject;
        self.now.messages.get(at).map_or(Role::Unknown, |message| message.role)
    }

    /// The arguments of a call that has them beside its name.
    fn own_arguments(&self, place: Place) -> New {
        let node = part_node(self.root, place);
        let there = node.is_some_and(|node| matches!(node.shape(Key::Arguments), Shape::Text(_)));
        if there { New::Original(pointer(place, &[Step::Key(Key::Arguments)]), Vec::new()) } else { text("{}") }
    }

    /// What the neutral form knows of a value that was set.
    fn read_again(&mut self, finding: &Finding) {
        if let (Fix::TextPart, Subject::Part(at)) = (&finding.fix, finding.subject) {
            let part = self.now.messages.get_mut(at.message).and_then(|message| message.parts.get_mut(at.part));
            if let Some(part) = part {
                part.kind = PartKind::Text;
                // It has more than white space.
                part.units = 1;
            }
        }
        let value = match &finding.fix {
            Fix::Set(value) | Fix::Function(value) => value,
            Fix::Number(2) => "assistant",
            Fix::Number(_) => "user",
            _ => return,
        };
        match (finding.rule, finding.subject) {
            (Rule::MissingToolName | Rule::InvalidToolName, Subject::Part(at)) => {
                let name = self.now.words.add(value);
                if let Some(part) = self.now.messages.get_mut(at.message).and_then(|one| one.parts.get_mut(at.part)) {
                    part.name = name;
                }
            }
            (Rule::UnknownRole, Subject::Message(at)) => {
                if let Some(message) = self.now.messages.get_mut(at) {
                    message.role = match value {
                        "assistant" | "model" => Role::Assistant,
                        "tool" => Role::Tool,
                        _ => Role::User,
                    };
                }
            }
            _ => {}
        }
    }

    /// An object that holds what was there.
    fn wrapped(&self, place: Place, finding: &Finding) -> New {
        let mut held = part_node(self.root, place);
        for step in &finding.steps {
            held = held.and_then(|held| match step {
                Step::Key(key) => held.child(*key),
                Step::At(at) => held.item(Key::This, *at),
            });
        }
        let own = part_node(self.root, place).and_then(|node| Some((node.child(Key::Result)?, Key::Result)));
        if let (None, Some((held, key)), Rule::ResultType) = (held, own, finding.rule) {
            // What older versions of the AI SDK call the result.
            let kind = if matches!(held.shape(Key::This), Shape::Text(_)) { "text" } else { "json" };
            let what = New::Original(pointer(place, &[Step::Key(key)]), Vec::new());
            return object(vec![("type", text(kind)), ("value", what)]);
        }
        let Some(held) = held else {
            return match finding.rule {
                Rule::ResultType if self.now.format == MessageFormat::AiSdk => {
                    object(vec![("type", text("text")), ("value", text(""))])
                }
                Rule::ResultType => object(vec![("output", text(""))]),
                _ => object(Vec::new()),
            };
        };
        let what = New::Original(pointer(place, &finding.steps), Vec::new());
        match finding.rule {
            Rule::ResultType if self.now.format == MessageFormat::AiSdk => {
                let kind = if matches!(held.shape(Key::This), Shape::Text(_)) { "text" } else { "json" };
                object(vec![("type", text(kind)), ("value", what)])
            }
            Rule::ResultType => object(vec![("output", what)]),
            _ => object(vec![("input", what)]),
        }
    }

    fn drop<'f>(&mut self, found: impl Iterator<Item = &'f Finding>) {
        for finding in found {
            self.note(finding, Action::Dropped);
            match finding.subject {
                Subject::Part(at) => {
                    let part = self.now.messages.get_mut(at.message).and_then(|message| message.parts.get_mut(at.part));
                    if let Some(part) = part {
                        part.flags = part.flags.with(Flags::GONE);
                    }
                }
                Subject::Message(at) => {
                    if let Some(message) = self.now.messages.get_mut(at) {
                        message.content = Content::Taken;
                    }
                }
            }
        }
        for message in &mut self.now.messages {
            let before = message.parts.len();
            message.parts.retain(|part| !part.has(Flags::GONE));
            // What holds nothing any more goes, too.
            if message.parts.is_empty() && before > 0 {
                message.content = Content::Taken;
            }
        }
        self.now.messages.retain(|message| message.content != Content::Taken);
    }

    /// Calls come to stand behind all else in their message.
    fn reorder(&mut self, finding: &Finding) {
        let Subject::Part(at) = finding.subject else { return };
        self.note(finding, Action::Moved);
        let Some(message) = self.now.messages.get_mut(at.message) else { return };
        let first = message.parts.iter().position(Part::is_call).unwrap_or_default();
        let behind = message.parts.split_off(first);
        let (calls, others): (Vec<Part>, Vec<Part>) =
            behind.into_iter().partition(|part| part.is_call() || part.kind == PartKind::Other);
        message.parts.extend(others.into_iter().map(|part| Part { flags: part.flags.with(Flags::MOVED), ..part }));
        message.parts.extend(calls);
    }

    /// A turn of calls and the turn of the model before it become one.
    fn join(&mut self, finding: &Finding) {
        let Subject::Message(at) = finding.subject else { return };
        let Some(before) = at.checked_sub(1) else { return };
        self.note(finding, Action::Moved);
        let mut parts = self.now.messages.remove(before).parts;
        if let Some(message) = self.now.messages.get_mut(before) {
            parts.append(&mut message.parts);
            message.parts = parts;
        }
    }

    /// The user speaks first.
    fn lead(&mut self, finding: &Finding) {
        let Subject::Message(at) = finding.subject else { return };
        self.note(finding, Action::Inserted);
        self.now.messages.insert(at.min(self.now.messages.len()), stand_in());
    }
}

/// A message of the user that stands for what is not there.
fn stand_in() -> Message {
    Message {
        from: None,
        inner: None,
        role: Role::User,
        content: Content::Text,
        parts: vec![Part::made(PartKind::Text, Made::Text(String::from(NO_BEGINNING)))],
        moved: false,
        gave: false,
    }
}

fn place_in(messages: &[Message], subject: Subject) -> Option<Place> {
    match subject {
        Subject::Part(at) => part_at(messages, at)?.place,
        Subject::Message(at) => place_of(messages.get(at)?),
    }
}

/// The problems of a conversation.
pub(crate) fn problems<T: Tree>(root: &T, conversation: &Conversation<T>) -> Vec<Problem> {
    let pairs = conversation.pairs();
    let found = check(root, conversation, &pairs);
    let problem = |finding: Finding| {
        let path = pointer(place_in(&conversation.messages, finding.subject)?, &finding.steps);
        Some(Problem::new(conversation.format, finding.rule, path, finding.message))
    };
    found.into_iter().filter_map(problem).collect()
}
