//! What a compactor remembers: which messages it has seen, and what it put in the place of what.
//!
//! Messages are known by a fingerprint of 32 bits each: who speaks, which parts, ids, names, lengths, and both ends of each text.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::args::quoted;
use super::hash::{hash, mix};
use super::rung::{Choice, Rung};
use super::work::{ItemKind, Work};
use crate::error::{Error, ErrorKind};
use crate::history::Budget;
use crate::history::conversation::{Flags, PartAt, PartKind};
use crate::source::{Source, StrSource, utf16_len};
use crate::tree::{Key, Shape, Tree, Words};

/// UTF-16 units of a text's ends that tell it from others.
const ENDS: usize = 64;
const VERSION: f64 = 1.0;
/// A step was taken back, and the size after that is not known yet.
pub(crate) const UNDONE: u64 = u64::MAX;

/// Something that was put in the place of something else.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Patch {
    pub(crate) at: PartAt,
    pub(crate) what: What,
    pub(crate) choice: Choice,
}

/// Which item of a part it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Result,
    Args,
    Other,
}

impl What {
    pub(crate) fn of(kind: ItemKind) -> Self {
        match kind {
            ItemKind::Result(_) => Self::Result,
            ItemKind::Args(_) => Self::Args,
            _ => Self::Other,
        }
    }
}

/// What a compactor remembers of a conversation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory {
    /// Of each message that was there at the last step, as it came.
    pub(crate) came: Vec<u32>,
    /// The same as it went out.
    pub(crate) went: Vec<u32>,
    pub(crate) patches: Vec<Patch>,
    /// What the last step changed: what was there before.
    pub(crate) before: Vec<(PartAt, What, Option<Choice>)>,
    /// After an undo: nothing is tried below this size.
    pub(crate) wait: u64,
    /// Tokens that the provider billed, by token that was estimated.
    pub(crate) billed: f64,
    /// Paths that were read again after they had been compacted.
    pub(crate) wanted: Vec<String>,
    pub(crate) steps: u32,
    /// What stands for exchanges that left: in front of which message, and what it says.
    pub(crate) summary: Option<(u32, String)>,
}

