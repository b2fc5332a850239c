//! A coding agent in a terminal: `cargo run -- FOLDER TASK`. See README.md.

mod context;
mod model;
mod settings;
mod tools;

use std::process::ExitCode;

use serde_json::{Value, json};

use context::Context;
use model::Model;
use settings::Settings;
use tools::Tools;

const SYSTEM: &str = "You are a coding agent in a git repository. Use the tools to read, search and change files and to run commands. \
    Do one thing after another, and check what you did. When all is done, say in a few words what you changed, without a tool. \
    Long tool outputs are shortened before you see them: \"[… 38 lines]\" and \"... [truncated 4,000 chars] ...\" mark what is left out. \
    If a marker names a ref such as #k3f9a2bx and you need more, call tooltrim_retrieve with the ref and what you are looking for.";

/// So many requests are enough for anybody; an endless loop costs money.
const MOST_REQUESTS: usize = 200;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), String> {
    let settings = Settings::read()?;
    let tools = Tools::new(settings.folder.clone(), settings.allow_shell);
    let model = Model::new(&settings, tools.definitions());
    let mut context = Context::new(&settings, model.tools())?;

    // All of the conversation as it came to be. What is cut is cut on the way out; here nothing is lost.
    let mut history =
        vec![json!({"role": "system", "content": SYSTEM}), json!({"role": "user", "content": settings.task})];
    for _ in 0..MOST_REQUESTS {
        let message = context.ask(&model, &history, tools.store()).await?;
        if let Some(text) = message["content"].as_str().filter(|text| !text.is_empty()) {
            println!("{text}");
        }
        let calls = message["tool_calls"].as_array().cloned().unwrap_or_default();
        history.push(message);
        if calls.is_empty() {
            return Ok(());
        }
        for call in &calls {
            let output = tools.run(call).await;
            println!("  {} {} → {} chars", name_of(call), shown(call), output.chars().count());
            history.push(json!({"role": "tool", "tool_call_id": call["id"], "content": output}));
        }
    }
    Err(format!(
        "The model was asked {MOST_REQUESTS} times and still is not done: is the window too small for the task?"
    ))
}

fn name_of(call: &Value) -> &str {
    call["function"]["name"].as_str().unwrap_or("?")
}

/// The first argument, as a person would name the call.
fn shown(call: &Value) -> String {
    let arguments = call["function"]["arguments"].as_str().unwrap_or_default();
    let arguments: Value = serde_json::from_str(arguments).unwrap_or_default();
    let first = arguments.as_object().and_then(|arguments| arguments.values().find_map(Value::as_str));
    first.unwrap_or_default().chars().take(80).collect()
}
