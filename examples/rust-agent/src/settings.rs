//! What the user set: flags, and variables of the environment for the endpoint.

use std::path::PathBuf;
use std::{env, fs};

const HELP: &str = "Usage: rust-agent [--window TOKENS] [--allow-shell] FOLDER TASK

OPENAI_BASE_URL, OPENAI_API_KEY and MODEL name an endpoint with Chat Completions.";

pub struct Settings {
    pub url: Option<String>,
    pub key: String,
    pub model: String,
    /// In tokens.
    pub window: u64,
    /// The most tokens of an answer.
    pub answer: u64,
    pub allow_shell: bool,
    pub folder: PathBuf,
    pub task: String,
}

impl Settings {
    pub fn read() -> Result<Self, String> {
        let (mut window, mut allow_shell, mut words) = (128_000, false, Vec::new());
        let mut arguments = env::args().skip(1);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--allow-shell" => allow_shell = true,
                "--window" => {
                    let given = arguments.next().unwrap_or_default();
                    window =
                        given.parse().map_err(|_| format!("--window: {given} is no number of tokens\n\n{HELP}"))?;
                }
                flag if flag.starts_with("--") => return Err(format!("{flag}: there is no such flag\n\n{HELP}")),
                _ => words.push(argument),
            }
        }
        let [folder, task] = <[String; 2]>::try_from(words).map_err(|_| HELP.to_owned())?;
        let folder = fs::canonicalize(&folder).map_err(|error| format!("{folder}: {error}"))?;
        let required = |name: &str| env::var(name).map_err(|_| format!("{name} is not set\n\n{HELP}"));
        Ok(Self {
            url: env::var("OPENAI_BASE_URL").ok(),
            key: required("OPENAI_API_KEY")?,
            model: required("MODEL")?,
            window,
            answer: 4_000,
            allow_shell,
            folder,
            task,
        })
    }
}
