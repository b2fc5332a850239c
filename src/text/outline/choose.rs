//! An outline: the lines with the most weight that have room.

use alloc::vec::Vec;

use super::hits::{self, Hit};
use super::line::{Lines, first};
use super::{TextKind, weights};
use crate::order::ordered;
use crate::source::utf16_len;

/// A line that may be kept.
#[derive(Clone, Copy, Debug)]
struct Weighed {
    line: usize,
    /// With the LF that ends it.
    size: u64,
    /// Twice the weight, and one more for the first hit in a file.
    rank: u8,
}

/// Lines before one that may be the same.
const RECENT: usize = 8;

/// The greatest rank.
const HIGHEST: u8 = 7;

/// Which lines an outline of at most so many UTF-16 units keeps, an LF after each: the heaviest, and of those that
/// weigh the same some from all over the text. In order, counted from 0; a line of no weight is in no outline.
pub(crate) fn outline(text: &str, kind: TextKind, most_utf16: usize) -> Vec<usize> {
    let weighed = weighed(text, kind, most_utf16);
    let mut room = most_utf16 as u64;
    let mut kept = Vec::new();
    for rank in (1..=HIGHEST).rev() {
        let size = weighed.iter().filter(|line| line.rank == rank).map(|line| line.size).sum::<u64>();
        let taken = some_of(&weighed, rank, size, room, &mut kept);
        if taken < size {
            break;
        }
        room -= taken;
    }
    ordered(kept, |line| *line as u64)
}

/// The lines with a weight that could have room at all.
fn weighed(text: &str, kind: TextKind, most: usize) -> Vec<Weighed> {
    let mut weighed = Vec::new();
    let mut last_path = "";
    let mut recent = [""; RECENT];
    for (number, (line, weight)) in
        Lines::of(text).zip(weights(text, kind)).enumerate().filter(|(_, (_, weight))| *weight > 0)
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
        let size = utf16_len(line) as u64 + 1;
        if size <= most as u64 {
            weighed.push(Weighed { line: number, size, rank });
        }
    }
    weighed
}

/// Keeps the lines of a rank; where they have no room together, some of them: spread as evenly as their sizes let
/// them, then what still has room. Answers how much they take.
fn some_of(lines: &[Weighed], rank: u8, size: u64, room: u64, kept: &mut Vec<usize>) -> u64 {
    let mut taken = 0;
    let mut left = Vec::new();
    let mut seen = 0_u64;
    for line in lines.iter().filter(|line| line.rank == rank) {
        // What is due by now, were lines divisible.
        let due = if size <= room { room } else { seen.saturating_mul(room) / size };
        seen += line.size;
        if taken <= due && taken + line.size <= room {
            taken += line.size;
            kept.push(line.line);
        } else {
            left.push(line);
        }
    }
    for line in left {
        if taken + line.size <= room {
            taken += line.size;
            kept.push(line.line);
        }
    }
    taken
}
