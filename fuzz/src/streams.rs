//! A text in chunks against the whole: the same result, and the same words to a listener.

use tooltrim::trimming::Decode;
use tooltrim::{TrimOptions, TrimStream, Trimmer};

use crate::input::Input;
use crate::options::all;
use crate::support::streams::{owned, pieces, whole};

/// The longest text that a short body is repeated to.
const LONGEST: usize = 150_000;

/// Options and sizes of chunks first, then the text; a short one may stand many times.
///
/// # Panics
/// When a stream does not give what the whole gives.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    if input.up_to(7) == 0 {
        return decoded(&mut input);
    }
    let sizes = [input.up_to(10), input.up_to(300), input.up_to(70_000)];
    let (as_bytes, times) = (input.flag(), input.pick(&[1, 1, 2, 40, 3000]));
    let options = all(&mut input).options;
    let text = input.text();
    let text = text.repeat(times.min(LONGEST / text.len().max(1)).max(1));
    assert!(pieces(&text, &options, &sizes, as_bytes) == whole(&text, &options), "in chunks of {sizes:?}: {options:?}");
}

/// Bytes that may be no UTF-8.
fn decoded(input: &mut Input<'_>) {
    let (size, limit) = (input.up_to(9) + 1, 40 + input.up_to(400));
    let mut lossy = TrimStream::new(TrimOptions::new().max_chars(limit).decode(Decode::Replace)).expect("options");
    input.body.chunks(size).for_each(|chunk| lossy.push_bytes(chunk).expect("lossy"));
    let expected = tooltrim::trim(&input.text(), limit).map(owned);
    assert_eq!(lossy.finish(), expected, "lossy");

    let expected = Trimmer::new(limit).expect("a limit").trim_bytes(input.body).map(owned);
    let mut strict = TrimStream::new(limit).expect("a limit");
    let failed = input.body.chunks(size).find_map(|chunk| strict.push_bytes(chunk).err());
    assert_eq!(failed.map_or_else(|| strict.finish(), Err), expected, "strict");
}
