//! Character classes of the token estimator: pre-tokenizer kinds, and price classes for non-ASCII chars.

/// Class of a char as a pre-tokenizer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Lower,
    Upper,
    Digit,
    Newline,
    Blank,
    Punctuation,
    /// A non-ASCII letter or mark.
    Letter,
    /// Any other non-ASCII char.
    Symbol,
}

/// Kinds of the ASCII bytes. A table by hand: optimized for size, the compiler makes jumps of a `match`.
static ASCII_KINDS: [Kind; 256] = {
    let mut kinds = [Kind::Punctuation; 256];
    let mut byte = 0;
    while byte < 128 {
        kinds[byte] = match byte as u8 {
            b'a'..=b'z' => Kind::Lower,
            b'A'..=b'Z' => Kind::Upper,
            b'0'..=b'9' => Kind::Digit,
            b'\n' | b'\r' => Kind::Newline,
            b' ' | b'\t' | 0x0b | 0x0c => Kind::Blank,
            _ => Kind::Punctuation,
        };
        byte += 1;
    }
    kinds
};

/// Returns the kind of an ASCII byte.
#[inline(always)]
pub(super) fn ascii_kind(byte: u8) -> Kind {
    ASCII_KINDS[usize::from(byte)]
}

/// Returns the kind of any char, and its price class (1 for ASCII, 0 for non-ASCII white space).
#[inline(always)]
pub(super) fn kind(c: char) -> (Kind, usize) {
    if c.is_ascii() {
        return (ascii_kind(c as u8), 1);
    }
    // Han and Hangul: letters by their class, and most of what is not ASCII.
    match c {
        '\u{4e00}'..='\u{9fff}' => return (Kind::Letter, 17),
        '\u{ac00}'..='\u{d7af}' => return (Kind::Letter, 16),
        _ if c.is_whitespace() => return (Kind::Blank, 0),
        _ => {}
    }
    let class = class(c);
    // Marks belong to words in the o200k pattern; `is_alphabetic` covers most of them, classes 5 and 20 hold nothing
    // else. Hangul and Han skip the table lookup.
    let letter = matches!(class, 5 | 16 | 17 | 18 | 20) || c.is_alphabetic();
    (if letter { Kind::Letter } else { Kind::Symbol }, class)
}

/// Returns `true` for classes that hold letters of two cases.
#[inline(always)]
pub(super) const fn has_cases(class: usize) -> bool {
    matches!(class, 3 | 6..=8 | 11 | 21..=23)
}

/// Returns the price class of a non-ASCII char, 3 to 23, by block.
#[rustfmt::skip]
#[inline(always)]
fn class(c: char) -> usize {
    match c as u32 {
        0x0080..=0x00bf | 0x00d7 | 0x00f7 => 4,
        0x00c0..=0x024f | 0x1e00..=0x1eff => 3,
        0x0300..=0x036f | 0x1ab0..=0x1aff | 0x1dc0..=0x1dff | 0x20d0..=0x20ff => 5,
        0x0370..=0x03ff | 0x1f00..=0x1fff => 6,
        0x0400..=0x052f => 7,
        0x0530..=0x08ff => 8,
        0x0900..=0x109f | 0x1780..=0x17ff => 9,
        0x2000..=0x206f => 10,
        0x2500..=0x259f => 12,
        0x2070..=0x2dff => 11,
        0x3000..=0x303f => 13,
        0x3040..=0x309f => 14,
        0x30a0..=0x30ff => 15,
        0xac00..=0xd7af | 0x1100..=0x11ff => 16,
        0x4e00..=0x9fff => 17,
        0x3400..=0x4dbf | 0xf900..=0xfaff | 0x20000..=0x3ffff => 18,
        0x3100..=0x318f => 19,
        0xfe00..=0xfe0f | 0xe0100..=0xe01ef => 20,
        0xff00..=0xffef => 21,
        0x1d000..=0x1dfff | 0x1f000..=0x1ffff => 22,
        _ => 23,
    }
}
