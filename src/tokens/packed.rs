//! The packed form of an encoding: what each token is made of, in the order of ranks, as an arithmetic code.
//!
//! `T1`, the pattern, the number of tokens (4 bytes, little-endian), a checksum of all bytes of all tokens (4 bytes), the
//! 256 bytes in the order of their ranks, and the code. A token's two parts are coded by how often each token has been
//! a left part, and a right part, before: four fifths of the bytes of all tokens compressed by xz, and no search for
//! the parts when it is loaded.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::Split;
use super::vocabulary::{MOST_TOKENS, Vocabulary};

const MAGIC: &[u8; 2] = b"T1";
const HEAD: usize = 11 + 256;
/// Weight of one occurrence; a token that has not occurred weighs 1.
const STEP: u32 = 3;

/// How often each token has occurred, as a Fenwick tree.
struct Counts {
    tree: Vec<u32>,
    single: Vec<u32>,
    total: u32,
}

impl Counts {
    /// Counts of `tokens`, where those of a single byte may occur.
    fn new(tokens: usize) -> Self {
        let mut new = Self { tree: vec![0; tokens.max(1).next_power_of_two() + 1], single: vec![0; tokens], total: 0 };
        (0..256).for_each(|id| new.add(id, 1));
        new
    }

    fn add(&mut self, id: u32, count: u32) {
        self.total += count;
        if let Some(single) = self.single.get_mut(id as usize) {
            *single += count;
        }
        let mut at = id as usize + 1;
        while let Some(sum) = self.tree.get_mut(at) {
            *sum += count;
            at += at & at.wrapping_neg();
        }
    }

    fn of(&self, id: u32) -> u32 {
        self.single.get(id as usize).copied().unwrap_or_default()
    }

    fn before(&self, id: u32) -> u32 {
        let (mut at, mut sum) = (id as usize, 0);
        while at > 0 {
            sum += self.tree.get(at).copied().unwrap_or_default();
            at &= at - 1;
        }
        sum
    }

    /// The token in whose share a number falls, and the sum before it.
    fn find(&self, target: u32) -> (u32, u32) {
        let (mut at, mut sum, mut step) = (0, 0, self.tree.len() - 1);
        while step > 0 {
            let more = self.tree.get(at + step).copied().unwrap_or(u32::MAX);
            if more <= target - sum {
                at += step;
                sum += more;
            }
            step >>= 1;
        }
        (at as u32, sum)
    }
}

/// An interval of an arithmetic code, without carries: where a carry could come, the interval is cut short.
struct Interval {
    low: u64,
    range: u64,
}

impl Interval {
    const NEW: Self = Self { low: 0, range: u64::MAX };

    /// Narrows the interval; calls `byte` for each byte that is settled, with it.
    fn narrow(&mut self, before: u32, count: u32, total: u32, mut byte: impl FnMut(u8)) {
        self.range /= u64::from(total);
        self.low = self.low.wrapping_add(u64::from(before) * self.range);
        self.range *= u64::from(count);
        loop {
            if (self.low ^ self.low.wrapping_add(self.range)) >= 1 << 56 {
                if self.range >= 1 << 48 {
                    return;
                }
                self.range = self.low.wrapping_neg() & ((1 << 48) - 1);
            }
            byte((self.low >> 56) as u8);
            self.low <<= 8;
            self.range <<= 8;
        }
    }
}

/// The code as it is read.
struct Code<'a> {
    rest: &'a [u8],
    /// Bytes that were read beyond the end.
    missing: usize,
    interval: Interval,
    value: u64,
}

impl<'a> Code<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let (first, rest) = bytes.split_first_chunk::<8>().unwrap_or((&[0; 8], &[]));
        Self { rest, missing: 0, interval: Interval::NEW, value: u64::from_be_bytes(*first) }
    }

    /// Reads a part of the token `made`. Never inlined: engines run a function as they first compiled it until it
    /// returns, and compile better what is called often.
    #[inline(never)]
    fn next(&mut self, counts: &mut Counts, made: u32) -> u32 {
        let Self { rest, missing, interval, value } = self;
        let target = value.wrapping_sub(interval.low) / (interval.range / u64::from(counts.total)).max(1);
        let (id, before) = counts.find(target.min(u64::from(counts.total) - 1) as u32);
        interval.narrow(before, counts.of(id), counts.total, |_| {
            let byte = if let Some((&byte, more)) = rest.split_first() {
                *rest = more;
                byte
            } else {
                *missing += 1;
                0
            };
            *value = *value << 8 | u64::from(byte);
        });
        counts.add(id, STEP);
        counts.add(made, 1);
        id
    }
}

pub(super) fn pack(split: Split, words: &Vocabulary) -> Vec<u8> {
    let tokens = words.len();
    let mut packed = [MAGIC.as_slice(), &[split as u8]].concat();
    packed.extend((tokens as u32).to_le_bytes());
    packed.extend(words.checksum().to_le_bytes());
    packed.extend((0..256).flat_map(|id| words.token(id).unwrap_or_default()));
    let mut counts = [Counts::new(tokens), Counts::new(tokens)];
    let mut interval = Interval::NEW;
    for (made, (left, right)) in (256..).zip(words.made_of()) {
        for (counts, id) in counts.iter_mut().zip([left, right]) {
            let before = counts.before(id);
            let count = counts.of(id);
            interval.narrow(before, count, counts.total, |byte| packed.push(byte));
            counts.add(id, STEP);
            counts.add(made, 1);
        }
    }
    packed.extend(interval.low.to_be_bytes());
    packed
}

/// Returns the encoding, or what is wrong.
pub(super) fn unpack(packed: &[u8]) -> Result<(Split, Vocabulary), String> {
    let broken = |why: &str| format!("{} bytes are not an encoding of this version: {why}", packed.len());
    let (Some(b"T1"), Some(head)) = (packed.first_chunk::<2>(), packed.get(..HEAD)) else {
        return Err(broken("they do not begin as one"));
    };
    let split = match head.get(2) {
        Some(0) => Split::Cl100kBase,
        Some(1) => Split::O200kBase,
        _ => return Err(broken("its pattern is not known")),
    };
    let number =
        |at: usize| head.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |bytes| u32::from_le_bytes(*bytes));
    let (tokens, checksum) = (number(3) as usize, number(7));
    if !(256..=MOST_TOKENS).contains(&tokens) {
        return Err(broken("its number of tokens is not possible"));
    }
    let words = head.last_chunk::<256>().and_then(|single| Vocabulary::new(single, tokens));
    let mut words = words.ok_or_else(|| broken("a byte has no token"))?;
    let mut counts = [Counts::new(tokens), Counts::new(tokens)];
    let mut code = Code::new(packed.get(HEAD..).unwrap_or_default());
    for made in 256..tokens as u32 {
        let [left, right] = counts.each_mut().map(|counts| code.next(counts, made));
        if !words.push(left, right) {
            return Err(broken("they are damaged"));
        }
    }
    let missing = code.missing;
    if missing > 0 || words.checksum() != checksum {
        return Err(broken("they are damaged"));
    }
    Ok((split, words))
}
