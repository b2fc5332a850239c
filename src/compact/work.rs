//! A conversation laid out for a plan: what can get smaller, how large it is, and what each call did.

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use super::args::Arguments;
use super::deed::Deed;
use super::failure;
use super::options::{CompactOptions, KeepResult};
use crate::format::leaf::{LeafKind, arguments};
use crate::format::{Conversation, MessageFormat, down, pieces};
use crate::format::{Piece, PieceKind};
use crate::history::conversation::{Flags, Part, PartAt, PartKind, Role};
use crate::history::pair::{Pairs, part_at};
use crate::history::{Categories, Category};
use crate::source::{Source, utf16_len};
use crate::tree::{Key, Shape, Tree, Words};

/// A longer result that begins with bad news is not only that.
const SUSPECT: u64 = 1500;

/// Texts that are looked at for what is being worked on.
const LAST_WORDS: usize = 5;

/// What can get smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ItemKind {
    /// The result of an exchange, by its number.
    Result(usize),
    /// Its arguments.
    Args(usize),
    /// What the assistant said.
    Text,
    /// What it thought.
    Thinking,
    /// An image, a file.
    Media,
}

/// Something that can get smaller.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) kind: ItemKind,
    pub(crate) at: PartAt,
    /// UTF-16 units as it came, and as it is now.
    pub(crate) full: u64,
    pub(crate) now: u64,
}

/// A call and its result, as plans see it.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "independent answers to independent questions")]
pub(crate) struct Call {
    pub(crate) at: PartAt,
    pub(crate) result: Option<PartAt>,
    pub(crate) group: usize,
    pub(crate) name: String,
    pub(crate) id: String,
    pub(crate) category: Category,
    pub(crate) keep: KeepResult,
    pub(crate) failed: bool,
    /// It looks as if it had failed, and nothing says so for sure.
    pub(crate) suspect: bool,
    pub(crate) exit: Option<u32>,
    pub(crate) deed: Deed,
    pub(crate) args: Arguments,
    /// The arguments as they came: JSON, or any text.
    pub(crate) args_text: String,
    pub(crate) args_kind: ArgsKind,
    pub(crate) result_units: u64,
    /// The result can be written anew.
    pub(crate) writable: bool,
    pub(crate) hosted: bool,
}

/// How arguments are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArgsKind {
    /// A value.
    Json,
    /// A text that holds JSON.
    Written,
    /// Any text.
    Free,
    /// They are signed, or of a kind that is not to be touched.
    Fixed,
}

/// What no size counts that is not a text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) messages: u64,
    pub(crate) calls: u64,
    pub(crate) media: u64,
}

pub(crate) struct Work<'a, T: Tree> {
    pub(crate) root: &'a T,
    pub(crate) conversation: &'a Conversation<T>,
    pub(crate) pairs: &'a Pairs,
    pub(crate) calls: Vec<Call>,
    pub(crate) items: Vec<Item>,
    /// UTF-16 units of what stays as it is: system, user, names.
    pub(crate) fixed: u64,
    /// The same of all, as budgets count: escapes in arguments do not.
    pub(crate) chars: u64,
    pub(crate) counts: Counts,
    /// Tokens of arguments and of what else a part holds, as far as they were counted, by the number of the part.
    pub(crate) counted: RefCell<Vec<[Option<u64>; 2]>>,
    /// The last message in which the user says something.
    pub(crate) last_user: usize,
}

impl<'a, T: Tree> Work<'a, T> {
    pub(crate) fn new(
        root: &'a T,
        conversation: &'a Conversation<T>,
        pairs: &'a Pairs,
        options: &CompactOptions,
    ) -> Self {
        let says = |part: &Part| part.kind == PartKind::Text && part.units > 0;
        let last_user = conversation
            .messages
            .iter()
            .rposition(|message| message.role == Role::User && message.parts.iter().any(says));
        let mut work = Self {
            root,
            conversation,
            pairs,
            calls: Vec::with_capacity(pairs.exchanges.len()),
            items: Vec::with_capacity(pairs.exchanges.len() * 2),
            fixed: 0,
            chars: 0,
            counts: Counts { messages: conversation.messages.len() as u64, ..Counts::default() },
            counted: RefCell::default(),
            last_user: last_user.unwrap_or(0),
        };
        let mut tools: Vec<(crate::tree::Word, Category, KeepResult)> = Vec::new();
        let categories = Categories::default();
        for exchange in 0..pairs.exchanges.len() {
            work.read_call(exchange, options, &categories, &mut tools);
        }
        work.lay_out();
        work
    }

