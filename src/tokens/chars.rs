//! Chars whose bytes always become the char's token before any of them is joined with a byte outside of it. A piece
//! begins with their tokens: a third of the parts in Chinese, half of them in Russian.
//!
//! A token that holds some bytes of a char, not all, and bytes outside of it begins with the char's last bytes or ends
//! with its first. If each token that does has a higher rank than the char's, it cannot come to be before: until then
//! the char's bytes are joined as if it stood alone, which makes its token.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use super::vocabulary::{NONE, Vocabulary};

/// Chars that are looked up: those of two or three bytes.
const CODES: usize = 0x1_0000;

/// The tokens of such chars by code point.
#[derive(Default)]
pub(super) struct Chars(Vec<u32>);

fn is_inside(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

/// Bytes of a char by its first.
fn length_of(first: u8) -> usize {
    match first {
        0..0x80 => 1,
        0x80..0xe0 => 2,
        0xe0..0xf0 => 3,
        _ => 4,
    }
}

impl Chars {
    pub(super) fn new(words: &Vocabulary) -> Self {
        // The lowest rank of a token with these bytes of a char at its beginning or end, and others.
        let (mut begins, mut ends) = (BTreeMap::new(), BTreeMap::new());
        for rank in 0..words.len() as u32 {
            let token = words.token(rank).unwrap_or_default();
            if token.is_ascii() {
                continue;
            }
            let inside = token.iter().take_while(|byte| is_inside(**byte)).count();
            if inside > 0 && inside < token.len() {
                begins.entry(token.get(..inside)).or_insert(rank);
            }
            let last = token.iter().rposition(|byte| !is_inside(*byte)).unwrap_or_default();
            let end = token.get(last..).unwrap_or_default();
            if last > 0 && end.first().is_some_and(|&first| end.len() < length_of(first)) {
                ends.entry(Some(end)).or_insert(rank);
            }
        }
        let mut chars = vec![NONE; CODES];
        for rank in 0..words.len() as u32 {
            let token = words.token(rank).unwrap_or_default();
            let Some(code) = only_char(token) else { continue };
            let is_first =
                |bytes: &BTreeMap<Option<&[u8]>, u32>, part| bytes.get(&part).is_none_or(|&other| other > rank);
            let always =
                (1..token.len()).all(|at| is_first(&ends, token.get(..at)) && is_first(&begins, token.get(at..)));
            if let Some(known) = chars.get_mut(code).filter(|_| always) {
                *known = rank;
            }
        }
        Self(chars)
    }

    /// The token of the first char of a piece, which has two bytes or more, and its length.
    #[inline(always)]
    pub(super) fn first(&self, piece: &[u8]) -> Option<(u32, usize)> {
        let byte = |at: usize| piece.get(at).map(|byte| usize::from(*byte & 0x3f));
        let first = *piece.first()?;
        let (code, length) = match first {
            0..0xe0 => (usize::from(first & 0x1f) << 6 | byte(1)?, 2),
            0xe0..0xf0 => (usize::from(first & 0xf) << 12 | byte(1)? << 6 | byte(2)?, 3),
            _ => return None,
        };
        let token = *self.0.get(code)?;
        (token != NONE).then_some((token, length))
    }
}

/// The code point of a token that is one char of two or three bytes.
fn only_char(token: &[u8]) -> Option<usize> {
    let mut chars = core::str::from_utf8(token).ok()?.chars();
    let code = chars.next()? as usize;
    (chars.next().is_none() && token.len() > 1 && code < CODES).then_some(code)
}
