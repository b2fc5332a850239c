//! Runs of lines that stand twice in a conversation, and the line that names one instead of showing it.
//!
//! The lines of what is sent are held as hashes. A step names what stands below (`plan`), a result that arrives what stands
//! above (`arrival`).

mod index;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::ops::Range;

pub(crate) use index::{Begins, Index, Lines, Run, Text, UNITS};
use index::{GAIN, lines_of, number_of};

use crate::call::args::ArgumentValue;
use crate::call::effect::{Effect, Kind};
use crate::call::line::named;
use crate::call::path::identity;
use crate::clean::clean;
use crate::compact::call::{ArgsKind, CallAt};
use crate::compact::inventory::{Inventory, Item, ItemKind, no_colours};
use crate::compact::memory::What;
use crate::compact::options::{CompactOptions, KeepResult};
use crate::compact::plan::TINY;
use crate::compact::plan::rung::{Choice, Named};
use crate::hash::hash;
use crate::quick::trim;
use crate::source::utf16_len;
use crate::tree::Tree;

/// Enclose a line of ours while a text is trimmed, so that half a line is found. No result with one of them is touched.
const OPEN: char = '\u{e0f0}';
const CLOSE: char = '\u{e0f1}';

/// A text as it is sent, and its lines without their numbers.
pub(crate) struct Read {
    text: String,
    lines: Vec<Range<usize>>,
}

impl Read {
    fn new(text: String, is_numbered: bool) -> Self {
        let mut end = 0;
        let bare = lines_of(&text, is_numbered);
        let ranges = text.split('\n').zip(bare).map(|(line, bare)| {
            let from = end + line.len() - bare.len();
            end += line.len() + 1;
            from..from + bare.len()
        });
        Self { lines: ranges.collect(), text }
    }

    fn line(&self, at: usize) -> Option<&str> {
        self.text.get(self.lines.get(at)?.clone())
    }

    /// The number that stands before a line.
    fn number(&self, at: usize) -> Option<u64> {
        let line = self.lines.get(at)?;
        let start = at.checked_sub(1).map_or(Some(0), |before| Some(self.lines.get(before)?.end + 1))?;
        if start == line.start {
            return None;
        }
        self.text.get(start..line.end).and_then(number_of).map(|(number, _)| number)
    }

    /// The numbers of the first and the last line of a run: as they stand there, else counted from 1.
    pub(crate) fn numbers(&self, lines: &Range<usize>) -> (u64, u64) {
        let (first, last) = (lines.start as u64 + 1, lines.end as u64);
        let shown = self.number(lines.start).zip(self.number(lines.end.saturating_sub(1)));
        shown.filter(|(from, to)| to.checked_sub(*from) == Some(last - first)).unwrap_or((first, last))
    }
}

/// Texts that were read to compare a run: each once.
#[derive(Default)]
pub(crate) struct Reads(RefCell<Vec<Option<Read>>>);

/// The texts that replace runs, and where their names come from.
pub(crate) struct Sources<'s> {
    pub(crate) index: &'s Index,
    pub(crate) reads: &'s Reads,
    /// The choice for a text; none if it is sent as it came.
    pub(crate) sent: &'s dyn Fn(&Text) -> Option<String>,
    /// The line in place of a run.
    pub(crate) line: &'s dyn Fn(&Found<'_>) -> String,
}

/// A run, and the lines of the text where it stands.
pub(crate) struct Found<'f> {
    pub(crate) run: &'f Run,
    pub(crate) text: &'f Text,
    pub(crate) read: &'f Read,
    pub(crate) lines: Range<usize>,
}

/// A result with names in place of runs, each between [`OPEN`] and [`CLOSE`].
pub(crate) struct Uncut {
    pub(crate) text: String,
    pub(crate) units: u64,
    named: Vec<Named>,
}

