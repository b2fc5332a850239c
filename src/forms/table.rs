//! The table: how each form is recognised, and how the rest of it is written.
//!
//! In a beginning `{media}` matches a media type or a kind, `{kind}` a kind, `{ref}` a ref, and any other hole a number.

use alloc::string::String;

use super::OwnForm;

macro_rules! forms {
    ($($(#[$about:meta])* $name:ident = $begins:literal, $rest:literal;)*) => {
        $(
            $(#[$about])*
            pub(crate) const $name: OwnForm =
                OwnForm { name: stringify!($name), begins: $begins, written: concat!($begins, $rest) };
        )*
        /// All of them.
        pub(crate) const FORMS: &[OwnForm] = &[$($name),*];
    };
}

forms! {
    /// The default marker of `trim`.
    TRUNCATED = "... [truncated", " {count} chars] ...";
    RESCUED = "[\u{2026} {omittedLines} ", "lines, {count} chars]";
    GAP_AT_LEAST = "[\u{2026} at least {omittedLines} ", "lines, {count} chars]";
    OVERVIEW = "[\u{2026} {count} ", "{text}]";
    /// Lines that a newer result of the conversation holds.
    REPEATS = "[\u{2026} {count} ", "{lines} as in the {text} below \u{2026}]";
    REPEATS_KEPT = "[\u{2026} {count} ", "{lines} as in the {text} below; full text: {ref}]";
    /// Lines that an older one holds: as they are numbered there, else counted from 1.
    LINES_ABOVE = "[\u{2026} lines {from}\u{2013}{to} ", "as in the {text} above{end}]";
    LINE_ABOVE = "[\u{2026} line {number} ", "as in the {text} above{end}]";
    /// The default marker where the limit has no room for a longer one.
    SHORT = "... [-{count}", "] ...";
    TOOLIFY = "\n\n... (tool result truncated", " from middle to save you from context overload) ...\n\n";
    FIELD = "... [truncated, ", "{totalChars} chars total]";
    CHECKPOINT = "value exceeds size limit (", "{totalBytes} bytes, max {limit}) [content truncated for context limit]";
    RESPONSE = "\n\n(response truncated", ")";
    /// In a text that is larger than its store.
    NOT_KEPT = "... [{omittedBytes} bytes are not kept", ": the text is larger than its store] ...";
    /// Below a page of a kept text, and above a part of one.
    PAGE = "... [page {page}", " of {pages}{text}] ...";
    RETRIEVED = "[{ref}: ", "{text}]";

    /// A result that was compacted, and a line of a summary.
    FACT = "[Earlier", ": {text}]";
    /// The head line of a summary.
    HEAD = "[Earlier in this session:", "]";
    ERRORS = "[Errors encountered:", "]";
    FULL_RESULTS = "- Full results, in order", ": {text}";
    NO_BEGINNING = "[Earlier messages are not shown", ".]";
    /// Below a result that the model sees for the first time.
    REST = "[The rest was left out to fit", " the window: ask for less at a time, such as a range of lines]";
    NO_RESULT = "[No result was recorded", " for this call.]";
    MEDIA = "[{media}]", "";
    SIZED_MEDIA = "[{media}, {size} KB", "]";
    TITLED_MEDIA = "[{media}, {size} KB", ": {title}]";

    CALL_COMMENT = "<!-- prior-tool", ": {name} | id: {id} | args: {json} -->";
    RESULT_COMMENT = "<!-- prior-tool-result", ": {id} -->";
    CALL_BRACKETS = "[Tool Call:", " {name}({json}) -> call_id: {id}]";
    RESULT_BRACKETS = "[Tool Result for", " {id}]: ";

    /// Cleaning.
    BASE64 = "[base64, {bytes} bytes", "]";
    TYPED_BASE64 = "[base64 ", "{kind}, {bytes} bytes]";
    REPEATED = "[... \u{d7}{count} ", "{what} ...]";
    LONG_LINE = "[... {count} chars", " ...]";

    /// Values.
    ITEMS = "[{count} items omitted", "{text}]";
    ONE_ITEM = "[1 item omitted", "{text}]";
    KEYS = "[{count} keys omitted", "]";
    ONE_KEY = "[1 key omitted", "]";
    DEEP = "[content deeper than {levels} levels", " omitted]";
    ONE_DEEP = "[content deeper than 1 level", " omitted]";
    CONTENT_OMITTED = "[content omitted", "]";
    CONTENT_TRUNCATED = "[content truncated for context limit", "]";
    CUT = "[truncated", "]";
    UNREADABLE = "[could not be read", "]";
    /// A member that holds a container it is in.
    CIRCULAR = "[circular reference", "]";
    RAW_BYTES = "[binary, {bytes} bytes", "]";
    BINARY = "[binary data", ", {bytes} bytes]";
    ONE_BINARY = "[binary data", ", 1 byte]";
    BINARY_STREAM = "[binary data]", "";

    /// The proxy and the adapters of tools.
    PROXY_NOTE = "[tooltrim:", " {text}]";
    PARTS = "[{count} of {total} parts left out", "{text}]";
    MEDIA_LEFT_OUT = "[{media}, {bytes} bytes left out", "]";
    FULL_OUTPUT = "[full output: ", "{ref}]";
    NO_STRUCTURE = "[structuredContent left out: ", "{bytes} bytes that cannot be fewer within the tool's output schema]";
}

/// [`TRUNCATED`] of a text that was cut before.
pub(crate) const AT_LEAST: &str = "... [truncated at least {count} chars] ...";

/// A form of ours by its name, for hosts that write one themselves; empty for a name that none has.
///
/// ```
/// assert_eq!(tooltrim::host::own_form("PARTS", &["3", "5", ": #k3f9a2bx"]), "[3 of 5 parts left out: #k3f9a2bx]");
/// ```
///
/// Line breaks become `\n`, and a bracket that would end the form gets a backslash.
#[must_use]
pub fn own_form(name: &str, values: &[&str]) -> String {
    FORMS.iter().find(|form| form.name == name).map_or_else(String::new, |form| form.with(values))
}
