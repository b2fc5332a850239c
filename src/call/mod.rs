//! A tool call and its result: category, effect, failure, staleness, size and summary line.
//!
//! History truncation and conversation compaction read only a [`Call`]: `args` holds its arguments, `field` their
//! names, `category` the kind of tool, `effect` and `shell` what the call did, `program` the calls that it makes itself,
//! `path` the identity of files, `staleness` how later calls affect it, `line` and `hits` its summary, `size` its tokens,
//! and `render` its text for models that take no structured calls.

pub(crate) mod args;
mod category;
pub(crate) mod effect;
mod field;
mod hits;
pub(crate) mod line;
pub(crate) mod path;
mod program;
mod render;
pub(crate) mod shell;
pub(crate) mod size;
pub(crate) mod staleness;
pub(crate) mod subject;

use alloc::boxed::Box;
use alloc::string::String;

pub use category::{Categories, Category, categorize_tool_call};
pub(crate) use category::{deletes_files, has_word};
pub(crate) use field::Field;
pub(crate) use hits::hits;
pub(crate) use render::below;
pub use render::{Rendering, call_text, result_text};
pub use staleness::Stale;

use crate::failure::{self, Does};
use crate::hash::hash;
use crate::measure::shorten;
use args::Arguments;
use effect::Effect;

/// The name, arguments and effect of a call before redaction, which identify the call and determine its size.
#[derive(Clone, Debug)]
pub(crate) struct Original {
    pub(crate) name: String,
    pub(crate) args_text: String,
    pub(crate) effect: Effect,
}

/// A call and its result.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "independent answers to independent questions")]
pub(crate) struct Call {
    pub(crate) name: String,
    pub(crate) category: Category,
    pub(crate) args: Arguments,
    /// The arguments as received: JSON, or any text.
    pub(crate) args_text: String,
    pub(crate) effect: Effect,
    /// `true` if there is a result.
    pub(crate) answered: bool,
    pub(crate) result_units: u64,
    pub(crate) failed: bool,
    /// The result looks like a failure, but nothing states one.
    pub(crate) suspect: bool,
    /// No failure is reported, but the result contains signs of one.
    pub(crate) doubtful: bool,
    pub(crate) exit: Option<u32>,
    /// `None` if redaction left the call unchanged.
    pub(crate) original: Option<Box<Original>>,
}

impl Call {
    /// Creates a call without a result.
    pub(crate) fn new(name: String, category: Category, args: Arguments, args_text: String) -> Self {
        let effect = Effect::of(&name, category, &args);
        Self {
            name,
            category,
            args,
            args_text,
            effect,
            answered: false,
            result_units: 0,
            failed: false,
            suspect: false,
            doubtful: false,
            exit: None,
            original: None,
        }
    }

    /// Detects failure from the caller's flag, if there is one, from the exit code and from the result text.
    ///
    /// `ends` returns both ends of the result. It is called only if they can add to the flag.
    pub(crate) fn read_failure(&mut self, flagged: bool, ends: impl Fn(usize) -> (String, String)) {
        self.read_ending(flagged, true, ends);
    }

    /// The same without doubts, which takes half as long.
    pub(crate) fn read_failed(&mut self, flagged: bool, ends: impl Fn(usize) -> (String, String)) {
        self.read_ending(flagged, false, ends);
        // By the members of a JSON it may be suspect all the same.
        self.suspect = false;
    }

    fn read_ending(&mut self, flagged: bool, doubts: bool, ends: impl Fn(usize) -> (String, String)) {
        let does = match self.effect.category() {
            Category::Read | Category::Search => Does::Shows,
            _ if self.effect.shows && self.effect.writes.is_empty() => Does::Shows,
            category if self.effect.writes.is_empty() && category != Category::Write => Does::Other,
            _ => Does::Edits,
        };
        let runs = self.category == Category::Terminal;
        let units = if self.answered { self.result_units } else { 0 };
        let ending = failure::Call { failed: self.failed, flagged, runs, does, units }.judged(doubts, ends);
        (self.exit, self.failed) = (ending.exit, ending.failed);
        (self.suspect, self.doubtful) = (ending.suspect, ending.doubtful);
    }

    /// Returns an argument on one line, cut to `most` chars plus `...`; a list of texts is joined. An argument without
    /// visible text counts as absent.
    pub(crate) fn argument(&self, field: Field, most: usize) -> Option<String> {
        // A char is at most two UTF-16 units.
        let text = shorten(&self.args.joined(field, 2 * (most + 1))?, most);
        (!text.trim().is_empty()).then_some(text)
    }

    /// Returns the category that reports show: that of what the call did, else that of the tool.
    pub(crate) fn shown_category(&self) -> Category {
        if self.effect.kind == effect::Kind::Other { self.category } else { self.effect.category() }
    }

    /// Returns the tool's name before redaction.
    pub(crate) fn original_name(&self) -> &str {
        self.original.as_ref().map_or(&self.name, |original| &original.name)
    }

    /// Returns the arguments before redaction.
    pub(crate) fn original_args(&self) -> &str {
        self.original.as_ref().map_or(&self.args_text, |original| &original.args_text)
    }

    /// Returns the effect derived from the arguments before redaction.
    pub(crate) fn original_effect(&self) -> &Effect {
        self.original.as_ref().map_or(&self.effect, |original| &original.effect)
    }

    /// Returns a hash that identifies a named file; `base` is the folder that relative paths start from, if it is known.
    /// Distinct paths that redact to the same text keep distinct hashes.
    pub(crate) fn file(&self, path: &str, base: Option<&str>) -> u64 {
        let of = |effect: &Effect, path: &str| hash(effect.file(path, base).as_bytes());
        let Some(original) = &self.original else { return of(&self.effect, path) };
        let own = &original.effect;
        let same = own.paths().count() == self.effect.paths().count();
        let found = own.paths().zip(self.effect.paths()).find(|(_, shown)| same && shown.as_str() == path);
        found.map_or_else(|| of(&self.effect, path), |(own_path, _)| of(own, own_path))
    }
}
