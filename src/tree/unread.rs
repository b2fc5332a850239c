//! Members that no reader of a format counts, at any depth of a message or a part: known ones by a table, all others by
//! their JSON.
//!
//! What a provider is sent it also counts, whether or not this library knows it. So a member weighs nothing only if the
//! table says so: ids, signatures and settings, and what an SDK keeps and never sends.

use alloc::string::String;

/// A member that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// How it weighs.
    pub weight: Weight,
    /// Its name.
    pub name: String,
    /// UTF-16 units of its compact JSON with its name, or of its texts, without ids, signatures and media.
    pub units: usize,
    /// Images and files in it.
    pub media: usize,
}

/// The part of a message that [`crate::host::Tree::unread`] looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// A part without its texts, arguments and results.
    Part,
    /// All of a part that no reader counts.
    Whole,
    /// A message without its parts, which are at `content`.
    Content,
    /// The same at `parts`.
    Parts,
    /// The same at `content` and in the lists of calls of Chat Completions.
    Chat,
}

impl Unread {
    /// Reads a line of a host: the number of the weight, units, media and the name, with spaces between.
    #[must_use]
    pub fn from_line(line: &str) -> Option<Self> {
        let mut fields = line.splitn(4, ' ');
        let mut number = || fields.next()?.parse().ok();
        let (weight, units, media) = (number()?, number()?, number()?);
        let weight = Weight::ALL.into_iter().find(|known| *known as usize == weight)?;
        Some(Self { weight, units, media, name: fields.next().unwrap_or_default().into() })
    }
}

/// How a member weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// A reader counts it.
    Read,
    /// Nothing itself, but members of it may.
    Holder,
    /// Nothing, nor does anything in it: an SDK keeps it and never sends it, or providers document that they do not count it.
    Never,
    /// By its texts, as reasoning.
    Thought,
    /// By its texts.
    Text,
    /// By three quarters of its length: base64 of texts that only the provider can read.
    Opaque,
    /// By its compact JSON, name included: no format knows it.
    Unknown,
    /// Nothing: a short value that is no text for the model.
    Setting,
}

/// Shorter base64 counts as a text.
pub(crate) const LEAST_BASE64: usize = 256;

impl Weight {
    const ALL: [Self; 8] =
        [Self::Read, Self::Holder, Self::Never, Self::Thought, Self::Text, Self::Opaque, Self::Unknown, Self::Setting];
}

impl Reach {
    /// The members that hold the parts of a message; none within a part.
    pub(crate) const fn parts(self) -> &'static [&'static str] {
        match self {
            Self::Part | Self::Whole => &[],
            Self::Content => &["content"],
            Self::Parts => &["parts"],
            Self::Chat => &["content", "tool_calls", "function_call"],
        }
    }
}

