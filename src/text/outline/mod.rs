//! Which lines of a tool's result define or locate something: signatures, headings, `file:line` hits, outer keys.
//!
//! One line at a time, by its form alone: no parser, no language. `kind_of` says what a text is, by its first lines
//! and by the path that was read; then each line has a weight from 0 to 3, by the rules of its kind, one file for
//! each. Lines may carry numbers that a tool put in front. What is weighed is hostile: of a line only its first bytes
//! are looked at, once, and of each word at most so many.

mod assigned;
mod code;
mod diff;
mod entry;
mod hits;
mod json;
mod kind;
mod line;
mod log;
mod markdown;
mod markup;
mod named;
mod number;
mod path;
mod plain;
mod sets;
mod signature;
mod syntax;
#[cfg(test)]
mod tests;
mod votes;
mod whole;
mod words;

pub(crate) use kind::kind_of;
pub(crate) use number::unnumbered;
pub(crate) use whole::weights;

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextKind {
    /// Source code, and what is configured as such: YAML, TOML, Dockerfiles, HTML, CSS.
    Code,
    Json,
    /// What a search found.
    Hits,
    /// Names of files, one a line, or a tree of them.
    Listing,
    Diff,
    Markdown,
    /// What a command printed while it ran.
    Log,
    Plain,
}

/// How much a line defines or locates: 0 for nothing, 3 for what stands at the top.
///
/// By itself alone, for tests: some lines need those around them to be told, see [`weights`].
#[cfg(test)]
pub(crate) fn weight(kind: TextKind, line: &str) -> u8 {
    let mut room = line::ROOM;
    weight_of(kind, line::seen(line, &mut room))
}

/// The weight of what is seen of a line.
fn weight_of(kind: TextKind, line: &str) -> u8 {
    match kind {
        TextKind::Code => code::weight(unnumbered(line)),
        TextKind::Json => json::weight(unnumbered(line)),
        TextKind::Hits => hits::weight(line),
        TextKind::Listing => entry::weight(line),
        TextKind::Diff => diff::weight(line),
        TextKind::Markdown => markdown::weight(unnumbered(line)),
        TextKind::Log => log::weight(line),
        TextKind::Plain => plain::weight(unnumbered(line)),
    }
}
