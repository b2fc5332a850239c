//! UTF-8 that may be cut anywhere, even within a char.

use crate::error::Error;
use crate::text::not_utf8;

/// Decodes bytes that come in pieces, as [`alloc::string::String::from_utf8_lossy`] decodes the whole.
#[derive(Clone, Debug, Default)]
pub(in crate::text) struct Utf8 {
    /// The first bytes of a char that is not finished.
    begun: [u8; 3],
    count: usize,
    /// Bytes before it.
    offset: u64,
}

impl Utf8 {
    /// Calls `each` with decoded text; with `replace`, U+FFFD replaces bytes that are not UTF-8.
    pub(super) fn push(&mut self, bytes: &[u8], replace: bool, mut each: impl FnMut(&str)) -> Result<(), Error> {
        let mut rest = bytes;
        while self.count > 0
            && let Some((&byte, after)) = rest.split_first()
        {
            let [a, b, c] = self.begun;
            let mut four = [a, b, c, 0];
            four.iter_mut().skip(self.count).take(1).for_each(|last| *last = byte);
            let begun = four.get(..=self.count).unwrap_or_default();
            match str::from_utf8(begun) {
                Ok(text) => {
                    each(text);
                    self.skip(begun.len());
                    rest = after;
                }
                Err(error) if error.error_len().is_none() => {
                    self.begin(begun);
                    rest = after;
                }
                // The byte does not continue the sequence, and is read again alone.
                Err(_) => self.finish(replace, &mut each)?,
            }
        }
        while !rest.is_empty() {
            let error = match str::from_utf8(rest) {
                Ok(text) => {
                    each(text);
                    self.offset += rest.len() as u64;
                    return Ok(());
                }
                Err(error) => error,
            };
            let (valid, after) = rest.split_at_checked(error.valid_up_to()).unwrap_or((rest, &[]));
            // Valid as far as this: nothing is lost.
            str::from_utf8(valid).ok().filter(|text| !text.is_empty()).into_iter().for_each(&mut each);
            self.offset += valid.len() as u64;
            let length = error.error_len().unwrap_or(after.len());
            let (bad, after) = after.split_at_checked(length).unwrap_or((after, &[]));
            self.begin(bad);
            if error.error_len().is_some() {
                self.finish(replace, &mut each)?;
            }
            rest = after;
        }
        Ok(())
    }

    /// Ends an incomplete sequence.
    pub(super) fn finish(&mut self, replace: bool, each: impl FnOnce(&str)) -> Result<(), Error> {
        if self.count == 0 {
            return Ok(());
        }
        if !replace {
            return Err(not_utf8(self.begun[0], self.offset));
        }
        each("\u{fffd}");
        self.skip(self.count);
        Ok(())
    }

    /// Counts text that came as text.
    pub(super) fn skip(&mut self, bytes: usize) {
        self.offset += bytes as u64;
        self.count = 0;
    }

    pub(super) fn is_between_chars(&self) -> bool {
        self.count == 0
    }

    fn begin(&mut self, bytes: &[u8]) {
        self.count = bytes.len().min(3);
        self.begun.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
    }
}
