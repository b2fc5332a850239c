//! Request and result types of one compaction.

use alloc::string::String;
use alloc::vec::Vec;
use core::mem::take;

use crate::call::size::estimate;
use crate::compact::arrival::{arrived, arrives};
use crate::compact::inventory::{Counts, Inventory};
use crate::compact::mark::Target;
use crate::compact::measured::{CHARS_A_TOKEN, Unknown, measured};
use crate::compact::memory::fingerprint::fingerprint;
use crate::compact::memory::{LastFormat, Memory};
use crate::compact::options::{CompactOptions, Repeats};
use crate::compact::plan::choices::none;
use crate::compact::report::CompactionReport;
use crate::compact::report::fill;
use crate::compact::size::beside;
use crate::compact::step::Step;
use crate::compact::summary::Folding;
use crate::error::Error;
use crate::format::Thinking;
use crate::format::change::Change;
use crate::format::conversation::{PartAt, PartKind};
use crate::format::leaf::arguments;
use crate::format::messages::read_as;
use crate::format::pair::part_at;
use crate::format::{Conversation, MessageFormat, count_of, detect, down, read_known};
use crate::history::Budget;
use crate::refs::Ref;
use crate::tree::{Key, Tree};

/// Options of one request.
///
/// ```
/// use tooltrim::compaction::Request;
///
/// let mut request = Request::new();
/// request.force = true;
/// request.compact_to = Some(0.3.into());
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[non_exhaustive]
pub struct Request {
    /// A step is taken even when no mark is passed.
    pub force: bool,
    /// Target of this step, in place of `compact_to` of the options.
    pub compact_to: Option<Target>,
    /// Size outside the messages of this request, in place of `reserve` of the options: tool schemas, answer.
    pub reserve: Option<Budget>,
    /// The window of this request, in place of that of the options.
    pub window: Option<Budget>,
    /// Binding of thinking at the provider of this request, in place of the option. A change counts as a step.
    pub thinking: Option<Thinking>,
    /// Takes no step, for example while the provider compacts in the background. Wins over `force`.
    pub hold: bool,
    /// The host makes objects of classes that are nowhere in the messages.
    pub creates: bool,
    /// More requests follow: what is kept is sent with each of them.
    pub goes_on: bool,
    /// Puts [`Host::summary`] in the place of the text that an earlier step wrote for the exchanges that left, and changes
    /// nothing else; this counts as a step. One that is due is taken instead, without that text.
    pub swap: bool,
}

/// Keeps a text, and answers the ref under which a store has it.
type Keep<'h> = dyn Fn(&str) -> Option<Ref> + 'h;

/// Callbacks of the host, each optional.
///
/// ```
/// use tooltrim::compaction::Host;
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
    /// Redacts each text that is quoted, before it is cut: in messages, reports, memory and the store.
    pub redact: Option<&'h dyn Fn(&str) -> String>,
    /// Keeps a result that is about to go, and answers the ref under which a store has it: facts name it. It is asked of
    /// each result that is not empty when a step is taken, also of those that then stay, and of the list of refs that a
    /// summary names. A store answers `None` for a text whose ref another one has.
    pub keep: Option<&'h Keep<'h>>,
    /// Text that replaces exchanges that leave, in place of our own summary. With [`Request::swap`], those that left before.
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
    /// Creates the defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

/// The result of a compaction.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CompactionPlan {
    /// Changes to the messages; empty if they go out as they came.
    pub changes: Vec<Change>,
    /// The report.
    pub report: CompactionReport,
    /// For users: a step was taken, or the messages do not fit the window. `None` otherwise.
    pub notice: Option<String>,
    /// True when a step was taken.
    pub stepped: bool,
    /// The format of the messages; none when there are none.
    pub format: Option<crate::MessageFormat>,
    /// The size in the unit of the window, as they go out; tokens as estimated, without what [`Memory::observe`]
    /// learned.
    pub size: u64,
}

