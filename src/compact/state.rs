//! What a compactor remembers, as JSON.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::args::quoted;
use super::memory::{Memory, Patch, What};
use super::rung::{Choice, Rung};
use crate::error::{Error, ErrorKind};
use crate::history::conversation::PartAt;
use crate::source::utf16_len;
use crate::tree::{Key, Shape, Tree};

const VERSION: f64 = 1.0;

impl Memory {
    /// As JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        // A string takes every write.
        let mut json = String::from("{\"version\":1,\"steps\":");
        let _ = write!(json, "{},\"wait\":{},\"billed\":{}", self.steps, self.wait, (self.billed * 1e6) as u64);
        if self.kept > 0 {
            let _ = write!(json, ",\"kept\":{}", self.kept);
        }
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
        for (name, summary) in [("summary", &self.summary), ("earlier", &self.earlier)] {
            if let Some((at, text)) = summary {
                let _ = write!(json, ",\"{name}\":[{at},");
                quoted(text, &mut json);
                json.push(']');
            }
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
            memory.kept = state.number(Key::Kept).unwrap_or_default() as u64;
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
            let summary = |key: Key| -> Option<Option<(u32, String)>> {
                let Some(summary) = state.child(key) else { return Some(None) };
                let at = summary.item(Key::This, 0)?.number(Key::This)? as u32;
                Some(Some((at, summary.item(Key::This, 1)?.text(Key::This, usize::MAX >> 1)?)))
            };
            memory.summary = summary(Key::Summary)?;
            memory.earlier = summary(Key::Earlier)?;
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
