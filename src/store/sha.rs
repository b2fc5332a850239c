//! SHA-256 (FIPS 180-4).
//!
//! Own code, because the rounds have to be inlined: those of a crate are called one by one in a build for size.

#![allow(clippy::inline_always, reason = "the rounds run for each byte")]

/// Fractional parts of the square roots of the first eight primes.
const START: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

/// Fractional parts of the cube roots of the first 64 primes.
#[rustfmt::skip]
const ROOTS: [u32; 64] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
];

/// The state of a hash; it takes bytes in pieces, cut anywhere.
#[derive(Clone, Debug)]
pub(super) struct Sha {
    state: [u32; 8],
    /// Bytes that do not fill a block yet, and their number.
    tail: [u8; 64],
    filled: usize,
    length: u64,
}

impl Default for Sha {
    fn default() -> Self {
        Self { state: START, tail: [0; 64], filled: 0, length: 0 }
    }
}

impl Sha {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        let mut rest = bytes;
        if self.filled > 0 {
            let room = &mut self.tail[self.filled..];
            let (now, after) = rest.split_at(room.len().min(rest.len()));
            room[..now.len()].copy_from_slice(now);
            (self.filled, rest) = (self.filled + now.len(), after);
            if self.filled < self.tail.len() {
                return;
            }
            absorb(&mut self.state, &self.tail);
        }
        let (blocks, rest) = rest.as_chunks::<64>();
        for block in blocks {
            absorb(&mut self.state, block);
        }
        self.tail[..rest.len()].copy_from_slice(rest);
        self.filled = rest.len();
    }

    /// The bytes read so far.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Returns the hash of what was read so far, as big-endian words.
    pub(super) fn finish(&self) -> [u32; 8] {
        let mut last = self.clone();
        let padding = 64 - (last.filled + 8) % 64;
        let mut end = [0; 72];
        end[0] = 0x80;
        end[padding..padding + 8].copy_from_slice(&(self.length * 8).to_be_bytes());
        last.push(&end[..padding + 8]);
        last.state
    }
}

fn absorb(state: &mut [u32; 8], block: &[u8; 64]) {
    let mut words = [0; 16];
    for (word, bytes) in words.iter_mut().zip(block.as_chunks::<4>().0) {
        *word = u32::from_be_bytes(*bytes);
    }
    let mut now = *state;
    for (at, root) in ROOTS.iter().enumerate() {
        if at >= 16 {
            let (before, after) = (words[(at + 1) & 15], words[(at + 14) & 15]);
            let low = before.rotate_right(7) ^ before.rotate_right(18) ^ before >> 3;
            let high = after.rotate_right(17) ^ after.rotate_right(19) ^ after >> 10;
            words[at & 15] = words[at & 15].wrapping_add(low).wrapping_add(words[(at + 9) & 15]).wrapping_add(high);
        }
        now = round(now, root.wrapping_add(words[at & 15]));
    }
    for (word, new) in state.iter_mut().zip(now) {
        *word = word.wrapping_add(new);
    }
}

#[inline(always)]
#[allow(clippy::many_single_char_names, reason = "the names of the standard")]
fn round([a, b, c, d, e, f, g, h]: [u32; 8], word: u32) -> [u32; 8] {
    let chosen = g ^ (e & (f ^ g));
    let mixed = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
    let first = h.wrapping_add(mixed).wrapping_add(chosen).wrapping_add(word);
    let majority = (a & b) | (c & (a | b));
    let second = (a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22)).wrapping_add(majority);
    [first.wrapping_add(second), a, b, c, d.wrapping_add(first), e, f, g]
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;

    use super::*;

    fn hex(bytes: &[u8]) -> String {
        let mut sha = Sha::default();
        sha.push(bytes);
        sha.finish().map(|word| format!("{word:08x}")).concat()
    }

    #[test]
    fn hashes_as_sha256sum() {
        for (text, hash) in [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            ),
        ] {
            assert_eq!(hex(text.as_bytes()), hash, "{text}");
        }
        assert_eq!(hex(&[b'a'; 1000]), "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3");
    }

    #[test]
    fn pieces_hash_as_the_whole() {
        let text: [u8; 200] = core::array::from_fn(|at| at as u8);
        for end in 100..text.len() {
            let mut whole = Sha::default();
            whole.push(&text[..end]);
            for cut in 0..end {
                let mut sha = Sha::default();
                sha.push(&text[..cut]);
                sha.push(&text[cut..end]);
                assert_eq!(sha.finish(), whole.finish(), "{cut} of {end}");
            }
        }
    }
}
