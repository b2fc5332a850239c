//! Answers and errors.

use serde::Serialize;
use tooltrim::Error;

/// An answer: its texts.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    is_fault: bool,
    parts: Vec<Vec<u8>>,
}

/// An error with a stable code.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

impl Answer {
    pub(crate) fn of_fault(code: &str, message: &str) -> Self {
        Self { is_fault: true, parts: vec![code.into(), message.into()] }
    }

    /// Adds a text.
    pub(crate) fn text(mut self, text: impl Into<String>) -> Self {
        self.parts.push(text.into().into_bytes());
        self
    }

    /// Adds numbers, 64 bits wide: -1 for none.
    pub(crate) fn numbers(mut self, numbers: &[Option<u64>]) -> Self {
        let bytes = numbers.iter().flat_map(|number| number.unwrap_or(u64::MAX).to_le_bytes());
        self.parts.push(bytes.collect());
        self
    }

    /// Adds a value as JSON text.
    pub(crate) fn json<T: Serialize + ?Sized>(mut self, value: &T) -> Self {
        // Our own types have string keys and no number that JSON cannot hold.
        self.parts.push(serde_json::to_vec(value).unwrap_or_default());
        self
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        let count = self.parts.len() as i32;
        let size = self.parts.iter().map(Vec::len).sum::<usize>() + (self.parts.len() + 1) * 4;
        let mut bytes = Vec::with_capacity(size);
        bytes.extend(if self.is_fault { -count } else { count }.to_le_bytes());
        for part in &self.parts {
            bytes.extend((part.len() as u32).to_le_bytes());
        }
        for part in self.parts {
            bytes.extend(part);
        }
        bytes
    }
}

impl Fault {
    pub(crate) fn internal(message: &str) -> Self {
        Self { code: "INTERNAL", message: message.to_owned() }
    }

    #[cfg(feature = "full")]
    pub(crate) fn option(message: String) -> Self {
        Self { code: "INVALID_OPTION", message }
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self { code: error.kind().code(), message: error.to_string() }
    }
}

/// The text at a position of a request; an empty one if it is not there.
pub(crate) fn text<'a>(given: &[&'a [u8]], at: usize) -> Result<&'a str, Fault> {
    simdutf8::basic::from_utf8(given.get(at).copied().unwrap_or_default())
        .map_err(|_| Fault::internal("a text is not UTF-8"))
}
