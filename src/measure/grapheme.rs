//! Grapheme boundaries: positions where a cut does not split a user-perceived character.
//!
//! The rules are those of Unicode Standard Annex #29 (extended grapheme clusters), through
//! [`unicode_segmentation::GraphemeCursor`]. Beyond a known boundary, the next ones do not depend on the text before
//! it, so a search finds a boundary a little before the cut and walks forward from there. It never goes back further
//! than [`LOOK`]: a longer cluster is cut between chars, so a text of which only the ends are held is cut as the whole
//! would be.

use alloc::string::String;
use alloc::vec::Vec;

use unicode_segmentation::{GraphemeCursor, GraphemeIncomplete};

use crate::source::{Source, next, units_of};

/// Units to read around a cut at first; enough for nearly all clusters.
const NEAR: usize = 16;
/// Most UTF-16 units that a search goes back.
const LOOK: usize = 4096;
/// Units to read at a time in a longer search.
const CHUNK: usize = 8 * 1024;
/// Assumed byte offset of the read text: the cursor counts bytes from the start of the text, which is unknown. Any
/// origin works if nothing that is read lies before it.
const ORIGIN: usize = 1 << 30;

/// Returns the grapheme boundary at or before `at`; `from` must be a boundary.
pub(crate) fn floor<S: Source + ?Sized>(source: &S, from: usize, at: usize) -> usize {
    if at <= from || is_boundary(source, at) {
        return at.max(from);
    }
    // Text after the cut cannot move a boundary before it.
    let mut walk = Walk::new(source, known_before(source, from, at), at);
    let mut last = walk.at;
    while let Some(boundary) = walk.next_boundary()
        && boundary < at
    {
        last = boundary;
    }
    last
}

/// Returns the grapheme boundary at or after `at`, at most `to`.
pub(crate) fn ceil<S: Source + ?Sized>(source: &S, at: usize, to: usize) -> usize {
    if at >= to || is_boundary(source, at) {
        return at.min(to);
    }
    let mut walk = Walk::new(source, known_before(source, 0, at), source.len());
    while let Some(boundary) = walk.next_boundary() {
        if boundary >= at {
            return boundary.min(to);
        }
    }
    to
}

/// Counts the graphemes of the whole text.
pub(crate) fn count<S: Source + ?Sized>(source: &S) -> usize {
    let len = source.len();
    let mut buffer = Vec::new();
    let (mut at, mut graphemes) = (0, 0);
    while at < len {
        let end = source.align((at + CHUNK).min(len)).max(next(source, at));
        let chunk = source.read(at, end, &mut buffer);
        let whole = if end == len { chunk.len() } else { ascii_certain(chunk) };
        if chunk.is_ascii() && whole > 0 {
            graphemes += ascii_graphemes(chunk.get(..whole).unwrap_or_default());
            at += whole;
            continue;
        }
        let mut walk = Walk::new(source, at, len);
        while at < end {
            graphemes += 1;
            let Some(boundary) = walk.next_boundary() else { return graphemes };
            at = boundary;
        }
    }
    graphemes
}

/// Returns the length of the ASCII chunk's prefix that ends at a boundary whatever follows: a mark may join the last
/// char, an LF a last CR.
fn ascii_certain(chunk: &str) -> usize {
    let most = chunk.len().saturating_sub(1);
    if chunk.ends_with("\r\n") { most.saturating_sub(1) } else { most }
}

/// Counts the graphemes of an ASCII chunk: only CR LF is a cluster of more than one char.
fn ascii_graphemes(chunk: &str) -> usize {
    chunk.len() - chunk.as_bytes().windows(2).filter(|pair| pair == b"\r\n").count()
}

/// Finds a boundary before `at`, further and further back. Treats `from`, or the position [`LOOK`] units back, as a
/// boundary.
fn known_before<S: Source + ?Sized>(source: &S, from: usize, at: usize) -> usize {
    let furthest = source.skip_utf16_back(from, at, LOOK);
    let mut far = NEAR;
    while at - furthest > far {
        let guess = source.align(at - far).max(furthest);
        if is_boundary(source, guess) {
            return guess;
        }
        // In the middle of a flag, the char before starts the flag.
        let before = source.align(guess.saturating_sub(1)).max(furthest);
        if is_boundary(source, before) {
            return before;
        }
        far *= 4;
    }
    furthest
}

