//! Values out of any bytes: what no mutation of a JSON text would survive to become.

use arbitrary::Unstructured;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Map, Value, json};

use crate::harm::WORDS;

/// Names and texts that rules of values look at.
const TEXTS: [&str; 16] = [
    "",
    "a",
    "...",
    "text",
    "data",
    "[3 items omitted]",
    "[2 keys omitted]",
    "error: disk full\n",
    "\u{1f469}\u{200d}\u{1f680}",
    "e\u{301}",
    "\u{1}\"\\",
    "iVBORw0KGgoAAAANSUhEUgAA",
    "{\"a\":[1,2,{\"b\":\"c\"}]}",
    "value exceeds size limit (6000 bytes, max 2000) [content truncated for context limit]",
    "cut",
    "a name that is long enough to be shortened when there is little room for it",
];

/// Bytes of texts and values together: some bytes choose long ones.
const MOST: usize = 20_000;
/// Deeper values are rare, and made on purpose.
const DEEPEST: usize = 12;

/// The body as JSON, or else as choices of a value.
#[must_use]
pub fn value(body: &[u8]) -> Value {
    serde_json::from_slice(body).unwrap_or_else(|_| chosen(&mut Unstructured::new(body), 0, &mut MOST.clone()))
}

/// A value, of at most so many bytes that `left` says.
fn chosen(bytes: &mut Unstructured<'_>, depth: usize, left: &mut usize) -> Value {
    let below = |bytes: &mut Unstructured<'_>, most| bytes.int_in_range(0..=most).unwrap_or_default();
    let text = |bytes: &mut Unstructured<'_>, left: &mut usize| {
        let piece = TEXTS[below(bytes, TEXTS.len() - 1)];
        let times = [1, 1, 2, 7, 40, 300][below(bytes, 5)].min(*left / piece.len().max(1));
        *left -= piece.len() * times;
        piece.repeat(times)
    };
    *left = left.saturating_sub(1);
    match below(bytes, if depth < DEEPEST { 12 } else { 7 }) {
        _ if *left == 0 => Value::Null,
        0 => Value::Null,
        1 => json!(below(bytes, 1) == 1),
        2 => json!(bytes.arbitrary::<i64>().unwrap_or_default()),
        3 => json!(bytes.arbitrary::<f64>().unwrap_or_default()),
        4..=7 => json!(text(bytes, left)),
        8 => {
            // A chain: depth is a limit as well.
            let levels = below(bytes, 200);
            let inner = chosen(bytes, DEEPEST, left);
            (0..levels).fold(inner, |inner, at| if at % 2 == 0 { json!([inner]) } else { json!({"a": inner}) })
        }
        9 | 10 => {
            let (count, times) = (below(bytes, 9), [1, 1, 3, 30][below(bytes, 3)]);
            let before = *left;
            let items: Vec<Value> = (0..count).map(|_| chosen(bytes, depth + 1, left)).collect();
            let times = times.min(1 + *left / (before - *left).max(1));
            *left = left.saturating_sub((before - *left) * (times - 1));
            items.iter().cycle().take(count * times).cloned().collect()
        }
        _ => {
            let count = below(bytes, 9);
            let members = (0..count).map(|at| {
                let name = text(bytes, left);
                (if below(bytes, 3) == 0 { format!("{name}{at}") } else { name }, chosen(bytes, depth + 1, left))
            });
            Value::Object(members.collect::<Map<_, _>>())
        }
    }
}

/// What a strategy of the tests draws with these bytes as its seed; the first 32 count.
///
/// Not `RngAlgorithm::PassThrough`: after the last byte it draws zeros, which a sampler may refuse forever.
///
/// # Panics
/// When the strategy gives up: none of ours filters.
pub fn drawn<S: Strategy>(strategy: &S, bytes: &[u8]) -> S::Value {
    let mut seed = [0; 32];
    seed.iter_mut().zip(bytes).for_each(|(seed, byte)| *seed = *byte);
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    strategy.new_tree(&mut runner).expect("a strategy without filters").current()
}

/// Objects of the words that formats know, as the bytes choose.
#[must_use]
pub fn hostile(body: &[u8]) -> Vec<Value> {
    let mut bytes = Unstructured::new(body);
    let count = bytes.int_in_range(0..=8).unwrap_or_default();
    (0..count).map(|_| worded(&mut bytes, 0)).collect()
}

fn worded(bytes: &mut Unstructured<'_>, depth: usize) -> Value {
    let count = bytes.int_in_range(0..=6).unwrap_or_default();
    let word = |bytes: &mut Unstructured<'_>| (*bytes.choose(WORDS).unwrap_or(&"role")).to_owned();
    let members = (0..count).map(|_| {
        let name = word(bytes);
        let kind = bytes.int_in_range(0..=if depth < 4 { 11 } else { 7 }).unwrap_or_default();
        let value = match kind {
            0..=3 => json!(word(bytes)),
            4 => Value::Null,
            5 => json!(bytes.int_in_range(-2..=5).unwrap_or_default()),
            6 => json!({"type": "ephemeral"}),
            7 => json!(TEXTS[bytes.int_in_range(0..=TEXTS.len() - 1).unwrap_or_default()]),
            8 | 9 => worded(bytes, depth + 1),
            _ => (0..bytes.int_in_range(0..=3).unwrap_or_default()).map(|_| worded(bytes, depth + 1)).collect(),
        };
        (name, value)
    });
    Value::Object(members.collect())
}
