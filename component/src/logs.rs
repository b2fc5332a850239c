//! The interface `logs`: messages come out as the JSON text that the log holds.

use std::cell::RefCell;

use tooltrim::host::{LogEnd, LogReader, well_formed};

use crate::bindings::exports::tooltrim::core::logs as wit;
use crate::messages::written_format;
use crate::text::wrong;
use crate::{Component, narrow};

impl wit::Guest for Component {
    type LogReader = Reader;

    fn read_session_log(text: String) -> Result<wit::SessionLog, wit::Error> {
        let mut reader = LogReader::new();
        reader.push(&text);
        session_log(reader)
    }

    fn read_session_log_bytes(bytes: Vec<u8>) -> Result<wit::SessionLog, wit::Error> {
        let mut reader = LogReader::new();
        reader.push_bytes(&bytes);
        session_log(reader)
    }
}

fn session_log(mut reader: LogReader) -> Result<wit::SessionLog, wit::Error> {
    let end = reader.finish()?;
    let all = reader.take();
    let texts: Vec<&str> = match &end.path {
        Some(path) => path.iter().filter_map(|at| all.get(*at as usize).map(String::as_str)).collect(),
        None => all.iter().map(String::as_str).collect(),
    };
    let messages = readable(&format!("[{}]", texts.join(",")));
    Ok(wit::SessionLog { messages, facts: facts(end) })
}

/// A log until it ends.
pub(crate) struct Reader(RefCell<Option<LogReader>>);

fn taken(reader: &mut LogReader) -> Vec<String> {
    reader.take().into_iter().map(|message| readable(&message)).collect()
}

impl wit::GuestLogReader for Reader {
    fn new() -> Self {
        Self(RefCell::new(Some(LogReader::new())))
    }

    fn push(&self, text: String) {
        if let Some(reader) = self.0.borrow_mut().as_mut() {
            reader.push(&text);
        }
    }

    fn push_bytes(&self, bytes: Vec<u8>) {
        if let Some(reader) = self.0.borrow_mut().as_mut() {
            reader.push_bytes(&bytes);
        }
    }

    fn take(&self) -> Vec<String> {
        self.0.borrow_mut().as_mut().map(taken).unwrap_or_default()
    }

    fn finish(&self) -> Result<wit::LogEnd, wit::Error> {
        let reader = self.0.take();
        let mut reader = reader.ok_or_else(|| wrong("log: nothing can come after finish()".to_owned()))?;
        let end = reader.finish()?;
        Ok(wit::LogEnd { messages: taken(&mut reader), path: end.path.clone(), facts: facts(end) })
    }
}

fn facts(end: LogEnd) -> wit::LogFacts {
    let reasons = end.reasons.into_iter().map(|reason| wit::LeftOut {
        what: reason.what,
        count: narrow(reason.count),
        line: narrow(reason.line),
    });
    wit::LogFacts {
        format: written_format(end.format),
        agent: end.agent.map(|agent| agent.name().to_owned()),
        skipped: narrow(end.skipped),
        reasons: reasons.collect(),
    }
}

/// A tool that cuts an emoji in two leaves a lone surrogate, which not every host reads.
fn readable(message: &str) -> String {
    well_formed(message).into_owned()
}
