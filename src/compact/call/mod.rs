//! A call and its result, as plans see them.

pub(crate) mod args;
pub(crate) mod arguments;
pub(crate) mod effect;
pub(crate) mod fact;
pub(crate) mod shell;
pub(crate) mod staleness;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::compact::call::args::Arguments;
use crate::compact::call::effect::Effect;
use crate::compact::options::{CompactOptions, KeepResult};
use crate::compact::work::Work;
use crate::failure::{self, Does};
use crate::format::leaf::{LeafKind, arguments};
use crate::format::{Quirk, down};
use crate::history::conversation::{Flags, Part, PartAt, PartKind};
use crate::history::{Categories, Category};
use crate::source::utf16_len;
use crate::tree::{Key, Shape, Tree, Word, Words};

/// A call as it came, where a redaction changed it: what tells it from others, and how large it is.
#[derive(Clone, Debug)]
pub(crate) struct Original {
    pub(crate) name: String,
    pub(crate) args_text: String,
    pub(crate) effect: Effect,
}

/// A call and its result, as plans see it: its name, its arguments and what they say it did are redacted.
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
    pub(crate) effect: Effect,
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
    /// None where the call is as it came.
    pub(crate) original: Option<Box<Original>>,
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

impl Call {
    /// UTF-16 units of the arguments as budgets count them.
    pub(crate) fn plain_units(&self) -> u64 {
        let text = self.original_args();
        let written = utf16_len(text) as u64;
        if self.args_kind == ArgsKind::Free { written } else { written - escapes(text).min(written) }
    }

    /// The name of the tool as it came.
    pub(crate) fn original_name(&self) -> &str {
        self.original.as_ref().map_or(&self.name, |original| &original.name)
    }

    /// The arguments as they came.
    pub(crate) fn original_args(&self) -> &str {
        self.original.as_ref().map_or(&self.args_text, |original| &original.args_text)
    }

    /// The effect by the arguments as they came.
    pub(crate) fn original_effect(&self) -> &Effect {
        self.original.as_ref().map_or(&self.effect, |original| &original.effect)
    }

    /// A number for a file that it names: paths that are redacted to the same text stay two files.
    pub(crate) fn file(&self, path: &str) -> u64 {
        let Some(original) = &self.original else { return self.effect.file(path) };
        let own = &original.effect;
        let same = own.paths().count() == self.effect.paths().count();
        let found = own.paths().zip(self.effect.paths()).find(|(_, shown)| same && shown.as_str() == path);
        found.map_or_else(|| self.effect.file(path), |(own_path, _)| own.file(own_path))
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
    pub(crate) fn read_call(
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
        let args = Arguments::held(&args_text, args_kind);
        let effect = Effect::of(&name, category, &args);
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
            effect,
            args,
            args_text,
            args_kind,
            result_units: answer.map_or(0, |answer| answer.units as u64),
            media: 0,
            writable,
            hosted,
            kept: None,
            original: None,
        };
        call.media = self.media_in(&call, answer);
        self.redact_call(&mut call, category);
        self.look_for_failure(&mut call);
        self.calls.push(call);
    }

    /// A format may have no flag for it, and a command that ran may have failed all the same.
    pub(crate) fn look_for_failure(&self, call: &mut Call) {
        let does = match call.effect.category() {
            Category::Read => Does::Shows,
            _ if call.effect.writes.is_empty() => Does::Other,
            _ => Does::Edits,
        };
        let ending = failure::Call {
            failed: call.failed,
            flagged: self.conversation.format.has(Quirk::FlaggedFailures),
            runs: call.category == Category::Terminal,
            does,
            units: if call.result.is_some() { call.result_units } else { 0 },
        }
        .ending(|most| self.original_ends(call, most));
        (call.exit, call.failed) = (ending.exit, ending.failed);
        (call.suspect, call.doubtful) = (ending.suspect, ending.doubtful);
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
                // What a shell or an editor of the provider's own gets has a shape that is checked.
                let typed = self.conversation.format.has(Quirk::TypedObjects);
                (value.json(Key::This), if fixed || typed { ArgsKind::Fixed } else { ArgsKind::Json })
            }
            Shape::Absent | Shape::Null => (String::new(), ArgsKind::Fixed),
            _ => (value.json(Key::This), ArgsKind::Fixed),
        }
    }
}
