//! The outcome that the members of a JSON result state.

use super::harness::exit;
use crate::quick::position;

/// UTF-16 units of a result that are read for members.
pub(super) const READ: usize = 65_536;
/// Nesting of the objects whose members count.
pub(super) const DEEPEST: usize = 2;

/// Outcome by members.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stated {
    pub(super) exit: Option<u32>,
    pub(super) failed: bool,
}

/// Returns the outcome that an object's members and those of the objects in it, up to `deepest`, state; `None` if none does, or for another
/// text. Names of MCP, JSON-RPC, GraphQL, Slack and of agents' command tools; the rest of a text that was cut is left out.
pub(super) fn outcome(text: &str, deepest: usize) -> Option<Stated> {
    let mut scan = Scan { text, at: 0, deepest, found: None };
    (scan.blank() == Some(b'{')).then(|| scan.object(1));
    scan.found
}

/// A value, as far as its outcome goes.
enum Value<'a> {
    Text(&'a str),
    /// A number, `true`, `false` or `null`.
    Literal(&'a str),
    /// A list or an object; `true` if it has members.
    Held(bool),
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
    deepest: usize,
    found: Option<Stated>,
}

impl<'a> Scan<'a> {
    /// Skips white space and returns the next byte.
    fn blank(&mut self) -> Option<u8> {
        let rest = self.text.as_bytes().get(self.at..)?;
        self.at += rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.text.as_bytes().get(self.at).copied()
    }

    /// Reads an object; `None` where the text ends within it.
    fn object(&mut self, depth: usize) -> Option<()> {
        self.at += 1;
        loop {
            match self.blank()? {
                b'"' => {}
                b'}' => {
                    self.at += 1;
                    return Some(());
                }
                b',' => {
                    self.at += 1;
                    continue;
                }
                _ => return None,
            }
            let name = self.string()?;
            if self.blank()? != b':' {
                return None;
            }
            self.at += 1;
            let value = match self.blank()? {
                b'"' => Value::Text(self.string()?),
                b'{' if depth < self.deepest => {
                    let from = self.at + 1;
                    let whole = self.object(depth + 1);
                    let inner = self.text.get(from..self.at).unwrap_or_default();
                    let value = Value::Held(inner.contains('"'));
                    self.note(name, &value, depth);
                    whole?;
                    continue;
                }
                b'{' | b'[' => self.held()?,
                _ => {
                    let rest = self.text.get(self.at..)?;
                    let ends = |c: char| matches!(c, ',' | '}' | ']') || c.is_ascii_whitespace();
                    let literal = rest.get(..rest.find(ends)?)?;
                    self.at += literal.len();
                    Value::Literal(literal)
                }
            };
            self.note(name, &value, depth);
        }
    }

    /// A string's content as it is written.
    fn string(&mut self) -> Option<&'a str> {
        let from = self.at + 1;
        let bytes = self.text.as_bytes();
        let mut at = from;
        loop {
            at += position(bytes.get(at..)?, b'"', b'\\')?;
            if bytes.get(at) == Some(&b'"') {
                break;
            }
            at += 2;
        }
        self.at = at + 1;
        self.text.get(from..at)
    }

    /// Passes a list or an object.
    fn held(&mut self) -> Option<Value<'a>> {
        let (mut open, from) = (0_usize, self.at + 1);
        loop {
            match *self.text.as_bytes().get(self.at)? {
                b'"' => {
                    self.string()?;
                    continue;
                }
                b'{' | b'[' => open += 1,
                b'}' | b']' => open -= 1,
                _ => {}
            }
            self.at += 1;
            if open == 0 {
                let inner = self.text.get(from..self.at - 1)?;
                return Some(Value::Held(!inner.trim().is_empty()));
            }
        }
    }

    fn note(&mut self, name: &str, value: &Value<'_>, depth: usize) {
        let mut stated = self.found.unwrap_or_default();
        stated.failed |= match (name, value) {
            ("error", Value::Text(text)) => !text.is_empty(),
            ("error" | "errors", Value::Held(any)) => *any,
            // A number is one of errors, or a code, only at the top.
            ("error", Value::Literal(word)) => {
                *word == "true" || depth == 1 && !matches!(*word, "false" | "null" | "0")
            }
            ("success" | "ok", Value::Literal(word)) => *word == "false",
            ("isError" | "is_error", Value::Literal(word)) => *word == "true",
            ("status", Value::Text(text)) => text.eq_ignore_ascii_case("error"),
            ("exit_code" | "exitCode", Value::Literal(word)) => {
                let Ok(code) = word.parse::<i64>() else { return };
                stated.exit = stated.exit.or(Some(exit(code)));
                code != 0
            }
            _ => return,
        };
        self.found = Some(stated);
    }
}

#[cfg(test)]
mod tests {
    use super::{DEEPEST, Stated};

    fn outcome(text: &str) -> Option<Stated> {
        super::outcome(text, DEEPEST)
    }

    #[test]
    fn members_state_the_outcome() {
        let stated = |text: &str| outcome(text).map(|stated| (stated.failed, stated.exit));
        for nothing in ["null", "\"\"", "false", "0", "[]", "{}", "[ ]", "{ }"] {
            let text = alloc::format!("{{\"error\": {nothing}, \"rows\": [1, {{\"error\": \"x\"}}]}}");
            assert_eq!(stated(&text), Some((false, None)), "{text}");
        }
        for failed in [
            r#"{"error":"no such table"}"#,
            r#"{"jsonrpc":"2.0","error":{"code":-32601}}"#,
            r#"{"data":null,"errors":[{"message":"x"}]}"#,
            r#"{"ok":false}"#,
            r#"{ "success" : false }"#,
            r#"{"content":[{"text":"}"}],"isError":true}"#,
            r#"{"status":"error","message":"x"}"#,
            r#"{"result":{"success":false}}"#,
            r#"{"error":404}"#,
            r#"{"error":"it is cut"#,
        ] {
            let whole = failed.ends_with('}');
            assert_eq!(stated(failed), whole.then_some((true, None)), "{failed}");
        }
        assert_eq!(stated(r#"{"output":"a \" b","metadata":{"exit_code":1,"s":0.1}}"#), Some((true, Some(1))));
        assert_eq!(stated(r#"{"exitCode":0,"stdout":"{\"error\":\"x\"}"}"#), Some((false, Some(0))));
        for other in [
            "",
            "[]",
            "{",
            "{}",
            "{\"a\"",
            "{\"a\":",
            "x",
            r#"{"rows":{"of":{"error":"x"}}}"#,
            r#"{"checks":{"error":3}}"#,
            r#"{"errors":0,"warnings":2}"#,
        ] {
            assert!(outcome(other).is_none_or(|stated| stated == Stated::default()), "{other}");
        }
    }
}
