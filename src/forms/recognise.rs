//! Finds lines of a foreign text that begin like one of our forms.

use alloc::borrow::Cow;
use alloc::string::String;

use super::table::FORMS;
use super::words::{KINDS, TOP_LEVEL, is_token};
use crate::quick::{position, split_once};
use crate::refs::WIDTH;

/// A text from a tool in which no line begins like one of ours: such a line gets a backslash. Twice changes nothing.
pub(crate) fn neutralise(text: &str) -> Cow<'_, str> {
    let mut safe = String::new();
    let (mut copied, mut at) = (0, 0);
    while at < text.len() {
        let rest = text.get(at..).unwrap_or_default();
        let line = rest.get(..line_len(rest)).unwrap_or(rest);
        if begins_like_ours(line) {
            safe.push_str(text.get(copied..at).unwrap_or_default());
            safe.push('\\');
            copied = at;
        }
        at += line.len();
    }
    if safe.is_empty() {
        return Cow::Borrowed(text);
    }
    safe.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(safe)
}

/// Returns `true` for a line that begins like one of our forms, ignoring invisible characters.
pub(crate) fn begins_like_ours(line: &str) -> bool {
    let mut rest = line;
    for _ in 0..MOST_ESCAPES {
        rest = rest.trim_start_matches(|c: char| c != '\u{1b}' && c != '\u{9b}' && is_unseen(c));
        let Some(after) = rest.strip_prefix(['\u{1b}', '\u{9b}']) else { return is_ours(rest) };
        // Readers without escape sequences continue after the first char of one.
        if is_ours(after) {
            return true;
        }
        rest = match after.strip_prefix('[') {
            Some(sequence) if rest.starts_with('\u{1b}') => behind_sequence(sequence),
            _ if rest.starts_with('\u{9b}') => behind_sequence(after),
            _ => after,
        };
    }
    // Nothing that is read by anyone begins like this; a backslash costs less than reading on.
    true
}

/// Escapes before a line's first char.
const MOST_ESCAPES: usize = 32;

/// Returns the text after an escape sequence whose beginning was read.
fn behind_sequence(text: &str) -> &str {
    let parameters = text.trim_start_matches(|c: char| matches!(c, ' '..='?'));
    parameters.strip_prefix(|c: char| matches!(c, '@'..='~')).unwrap_or(parameters)
}

fn is_ours(begin: &str) -> bool {
    let Some(&first) = begin.as_bytes().first() else { return false };
    if FIRST.get(usize::from(first)) != Some(&true) {
        return false;
    }
    // Beginnings are short; what is hidden in a line may be long.
    let seen = begin.as_bytes().get(..LONGEST).unwrap_or(begin.as_bytes());
    let plain =
        seen.iter().all(|byte| matches!(byte, b' '..=b'~')) || begin.chars().take(LONGEST).all(|c| !is_hidden(c));
    let begin =
        if plain { Cow::Borrowed(begin) } else { begin.chars().filter(|c| !is_hidden(*c)).take(LONGEST).collect() };
    // Most templates differ in the first byte.
    let may_begin =
        |template| begin_of(template).as_bytes().first().is_some_and(|byte| *byte == first || *byte == b'{');
    FORMS.iter().any(|form| may_begin(form.begins) && matches(form.begins, &begin))
}

/// Chars of the longest beginning: a media type with two long names in it.
const LONGEST: usize = 400;

/// The bytes that forms begin with.
const FIRST: [bool; 128] = {
    let mut first = [false; 128];
    let mut at = 0;
    while at < FORMS.len() {
        let begins = FORMS[at].begins.as_bytes();
        let mut skip = 0;
        while begins[skip] == b'\n' {
            skip += 1;
        }
        first[begins[skip] as usize] = true;
        at += 1;
    }
    first
};

/// Returns a template without the line breaks before its text.
fn begin_of(template: &str) -> &str {
    let mut breaks = 0;
    while template.as_bytes().get(breaks) == Some(&b'\n') {
        breaks += 1;
    }
    template.get(breaks..).unwrap_or_default()
}

/// True when a text begins with a template: literal text, and holes for numbers and words.
pub(super) fn matches(template: &str, text: &str) -> bool {
    let mut text = text;
    let mut rest = begin_of(template);
    while !rest.is_empty() {
        if let Some((hole, after)) = rest.strip_prefix('{').and_then(|rest| split_once(rest, b'}')) {
            let Some(left) = behind(hole, text) else { return false };
            (text, rest) = (left, after);
            continue;
        }
        // Up to the next hole; a bracket that opens none is literal.
        let bracket = position(rest.as_bytes().get(1..).unwrap_or_default(), b'{', b'{');
        let (literal, after) = rest.split_at_checked(bracket.map_or(rest.len(), |at| at + 1)).unwrap_or((rest, ""));
        let Some(left) = text.strip_prefix(literal) else { return false };
        (text, rest) = (left, after);
    }
    true
}

/// Returns the text after the value of a hole.
fn behind<'a>(hole: &str, text: &'a str) -> Option<&'a str> {
    let word = |is_part: fn(u8) -> bool| {
        let end = text.bytes().position(|byte| !is_part(byte)).unwrap_or(text.len());
        text.split_at_checked(end).filter(|(word, _)| !word.is_empty())
    };
    let kind = || word(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    let kind = || kind().filter(|(word, _)| KINDS.contains(word)).map(|(_, after)| after);
    match hole {
        "kind" => kind(),
        "media" => {
            let (top, after) = word(|byte| byte.is_ascii_alphanumeric())?;
            match after.strip_prefix('/') {
                Some(subtype) if TOP_LEVEL.iter().any(|known| top.eq_ignore_ascii_case(known)) => {
                    Some(subtype.trim_start_matches(|c: char| c.is_ascii() && is_token(c as u8)))
                }
                Some(_) => None,
                None => kind(),
            }
        }
        // Also what a reader may take for a ref.
        "ref" => {
            let (name, after) = text.split_at_checked(WIDTH)?;
            name.strip_prefix('#')?.bytes().all(|byte| byte.is_ascii_alphanumeric()).then_some(after)
        }
        _ => word(|byte| byte.is_ascii_digit() || byte == b',').map(|(_, after)| after),
    }
}

/// The length of the first line, its break included.
fn line_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(found) = bytes.get(at..).and_then(|rest| rest.iter().position(|byte| may_break(*byte))) {
        at += found;
        let c = text.get(at..).and_then(|rest| rest.chars().next());
        let len = c.map_or(1, char::len_utf8);
        if c.is_none_or(is_break) {
            return (at + len).min(bytes.len());
        }
        at += len;
    }
    bytes.len()
}

/// The first byte of a char that ends a line.
fn may_break(byte: u8) -> bool {
    matches!(byte, b'\n'..=b'\r' | 0x1c..=0x1e | 0xc2 | 0xe2)
}

/// Returns `true` for characters that some reader treats as the end of a line.
pub(crate) fn is_break(c: char) -> bool {
    matches!(c, '\n'..='\r' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Returns `true` for characters that may precede a form invisibly.
fn is_unseen(c: char) -> bool {
    c.is_whitespace() || is_hidden(c) || c.is_control()
}

/// A char that takes no room in a line.
fn is_hidden(c: char) -> bool {
    let joins_or_directs = matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2061}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}'
    );
    joins_or_directs || is_blank_mark(c) || (c.is_control() && !c.is_whitespace())
}

/// A byte order mark and its like, which join nothing.
pub(super) fn is_blank_mark(c: char) -> bool {
    matches!(c, '\u{feff}' | '\u{200b}' | '\u{2060}' | '\u{180e}')
}
