//! The crate itself: operations for the table of hosts.
//!
//! `host INPUTS`: see e2e/hosts.

use std::error::Error;
use std::time::Instant;

use serde_json::{Value, json};
use tooltrim::trimming::RescueOptions;
use tooltrim::{Budget, CompactOptions, TrimOptions, compact_messages, estimate_tokens, trim};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("Usage: host INPUTS")?;
    let inputs: Value = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let log = inputs["log"].as_str().ok_or("no log")?;
    let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok()).ok_or("no number");
    let chars = number(&inputs["trimOptions"]["maxChars"])?;
    let window = number(&inputs["compactOptions"]["window"]["chars"])?;
    let messages = inputs["messages"].as_array().ok_or("no messages")?;

    let start = Instant::now();
    trim("a text", 4)?;
    let start_ms = start.elapsed().as_secs_f64() * 1000.0;

    let options = TrimOptions::new().max_chars(chars).rescue(RescueOptions::new());
    let (trim_ms, trimmed) = least(|| Ok(trim(log, &options)?.text.into_owned()))?;
    let (compact_ms, compacted) =
        least(|| Ok(compact_messages(messages, &CompactOptions::new(Budget::Chars(window as u64)))?.messages))?;
    let (estimate_ms, estimate) = least(|| Ok(estimate_tokens(log)))?;
    let ms = json!({"trim": trim_ms, "compact": compact_ms, "estimate": estimate_ms});
    let results = json!({"trim": trimmed, "compact": compacted, "estimate": estimate});
    println!("{}", json!({"startMs": start_ms, "ms": ms, "results": results}));
    Ok(())
}

/// Milliseconds of one call, the least of some for at most about a second; and what it answers.
fn least<T>(mut call: impl FnMut() -> Result<T, Box<dyn Error>>) -> Result<(f64, T), Box<dyn Error>> {
    let (begin, mut best) = (Instant::now(), f64::INFINITY);
    for count in 0.. {
        let start = Instant::now();
        let answer = call()?;
        best = best.min(start.elapsed().as_secs_f64() * 1000.0);
        if count >= 5 && (count >= 200 || begin.elapsed().as_millis() > 700) {
            return Ok((best, answer));
        }
    }
    unreachable!("the range has no end")
}
