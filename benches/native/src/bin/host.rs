//! The crate itself: operations for the table of hosts.
//!
//! `host INPUTS`: see e2e/hosts.

#[path = "../least.rs"]
mod least;

use std::error::Error;
use std::time::Instant;

use least::least;
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
    let (trim_ms, trimmed) = least(|| trim(log, &options).map(|trimmed| trimmed.text.into_owned()))?;
    let compaction = CompactOptions::new(Budget::Chars(window as u64));
    let (compact_ms, compacted) =
        least(|| compact_messages(messages, &compaction).map(|compacted| compacted.messages))?;
    let (estimate_ms, estimate) = least(|| Ok::<_, tooltrim::Error>(estimate_tokens(log)))?;
    let ms = json!({"trim": trim_ms, "compact": compact_ms, "estimate": estimate_ms});
    let results = json!({"trim": trimmed, "compact": compacted, "estimate": estimate});
    println!("{}", json!({"startMs": start_ms, "ms": ms, "results": results}));
    Ok(())
}
