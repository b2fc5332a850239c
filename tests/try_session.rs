#![allow(missing_docs)]
use serde_json::Value;
use tooltrim::*;
#[test]
fn t() {
    let v: Value =
        serde_json::from_str(&std::fs::read_to_string("examples/data/coding-session.json").unwrap()).unwrap();
    let mut calls = vec![];
    for m in v["messages"].as_array().unwrap() {
        for c in m["calls"].as_array().unwrap_or(&vec![]) {
            let mut t = ToolCall::new(
                c["callId"].as_str().unwrap(),
                c["name"].as_str().unwrap(),
                c["result"].as_str().unwrap(),
            )
            .args(c["args"].clone());
            t.is_error = c["isError"] == true;
            calls.push(t);
        }
    }
    for n in [30, 60, 100, 150] {
        let n = n.min(calls.len());
        for limit in [500, 1500] {
            let t = compute_truncation(&calls[..n], &TruncationConfig::new().max_history_summary_tokens(limit));
            let s = t.summary.unwrap();
            println!("--- {n} {limit} -> {} saved {}\n{}", estimate_tokens(&s), t.tokens_saved, s);
        }
    }
}