    fn part(&self, at: PartAt) -> Option<&'a Part> {
        let conversation: &'a Conversation<T> = self.conversation;
        part_at(&conversation.messages, at)
    }

    pub(crate) fn node(&self, part: &Part) -> Option<T> {
        self.conversation.node(self.root, part)
    }

    fn read_call(
        &mut self,
        exchange: usize,
        options: &CompactOptions,
        categories: &Categories,
        tools: &mut Vec<(crate::tree::Word, Category, KeepResult)>,
    ) {
        let Some(pair) = self.pairs.exchanges.get(exchange) else { return };
        let Some(part) = self.part(pair.call) else { return };
        let words = &self.conversation.words;
        let name = part.name.map(|name| words.text(name)).unwrap_or_default();
        let known = part.name.and_then(|word| tools.iter().find(|(known, ..)| *known == word));
        let (category, keep) = if let Some((_, category, keep)) = known {
            (*category, *keep)
        } else {
            {
                let policy = options.policy(&name);
                let category = policy.and_then(|policy| policy.category);
                let category = category.unwrap_or_else(|| categories.categorize(&name));
                let keep = policy.map_or(KeepResult::Normal, |policy| policy.keep);
                if let Some(word) = part.name {
                    tools.push((word, category, keep));
                }
                (category, keep)
            }
        };
        let (args_text, args_kind) = self.arguments(part);
        let args = match args_kind {
            ArgsKind::Free => Arguments::free(&args_text),
            _ => Arguments::read(&args_text),
        };
        let deed = Deed::of(&name, category, &args);
        let (result, answer) = match pair.result.and_then(|at| Some((at, self.part(at)?))) {
            Some((at, answer)) => (Some(at), Some(answer)),
            None if part.kind == PartKind::Exchange && !part.has(Flags::OPEN) => (Some(pair.call), Some(part)),
            None => (None, None),
        };
        let hosted = part.has(Flags::HOSTED);
        let writable = answer.is_some_and(|answer| !answer.has(Flags::HOSTED) && !answer.has(Flags::OPAQUE)) && !hosted;
        let id = part.id.map(|id| words.text(id)).unwrap_or_default();
        let mut call = Call {
            at: pair.call,
            result,
            group: pair.group,
            name,
            id,
            category,
            keep,
            failed: answer.is_some_and(|answer| answer.has(Flags::ERROR)),
            suspect: false,
            exit: None,
            deed,
            args,
            args_text,
            args_kind,
            result_units: answer.map_or(0, |answer| answer.units as u64),
            writable,
            hosted,
        };
        self.look_for_failure(&mut call);
        self.calls.push(call);
    }

    /// A format may have no flag for it, and a command that ran may have failed all the same.
    fn look_for_failure(&self, call: &mut Call) {
        if call.failed || call.result.is_none() || call.result_units == 0 {
            return;
        }
        let flagged = !matches!(self.conversation.format, MessageFormat::OpenAiChat | MessageFormat::OpenAiResponses);
        let runs = call.category == Category::Terminal;
        if flagged && !runs {
            return;
        }
        let (head, tail) = self.ends(call, 300);
        call.exit = if runs { failure::exit_code(&head, &tail) } else { None };
        call.failed = call.exit.is_some_and(|code| code != 0) || (!flagged && failure::begins_failed(&head));
        let may = !flagged && !call.failed && call.exit.is_none() && call.result_units < SUSPECT;
        call.suspect = may && call.deed.category() != Category::Read && failure::names_failure_first(&head);
    }

    /// The line of a failed call that says first what went wrong.
    pub(crate) fn failure_line(&self, call: &Call) -> String {
        failure::line(&self.both_ends(call))
    }

    /// What a failed call said, at most so many units.
    pub(crate) fn failure_block(&self, call: &Call, most: usize) -> String {
        failure::block(&self.both_ends(call), most)
    }

    fn both_ends(&self, call: &Call) -> String {
        let (head, tail) = self.ends(call, failure::WINDOW);
        if tail.is_empty() { head } else { head + "\n" + &tail }
    }

    /// The arguments as text, and how they are held.
    fn arguments(&self, part: &Part) -> (String, ArgsKind) {
        let Some(node) = self.node(part) else { return (String::new(), ArgsKind::Fixed) };
        let leaf = arguments(&node, self.conversation.format, part);
        let Some(value) = down(&node, &leaf.steps) else { return (String::new(), ArgsKind::Fixed) };
        let fixed = part.has(Flags::SIGNED) || part.has(Flags::HOSTED) || leaf.kind == LeafKind::Bytes;
        match value.shape(Key::This) {
            Shape::Text(_) => {
                let text = value.text(Key::This, usize::MAX >> 1).unwrap_or_default();
                let kind = if part.has(Flags::WRITTEN) { ArgsKind::Written } else { ArgsKind::Free };
                (text, if fixed { ArgsKind::Fixed } else { kind })
            }
            Shape::Object => {
                // What a shell or an editor of the provider's own gets has a shape that is checked.
                let typed = self.conversation.format == MessageFormat::OpenAiResponses;
                (value.json(Key::This), if fixed || typed { ArgsKind::Fixed } else { ArgsKind::Json })
            }
            Shape::Absent | Shape::Null => (String::new(), ArgsKind::Fixed),
            _ => (value.json(Key::This), ArgsKind::Fixed),
        }
    }

    /// What the user said last, and what the assistant said since.
    pub(crate) fn last_words(&self) -> Vec<String> {
        let messages = self.conversation.messages.iter().enumerate().skip(self.last_user);
        let mut words = Vec::new();
        for (message, held) in messages {
            for (part, what) in held.parts.iter().enumerate() {
                if what.kind == PartKind::Text && what.units < 8192 {
                    words.push(self.text(PartAt { message, part }));
                }
            }
        }
        let skip = words.len().saturating_sub(LAST_WORDS);
        if skip > 1 {
            words.drain(1..skip);
        }
        words
    }

    /// The pieces of a result.
    pub(crate) fn pieces(&self, call: &Call) -> Vec<Piece<T>> {
        let part = call.result.and_then(|at| self.part(at));
        let Some((part, node)) = part.and_then(|part| Some((part, self.node(part)?))) else { return Vec::new() };
        pieces(&node, self.conversation, part)
    }

    /// Both ends of a result, or all of it as the first.
    pub(crate) fn ends(&self, call: &Call, most: usize) -> (String, String) {
        let pieces = self.pieces(call);
        if let [one] = pieces.as_slice()
            && one.kind == PieceKind::Text
            && let Some(source) = one.value.source(Key::This)
        {
            let len = source.len();
            let head = source.skip_utf16(0, len, most);
            let mut buffer = Vec::new();
            let first = String::from(source.read(0, head, &mut buffer));
            if head >= len {
                return (first, String::new());
            }
            let tail = source.skip_utf16_back(head, len, most);
            return (first, String::from(source.read(tail, len, &mut buffer)));
        }
        let text = joined(&pieces);
        if utf16_len(&text) <= 2 * most {
            return (text, String::new());
        }
        let source = crate::source::StrSource(&text);
        let head = source.skip_utf16(0, text.len(), most);
        let tail = source.skip_utf16_back(head, text.len(), most);
        (String::from(text.get(..head).unwrap_or_default()), String::from(text.get(tail..).unwrap_or_default()))
    }

    /// All of a result as text.
    pub(crate) fn result_text(&self, call: &Call) -> String {
        joined(&self.pieces(call))
    }

    /// A text of the assistant.
    pub(crate) fn text(&self, at: PartAt) -> String {
        let Some((part, node)) = self.part(at).and_then(|part| Some((part, self.node(part)?))) else {
            return String::new();
        };
        debug_assert!(part.kind != PartKind::Call);
        let member =
            [Key::This, Key::Text, Key::Value].into_iter().find(|key| matches!(node.shape(*key), Shape::Text(_)));
        member.and_then(|member| node.text(member, usize::MAX >> 1)).unwrap_or_default()
    }

    /// What stands for an image or a file: its type and size; none where no text can be put.
    pub(crate) fn label(&self, at: PartAt) -> Option<String> {
        let node = self.node(self.part(at)?)?;
        let within = [Key::Source, Key::InlineData, Key::InlineDataSnake].into_iter().filter_map(|key| node.child(key));
        let held = within.chain([node]).flat_map(|node| [Key::Data, Key::Image].map(|key| node.shape(key)));
        let bytes = held.into_iter().find_map(|shape| match shape {
            Shape::Bytes(bytes) => Some(bytes),
            // Base64.
            Shape::Text(units) => Some(units / 4 * 3),
            _ => None,
        });
        let label = crate::format::media_label(&node);
        let Some(bytes) = bytes else { return Some(label) };
        let size = super::fact::grouped((bytes as u64).div_ceil(1000));
        Some(alloc::format!("{}, {size} KB]", label.trim_end_matches(']')))
    }

    fn lay_out(&mut self) {
        let conversation: &'a Conversation<T> = self.conversation;
        let mut next = 0;
        // What was thought last belongs to what is being done: its provider wants it back.
        let thinks = |part: &Part| part.kind == PartKind::Thinking;
        let last_thinker =
            conversation.messages.iter().rposition(|message| message.parts.iter().any(thinks)).unwrap_or(0);
        for (message, held) in conversation.messages.iter().enumerate() {
            for (part, what) in held.parts.iter().enumerate() {
                let at = PartAt { message, part };
                let units = what.units as u64;
                match what.kind {
                    PartKind::Call | PartKind::Exchange => {
                        let exchange = next;
                        next += 1;
                        self.call_items(exchange, at, what);
                    }
                    PartKind::Result => {
                        let exchange = self.pairs.number_of(at).filter(|exchange| {
                            self.calls.get(*exchange).is_some_and(|call| call.writable && call.result == Some(at))
                        });
                        self.chars += units;
                        match exchange {
                            Some(exchange) => self.item(ItemKind::Result(exchange), at, units),
                            None => self.fixed += units,
                        }
                    }
                    PartKind::Text => {
                        self.chars += units;
                        if held.role == Role::Assistant {
                            self.item(ItemKind::Text, at, units);
                        } else {
                            self.fixed += units;
                        }
                    }
                    PartKind::Thinking => {
                        self.chars += units;
                        let speaks = |at: usize| {
                            conversation.messages.get(at).is_some_and(|message| message.role == Role::Assistant)
                        };
                        // One that is a message of its own goes where its neighbour is the assistant's, too.
                        let others = held.parts.iter().any(|part| part.kind != PartKind::Thinking);
                        let alone =
                            held.parts.len() == 1 && (speaks(message + 1) || (message > 0 && speaks(message - 1)));
                        let droppable = if conversation.format == MessageFormat::OpenAiResponses {
                            self.is_loose(message)
                        } else {
                            others || alone
                        };
                        if message < last_thinker && droppable {
                            self.item(ItemKind::Thinking, at, units);
                        } else {
                            self.fixed += units;
                        }
                    }
                    PartKind::Media => {
                        self.counts.media += 1;
                        self.item(ItemKind::Media, at, 0);
                    }
                    _ => {}
                }
            }
        }
    }

    /// True of reasoning whose item nobody asks for: what follows it has no id by which the provider would know that it belongs to it.
    fn is_loose(&self, message: usize) -> bool {
        let next = self.conversation.messages.get(message + 1);
        let turn = self.conversation.messages.get(message + 1..).unwrap_or_default().iter().take_while(|next| {
            next.role == Role::Assistant && next.parts.first().is_none_or(|part| part.kind != PartKind::Thinking)
        });
        let at = |from: Option<u32>| self.root.item(Key::This, from? as usize);
        next.is_some_and(|next| next.role == Role::Assistant)
            && turn.into_iter().all(|next| at(next.from).is_some_and(|node| !node.has(Key::Id)))
    }

    fn call_items(&mut self, exchange: usize, at: PartAt, part: &Part) {
        self.counts.calls += 1;
        let Some(call) = self.calls.get(exchange) else { return };
        let (name, written) = (utf16_len(&call.name) as u64, utf16_len(&call.args_text) as u64);
        let held = call.args_kind != ArgsKind::Fixed;
        let plain =
            if call.args_kind == ArgsKind::Free { written } else { written - escapes(&call.args_text).min(written) };
        let (result_here, writable) = (call.result == Some(at), call.writable);
        self.fixed += name;
        self.chars += name + plain;
        if held {
            self.item(ItemKind::Args(exchange), at, written);
        } else {
            self.fixed += written;
        }
        if result_here {
            let units = part.units as u64;
            self.chars += units;
            if writable {
                self.item(ItemKind::Result(exchange), at, units);
            } else {
                self.fixed += units;
            }
        }
    }

    fn item(&mut self, kind: ItemKind, at: PartAt, units: u64) {
        self.items.push(Item { kind, at, full: units, now: units });
    }

    /// Sets what an image or a file takes.
    pub(crate) fn media_units(&mut self, units: u64) {
        for item in self.items.iter_mut().filter(|item| item.kind == ItemKind::Media) {
            (item.full, item.now) = (units, units);
        }
    }

    /// UTF-16 units of all as it is now. Arguments count with their escapes: no less than any way to count them.
    pub(crate) fn total(&self) -> u64 {
        self.fixed + self.items.iter().map(|item| item.now).sum::<u64>()
    }
}

impl Call {
    /// UTF-16 units of the arguments as budgets count them.
    pub(crate) fn plain_units(&self) -> u64 {
        let written = utf16_len(&self.args_text) as u64;
        if self.args_kind == ArgsKind::Free { written } else { written - escapes(&self.args_text).min(written) }
    }
}

/// Escapes of JSON that budgets do not count.
pub(crate) fn escapes(json: &str) -> u64 {
    let mut escapes = 0;
    let mut bytes = json.bytes();
    while let Some(byte) = bytes.next() {
        if byte == b'\\' {
            escapes += if bytes.next() == Some(b'u') { 5 } else { 1 };
        }
    }
    escapes
}

fn joined<T: Tree>(pieces: &[Piece<T>]) -> String {
    let mut text = String::new();
    for (number, piece) in pieces.iter().enumerate() {
        if number > 0 {
            text.push('\n');
        }
        text.push_str(&crate::format::piece_text(piece));
    }
    text
}