/// How the members weigh that formats and their SDKs document, in the order of their names.
#[rustfmt::skip]
const WEIGHTS: &[(&str, Weight)] = {
    use Weight::{Holder, Never, Opaque, Read, Setting, Text, Thought};
    &[
        ("action", Read), ("additional_kwargs", Holder), ("allowed_callers", Holder), ("annotations", Holder),
        ("anthropic", Holder), ("approval", Holder), ("approve", Setting), ("approved", Setting), ("args", Read),
        ("arguments", Read), ("artifact", Never), ("async", Setting), ("audio", Holder), ("azure", Holder),
        ("bedrock", Holder), ("cacheControl", Holder), ("cache_control", Holder), ("callProviderMetadata", Holder),
        ("caller", Holder), ("citations", Never), ("code", Read), ("codeExecutionResult", Holder),
        ("code_execution_result", Holder), ("content", Read), ("context", Text), ("createdAt", Setting),
        ("created_at", Setting), ("custom", Holder), ("data", Holder), ("detail", Setting), ("dynamic", Setting),
        ("encrypted_content", Opaque), ("end_index", Setting), ("environment", Holder), ("error", Holder),
        ("errorText", Read), ("executableCode", Holder), ("executable_code", Holder), ("execution", Holder),
        ("expires_at", Setting), ("file", Holder), ("fileData", Holder), ("fileUri", Setting), ("file_data", Holder),
        ("file_uri", Setting), ("file_url", Setting), ("filename", Setting), ("format", Setting), ("function", Holder),
        ("functionCall", Holder), ("functionResponse", Holder), ("function_call", Holder),
        ("function_response", Holder), ("google", Holder), ("image", Holder), ("imageUrl", Holder),
        ("image_url", Holder), ("index", Setting), ("inlineData", Holder), ("inline_data", Holder), ("input", Read),
        ("isError", Setting), ("is_error", Setting), ("kind", Setting), ("kwargs", Holder), ("language", Setting),
        ("lc", Setting), ("lc_aliases", Never), ("lc_attributes", Never), ("lc_direct_tool_output", Never),
        ("lc_kwargs", Never), ("lc_namespace", Never),
        ("lc_secrets", Never), ("lc_serializable", Never), ("logprobs", Never), ("logs", Text), ("media", Holder),
        ("mediaResolution", Holder), ("mediaType", Setting), ("media_type", Setting), ("metadata", Holder),
        ("mimeType", Setting), ("mime_type", Setting), ("model", Setting), ("name", Setting), ("object", Setting),
        ("openai", Holder), ("openrouter", Holder), ("operation", Read), ("outcome", Setting), ("output", Read),
        ("outputs", Text), ("partMetadata", Holder), ("parts", Read), ("phase", Setting), ("preliminary", Setting),
        ("providerExecuted", Setting), ("providerMetadata", Holder), ("providerOptions", Holder), ("queries", Text),
        ("rawInput", Never), ("reason", Setting), ("reasoning", Thought), ("reasoningEncryptedContent", Opaque),
        ("reasoning_content", Thought), ("reasoning_details", Thought), ("redacted", Setting), ("refusal", Text),
        ("response", Read), ("responseMetadata", Never), ("response_metadata", Never), ("result", Read),
        ("results", Text), ("revised_prompt", Text), ("role", Setting), ("server_label", Setting), ("size", Setting),
        ("source", Holder), ("start_index", Setting), ("state", Setting), ("status", Setting), ("stop_reason", Setting),
        ("stop_sequence", Setting), ("summary", Read), ("text", Read), ("thinking", Read), ("thought", Setting),
        ("timestamp", Setting), ("title", Text), ("toolCall", Holder), ("toolMetadata", Never), ("toolName", Setting),
        ("toolResponse", Holder), ("tool_call_chunks", Never), ("tool_calls", Read), ("tools", Text), ("ttl", Setting),
        ("type", Setting), ("uri", Setting), ("url", Setting), ("usage", Never), ("usageMetadata", Never),
        ("usage_metadata", Never), ("value", Read), ("vertex", Holder), ("videoMetadata", Holder),
        ("willContinue", Setting), ("xai", Holder),
    ]
};

/// The table as hosts need it: each name with the [`Weight`].
pub fn weights() -> impl Iterator<Item = (&'static str, Weight)> {
    WEIGHTS.iter().copied()
}

/// How a member of this name weighs.
pub(crate) fn weight_of(name: &str) -> Weight {
    match WEIGHTS.binary_search_by(|(known, _)| (*known).cmp(name)) {
        Ok(at) => WEIGHTS.get(at).map_or(Weight::Unknown, |(_, weight)| *weight),
        Err(_) if is_mark(name) => Weight::Never,
        Err(_) => Weight::Unknown,
    }
}

/// Returns `true` for the name of an id or a signature.
fn is_mark(name: &str) -> bool {
    name == "id" || ["_id", "_ids", "Id", "Ids", "ID", "ignature", "ignatures"].iter().any(|end| name.ends_with(end))
}

#[cfg(feature = "serde_json")]
pub(crate) mod json {
    use alloc::string::String;
    use alloc::vec::Vec;

    use serde_json::{Map, Value};

    use super::{LEAST_BASE64, Reach, Unread, Weight, weight_of};
    use crate::source::utf16_len;
    use crate::tree::json::DEEPEST;

