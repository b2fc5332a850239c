//! An input: bytes that choose, then a body.

use std::borrow::Cow;

use arbitrary::Unstructured;

/// Bytes of an input that choose options. Fixed, so that the body of a seed is the file it was made from.
pub const HEAD: usize = 64;

/// Choices by the first bytes of an input, and the rest. Where the bytes end, the first choice is made.
#[derive(Debug)]
pub struct Input<'a> {
    head: Unstructured<'a>,
    /// What follows the choices.
    pub body: &'a [u8],
}

impl<'a> Input<'a> {
    /// Splits an input.
    #[must_use]
    pub fn new(data: &'a [u8]) -> Self {
        let (head, body) = data.split_at(data.len().min(HEAD));
        Self { head: Unstructured::new(head), body }
    }

    /// A number up to and including `most`.
    pub fn up_to(&mut self, most: usize) -> usize {
        self.head.int_in_range(0..=most).unwrap_or_default()
    }

    /// One of several; the first where the bytes have ended.
    pub fn pick<T: Clone>(&mut self, choices: &[T]) -> T {
        let at = self.up_to(choices.len() - 1);
        choices[at].clone()
    }

    /// `true` or `false`.
    pub fn flag(&mut self) -> bool {
        self.up_to(1) == 1
    }

    /// A share from 0 to 1.
    pub fn share(&mut self) -> f64 {
        self.up_to(255) as f64 / 255.0
    }

    /// A size that is often small, or none.
    pub fn size(&mut self) -> Option<usize> {
        match self.up_to(7) {
            0..=2 => None,
            3 => Some(self.up_to(20)),
            4..=6 => Some(self.up_to(400)),
            _ => Some(self.up_to(5000)),
        }
    }

    /// The body as text; bytes that are no UTF-8 become U+FFFD.
    #[must_use]
    pub fn text(&self) -> Cow<'a, str> {
        String::from_utf8_lossy(self.body)
    }
}
