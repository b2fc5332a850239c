//! Commands. They run in the repository, see no variable of ours but the path, and are stopped after a minute. That is no
//! sandbox: with a real model, take a container.

use std::path::Path;
use std::process::{Output, Stdio};
use std::time::Duration;

use serde_json::Value;
use tokio::process::Command;
use tokio::time::timeout;

use super::files::within;
use super::required;

const SECONDS: u64 = 60;

/// What a command printed, and its exit code.
pub async fn run(folder: &Path, command: &str) -> Result<String, String> {
    let mut shell = Command::new(if cfg!(windows) { "cmd" } else { "sh" });
    // One pipe for both, so that lines stand in the order in which they were printed.
    shell.arg(if cfg!(windows) { "/C" } else { "-c" }).arg(format!("{{ {command}\n}} 2>&1"));
    let output = finished(folder, shell).await?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let ending = output.status.code().map_or("killed by a signal".into(), |code| format!("exit code {code}"));
    Ok(format!("{printed}\n[{ending}]\n"))
}

/// Lines that match. git knows what is ignored, and no pattern of a model can hang it.
pub async fn search(folder: &Path, arguments: &Value) -> Result<String, String> {
    let pattern = required(arguments, "pattern")?;
    let place = within(folder, arguments["path"].as_str().unwrap_or("."))?;
    let mut git = Command::new("git");
    git.args(["grep", "--untracked", "--line-number", "-I", "--extended-regexp", "-e", pattern, "--"]).arg(place);
    let output = finished(folder, git).await?;
    match output.status.code() {
        Some(0) => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        Some(1) => Ok(format!("No line matches {pattern}")),
        _ => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
    }
}

async fn finished(folder: &Path, mut command: Command) -> Result<Output, String> {
    command
        .current_dir(folder)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", folder)
        .envs([("GIT_CONFIG_NOSYSTEM", "1"), ("GIT_TERMINAL_PROMPT", "0"), ("NO_COLOR", "1")])
        .envs([("GIT_AUTHOR_NAME", "Rust agent"), ("GIT_AUTHOR_EMAIL", "agent@example.invalid")])
        .envs([("GIT_COMMITTER_NAME", "Rust agent"), ("GIT_COMMITTER_EMAIL", "agent@example.invalid")])
        .stdin(Stdio::null())
        .kill_on_drop(true);
    match timeout(Duration::from_secs(SECONDS), command.output()).await {
        Ok(output) => output.map_err(|error| error.to_string()),
        Err(_) => Err(format!("stopped after {SECONDS} s")),
    }
}
