//! Texts that replace missing parts of a value.
//!
//! Each has shorter wordings, so that a limit smaller than the message holds as well.

use alloc::string::{String, ToString};

use crate::forms;
use crate::source::StrSource;

/// Replacement of a member that cannot be read.
pub(super) const UNREADABLE: &str = forms::UNREADABLE.written;
/// Name of the member that reports how many others are missing.
pub(super) const MORE: &str = "...";

/// Returns the first wording that fits, or the empty text.
pub(super) fn first_fitting(wordings: &[&str], fits: impl Fn(&str) -> bool) -> String {
    wordings.iter().find(|wording| fits(wording)).map_or_else(String::new, ToString::to_string)
}

/// Returns the replacement of a text of `size` bytes that is over a limit.
pub(super) fn too_long(size: usize, max: usize) -> String {
    let full = forms::CHECKPOINT.with(&[&size.to_string(), &max.to_string()]);
    first_fitting(&[&full, forms::CONTENT_TRUNCATED.written, forms::CUT.written, "..."], |text| text.len() <= max)
}

/// Returns the replacement of a container that is nested too deep.
pub(super) fn too_deep(levels: usize, fits: impl Fn(&str) -> bool) -> String {
    let full = counted(levels, forms::ONE_DEEP, forms::DEEP);
    first_fitting(&[&full, forms::CONTENT_OMITTED.written, forms::CUT.written, "..."], fits)
}

/// Returns the marker between the first and the last items of a list.
pub(super) fn items_omitted(count: usize) -> String {
    counted(count, forms::ONE_ITEM, forms::ITEMS)
}

/// Returns the marker after the first members of an object.
pub(super) fn keys_omitted(count: usize) -> String {
    counted(count, forms::ONE_KEY, forms::KEYS)
}

/// Writes a form in the singular or the plural.
fn counted(count: usize, one: forms::OwnForm, many: forms::OwnForm) -> String {
    if count == 1 { one.with(&[]) } else { many.with(&[&count.to_string()]) }
}

/// Returns the replacement of raw bytes.
pub(super) fn raw_bytes(size: usize) -> String {
    forms::RAW_BYTES.with(&[&crate::number::grouped(size as u64)])
}

/// Returns the head of a name that is too long, within `most` bytes.
pub(super) fn short_name(name: &str, most: usize) -> String {
    super::reference::cut_to_bytes(&StrSource(name), most, "...", None).unwrap_or_else(|| name.to_string())
}

/// Returns the bytes of a text as JSON, quotes and escapes included.
pub(super) fn json_len(text: &str) -> usize {
    2 + text.bytes().map(escaped_len).sum::<usize>()
}

/// Returns the JSON bytes of one byte of UTF-8.
pub(super) fn escaped_len(byte: u8) -> usize {
    match byte {
        b'"' | b'\\' | 0x08 | 0x09 | 0x0a | 0x0c | 0x0d => 2,
        0..=0x1f => 6,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::{json_len, too_long};
    use alloc::string::String;

    #[test]
    fn a_message_gives_way_to_shorter_ones_until_it_fits() {
        assert_eq!(
            too_long(3000, 2000),
            "value exceeds size limit (3000 bytes, max 2000) [content truncated for context limit]"
        );
        assert_eq!(too_long(3000, 60), "[content truncated for context limit]");
        assert_eq!(too_long(3000, 20), "[truncated]");
        assert_eq!(too_long(3000, 3), "...");
        assert_eq!(too_long(3000, 2), "");
    }

    #[test]
    fn json_bytes_are_those_that_serde_json_writes() {
        let text: String = (0..0x300_u32).filter_map(char::from_u32).collect();
        assert_eq!(json_len(&text), serde_json::to_string(&text).map_or(0, |json| json.len()));
    }
}
