//! A conversation laid out for a plan: what can get smaller, how large it is, and what each call did.

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::ops::Range;

use crate::call::Categories;
use crate::call::effect::Kind;
use crate::call::path::base_of;
use crate::call::size::Count;
use crate::call::staleness::{Staleness, staleness_of};
use crate::call::{Call, hits};
use crate::clean::{CleanOptions, clean};
use crate::compact::buried::Live;
use crate::compact::call::{CallAt, Tool};
use crate::compact::measured::{CHARS_A_TOKEN, Measured, Unknown, measured};
use crate::compact::options::{CompactOptions, WhenFull};
use crate::compact::quote::Redact;
use crate::failure::{self, Quotes};
use crate::format::Piece;
use crate::format::Thinking;
use crate::format::conversation::{Message, Part, PartAt, PartKind, Role};
use crate::format::pair::{Pairs, part_at};
use crate::format::{Conversation, pieces};
use crate::forms::neutralise;
use crate::hash::{Table, hash};
use crate::measure::shorten;
use crate::sorted::Sorted;
use crate::tree::{Key, Tree, Word, Words};

/// Hits of longer results are not counted.
const SHOWN: u64 = 8192;
/// Chars of a title.
const TITLE: usize = 120;

/// An item that can get smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ItemKind {
    /// The result of an exchange, by its number.
    Result(usize),
    /// Its arguments.
    Args(usize),
    /// Assistant text.
    Text,
    /// Assistant thinking.
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
    /// UTF-16 units of its text.
    pub(crate) text: u64,
    /// Images and files in it.
    pub(crate) media: u64,
}

/// Item counts that are charged a flat price (messages, calls, media).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) messages: u64,
    pub(crate) calls: u64,
    pub(crate) media: u64,
}

pub(crate) struct Inventory<'a, T: Tree> {
    pub(crate) root: &'a T,
    pub(crate) conversation: &'a Conversation<T>,
    pub(crate) pairs: &'a Pairs,
    pub(crate) calls: Vec<CallAt>,
    /// The folder that relative paths start from, if calls name it.
    pub(crate) base: Option<String>,
    pub(crate) items: Vec<Item>,
    /// The size of each part.
    pub(crate) measured: Vec<Measured>,
    /// Parts and members that no format knows.
    pub(crate) unknown: Unknown,
    /// UTF-16 units of what stays as it is: system, user, names, members that nobody reads.
    pub(crate) fixed: u64,
    /// UTF-16 units that an image or a file takes in `chars`.
    pub(crate) media_chars: u64,
    /// UTF-16 units that stand for a token besides texts; 0 where the window is in chars.
    pub(crate) token_units: f64,
    /// The same of all, as budgets count: escapes in arguments do not.
    pub(crate) chars: u64,
    pub(crate) counts: Counts,
    /// Tokens of arguments and of what else a part holds, as far as they were counted, by the number of the part.
    pub(crate) counted: RefCell<Vec<[Option<u64>; 3]>>,
    /// Tokens of what stands beside texts that changed, by a hash of these.
    pub(crate) weighed: RefCell<Table>,
    /// Counts tokens where the window is in tokens.
    pub(crate) count: Option<Count<'a>>,
    /// Part of the conversation that the provider still reads.
    pub(crate) live: Live,
    /// Index of the last message with text by the user.
    pub(crate) last_user: usize,
    /// The last message with thinking, and the messages of the same turn after it: providers want it back with the calls
    /// that it led to. Empty where thinking is bound to what stands before it.
    pub(crate) last_thought: Range<usize>,
    /// Binding of thinking.
    pub(crate) thinking: Thinking,
    /// Binding that the format and its signatures suggest, and the one that the caller set.
    pub(crate) usual: Thinking,
    pub(crate) asked: Option<Thinking>,
    /// Thinking that earlier requests did not send.
    pub(crate) again: Vec<PartAt>,
    /// Messages of ours that came back: a block or summary, and the answer to it.
    pub(crate) block: Range<usize>,
    /// Old texts of the user may be cut.
    pub(crate) cuts_users: bool,
    /// Redacts each text before it is quoted.
    pub(crate) redact: Option<Redact<'a>>,
    /// Hashes of ids and names.
    words: RefCell<Sorted<Word, u64>>,
    /// Results that were redacted already, by their places.
    pub(crate) quoted: RefCell<Vec<(PartAt, String)>>,
    /// Quotes of failures, and whether they have a block.
    failures: RefCell<Sorted<PartAt, (bool, Quotes)>>,
    /// Maximum UTF-16 units of the longest quote of a failure.
    error_units: usize,
}

