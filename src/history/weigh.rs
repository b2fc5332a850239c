//! Sizes of calls. No long text is read: lengths are known, and tokens are estimated from the ends of a text.

use alloc::vec::Vec;

use super::config::{Budget, Dialect, Threshold, share_of};
use crate::call::Calls;
use crate::measure::tokens_between;
use crate::source::{Source, StrSource, utf16_len};

/// Cost of a call beside its texts.
const CALL: usize = 8;
/// A text up to so many UTF-16 units is estimated as a whole, of a longer one both ends, together so long.
const WHOLE: usize = 2048;
/// Up to so many calls are estimated one by one. Of more, some are, spread over all, and stand for the others.
const EACH: usize = 256;
const SAMPLES: usize = 64;

/// True when the calls are over the threshold. Stops as soon as they are.
pub(crate) fn is_over<C: Calls + ?Sized>(calls: &C, threshold: Threshold, dialect: Dialect) -> bool {
    let all = || 0..calls.len();
    match threshold {
        Threshold::Calls(most) => calls.len() as u64 > most,
        Threshold::Written(most) => {
            // An escape takes one to six units: the arguments are written out only where that could decide.
            over(all().map(|at| units(calls, at)), most)
                || (over(all().map(|at| units(calls, at) + 5 * calls.json_units(at)), most)
                    && over(all().map(|at| written(calls, at)), most))
        }
        Threshold::Size(Budget::Chars(most)) => over(all().map(|at| units(calls, at)), most),
        Threshold::Size(Budget::Tokens(most)) => tokens(calls, all(), dialect) > most as f64,
        Threshold::Share(share, Budget::Chars(of)) => {
            let size = Threshold::Size(Budget::Chars(share_of(share, of)));
            is_over(calls, size, dialect)
        }
        Threshold::Share(share, Budget::Tokens(of)) => {
            is_over(calls, Threshold::Size(Budget::Tokens(share_of(share, of))), dialect)
        }
    }
}

/// True when sizes sum up to more than a limit. Takes no more of them than that needs.
fn over(mut sizes: impl Iterator<Item = usize>, limit: u64) -> bool {
    let mut left = limit;
    sizes.any(|size| match left.checked_sub(size as u64) {
        Some(rest) => {
            left = rest;
            false
        }
        None => true,
    })
}

/// UTF-16 units of a call: name, arguments and result, escapes not counted.
fn units<C: Calls + ?Sized>(calls: &C, at: usize) -> usize {
    call_units(calls, at) + calls.result_units(at)
}

/// The same with the arguments as JSON writes them.
fn written<C: Calls + ?Sized>(calls: &C, at: usize) -> usize {
    utf16_len(&calls.name(at)) + calls.result_units(at) + utf16_len(&calls.json(at))
}

/// Tokens of the calls at some positions: as counted by the caller, else estimated.
pub(crate) fn tokens<C: Calls + ?Sized>(
    calls: &C,
    positions: impl IntoIterator<Item = usize>,
    dialect: Dialect,
) -> f64 {
    let mut counted = 0.0;
    let mut unknown = Vec::new();
    for at in positions {
        match calls.token_count(at) {
            Some(tokens) => counted += tokens,
            None => unknown.push(at),
        }
    }
    counted + estimate(calls, &unknown, dialect)
}

fn estimate<C: Calls + ?Sized>(calls: &C, unknown: &[usize], dialect: Dialect) -> f64 {
    if dialect == Dialect::Reference {
        return unknown.iter().map(|&at| written(calls, at).div_ceil(4) as f64).sum();
    }
    if unknown.len() <= EACH {
        return unknown.iter().map(|&at| CALL + call_tokens(calls, at) + result_tokens(calls, at)).sum::<usize>()
            as f64;
    }
    // Calls and results each by their density: a few may be a thousand times as long as the others.
    let (mut call, mut result) = (Density::default(), Density::default());
    for sample in 0..SAMPLES {
        let (from, to) = (sample * unknown.len() / SAMPLES, (sample + 1) * unknown.len() / SAMPLES);
        // Not always the first of its part: histories have rhythms. In 32 bits everywhere: so many has wasm.
        let jump = (sample as u32).wrapping_mul(2_654_435_761) as usize;
        let at = unknown[from + jump % (to - from)];
        call.add(call_tokens(calls, at), call_units(calls, at));
        result.add(result_tokens(calls, at), calls.result_units(at));
    }
    let names: f64 = unknown.iter().map(|&at| utf16_len(&calls.name(at)) as f64).sum();
    let results: f64 = unknown.iter().map(|&at| calls.result_units(at) as f64).sum();
    let tokens = call.of(names + calls.json_units_of(unknown)) + result.of(results) + (CALL * unknown.len()) as f64;
    // Whole, as a sum would be.
    (tokens + 0.5) as u64 as f64
}

/// Tokens a UTF-16 unit.
#[derive(Default)]
struct Density {
    tokens: f64,
    units: f64,
}

impl Density {
    fn add(&mut self, tokens: usize, units: usize) {
        self.tokens += tokens as f64;
        self.units += units as f64;
    }

    fn of(&self, all: f64) -> f64 {
        if self.units > 0.0 { self.tokens * all / self.units } else { 0.0 }
    }
}

/// UTF-16 units of the name and the arguments.
fn call_units<C: Calls + ?Sized>(calls: &C, at: usize) -> usize {
    utf16_len(&calls.name(at)) + calls.json_units(at)
}

/// Tokens of the name and the arguments.
fn call_tokens<C: Calls + ?Sized>(calls: &C, at: usize) -> usize {
    let name = tokens_by_ends(&StrSource(&calls.name(at)));
    let args = calls.json_sample(at, WHOLE);
    let (sampled, units) = (utf16_len(&args), calls.json_units(at));
    let args = tokens_by_ends(&StrSource(&args));
    // The strings that were shortened count by the density of the rest.
    name + if units > sampled { scale(args, units, sampled) } else { args }
}

fn result_tokens<C: Calls + ?Sized>(calls: &C, at: usize) -> usize {
    tokens_by_ends(&calls.result(at))
}

/// The estimate of a text, of a long one by the density of its ends.
pub(crate) fn tokens_by_ends<S: Source + ?Sized>(source: &S) -> usize {
    let len = source.len();
    let units = source.utf16(0, len);
    if units <= WHOLE {
        return tokens_between(source, 0, len);
    }
    let head = source.skip_utf16(0, len, WHOLE / 2);
    let tail = source.skip_utf16_back(0, len, WHOLE / 2);
    let tokens = tokens_between(source, 0, head) + tokens_between(source, tail, len);
    scale(tokens, units, source.utf16(0, head) + source.utf16(tail, len))
}

fn scale(tokens: usize, units: usize, sampled: usize) -> usize {
    // In 64 bits and rounded up: wasm's usize has 32.
    (tokens as u64 * units as u64).div_ceil((sampled as u64).max(1)) as usize
}

/// Tokens of a text that we wrote.
pub(crate) fn tokens_of_text(text: &str, dialect: Dialect) -> u64 {
    match dialect {
        Dialect::Own => crate::measure::estimate_tokens(text) as u64,
        Dialect::Reference => utf16_len(text).div_ceil(4) as u64,
    }
}