impl<T: Tree> Inventory<'_, T> {
    /// Returns `true` for a result of which runs may be named: what remains of a policy is not checked here.
    pub(crate) fn may_name(&self, item: &Item, options: &CompactOptions) -> bool {
        let ItemKind::Result(call) = item.kind else { return false };
        let held = &self.calls[call];
        let policy = options.policy(held.original_name());
        item.full > TINY
            && item.media == 0
            && held.writable
            && held.stated.is_none()
            && held.keep != KeepResult::Always
            && policy.is_none_or(|policy| policy.result.is_none())
    }

    /// Returns `true` for a result about a file that the options protect.
    pub(crate) fn is_protected(&self, call: usize, options: &CompactOptions, base: Option<&str>) -> bool {
        // Files that were read again are known by their redacted path.
        let held = &self.calls[call];
        let protects = |effect: &Effect| {
            let mut paths = effect.views.iter().map(|view| &view.path);
            paths.any(|path| [identity(path), effect.file(path, base)].iter().any(|path| options.protects(path)))
        };
        !options.protected_paths.is_empty() && [held.original_effect(), &held.effect].into_iter().any(protects)
    }

    pub(crate) fn is_numbered(&self, call: usize) -> bool {
        self.calls[call].effect.kind == Kind::Read
    }

    /// The lines of a result as it may be quoted.
    pub(crate) fn result_lines(&self, call: usize) -> Lines {
        let held = &self.calls[call];
        let redacted = self.redact.map(|_| self.safe_text(held));
        let text = redacted.unwrap_or_else(|| self.original_result(held));
        Lines::of(&text, self.is_numbered(call))
    }

    /// Passes on the texts of arguments that stay as they are.
    pub(crate) fn argument_lines(&self, call: usize, mut each: impl FnMut(usize, Lines)) {
        let held = &self.calls[call];
        if held.args_kind == ArgsKind::Fixed {
            return;
        }
        for (value, argument) in held.args.values.iter().enumerate() {
            let ArgumentValue::Text(text) = &argument.value else { continue };
            if utf16_len(text) as u64 > UNITS {
                each(value, Lines::of(text, false));
            }
        }
    }

    /// The number of an item.
    pub(crate) fn item_of(&self, named: &Named) -> Option<usize> {
        let first = self.items.partition_point(|item| item.at < named.0);
        let own = |item: &usize| self.items[*item].at == named.0 && What::of(self.items[*item].kind) == named.1;
        (first..self.items.len()).take(2).find(own)
    }

    pub(crate) fn named_of(&self, text: &Text) -> Named {
        let held = &self.calls[text.call];
        match (text.value, held.result) {
            (None, Some(result)) => (result, What::Result),
            _ => (held.at, What::Args),
        }
    }

    /// The result of a call with names in place of these runs, but for lines that are `quoted`; none without any.
    pub(crate) fn uncut(&self, call: usize, runs: &[Run], quoted: &str, sources: &Sources<'_>) -> Option<Uncut> {
        if runs.is_empty() {
            return None;
        }
        let safe = self.safe_text(&self.calls[call]);
        // One char is searched much faster than one of two.
        if safe.contains(OPEN) || safe.contains(CLOSE) {
            return None;
        }
        let own = lines_of(&safe, self.is_numbered(call));
        let quoted: Vec<&str> = quoted.lines().map(trim).filter(|line| !line.is_empty()).collect();
        let whole: Vec<&str> = safe.split('\n').collect();
        let (mut text, mut done, mut all) = (String::with_capacity(safe.len()), 0, Vec::new());
        let push = |text: &mut String, lines: &[&str]| {
            for line in lines {
                text.push_str(line);
                text.push('\n');
            }
        };
        // Quotes have no colours.
        let shown = |line: &str| quoted.contains(&trim(&clean(line, &no_colours()).text));
        let is_quoted = |at: &usize| own.get(*at).is_none_or(|line| !quoted.is_empty() && shown(line));
        for run in runs.iter().flat_map(|run| run.without(is_quoted)) {
            let Some(lines) = own.get(run.lines.clone()) else { continue };
            let Some((line, named)) = self.line_of(&run, lines, sources) else { continue };
            let saved: u64 = whole[run.lines.clone()].iter().map(|line| utf16_len(line) as u64 + 1).sum();
            if utf16_len(&line) as u64 + 1 + GAIN > saved {
                continue;
            }
            push(&mut text, &whole[done..run.lines.start]);
            push(&mut text, &[&format!("{OPEN}{line}{CLOSE}")]);
            done = run.lines.end;
            all.push(named);
        }
        if all.is_empty() {
            return None;
        }
        push(&mut text, &whole[done..]);
        text.pop();
        let units = utf16_len(&text) as u64 - 2 * all.len() as u64;
        Some(Uncut { text, units, named: all })
    }

    /// The line in place of a run, and the item that it names; none where only the hashes are equal.
    fn line_of(&self, run: &Run, own: &[&str], sources: &Sources<'_>) -> Option<(String, Named)> {
        let text = sources.index.text(run)?;
        let mut reads = sources.reads.0.borrow_mut();
        reads.resize_with(sources.index.texts.len(), || None);
        let read = reads.get_mut(run.text)?;
        let read = read.get_or_insert_with(|| self.read(text, (sources.sent)(text)));
        let first = run.at.saturating_sub(text.from as usize);
        let lines = first..first + run.lines.len();
        let is_same = own.iter().zip(lines.clone()).all(|(own, at)| read.line(at) == Some(*own));
        is_same.then(|| ((sources.line)(&Found { run, text, read, lines }), self.named_of(text)))
    }

    /// Reads a text that is sent.
    fn read(&self, text: &Text, sent: Option<String>) -> Read {
        let held = &self.calls[text.call];
        let argument = text.value.and_then(|value| held.args.values.get(value));
        let shown = match (argument.map(|argument| &argument.value), sent) {
            (Some(ArgumentValue::Text(text)), _) => text.clone(),
            (_, Some(sent)) => sent,
            _ => self.original_result(held),
        };
        Read::new(shown, text.value.is_none() && self.is_numbered(text.call))
    }
}

