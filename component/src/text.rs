//! The interface `text`.

use std::borrow::Cow;

use tooltrim::CleanOptions;

use crate::bindings::exports::tooltrim::core::text as wit;
use crate::options::trimmer;
use crate::{Component, narrow};

impl wit::Guest for Component {
    fn trim(text: String, options: Option<wit::TrimOptions>) -> Result<wit::Trimmed, wit::Error> {
        let trimmed = trimmer(options)?.trim(&text);
        let (truncated, omitted, cleaned) =
            (trimmed.truncated, trimmed.omitted.into(), trimmed.cleaned.map(Into::into));
        let cut = match trimmed.text {
            Cow::Owned(cut) => Some(cut),
            Cow::Borrowed(_) => None,
        };
        // A text that fits is returned in its original memory.
        Ok(wit::Trimmed { text: cut.unwrap_or(text), truncated, omitted, cleaned })
    }

    fn trim_bytes(text: Vec<u8>, options: Option<wit::TrimOptions>) -> Result<wit::Trimmed, wit::Error> {
        let trimmed = trimmer(options)?.trim_bytes(&text)?;
        let (truncated, omitted, cleaned) =
            (trimmed.truncated, trimmed.omitted.into(), trimmed.cleaned.map(Into::into));
        Ok(wit::Trimmed { text: trimmed.text.into_owned(), truncated, omitted, cleaned })
    }

    fn clean(text: String, options: Option<wit::CleanOptions>) -> String {
        let options = options.map_or_else(CleanOptions::all, Into::into);
        tooltrim::clean(&text, &options).text.into_owned()
    }

    fn redact_secrets(text: String) -> String {
        let safe = match tooltrim::redact_secrets(&text) {
            Cow::Owned(safe) => Some(safe),
            Cow::Borrowed(_) => None,
        };
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
