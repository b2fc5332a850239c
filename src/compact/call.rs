//! A call and its result, as plans see them.

use alloc::string::String;
use alloc::vec::Vec;

use super::args::Arguments;
use super::deed::Deed;
use super::failure;
use super::options::{CompactOptions, KeepResult};
use super::work::Work;
use crate::format::leaf::{LeafKind, arguments};
use crate::format::{MessageFormat, down};
use crate::history::conversation::{Flags, Part, PartAt, PartKind};
use crate::history::{Categories, Category};
use crate::source::utf16_len;
use crate::tree::{Key, Shape, Tree, Word, Words};

/// A longer result that begins with bad news is not only that.
const SUSPECT: u64 = 1500;

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
    /// Nothing says that it failed, and something that it may have.
    pub(crate) doubtful: bool,
    pub(crate) exit: Option<u32>,
    pub(crate) deed: Deed,
    pub(crate) args: Arguments,
    /// The arguments as they came: JSON, or any text.
    pub(crate) args_text: String,
    pub(crate) args_kind: ArgsKind,
    pub(crate) result_units: u64,
    /// Images and files in the result.
    pub(crate) media: u64,
    /// The result can be written anew.
    pub(crate) writable: bool,
    pub(crate) hosted: bool,
    /// Under which number a store keeps the result.
    pub(crate) kept: Option<u64>,
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

impl<T: Tree> Work<'_, T> {
    pub(super) fn read_call(
        &mut self,
        exchange: usize,
        options: &CompactOptions,
        categories: &Categories,
        tools: &mut Vec<(Word, Category, KeepResult)>,
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
            doubtful: false,
            exit: None,
            deed,
            args,
            args_text,
            args_kind,
            result_units: answer.map_or(0, |answer| answer.units as u64),
            media: 0,
            writable,
            hosted,
            kept: None,
        };
        call.media = self.media_in(&call, answer);
        self.look_for_failure(&mut call);
        self.calls.push(call);
    }

    /// A format may have no flag for it, and a command that ran may have failed all the same.
    pub(super) fn look_for_failure(&self, call: &mut Call) {
        if call.result.is_none() || call.result_units == 0 {
            return;
        }
        let known = call.failed;
        let flagged = !matches!(self.conversation.format, MessageFormat::OpenAiChat | MessageFormat::OpenAiResponses);
        let runs = call.category == Category::Terminal;
        let edits = !call.deed.writes.is_empty();
        if known && !runs || flagged && !runs && !edits {
            return;
        }
        let (head, tail) = self.ends(call, 300);
        call.exit = if runs { failure::exit_code(&head, &tail) } else { None };
        call.failed = known || call.exit.is_some_and(|code| code != 0) || (!flagged && failure::begins_failed(&head));
        call.doubtful = !call.failed && call.exit != Some(0) && failure::is_doubtful(&head, &tail, edits && !runs);
        let may = !flagged && !call.failed && call.exit.is_none() && call.result_units < SUSPECT;
        call.suspect = may && call.deed.category() != Category::Read && failure::names_failure_first(&head);
    }

    /// The arguments as text, and how they are held.
    pub(super) fn arguments(&self, part: &Part) -> (String, ArgsKind) {
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
}
