//! From a text to the places of its values.

use alloc::vec::Vec;

use super::nodes::{Node, Nodes, Place};
use super::token::{after_space, number_end, text_end, word_end};

/// A container whose end is not yet read.
#[derive(Clone, Copy)]
struct Open {
    start: u32,
    /// Index of its first member among the pending ones.
    members: usize,
    is_object: bool,
}

/// The root and all below it; none when the text is no JSON.
///
/// Values wait until the container that they are in ends, and then move as one piece: so a container's members stand
/// together. What is open is a list of its own, not the call stack: a depth of 100,000 is as good as any.
pub(super) fn read(text: &str) -> Option<Nodes> {
    // All places are numbers of 31 bits, and there are never more values than bytes.
    i32::try_from(text.len()).ok()?;
    let bytes = text.as_bytes();
    let mut nodes = Nodes::new();
    let mut waiting: Vec<Place> = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut at = after_space(bytes, 0);
    loop {
        let start = at;
        let mut count = 0;
        at = match bytes.get(at)? {
            b'"' => {
                let (end, decoded) = text_end(bytes, at)?;
                if decoded < end - start - 2 {
                    count = decoded as u32;
                }
                end
            }
            bracket @ (b'{' | b'[') => {
                let is_object = *bracket == b'{';
                let inner = after_space(bytes, at + 1);
                if bytes.get(inner) != Some(&closing(is_object)) {
                    open.push(Open { start: start as u32, members: waiting.len(), is_object });
                    nodes.depth = nodes.depth.max(open.len());
                    at = value_at(bytes, inner, is_object)?;
                    continue;
                }
                inner + 1
            }
            b't' => word_end(bytes, at, b"true")?,
            b'f' => word_end(bytes, at, b"false")?,
            b'n' => word_end(bytes, at, b"null")?,
            _ => number_end(bytes, at)?,
        };
        waiting.push(nodes.place(Node { start: start as u32, end: at as u32, first: 0, count }));
        // A value has ended, and with it perhaps the containers that it is the last of.
        loop {
            at = after_space(bytes, at);
            let Some(container) = open.last().copied() else {
                nodes.keep_root(waiting.pop()?);
                return (at == bytes.len()).then_some(nodes);
            };
            let byte = *bytes.get(at)?;
            at += 1;
            if byte == b',' {
                at = value_at(bytes, after_space(bytes, at), container.is_object)?;
                break;
            }
            if byte != closing(container.is_object) {
                return None;
            }
            let (first, count) = nodes.keep(waiting.drain(container.members..));
            waiting.push(nodes.place(Node { start: container.start, end: at as u32, first, count }));
            open.pop();
        }
    }
}

/// The byte that ends a container.
const fn closing(is_object: bool) -> u8 {
    if is_object { b'}' } else { b']' }
}

/// Returns the start of the value of a member that begins here: skips the name in an object.
#[inline]
fn value_at(bytes: &[u8], at: usize, is_object: bool) -> Option<usize> {
    if !is_object {
        return Some(at);
    }
    if bytes.get(at) != Some(&b'"') {
        return None;
    }
    let colon = after_space(bytes, text_end(bytes, at)?.0);
    (bytes.get(colon) == Some(&b':')).then(|| after_space(bytes, colon + 1))
}
