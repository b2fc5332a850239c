//! Lines of texts as hashes, and the runs of one text that stand in others.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::hash::{Table, hash, mix};
use crate::source::utf16_len;

/// Lines of a run, unless one of them is long.
const LINES: usize = 3;
/// UTF-16 units of a run of [`LINES`], and of one long line.
pub(crate) const UNITS: u64 = 60;
const LONG: u32 = 200;
/// Units that such a line takes, before it is written.
const LINE: u64 = 70;
/// Units by which that line has to be shorter.
pub(super) const GAIN: u64 = 16;
/// The lines of a text: the hash of each without its number, and its UTF-16 units with the line break.
pub(crate) struct Lines(pub(crate) Vec<(u32, u32)>);

impl Lines {
    pub(crate) fn of(text: &str, is_numbered: bool) -> Self {
        let is_ascii = text.is_ascii();
        let units = |line: &str| (if is_ascii { line.len() } else { utf16_len(line) }) as u32 + 1;
        let whole = text.split('\n');
        let mut all: Vec<(u32, u32)> = if is_numbered {
            lines_of(text, true).into_iter().zip(whole).map(|(bare, line)| (hash_of(bare), units(line))).collect()
        } else {
            whole.map(|line| (hash_of(line), units(line))).collect()
        };
        // Nothing stands behind the last line break.
        if let Some(last) = all.last_mut().filter(|last| last.1 == 1) {
            last.0 = 0;
        }
        Self(all)
    }

    /// The keys of the runs that may begin at each line.
    pub(crate) fn keys(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        (0..self.0.len()).flat_map(|at| self.keys_at(at).into_iter().flatten().map(move |key| (at, key)))
    }

    fn keys_at(&self, at: usize) -> [Option<u64>; 2] {
        let hash = |at: usize| self.0.get(at).map_or(0, |line| line.0);
        let is_long = self.0.get(at).is_some_and(|line| line.1 >= LONG);
        keys([hash(at), hash(at + 1), hash(at + 2)], is_long)
    }

    fn units(&self, lines: Range<usize>) -> u64 {
        self.0.get(lines).unwrap_or_default().iter().map(|(_, units)| u64::from(*units)).sum()
    }
}

/// A hash of a line; 0 stands between texts.
fn hash_of(line: &str) -> u32 {
    (hash(line.as_bytes()) as u32).max(1)
}

/// The keys under which a run that begins with these lines is known.
fn keys(lines: [u32; 3], is_long: bool) -> [Option<u64>; 2] {
    let [first, second, third] = lines;
    let several =
        (!lines.contains(&0)).then(|| mix(mix(u64::from(first) << 32 | u64::from(second)) ^ u64::from(third)));
    [several, (is_long && first != 0).then(|| mix(u64::from(first)))]
}

/// The lines of a text; without their numbers where these count up, as in files that were read.
pub(super) fn lines_of(text: &str, is_numbered: bool) -> Vec<&str> {
    let lines: Vec<&str> = text.split('\n').collect();
    if !is_numbered {
        return lines;
    }
    let numbers: Vec<Option<(u64, &str)>> = lines.iter().map(|line| number_of(line)).collect();
    let number = |at: usize| numbers.get(at).copied().flatten().map(|(number, _)| number);
    let counts = |at: usize| {
        let own = number(at)?;
        let follows = at.checked_sub(1).and_then(number).is_some_and(|before| before + 1 == own);
        (follows || number(at + 1) == Some(own + 1)).then(|| numbers[at].map(|(_, rest)| rest)).flatten()
    };
    lines.iter().enumerate().map(|(at, line)| counts(at).unwrap_or(line)).collect()
}

/// The number of a line, and the rest behind it: `12→text`, `12\ttext`, `12|text`, `12: text`.
pub(super) fn number_of(line: &str) -> Option<(u64, &str)> {
    let line = line.trim_start_matches([' ', '\t']);
    let digits = line.bytes().take(8).take_while(u8::is_ascii_digit).count();
    let (number, rest) = line.split_at_checked(digits)?;
    let rest = rest.strip_prefix(['\u{2192}', '\t', '|', ':'])?;
    Some((number.parse().ok()?, rest))
}

/// A text that is sent, where runs are looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text {
    /// Its first line among all.
    pub(super) from: u32,
    pub(crate) call: usize,
    /// The number of an argument; none for the result.
    pub(crate) value: Option<usize>,
    /// Its place among calls of the same name, in the order in which they were added.
    pub(crate) place: u32,
}

impl Text {
    pub(crate) fn new(call: usize, value: Option<usize>, place: u32) -> Self {
        Self { from: 0, call, value, place }
    }
}

/// The lines of what is sent, as hashes: four bytes a line.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    lines: Vec<u32>,
    pub(super) texts: Vec<Text>,
    /// Number of calls of each name, by its hash.
    pub(crate) names: Table,
}

/// Where runs begin, by the hash of their first lines; 0 is nowhere.
pub(crate) struct Begins {
    places: Table,
    /// One bit for some of the hashes of a first line: most lines begin nothing.
    firsts: [u64; 64],
}

impl Default for Begins {
    fn default() -> Self {
        Self { places: Table::new(), firsts: [0; 64] }
    }
}

impl Begins {
    /// Adds the keys of a text that is looked for.
    pub(crate) fn want(&mut self, lines: &Lines) {
        for (at, key) in lines.keys() {
            self.places.entry(key, 0);
            let hash = lines.0[at].0;
            self.firsts[hash as usize >> 6 & 63] |= 1 << (hash & 63);
        }
    }

