//! Session logs of coding agents. An instance of the module reads one at a time.

use std::cell::RefCell;

use serde_json::json;
use tooltrim::host::LogReader;
use tooltrim::messages::LogAgent;

use crate::answer::{Answer, Fault};

thread_local! {
    static READER: RefCell<LogReader> = RefCell::new(LogReader::new());
}

pub(crate) fn answer(operation: &str, given: &[&[u8]]) -> Option<Result<Answer, Fault>> {
    Some(match operation {
        "log_push" => {
            READER.with_borrow_mut(|reader| reader.push_bytes(given.first().copied().unwrap_or_default()));
            Ok(Answer::default())
        }
        "log_finish" => finish(),
        _ => return None,
    })
}

/// The messages that are complete, as a JSON list.
fn taken() -> String {
    let messages = READER.with_borrow_mut(LogReader::take);
    ["[", &messages.join(","), "]"].concat()
}

fn finish() -> Result<Answer, Fault> {
    let end = READER.with_borrow_mut(LogReader::finish);
    let rest = taken();
    READER.set(LogReader::new());
    let end = end?;
    let about = json!({
        "format": end.format.name(),
        "agent": end.agent.map(LogAgent::name),
        "path": end.path,
        "skipped": end.skipped,
        "reasons": end.reasons,
    });
    Ok(Answer::default().json(&about).text(rest))
}
