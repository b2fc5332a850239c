//! The interface `logs`: messages come out as the JSON text that the log holds.

use std::cell::RefCell;

use tooltrim::host::{JsonTree, LogEnd, LogReader, detect_format_of};
use tooltrim::{ErrorKind, MessageFormat};

use crate::bindings::exports::tooltrim::core::logs as wit;
use crate::json::well_formed;
use crate::messages::{json, written_format};
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
    let messages = readable(format!("[{}]", texts.join(",")));
    let facts = facts(end, || format_of(&messages));
    Ok(wit::SessionLog { messages, facts })
}

/// A log until it ends.
pub(crate) struct Reader(RefCell<Option<Reading>>);

#[derive(Default)]
struct Reading {
    reader: LogReader,
    /// Some of the messages that were taken, for a log whose format their shape decides.
    first: Vec<String>,
}

/// Messages that are remembered: later ones seldom decide a format.
const FIRST: usize = 200;

impl Reading {
    fn take(&mut self) -> Vec<String> {
        let taken: Vec<String> = self.reader.take().into_iter().map(readable).collect();
        let room = FIRST.saturating_sub(self.first.len());
        self.first.extend(taken.iter().take(room).cloned());
        taken
    }
}

impl wit::GuestLogReader for Reader {
    fn new() -> Self {
        Self(RefCell::new(Some(Reading::default())))
    }

    fn push(&self, text: String) {
        if let Some(reading) = self.0.borrow_mut().as_mut() {
            reading.reader.push(&text);
        }
    }

    fn push_bytes(&self, bytes: Vec<u8>) {
        if let Some(reading) = self.0.borrow_mut().as_mut() {
            reading.reader.push_bytes(&bytes);
        }
    }

    fn take(&self) -> Vec<String> {
        self.0.borrow_mut().as_mut().map(Reading::take).unwrap_or_default()
    }

    fn finish(&self) -> Result<wit::LogEnd, wit::Error> {
        let reading = self.0.take();
        let mut reading = reading.ok_or_else(|| wrong("log: nothing can come after finish()".to_owned()))?;
        let end = reading.reader.finish()?;
        let messages = reading.take();
        let path = end.path.clone();
        let facts = facts(end, || format_of(&format!("[{}]", reading.first.join(","))));
        Ok(wit::LogEnd { messages, path, facts })
    }
}

fn facts(end: LogEnd, by_shape: impl FnOnce() -> Option<MessageFormat>) -> wit::LogFacts {
    let format = end.format.or_else(by_shape).unwrap_or(MessageFormat::OpenAiChat);
    let reasons = end.reasons.into_iter().map(|reason| wit::LeftOut {
        what: reason.what,
        count: narrow(reason.count),
        line: narrow(reason.line),
    });
    wit::LogFacts {
        format: written_format(format),
        agent: end.agent.map(|agent| agent.name().to_owned()),
        skipped: narrow(end.skipped),
        reasons: reasons.collect(),
    }
}

/// A tool that cuts an emoji in two leaves a lone surrogate, which not every host reads.
fn readable(message: String) -> String {
    if message.contains("\\u") { well_formed(&message) } else { message }
}

/// The format of messages by their shape.
fn format_of(messages: &str) -> Option<MessageFormat> {
    let parsed = json(messages, "messages", ErrorKind::InvalidMessages).ok()?;
    detect_format_of(&JsonTree::Value(&parsed))
}
