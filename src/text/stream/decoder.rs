//! Bytes as text: UTF-8, or UTF-16 where the first bytes say so.

use alloc::string::String;
use alloc::vec::Vec;

use super::utf8::Utf8;
use crate::error::Error;
use crate::text::encoding::{Encoding, encoding, not_utf16, tells};

/// Decodes bytes that come in pieces.
#[derive(Clone, Debug, Default)]
pub(in crate::text) enum Decoder {
    /// Nothing was read.
    #[default]
    New,
    Begun(Vec<u8>),
    Utf8(Utf8),
    Utf16(Utf16),
}

impl Decoder {
    /// Calls `each` with decoded text; with `replace`, U+FFFD replaces invalid bytes.
    pub(in crate::text) fn push(
        &mut self,
        bytes: &[u8],
        replace: bool,
        mut each: impl FnMut(&str),
    ) -> Result<(), Error> {
        match self {
            Self::Utf8(utf8) => return utf8.push(bytes, replace, each),
            Self::Utf16(utf16) => return utf16.push(bytes, replace, each),
            Self::New if tells(bytes) => {
                *self = Self::of(encoding(bytes));
                return self.push(bytes, replace, each);
            }
            Self::New => *self = Self::Begun(bytes.into()),
            Self::Begun(held) => held.extend_from_slice(bytes),
        }
        if let Self::Begun(held) = self
            && tells(held)
        {
            return self.decide(replace, &mut each);
        }
        Ok(())
    }

    /// Ends the text; an incomplete char is an error, or U+FFFD.
    pub(in crate::text) fn finish(&mut self, replace: bool, mut each: impl FnMut(&str)) -> Result<(), Error> {
        self.decide(replace, &mut each)?;
        match self {
            Self::Utf8(utf8) => utf8.finish(replace, each),
            Self::Utf16(utf16) => utf16.finish(replace, each),
            Self::New | Self::Begun(_) => Ok(()),
        }
    }

    /// Reads the first bytes, if they were held.
    pub(super) fn decide(&mut self, replace: bool, each: &mut impl FnMut(&str)) -> Result<(), Error> {
        let Self::Begun(held) = self else { return Ok(()) };
        let held = core::mem::take(held);
        *self = Self::of(encoding(&held));
        match self {
            Self::Utf16(utf16) => utf16.push(&held, replace, each),
            Self::Utf8(utf8) => utf8.push(&held, replace, each),
            Self::New | Self::Begun(_) => Ok(()),
        }
    }

    /// Counts text that came as text.
    pub(super) fn skip(&mut self, bytes: usize) {
        match self {
            Self::Utf8(utf8) => utf8.skip(bytes),
            Self::Utf16(utf16) => utf16.offset += bytes as u64,
            Self::New | Self::Begun(_) => {
                let mut utf8 = Utf8::default();
                utf8.skip(bytes);
                *self = Self::Utf8(utf8);
            }
        }
    }

    pub(super) fn is_between_chars(&self) -> bool {
        match self {
            Self::New => true,
            Self::Begun(_) => false,
            Self::Utf8(utf8) => utf8.is_between_chars(),
            Self::Utf16(utf16) => utf16.is_between_chars(),
        }
    }

    fn of(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Utf8 => Self::Utf8(Utf8::default()),
            Encoding::Utf16 { big } => Self::Utf16(Utf16 { big, ..Utf16::default() }),
        }
    }
}

/// UTF-16 that may be cut anywhere.
#[derive(Clone, Debug, Default)]
pub(in crate::text) struct Utf16 {
    big: bool,
    /// The first byte of a unit, and a first half of a pair.
    byte: Option<u8>,
    half: Option<u16>,
    /// Bytes before them.
    offset: u64,
}

impl Utf16 {
    fn push(&mut self, bytes: &[u8], replace: bool, mut each: impl FnMut(&str)) -> Result<(), Error> {
        let mut text = String::with_capacity(bytes.len());
        let result = bytes.iter().try_for_each(|&byte| {
            let Some(first) = self.byte.take() else {
                self.byte = Some(byte);
                return Ok(());
            };
            let pair = [first, byte];
            let unit = if self.big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) };
            self.unit(unit, replace, &mut text)
        });
        each(&text);
        result
    }

    fn unit(&mut self, unit: u16, replace: bool, text: &mut String) -> Result<(), Error> {
        if let Some(half) = self.half.take() {
            if let Some(Ok(both)) = char::decode_utf16([half, unit]).next() {
                text.push(both);
                self.offset += 4;
                return Ok(());
            }
            self.lone(half, replace, |bad| text.push_str(bad))?;
        }
        match unit {
            0xd800..0xdc00 => self.half = Some(unit),
            0xdc00..0xe000 => self.lone(unit, replace, |bad| text.push_str(bad))?,
            unit => {
                text.extend(char::from_u32(u32::from(unit)));
                self.offset += 2;
            }
        }
        Ok(())
    }

    fn finish(&mut self, replace: bool, mut each: impl FnMut(&str)) -> Result<(), Error> {
        for unit in [self.half.take(), self.byte.take().map(u16::from)].into_iter().flatten() {
            self.lone(unit, replace, &mut each)?;
        }
        Ok(())
    }

    /// Half a pair, or half a unit.
    fn lone(&mut self, unit: u16, replace: bool, each: impl FnOnce(&str)) -> Result<(), Error> {
        if !replace {
            return Err(not_utf16(unit, self.offset));
        }
        each("\u{fffd}");
        self.offset += 2;
        Ok(())
    }

    fn is_between_chars(&self) -> bool {
        self.byte.is_none() && self.half.is_none()
    }
}
