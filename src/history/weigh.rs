//! Sizes of calls. No long result is read: lengths are known, and tokens are estimated from the ends of a text.

use alloc::vec::Vec;

use super::config::{Budget, Dialect, Threshold, share_of};
use crate::call::size::{self, WHOLE, samples, scaled, tokens_of};
use crate::format::calls::Calls;
use crate::source::{Source, StrSource, utf16_len};
use crate::tree::Tree;

/// Cost of a call beside its texts.
const CALL: usize = 8;
/// Up to this many calls are estimated one by one. Of more, an even sample represents all.
const EACH: usize = 256;
const SAMPLES: usize = 64;

/// True when the calls are over the threshold. Stops as soon as they are.
pub(crate) fn is_over<T: Tree>(calls: &Calls<T>, threshold: Threshold, dialect: Dialect) -> bool {
    let all = || 0..calls.len();
    match threshold {
        Threshold::Calls(most) => calls.len() as u64 > most,
        Threshold::Written(most) => {
            // An escape takes one to six units: the arguments are written out only where that could decide.
            over(all().map(|at| units(calls, at)), most)
                || (over(all().map(|at| units(calls, at) + 5 * calls.args_units(at)), most)
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
pub(super) fn units<T: Tree>(calls: &Calls<T>, at: usize) -> usize {
    call_units(calls, at) + calls.result_units(at)
}

/// The same with the arguments as JSON writes them.
fn written<T: Tree>(calls: &Calls<T>, at: usize) -> usize {
    calls.name_units(at) + calls.result_units(at) + utf16_len(&calls.args(at))
}

/// UTF-16 units of the name and the arguments.
fn call_units<T: Tree>(calls: &Calls<T>, at: usize) -> usize {
    calls.name_units(at) + calls.args_units(at)
}

/// Tokens of the calls at some positions: as counted by the caller, else estimated.
pub(crate) fn tokens<T: Tree>(calls: &Calls<T>, positions: impl IntoIterator<Item = usize>, dialect: Dialect) -> f64 {
    let mut counted = 0.0;
    let mut unknown = Vec::new();
    for at in positions {
        match calls.tokens(at) {
            Some(tokens) => counted += tokens,
            None => unknown.push(at),
        }
    }
    counted + estimate(calls, &unknown, dialect)
}

fn estimate<T: Tree>(calls: &Calls<T>, unknown: &[usize], dialect: Dialect) -> f64 {
    if !dialect.is_own() {
        return unknown.iter().map(|&at| written(calls, at).div_ceil(4) as f64).sum();
    }
    let call_tokens = |at| {
        let args = calls.args_sample(at, WHOLE);
        let (sampled, units) = (utf16_len(&args) as u64, calls.args_units(at) as u64);
        // The texts that were shortened count by the density of the rest.
        long_tokens(&StrSource(&calls.name(at))) + scaled(long_tokens(&StrSource(&args)), units, sampled)
    };
    let result_tokens = |at| calls.result(at).map_or(0, |result| long_tokens(&result));
    if unknown.len() <= EACH {
        return unknown.iter().map(|&at| CALL as u64 + call_tokens(at) + result_tokens(at)).sum::<u64>() as f64;
    }
    // Calls and results each by their density: a few may be a thousand times as long as the others.
    let (mut call, mut result) = (Density::default(), Density::default());
    for at in samples(unknown.len(), SAMPLES).map(|sample| unknown[sample]) {
        call.add(call_tokens(at), call_units(calls, at));
        result.add(result_tokens(at), calls.result_units(at));
    }
    let sum = |units: &dyn Fn(usize) -> usize| unknown.iter().map(|&at| units(at) as f64).sum::<f64>();
    let (called, results) = (sum(&|at| call_units(calls, at)), sum(&|at| calls.result_units(at)));
    let tokens = call.of(called) + result.of(results) + (CALL * unknown.len()) as f64;
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
    fn add(&mut self, tokens: u64, units: usize) {
        self.tokens += tokens as f64;
        self.units += units as f64;
    }

    fn of(&self, all: f64) -> f64 {
        if self.units > 0.0 { self.tokens * all / self.units } else { 0.0 }
    }
}

fn long_tokens(text: &impl Source) -> u64 {
    tokens_of(text, &size::estimate)
}

/// Tokens of a text that we wrote.
pub(crate) fn tokens_of_text(text: &str, dialect: Dialect) -> u64 {
    if dialect.is_own() { size::estimate(text) } else { utf16_len(text).div_ceil(4) as u64 }
}
