//! Merges the bytes of a piece that is no token itself: the two neighbours that make the token of the lowest rank are
//! joined first, of equal ones the leftmost, until no two neighbours make a token.
//!
//! A token is always made of tokens of lower rank ([`Vocabulary::push`] makes sure of it), hence ranks never fall on
//! the way: a long piece needs no heap, but buckets that are emptied in order, and its time is linear.

use alloc::vec;
use alloc::vec::Vec;

use super::vocabulary::{NONE, Vocabulary};

/// Parts of a piece that is searched for the lowest rank at each step: as many as a set of bits holds.
const SHORT: usize = 64;
/// A rank and, in the lowest bits, a position: the least of them is the next to be joined.
const POSITION_BITS: u32 = SHORT.trailing_zeros();

impl Vocabulary {
    /// Calls `each` with the tokens of a piece, in order.
    #[inline(always)]
    pub(super) fn encode_piece(&self, piece: &[u8], each: impl FnMut(u32)) {
        let whole = self.find(piece);
        self.encode_if(whole, piece, each);
    }

    #[inline(always)]
    fn encode_if(&self, whole: u32, piece: &[u8], mut each: impl FnMut(u32)) {
        if whole != NONE {
            each(whole);
            return;
        }
        let mut ids = [NONE; SHORT];
        let (mut at, mut length) = (0, 0);
        while at < piece.len() {
            let (id, bytes) = self.first(piece.get(at..).unwrap_or_default());
            let Some(part) = ids.get_mut(length) else {
                Merging::new(self, piece).run().into_iter().for_each(each);
                return;
            };
            *part = id;
            length += 1;
            at += bytes;
        }
        self.merge_short(&mut ids, length, each);
    }

    #[inline(always)]
    fn merge_short(&self, ids: &mut [u32; SHORT], length: usize, mut each: impl FnMut(u32)) {
        let mut keys = [NONE; SHORT];
        for (at, key) in keys.iter_mut().enumerate().take(length.saturating_sub(1)) {
            *key = key_of(self.merge_first(ids[at & 63], ids[(at + 1) & 63]), at as u32);
        }
        // The parts at which a token begins.
        let mut begins = u64::MAX >> (SHORT - length.clamp(1, SHORT)) as u32;
        let known = length.saturating_sub(1).min(SHORT);
        loop {
            let least = keys[..known].iter().fold(NONE, |least, &key| least.min(key));
            if least == NONE {
                break;
            }
            let at = least & (SHORT as u32 - 1);
            let next = following(begins, at);
            begins &= !(1 << (next & 63));
            ids[at as usize & 63] = least >> POSITION_BITS;
            keys[next as usize & 63] = NONE;
            let after = following(begins, at);
            keys[at as usize & 63] = match after {
                64.. => NONE,
                _ => key_of(self.merge(least >> POSITION_BITS, ids[after as usize & 63]), at),
            };
            let before = begins & ((1 << at) - 1);
            if before != 0 {
                let before = before.ilog2();
                keys[before as usize & 63] =
                    key_of(self.merge(ids[before as usize & 63], least >> POSITION_BITS), before);
            }
        }
        while begins != 0 {
            each(ids[begins.trailing_zeros() as usize & 63]);
            begins &= begins - 1;
        }
    }
}

#[inline(always)]
fn key_of(rank: u32, at: u32) -> u32 {
    if rank == NONE { NONE } else { rank << POSITION_BITS | at }
}

/// The first member of a set of bits after a position, or 64.
#[inline(always)]
fn following(bits: u64, at: u32) -> u32 {
    // In two steps, as a number cannot be shifted by all its bits.
    let above = bits >> at >> 1;
    if above == 0 { 64 } else { at + 1 + above.trailing_zeros() }
}

/// A token of a long piece, at the place of its first part.
#[derive(Clone, Copy)]
struct Node {
    id: u32,
    /// The rank of what it makes with the next one.
    rank: u32,
    before: u32,
    next: u32,
}

/// The merging of one long piece.
struct Merging<'a> {
    words: &'a Vocabulary,
    nodes: Vec<Node>,
    /// Ranks and places by the highest bit in which a rank differs from the one that is joined now.
    buckets: [Vec<(u32, u32)>; 33],
    now: u32,
}

impl<'a> Merging<'a> {
    fn new(words: &'a Vocabulary, piece: &[u8]) -> Self {
        let nodes = Vec::with_capacity(piece.len());
        let mut new = Self { words, nodes, buckets: [const { Vec::new() }; 33], now: 0 };
        let (mut from, mut id) = (0, NONE);
        let mut at = 0_u32;
        while from < piece.len() {
            let (next, bytes) = words.first(piece.get(from..).unwrap_or_default());
            if let Some(last) = new.nodes.last_mut() {
                let rank = words.merge_first(id, next);
                (last.rank, last.next) = (rank, at);
                new.push(rank, at - 1);
            }
            new.nodes.push(Node { id: next, rank: NONE, before: at.wrapping_sub(1), next: NONE });
            (from, id, at) = (from + bytes, next, at + 1);
        }
        new
    }

    #[inline(always)]
    fn push(&mut self, rank: u32, at: u32) {
        if rank != NONE {
            let bucket = (32 - (rank ^ self.now).leading_zeros()) as usize;
            if let Some(bucket) = self.buckets.get_mut(bucket) {
                bucket.push((rank, at));
            }
        }
    }

    /// Takes the places of the lowest rank, from left to right.
    fn take_lowest(&mut self) -> Option<Vec<(u32, u32)>> {
        let bucket = self.buckets.iter_mut().find(|bucket| !bucket.is_empty())?;
        let pairs = core::mem::take(bucket);
        self.now = pairs.iter().map(|pair| pair.0).min()?;
        for &(rank, at) in &pairs {
            self.push(rank, at);
        }
        let mut lowest = core::mem::take(&mut self.buckets[0]);
        // They are in order for the most part, which takes the sort little more than a look.
        lowest.sort_unstable();
        Some(lowest)
    }

    fn node(&mut self, at: u32) -> Option<&mut Node> {
        self.nodes.get_mut(at as usize)
    }

    fn run(mut self) -> Vec<u32> {
        while let Some(lowest) = self.take_lowest() {
            for (rank, at) in lowest {
                self.join(rank, at);
            }
        }
        let mut ids = vec![];
        let mut at = 0;
        while let Some(&mut Node { id, next, .. }) = self.node(at) {
            ids.push(id);
            at = next;
        }
        ids
    }

    #[inline(always)]
    fn join(&mut self, rank: u32, at: u32) -> Option<()> {
        let Node { rank: is, before, next, .. } = *self.node(at)?;
        if is != rank {
            // One of the two has been joined with another since.
            return None;
        }
        let second = self.node(next)?;
        second.rank = NONE;
        let after = second.next;
        let right = match self.node(after) {
            Some(third) => {
                third.before = at;
                let third = third.id;
                self.words.merge(rank, third)
            }
            None => NONE,
        };
        let joined = self.node(at)?;
        (joined.id, joined.rank, joined.next) = (rank, right, after);
        self.push(right, at);
        let first = self.node(before)?;
        let left = first.id;
        let left = self.words.merge(left, rank);
        self.node(before)?.rank = left;
        self.push(left, before);
        Some(())
    }
}
