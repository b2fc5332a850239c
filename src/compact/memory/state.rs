//! The memory of a compactor as JSON.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use crate::compact::memory::{Memory, Patch, What};
use crate::compact::plan::rung::{Choice, Named, RUNGS, Stated};
use crate::compact::summary::Folding;
use crate::error::{Error, ErrorKind};
use crate::format::Thinking;
use crate::format::conversation::PartAt;
use crate::hash::hash;
use crate::refs::Ref;
use crate::source::utf16_len;
use crate::tree::quoted;
use crate::tree::{Key, Shape, Tree};

const VERSION: f64 = 3.0;

impl Memory {
    /// Writes the memory as JSON, closed by a checksum over all of it.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut json = self.members();
        let sum = sum_of(&json);
        json.push_str(",\"sum\":");
        quoted(&sum, &mut json);
        json.push('}');
        json
    }

    /// The JSON without the checksum and the closing brace.
    fn members(&self) -> String {
        // A string takes every write.
        let mut json = String::from("{\"version\":3,\"steps\":");
        let _ = write!(json, "{},\"wait\":{},\"billed\":{}", self.steps, self.wait, millionths(self.billed));
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
        for (number, patch) in self.arrived.iter().enumerate() {
            json.push_str(if number > 0 { "," } else { ",\"arrived\":[" });
            write_patch(patch.at, patch.what, Some(&patch.choice), &mut json);
        }
        json.push_str(if self.arrived.is_empty() { "" } else { "]" });
        if let Some(thinking) = self.thinking {
            let _ = write!(json, ",\"thinking\":\"{}\"", thinking.name());
        }
        let unbound = self.unbound.map(u64::from);
        let numbers = [
            ("block", self.block.map(u64::from)),
            ("missed", self.missed),
            ("floor", self.floor),
            ("unbound", unbound),
        ];
        for (name, number) in numbers {
            if let Some(number) = number {
                let _ = write!(json, ",\"{name}\":{number}");
            }
        }
        for (name, summary) in [("summary", &self.summary), ("earlier", &self.earlier)] {
            if let Some(Folding { before, text, theirs }) = summary {
                let _ = write!(json, ",\"{name}\":[{before},");
                quoted(text, &mut json);
                json.push_str(if *theirs { ",1]" } else { "]" });
            }
        }
        json
    }

    /// Reads what [`Memory::to_json`] wrote.
    ///
    /// The checksum is taken of what was read, so the order of members and added members do not matter, and every value
    /// that could reach a message does.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for anything else, and for a state that was changed since.
    pub fn read<T: Tree>(state: &T) -> Result<Self, Error> {
        let wrong = || Error::new(ErrorKind::InvalidOption, String::from("state: is not a state of a compactor"));
        let damaged = || {
            let rule = "state: was changed since the compactor wrote it; start a new compactor without it";
            Error::new(ErrorKind::InvalidOption, String::from(rule))
        };
        if state.number(Key::Version).is_some_and(|version| version < VERSION) {
            let rule = "state: is one of an earlier version; start a new compactor without it";
            return Err(Error::new(ErrorKind::InvalidOption, String::from(rule)));
        }
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
                memory.wanted.push(state.item(Key::Wanted, at)?.text(Key::This, usize::MAX >> 1)?);
            }
            let patches = |key: Key| -> Option<Vec<Patch>> {
                let read = |at| {
                    let (at, what, choice) = read_patch(&state.item(key, at)?)?;
                    Some(Patch { at, what, choice: choice? })
                };
                (0..count(state, key)?).map(read).collect()
            };
            memory.patches = patches(Key::Patches)?;
            if state.has(Key::Arrived) {
                memory.arrived = patches(Key::Arrived)?;
            }
            for at in 0..count(state, Key::Before)? {
                memory.before.push(read_patch(&state.item(Key::Before, at)?)?);
            }
            let summary = |key: Key| -> Option<Option<Folding>> {
                let Some(summary) = state.child(key) else { return Some(None) };
                let before = summary.item(Key::This, 0)?.number(Key::This)? as u32;
                let text = summary.item(Key::This, 1)?.text(Key::This, usize::MAX >> 1)?;
                Some(Some(Folding { before, text, theirs: summary.item(Key::This, 2).is_some() }))
            };
            memory.summary = summary(Key::Summary)?;
            memory.earlier = summary(Key::Earlier)?;
            memory.block = state.number(Key::Block).map(|at| at as u32);
            memory.missed = state.number(Key::Missed).map(|target| target as u64);
            memory.floor = state.number(Key::Floor).map(|size| size as u64);
            memory.unbound = state.number(Key::Unbound).map(|at| at as u32);
            memory.thinking = state.text(Key::Thinking, 8).and_then(|name| Thinking::from_name(&name));
            let sorted = [&memory.patches, &memory.arrived].iter().all(|all| all.is_sorted_by_key(|patch| patch.at));
            let paired = memory.summary.is_some() || memory.came.len() == memory.went.len();
            (sorted && paired && memory.billed > 0.0).then_some(memory)
        };
        let memory = read().ok_or_else(wrong)?;
        let sum = state.text(Key::Sum, SUM + 1).ok_or_else(wrong)?;
        if sum == sum_of(&memory.members()) { Ok(memory) } else { Err(damaged()) }
    }
}

