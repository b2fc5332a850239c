//! What takes the room of a conversation: chars by kind, its calls, files and failures.
//!
//! Reads the same inventory as compaction, so sizes, categories, failures and staleness are those of its report.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::call::Category;
use crate::call::line::about;
use crate::call::size::estimate;
use crate::call::staleness::{Stale, Staleness};
use crate::compact::call::CallAt;
use crate::compact::files::{FileUse, file_uses};
use crate::compact::inventory::{Counts, Inventory};
use crate::compact::left::Left;
use crate::compact::measured::Measured;
use crate::compact::options::CompactOptions;
use crate::compact::plan::choices::none;
use crate::compact::report::ConversationSize;
use crate::compact::request::Host;
use crate::compact::size::{beside, tokens};
use crate::error::Error;
use crate::format::MessageFormat;
use crate::format::conversation::{PartAt, PartKind, Role};
use crate::format::messages::read_as;
use crate::hash::{Table, hash};
use crate::history::Budget;
use crate::measure::shorten;
use crate::source::utf16_len;
use crate::tree::{Tree, Words};

/// Maximum chars of a name.
const NAME: usize = 160;

/// UTF-16 units by the kind of part that they are in, counted as in [`ConversationSize::chars`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct CharsByKind {
    /// Texts of the system or the developer.
    pub system: u64,
    /// Texts of the user.
    pub user: u64,
    /// Texts of the assistant.
    pub assistant: u64,
    /// Thinking and reasoning.
    pub thinking: u64,
    /// Names and arguments of calls.
    pub arguments: u64,
    /// Results of calls.
    pub results: u64,
    /// Images and files: four units for each of their tokens, texts among them by their length.
    pub media: u64,
    /// Texts in messages of any other role, and members that the format does not know.
    pub other: u64,
}

impl CharsByKind {
    fn add(&mut self, more: &Self) {
        self.system += more.system;
        self.user += more.user;
        self.assistant += more.assistant;
        self.thinking += more.thinking;
        self.arguments += more.arguments;
        self.results += more.results;
        self.media += more.media;
        self.other += more.other;
    }
}

/// One call with its result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct InspectedCall {
    /// The id of the call, else that of its result; empty if neither has one.
    pub call_id: String,
    /// The name of the tool, at most 160 chars on one line.
    pub name: String,
    /// Category of the call.
    pub category: Category,
    /// Parallel calls have the same number, from 0 on.
    pub group: usize,
    /// Index of the message with the call.
    pub message: usize,
    /// Index of the message with the result.
    pub result_message: Option<usize>,
    /// What the call was about, on one line: files, a query, a command, an address. `None` if the arguments do not say.
    pub subject: Option<String>,
    /// UTF-16 units of name and arguments.
    pub args_chars: u64,
    /// UTF-16 units of the result.
    pub result_chars: u64,
    /// Tokens of name, arguments and result.
    pub tokens: u64,
    /// `true` if the call failed, as in [`crate::messages::Extracted`].
    pub is_error: bool,
    /// `true` if there is a result.
    pub is_answered: bool,
    /// Why the result is out of date.
    pub stale: Option<Stale>,
    /// Index of the later call that makes it so.
    pub stale_by: Option<u32>,
}

/// Failures whose results have the same telling line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct FailureGroup {
    /// The line of the result that describes the error best, as in `open_failures` of a compaction's report; empty if
    /// no line does.
    pub line: String,
    /// Number of calls.
    pub count: usize,
    /// Indexes of the calls, in order.
    pub calls: Vec<usize>,
    /// `true` if a later attempt at each of them succeeded.
    pub resolved: bool,
}

