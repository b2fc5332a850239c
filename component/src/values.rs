//! The interface `values`: JSON values as JSON text.

use std::borrow::Cow;

use tooltrim::ValueOptions;
use tooltrim::values::{ByteLimit, Cut, CutKind, Limit, Strings, ValueTrimmer};

use crate::bindings::exports::tooltrim::core::values as wit;
use crate::events::event;
use crate::options::{self, with};
use crate::{Component, narrow};

impl wit::Guest for Component {
    fn trim_value(json: String, options: Option<wit::ValueOptions>) -> Result<wit::TrimmedValue, wit::Error> {
        trimmed(json, &ValueTrimmer::new(&read(options)?)?)
    }

    fn cap_to_schema(
        json: String,
        json_schema: String,
        options: Option<wit::ValueOptions>,
    ) -> Result<wit::TrimmedValue, wit::Error> {
        trimmed(json, &ValueTrimmer::with_schema(&read(options)?, &json_schema)?)
    }

    fn truncate_string_to_bytes(
        text: String,
        max_bytes: Option<u32>,
        options: Option<wit::ByteLimitOptions>,
    ) -> String {
        let given = options.unwrap_or(wit::ByteLimitOptions { suffix: None, size_signal: None });
        let limit = with(ByteLimit::default(), max_bytes.map(|bytes| bytes as usize), ByteLimit::max_bytes);
        let limit = with(limit, given.suffix, ByteLimit::suffix);
        with(limit, given.size_signal, ByteLimit::size_signal).truncate(&text)
    }
}

fn trimmed(json: String, within: &ValueTrimmer) -> Result<wit::TrimmedValue, wit::Error> {
    let trimmed = within.trim_json(&json)?;
    let events = trimmed.cuts.iter().map(|cut| event(cut, cut.limit as u64)).collect();
    let (truncated, cuts) = (trimmed.truncated, trimmed.cuts.into_iter().map(Into::into).collect());
    let changed = match trimmed.json {
        Cow::Owned(changed) => Some(changed),
        Cow::Borrowed(_) => None,
    };
    // A value that fits is returned in its original memory.
    Ok(wit::TrimmedValue { json: changed.unwrap_or(json), truncated, cuts, events })
}

type SetSize = fn(ValueOptions, usize) -> ValueOptions;

fn read(given: Option<wit::ValueOptions>) -> Result<ValueOptions, wit::Error> {
    let mut options = ValueOptions::new();
    let Some(given) = given else { return Ok(options) };
    let sizes: [(Option<u32>, SetSize); 4] = [
        (given.max_string_bytes, ValueOptions::max_string_bytes),
        (given.max_items, ValueOptions::max_items),
        (given.max_keys, ValueOptions::max_keys),
        (given.max_depth, ValueOptions::max_depth),
    ];
    for (size, set) in sizes {
        options = with(options, size.map(|size| size as usize), set);
    }
    if let Some(bytes) = given.max_total_bytes {
        options = options.max_total_bytes(bytes as usize)?;
    }
    for (pattern, limit) in given.limits.into_iter().flatten() {
        options = options.limit(&pattern, limit.into())?;
    }
    options = with(options, given.strings.map(Strings::from), ValueOptions::strings);
    if given.base64 == Some(wit::Base64::Keep) {
        options = options.keep_base64();
    }
    options = with(options, given.about, ValueOptions::about);
    options = with(options, given.synonyms, ValueOptions::synonyms);
    options = with(options, given.tool_name.as_deref(), ValueOptions::tool_name);
    Ok(with(options, given.flag.as_deref(), ValueOptions::flag))
}

impl From<wit::Limit> for Limit {
    fn from(given: wit::Limit) -> Self {
        let limit = given.text.map(options::read).map_or_else(Self::default, Self::text);
        let limit = with(limit, given.max_items.map(|items| items as usize), Self::max_items);
        with(limit, given.max_keys.map(|keys| keys as usize), Self::max_keys)
    }
}

impl From<wit::Strings> for Strings {
    fn from(strings: wit::Strings) -> Self {
        match strings {
            wit::Strings::Replace => Self::Replace,
            wit::Strings::Trim(given) => Self::Trim(options::read(given)),
        }
    }
}

impl From<Cut> for wit::Cut {
    fn from(cut: Cut) -> Self {
        let kind = match cut.kind {
            CutKind::String => wit::CutKind::String,
            CutKind::Items => wit::CutKind::Items,
            CutKind::Keys => wit::CutKind::Keys,
            CutKind::Depth => wit::CutKind::Depth,
            CutKind::Base64 => wit::CutKind::Base64,
            // Values that are readable only in part, and future kinds.
            _ => wit::CutKind::Unreadable,
        };
        Self { path: cut.path, kind, before: narrow(cut.before), after: narrow(cut.after) }
    }
}
