//! The component in wasmtime from Rust: start and operations, for the table of hosts.
//!
//! `host COMPONENT INPUTS`: see e2e/hosts.
#![allow(missing_docs, reason = "generated code has none")]

#[path = "../../../../benches/native/src/least.rs"]
mod least;

use std::time::Instant;

use exports::tooltrim::core::text::{RescueOptions, TrimOptions};
use least::least;
use serde_json::{Value, json};
use wasmtime::component::{Component, Linker, bindgen};
use wasmtime::{Engine, Error, Result, Store};

bindgen!({ path: "../../../wit", world: "tooltrim" });

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (Some(component), Some(inputs)) = (arguments.next(), arguments.next()) else {
        return Err(Error::msg("Usage: host COMPONENT INPUTS"));
    };
    let inputs: Value = serde_json::from_str(&std::fs::read_to_string(inputs)?)?;
    let log = inputs["log"].as_str().unwrap_or_default();
    let chars = inputs["trimOptions"]["maxChars"].as_u64().and_then(|chars| chars.try_into().ok());

    let start = Instant::now();
    let engine = Engine::default();
    let file = Component::from_file(&engine, component)?;
    let mut linker: Linker<()> = Linker::new(&engine);
    linker.define_unknown_imports_as_traps(&file)?;
    let mut store = Store::new(&engine, ());
    let host = Tooltrim::instantiate(&mut store, &file, &linker)?;
    let text = host.tooltrim_core_text();
    let _ = text.call_trim(&mut store, "a text", Some(&options_of(chars, None)))?;
    let start_ms = start.elapsed().as_secs_f64() * 1000.0;

    let rescued = options_of(chars, Some(RescueOptions { share: None, include: None, exclude: None }));
    let (messages, options) = (inputs["messages"].to_string(), inputs["compactOptions"].to_string());
    let failed = |error| Error::msg(format!("{error:?}"));
    let mut trim = || text.call_trim(&mut store, log, Some(&rescued))?.map_err(failed).map(|trimmed| trimmed.text);
    let (trim_ms, trimmed) = least(&mut trim)?;
    let compaction = host.tooltrim_core_compaction();
    let mut compact = || -> Result<Value> {
        let compacted = compaction.call_compact_messages(&mut store, &messages, &options, None, None)?;
        Ok(serde_json::from_str::<Value>(&compacted.map_err(failed)?.messages)?)
    };
    let (compact_ms, compacted) = least(&mut compact)?;
    let (estimate_ms, estimate) = least(|| text.call_estimate_tokens(&mut store, log))?;
    let ms = json!({"trim": trim_ms, "compact": compact_ms, "estimate": estimate_ms});
    let results = json!({"trim": trimmed, "compact": compacted, "estimate": estimate});
    println!("{}", json!({"startMs": start_ms, "ms": ms, "results": results}));
    Ok(())
}

/// Generated records have no default.
fn options_of(max_chars: Option<u32>, rescue: Option<RescueOptions>) -> TrimOptions {
    TrimOptions {
        max_chars,
        rescue,
        preset: None,
        max_utf16: None,
        max_bytes: None,
        max_lines: None,
        max_tokens: None,
        token_margin: None,
        keep: None,
        head_share: None,
        head_chars: None,
        tail_chars: None,
        snap: None,
        marker: None,
        clean: None,
        trim_end: None,
        format: None,
        decode: None,
        count: None,
        label: None,
    }
}