/// The name of a call, and its hash.
pub(crate) fn name_of(call: &CallAt) -> (String, u64) {
    let name = named(call);
    let hash = hash(name.as_bytes());
    (name, hash)
}

/// The words for a text: `read of src/a.ts`, `2nd read of src/a.ts`, `arguments of the edit of src/a.ts`.
pub(crate) fn words_of(text: &Text, place: Option<String>, name: &str) -> String {
    let name = place.map_or_else(|| String::from(name), |place| format!("{place} {name}"));
    if text.value.is_some() { format!("arguments of the {name}") } else { name }
}

impl Uncut {
    /// All of it.
    pub(crate) fn whole(self) -> Choice {
        // One by one: a search for one of two chars takes a multiple.
        let text = self.text.replace(OPEN, "");
        let text = text.replace(CLOSE, "");
        Choice { named: self.named, ..Choice::of(clean(&text, &no_colours()).text.into_owned()) }
    }

    /// Returns the choice after a cut; none where it cut through a line of ours.
    pub(crate) fn cut(&self, text: &str) -> Option<Choice> {
        let (mut rest, mut left, mut named) = (text, String::with_capacity(text.len()), Vec::new());
        let mut all = self
            .text
            .split(OPEN)
            .skip(1)
            .map(|part| part.split_once(CLOSE).map_or("", |(line, _)| line))
            .zip(&self.named);
        while let Some((before, after)) = rest.split_once(OPEN) {
            let (line, after) = after.split_once(CLOSE)?;
            named.push(*all.find(|(known, _)| *known == line)?.1);
            left.push_str(before);
            left.push_str(line);
            rest = after;
        }
        left.push_str(rest);
        (!left.contains(CLOSE)).then(|| Choice { named, ..Choice::of(left) })
    }
}

/// `1st`, `2nd`, `12th`.
pub(crate) fn nth(number: u32) -> String {
    let end = match (number % 10, number % 100) {
        (1, last) if last != 11 => "st",
        (2, last) if last != 12 => "nd",
        (3, last) if last != 13 => "rd",
        _ => "th",
    };
    format!("{number}{end}")
}