fn is_boundary<S: Source + ?Sized>(source: &S, at: usize) -> bool {
    let len = source.len();
    if at == 0 || at >= len {
        return true;
    }
    let mut buffer = Vec::new();
    let from = source.align(at.saturating_sub(NEAR));
    let text = source.read(from, source.align((at + NEAR).min(len)).max(next(source, at)), &mut buffer);
    let mut units = 0;
    let offset = text.char_indices().find_map(|(offset, c)| {
        let found = units >= at - from;
        units += source.units(c);
        found.then_some(offset)
    });
    let Some(offset) = offset else { return true };
    if let (Some(&before), Some(&after)) = (text.as_bytes().get(offset.wrapping_sub(1)), text.as_bytes().get(offset))
        && before.is_ascii()
        && after.is_ascii()
    {
        return (before, after) != (b'\r', b'\n');
    }
    let mut cursor = GraphemeCursor::new(ORIGIN + offset, usize::MAX, true);
    let mut context = Context { cut: at, at: from, origin: ORIGIN };
    loop {
        match cursor.is_boundary(text, ORIGIN) {
            Ok(answer) => return answer,
            Err(GraphemeIncomplete::PreContext(wanted)) if wanted == context.origin => {
                context.provide(source, &mut cursor);
            }
            // Other errors cannot occur: the window holds the chars on both sides.
            Err(_) => return true,
        }
    }
}

/// Text before the cursor's window, up to [`LOOK`] units before the cut.
struct Context {
    cut: usize,
    at: usize,
    origin: usize,
}

impl Context {
    fn provide<S: Source + ?Sized>(&mut self, source: &S, cursor: &mut GraphemeCursor) {
        let furthest = source.skip_utf16_back(0, self.cut, LOOK).min(self.at);
        if self.at == furthest {
            // A line feed separates as the start of a text does (GB1, GB4).
            self.origin -= 1;
            return cursor.provide_context("\n", self.origin);
        }
        let mut buffer = Vec::new();
        let text = source.read(furthest, self.at, &mut buffer);
        self.origin = self.origin.saturating_sub(text.len());
        cursor.provide_context(text, self.origin);
        self.at = furthest;
    }
}

/// A forward walk over boundaries. Each chunk begins at a boundary, so the cursor never needs context before it.
struct Walk<'a, S: ?Sized> {
    source: &'a S,
    /// End of the walk: the text's end, or an earlier position treated as the end.
    len: usize,
    cursor: GraphemeCursor,
    chunk: String,
    /// The last boundary, in the owner's units and as a byte of the chunk.
    at: usize,
    seen: usize,
    /// Units to read at a time; grows while a cluster is longer than the chunk.
    size: usize,
}

impl<'a, S: Source + ?Sized> Walk<'a, S> {
    fn new(source: &'a S, from: usize, len: usize) -> Self {
        let cursor = GraphemeCursor::new(0, 0, true);
        // A length inside a char would never be reached.
        let len = source.align(len);
        let mut walk = Self { source, len, cursor, chunk: String::new(), at: from, seen: 0, size: NEAR * 4 };
        walk.read();
        walk
    }

    /// Reads the next chunk, from the last boundary.
    fn read(&mut self) {
        let end = self.source.align(self.at.saturating_add(self.size).min(self.len));
        let mut buffer = Vec::new();
        self.chunk = self.source.read(self.at, end, &mut buffer).into();
        self.seen = 0;
        let bytes = if end == self.len { self.chunk.len() } else { usize::MAX };
        self.cursor = GraphemeCursor::new(0, bytes, true);
    }

    /// Returns the next boundary; `None` at the end of the text.
    fn next_boundary(&mut self) -> Option<usize> {
        while self.at < self.len {
            match self.cursor.next_boundary(&self.chunk, 0) {
                Ok(Some(byte)) => {
                    self.at += units_of(self.source, self.chunk.get(self.seen..byte).unwrap_or_default());
                    self.seen = byte;
                    return Some(self.at);
                }
                Err(GraphemeIncomplete::NextChunk) => {
                    self.size = if self.seen == 0 { self.size.saturating_mul(4) } else { CHUNK };
                    self.read();
                }
                // The last cluster ends with the text.
                Ok(None) | Err(_) => self.at = self.len,
            }
        }
        None
    }
}