/// What takes the room of a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct Inspection {
    /// The format of the messages; `None` if there are none.
    pub format: Option<MessageFormat>,
    /// The size, as `report.before` of a compaction with a window in tokens.
    pub size: ConversationSize,
    /// Number of images and files.
    pub media: u64,
    /// Chars by kind; their sum is `size.chars`.
    pub parts: CharsByKind,
    /// The same of each message.
    pub messages: Vec<CharsByKind>,
    /// Parts and members that no format knows, as in `report.notes` of a compaction.
    pub notes: Vec<String>,
    /// All calls, in order.
    pub calls: Vec<InspectedCall>,
    /// The files that calls read or changed, in the order of the last calls.
    pub files: Vec<FileUse>,
    /// All failures, by their telling line, in the order of the first calls.
    pub failures: Vec<FailureGroup>,
}

/// Inspects messages of any host; see `inspect_messages`. `host.count` counts tokens, and `host.redact` redacts names,
/// subjects, paths and lines.
///
/// # Errors
/// As [`crate::host::validate_messages_of`].
pub fn inspect_messages_of<T: Tree>(
    messages: &T,
    format: Option<MessageFormat>,
    host: Host<'_>,
) -> Result<Inspection, Error> {
    let Some(conversation) = read_as(messages, format)? else { return Ok(Inspection::default()) };
    let pairs = conversation.pairs();
    let options = CompactOptions::new(Budget::Tokens(0));
    let inventory = Inventory::new(messages, &conversation, &pairs, &options, host.redact);
    let count = |text: &str| host.count.map_or_else(|| estimate(text), |count| count(text));
    let counted = tokens(&inventory, &none(&inventory), (&Left::default(), 0), &count, true);
    let size =
        ConversationSize { chars: inventory.chars, tokens: counted + beside(inventory.counts, options.media_tokens) };
    let by_message = chars_by_message(&inventory);
    let mut parts = CharsByKind::default();
    for message in &by_message {
        parts.add(message);
    }
    let staleness = inventory.staleness();
    Ok(Inspection {
        format: Some(conversation.format),
        size,
        media: inventory.counts.media,
        notes: inventory.unknown.notes(|name| inventory.quote(name)),
        parts,
        messages: by_message,
        calls: calls(&inventory, &staleness, &count, options.media_tokens),
        files: file_uses(&inventory, &staleness),
        failures: failures(&inventory, &staleness),
    })
}

fn chars_by_message<T: Tree>(inventory: &Inventory<'_, T>) -> Vec<CharsByKind> {
    let mut all = vec![CharsByKind::default(); inventory.conversation.messages.len()];
    inventory.each_sent(&none(inventory), (&Left::default(), 0), |sent| {
        let Measured { at, kind, role, thought, more, .. } = *sent.measured;
        let Some(chars) = all.get_mut(at.message) else { return };
        let texts = match (kind, role) {
            (PartKind::Result | PartKind::Call | PartKind::Exchange, _) => &mut chars.results,
            (PartKind::Thinking, _) => &mut chars.thinking,
            (PartKind::Media, _) => &mut chars.media,
            (_, Role::System) => &mut chars.system,
            (_, Role::User) => &mut chars.user,
            (_, Role::Assistant) => &mut chars.assistant,
            (_, Role::Tool | Role::Unknown) => &mut chars.other,
        };
        *texts += sent.body_units();
        chars.arguments += sent.args_units();
        chars.thinking += thought;
        chars.other += more;
        chars.media += sent.media() * inventory.media_chars;
    });
    all
}

/// UTF-16 units of the name and the arguments of a call.
fn args_chars(call: &CallAt) -> u64 {
    utf16_len(call.original_name()) as u64 + call.plain_units()
}

