//! What one line says of another: which are alike, which hold all that is asked for, which give a name its value.

use alloc::string::String;

use super::answer::{Bound, Sort};
use super::measure::Quantity;
use super::question::Question;
use super::units::Unit;
use crate::quick::{ends_with_any, trim, trim_start};

/// The text of a unit without its digits, and its terms.
pub(super) fn shape_of(unit: &Unit) -> u64 {
    let letters: String = unit.text.chars().filter(|c| !c.is_ascii_digit()).collect();
    crate::hash::mix(crate::hash::hash(letters.as_bytes()) ^ u64::from(mask_of(unit)))
}

/// The terms of a unit as bits.
pub(super) fn mask_of(unit: &Unit) -> u32 {
    unit.hits.iter().fold(0, |mask, hit| mask | 1 << hit.term)
}

/// A number for the first word of a line, digits apart; asked of each line.
pub(super) fn begin_of(text: &str) -> u64 {
    let class = |byte: u8| if byte.is_ascii_digit() { b'0' } else { byte.to_ascii_lowercase() };
    let word = trim_start(text).bytes().take_while(|byte| *byte != b' ');
    crate::hash::mix(word.fold(0, |sum, byte| crate::hash::add(sum, &[class(byte)])))
}

/// Returns `true` for two lines of a list: they begin with the same word, digits apart, which is none of a sentence.
pub(super) fn is_alike(one: &Unit, other: &Unit) -> bool {
    one.begins != 0 && (one.begins, one.indent) == (other.begins, other.indent)
}

/// The weight of the terms that a unit holds itself.
pub(super) fn held(question: &Question, unit: &Unit) -> f64 {
    let terms = unit.hits.iter().filter_map(|hit| question.terms.get(usize::from(hit.term)));
    terms.map(|term| term.weight).sum()
}

/// The number that a question compares: what its superlative speaks of; behind a name that it has, `duration_ms=8412`; or the time at
/// the start of a line.
pub(super) fn number_of(question: &Question, unit: &Unit) -> Option<f64> {
    let bound = question.bound?;
    let (sort, measure) = match bound {
        Bound::Most { quantity, .. } => return quantity?.in_line(&unit.text),
        Bound::Than { sort, measure, .. } => (sort, measure),
    };
    let behind = |at: usize| {
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '"');
        let value = unit.text.get(at..)?.trim_start_matches(is_name).strip_prefix(['=', ':'])?;
        bound.number_of(trim_start(value))
    };
    // A date may precede the time: `2026-05-21 10:22:57`, `May 21 10:22:57`.
    let starts = || {
        let text = unit.text.trim_start_matches(['[', ' ']);
        let begins = |at: &usize| {
            at.checked_sub(1).is_none_or(|before| matches!(text.as_bytes().get(before), Some(b' ' | b'T')))
        };
        [0, 11, 7].into_iter().filter(begins).find_map(|at| bound.number_of(text.get(at..)?))
    };
    let named = unit.hits.iter().find_map(|hit| behind(hit.at as usize));
    let named = named.or_else(|| measure?.number_in(&unit.text));
    // Of `memory 910 MB of 2 GB` the size behind the name.
    let sized = || {
        let behind = unit.hits.iter().filter_map(|hit| unit.text.get(hit.at as usize..));
        behind.chain([&*unit.text]).find_map(|text| Quantity::Size.number(text, true))
    };
    let named = named.or_else(|| if sort == Sort::Size { sized() } else { None });
    named.or_else(|| if unit.within[0] || matches!(sort, Sort::Number | Sort::Size) { None } else { starts() })
}

/// The share of the terms of a unit that are in the name that it defines: all in `retry_budget = 3`, one of two in
/// `budget = Budget(retry)`.
pub(super) fn defined(unit: &Unit) -> f64 {
    let is_apart = |byte: &u8| !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    let name_of = |at: usize| {
        let (before, rest) = unit.text.as_bytes().split_at_checked(at)?;
        let from = before.iter().rposition(is_apart).map_or(0, |place| place + 1);
        Some(from..at + rest.iter().position(is_apart).unwrap_or(rest.len()))
    };
    let names =
        unit.hits.iter().filter(|hit| defines(&unit.text, hit.at as usize)).filter_map(|hit| name_of(hit.at as usize));
    let held = names.map(|name| unit.hits.iter().filter(|hit| name.contains(&(hit.at as usize))).count().max(1));
    held.max().map_or(0.0, |most| most as f64 / unit.hits.len() as f64)
}

/// Returns `true` if the name that stands here is defined: behind a word that does so, or before its value where a line begins.
fn defines(text: &str, at: usize) -> bool {
    const WORDS: [&str; 13] = [
        "function ",
        "fn ",
        "def ",
        "class ",
        "const ",
        "let ",
        "struct ",
        "interface ",
        "type ",
        "enum ",
        "func ",
        "trait ",
        "#define ",
    ];
    let (before, rest) = text.split_at_checked(at).unwrap_or((text, ""));
    if ends_with_any(before, &WORDS) {
        return true;
    }
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'$' | b'@');
    let behind =
        rest.as_bytes().iter().skip_while(|byte| is_name(byte)).find(|byte| !matches!(byte, b' ' | b'"' | b'\''));
    let start = before.trim_end_matches(|c: char| c.is_ascii() && is_name(&(c as u8)));
    // Where a search shows a line, its place stands before.
    let begins = trim(start).is_empty() || start.trim_end_matches([' ', '\t', '"', '\'', '-']).ends_with(':');
    begins && matches!(behind, Some(b':' | b'='))
}