impl Memory {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self { billed: 1.0, ..Self::default() }
    }

    /// How many messages of `work` are the same as before: as they came, or as they went out.
    pub(crate) fn known<T: Tree>(&self, work: &Work<'_, T>) -> usize {
        let messages = work.conversation.messages.len();
        let mut known = 0;
        for (at, came) in self.came.iter().enumerate().take(messages) {
            let print = fingerprint(work, at, &[]);
            if print != *came && Some(&print) != self.went.get(at) {
                break;
            }
            known = at + 1;
        }
        known
    }

    /// True when a message is there as it went out, and not as it came.
    pub(crate) fn is_patched<T: Tree>(&self, work: &Work<'_, T>, at: usize) -> bool {
        let (came, went) = (self.came.get(at), self.went.get(at));
        came != went && Some(&fingerprint(work, at, &[])) == went
    }

    /// What was decided about the items of messages before `end`.
    pub(crate) fn replay<T: Tree>(&self, work: &Work<'_, T>, end: usize) -> Vec<Option<Choice>> {
        let mut choices: Vec<Option<Choice>> = alloc::vec![None; work.items.len()];
        let mut patches = self.patches.iter().peekable();
        for (item, choice) in work.items.iter().zip(&mut choices) {
            while patches.next_if(|patch| patch.at < item.at).is_some() {}
            let near = patches.clone().take_while(|patch| patch.at == item.at);
            let own = near.into_iter().find(|patch| patch.what == What::of(item.kind));
            if let Some(patch) = own
                && patch.at.message < end
                && !self.is_patched(work, patch.at.message)
            {
                *choice = Some(patch.choice.clone());
            }
        }
        choices
    }

    /// Takes note of a step.
    pub(crate) fn step<T: Tree>(&mut self, work: &Work<'_, T>, choices: &[Option<Choice>], old: &[Option<Choice>]) {
        self.before.clear();
        // What is there as it went out keeps its patch.
        let mut patches: Vec<Patch> = Vec::new();
        let mut kept = core::mem::take(&mut self.patches).into_iter().peekable();
        for ((item, choice), old) in work.items.iter().zip(choices).zip(old) {
            let what = What::of(item.kind);
            while let Some(patch) =
                kept.next_if(|patch| patch.at < item.at || (patch.at == item.at && patch.what == what))
            {
                let same = patch.at == item.at && patch.what == what;
                if same && choice.is_none() && self.came.len() > item.at.message {
                    patches.push(patch);
                }
            }
            if choice != old {
                self.before.push((item.at, what, old.clone()));
            }
            if let Some(choice) = choice {
                patches.push(Patch { at: item.at, what, choice: choice.clone() });
            }
        }
        self.patches = patches;
        self.steps += 1;
        self.wait = 0;
        self.came = (0..work.conversation.messages.len()).map(|at| fingerprint(work, at, &[])).collect();
        let mut from = 0;
        self.went = (0..self.came.len())
            .map(|at| {
                let start = from
                    + self
                        .patches
                        .get(from..)
                        .unwrap_or_default()
                        .iter()
                        .take_while(|patch| patch.at.message < at)
                        .count();
                let end = start
                    + self
                        .patches
                        .get(start..)
                        .unwrap_or_default()
                        .iter()
                        .take_while(|patch| patch.at.message == at)
                        .count();
                from = end;
                if start == end { self.came[at] } else { fingerprint(work, at, &self.patches[start..end]) }
            })
            .collect();
    }

    /// True when nothing was decided yet, or all of it was taken back.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.patches.is_empty() && self.summary.is_none()
    }

    /// The provider billed so many tokens for what is estimated at so many.
    pub fn observe(&mut self, billed: f64, estimated: f64) {
        if billed > 0.0 && estimated > 0.0 && billed.is_finite() {
            self.billed = (billed / estimated).clamp(0.2, 5.0);
        }
    }

    /// Tokens that were billed, by token that was estimated.
    #[must_use]
    pub fn billed(&self) -> f64 {
        self.billed
    }

    /// How many steps were taken.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// True when a conversation of this size, in the window's unit, may stay as it is.
    #[must_use]
    pub fn is_below(&self, size: u64, options: &super::CompactOptions) -> bool {
        let Ok(Budget::Chars(room) | Budget::Tokens(room)) = options.room() else { return false };
        size <= super::step::share(room, options.trigger_at).max(self.wait)
    }

    /// Takes the last step back; false when there is none. It is not tried again before the conversation has grown by what a step
    /// frees at least.
    pub fn undo(&mut self) -> bool {
        if self.before.is_empty() && self.summary.is_none() {
            return false;
        }
        for (at, what, choice) in core::mem::take(&mut self.before) {
            let place = self.patches.iter().position(|patch| patch.at == at && patch.what == what);
            match (place, choice) {
                (Some(place), Some(choice)) => self.patches[place].choice = choice,
                (Some(place), None) => {
                    self.patches.remove(place);
                }
                (None, Some(choice)) => {
                    let place = self.patches.partition_point(|patch| patch.at <= at);
                    self.patches.insert(place, Patch { at, what, choice });
                }
                (None, None) => {}
            }
        }
        self.summary = None;
        self.wait = UNDONE;
        true
    }

    /// Forgets what was decided about messages from `end` on.
    pub(crate) fn forget(&mut self, end: usize) {
        self.came.truncate(end);
        self.went.truncate(end);
        self.patches.retain(|patch| patch.at.message < end);
        self.before.retain(|(at, ..)| at.message < end);
        if self.summary.as_ref().is_some_and(|(at, _)| *at as usize >= end) {
            self.summary = None;
        }
    }

    /// As JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        // A string takes every write.
        let mut json = String::from("{\"version\":1,\"steps\":");
        let _ = write!(json, "{},\"wait\":{},\"billed\":{}", self.steps, self.wait, (self.billed * 1e6) as u64);
        for (name, prints) in [("came", &self.came), ("went", &self.went)] {
            let _ = write!(json, ",\"{name}\":\"");
            for print in prints {
                let _ = write!(json, "{print:08x}");
            }
            json.push('"');
        }
        json.push_str(",\"wanted\":[");
        for (at, path) in self.wanted.iter().enumerate() {
            if at > 0 {
                json.push(',');
            }
            quoted(path, &mut json);
        }
        json.push_str("],\"patches\":[");
        for (at, patch) in self.patches.iter().enumerate() {
            if at > 0 {
                json.push(',');
            }
            write_patch(patch.at, patch.what, Some(&patch.choice), &mut json);
        }
        json.push_str("],\"before\":[");
        for (number, (at, what, choice)) in self.before.iter().enumerate() {
            if number > 0 {
                json.push(',');
            }
            write_patch(*at, *what, choice.as_ref(), &mut json);
        }
        json.push(']');
        if let Some((at, text)) = &self.summary {
            let _ = write!(json, ",\"summary\":[{at},");
            quoted(text, &mut json);
            json.push(']');
        }
        json.push('}');
        json
    }

    /// What [`Memory::to_json`] wrote.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for anything else.
    pub fn read<T: Tree>(state: &T) -> Result<Self, Error> {
        let wrong = || Error::new(ErrorKind::InvalidOption, String::from("state: is not a state of a compactor"));
        let read = || -> Option<Self> {
            if state.number(Key::Version)? != VERSION {
                return None;
            }
            let mut memory = Self::new();
            memory.steps = state.number(Key::Steps)? as u32;
            memory.wait = state.number(Key::Wait)? as u64;
            memory.billed = state.number(Key::Billed)? / 1e6;
            memory.came = prints(&state.text(Key::Came, usize::MAX >> 1)?)?;
            memory.went = prints(&state.text(Key::Went, usize::MAX >> 1)?)?;
            for at in 0..count(state, Key::Wanted)? {
                memory.wanted.push(state.item(Key::Wanted, at)?.text(Key::This, 10_000)?);
            }
            for at in 0..count(state, Key::Patches)? {
                let (at, what, choice) = read_patch(&state.item(Key::Patches, at)?)?;
                memory.patches.push(Patch { at, what, choice: choice? });
            }
            for at in 0..count(state, Key::Before)? {
                memory.before.push(read_patch(&state.item(Key::Before, at)?)?);
            }
            if let Some(summary) = state.child(Key::Summary) {
                let at = summary.item(Key::This, 0)?.number(Key::This)? as u32;
                memory.summary = Some((at, summary.item(Key::This, 1)?.text(Key::This, usize::MAX >> 1)?));
            }
            let sorted = memory.patches.is_sorted_by_key(|patch| patch.at);
            (sorted && memory.came.len() == memory.went.len() && memory.billed > 0.0).then_some(memory)
        };
        read().ok_or_else(wrong)
    }
}

