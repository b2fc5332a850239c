//! What is assigned, and whether it is a function.

use super::line::{holds, starts, trim_start};
use super::sets::word;
use super::signature::without_parens;

/// What stands after the `=` (or the `<-`) of an assignment.
pub(super) fn value_of(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    let at = memchr::memchr2_iter(b'=', b'<', bytes).find(|&at| {
        let before = at.checked_sub(1).and_then(|at| bytes.get(at));
        let next = bytes.get(at + 1);
        if bytes.get(at) == Some(&b'<') {
            return next == Some(&b'-') && before == Some(&b' ');
        }
        let is = |byte: Option<&u8>, among: &[u8]| byte.is_some_and(|byte| among.contains(byte));
        !is(before, b"=!<>+-*/|&%") && !is(next, b"=>~")
    })?;
    let skip = if bytes.get(at) == Some(&b'<') { 2 } else { 1 };
    Some(trim_start(text.get(at + skip..)?))
}

/// `function (a) {`, `async () => {`, `(a, b) =>`, `a => a + 1`, `lambda a: a`, `useCallback(`.
pub(super) fn is_function(value: &str) -> bool {
    let value = value.strip_prefix("async ").unwrap_or(value);
    if starts(value, &["function", "async(", "lambda ", "useCallback(", "proc ", "-> "]) {
        return true;
    }
    if starts(value, &["func(", "fn("]) {
        return value.ends_with('{');
    }
    if value.starts_with('(') {
        return match without_parens(value) {
            Some(rest) => rest.starts_with(" =>") || (rest.starts_with(':') && holds(rest, " =>")),
            // Its parameters go on below.
            None => value == "(" || value.starts_with("({"),
        };
    }
    if value.starts_with('<') {
        return holds(value, "=>");
    }
    let (name, rest) = word(value);
    !name.is_empty() && rest.starts_with(" =>")
}
