//! The form of a line, by which many are alike: names, paths and numbers are left out, words in capitals are not.

use crate::hash::{SEED, add, mix};

/// Equal for lines that differ in nothing but digits.
pub(super) fn but_digits(text: &str) -> u64 {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    of_words(text, |_, word| {
        let from_zero = word ^ 0x3030_3030_3030_3030;
        // The high bit of each byte that is no digit.
        let others = (((from_zero & !HIGH) + 0x7676_7676_7676_7676) | from_zero) & HIGH;
        let digits = ((others ^ HIGH) >> 7) * 0xff;
        word & !digits
    })
}

/// Hashes a text eight bytes at a time, each word as `seen` makes it.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it runs for each line of a log")]
pub(super) fn of_words(text: &str, seen: impl Fn(usize, u64) -> u64) -> u64 {
    let add = |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let mut sum = text.len() as u64;
    for (at, word) in words.iter().enumerate() {
        sum = add(sum, seen(at, u64::from_le_bytes(*word)));
    }
    let mut last = 0;
    for byte in rest.iter().rev() {
        last = last << 8 | u64::from(*byte);
    }
    mix(add(sum, seen(words.len(), last)))
}

/// Bytes of a line that make its form.
const SEEN: usize = 100;

/// Equal for lines of one form: `test a::b ... ok` and `test c::d ... ok`; `GET 200` and `GET 404` are alike, too.
pub(super) fn form(text: &str) -> u64 {
    let bytes = text.as_bytes().get(..SEEN).unwrap_or(text.as_bytes());
    let mut sum = SEED;
    let (mut from, mut kinds, mut first) = (0, 0, true);
    for at in 0..=bytes.len() {
        let class = bytes.get(at).map_or(0, |byte| CLASSES[usize::from(*byte)]);
        if class != 0 {
            kinds |= class;
            continue;
        }
        let token = bytes.get(from..at).unwrap_or_default();
        from = at + 1;
        sum = match kinds {
            // A blank after another one.
            0 => continue,
            UPPER => add(sum, token),
            LOWER if first || token == b"ok" || token == b"not" => add(sum, token),
            kinds if kinds & (UPPER | LOWER) != 0 => add(sum, b"x"),
            kinds if kinds & DIGIT != 0 => add(sum, b"0"),
            _ => add(sum, token.get(..1).unwrap_or_default()),
        };
        (kinds, first) = (0, false);
    }
    mix(sum)
}

const UPPER: u8 = 1;
const LOWER: u8 = 2;
const DIGIT: u8 = 4;
const SIGN: u8 = 8;

/// Classes of bytes; blanks have none.
static CLASSES: [u8; 256] = {
    let mut classes = [SIGN; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'A'..=b'Z' => UPPER,
            b'a'..=b'z' | 0x80..=0xff => LOWER,
            b'0'..=b'9' => DIGIT,
            b' ' | b'\t' => 0,
            _ => SIGN,
        };
        byte += 1;
    }
    classes
};