impl<'a, T: Tree> Inventory<'a, T> {
    pub(crate) fn new(
        root: &'a T,
        conversation: &'a Conversation<T>,
        pairs: &'a Pairs,
        options: &CompactOptions,
        redact: Option<Redact<'a>>,
    ) -> Self {
        let mut unknown = Unknown::default();
        let measured = measured(root, conversation, &mut unknown);
        let usual = Thinking::of(conversation);
        let thinking = options.thinking.unwrap_or(usual);
        let mut inventory = Self {
            root,
            conversation,
            pairs,
            calls: Vec::with_capacity(pairs.exchanges.len()),
            base: None,
            items: Vec::with_capacity(pairs.exchanges.len() * 2),
            measured,
            unknown,
            fixed: 0,
            media_chars: options.media_tokens * CHARS_A_TOKEN,
            token_units: 0.0,
            cuts_users: options.when_full == WhenFull::DropOldest,
            chars: 0,
            counts: Counts::default(),
            counted: RefCell::default(),
            weighed: RefCell::new(Table::new()),
            count: None,
            live: Live::of(root, conversation),
            last_user: 0,
            again: Vec::new(),
            block: 0..0,
            last_thought: if thinking == Thinking::Prefix { 0..0 } else { last_thought(&conversation.messages) },
            thinking,
            usual,
            asked: options.thinking,
            redact,
            words: RefCell::default(),
            quoted: RefCell::default(),
            failures: RefCell::default(),
            error_units: usize::try_from(options.max_error_chars).unwrap_or(usize::MAX),
        };
        let mut tools: Vec<Tool> = Vec::new();
        let categories = Categories::default();
        for exchange in 0..pairs.exchanges.len() {
            inventory.read_call(exchange, options, &categories, &mut tools);
        }
        inventory.base = base_of(inventory.calls.iter().map(|call| call.original_effect()));
        inventory.list_items();
        inventory
    }

    /// The place of a part of the messages that came.
    pub(crate) fn at_of(&self, part: &Part) -> Option<PartAt> {
        let place = part.place?;
        let messages = &self.conversation.messages;
        let message = messages.binary_search_by_key(&Some(place.message), |message| message.from).ok()?;
        let part = messages.get(message)?.parts.iter().position(|other| other.place == part.place)?;
        Some(PartAt { message, part })
    }

    /// Returns the hash of an id or a name. A host is asked for each text once: the id of a call is that of its result, too.
    pub(crate) fn word_hash(&self, word: Word) -> u64 {
        let mut words = self.words.borrow_mut();
        *words.get_or_insert_with(word, || hash(self.conversation.words.text(word).as_bytes()))
    }

    /// Returns an id, and remembers its hash.
    pub(crate) fn id(&self, word: Word) -> String {
        let id = self.conversation.words.text(word);
        self.words.borrow_mut().get_or_insert_with(word, || hash(id.as_bytes()));
        id
    }

    /// Returns `true` if an item belongs to the last thinking: it has to stay with it.
    pub(crate) fn is_of_last_thought(&self, item: &Item) -> bool {
        let message = match item.kind {
            ItemKind::Args(call) | ItemKind::Result(call) => self.calls.get(call).map(|call| call.at.message),
            _ => Some(item.at.message),
        };
        message.is_some_and(|message| self.last_thought.contains(&message))
    }

    /// The calls without their places.
    pub(crate) fn plain_calls(&self) -> Vec<&Call> {
        self.calls.iter().map(|call| &call.call).collect()
    }

    /// Returns the staleness of each call.
    pub(crate) fn staleness(&self) -> Vec<Staleness> {
        staleness_of(&self.plain_calls(), self.base.as_deref())
    }