/// Plans the changes that make messages fit their window; see `compact_messages`. `memory` holds earlier decisions and
/// receives the new ones.
///
/// ```
/// # #[cfg(feature = "serde_json")] {
/// use serde_json::json;
/// use tooltrim::{Budget, CompactOptions};
/// use tooltrim::compaction::{Host, Request};
/// use tooltrim::host::{Change, JsonTree, Memory, compact_messages_of};
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
/// Works without the feature `serde_json`, on a [`Tree`] of your own.
///
/// # Errors
/// [`crate::ErrorKind::InvalidMessages`] and [`crate::ErrorKind::UnknownFormat`] as [`crate::validate_messages`],
/// [`crate::ErrorKind::InvalidOption`] when there is no window.
pub fn compact_messages_of<T: Tree>(
    messages: &T,
    options: &CompactOptions,
    memory: &mut Memory,
    request: Request,
    host: Host<'_>,
) -> Result<CompactionPlan, Error> {
    let hold = request.hold || take(&mut memory.holds).0;
    let request = Request { hold, ..request };
    let mut options = options.clone();
    options.window = request.window.or(options.window);
    options.thinking = request.thinking.or(options.thinking);
    let room = options.room_beside(request.reserve)?;
    let target = options.target_in(room, request.compact_to)?;
    let conversation = match memory.format.0 {
        // What a later request shows is more than an earlier one did.
        Some(last) => read_again(messages, options.format.or_else(|| detect(messages)).unwrap_or(last))?,
        None => read_as(messages, options.format)?,
    };
    let Some(conversation) = conversation else {
        return Ok(CompactionPlan {
            changes: Vec::new(),
            report: CompactionReport {
                fits: true,
                window: options.window,
                reserve: request.reserve.or(options.reserve),
                ..CompactionReport::default()
            },
            notice: None,
            stepped: false,
            format: None,
            size: 0,
        });
    };
    let format = conversation.format;
    let pairs = conversation.pairs();
    let counts = |text: &str| host.count.map_or_else(|| estimate(text), |count| count(text));
    let mut inventory = Inventory::new(messages, &conversation, &pairs, &options, host.redact);
    inventory.count = matches!(room, Budget::Tokens(_)).then_some(&counts);
    let known = memory.known(&inventory);
    let sent = memory.known_as_sent(&inventory);
    // Messages that come back as they went out; then the state says what in them is ours.
    let returned = (sent >= known && sent > 0).then(|| memory.clone());
    let known = if returned.is_some() { sent } else { known };
    let whole = if returned.is_some() { memory.went.len() } else { memory.came.len() };
    let again = returned.is_some() && known == whole && conversation.messages.len() == whole;
    if returned.is_some() {
        *memory = memory.rebased(&inventory, known);
    }
    let forked = (known < whole).then_some(known);
    if forked.is_some() {
        memory.forget(known);
    }
    if let Some(block) = memory.block {
        inventory.set_block(block as usize);
        if memory.summary.is_none() {
            let text = inventory.original_text(PartAt { message: block as usize, part: 0 });
            memory.summary = Some(Folding { before: block, text, theirs: false });
        }
    }
    inventory.know_facts(&memory.patches);
    let base = memory.replay(&inventory, usize::MAX);
    inventory.again = inventory.thoughts_again(memory);
    let re_reads = fill::re_reads(&inventory, &base, memory.came.len());
    let base = arrived(&mut inventory, memory, &base, (&options, request.goes_on), host);
    // Files that were read again are protected from now on.
    options.protect(memory.wanted.iter().chain(&re_reads), inventory.base.as_deref());
    let step = Step {
        options: &options,
        room,
        target,
        request,
        count: &counts,
        billed: memory.billed,
        host,
        // A block before the provider's own summary is dead, too.
        given: memory
            .summary
            .clone()
            .filter(|given| given.before as usize > inventory.live.from.message || !inventory.live.is_some()),
        again,
    };
    let report = CompactionReport {
        forked_at: forked,
        re_reads,
        window: options.window,
        reserve: request.reserve.or(options.reserve),
        ..CompactionReport::default()
    };
    let plan = step.run(&mut inventory, memory, &base, report)?;
    // Without a step the state goes on knowing both the original and what went out.
    if let Some(known) = returned.filter(|_| !plan.stepped && forked.is_none() && !memory.came.is_empty()) {
        let (arrived, sent) = (take(&mut memory.arrived), take(&mut memory.sent));
        *memory = Memory { wait: memory.wait, arrived, sent, ..known };
    }
    memory.format = LastFormat(Some(format));
    Ok(plan)
}

/// Reads messages whose format an earlier request has shown: one of another shape is a problem then, and no error.
fn read_again<T: Tree>(messages: &T, format: MessageFormat) -> Result<Option<Conversation<T>>, Error> {
    if count_of(messages)? == 0 { Ok(None) } else { read_known(messages, format).map(Some) }
}

/// Size that messages add to a conversation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Grown {
    /// In the unit of the window.
    pub size: u64,
    /// In UTF-16 units.
    pub chars: u64,
}

