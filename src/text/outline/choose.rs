//! An outline: the lines with the most weight that have room.

use alloc::vec::Vec;

use super::hits::{self, Hit};
use super::line::first;
use super::{TextKind, weights};
use crate::order::ordered;
use crate::source::utf16_len;

/// A line that may be kept.
#[derive(Clone, Copy, Debug)]
struct Weighed {
    line: usize,
    /// With the LF that ends it.
    size: usize,
    /// Twice the weight, and one more for the first hit in a file.
    rank: u8,
}

/// Lines before one that may be the same.
const RECENT: usize = 8;

/// The greatest rank.
const HIGHEST: u8 = 7;

/// Which lines an outline of at most so many UTF-16 units keeps, an LF after each: the heaviest, and of those that weigh
/// the same some from all over the text. In order, counted from 0; a line of no weight is in no outline.
pub(crate) fn outline(text: &str, kind: TextKind, most_utf16: usize) -> Vec<usize> {
    let weighed = weighed(text, kind, most_utf16);
    let mut room = most_utf16;
    let mut kept = Vec::new();
    for rank in (1..=HIGHEST).rev() {
        let alike = || weighed.iter().filter(move |line| line.rank == rank);
        let size = alike().map(|line| line.size as u64).sum::<u64>();
        if size <= room as u64 {
            kept.extend(alike().map(|line| line.line));
            room -= size as usize;
        } else {
            some_of(alike, size, room, &mut kept);
            break;
        }
    }
    ordered(kept, |line| *line as u64)
}

/// The lines with a weight that could have room at all.
fn weighed(text: &str, kind: TextKind, most: usize) -> Vec<Weighed> {
    let mut weighed = Vec::new();
    let mut last_path = "";
    let mut recent = [""; RECENT];
    for (number, (line, weight)) in
        text.split('\n').zip(weights(text, kind)).enumerate().filter(|(_, (_, weight))| *weight > 0)
    {
        let mut rank = weight * 2;
        if kind == TextKind::Hits {
            let seen = first(line);
            let path = Hit::of(seen).map(|hit| hit.path).or_else(|| hits::heading(seen));
            rank += u8::from(path.is_some_and(|path| path != last_path));
            last_path = path.unwrap_or(last_path);
        }
        // A log says many things again and again.
        if kind == TextKind::Log {
            if recent.contains(&line) {
                continue;
            }
            recent.rotate_right(1);
            recent[0] = line;
        }
        let size = utf16_len(line).saturating_add(1);
        if size <= most {
            weighed.push(Weighed { line: number, size, rank });
        }
    }
    weighed
}

/// Some of the lines that have no room together: spread as evenly as their sizes let them, then what still has room.
fn some_of<'a, I: Iterator<Item = &'a Weighed>>(alike: impl Fn() -> I, size: u64, room: usize, kept: &mut Vec<usize>) {
    let (mut seen, mut taken) = (0_u64, 0_u64);
    let room = room as u64;
    let mut left = Vec::new();
    for line in alike() {
        // What is due by now, were lines divisible.
        let due = seen.saturating_mul(room) / size.max(1);
        let cost = line.size as u64;
        seen += cost;
        if taken <= due && taken + cost <= room {
            taken += cost;
            kept.push(line.line);
        } else {
            left.push(line);
        }
    }
    for line in left {
        let cost = line.size as u64;
        if taken + cost <= room {
            taken += cost;
            kept.push(line.line);
        }
    }
}
