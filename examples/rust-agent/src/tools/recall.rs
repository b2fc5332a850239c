//! The tool that reads what was cut, by the ref that a marker names.

use serde_json::{Value, json};
use tooltrim::{OutputStore, Retrieve};

use super::required;

pub const NAME: &str = "tooltrim_retrieve";

pub fn definition() -> Value {
    let parameters = json!({
        "type": "object",
        "properties": {
            "ref": {"type": "string", "description": "The ref that the shortened output names, such as #k3f9a2bx."},
            "pattern": {"type": "string", "description": "Only lines that contain this text, each with its number."},
            "startLine": {"type": "integer", "minimum": 1, "description": "The first line."},
            "endLine": {"type": "integer", "minimum": 1, "description": "The last line."},
            "page": {"type": "integer", "minimum": 1, "description": "The page of an answer that is too long for one."},
        },
        "required": ["ref"],
        "additionalProperties": false,
    });
    let description = "Reads the full text of a tool output that was shortened. Ask for the part that you need: by lines, \
        by a text to search for, or page by page.";
    json!({"type": "function", "function": {"name": NAME, "description": description, "parameters": parameters}})
}

pub fn answer(store: &mut OutputStore, arguments: &Value) -> Result<String, String> {
    let reference = required(arguments, "ref")?.parse().map_err(|error: tooltrim::Error| error.to_string())?;
    let mut part = Retrieve::new().max_chars(6_000);
    if let Some(pattern) = arguments["pattern"].as_str() {
        part = part.pattern(pattern);
    }
    let line = |name: &str| arguments[name].as_u64();
    if line("startLine").or(line("endLine")).is_some() {
        part = part.lines(line("startLine").unwrap_or(1), line("endLine").unwrap_or(u64::MAX));
    }
    if let Some(page) = line("page") {
        part = part.page(page);
    }
    store.retrieve(reference, &part).map(|retrieved| retrieved.text).map_err(|error| error.to_string())
}
