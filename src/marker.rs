//! The text in place of a gap: its template, and its size.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use crate::error::{Error, ErrorKind, snake};
use crate::number::grouped;
use crate::refs::{self, Ref};

/// A number that a marker can carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Placeholder {
    /// `{omittedChars}`, and `{count}`.
    OmittedChars,
    /// `{omittedBytes}`.
    OmittedBytes,
    /// `{omittedLines}`.
    OmittedLines,
    /// `{omittedTokens}`, an estimate.
    OmittedTokens,
    /// `{totalChars}` of the input.
    TotalChars,
    /// `{totalBytes}` of the input.
    TotalBytes,
    /// `{totalLines}` of the input.
    TotalLines,
    /// `{keptChars}`, without the marker.
    KeptChars,
    /// `{limit}`: the first given of chars, UTF-16 units, bytes, lines, tokens.
    Limit,
    /// `{firstOmittedLine}`, counted from 1.
    FirstOmittedLine,
    /// `{lastOmittedLine}`.
    LastOmittedLine,
    /// `{ref}`: under which a store keeps the text, as the number of a [`crate::Ref`]; 0 if it has none.
    Ref,
}

const NAMES: [(&str, Placeholder); 13] = [
    ("count", Placeholder::OmittedChars),
    ("omittedChars", Placeholder::OmittedChars),
    ("omittedBytes", Placeholder::OmittedBytes),
    ("omittedLines", Placeholder::OmittedLines),
    ("omittedTokens", Placeholder::OmittedTokens),
    ("totalChars", Placeholder::TotalChars),
    ("totalBytes", Placeholder::TotalBytes),
    ("totalLines", Placeholder::TotalLines),
    ("keptChars", Placeholder::KeptChars),
    ("limit", Placeholder::Limit),
    ("firstOmittedLine", Placeholder::FirstOmittedLine),
    ("lastOmittedLine", Placeholder::LastOmittedLine),
    ("ref", Placeholder::Ref),
];

/// Nouns of our markers.
const NOUNS: [&str; 3] = [" chars", " lines", " bytes"];

/// Stands for the ref of a text that could not be kept.
const NO_REF: &str = "none";

/// One of our own markers with the ref in it: before the bracket that closes it.
pub(crate) fn with_ref(template: &str) -> String {
    let at = template.rfind([']', ')']).unwrap_or(template.len());
    let (before, after) = template.split_at_checked(at).unwrap_or((template, ""));
    [before, "; full text: {ref}", after].concat()
}

/// A parsed marker template: literal pieces with a number between each two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Marker {
    /// One more than there are numbers.
    pub(crate) pieces: Vec<String>,
    pub(crate) placeholders: Vec<Placeholder>,
    /// All literal pieces together.
    literal: Size,
    /// One of our own, in which a noun after the number 1 is singular. A caller's words stay as they are.
    is_ours: bool,
    /// Its numbers are written as `1,234`.
    groups: bool,
}

/// Cost of a marker, in the additive units. Tokens are counted by those who need them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) chars: usize,
    pub(crate) utf16: usize,
    pub(crate) bytes: usize,
    pub(crate) newlines: usize,
    pub(crate) tokens: usize,
}

impl Size {
    pub(crate) fn of(text: &str) -> Self {
        let chars = text.chars().count();
        let astral = text.bytes().filter(|&byte| byte >= 0xf0).count();
        let newlines = text.bytes().filter(|&byte| byte == b'\n').count();
        Self { chars, utf16: chars + astral, bytes: text.len(), newlines, tokens: 0 }
    }

    /// Adds two sizes, but for tokens: those of two texts do not add up.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            chars: self.chars + other.chars,
            utf16: self.utf16 + other.utf16,
            bytes: self.bytes + other.bytes,
            newlines: self.newlines + other.newlines,
            ..self
        }
    }

    /// Adds a number of ASCII chars, of which some are LFs.
    pub(crate) fn plus_ascii(self, chars: usize, newlines: usize) -> Self {
        Self {
            chars: self.chars + chars,
            utf16: self.utf16 + chars,
            bytes: self.bytes + chars,
            newlines: self.newlines + newlines,
            ..self
        }
    }
}

