//! The tokens of an encoding: which two tokens each is made of, and which token a piece of text is.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::chars::Chars;

/// No token.
pub(super) const NONE: u32 = u32::MAX;
/// Bits of a token's number: two and a number are a slot of [`Pairs`].
const ID_BITS: u32 = 18;
pub(super) const MOST_TOKENS: usize = 1 << ID_BITS;
/// Of one token: a damaged table could double them at each step.
const MOST_BYTES: usize = 1024;
const ID_MASK: u64 = (1 << ID_BITS) - 1;
const EMPTY: u64 = u64::MAX;
/// 256 KB, of which one bit in ten is set.
const FILTER_BITS: u32 = 21;
/// The golden ratio: an odd factor that spreads what it multiplies over the upper bits.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The token that two tokens make.
#[derive(Default)]
struct Pairs {
    /// A hash table with open addressing: left, right and made token in one number.
    slots: Vec<u64>,
    shift: u32,
    /// A bit for each beginning of a hash: most pairs make nothing, which this says from a cache that is near.
    filter: Vec<u64>,
    /// What all pairs of single bytes make, which are asked for most.
    bytes: Vec<u32>,
}

/// The tokens, numbered by rank.
#[derive(Default)]
pub(super) struct Vocabulary {
    pairs: Pairs,
    /// The bytes of all tokens, and where each begins.
    bytes: Vec<u8>,
    starts: Vec<u32>,
    /// A hash table with open addressing: the upper bits of a token's hash, and its number.
    words: Vec<u64>,
    shift: u32,
    /// The token of each byte.
    of_byte: Vec<u32>,
    /// The tokens of chars that bytes always become first.
    pub(super) chars: Chars,
}

fn load<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes.get(at..).and_then(|rest| rest.first_chunk::<N>()).copied().unwrap_or([0; N])
}

#[inline(always)]
fn word64(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(load(bytes, at))
}

#[inline(always)]
fn word32(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32::from_le_bytes(load(bytes, at)))
}

#[inline(always)]
fn mix(hash: u64, word: u64) -> u64 {
    let mixed = (hash ^ word).wrapping_mul(SPREAD);
    mixed ^ (mixed >> 29)
}

/// Reads the ends of short texts, which overlap, instead of byte by byte.
#[inline(always)]
fn hash(bytes: &[u8]) -> u64 {
    let length = bytes.len();
    let seed = length as u64;
    let hash = match length {
        0..4 => {
            let byte = |at: usize| u64::from(bytes.get(at).copied().unwrap_or_default());
            mix(seed, byte(0) | byte(length >> 1) << 8 | byte(length.wrapping_sub(1)) << 16)
        }
        4..=8 => mix(seed, word32(bytes, 0) | word32(bytes, length - 4) << 32),
        9..=16 => mix(mix(seed, word64(bytes, 0)), word64(bytes, length - 8)),
        _ => {
            let mut hash = seed;
            let mut at = 0;
            while at + 8 < length {
                hash = mix(hash, word64(bytes, at));
                at += 8;
            }
            mix(hash, word64(bytes, length - 8))
        }
    };
    hash.wrapping_mul(SPREAD)
}

/// Twice the room that is needed, or more.
fn slots_for(tokens: usize) -> (Vec<u64>, u32) {
    let bits = (2 * tokens.max(8)).next_power_of_two().trailing_zeros();
    (vec![EMPTY; 1 << bits], 64 - bits)
}

impl Pairs {
    fn with_room(tokens: usize) -> Self {
        let (slots, shift) = slots_for(tokens);
        Self { slots, shift, filter: vec![0; 1 << (FILTER_BITS - 6)], bytes: vec![NONE; 256 * 256] }
    }

