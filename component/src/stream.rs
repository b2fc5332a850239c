//! The resource `trim-stream`.

use std::cell::RefCell;

use tooltrim::{Error, TrimStream};

use crate::bindings::exports::tooltrim::core::text as wit;
use crate::options::trimmer;
use crate::text::{returned, wrong};

/// A stream until it is finished.
pub(crate) struct Stream(RefCell<Option<TrimStream>>);

impl Stream {
    pub(crate) fn open(stream: TrimStream) -> wit::TrimStream {
        wit::TrimStream::new(Self(RefCell::new(Some(stream))))
    }
}

impl wit::GuestTrimStream for Stream {
    fn create(options: Option<wit::TrimOptions>) -> Result<wit::TrimStream, wit::Error> {
        let trimmer = trimmer(options)?;
        trimmer.check_stream()?;
        Ok(Self::open(trimmer.stream()))
    }

    fn push(&self, text: String) {
        if let Some(stream) = self.0.borrow_mut().as_mut() {
            stream.push(&text);
        }
    }

    fn push_bytes(&self, bytes: Vec<u8>) -> Result<(), wit::Error> {
        let mut stream = self.0.borrow_mut();
        Ok(stream.as_mut().map_or(Ok::<(), Error>(()), |stream| stream.push_bytes(&bytes))?)
    }

    fn so_far(&self) -> Result<wit::Trimmed, wit::Error> {
        let so_far = self.0.borrow().as_ref().map(TrimStream::so_far);
        finished(so_far)
    }

    fn finish(&self) -> Result<wit::Trimmed, wit::Error> {
        finished(self.0.take())
    }
}

fn finished(stream: Option<TrimStream>) -> Result<wit::Trimmed, wit::Error> {
    let stream = stream.ok_or_else(|| wrong("finish: the stream has ended".to_owned()))?;
    returned(|| stream.finish())
}
