//! The estimator's fast path: prices whole ASCII pieces without keeping state between chars.
//!
//! Pieces and prices match the char-by-char runs in `runs`; a property test checks that.

use super::classes::{Kind, ascii_kind};
use super::runs::{
    Blanks, NOTHING, WordShape, digits_price, pair_price, punctuation_pair, punctuation_price, word_price,
};
use super::tables::WORD_PUNCTUATION;

/// Prices pieces from the start of `bytes`. Returns their length in bytes and their price. Stops before the first piece
/// that is not all ASCII or whose end lies beyond `bytes`.
#[inline(always)]
pub(super) fn pieces(bytes: &[u8]) -> (usize, i64) {
    let (mut at, mut price) = (0, 0);
    while let Some((end, cost)) = piece(bytes, at) {
        at = end;
        price += cost;
    }
    (at, price)
}

#[inline(always)]
fn kind_at(bytes: &[u8], at: usize) -> Option<(u8, Kind)> {
    let byte = *bytes.get(at)?;
    // Not `then`: optimized for size, its closure is called.
    if byte.is_ascii() { Some((byte, ascii_kind(byte))) } else { None }
}

#[inline(always)]
fn piece(bytes: &[u8], at: usize) -> Option<(usize, i64)> {
    let (first, kind) = kind_at(bytes, at)?;
    match kind {
        Kind::Lower | Kind::Upper => word(bytes, at, 0, 0),
        Kind::Digit => {
            let mut end = at + 1;
            while kind_at(bytes, end)?.1 == Kind::Digit {
                end += 1;
            }
            Some((end, digits_price((end - at) as i64)))
        }
        Kind::Newline | Kind::Blank => space(bytes, at),
        _ => match kind_at(bytes, at + 1)?.1 {
            Kind::Lower | Kind::Upper => word(bytes, at + 1, 2, WORD_PUNCTUATION[usize::from(first) % 96]),
            _ => punctuation(bytes, at, NOTHING),
        },
    }
}

/// Prices a word and a contraction right after it.
#[inline(always)]
fn word(bytes: &[u8], start: usize, prefix: usize, prefix_price: i8) -> Option<(usize, i64)> {
    let (mut end, mut pairs, mut uppers, mut last) = (start, 0, 0, 0);
    let mut last_is_lower = false;
    let first_is_upper = bytes.get(start)?.is_ascii_uppercase();
    loop {
        let (byte, kind) = kind_at(bytes, end)?;
        match kind {
            Kind::Lower => last_is_lower = true,
            Kind::Upper if !last_is_lower => uppers += 1,
            _ => break,
        }
        if last != 0 {
            pairs += pair_price(last, byte);
        }
        last = byte;
        end += 1;
    }
    let shape = WordShape { length: (end - start) as i64, uppers, first_is_upper };
    let price = word_price(prefix, prefix_price, shape, pairs);
    if bytes.get(end) == Some(&b'\'') {
        match bytes.get(end + 1)?.to_ascii_lowercase() {
            b's' | b't' | b'm' | b'd' => end += 2,
            first @ (b'r' | b'v' | b'l') => {
                let second = bytes.get(end + 2)?.to_ascii_lowercase();
                if second == if first == b'l' { b'l' } else { b'e' } {
                    end += 3;
                }
            }
            _ => {}
        }
    }
    Some((end, price))
}

/// Prices white space, and the piece that its last blank joins.
#[inline(always)]
fn space(bytes: &[u8], start: usize) -> Option<(usize, i64)> {
    let mut end = start;
    let (mut blanks, mut last) = (Blanks::default(), 0);
    let next = loop {
        let (byte, kind) = kind_at(bytes, end)?;
        match kind {
            Kind::Newline => blanks.newline(),
            Kind::Blank => blanks.blank(),
            kind => break kind,
        }
        last = byte;
        end += 1;
    };
    let price = blanks.price();
    let (end, joined) = match next {
        _ if blanks.is_at_line_start() => (end, 0),
        Kind::Lower | Kind::Upper if last == b' ' => word(bytes, end, 1, 0)?,
        Kind::Lower | Kind::Upper => word(bytes, end, 2, WORD_PUNCTUATION[usize::from(last) % 96])?,
        Kind::Punctuation if last == b' ' => punctuation(bytes, end, b' ')?,
        _ => (end, super::runs::TOKEN),
    };
    Some((end, price + joined))
}

/// Prices a run of punctuation with the newlines and slashes right after it.
#[inline(always)]
fn punctuation(bytes: &[u8], start: usize, before: u8) -> Option<(usize, i64)> {
    let (mut end, mut pairs, mut last) = (start, 0, before);
    let mut swallowing = false;
    loop {
        let (byte, kind) = kind_at(bytes, end)?;
        let byte = match kind {
            Kind::Newline => b'\n',
            Kind::Punctuation if !swallowing || byte == b'/' => byte,
            _ => break,
        };
        swallowing |= kind == Kind::Newline;
        if last != NOTHING {
            pairs += punctuation_pair(last, byte);
        }
        last = byte;
        end += 1;
    }
    Some((end, punctuation_price((end - start) as i64, pairs)))
}
