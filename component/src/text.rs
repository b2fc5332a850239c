//! The interface `text`.

use std::borrow::Cow;

use tooltrim::trimming::Omitted;
use tooltrim::{CleanOptions, Error, ErrorKind, Trimmed, Trimmer};

use crate::bindings::exports::tooltrim::core::text as wit;
use crate::events::reported;
use crate::options::trimmer;
use crate::stream::Stream;
use crate::{Component, narrow};

impl wit::Guest for Component {
    type Trimmer = Trimmer;
    type TrimStream = Stream;

    fn trim(text: String, options: Option<wit::TrimOptions>) -> Result<wit::Trimmed, wit::Error> {
        Ok(trimmed(text, &trimmer(options)?))
    }

    fn trim_bytes(text: Vec<u8>, options: Option<wit::TrimOptions>) -> Result<wit::Trimmed, wit::Error> {
        let trimmer = trimmer(options)?;
        returned(|| trimmer.trim_bytes(&text))
    }

    fn clean(text: String, options: Option<wit::CleanOptions>) -> String {
        let options = options.map_or_else(CleanOptions::all, Into::into);
        let cleaned = owned(tooltrim::clean(&text, &options).text);
        cleaned.unwrap_or(text)
    }

    fn clean_counted(text: String, options: Option<wit::CleanOptions>) -> wit::Cleaned {
        let options = options.map_or_else(CleanOptions::all, Into::into);
        let cleaned = tooltrim::clean(&text, &options);
        let (counts, chars, lines) = (cleaned.counts, narrow(cleaned.chars), narrow(cleaned.lines));
        let changed = owned(cleaned.text);
        wit::Cleaned {
            text: changed.unwrap_or(text),
            noise: wit::Noise { chars, lines },
            ansi: narrow(counts.ansi),
            carriage_returns: narrow(counts.carriage_returns),
            repeated_lines: narrow(counts.repeated_lines),
            base64: narrow(counts.base64),
            long_lines: narrow(counts.long_lines),
        }
    }

    fn redact_secrets(text: String) -> String {
        let safe = owned(tooltrim::redact_secrets(&text));
        safe.unwrap_or(text)
    }

    fn measure(text: String) -> wit::Measures {
        let sizes = tooltrim::measure(&text);
        wit::Measures {
            chars: narrow(sizes.chars),
            utf16: narrow(sizes.utf16),
            bytes: narrow(sizes.bytes),
            lines: narrow(sizes.lines),
            graphemes: narrow(sizes.graphemes),
            tokens: narrow(sizes.tokens),
        }
    }

    fn estimate_tokens(text: String) -> u32 {
        narrow(tooltrim::estimate_tokens(&text))
    }
}

impl wit::GuestTrimmer for Trimmer {
    fn create(options: Option<wit::TrimOptions>) -> Result<wit::Trimmer, wit::Error> {
        Ok(wit::Trimmer::new(trimmer(options)?))
    }

    fn trim(&self, text: String) -> wit::Trimmed {
        trimmed(text, self)
    }

    fn trim_bytes(&self, text: Vec<u8>) -> Result<wit::Trimmed, wit::Error> {
        returned(|| Trimmer::trim_bytes(self, &text))
    }

    fn open_stream(&self) -> Result<wit::TrimStream, wit::Error> {
        self.check_stream()?;
        Ok(Stream::open(self.stream()))
    }
}

/// Trims a text. One that fits is returned in its original memory.
pub(crate) fn trimmed(text: String, trimmer: &Trimmer) -> wit::Trimmed {
    let (result, events) = reported(|| trimmer.trim(&text));
    let rest = without_text(&result, events);
    let cut = owned(result.text);
    wit::Trimmed { text: cut.unwrap_or(text), ..rest }
}

/// Runs an operation that trims, and returns its result with the events.
pub(crate) fn returned<'a>(operation: impl FnOnce() -> Result<Trimmed<'a>, Error>) -> Result<wit::Trimmed, wit::Error> {
    let (trimmed, events) = reported(operation);
    let trimmed = trimmed?;
    let rest = without_text(&trimmed, events);
    Ok(wit::Trimmed { text: trimmed.text.into_owned(), ..rest })
}

fn without_text(trimmed: &Trimmed<'_>, events: Vec<wit::Event>) -> wit::Trimmed {
    wit::Trimmed {
        text: String::new(),
        truncated: trimmed.truncated,
        omitted: trimmed.omitted.into(),
        cleaned: trimmed.cleaned.map(Into::into),
        ref_: trimmed.reference.map(|reference| reference.to_string()),
        kept: trimmed.kept.iter().map(|&(start, end)| (narrow(start), narrow(end))).collect(),
        events,
    }
}

/// The text of a result, unless it is the input.
fn owned(text: Cow<'_, str>) -> Option<String> {
    match text {
        Cow::Owned(text) => Some(text),
        Cow::Borrowed(_) => None,
    }
}

/// The error for an argument that is wrong.
pub(crate) fn wrong(message: String) -> wit::Error {
    wit::Error { code: ErrorKind::InvalidOption.code().to_owned(), message }
}

impl From<Omitted> for wit::Omitted {
    fn from(omitted: Omitted) -> Self {
        Self {
            utf16: narrow(omitted.utf16),
            chars: narrow(omitted.chars),
            bytes: omitted.bytes.map(narrow),
            lines: omitted.lines.map(narrow),
            tokens: omitted.tokens.map(narrow),
        }
    }
}