    /// What [`crate::host::Tree::unread`] finds in a value.
    pub(crate) fn unread(value: &Value, reach: Reach) -> Vec<Unread> {
        let mut found = Vec::new();
        if reach == Reach::Whole {
            let (units, media) = weighed(value, 0);
            found.push(Unread { weight: Weight::Unknown, name: String::new(), units, media });
        } else if let Value::Object(members) = value {
            look(members, reach, 0, &mut found);
        }
        found
    }

    fn look(members: &Map<String, Value>, reach: Reach, depth: usize, found: &mut Vec<Unread>) {
        if depth > DEEPEST {
            return;
        }
        for (name, value) in members {
            if reach.parts().contains(&&**name) {
                continue;
            }
            let weight = match weight_of(name) {
                // What a message has beside its parts, a part of another format has as its text.
                Weight::Thought if reach == Reach::Part && name == "reasoning" => Weight::Read,
                // A message has what readers count in its parts alone.
                Weight::Read if reach != Reach::Part => Weight::Unknown,
                // Of a message an SDK keeps it, of a part it may hold what is sent.
                Weight::Holder if reach != Reach::Part && name == "metadata" => Weight::Never,
                weight => weight,
            };
            match weight {
                Weight::Never | Weight::Read | Weight::Setting => {}
                Weight::Holder => holder(value, reach, depth, found),
                Weight::Thought | Weight::Text | Weight::Opaque | Weight::Unknown => {
                    let (mut units, media) = member(weight, value, depth);
                    if weight == Weight::Unknown {
                        // SDKs write members without a value.
                        let is_list = value.is_array() || value.is_object();
                        let is_empty = value.is_null() || (is_list && (units, media) == (2, 0));
                        if is_empty {
                            continue;
                        }
                        units += utf16_len(name) + 4;
                    }
                    found.push(Unread { weight, name: name.clone(), units, media });
                }
            }
        }
    }

    fn member(weight: Weight, value: &Value, depth: usize) -> (usize, usize) {
        match value {
            Value::String(text) if weight == Weight::Opaque => (utf16_len(text) * 3 / 4, 0),
            _ => weighed(value, depth),
        }
    }

    fn holder(value: &Value, reach: Reach, depth: usize, found: &mut Vec<Unread>) {
        match value {
            Value::Object(members) => look(members, reach, depth + 1, found),
            Value::Array(items) => items.iter().for_each(|item| holder(item, reach, depth + 1, found)),
            _ => {}
        }
    }

    /// UTF-16 units of compact JSON without what never counts, escapes not counted; and the number of media in it.
    fn weighed(value: &Value, depth: usize) -> (usize, usize) {
        match value {
            _ if depth > DEEPEST => (0, 0),
            Value::String(text) if is_base64(text) => (2, 1),
            Value::Array(items) => {
                let sizes = items.iter().map(|item| weighed(item, depth + 1));
                added(sizes, items.len().max(1) + 1)
            }
            Value::Object(members) => {
                let weights = members.iter().map(|(name, value)| (weight_of(name), name, value));
                let counted = weights.filter(|(weight, ..)| *weight != Weight::Never).map(|(weight, name, value)| {
                    let (units, media) = member(weight, value, depth + 1);
                    (units + utf16_len(name) + 4, media)
                });
                added(counted, 2)
            }
            other => (crate::tree::json_units(other, depth), 0),
        }
    }

    fn added(sizes: impl Iterator<Item = (usize, usize)>, around: usize) -> (usize, usize) {
        sizes.fold((around, 0), |sum, size| (sum.0 + size.0, sum.1 + size.1))
    }

    /// Returns `true` for long base64, also as a data URL: a medium whose size the provider determines.
    fn is_base64(text: &str) -> bool {
        let data = text.strip_prefix("data:").and_then(|url| url.split_once(";base64,")).map_or(text, |(_, data)| data);
        let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=_-".contains(&byte);
        data.len() >= LEAST_BASE64 && data.bytes().all(is_digit)
    }
}