impl Marker {
    /// Parses a template, with numbers as JavaScript or as Rust and Python spell them. `{{` is a brace; an unknown or unfinished placeholder is an error.
    pub(crate) fn parse(template: &str) -> Result<Self, Error> {
        let mut pieces = Vec::new();
        let mut placeholders = Vec::new();
        let mut piece = String::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            piece.push_str(before);
            if let Some(after) = after.strip_prefix('{') {
                piece.push('{');
                rest = after;
                continue;
            }
            let name = after.split_once('}').map(|(name, _)| name);
            let known = name.and_then(|name| NAMES.iter().find(|(known, _)| *known == name || snake(known) == name));
            let (Some(name), Some((_, placeholder))) = (name, known) else {
                return Err(unknown(template, name));
            };
            pieces.push(core::mem::take(&mut piece));
            placeholders.push(*placeholder);
            rest = after.get(name.len() + 1..).unwrap_or_default();
        }
        piece.push_str(rest);
        pieces.push(piece);
        let literal = Size::of(&pieces.concat());
        Ok(Self { pieces, placeholders, literal, is_ours: false, groups: false })
    }

    /// Parses a template of ours.
    pub(crate) fn parse_own(template: &str) -> Result<Self, Error> {
        Ok(Self { is_ours: true, ..Self::parse(template)? })
    }

    /// With numbers as people read them, for markers that no caller gave.
    pub(crate) fn grouping(self) -> Self {
        Self { groups: true, ..self }
    }

    fn width(&self, placeholder: Placeholder, value: u64) -> usize {
        if placeholder == Placeholder::Ref {
            return if value == 0 { NO_REF.len() } else { refs::WIDTH };
        }
        let digits = digits(value);
        if self.groups { digits + (digits - 1) / 3 } else { digits }
    }

    /// The noun that follows a number of 1, in the plural as the template has it.
    fn plural_after(&self, index: usize, value: u64) -> Option<&'static str> {
        let piece = self.pieces.get(index + 1).filter(|_| self.is_ours && value == 1)?;
        NOUNS.into_iter().find(|noun| piece.starts_with(noun))
    }

    /// Returns `true` if these numbers make a noun singular, are written in groups, or one is a ref: the pieces and digits
    /// alone do not make the marker then.
    pub(crate) fn is_more_than_pieces(&self, value: impl Fn(Placeholder) -> u64) -> bool {
        let mut numbers = self.placeholders.iter().map(|placeholder| value(*placeholder)).enumerate();
        self.uses(Placeholder::Ref)
            || numbers.any(|(index, value)| self.plural_after(index, value).is_some() || self.groups && value > 999)
    }

    pub(crate) fn uses(&self, placeholder: Placeholder) -> bool {
        self.placeholders.contains(&placeholder)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.literal.bytes == 0 && self.placeholders.is_empty()
    }

    /// Returns `true` if a line must end before the marker so that it begins one.
    pub(crate) fn needs_break_before(&self) -> bool {
        !self.is_empty() && !self.pieces.first().is_some_and(|piece| piece.starts_with('\n'))
    }

    /// True when the marker does not end its own line.
    pub(crate) fn needs_break_after(&self) -> bool {
        !self.is_empty() && !self.pieces.last().is_some_and(|piece| piece.ends_with('\n'))
    }

    /// The marker's size with these numbers in it.
    pub(crate) fn size(&self, value: impl Fn(Placeholder) -> u64) -> Size {
        let number = |(index, placeholder): (usize, &Placeholder)| {
            let value = value(*placeholder);
            (self.width(*placeholder, value), usize::from(self.plural_after(index, value).is_some()))
        };
        let add = |(digits, singulars): (usize, usize), (more, one): (usize, usize)| (digits + more, singulars + one);
        let (digits, singulars) = self.placeholders.iter().enumerate().map(number).fold((0, 0), add);
        let size = self.literal.plus_ascii(digits, 0);
        // A singular lacks the `s`.
        Size { chars: size.chars - singulars, utf16: size.utf16 - singulars, bytes: size.bytes - singulars, ..size }
    }

    /// The marker with these numbers in it.
    pub(crate) fn render(&self, value: impl Fn(Placeholder) -> u64) -> String {
        let mut text = String::with_capacity(self.literal.bytes + 10 * self.placeholders.len());
        let mut singular = None;
        for (index, piece) in self.pieces.iter().enumerate() {
            match singular.take() {
                Some(plural) => {
                    let plural: &str = plural;
                    text.push_str(plural.strip_suffix('s').unwrap_or(plural));
                    text.push_str(piece.strip_prefix(plural).unwrap_or_default());
                }
                None => text.push_str(piece),
            }
            if let Some(placeholder) = self.placeholders.get(index) {
                let value = value(*placeholder);
                singular = self.plural_after(index, value);
                // Writing to a String cannot fail.
                let _ = match (*placeholder, Ref::new(value)) {
                    (Placeholder::Ref, Some(reference)) => write!(text, "{reference}"),
                    (Placeholder::Ref, None) => text.write_str(NO_REF),
                    _ if self.groups => text.write_str(&grouped(value)),
                    _ => write!(text, "{value}"),
                };
            }
        }
        text
    }
}

