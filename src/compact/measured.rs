//! The size of each part of a conversation, as it came and as a step would send it. Every other size is a sum over these.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::call::args::escapes;
use crate::compact::call::{ArgsKind, CallAt};
use crate::compact::inventory::{Inventory, ItemKind};
use crate::compact::left::Left;
use crate::compact::plan::rung::Choice;
use crate::compact::write::leaves_whole_block;
use crate::format::Conversation;
use crate::format::conversation::{Flags, Part, PartAt, PartKind, Role};
use crate::format::leaf::{Leaf, LeafKind, Step, result};
use crate::format::{MessageFormat, down, text_in_file};
use crate::measure::shorten;
use crate::number::counted;
use crate::source::utf16_len;
use crate::tree::{Key, Reach, Tag, Tree, Unread, Weight, weight_of};

/// UTF-16 units that a token of an image or a file takes in a window in chars.
pub(crate) const CHARS_A_TOKEN: u64 = 4;

/// The size of a part as it came, without its name and arguments. Members of a message beside its parts are measured as a
/// part after the others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measured {
    pub(crate) at: PartAt,
    pub(crate) kind: PartKind,
    pub(crate) role: Role,
    /// UTF-16 units of a text, a result, or a file that is a text.
    pub(crate) units: u64,
    /// UTF-16 units of reasoning in other members.
    pub(crate) thought: u64,
    /// UTF-16 units of other members, unknown ones among them.
    pub(crate) more: u64,
    /// Images and files that leave when a text or a line takes the place of the part.
    pub(crate) media: u64,
    /// Images and files in other members.
    pub(crate) more_media: u64,
    /// Of `more` and `more_media` those that leave when a text takes the place of a file, or of a result with other blocks.
    pub(crate) leaving: u64,
    pub(crate) leaving_media: u64,
}

/// Parts and members that no format knows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unknown {
    pub(crate) parts: u64,
    /// Types of parts, each once.
    pub(crate) types: Vec<String>,
    /// Units of unknown members, and their names, each once.
    pub(crate) units: u64,
    pub(crate) members: Vec<String>,
}

/// More names say no more.
const MOST_NAMES: usize = 5;
/// Longer names are cut.
const LONGEST_NAME: usize = 40;

/// Measures every part; `unknown` takes the names of what no format knows.
pub(crate) fn measured<T: Tree>(root: &T, conversation: &Conversation<T>, unknown: &mut Unknown) -> Vec<Measured> {
    let mut all = Vec::with_capacity(conversation.messages.len() * 2);
    for (message, held) in conversation.messages.iter().enumerate() {
        for (number, part) in held.parts.iter().enumerate() {
            let at = PartAt { message, part: number };
            all.push(of_part(root, conversation, (at, held.role, part), unknown));
        }
        // A message that is a part has been looked at.
        let is_part = held.parts.iter().any(|part| part.place.is_some_and(|place| place.member.is_none()));
        let node = held.from.filter(|_| !is_part).and_then(|from| root.item(Key::This, from as usize));
        let reach = |node: &T| match conversation.format.rules().content(node) {
            Key::Parts => Reach::Parts,
            _ if conversation.format == MessageFormat::OpenAiChat => Reach::Chat,
            _ => Reach::Content,
        };
        let found = node.map(|node| node.unread(reach(&node))).unwrap_or_default();
        if !found.is_empty() {
            let at = PartAt { message, part: held.parts.len() };
            let mut beside = Measured::new(at, held.role, &Part::EMPTY);
            beside.add(found, unknown);
            all.push(beside);
        }
    }
    all
}