/// Hex digits of a checksum.
const SUM: usize = 16;

/// Guards against damage, not against an attacker: whoever can write a state can compute its checksum.
fn sum_of(json: &str) -> String {
    let mut sum = String::with_capacity(SUM);
    let _ = write!(sum, "{:016x}", hash(json.as_bytes()));
    sum
}

/// Rounded, so that what was read is written as it was.
fn millionths(number: f64) -> u64 {
    (number * 1e6 + 0.5) as u64
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

fn write_patch(at: PartAt, what: What, choice: Option<&Choice>, json: &mut String) {
    let _ = write!(json, "[{},{},{}", at.message, at.part, what as u8);
    if let Some(choice) = choice {
        let _ = write!(json, ",{}", choice.rung as u8);
        if let Some(text) = &choice.text {
            json.push(',');
            quoted(text, json);
        }
        if let Some(stated) = choice.stated {
            let flags = u8::from(stated.failed) | u8::from(stated.is_brief) << 1;
            let _ = write!(json, ",{flags},{},{}", stated.units, stated.media);
            let rest = [stated.kept.map(Ref::number), stated.tokens];
            for number in rest.iter().take(rest.iter().rposition(Option::is_some).map_or(0, |last| last + 1)) {
                let _ = match number {
                    Some(number) => write!(json, ",{number}"),
                    None => write!(json, ",null"),
                };
            }
        }
        if !choice.named.is_empty() {
            json.push_str(",[");
            for (number, (at, what)) in choice.named.iter().enumerate() {
                let _ = write!(json, "{}{},{},{}", if number > 0 { "," } else { "" }, at.message, at.part, *what as u8);
            }
            json.push(']');
        }
    }
    json.push(']');
}

/// The newer items that a text without statements names: the last of a patch.
fn named_of<T: Tree>(patch: &T) -> Option<Vec<Named>> {
    let Some(numbers) = patch.item(Key::This, 5).filter(|list| matches!(list.shape(Key::This), Shape::List(_))) else {
        return Some(Vec::new());
    };
    let number = |at| numbers.item(Key::This, at)?.number(Key::This).map(|number| number as usize);
    let all = (0..count(&numbers, Key::This)?).step_by(3);
    all.map(|from| Some((PartAt { message: number(from)?, part: number(from + 1)? }, what_of(number(from + 2)?)?)))
        .collect()
}

fn what_of(number: usize) -> Option<What> {
    [What::Result, What::Args, What::Other].into_iter().nth(number)
}

type Read = (PartAt, What, Option<Choice>);

fn read_patch<T: Tree>(patch: &T) -> Option<Read> {
    // A ref has more bits than a `usize` of WebAssembly.
    let large = |at| patch.item(Key::This, at)?.number(Key::This).map(|number| number as u64);
    let number = |at| large(at).map(|number| number as usize);
    let at = PartAt { message: number(0)?, part: number(1)? };
    let what = what_of(number(2)?)?;
    let Some(rung) = number(3) else { return Some((at, what, None)) };
    let text = patch.item(Key::This, 4).and_then(|text| text.text(Key::This, usize::MAX >> 1));
    let units = text.as_deref().map_or(0, utf16_len) as u64;
    let stated = number(5).map(|flags| Stated {
        failed: flags & 1 != 0,
        is_brief: flags & 2 != 0,
        units: large(6).unwrap_or_default(),
        media: large(7).unwrap_or_default(),
        kept: large(8).and_then(Ref::new),
        tokens: large(9),
    });
    Some((at, what, Some(Choice { rung: *RUNGS.get(rung)?, text, units, stated, named: named_of(patch)? })))
}
