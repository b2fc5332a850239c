//! A planner that copies, counts chars one by one and knows no windows: what the real one is compared with.

use tooltrim::{Keep, Snap};
use unicode_segmentation::UnicodeSegmentation;

/// Counts chars, as the only placeholder that the planner here knows.
pub const MARKER: &str = "<{count}>";

/// Options of a trim by chars.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    pub limit: usize,
    pub keep: Keep,
    pub snap: Snap,
    pub share: f64,
    pub trim_end: bool,
}

/// Where a cut may fall, as indices of chars.
fn boundaries(text: &str, snap: Snap) -> Vec<usize> {
    let mut at = 0;
    let pieces: Vec<&str> = match snap {
        Snap::Char => text.char_indices().map(|(from, c)| &text[from..from + c.len_utf8()]).collect(),
        Snap::Grapheme => text.graphemes(true).collect(),
        Snap::Line => text.split_inclusive('\n').collect(),
    };
    let mut found = vec![0];
    for piece in pieces {
        at += piece.chars().count();
        found.push(at);
    }
    found
}

fn last_at_or_before(found: &[usize], at: usize) -> usize {
    *found.iter().rev().find(|&&boundary| boundary <= at).unwrap()
}

fn first_at_or_after(found: &[usize], at: usize) -> usize {
    *found.iter().find(|&&boundary| boundary >= at).unwrap()
}

/// The longest head of at most `room` chars, and what a larger room must reach for a longer one.
fn head(text: &str, task: Task, room: usize) -> (usize, usize) {
    let total = text.chars().count();
    let reach = room.min(total);
    let graphemes = boundaries(text, Snap::Grapheme);
    let mut next = reach;
    let mut end = match task.snap {
        Snap::Char => reach,
        Snap::Grapheme => last_at_or_before(&graphemes, reach),
        Snap::Line => {
            let lines = boundaries(text, Snap::Line);
            let line = last_at_or_before(&lines, reach);
            let length = first_at_or_after(&lines, reach) - line;
            if line == reach || (line > 0 && length <= room) {
                next = first_at_or_after(&lines, reach);
                line
            } else {
                // Cut within the line; one char of the room pays for the break that ends it.
                let cut = reach.min(room.saturating_sub(1));
                last_at_or_before(&graphemes, cut).max(line)
            }
        }
    };
    if task.trim_end {
        let kept: Vec<char> = text.chars().take(end).collect();
        end = kept.len() - kept.iter().rev().take_while(|c| c.is_whitespace()).count();
        if task.snap != Snap::Char {
            end = last_at_or_before(&graphemes, end);
        }
    }
    (end, next)
}

/// The start of the longest tail of at most `room` chars that does not reach into the head.
fn tail(text: &str, task: Task, room: usize, head: usize) -> usize {
    let total = text.chars().count();
    let reach = (total - room.min(total)).max(head);
    let graphemes = boundaries(text, Snap::Grapheme);
    match task.snap {
        Snap::Char => reach,
        Snap::Grapheme => first_at_or_after(&graphemes, reach),
        Snap::Line => {
            let lines = boundaries(text, Snap::Line);
            let next = first_at_or_after(&lines, reach);
            let length = next - last_at_or_before(&lines, reach);
            let is_last = next == total && !text.ends_with('\n');
            if next == reach || (length <= room && !is_last) { next } else { first_at_or_after(&graphemes, reach) }
        }
    }
}

/// The result of a trim with [`MARKER`]; none for a text within the limit.
pub fn naive(text: &str, task: Task) -> Option<String> {
    let chars: Vec<char> = text.chars().collect();
    if chars.len() <= task.limit {
        return None;
    }
    let line = task.snap == Snap::Line;
    // From the least that the marker can take upwards, to what it is found to take.
    let both = line && matches!(task.keep, Keep::Tail | Keep::Ends);
    let mut reserve = marker(chars.len() - task.limit).len() + usize::from(both);
    while let Some(room) = task.limit.checked_sub(reserve) {
        let (head, tail) = match task.keep {
            Keep::None => (0, chars.len()),
            Keep::Head => (head(text, task, room).0, chars.len()),
            Keep::Tail => (0, tail(text, task, room, 0)),
            Keep::Ends => {
                let (first, next) = head(text, task, (room as f64 * task.share) as usize);
                let tail = tail(text, task, room - first, first);
                // What the tail left over goes to the head when it pays for the line that was dropped.
                let left = room - (chars.len() - tail);
                let second = if left.min(chars.len()) >= next { head(text, task, left).0 } else { first };
                (first.max(second).min(tail), tail)
            }
        };
        let (start, end): (String, String) = (chars[..head].iter().collect(), chars[tail..].iter().collect());
        let before = if line && head > 0 && !start.ends_with('\n') { "\n" } else { "" };
        let after = if line && tail < chars.len() { "\n" } else { "" };
        let marker = marker(tail - head);
        let result = format!("{start}{before}{marker}{after}{end}");
        if head < tail && result.chars().count() <= task.limit {
            return Some(result);
        }
        reserve = (reserve + 1).max(marker.len() + after.len());
    }
    Some(marker(chars.len()))
}

/// [`MARKER`] for that many chars.
pub fn marker(omitted: usize) -> String {
    MARKER.replace("{count}", &omitted.to_string())
}
