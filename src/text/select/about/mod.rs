//! The lines of a text that answer a question, and what they stand in.
//!
//! Lexical and deterministic. `question` reads the question as terms, `starts` passes over what
//! holds none, `words` and `synonyms` say which words of a text are
//! one of them, and `answer` what sort of answer is wanted. `units` splits the text into lines and parts of long ones,
//! `collect` holds those that hold a term with the lines around them, and `rank` puts them in order, by what `lines` says of one beside others and `around` of those near it. The result is the
//! first tier of a selection; without an answer the selection is the one without a question.

mod answer;
mod around;
mod collect;
mod columns;
mod dates;
mod lines;
mod lists;
mod measure;
mod parts;
mod question;
mod rank;
mod starts;
mod synonyms;
mod units;
mod words;

pub(crate) use answer::{Bound, Ranks, Wants};
pub(crate) use collect::Collector;
pub(crate) use columns::{Meant, compared};
pub(crate) use question::{Hit, ID, Question, TERMS};
pub(crate) use rank::{ANSWERS, COVER, UNWANTED, best_first, judge, rarity};

use alloc::sync::Arc;
use alloc::vec::Vec;

/// Bytes of matches that are held where the limit is not a trim's.
const HELD: usize = 512 * 1024;

/// The lines that answer a question, counted from 0, of about `room` chars in all; `None` where it finds nothing.
pub(crate) fn answering<'a>(lines: impl Iterator<Item = &'a str>, about: &str, room: usize) -> Option<Vec<u64>> {
    let mut collector = Collector::new(&Arc::new(Question::new(about, true)?), HELD);
    lines.for_each(|line| collector.push(line));
    let mut left = room;
    let mut found = Vec::new();
    for candidate in collector.finish().candidates {
        let entry = candidate.entry;
        // With its number.
        let Some(rest) = left.checked_sub(entry.size.chars as usize + 8) else { break };
        left = rest;
        found.push(entry.at.newlines as usize);
    }
    let mut found = crate::order::ascending(found);
    found.dedup();
    (!found.is_empty()).then(|| found.into_iter().map(|line| line as u64).collect())
}