    #[inline(always)]
    fn get(&self, left: u32, right: u32) -> u32 {
        let key = u64::from(left) << ID_BITS | u64::from(right);
        let hash = key.wrapping_mul(SPREAD);
        let bit = hash >> (64 - FILTER_BITS);
        if self.filter.get((bit >> 6) as usize).is_none_or(|bits| bits >> (bit & 63) & 1 == 0) {
            return NONE;
        }
        let mut at = (hash >> self.shift) as usize;
        loop {
            let Some(&slot) = self.slots.get(at) else { return NONE };
            if slot >> ID_BITS == key {
                return (slot & ID_MASK) as u32;
            }
            if slot == EMPTY {
                return NONE;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    fn insert(&mut self, left: u32, right: u32, made: u32) {
        let key = u64::from(left) << ID_BITS | u64::from(right);
        let hash = key.wrapping_mul(SPREAD);
        let bit = hash >> (64 - FILTER_BITS);
        if let Some(bits) = self.filter.get_mut((bit >> 6) as usize) {
            *bits |= 1 << (bit & 63);
        }
        let mut at = (hash >> self.shift) as usize;
        while let Some(slot) = self.slots.get_mut(at) {
            if *slot == EMPTY {
                *slot = key << ID_BITS | u64::from(made);
                return;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }
}

impl Vocabulary {
    /// The 256 tokens of one byte, with room for more; `None` if a byte is missing.
    pub(super) fn new(single: &[u8; 256], tokens: usize) -> Option<Self> {
        let mut of_byte = vec![NONE; 256];
        for (id, &byte) in (0..).zip(single) {
            *of_byte.get_mut(usize::from(byte))? = id;
        }
        if of_byte.contains(&NONE) {
            return None;
        }
        let (words, shift) = slots_for(tokens);
        let mut starts = Vec::with_capacity(tokens + 1);
        starts.push(0);
        let bytes = Vec::with_capacity(tokens * 8);
        let mut new =
            Self { pairs: Pairs::with_room(tokens), bytes, starts, words, shift, of_byte, chars: Chars::default() };
        for &byte in single {
            new.bytes.push(byte);
            new.add_last(new.bytes.len() - 1);
        }
        Some(new)
    }

    /// The token with which the next part of a piece begins, and its length: a char's, or that of a byte.
    #[inline(always)]
    pub(super) fn first(&self, piece: &[u8]) -> (u32, usize) {
        let byte = piece.first().copied().unwrap_or_default();
        if byte >= 0xc2
            && let Some(found) = self.chars.first(piece)
        {
            return found;
        }
        (self.of_byte.get(usize::from(byte)).copied().unwrap_or(NONE), 1)
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The bytes of a token; none of a number that no token has.
    pub(super) fn token(&self, id: u32) -> Option<&[u8]> {
        self.bytes.get(self.range(id)?)
    }

    /// Adds the token that two others make; `false` if it is there, or if they are not. Never inlined, as
    /// `packed::Code::next` is not.
    #[inline(never)]
    pub(super) fn push(&mut self, left: u32, right: u32) -> bool {
        let made = self.len() as u32;
        let (Some(first), Some(second)) = (self.range(left), self.range(right)) else { return false };
        let from = self.bytes.len();
        if made as usize >= MOST_TOKENS || first.len() + second.len() > MOST_BYTES {
            return false;
        }
        self.bytes.extend_from_within(first);
        self.bytes.extend_from_within(second);
        if !self.add_last(from) {
            self.bytes.truncate(from);
            return false;
        }
        self.pairs.insert(left, right, made);
        if left < 256
            && right < 256
            && let Some(pair) = self.pairs.bytes.get_mut((left << 8 | right) as usize)
        {
            *pair = made;
        }
        true
    }

    fn range(&self, id: u32) -> Option<Range<usize>> {
        let at = id as usize;
        Some(*self.starts.get(at)? as usize..*self.starts.get(at.checked_add(1)?)? as usize)
    }

    /// Makes a token of the last bytes; `false` if it is there.
    fn add_last(&mut self, from: usize) -> bool {
        let token = self.bytes.get(from..).unwrap_or_default();
        let hash = hash(token);
        let mut at = (hash >> self.shift) as usize;
        while let Some(&slot) = self.words.get(at) {
            if slot == EMPTY {
                break;
            }
            if (slot ^ hash) & !ID_MASK == 0 && self.token((slot & ID_MASK) as u32) == Some(token) {
                return false;
            }
            at = (at + 1) & (self.words.len() - 1);
        }
        let id = self.len() as u64;
        if let Some(slot) = self.words.get_mut(at) {
            *slot = hash & !ID_MASK | id;
        }
        self.starts.push(self.bytes.len() as u32);
        true
    }

    /// The token of a whole piece, or [`NONE`].
    #[inline(always)]
    pub(super) fn find(&self, piece: &[u8]) -> u32 {
        let hash = hash(piece);
        let mut at = (hash >> self.shift) as usize;
        loop {
            let Some(&slot) = self.words.get(at) else { return NONE };
            if (slot ^ hash) & !ID_MASK == 0 {
                let id = (slot & ID_MASK) as u32;
                if self.token(id) == Some(piece) {
                    return id;
                }
            }
            if slot == EMPTY {
                return NONE;
            }
            at = (at + 1) & (self.words.len() - 1);
        }
    }

    /// The token that two tokens make, or [`NONE`].
    #[inline(always)]
    pub(super) fn merge(&self, left: u32, right: u32) -> u32 {
        self.pairs.get(left, right)
    }

    /// As [`Self::merge`], faster if both are single bytes, as at the start most are.
    #[inline(always)]
    pub(super) fn merge_first(&self, left: u32, right: u32) -> u32 {
        if left < 256 && right < 256 {
            return self.pairs.bytes.get((left << 8 | right) as usize).copied().unwrap_or(NONE);
        }
        self.pairs.get(left, right)
    }

    /// A number that differs if a token does.
    pub(super) fn checksum(&self) -> u32 {
        let (words, _) = self.bytes.as_chunks::<8>();
        let hash = words.iter().fold(self.len() as u64, |hash, word| mix(hash, u64::from_le_bytes(*word)));
        (self.starts.iter().fold(hash, |hash, &start| mix(hash, start.into())) >> 32) as u32
    }

    /// Returns the two parts of each token of more than one byte, by rank.
    pub(super) fn made_of(&self) -> Vec<(u32, u32)> {
        let mut all = vec![(0, 0); self.len().saturating_sub(256)];
        for &slot in self.pairs.slots.iter().filter(|slot| **slot != EMPTY) {
            let part = |at: u32| (slot >> (at * ID_BITS) & ID_MASK) as u32;
            if let Some(pair) = all.get_mut((part(0) as usize).wrapping_sub(256)) {
                *pair = (part(2), part(1));
            }
        }
        all
    }
}
