//! The tools: what the model is told of them, and how they run. Whatever a tool answers and however it fails, a text
//! within its limits comes out, and what was cut is in the store.

mod files;
mod recall;
mod shell;

use std::cell::RefCell;
use std::path::PathBuf;

use serde_json::{Value, json};
use tooltrim::tools::tool_failure;
use tooltrim::{OutputStore, TrimOptions, presets};

pub struct Tools {
    folder: PathBuf,
    allow_shell: bool,
    store: RefCell<OutputStore>,
}

impl Tools {
    pub fn new(folder: PathBuf, allow_shell: bool) -> Self {
        Self { folder, allow_shell, store: RefCell::new(OutputStore::new()) }
    }

    pub fn store(&self) -> &RefCell<OutputStore> {
        &self.store
    }

    pub fn definitions(&self) -> Vec<Value> {
        let text = |description: &str| json!({"type": "string", "description": description});
        let line = |description: &str| json!({"type": "integer", "minimum": 1, "description": description});
        let tool = |name: &str, description: &str, properties: Value, required: &[&str]| {
            let parameters = json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false});
            json!({"type": "function", "function": {"name": name, "description": description, "parameters": parameters}})
        };
        vec![
            tool(
                "read_file",
                "Reads a file of the repository, or some lines of it.",
                json!({
                    "path": text("from the root of the repository"),
                    "startLine": line("the first line"),
                    "endLine": line("the last line"),
                }),
                &["path"],
            ),
            tool(
                "search",
                "Lines of files that match an extended regular expression, as path:line:text.",
                json!({"pattern": text("what to look for"), "path": text("a file or a folder; default: everywhere")}),
                &["pattern"],
            ),
            tool(
                "edit_file",
                "Replaces a text that stands once in a file.",
                json!({
                    "path": text("from the root of the repository"),
                    "oldText": text("as it stands in the file"),
                    "newText": text("what takes its place"),
                }),
                &["path", "oldText", "newText"],
            ),
            tool(
                "shell",
                "Runs a command in the root of the repository, for a minute at most.",
                json!({"command": text("for the shell")}),
                &["command"],
            ),
            recall::definition(),
        ]
    }

    /// Runs a call of the model. What goes wrong is for the model to read.
    pub async fn run(&self, call: &Value) -> String {
        let name = call["function"]["name"].as_str().unwrap_or_default();
        let output = match self.output_of(name, &call["function"]["arguments"]).await {
            Ok(output) => output,
            Err(message) => tool_failure(&message, &[] as &[&str]),
        };
        if name == recall::NAME {
            return output;
        }
        match self.store.borrow_mut().trim(&output, bounds_of(name)) {
            Ok(trimmed) => trimmed.text.into_owned(),
            Err(error) => tool_failure(&error.to_string(), &[] as &[&str]),
        }
    }

    async fn output_of(&self, name: &str, arguments: &Value) -> Result<String, String> {
        let text = arguments.as_str().unwrap_or_default();
        let arguments: Value =
            serde_json::from_str(text).map_err(|error| format!("the arguments are no JSON: {error}"))?;
        match name {
            "read_file" => files::read(&self.folder, &arguments),
            "edit_file" => files::edit(&self.folder, &arguments),
            "search" => shell::search(&self.folder, &arguments).await,
            "shell" if self.allow_shell => shell::run(&self.folder, required(&arguments, "command")?).await,
            "shell" => Err("the user does not allow commands (--allow-shell does)".into()),
            recall::NAME => recall::answer(&mut self.store.borrow_mut(), text),
            _ => Err(format!("there is no tool {name}")),
        }
    }
}

/// How much of what a tool answers goes to the model.
fn bounds_of(name: &str) -> TrimOptions {
    match name {
        "read_file" => presets::file_read(),
        "search" => presets::search().max_bytes(6_000),
        "edit_file" => TrimOptions::new().max_chars(2_000),
        // Where the preset is made for 30,000 chars, a small window wants less.
        _ => presets::terminal().max_chars(6_000),
    }
}

/// Models forget arguments: the complaint says which.
fn required<'a>(arguments: &'a Value, name: &str) -> Result<&'a str, String> {
    arguments[name].as_str().ok_or_else(|| format!("{name}: a string is wanted, not {}", arguments[name]))
}
