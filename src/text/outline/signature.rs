//! Functions without a word that says so: methods, and C and its kin.

use super::code::{Marks, Place};
use super::line::{is_name, starts, word};
use super::words::{Word, meaning};

/// What a line is that has a parenthesis before any other mark.
pub(super) fn weight(text: &str, open: usize, place: Place, marks: Marks) -> u8 {
    let (head, _) = text.split_at_checked(open).unwrap_or_default();
    if routes(head, text.get(open + 1..).unwrap_or_default()) {
        return place.declared().min(2);
    }
    if !declares(text, place, marks) {
        return 0;
    }
    // A prototype declares what stands elsewhere.
    if text.ends_with(';') { place.declared().min(2) } else { place.declared() }
}

/// True for the start of a function: `int main(void) {`, `render() {`, `public List<T> all(int n)`.
pub(super) fn declares(text: &str, place: Place, marks: Marks) -> bool {
    let Some((head, _)) = text.split_once('(') else { return false };
    let Some(&last) = head.as_bytes().last() else { return false };
    if !(is_name(last) || matches!(last, b'>' | b'?' | b'#')) || !head.bytes().all(is_typed) {
        return false;
    }
    let first = meaning(word(head).0);
    if first == Some(Word::Control) {
        return false;
    }
    let alone = !head.contains(' ') && !marks.access;
    let rest = text.get(head.len()..).unwrap_or_default();
    let Some(tail) = without_parens(rest) else {
        // Its parameters go on below.
        return !alone && (place.is_top() || marks.access) && text.ends_with([',', '(']);
    };
    let args = rest.get(1..rest.len() - tail.len() - 1).unwrap_or_default();
    let tail = tail.trim_ascii_start();
    let goes_on =
        starts(tail, &["{", ":", "->", "const", "noexcept", "throws", "where", "override", "async", "sync*", "= "]);
    if alone {
        // `describe(name, () => {` has no end of its parentheses, a call none but a semicolon after them.
        let body = tail.ends_with('{') && goes_on && !tail.starts_with("= ");
        return !head.contains('.') && (body || (tail.starts_with(": ") && tail.ends_with(';') && !place.is_top()));
    }
    let known = marks.access || first == Some(Word::Primitive);
    if word(head).1.starts_with('.') && !known {
        return false;
    }
    match tail.as_bytes().first() {
        Some(b'{') => true,
        None | Some(b';') if known => true,
        None => place.is_top() && is_typed_list(args),
        Some(b';') => place.is_top() && (args.trim_ascii().is_empty() || is_typed_list(args)),
        Some(b'=') => known || tail.ends_with('{') || place.is_top(),
        // An attribute of C.
        Some(b'_' | b'A'..=b'Z') if place.is_top() && tail.ends_with([';', '{', ')', '_']) => is_typed_list(args),
        Some(_) => goes_on && (known || place.is_top() || tail.ends_with('{')),
    }
}

/// What may stand before the parenthesis: types and names.
fn is_typed(byte: u8) -> bool {
    is_name(byte)
        || matches!(byte, b':' | b'<' | b'>' | b',' | b'&' | b'*' | b'[' | b']' | b'?' | b'.' | b'~' | b' ' | b'#')
}

/// `int a, char *b`, not `a, b`.
fn is_typed_list(args: &str) -> bool {
    let first = args.split(',').next().unwrap_or_default().trim_ascii();
    first == "void" || first.contains([' ', '*'])
}

/// `app.get("/path", ...)`.
fn routes(head: &str, args: &str) -> bool {
    let method = head.rsplit_once('.').map_or("", |(_, method)| method);
    args.starts_with(['"', '\'', '`'])
        && args.as_bytes().get(1) == Some(&b'/')
        && ["get", "post", "put", "delete", "patch", "use", "route", "HandleFunc", "GET", "POST"].contains(&method)
}

/// What follows the parentheses that a text begins with, or the text. None when they do not end.
pub(super) fn without_parens(text: &str) -> Option<&str> {
    if !text.starts_with('(') {
        return Some(text);
    }
    let mut open = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => open += 1,
            b')' if open == 1 => return text.get(at + 1..),
            b')' => open -= 1,
            _ => {}
        }
    }
    None
}
