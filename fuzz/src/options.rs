//! Options of a trim, drawn from an input.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tooltrim::trimming::{Count, Format, RescueOptions};
use tooltrim::{CleanOptions, Keep, Snap, TrimOptions, Trimmed, clean, estimate_tokens, measure};

use crate::input::Input;
use crate::support::{MARKERS, Spec};

/// A tokenizer.
type Counter = fn(&str) -> usize;

const COUNTERS: [Option<Counter>; 4] = [
    None,
    Some(|text| text.len() / 3),
    Some(|text| text.split_whitespace().count()),
    Some(|text| text.chars().count().div_ceil(40)),
];

/// Calls of a counter that a cut may take, beside the one when options are checked.
const MOST_CALLS: usize = 7;
/// What looks like JSON and is none is asked about as both.
const MOST_CALLS_JSON: usize = MOST_CALLS + 2;

/// The options that the oracles of the tests know.
pub fn spec(input: &mut Input<'_>) -> Spec {
    Spec {
        keep: input.pick(&[Keep::Ends, Keep::Head, Keep::Tail, Keep::None]),
        snap: input.pick(&[Snap::Line, Snap::Grapheme, Snap::Char]),
        marker: input.pick(MARKERS),
        chars: input.size(),
        utf16: input.size(),
        bytes: input.size(),
        lines: input.size(),
        tokens: input.size(),
        share: input.share(),
        head: input.size(),
        tail: input.size(),
        trim_end: input.flag(),
    }
}

/// Which noise is taken out.
pub fn switches(input: &mut Input<'_>) -> CleanOptions {
    let bits = input.up_to(31);
    CleanOptions::new()
        .ansi(bits & 1 > 0)
        .carriage_returns(bits & 2 > 0)
        .repeated_lines(bits & 4 > 0)
        .base64(bits & 8 > 0)
        .long_lines(bits & 16 > 0)
}

/// All options of a trim, and what its results have to obey.
#[derive(Debug)]
pub struct All {
    /// The limits, and where a cut may fall.
    pub spec: Spec,
    /// All options.
    pub options: TrimOptions,
    is_json: bool,
    counter: Option<Counter>,
    calls: Arc<AtomicUsize>,
}

/// Draws all options but the format.
pub fn all(input: &mut Input<'_>) -> All {
    let cleans = input.flag();
    drawn(input, cleans)
}

/// Draws options for texts that are JSON.
pub fn all_json(input: &mut Input<'_>) -> All {
    let all = drawn(input, false);
    All { options: all.options.format(Format::Json), is_json: true, ..all }
}

fn drawn(input: &mut Input<'_>, cleans: bool) -> All {
    let mut spec = spec(input);
    let rescues = input.up_to(3);
    let counter = input.pick(&COUNTERS);
    // Limits of some thousands matter where a text is repeated.
    let scale = input.pick(&[1, 1, 1, 10]);
    for limit in [&mut spec.chars, &mut spec.utf16, &mut spec.bytes, &mut spec.lines, &mut spec.tokens] {
        *limit = limit.map(|limit| limit * scale);
    }
    let mut options = spec.options().count(Count::Tokens);
    if cleans {
        options = options.clean(switches(input));
    }
    options = match rescues {
        0 | 1 => options,
        2 => options.rescue(true),
        _ => options.rescue(RescueOptions::new().share(input.share()).include(["step", "\u{e9}"]).exclude(["ok"])),
    };
    let calls = Arc::new(AtomicUsize::new(0));
    if let Some(count) = counter {
        let calls = calls.clone();
        options = options.tokens(move |text| {
            calls.fetch_add(1, Ordering::Relaxed);
            count(text)
        });
    }
    All { spec, options, is_json: false, counter, calls }
}

impl All {
    /// Whether tokens are counted by a tokenizer.
    #[must_use]
    pub fn has_counter(&self) -> bool {
        self.counter.is_some()
    }

    /// Calls of the counter since the last question.
    pub fn calls(&self) -> usize {
        self.calls.swap(0, Ordering::Relaxed)
    }

    /// All limits hold for a result.
    pub fn check_limits(&self, trimmed: &Trimmed<'_>) {
        let sizes = measure(&trimmed.text);
        let Spec { chars, utf16, bytes, lines, tokens, .. } = self.spec;
        let none = [chars, utf16, bytes, lines, tokens].iter().all(Option::is_none);
        let within = |size: usize, limit: Option<usize>| limit.is_none_or(|limit| size <= limit);
        assert!(within(sizes.chars, if none { Some(4000) } else { chars }), "chars: {sizes:?}");
        assert!(within(sizes.utf16, utf16), "utf16: {sizes:?}");
        assert!(within(sizes.bytes, bytes), "bytes: {sizes:?}");
        assert!(within(sizes.lines, lines), "lines: {sizes:?}");
        if let Some(limit) = tokens {
            let (counted, margin) = self.counter.map_or((sizes.tokens, 1.1), |count| (count(&trimmed.text), 1.0));
            assert!(counted as f64 * margin <= limit as f64, "tokens: {counted} of {limit}");
        }
    }

    /// The limits hold, the counter is not asked too often, and trimming again changes nothing.
    pub fn check(&self, trim: impl Fn(&str) -> Trimmed<'static>, text: &str) -> Trimmed<'static> {
        self.calls();
        let trimmed = trim(text);
        let calls = self.calls();
        let most = if self.is_json { MOST_CALLS_JSON } else { MOST_CALLS };
        assert!(calls <= most, "{calls} calls of the counter");
        self.check_limits(&trimmed);
        if !trimmed.truncated && trimmed.cleaned.is_none() {
            assert_eq!(trimmed.text, text, "neither cut nor cleaned");
        }
        // A counter is not asked about what is over its limit by far, as the estimate has it.
        let sparse = self.counter.is_some() && estimate_tokens(&trimmed.text) > self.spec.tokens.unwrap_or(usize::MAX);
        if sparse {
            return trimmed;
        }
        let again = trim(&trimmed.text);
        assert_eq!(again.text, trimmed.text, "twice changes nothing: {:?}", self.options);
        assert!(!again.truncated && again.cleaned.is_none(), "twice changes nothing: {:?}", self.options);
        trimmed
    }
}

/// A clean text is never longer, and as clean as it gets.
pub fn check_clean(text: &str, switches: CleanOptions) {
    let once = clean(text, &switches);
    assert!(once.text.chars().count() <= text.chars().count(), "clean: never longer");
    let twice = clean(&once.text, &switches);
    assert_eq!(twice.text, once.text, "clean: twice changes nothing");
}