/// Measures one part.
pub(crate) fn of_part<T: Tree>(
    root: &T,
    conversation: &Conversation<T>,
    (at, role, part): (PartAt, Role, &Part),
    unknown: &mut Unknown,
) -> Measured {
    let mut measured = Measured::new(at, role, part);
    let is_text = part.kind == PartKind::Text && part.node.is_none();
    let Some(node) = Some(part).filter(|_| !is_text).and_then(|part| conversation.node(root, part)) else {
        return measured;
    };
    let rules = conversation.format.rules::<T>();
    let other =
        matches!(part.kind, PartKind::Other | PartKind::Approval | PartKind::ApprovalReply | PartKind::Reference);
    if other {
        if rules.is_sent(&node) {
            measured.add(node.unread(Reach::Whole), &mut Unknown::default());
            if part.kind == PartKind::Other && node.tag(Key::Type) == Tag::Other {
                unknown.parts += 1;
                unknown.name_type(&node.text(Key::Type, LONGEST_NAME).unwrap_or_default());
            }
        }
        return measured;
    }
    measured.add(node.unread(Reach::Part), unknown);
    match part.kind {
        PartKind::Media => {
            (measured.leaving, measured.leaving_media) = (measured.more, measured.more_media);
            match text_in_file(&node) {
                Some(units) => (measured.units, measured.media) = (units as u64, 0),
                None => measured.media = 1,
            }
        }
        PartKind::Result | PartKind::Exchange if part.has(Flags::OPAQUE) => {
            measured.media += u64::from(rules.is_shown(&node));
        }
        PartKind::Result | PartKind::Exchange => {
            let leaves = result(&node, conversation.format, part);
            for leaf in &leaves {
                measured.media += u64::from(leaf.kind == LeafKind::Media);
                let Some(block) = holder(leaf).and_then(|steps| down(&node, steps)) else { continue };
                let (more, media) = (measured.more, measured.more_media);
                measured.add(block.unread(Reach::Part), unknown);
                if leaves_whole_block(leaf, &leaves) {
                    measured.leaving += measured.more - more;
                    measured.leaving_media += measured.more_media - media;
                }
            }
        }
        _ => {}
    }
    measured
}

/// The block or object that holds a piece of a result and may hold more, unless all of it is the piece.
fn holder(leaf: &Leaf) -> Option<&[Step]> {
    let (last, before) = leaf.steps.split_last()?;
    match (last, before.last()) {
        // Beside the text of a document stands its title.
        (_, Some(Step::Key(Key::Source))) => before.get(..before.len() - 1),
        (Step::At(_), _) => (leaf.kind != LeafKind::Json).then_some(&*leaf.steps),
        (Step::Key(_), Some(Step::At(_))) => Some(before),
        (Step::Key(_), Some(Step::Key(key))) => (weight_of(key.name()) == Weight::Read).then_some(before),
        (Step::Key(_), None) => None,
    }
}

impl Measured {
    fn new(at: PartAt, role: Role, part: &Part) -> Self {
        Self {
            at,
            kind: part.kind,
            role,
            units: part.units as u64,
            thought: 0,
            more: 0,
            media: 0,
            more_media: 0,
            leaving: 0,
            leaving_media: 0,
        }
    }

    fn add(&mut self, found: Vec<Unread>, unknown: &mut Unknown) {
        for Unread { weight, name, units, media } in found {
            self.more_media += media as u64;
            match weight {
                Weight::Thought | Weight::Opaque => self.thought += units as u64,
                _ => self.more += units as u64,
            }
            if weight == Weight::Unknown && !name.is_empty() {
                unknown.units += units as u64;
                push_name(&mut unknown.members, &name);
            }
        }
    }
}

impl Unknown {
    fn name_type(&mut self, name: &str) {
        push_name(&mut self.types, name);
    }

    /// The notes of a report about what is counted without being known; `redact` goes over the names.
    pub(crate) fn notes(&self, redact: impl Fn(&str) -> String) -> Vec<String> {
        let named = |names: &[String]| {
            let names: Vec<String> = names.iter().map(|name| format!("\"{}\"", redact(name))).collect();
            names.join(", ")
        };
        let mut notes = Vec::new();
        if self.parts > 0 {
            let parts = counted(self.parts as usize, "part");
            let (of, their) =
                if self.parts == 1 { ("an unknown type counts", "its") } else { ("unknown types count", "their") };
            notes.push(format!("{parts} of {of} by {their} text: {}", named(&self.types)));
        }
        if self.units >= LEAST_NAMED {
            notes.push(format!("unknown members count by their JSON: {}", named(&self.members)));
        }
        notes
    }
}

/// Unknown members get a note from this many UTF-16 units on: a field or two of an SDK are none of the user's concern.
const LEAST_NAMED: u64 = 256;