/// Measures added messages, to decide whether the trigger is passed. Their format must be known.
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
    let Some(conversation) = read_again(messages, format)? else { return Ok(Grown::default()) };
    let pairs = conversation.pairs();
    let inventory = Inventory::new(messages, &conversation, &pairs, options, None);
    let counts = |text: &str| count.map_or_else(|| estimate(text), |count| count(text));
    let step = Step {
        options,
        room,
        target: 0,
        request: Request::new(),
        count: &counts,
        billed: memory.billed,
        host: Host::default(),
        given: None,
        again: false,
    };
    Ok(Grown { size: step.estimated(&inventory, &none(&inventory), None), chars: inventory.chars })
}

/// Returns `true` if a request has to look at messages that are added to `count` others, since a result among them may name
/// what stands above ([`Repeats::Reference`]); otherwise they are remembered as sent. `true` also if it is not known what was sent.
///
/// For hosts that pass on added messages without a request while [`Memory::is_below`] allows it.
///
/// # Errors
/// As [`compact_messages_of`].
pub fn arrives_of<T: Tree>(
    added: &T,
    count: usize,
    options: &CompactOptions,
    format: crate::MessageFormat,
    memory: &mut Memory,
) -> Result<bool, Error> {
    if options.repeats != Repeats::Reference {
        return Ok(false);
    }
    let Some(conversation) = read_again(added, format)? else { return Ok(false) };
    let pairs = conversation.pairs();
    let inventory = Inventory::new(added, &conversation, &pairs, options, None);
    Ok(arrives(&inventory, memory, count, options))
}

/// Returns a fingerprint of a message, equal for copies of it: roles, parts, ids, names, lengths, and samples of each
/// text. [`Memory`] recognizes messages by the same fingerprint.
///
/// Hosts that look up a conversation by its prefix pass each message as a list of its own. Members that vary between
/// requests, such as prompt cache marks, do not count.
///
/// # Errors
/// [`crate::ErrorKind::InvalidMessages`] if `messages` is not a list of objects.
pub fn message_print_of<T: Tree>(messages: &T, format: crate::MessageFormat) -> Result<u32, Error> {
    let prints = message_prints_of(messages, format)?;
    Ok(prints.into_iter().fold(0, |all: u32, print| all.rotate_left(5) ^ print))
}

/// The same of each message of a list.
///
/// # Errors
/// As [`message_print_of`].
pub fn message_prints_of<T: Tree>(messages: &T, format: crate::MessageFormat) -> Result<Vec<u32>, Error> {
    let Some(conversation) = read_again(messages, format)? else { return Ok(Vec::new()) };
    let pairs = conversation.pairs();
    let options = CompactOptions::new(Budget::Chars(0));
    let inventory = Inventory::new(messages, &conversation, &pairs, &options, None);
    Ok((0..conversation.messages.len()).map(|at| fingerprint(&inventory, at, &[])).collect())
}

/// Returns `true` if messages are so small that no trigger can be passed, judged without reading any text. Nothing
/// needs to be decided about them then.
///
/// # Errors
/// As [`compact_messages_of`].
pub fn is_below_of<T: Tree>(messages: &T, options: &CompactOptions, memory: &Memory) -> Result<bool, Error> {
    let room = options.room()?;
    let Some(conversation) = read_as(messages, options.format)? else { return Ok(true) };
    if !memory.is_empty() || !memory.arrived.is_empty() || options.throws || options.recent_media.is_some() {
        return Ok(false);
    }
    let (mut units, mut calls, mut media) = (0, 0, 0);
    for measured in measured(messages, &conversation, &mut Unknown::default()) {
        units += measured.units + measured.thought + measured.more;
        media += measured.media + measured.more_media;
        if matches!(measured.kind, PartKind::Call | PartKind::Exchange) {
            calls += 1;
            let part = part_at(&conversation.messages, measured.at);
            let node = part.and_then(|part| Some((part, conversation.node(messages, part)?)));
            let args = node.and_then(|(part, node)| {
                let leaf = arguments(&node, conversation.format, part);
                Some(down(&node, &leaf.steps)?.json_units(Key::This))
            });
            units += (NAME + args.unwrap_or(0)) as u64;
        }
    }
    units += media * options.media_tokens * CHARS_A_TOKEN;
    let counts = Counts { messages: conversation.messages.len() as u64, calls, media };
    let tokens = (units as f64 * DENSEST + beside(counts, options.media_tokens) as f64) * memory.billed.max(1.0);
    Ok(!options.is_passed(room, (Some(units), Some(tokens as u64 + 1)), calls))
}

/// A name is seldom longer.
const NAME: usize = 64;
/// Tokens that a UTF-16 unit takes at most in nearly any text.
const DENSEST: f64 = 1.5;
