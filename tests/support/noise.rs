//! Random noise, and random switches to clean it with.

use proptest::prelude::*;
use tooltrim::CleanOptions;

const NOISE: &[&str] = &[
    "a",
    "word ",
    "\n",
    "\r",
    "\r\n",
    "\x08",
    "\x1b",
    "\x1b[",
    "\x1b[31m",
    "\x1b[0m",
    "\x1b[K",
    "\x1b[2K",
    "\x1b[1K",
    "\x1b[A",
    "\x1b[3A",
    "\x1b[B",
    "\x1b[5C",
    "\x1b[2D",
    "\x1b[9G",
    "\x1b[J",
    "\x1b[2J",
    "\x1b[H",
    "\x1b[2;3H",
    "\x1b7",
    "\x1b8",
    "\x1bM",
    "\x1bc",
    "\x1b]0;t",
    "\x07",
    "\x1b\\",
    "\u{9b}",
    "\u{9b}1m",
    "\u{9d}",
    "\u{85}",
    "\u{e9}",
    "\u{672c}",
    "\u{1f600}",
    "   ",
    "\t",
    "same line\n",
    "other line of text\n",
    "12%\n",
    "13%\n",
    "took 3 ms\n",
    "took 4 ms\n",
    "took 12.5 s of it, at most, perhaps\n",
    "took 13.5 s of it, at most, perhaps\n",
    "}\n",
    " }\n",
    "1:02:03",
    "[... \u{d7}5 more of the line above ...]\n",
    "[... \u{d7}5 similar lines ...]\n",
    "[base64, 300 bytes]",
    "[... 12 chars ...]",
    "=",
    "==",
    ".",
    ";base64,",
    "data:image/png;base64,",
    "iVBORw0KGgo",
    "eyJ",
    "Aa0Bb1Cc2Dd3Ee4Ff5Gg6Hh7Ii8Jj9Kk0Ll1Mm2Nn3Oo4Pp5Qq6Rr7Ss8Tt9Uu0Vv",
    "0123456789abcdef",
    "Zz9",
    "-",
    "/",
];

pub fn noisy() -> impl Strategy<Value = String> {
    let some = || proptest::collection::vec(proptest::sample::select(NOISE), 1..5).prop_map(|pieces| pieces.concat());
    let piece = prop_oneof![
        3 => some(),
        2 => (some(), 1..60_usize).prop_map(|(piece, times)| piece.repeat(times)),
        1 => (some(), 1..12_usize).prop_map(|(piece, times)| (piece + "\n").repeat(times)),
    ];
    proptest::collection::vec(piece, 0..25).prop_map(|pieces| pieces.concat())
}

pub fn switches() -> impl Strategy<Value = CleanOptions> {
    let any =
        (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>()).prop_map(|(a, c, r, b, l)| {
            CleanOptions::new().ansi(a).carriage_returns(c).repeated_lines(r).base64(b).long_lines(l)
        });
    prop_oneof![Just(CleanOptions::all()), Just(CleanOptions::all().long_lines(true)), any]
}