fn count<T: Tree>(state: &T, key: Key) -> Option<usize> {
    match state.shape(key) {
        Shape::List(count) => Some(count),
        _ => None,
    }
}

fn prints(hex: &str) -> Option<Vec<u32>> {
    let digits = hex.as_bytes();
    let print =
        |chunk: &[u8]| chunk.iter().try_fold(0_u32, |print, digit| Some(print << 4 | char::from(*digit).to_digit(16)?));
    if digits.len().is_multiple_of(8) { digits.chunks_exact(8).map(print).collect() } else { None }
}

const RUNGS: [Rung; 6] = [Rung::Full, Rung::Trimmed, Rung::Outline, Rung::Fact, Rung::Folded, Rung::Counted];

fn write_patch(at: PartAt, what: What, choice: Option<&Choice>, json: &mut String) {
    let _ = write!(json, "[{},{},{}", at.message, at.part, what as u8);
    if let Some(choice) = choice {
        let _ = write!(json, ",{}", choice.rung as u8);
        if let Some(text) = &choice.text {
            json.push(',');
            quoted(text, json);
        }
    }
    json.push(']');
}

type Read = (PartAt, What, Option<Choice>);

fn read_patch<T: Tree>(patch: &T) -> Option<Read> {
    let number = |at| patch.item(Key::This, at)?.number(Key::This).map(|number| number as usize);
    let at = PartAt { message: number(0)?, part: number(1)? };
    let what = [What::Result, What::Args, What::Other].into_iter().nth(number(2)?)?;
    let Some(rung) = number(3) else { return Some((at, what, None)) };
    let text = patch.item(Key::This, 4).and_then(|text| text.text(Key::This, usize::MAX >> 1));
    let units = text.as_deref().map_or(0, utf16_len) as u64;
    Some((at, what, Some(Choice { rung: *RUNGS.get(rung)?, text, units })))
}

