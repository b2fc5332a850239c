//! JSON on one line, laid out so that its lines can be asked for.

use alloc::string::String;

use crate::tree::JsonText;

/// Deeper levels are not indented further: the result stays linear.
const DEEPEST: usize = 64;

/// Returns a JSON list or object that stands on one line with a line for each member. Numbers and escapes stay as they
/// are written.
pub(super) fn indented(text: &str) -> Option<String> {
    let text = text.trim();
    if !text.starts_with(['[', '{']) || text.contains('\n') || JsonText::parse(text).is_none() {
        return None;
    }
    let mut lines = String::with_capacity(text.len() * 2);
    let (mut level, mut is_string, mut is_escaped, mut last) = (0_usize, false, false, ' ');
    for c in text.chars() {
        if is_string {
            is_string = c != '"' || is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            lines.push(c);
        } else if !c.is_ascii_whitespace() {
            level = level.saturating_sub(usize::from(matches!(c, ']' | '}')));
            let is_first = matches!(last, '[' | '{');
            // An empty container stays on its line.
            if is_first != matches!(c, ']' | '}') || last == ',' {
                lines.push('\n');
                lines.extend(core::iter::repeat_n("  ", level.min(DEEPEST)));
            }
            lines.push(c);
            if c == ':' {
                lines.push(' ');
            }
            is_string = c == '"';
            level += usize::from(matches!(c, '[' | '{'));
        } else {
            continue;
        }
        last = if is_string { '"' } else { c };
    }
    lines.push('\n');
    Some(lines)
}

#[cfg(test)]
mod tests {
    use super::indented;
    use alloc::string::ToString;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    #[test]
    fn a_member_stands_on_a_line_of_its_own() {
        let text = r#" {"a":[1.0, 2e5,{}],"b\"{" : "x,[","c":[ ], "d":{"e":null}} "#;
        let lines = "{\n  \"a\": [\n    1.0,\n    2e5,\n    {}\n  ],\n  \"b\\\"{\": \"x,[\",\n  \"c\": [],\n  \"d\": {\n    \"e\": null\n  }\n}\n";
        assert_eq!(indented(text).as_deref(), Some(lines));
        for other in ["", "[1,", "1", "\"[1]\"", "[1,\n2]", "[1] [2]"] {
            assert_eq!(indented(other), None);
        }
    }

    fn values() -> impl Strategy<Value = Value> {
        let leaf =
            prop_oneof![Just(json!(null)), any::<i32>().prop_map(|n| json!(n)), ".{0,6}".prop_map(|text| json!(text))];
        leaf.prop_recursive(4, 30, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map(".{0,4}", inner, 0..4).prop_map(|map| json!(map)),
            ]
        })
    }

    proptest! {
        #[test]
        fn it_is_what_serde_json_writes(value in values()) {
            let text = json!([value]).to_string();
            let pretty = serde_json::to_string_pretty(&json!([value])).unwrap() + "\n";
            prop_assert_eq!(indented(&text), Some(pretty));
        }
    }
}
