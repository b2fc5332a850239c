//! Inputs out of seeds: cut, doubled, spliced, with bits flipped and words of a dictionary put in.

use crate::input::HEAD;

/// Choices that are the same for the same seed (splitmix64).
#[derive(Debug)]
pub struct Dice(u64);

impl Dice {
    /// Starts at a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below another one; 0 below 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn range(&mut self, length: usize) -> (usize, usize) {
        let from = self.below(length + 1);
        // Short pieces more often than long ones.
        let most = (length - from).min(1 << self.below(12));
        (from, from + self.below(most + 1))
    }
}

/// A new input.
///
/// # Panics
/// Without seeds.
#[must_use]
pub fn mutated(seeds: &[Vec<u8>], words: &[String], longest: usize, dice: &mut Dice) -> Vec<u8> {
    let mut data = seeds[dice.below(seeds.len())].clone();
    // Options are chosen anew most of the time.
    for byte in data.iter_mut().take(HEAD) {
        if dice.below(3) > 0 {
            *byte = dice.next() as u8;
        }
    }
    for _ in 0..dice.below(6) {
        mutate(&mut data, seeds, words, dice);
    }
    data.truncate(longest);
    data
}

fn mutate(data: &mut Vec<u8>, seeds: &[Vec<u8>], words: &[String], dice: &mut Dice) {
    let start = HEAD.min(data.len());
    let (from, to) = dice.range(data.len() - start);
    let (from, to) = (from + start, to + start);
    match dice.below(8) {
        0 => drop(data.drain(from..to)),
        1 => data.truncate(to),
        2 => {
            let piece = data[from..to].repeat(1 + dice.below(20));
            data.splice(to..to, piece);
        }
        3 if from < data.len() => data[from] ^= 1 << dice.below(8),
        4 if from < data.len() => data[from] = dice.next() as u8,
        5 => {
            let other = &seeds[dice.below(seeds.len())];
            let start = HEAD.min(other.len());
            let (first, last) = dice.range(other.len() - start);
            data.splice(from..to, other[start + first..start + last].iter().copied());
        }
        _ if !words.is_empty() => {
            let word = &words[dice.below(words.len())];
            data.splice(from..if dice.below(2) == 0 { from } else { to }, word.bytes());
        }
        _ => {}
    }
}
