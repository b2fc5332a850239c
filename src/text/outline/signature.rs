//! Functions without a word that says so: methods, and C and its kin.

use super::code::{Marks, Place};
use super::line::{cut, ends_in, holds, is_one, starts, starts_in, trim, trim_start};
use super::sets::{NAME, TYPED, all, is, word};
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
    let Some((head, _)) = cut(text, "(") else { return false };
    let Some(&last) = head.as_bytes().last() else { return false };
    if !(is(last, NAME) || matches!(last, b'>' | b'?' | b'#')) || !all(head, TYPED) {
        return false;
    }
    let first = meaning(word(head).0);
    if first == Some(Word::Control) {
        return false;
    }
    let alone = !holds(head, " ") && !marks.access;
    let rest = text.get(head.len()..).unwrap_or_default();
    let Some(tail) = without_parens(rest) else {
        // Its parameters go on below.
        return !alone && (place.is_top() || marks.access) && ends_in(text, b",(");
    };
    let args = rest.get(1..rest.len() - tail.len() - 1).unwrap_or_default();
    let tail = trim_start(tail);
    let goes_on =
        starts(tail, &["{", ":", "->", "const", "noexcept", "throws", "where", "override", "async", "sync*", "= "]);
    if alone {
        // `describe(name, () => {` has no end of its parentheses, a call none but a semicolon after them.
        let body = tail.ends_with('{') && goes_on && !tail.starts_with("= ");
        return !holds(head, ".") && (body || (tail.starts_with(": ") && tail.ends_with(';') && !place.is_top()));
    }
    let known = marks.access || first == Some(Word::Primitive);
    if word(head).1.starts_with('.') && !known {
        return false;
    }
    match tail.as_bytes().first() {
        Some(b'{') => true,
        None | Some(b';') if known => true,
        None => place.is_top() && is_typed_list(args),
        Some(b';') => place.is_top() && (trim(args).is_empty() || is_typed_list(args)),
        Some(b'=') => known || tail.ends_with('{') || place.is_top(),
        // An attribute of C.
        Some(b'_' | b'A'..=b'Z') if place.is_top() && ends_in(tail, b";{)_") => is_typed_list(args),
        Some(_) => goes_on && (known || place.is_top() || tail.ends_with('{')),
    }
}

/// `int a, char *b`, not `a, b`.
fn is_typed_list(args: &str) -> bool {
    let first = trim(cut(args, ",").map_or(args, |(first, _)| first));
    first == "void" || holds(first, " ") || holds(first, "*")
}

/// `app.get("/path", ...)`.
fn routes(head: &str, args: &str) -> bool {
    let Some((_, method)) = cut(head, ".") else { return false };
    starts_in(args, b"\"'`")
        && args.as_bytes().get(1) == Some(&b'/')
        && is_one(method, &["get", "post", "put", "delete", "patch", "use", "route", "HandleFunc", "GET", "POST"])
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
