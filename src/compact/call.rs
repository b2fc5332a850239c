//! Reads the calls of a conversation, and how each is held there.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Deref;

use crate::call::args::{Arguments, plain_units};
use crate::call::{Call, Categories, Category};
use crate::compact::inventory::Inventory;
use crate::compact::options::{CompactOptions, KeepResult};
use crate::compact::plan::rung::Stated;
use crate::format::conversation::{Flags, Part, PartAt, PartKind};
use crate::format::leaf::{LeafKind, arguments};
use crate::format::{Quirk, down};
use crate::refs::Ref;
use crate::source::utf16_len;
use crate::tree::{Key, Shape, Tag, Tree, Word, Words};

/// A call at its place in a conversation: its name, its arguments and what they say it did are redacted.
#[allow(clippy::struct_excessive_bools, reason = "each says something else")]
#[derive(Clone, Debug)]
pub(crate) struct CallAt {
    pub(crate) call: Call,
    pub(crate) id: String,
    pub(crate) at: PartAt,
    pub(crate) result: Option<PartAt>,
    pub(crate) group: usize,
    pub(crate) keep: KeepResult,
    pub(crate) args_kind: ArgsKind,
    /// Images and files in the result.
    pub(crate) media: u64,
    /// True if the result can be rewritten.
    pub(crate) writable: bool,
    pub(crate) hosted: bool,
    /// The result loads tools that a later call may use.
    pub(crate) loads: bool,
    /// Statements of the result, if it is a fact of ours.
    pub(crate) stated: Option<Stated>,
    /// The result came back with names of newer texts in it.
    pub(crate) names: bool,
    /// The same of older texts, which a step may change.
    pub(crate) names_above: bool,
    /// Under which number a store keeps the result.
    pub(crate) kept: Option<Ref>,
}

impl Deref for CallAt {
    type Target = Call;

    fn deref(&self) -> &Call {
        &self.call
    }
}

/// Representation of arguments.
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

/// A tool of which calls were read: its name, and what follows from it.
#[derive(Clone)]
pub(crate) struct Tool {
    word: Option<Word>,
    name: String,
    category: Category,
    keep: KeepResult,
}

impl CallAt {
    /// UTF-16 units of the arguments as budgets count them.
    pub(crate) fn plain_units(&self) -> u64 {
        let text = self.original_args();
        if self.args_kind == ArgsKind::Free { utf16_len(text) as u64 } else { plain_units(text) }
    }
}

impl<T: Tree> Inventory<'_, T> {
    pub(crate) fn read_call(
        &mut self,
        exchange: usize,
        options: &CompactOptions,
        categories: &Categories,
        tools: &mut Vec<Tool>,
    ) {
        let Some(pair) = self.pairs.exchanges.get(exchange) else { return };
        let Some(part) = self.part(pair.call) else { return };
        let words = &self.conversation.words;
        let place = tools.iter().position(|tool| tool.word == part.name).unwrap_or_else(|| {
            let name = part.name.map(|name| words.text(name)).unwrap_or_default();
            let policy = options.policy(&name);
            let category = policy.and_then(|policy| policy.category);
            let category = category.unwrap_or_else(|| categories.categorize(&name));
            let keep = policy.map_or(KeepResult::Normal, |policy| policy.keep);
            tools.push(Tool { word: part.name, name, category, keep });
            tools.len() - 1
        });
        let Some(Tool { name, category, keep, .. }) = tools.get(place).cloned() else { return };
        let (args_text, args_kind) = self.arguments(part);
        let args = Arguments::held(&args_text, args_kind == ArgsKind::Free);
        let (result, answer) = match pair.result.and_then(|at| Some((at, self.part(at)?))) {
            Some((at, answer)) => (Some(at), Some(answer)),
            None if part.kind == PartKind::Exchange && !part.has(Flags::OPEN) => (Some(pair.call), Some(part)),
            None => (None, None),
        };
        let hosted = part.has(Flags::HOSTED);
        let writable = answer.is_some_and(|answer| !answer.has(Flags::HOSTED) && !answer.has(Flags::OPAQUE)) && !hosted;
        let searches = (hosted || part.has(Flags::OPAQUE)) && name.starts_with("tool_search");
        let loads = searches || answer.is_some_and(|answer| self.loads_tools(answer));
        let mut call = CallAt {
            call: Call {
                answered: result.is_some(),
                result_units: answer.map_or(0, |answer| answer.units as u64),
                failed: answer.is_some_and(|answer| answer.has(Flags::ERROR)),
                ..Call::new(name, category, args, args_text)
            },
            id: part.id.map(|id| self.id(id)).unwrap_or_default(),
            at: pair.call,
            result,
            group: pair.group,
            keep,
            args_kind,
            media: 0,
            writable: writable && !loads,
            hosted,
            loads,
            stated: None,
            names: false,
            names_above: false,
            kept: None,
        };
        self.redact_call(&mut call);
        // A format may have no flag for it, and a command that ran may have failed all the same.
        let flagged = self.conversation.format.has(Quirk::FlaggedFailures);
        call.call.read_failure(flagged, |most| self.original_ends(result, most));
        self.calls.push(call);
    }

    /// Returns `true` for a result that begins with the name of a tool that it loads.
    fn loads_tools(&self, answer: &Part) -> bool {
        let first = |node: T| node.item(Key::Content, 0).map(|block| block.tag(Key::Type));
        answer.kind == PartKind::Result && self.node(answer).and_then(first) == Some(Tag::ToolReference)
    }

    /// The arguments as text, and how they are held.
    pub(crate) fn arguments(&self, part: &Part) -> (String, ArgsKind) {
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
                // Providers check the shape of results of their own shells and editors.
                let typed = self.conversation.format.has(Quirk::TypedObjects);
                (value.json(Key::This), if fixed || typed { ArgsKind::Fixed } else { ArgsKind::Json })
            }
            Shape::Absent | Shape::Null => (String::new(), ArgsKind::Fixed),
            _ => (value.json(Key::This), ArgsKind::Fixed),
        }
    }
}
