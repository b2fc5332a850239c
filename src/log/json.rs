//! Messages of logs as `serde_json` values.

use alloc::vec::Vec;

use serde_json::Value;

use super::LogAgent;
use super::out::LeftOut;
use super::reader::LogReader;
use crate::error::Error;
use crate::format::MessageFormat;
use crate::tree::well_formed;

/// A session log as messages.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct SessionLog {
    /// The format of the messages.
    pub format: MessageFormat,
    /// The messages of the conversation, in order.
    pub messages: Vec<Value>,
    /// The agent that wrote the log; `None` for messages without a log around them.
    pub agent: Option<LogAgent>,
    /// The number of lines or entries that were not understood.
    pub skipped: u64,
    /// What is in no message: what was not understood, and what was left out on purpose.
    pub reasons: Vec<LeftOut>,
}

/// Reads the log of a coding agent into messages of a format.
///
/// ```
/// use serde_json::json;
/// use tooltrim::{MessageFormat, read_session_log};
/// use tooltrim::messages::LogAgent;
///
/// let log = r#"{"timestamp":"2026-04-08T06:53:41Z","type":"session_meta","payload":{"id":"1","cwd":"/tmp"}}
/// {"timestamp":"2026-04-08T06:53:42Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Which files are there?"}]}}
/// {"timestamp":"2026-04-08T06:53:44Z","type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{\"command\":[\"ls\"]}","call_id":"call_1"}}
/// {"timestamp":"2026-04-08T06:53:45Z","type":"response_item","payload":{"type":"function_call_output","call_id":"call_1","output":"lib.rs"}}
/// "#;
/// let read = read_session_log(log)?;
/// assert_eq!(read.agent, Some(LogAgent::Codex));
/// assert_eq!(read.format, MessageFormat::OpenAiResponses);
/// assert_eq!(read.messages[2], json!({"type": "function_call_output", "call_id": "call_1", "output": "lib.rs"}));
/// assert_eq!(read.skipped, 0);
/// # Ok::<(), tooltrim::Error>(())
/// ```
///
/// The first entry that an agent recognises decides which one it is. Lines that are broken are counted and the rest is
/// read. Texts of results are kept byte for byte, half surrogate pairs excepted, which become U+FFFD. Linear in the
/// text.
///
/// # Errors
/// `InvalidMessages` if the text is empty, or is neither JSON nor JSON Lines; `UnknownFormat` if nothing in it is an
/// entry of a known log or a message of a known format.
pub fn read_session_log(text: &str) -> Result<SessionLog, Error> {
    let mut reader = SessionLogReader::new();
    reader.push(text);
    reader.finish()
}

/// Reads a session log that arrives in pieces: returns what [`read_session_log`] returns for the whole.
///
/// ```
/// use tooltrim::SessionLogReader;
///
/// let mut reader = SessionLogReader::new();
/// for piece in ["{\"role\":\"user\",\"con", "tent\":\"hi\"}\n"] {
///     reader.push(piece);
/// }
/// assert_eq!(reader.finish()?.messages.len(), 1);
/// # Ok::<(), tooltrim::Error>(())
/// ```
///
/// The text of a line is dropped when the line has ended. A log that is one document is held until it ends.
#[derive(Debug, Default)]
pub struct SessionLogReader {
    reader: LogReader,
    messages: Vec<Value>,
}

impl SessionLogReader {
    /// Creates a reader.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the next piece.
    pub fn push(&mut self, text: &str) {
        self.reader.push(text);
        self.take();
    }

    /// Reads the next piece in UTF-8, which may end within a char. Bytes that are not UTF-8 become U+FFFD.
    pub fn push_bytes(&mut self, bytes: &[u8]) {
        self.reader.push_bytes(bytes);
        self.take();
    }

    /// Ends the log.
    ///
    /// # Errors
    /// As [`read_session_log`].
    pub fn finish(mut self) -> Result<SessionLog, Error> {
        let end = self.reader.finish()?;
        self.take();
        let mut messages: Vec<Value> = match end.path {
            None => self.messages,
            Some(path) => {
                let mut all = self.messages;
                path.iter().filter_map(|at| all.get_mut(*at as usize).map(Value::take)).collect()
            }
        };
        let end_skipped = messages.iter().filter(|message| message.is_null()).count() as u64;
        let (mut skipped, mut reasons) = (end.skipped, end.reasons);
        if end_skipped > 0 {
            skipped += end_skipped;
            reasons.push(LeftOut {
                what: "a message with a number that is out of range".into(),
                count: end_skipped,
                line: 1,
            });
            messages.retain(|message| !message.is_null());
        }
        Ok(SessionLog { format: end.format, messages, agent: end.agent, skipped, reasons })
    }

    fn take(&mut self) {
        self.messages.extend(self.reader.take().iter().map(|json| value_of(json)));
    }
}

/// Parses a message. `serde_json` refuses half surrogate pairs, which JavaScript writes.
fn value_of(json: &str) -> Value {
    serde_json::from_str(json).or_else(|_| serde_json::from_str(&well_formed(json))).unwrap_or_default()
}