/// A number for a message, with what stands in the place of some of its parts.
fn fingerprint<T: Tree>(work: &Work<'_, T>, at: usize, patches: &[Patch]) -> u32 {
    let Some(message) = work.conversation.messages.get(at) else { return 0 };
    let mut print = mix(message.role as u64 + 1);
    let mut add = |number: u64| print = mix(print.rotate_left(7) ^ number);
    let words = &work.conversation.words;
    for (number, part) in message.parts.iter().enumerate() {
        let here = PartAt { message: at, part: number };
        let patch = |what: What| patches.iter().find(|patch| patch.at == here && patch.what == what);
        if patch(What::Other).is_some_and(|patch| patch.choice.text.is_none()) {
            continue;
        }
        add(part.kind as u64 + 16 * u64::from(part.has(Flags::ERROR)));
        for word in [part.id, part.name].into_iter().flatten() {
            add(hash(words.text(word).as_bytes()));
        }
        if matches!(part.kind, PartKind::Call | PartKind::Exchange)
            && let Some(call) = work.pairs.number_of(here).and_then(|call| work.calls.get(call))
        {
            add(match patch(What::Args).and_then(|patch| patch.choice.text.as_deref()) {
                Some(text) => ends(&StrSource(text)),
                None => ends(&StrSource(&call.args_text)),
            });
        }
        if matches!(part.kind, PartKind::Text | PartKind::Thinking | PartKind::Result | PartKind::Exchange) {
            let what =
                if matches!(part.kind, PartKind::Result | PartKind::Exchange) { What::Result } else { What::Other };
            add(match patch(what).and_then(|patch| patch.choice.text.as_deref()) {
                Some(text) => ends(&StrSource(text)),
                None => body(work, here, part.kind),
            });
        }
        if part.kind == PartKind::Media {
            add(patch(What::Other).map_or(0, |_| 1));
        }
    }
    (print ^ (print >> 32)) as u32
}

fn body<T: Tree>(work: &Work<'_, T>, at: PartAt, kind: PartKind) -> u64 {
    let result = matches!(kind, PartKind::Result | PartKind::Exchange);
    let call =
        work.pairs.number_of(at).and_then(|call| work.calls.get(call)).filter(|call| result && call.result == Some(at));
    if let Some(call) = call {
        let pieces = work.pieces(call);
        if let [one] = pieces.as_slice()
            && let Some(source) = one.value.source(Key::This)
        {
            return ends(&source);
        }
        return ends(&StrSource(&work.result_text(call)));
    }
    ends(&StrSource(&work.text(at)))
}

/// A number for a text: its length and both ends.
fn ends<S: Source + ?Sized>(source: &S) -> u64 {
    let len = source.len();
    let units = source.utf16(0, len);
    let mut buffer = Vec::new();
    let head = source.skip_utf16(0, len, ENDS);
    let first = hash(source.read(0, head, &mut buffer).as_bytes());
    let tail = source.skip_utf16_back(head, len, ENDS);
    let last = hash(source.read(tail, len, &mut buffer).as_bytes());
    mix(first ^ last.rotate_left(17) ^ (units as u64).wrapping_mul(0x9e37_79b9))
}