    /// Adds the keys of a text whose lines begin at `from`. Passes on the places of keys that an earlier text has.
    pub(crate) fn add(&mut self, lines: &Lines, from: usize, mut shared: impl FnMut(usize)) {
        for (at, key) in lines.keys() {
            let place = *self.places.entry(key, (from + at) as u32) as usize;
            if place < from {
                shared(place);
            }
        }
    }

    fn place(&self, key: u64) -> Option<usize> {
        self.places.get(key).filter(|place| *place > 0).map(|place| place as usize)
    }

    fn may_begin(&self, hash: u32) -> bool {
        self.firsts[hash as usize >> 6 & 63] >> (hash & 63) & 1 == 1
    }
}

/// The size of an [`Index`].
pub(crate) struct Mark {
    lines: usize,
    texts: usize,
    names: Table,
}

/// A run of a result, and where it stands in an [`Index`].
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) lines: Range<usize>,
    pub(super) text: usize,
    pub(super) at: usize,
}

impl Run {
    /// Its parts without these lines.
    pub(super) fn without<'r>(&'r self, leaves: impl Fn(&usize) -> bool + 'r) -> impl Iterator<Item = Self> + 'r {
        let mut next = self.lines.start;
        core::iter::from_fn(move || {
            let start = (next..self.lines.end).find(|at| !leaves(at))?;
            let end = (start..self.lines.end).find(&leaves).unwrap_or(self.lines.end);
            next = end;
            Some(Self { lines: start..end, text: self.text, at: self.at + start - self.lines.start })
        })
    }
}

impl Default for Index {
    fn default() -> Self {
        Self { lines: vec![0], texts: Vec::new(), names: Table::new() }
    }
}

impl Index {
    /// All lines.
    pub(crate) fn all(&self) -> Range<usize> {
        0..self.lines.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    pub(crate) fn text(&self, run: &Run) -> Option<&Text> {
        self.texts.get(run.text)
    }

    /// Returns its size, for [`Self::back_to`].
    pub(crate) fn mark(&self) -> Mark {
        Mark { lines: self.lines.len(), texts: self.texts.len(), names: self.names.clone() }
    }

    /// Removes what was added since.
    pub(crate) fn back_to(&mut self, mark: Mark) {
        self.lines.truncate(mark.lines);
        self.texts.truncate(mark.texts);
        self.names = mark.names;
    }

    /// Adds a text; returns where its lines stand.
    pub(crate) fn add(&mut self, text: Text, lines: &Lines) -> Range<usize> {
        let from = self.lines.len();
        self.texts.push(Text { from: from as u32, ..text });
        self.lines.extend(lines.0.iter().map(|(hash, _)| *hash));
        let added = from..self.lines.len();
        self.lines.push(0);
        added
    }

    /// Notes in `begins` where each of its keys stands last among these lines.
    pub(crate) fn note(&self, begins: &mut Begins, lines: Range<usize>) {
        let hash = |at: usize| self.lines.get(at).copied().unwrap_or_default();
        for at in lines {
            if !begins.may_begin(hash(at)) {
                continue;
            }
            // A line that is as long as another one with the same hash.
            for key in keys([hash(at), hash(at + 1), hash(at + 2)], true).into_iter().flatten() {
                if begins.places.get(key).is_some() {
                    *begins.places.entry(key, 0) = at as u32;
                }
            }
        }
    }

    /// Returns the number of the text that holds a line.
    pub(crate) fn text_at(&self, line: usize) -> usize {
        self.texts.partition_point(|text| text.from as usize <= line).saturating_sub(1)
    }

    /// Returns the runs of these lines among those before `end`, in order; `begins` has where a run may begin by its key.
    /// Linear: a run that is too short has few lines.
    pub(crate) fn runs(&self, begins: &Begins, own: &Lines, end: usize) -> Vec<Run> {
        let lines = &own.0;
        let hashes: Vec<u32> = lines.iter().map(|(hash, _)| *hash).collect();
        let (mut runs, mut at, mut free) = (Vec::new(), 0, 0);
        while at < lines.len() {
            let found =
                own.keys_at(at).into_iter().flatten().find_map(|key| begins.place(key).filter(|found| *found < end));
            let Some(found) = found else {
                at += 1;
                continue;
            };
            let same = |(own, kept): &(&u32, &u32)| own == kept && **own != 0;
            let after = hashes[at..].iter().zip(&self.lines[found..]).take_while(same).count();
            let before = hashes[free..at].iter().rev().zip(self.lines[..found].iter().rev()).take_while(same).count();
            let run = at - before..at + after;
            let units = own.units(run.clone());
            let is_long = run.len() >= LINES && units >= UNITS || lines[run.clone()].iter().any(|line| line.1 >= LONG);
            if !is_long || units < LINE + GAIN {
                at += 1;
                continue;
            }
            (at, free) = (run.end, run.end);
            runs.push(Run { lines: run, text: self.text_at(found - before), at: found - before });
        }
        runs
    }

    /// Returns the units that leave with the runs of these lines among those before `end`.
    pub(crate) fn saved(&self, begins: &Begins, own: &Lines, end: usize) -> u64 {
        self.runs(begins, own, end).iter().map(|run| own.units(run.lines.clone()) - LINE).sum()
    }
}
