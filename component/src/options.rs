//! Options and errors, in and out. What is allowed and how it is worded is the core's.

use tooltrim::presets::{self, Mode};
use tooltrim::trimming::{Count, Decode, Format, Noise, RescueOptions};
use tooltrim::{CleanOptions, Error, Keep, Snap, TrimOptions, Trimmer};

use crate::bindings::exports::tooltrim::core::text as wit;
use crate::events::report;
use crate::narrow;

/// Checks options; cuts are reported.
pub(crate) fn trimmer(given: Option<wit::TrimOptions>) -> Result<Trimmer, wit::Error> {
    Ok(Trimmer::new(reporting(given))?)
}

/// Options whose cuts are reported.
pub(crate) fn reporting(given: Option<wit::TrimOptions>) -> TrimOptions {
    given.map(read).unwrap_or_default().on_truncate(report)
}

type SetSize = fn(TrimOptions, usize) -> TrimOptions;

pub(crate) fn read(given: wit::TrimOptions) -> TrimOptions {
    let mut options = given.preset.map_or_else(TrimOptions::new, preset);
    let sizes: [(Option<u32>, SetSize); 7] = [
        (given.max_chars, TrimOptions::max_chars),
        (given.max_utf16, TrimOptions::max_utf16),
        (given.max_bytes, TrimOptions::max_bytes),
        (given.max_lines, TrimOptions::max_lines),
        (given.max_tokens, TrimOptions::max_tokens),
        (given.head_chars, TrimOptions::head_chars),
        (given.tail_chars, TrimOptions::tail_chars),
    ];
    for (size, set) in sizes {
        options = with(options, size.map(|size| size as usize), set);
    }
    options = with(options, given.token_margin, TrimOptions::token_margin);
    options = with(options, given.head_share, TrimOptions::head_share);
    options = with(options, given.keep.map(Keep::from), TrimOptions::keep);
    options = with(options, given.snap.map(Snap::from), TrimOptions::snap);
    options = with(options, given.marker, TrimOptions::marker);
    options = with(options, given.trim_end, TrimOptions::trim_end);
    options = with(options, given.rescue.map(RescueOptions::from), TrimOptions::rescue);
    options = with(options, given.about, TrimOptions::about);
    options = with(options, given.synonyms, TrimOptions::synonyms);
    options = with(options, given.clean.map(CleanOptions::from), TrimOptions::clean);
    options = with(options, given.format.map(Format::from), TrimOptions::format);
    options = with(options, given.decode.map(Decode::from), TrimOptions::decode);
    options = with(options, given.label, TrimOptions::label);
    for unit in given.count.into_iter().flatten() {
        options = options.count(unit.into());
    }
    options
}

/// The usual sizes: those that take one have it as a limit, which can be replaced.
fn preset(preset: wit::Preset) -> TrimOptions {
    use wit::Preset;

    const CHARS: usize = 4000;
    const FIELD: usize = 2000;
    const RESPONSE: usize = 50_000;
    match preset {
        Preset::Toolify => presets::toolify(),
        Preset::ContextHead => presets::context_trimmer(Mode::Head, CHARS),
        Preset::ContextTail => presets::context_trimmer(Mode::Tail, CHARS),
        Preset::ContextCenter => presets::context_trimmer(Mode::Center, CHARS),
        Preset::ContextCenterLines => presets::context_trimmer(Mode::CenterLines, CHARS),
        Preset::Field => presets::field(FIELD),
        Preset::Checkpoint => presets::checkpoint(FIELD),
        Preset::Response => presets::response(RESPONSE),
        Preset::Terminal => presets::terminal(),
        Preset::FileRead => presets::file_read(),
        Preset::Search => presets::search(),
        Preset::ApiResponse => presets::api_response(),
    }
}

/// Applies `set` if the value is present.
pub(crate) fn with<O, T>(options: O, value: Option<T>, set: impl FnOnce(O, T) -> O) -> O {
    match value {
        Some(value) => set(options, value),
        None => options,
    }
}

mirror! {
    Keep { Head, Tail, Ends, None }
    Snap { Char, Grapheme, Line }
    Format { Text, Json }
    Decode { Strict, Replace }
    Count { Bytes, Lines, Tokens }
}

impl From<wit::RescueOptions> for RescueOptions {
    fn from(given: wit::RescueOptions) -> Self {
        let mut options = Self::from(given.on.unwrap_or(true));
        if let Some(share) = given.share {
            options = options.share(share);
        }
        options.include(given.include.unwrap_or_default()).exclude(given.exclude.unwrap_or_default())
    }
}

impl From<wit::CleanOptions> for CleanOptions {
    fn from(given: wit::CleanOptions) -> Self {
        let on = |switch: Option<bool>| switch.unwrap_or(false);
        Self::new()
            .ansi(on(given.ansi))
            .carriage_returns(on(given.carriage_returns))
            .repeated_lines(on(given.repeated_lines))
            .base64(on(given.base64))
            .long_lines(on(given.long_lines))
    }
}

impl From<Noise> for wit::Noise {
    fn from(noise: Noise) -> Self {
        Self { chars: narrow(noise.chars), lines: narrow(noise.lines) }
    }
}

impl From<Error> for wit::Error {
    fn from(error: Error) -> Self {
        Self { code: error.kind().code().to_owned(), message: error.message().to_owned() }
    }
}
