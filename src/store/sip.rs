//! SipHash-1-3 with a result of 128 bits and the key 0, by Aumasson and Bernstein.
//!
//! Own code, because the rounds have to be inlined: those of a crate are called once for every eight bytes in a build
//! for size.

#![allow(clippy::inline_always, reason = "the rounds run for every eight bytes")]

/// The state of a hash; it takes bytes in pieces, cut anywhere.
#[derive(Clone, Debug)]
pub(super) struct Sip {
    state: [u64; 4],
    /// Bytes that do not fill a word yet, from the lowest on, and their number.
    tail: u64,
    filled: usize,
    length: u64,
}

impl Default for Sip {
    fn default() -> Self {
        // "somepseudorandomlygeneratedbytes"; 0xee marks results of 128 bits.
        let state = [0x736f_6d65_7073_6575, 0x646f_7261_6e64_6f6d ^ 0xee, 0x6c79_6765_6e65_7261, 0x7465_6462_7974_6573];
        Self { state, tail: 0, filled: 0, length: 0 }
    }
}

impl Sip {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        let mut rest = bytes;
        while self.filled > 0
            && let Some((byte, after)) = rest.split_first()
        {
            self.add(*byte);
            rest = after;
        }
        let (words, rest) = rest.as_chunks::<8>();
        let mut state = self.state;
        for word in words {
            state = absorbed(state, u64::from_le_bytes(*word));
        }
        self.state = state;
        for byte in rest {
            self.add(*byte);
        }
    }

    fn add(&mut self, byte: u8) {
        self.tail |= u64::from(byte) << (8 * self.filled);
        self.filled += 1;
        if self.filled == 8 {
            self.state = absorbed(self.state, self.tail);
            (self.tail, self.filled) = (0, 0);
        }
    }

    /// Returns the two halves of the hash of what was read so far.
    pub(super) fn finish(&self) -> [u64; 2] {
        let mut state = absorbed(self.state, self.length << 56 | self.tail);
        state[2] ^= 0xee;
        let mut halves = [0; 2];
        for half in &mut halves {
            for _ in 0..3 {
                state = round(state);
            }
            *half = state.iter().fold(0, |sum, word| sum ^ word);
            state[1] ^= 0xdd;
        }
        halves
    }
}

#[inline(always)]
fn absorbed([v0, v1, v2, v3]: [u64; 4], word: u64) -> [u64; 4] {
    let [v0, v1, v2, v3] = round([v0, v1, v2, v3 ^ word]);
    [v0 ^ word, v1, v2, v3]
}

#[inline(always)]
fn round([v0, v1, v2, v3]: [u64; 4]) -> [u64; 4] {
    let (v0, v2) = (v0.wrapping_add(v1), v2.wrapping_add(v3));
    let (v1, v3) = (v1.rotate_left(13) ^ v0, v3.rotate_left(16) ^ v2);
    let (v0, v2) = (v0.rotate_left(32).wrapping_add(v3), v2.wrapping_add(v1));
    let (v1, v3) = (v1.rotate_left(17) ^ v2, v3.rotate_left(21) ^ v0);
    [v0, v1, v2.rotate_left(32), v3]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_as_the_crate_siphasher() {
        #[rustfmt::skip]
        let known = [
            ("", [0x2134_935d_61d9_b40d, 0xb91c_5ed0_31fb_3303]),
            ("a", [0x3710_b5e8_72fb_f647, 0x5fcd_71c2_5537_0408]),
            ("abcdefgh", [0xdc89_567d_86f9_a2c5, 0xef98_55ef_7188_184f]),
            ("The quick brown fox jumps over the lazy dog", [0x7d3d_c76f_96ea_dba7, 0x95bc_e62a_a742_131b]),
        ];
        for (text, halves) in known {
            let mut sip = Sip::default();
            sip.push(text.as_bytes());
            assert_eq!(sip.finish(), halves, "{text}");
        }
    }

    #[test]
    fn pieces_hash_as_the_whole() {
        let text = b"The quick brown fox jumps over the lazy dog";
        let hash = |pieces: &[&[u8]]| {
            let mut sip = Sip::default();
            for piece in pieces {
                sip.push(piece);
            }
            sip.finish()
        };
        for first in 0..text.len() {
            for second in first..text.len() {
                let pieces = [&text[..first], &text[first..second], &text[second..]];
                assert_eq!(hash(&pieces), hash(&[text]), "{first} {second}");
            }
        }
    }
}
