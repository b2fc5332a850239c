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

/// The root and all below it, or the offset of the first token that is not JSON: the end of a text that is cut off.
///
/// Values wait until the container that they are in ends, and then move as one piece: so a container's members stand
/// together. What is open is a list of its own, not the call stack: a depth of 100,000 is as good as any.
pub(super) fn read(text: &str) -> Result<Nodes, usize> {
    // All places are numbers of 31 bits, and there are never more values than bytes.
    i32::try_from(text.len()).map_err(|_| text.len())?;
    let bytes = text.as_bytes();
    let mut nodes = Nodes::new();
    let mut waiting: Vec<Place> = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut at = after_space(bytes, 0);
    loop {
        let start = at;
        let mut count = 0;
        at = match bytes.get(at).ok_or(at)? {
            b'"' => {
                let (end, decoded) = text_end(bytes, at).ok_or(at)?;
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
            b't' => word_end(bytes, at, b"true").ok_or(at)?,
            b'f' => word_end(bytes, at, b"false").ok_or(at)?,
            b'n' => word_end(bytes, at, b"null").ok_or(at)?,
            _ => number_end(bytes, at).ok_or(at)?,
        };
        waiting.push(nodes.place(Node { start: start as u32, end: at as u32, first: 0, count }));
        // A value has ended, and with it perhaps the containers that it is the last of.
        loop {
            at = after_space(bytes, at);
            let Some(container) = open.last().copied() else {
                nodes.keep_root(waiting.pop().ok_or(at)?);
                return if at == bytes.len() { Ok(nodes) } else { Err(at) };
            };
            let byte = *bytes.get(at).ok_or(at)?;
            if byte == b',' {
                at = value_at(bytes, after_space(bytes, at + 1), container.is_object)?;
                break;
            }
            if byte != closing(container.is_object) {
                return Err(at);
            }
            at += 1;
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

/// Returns the start of the value of a member that begins here, or the place of the fault: skips the name in an object.
#[inline]
fn value_at(bytes: &[u8], at: usize, is_object: bool) -> Result<usize, usize> {
    if !is_object {
        return Ok(at);
    }
    let name = bytes.get(at).filter(|byte| **byte == b'"').and_then(|_| text_end(bytes, at));
    let colon = after_space(bytes, name.ok_or(at)?.0);
    if bytes.get(colon) == Some(&b':') { Ok(after_space(bytes, colon + 1)) } else { Err(colon) }
}