fn calls<T: Tree>(
    inventory: &Inventory<'_, T>,
    staleness: &[Staleness],
    count: &dyn Fn(&str) -> u64,
    media_tokens: u64,
) -> Vec<InspectedCall> {
    // The size of the conversation counted each text under the number of its part.
    let counted = inventory.counted.borrow();
    let tokens = |at: PartAt, slot: usize| {
        let number = inventory.measured.binary_search_by(|measured| measured.at.cmp(&at)).unwrap_or(usize::MAX);
        counted.get(number).and_then(|counted| counted[slot]).unwrap_or_default()
    };
    let id = |at: PartAt| Some(inventory.conversation.words.text(inventory.part(at)?.id?));
    let inspected = |(call, stale): (&CallAt, &Staleness)| InspectedCall {
        call_id: id(call.at).or_else(|| id(call.result?)).unwrap_or_default(),
        name: shorten(&call.name, NAME),
        category: call.shown_category(),
        group: call.group.saturating_sub(1),
        message: call.at.message,
        result_message: call.result.map(|at| at.message),
        subject: about(call),
        args_chars: args_chars(call),
        result_chars: if call.answered { call.result_units } else { 0 },
        tokens: count(call.original_name())
            + tokens(call.at, 0)
            + call.result.map_or(0, |at| tokens(at, 1))
            + beside(Counts { messages: 0, calls: 1, media: call.media }, media_tokens),
        is_error: call.failed,
        is_answered: call.answered,
        stale: stale.cause().map(|(stale, _)| stale),
        stale_by: stale.cause().map(|(_, by)| by),
    };
    inventory.calls.iter().zip(staleness).map(inspected).collect()
}

fn failures<T: Tree>(inventory: &Inventory<'_, T>, staleness: &[Staleness]) -> Vec<FailureGroup> {
    let mut known = Table::new();
    let mut groups: Vec<FailureGroup> = Vec::new();
    for (number, (call, stale)) in inventory.calls.iter().zip(staleness).enumerate() {
        if !call.failed {
            continue;
        }
        let line = inventory.failure(call, false, |quotes| &quotes.best);
        let next = groups.len() as u32;
        let at = *known.entry(hash(line.as_bytes()), next);
        if at == next {
            groups.push(FailureGroup { line, count: 0, calls: Vec::new(), resolved: true });
        }
        let Some(group) = groups.get_mut(at as usize) else { continue };
        group.count += 1;
        group.calls.push(number);
        group.resolved &= stale.resolved.is_some();
    }
    groups
}

/// Returns what takes the room of a conversation: chars by kind, and its calls, files and failures.
///
/// ```
/// use serde_json::json;
/// use tooltrim::inspect_messages;
/// use tooltrim::messages::Stale;
///
/// let read = |id: &str| json!({"type": "tool_use", "id": id, "name": "read_file", "input": {"path": "src/a.ts"}});
/// let result = |id: &str| json!({"type": "tool_result", "tool_use_id": id, "content": "export const a = 1;\n"});
/// let inspection = inspect_messages(&[
///     json!({"role": "user", "content": "What is a?"}),
///     json!({"role": "assistant", "content": [read("t1")]}),
///     json!({"role": "user", "content": [result("t1")]}),
///     json!({"role": "assistant", "content": [read("t2")]}),
///     json!({"role": "user", "content": [result("t2")]}),
/// ], None)?;
///
/// assert_eq!((inspection.parts.user, inspection.parts.results, inspection.size.chars), (10, 40, 106));
/// let first = &inspection.calls[0];
/// assert_eq!((first.subject.as_deref(), first.result_chars), (Some("src/a.ts"), 20));
/// assert_eq!((first.stale, first.stale_by), (Some(Stale::Repeated), Some(1)));
/// let file = &inspection.files[0];
/// assert_eq!((file.reads, file.read_chars, file.stale_chars), (2, 40, 20));
/// # Ok::<(), tooltrim::Error>(())
/// ```
/// Sizes, failures and staleness are those of [`crate::compact_messages`], which decides by them. Reads only both ends
/// of long results.
///
/// # Errors
/// As [`crate::validate_messages`].
#[cfg(feature = "serde_json")]
pub fn inspect_messages(messages: &[serde_json::Value], format: Option<MessageFormat>) -> Result<Inspection, Error> {
    inspect_messages_of(&crate::tree::JsonTree::Messages(messages), format, Host::new())
}
