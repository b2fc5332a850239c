//! The tool that reads omitted text by the ref of its marker, described by the library.

use serde_json::{Value, json};
use tooltrim::OutputStore;
use tooltrim::outputs::{Asked, RETRIEVE_TOOL};

pub const NAME: &str = RETRIEVE_TOOL[0];

pub fn definition() -> Value {
    let [name, description, parameters] = RETRIEVE_TOOL;
    let parameters: Value = serde_json::from_str(parameters).unwrap_or_default();
    json!({"type": "function", "function": {"name": name, "description": description, "parameters": parameters}})
}

pub fn answer(store: &mut OutputStore, arguments: &str) -> Result<String, String> {
    let asked = Asked::read(arguments).map_err(|error| error.to_string())?;
    let text = store.get(asked.reference()).map_err(|error| error.to_string())?;
    asked.answer(text, 6_000).map_err(|error| error.to_string())
}
