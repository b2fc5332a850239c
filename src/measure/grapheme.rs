//! Where a text may be cut without splitting what a person sees as one.
//!
//! The rules are those of Unicode Standard Annex #29 (extended grapheme clusters), through
//! [`unicode_segmentation::GraphemeCursor`], which looks at a window and asks for what stands before it.

use alloc::vec::Vec;

use unicode_segmentation::{GraphemeCursor, GraphemeIncomplete, UnicodeSegmentation};

use crate::source::{Source, next};

/// Units to look at around a cut; enough for nearly all clusters.
const NEAR: usize = 16;
/// The cursor counts from the start of the text, which we do not know in bytes: any origin does, as long as nothing
/// that is read lies before it.
const ORIGIN: usize = 1 << 30;

/// The grapheme boundary at or before `at`, not before `from`.
pub(crate) fn floor<S: Source + ?Sized>(source: &S, from: usize, at: usize) -> usize {
    let mut view = View::default();
    let mut at = at;
    while at > from && !view.is_boundary(source, at, NEAR) {
        at = source.align(at - 1);
    }
    at
}

/// The grapheme boundary at or after `at`, not after `to`.
pub(crate) fn ceil<S: Source + ?Sized>(source: &S, at: usize, to: usize) -> usize {
    let mut view = View::default();
    let mut at = at;
    while at < to && !view.is_boundary(source, at, NEAR) {
        at = next(source, at);
    }
    at
}

/// Graphemes between the start and the end of the text.
pub(crate) fn count<S: Source + ?Sized>(source: &S) -> usize {
    const CHUNK: usize = 16 * 1024;
    let len = source.len();
    let mut buffer = Vec::new();
    let (mut at, mut graphemes) = (0, 0);
    while at < len {
        let wish = source.align((at + CHUNK).min(len));
        let end = floor(source, at, wish);
        if end > at {
            let chunk = source.read(at, end, &mut buffer);
            graphemes += if chunk.is_ascii() { ascii_graphemes(chunk) } else { chunk.graphemes(true).count() };
            at = end;
        } else {
            // One cluster longer than a chunk: it need not be read to count as one.
            graphemes += 1;
            at = ceil(source, next(source, wish), len);
        }
    }
    graphemes
}

/// In ASCII only CR LF is a cluster of more than one char.
fn ascii_graphemes(chunk: &str) -> usize {
    chunk.len() - chunk.as_bytes().windows(2).filter(|pair| pair == b"\r\n").count()
}

/// A window of the text that serves several questions.
#[derive(Default)]
struct View {
    buffer: Vec<u8>,
    from: usize,
    to: usize,
}

impl View {
    fn is_boundary<S: Source + ?Sized>(&mut self, source: &S, at: usize, reach: usize) -> bool {
        let len = source.len();
        if at == 0 || at >= len {
            return true;
        }
        if at <= self.from || at >= self.to {
            // Each further look at the same cut is at a longer cluster: widen.
            let reach = if self.to == 0 { reach } else { ((self.to - self.from) * 2).min(1024) };
            self.from = source.align(at.saturating_sub(reach));
            self.to = source.align((at + reach).min(len));
            let mut copy = Vec::new();
            let text = source.read(self.from, self.to, &mut copy);
            self.buffer.clear();
            self.buffer.extend_from_slice(text.as_bytes());
        }
        let text = core::str::from_utf8(&self.buffer).unwrap_or_default();
        let Some(offset) = byte_offset(source, text, at - self.from) else {
            return true;
        };
        if let (Some(&before), Some(&after)) =
            (text.as_bytes().get(offset.wrapping_sub(1)), text.as_bytes().get(offset))
            && before.is_ascii()
            && after.is_ascii()
        {
            return (before, after) != (b'\r', b'\n');
        }
        ask_cursor(source, text, self.from, offset)
    }
}

/// The byte offset that lies `units` of the owner's units into `text`.
fn byte_offset<S: Source + ?Sized>(source: &S, text: &str, units: usize) -> Option<usize> {
    let mut seen = 0;
    for (offset, c) in text.char_indices() {
        if seen >= units {
            return Some(offset);
        }
        seen += source.units(c);
    }
    None
}

fn ask_cursor<S: Source + ?Sized>(source: &S, text: &str, start: usize, offset: usize) -> bool {
    let mut cursor = GraphemeCursor::new(ORIGIN + offset, usize::MAX, true);
    let mut buffer = Vec::new();
    // What stands before the window, in the text and as the cursor counts.
    let (mut before, mut origin) = (start, ORIGIN);
    loop {
        match cursor.is_boundary(text, ORIGIN) {
            Ok(answer) => return answer,
            Err(GraphemeIncomplete::PreContext(wanted)) if wanted == origin && before > 0 => {
                let from = source.align(before.saturating_sub(1024));
                let context = source.read(from, before, &mut buffer);
                origin = origin.saturating_sub(context.len());
                cursor.provide_context(context, origin);
                before = from;
            }
            Err(GraphemeIncomplete::PreContext(wanted)) if wanted == origin => {
                // A line feed separates as the start of a text does (GB1, GB4).
                origin -= 1;
                cursor.provide_context("\n", origin);
            }
            // Nothing else is asked of a cursor whose window holds the chars on both sides.
            Err(_) => return true,
        }
    }
}
