//! Positions at which a text may be cut without splitting a user-perceived character.
//!
//! The rules are those of Unicode Standard Annex #29 (extended grapheme clusters), through
//! [`unicode_segmentation::GraphemeCursor`]. The text after a boundary does not depend on the text before it, so a
//! search finds a boundary shortly before the cut and walks forward from there. It never goes back further than
//! [`LOOK`]: a longer cluster is cut between chars, and a text with only its ends in memory is cut like the whole.

use alloc::string::String;
use alloc::vec::Vec;

use unicode_segmentation::{GraphemeCursor, GraphemeIncomplete};

use crate::source::{Source, next, units_of};

/// Units around a cut to read first; enough for nearly all clusters.
const NEAR: usize = 16;
/// Maximum UTF-16 units that a search goes back.
const LOOK: usize = 4096;
/// Units that are read at a time in a longer search.
const CHUNK: usize = 8 * 1024;
/// The cursor counts bytes from the start of the text, which we do not know: any origin does, as long as nothing that
/// is read lies before it.
const ORIGIN: usize = 1 << 30;

/// The grapheme boundary at or before `at`; `from` is one.
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

/// The grapheme boundary at or after `at`, not after `to`.
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

/// Graphemes of the whole text.
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

/// Returns how much of an ASCII chunk certainly ends at a boundary: a mark may join the last char, an LF a last CR.
fn ascii_certain(chunk: &str) -> usize {
    let most = chunk.len().saturating_sub(1);
    if chunk.ends_with("\r\n") { most.saturating_sub(1) } else { most }
}

/// In ASCII only CR LF is a cluster of more than one char.
fn ascii_graphemes(chunk: &str) -> usize {
    chunk.len() - chunk.as_bytes().windows(2).filter(|pair| pair == b"\r\n").count()
}

/// A boundary before `at`, looked for further and further away; `from` is one, and so is taken to be what is too far.
fn known_before<S: Source + ?Sized>(source: &S, from: usize, at: usize) -> usize {
    let furthest = source.skip_utf16_back(from, at, LOOK);
    let mut far = NEAR;
    while at - furthest > far {
        let guess = source.align(at - far).max(furthest);
        if is_boundary(source, guess) {
            return guess;
        }
        // Within a flag, the char before begins it.
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
            // Nothing else is asked of a cursor whose window holds the chars on both sides.
            Err(_) => return true,
        }
    }
}

/// Text before the part that a cursor sees, within reach.
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

/// Walks from boundary to boundary. Each chunk begins at one, so no context before it is ever asked for.
struct Walk<'a, S: ?Sized> {
    source: &'a S,
    /// End of the text, real or assumed.
    len: usize,
    cursor: GraphemeCursor,
    chunk: String,
    /// The last boundary, in the owner's units and as a byte of the chunk.
    at: usize,
    seen: usize,
    /// Units to read at a time: more while a cluster is longer than the chunk.
    size: usize,
}

impl<'a, S: Source + ?Sized> Walk<'a, S> {
    fn new(source: &'a S, from: usize, len: usize) -> Self {
        let cursor = GraphemeCursor::new(0, 0, true);
        // Within a char it would never be reached.
        let len = source.align(len);
        let mut walk = Self { source, len, cursor, chunk: String::new(), at: from, seen: 0, size: NEAR * 4 };
        walk.read();
        walk
    }

    /// Reads on from the last boundary.
    fn read(&mut self) {
        let end = self.source.align(self.at.saturating_add(self.size).min(self.len));
        let mut buffer = Vec::new();
        self.chunk = self.source.read(self.at, end, &mut buffer).into();
        self.seen = 0;
        let bytes = if end == self.len { self.chunk.len() } else { usize::MAX };
        self.cursor = GraphemeCursor::new(0, bytes, true);
    }

    /// The next boundary, or none at the end of the text.
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
                // The text ends, and with it the last cluster.
                Ok(None) | Err(_) => self.at = self.len,
            }
        }
        None
    }
}