    pub(crate) fn part(&self, at: PartAt) -> Option<&'a Part> {
        let conversation: &'a Conversation<T> = self.conversation;
        part_at(&conversation.messages, at)
    }

    /// A message as it came.
    pub(crate) fn message_node(&self, at: usize) -> Option<T> {
        self.root.item(Key::This, self.conversation.messages.get(at)?.from? as usize)
    }

    pub(crate) fn node(&self, part: &Part) -> Option<T> {
        self.conversation.node(self.root, part)
    }

    /// Returns a quote of a failed call. Its result is read once: a step asks several times. A block, which takes time, is
    /// there only for an open failure.
    pub(crate) fn failure(&self, call: &CallAt, is_open: bool, quote: impl Fn(&Quotes) -> &String) -> String {
        let mut failures = self.failures.borrow_mut();
        let units = if is_open { self.error_units } else { 0 };
        let read = || (is_open, failure::quotes(&self.both_ends(call), units));
        let known = failures.get_or_insert_with(call.at, read);
        if is_open && !known.0 {
            *known = read();
        }
        quote(&known.1).clone()
    }

    /// The error lines of a failure that a text of it has to keep.
    pub(crate) fn error_lines(&self, call: &CallAt, is_open: bool) -> String {
        neutralise(&self.failure(call, is_open, |quotes| &quotes.line)).into_owned()
    }

    fn both_ends(&self, call: &CallAt) -> String {
        let (head, tail) = self.ends(call, failure::WINDOW);
        let text = if tail.is_empty() { head } else { head + "\n" + &tail };
        clean(&text, &no_colours()).text.into_owned()
    }

    /// The pieces of a result.
    pub(crate) fn pieces(&self, result: Option<PartAt>) -> Vec<Piece<T>> {
        let part = result.and_then(|at| self.part(at));
        let Some((part, node)) = part.and_then(|part| Some((part, self.node(part)?))) else { return Vec::new() };
        pieces(&node, self.conversation, part)
    }

    /// Number of hits of a search, if its result states or shows them.
    pub(crate) fn hits(&self, call: &CallAt) -> Option<usize> {
        if call.effect.kind != Kind::Search || call.failed || call.suspect || call.result_units > SHOWN {
            return None;
        }
        hits(&crate::source::StrSource(&self.original_result(call)))
    }

    /// The title of a page: of HTML, Markdown, or as tools put it above.
    pub(crate) fn title(&self, call: &CallAt) -> Option<String> {
        if call.effect.kind != Kind::Fetch || call.failed {
            return None;
        }
        let (head, _) = self.ends(call, 4096);
        let tagged =
            head.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>")).map(|(title, _)| title);
        let above = || head.lines().find_map(|line| line.strip_prefix("Title: ").or_else(|| line.strip_prefix("# ")));
        let title = tagged.or_else(above)?.trim();
        (!title.is_empty()).then(|| shorten(title, TITLE))
    }

    /// Sets what an image or a file takes.
    pub(crate) fn media_units(&mut self, units: u64) {
        for item in self.items.iter_mut().filter(|item| item.media > 0) {
            // Replacement texts of earlier steps contain no media.
            item.now = if item.now == item.full { item.text + item.media * units } else { item.now };
            item.full = item.text + item.media * units;
        }
    }

    /// UTF-16 units of all as it is now. Arguments count with their escapes: no less than any way to count them.
    pub(crate) fn total(&self) -> u64 {
        self.fixed + self.items.iter().map(|item| item.now).sum::<u64>()
    }
}

/// Returns the last message with thinking and what the assistant says and calls right after it; empty without thinking.
fn last_thought(messages: &[Message]) -> Range<usize> {
    let thinks = |message: &Message| message.parts.iter().any(|part| part.kind == PartKind::Thinking);
    let Some(first) = messages.iter().rposition(thinks) else { return 0..0 };
    let goes_on = |message: &&Message| message.role == Role::Assistant;
    first..first + 1 + messages.iter().skip(first + 1).take_while(goes_on).count()
}

/// Options that remove escape sequences from results: models do not read them, but they cost tokens.
pub(crate) fn no_colours() -> CleanOptions {
    CleanOptions::new().ansi(true)
}