fn unknown(template: &str, name: Option<&str>) -> Error {
    let known: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
    let message = match name {
        Some(name) => {
            format!("marker: \"{template}\" has the unknown placeholder {{{name}}}; known are {}", known.join(", "))
        }
        None => format!("marker: \"{template}\" has a {{ without its }}; write {{{{ for a brace"),
    };
    Error::new(ErrorKind::InvalidOption, message)
}

pub(crate) fn digits(number: u64) -> usize {
    number.checked_ilog10().map_or(1, |log| log as usize + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_is_literals_with_numbers_between() {
        let marker = Marker::parse("a{count}b{{c}{totalLines}").unwrap();
        assert_eq!(marker.pieces, ["a", "b{c}", ""]);
        assert_eq!(marker.placeholders, [Placeholder::OmittedChars, Placeholder::TotalLines]);
        assert_eq!(marker.render(|_| 12), "a12b{c}12");
        assert_eq!(marker.size(|_| 12), Size::of("a12b{c}12"));
    }

    #[test]
    fn a_noun_of_ours_agrees_with_its_number_and_one_of_a_caller_stays() {
        let template = "\u{2702}\u{1f680}[{omittedLines} lines, {count} chars]\n";
        for (ours, number, text) in [
            (true, 1, "\u{2702}\u{1f680}[1 line, 1 char]\n"),
            (true, 2, "\u{2702}\u{1f680}[2 lines, 2 chars]\n"),
            (false, 1, "\u{2702}\u{1f680}[1 lines, 1 chars]\n"),
        ] {
            let marker = if ours { Marker::parse_own(template) } else { Marker::parse(template) }.unwrap();
            assert_eq!(marker.render(|_| number), text);
            assert_eq!(marker.size(|_| number), Size::of(text));
            assert_eq!(marker.is_more_than_pieces(|_| number), ours && number == 1);
        }
    }

    #[test]
    fn a_ref_is_as_wide_as_it_is_counted() {
        let marker = Marker::parse("<{ref}>").unwrap();
        for (number, text) in [(0, "<none>"), (1, "<#00000001>"), (0xba_7816_bf8f, "<#q9w1dfwf>")] {
            assert_eq!(marker.render(|_| number), text);
            assert_eq!(marker.size(|_| number), Size::of(text));
        }
    }

    #[test]
    fn an_unknown_placeholder_fails_when_the_template_is_read_not_when_it_is_used() {
        let error = Marker::parse("{cuont} left").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption);
        assert!(error.message().contains("{cuont}"), "{error}");
        assert!(Marker::parse("open {count").is_err());
        assert!(Marker::parse("{}").is_err());
    }

    #[test]
    fn every_documented_placeholder_is_known() {
        for (name, placeholder) in NAMES {
            let marker = Marker::parse(&format!("{{{name}}}")).unwrap();
            assert_eq!(marker.placeholders, [placeholder]);
        }
    }

    #[test]
    fn a_size_counts_in_each_unit() {
        let text = "a\u{e9}\u{2702}\n\u{1f680}\n";
        assert_eq!(Size::of(text), Size { chars: 6, utf16: 7, bytes: 12, newlines: 2, tokens: 0 });
    }

    #[test]
    fn digits_are_counted_exactly() {
        for (number, width) in [(0, 1), (9, 1), (10, 2), (999, 3), (1000, 4), (u64::MAX, 20)] {
            assert_eq!(digits(number), width, "{number}");
        }
    }
}