fn push_name(names: &mut Vec<String>, name: &str) {
    if names.len() < MOST_NAMES && !names.iter().any(|known| known == name) {
        names.push(shorten(name, LONGEST_NAME));
    }
}

/// A part as a step sends it.
pub(crate) struct Sent<'i> {
    pub(crate) measured: &'i Measured,
    /// Its place among all that was measured.
    pub(crate) number: usize,
    /// The call in it.
    pub(crate) call: Option<(usize, &'i CallAt)>,
    /// What takes the place of its arguments.
    pub(crate) args: Option<&'i Choice>,
    /// What takes the place of its text or result.
    pub(crate) body: Option<&'i Choice>,
}

impl Sent<'_> {
    /// UTF-16 units of the name and arguments, as budgets count them.
    pub(crate) fn args_units(&self) -> u64 {
        let Some((_, call)) = self.call else { return 0 };
        utf16_len(call.original_name()) as u64 + args_units(call, self.args)
    }

    /// UTF-16 units of the text or result.
    pub(crate) fn body_units(&self) -> u64 {
        self.body.map_or(self.measured.units, |choice| choice.units)
    }

    /// UTF-16 units of the other members that are still there.
    pub(crate) fn more(&self) -> u64 {
        self.measured.more - if self.body.is_some() { self.measured.leaving } else { 0 }
    }

    /// Images and files in other members that are still there.
    pub(crate) fn more_media(&self) -> u64 {
        self.measured.more_media - if self.body.is_some() { self.measured.leaving_media } else { 0 }
    }

    /// Images and files that are still there.
    pub(crate) fn media(&self) -> u64 {
        self.more_media() + if self.body.is_some() { 0 } else { self.measured.media }
    }
}

/// UTF-16 units of arguments as budgets count them.
pub(crate) fn args_units(call: &CallAt, choice: Option<&Choice>) -> u64 {
    let Some(choice) = choice else { return call.plain_units() };
    let text = choice.text.as_deref().unwrap_or_default();
    if call.args_kind == ArgsKind::Free { choice.units } else { choice.units - escapes(text).min(choice.units) }
}

impl<T: Tree> Inventory<'_, T> {
    /// Passes on each part of the messages from `from` on that stays with these choices, in order.
    pub(crate) fn each_sent<'i>(
        &'i self,
        choices: &'i [Option<Choice>],
        (left, from): (&Left, usize),
        mut each: impl FnMut(Sent<'i>),
    ) {
        let first_item = self.items.partition_point(|item| item.at.message < from);
        let mut items = self.items.iter().zip(choices).skip(first_item).peekable();
        let first_call = self.calls.partition_point(|call| call.at.message < from);
        let mut calls = self.calls.iter().enumerate().skip(first_call).peekable();
        let first = self.measured.partition_point(|measured| measured.at.message < from);
        for (number, measured) in self.measured.iter().enumerate().skip(first) {
            let mut sent = Sent { measured, number, call: None, args: None, body: None };
            while let Some((item, choice)) = items.next_if(|(item, _)| item.at <= measured.at) {
                match item.kind {
                    ItemKind::Args(_) => sent.args = choice.as_ref(),
                    _ => sent.body = choice.as_ref(),
                }
            }
            while let Some(call) = calls.next_if(|(_, call)| call.at <= measured.at) {
                sent.call = Some(call);
            }
            // A block is counted by its text, as one that does not stand there yet; nobody reads what is buried.
            if measured.at >= self.live.from && !self.block.contains(&measured.at.message) && !left.is_gone(measured.at)
            {
                each(sent);
            }
        }
    }

    /// UTF-16 units, images and calls of the messages from `from` on that stay with these choices.
    pub(crate) fn sums(&self, choices: &[Option<Choice>], (left, from): (&Left, usize)) -> Sums {
        let mut sums = Sums::default();
        self.each_sent(choices, (left, from), |sent| {
            sums.chars += sent.args_units() + sent.body_units() + sent.measured.thought + sent.more();
            sums.media += sent.media();
            sums.calls += u64::from(sent.call.is_some());
        });
        sums.chars += self.media_chars * sums.media;
        sums
    }
}

/// Sums over parts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sums {
    pub(crate) chars: u64,
    pub(crate) media: u64,
    pub(crate) calls: u64,
}
