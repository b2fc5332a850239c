//! Small logs of our own in `own/`, one for each agent and oddity: Rust and TypeScript read them alike.
//!
//! `TOOLTRIM_BLESS=1 cargo test session_logs` writes the golden file anew; read the diff before committing it.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use tooltrim::messages::LogAgent;
use tooltrim::{Error, extract_tool_calls, read_session_log, validate_messages};

use super::golden_file;

/// The logs, by name.
pub fn own() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("session_logs/own");
    let mut logs: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|file| {
            let path = file.unwrap().path();
            (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(&path).unwrap())
        })
        .collect();
    logs.sort();
    logs
}

pub fn result(text: &str) -> Result<Value, Error> {
    let log = read_session_log(text)?;
    let reasons = log.reasons.iter().map(|left| json!({"what": left.what, "count": left.count, "line": left.line}));
    let problems = validate_messages(&log.messages, Some(log.format))?;
    let calls = extract_tool_calls(&log.messages, Some(log.format))?;
    Ok(json!({
        "format": log.format.name(),
        "agent": log.agent.map(LogAgent::name),
        "skipped": log.skipped,
        "reasons": reasons.collect::<Vec<_>>(),
        "messages": log.messages,
        "problems": problems.iter().map(|problem| [problem.path.clone(), problem.rule.name().into()]).collect::<Vec<_>>(),
        "calls": calls.len(),
    }))
}

#[test]
fn own_logs_give_the_golden_results() {
    let cases = own().into_iter().map(|(name, text)| match result(&text) {
        Ok(result) => json!({"name": name, "text": text, "result": result}),
        Err(error) => {
            let error = json!({"code": error.kind().code(), "message": error.message()});
            json!({"name": name, "text": text, "error": error})
        }
    });
    golden_file::check("logs.json", "agents", &json!({"agents": [], "cases": cases.collect::<Vec<_>>()}));
}
