//! The exported functions. Memory is shared by position: the host writes a request where [`request`] says, and reads
//! the answer where [`call`] says.
//!
//! Both are a count, then the length of each text (32-bit integers, little endian), then the texts. The count of an
//! answer is negative for an error: its code and its message.
#![allow(unsafe_code, reason = "functions are exported by name")]

use std::cell::RefCell;

use crate::answer::Answer;

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Larger buffers are not kept between requests.
const MOST_KEPT: usize = 4 << 20;

/// Returns the position of a buffer for a request of `len` bytes. It may be larger: a request says where it ends.
#[unsafe(no_mangle)]
pub extern "C" fn request(len: usize) -> *const u8 {
    REQUEST.with_borrow_mut(|request| {
        if request.len() < len {
            *request = Vec::new();
            *request = vec![0; len];
        }
        request.as_ptr()
    })
}

/// Answers the request and returns the position of the answer, which holds until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn call() -> *const u8 {
    let request = REQUEST.take();
    let answer = parts(&request).map_or_else(
        || Answer::of_fault("INTERNAL", "the request is not well-formed"),
        |parts| match parts.split_first() {
            Some((operation, given)) => match crate::answer(&String::from_utf8_lossy(operation), given) {
                Ok(answer) => answer,
                Err(fault) => Answer::of_fault(fault.code, &fault.message),
            },
            None => Answer::of_fault("INTERNAL", "the request is empty"),
        },
    );
    if request.len() <= MOST_KEPT {
        REQUEST.set(request);
    }
    ANSWER.with_borrow_mut(|bytes| {
        *bytes = answer.into_bytes();
        bytes.as_ptr()
    })
}

fn parts(request: &[u8]) -> Option<Vec<&[u8]>> {
    let number = |at: usize| {
        let bytes = request.get(at * 4..at * 4 + 4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
    };
    let count = number(0)?;
    let mut from = (count + 1) * 4;
    let mut parts = Vec::with_capacity(count);
    for at in 1..=count {
        let to = from.checked_add(number(at)?)?;
        parts.push(request.get(from..to)?);
        from = to;
    }
    Some(parts)
}
