//! Files of the repository.

use std::fs;
use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use super::required;

pub fn read(folder: &Path, arguments: &Value) -> Result<String, String> {
    let path = required(arguments, "path")?;
    let text = text_of(&within(folder, path)?, path)?;
    let line = |name: &str| arguments[name].as_u64().map(|line| line as usize);
    let (first, last) = (line("startLine"), line("endLine"));
    if first.is_none() && last.is_none() {
        return Ok(text);
    }
    let first = first.unwrap_or(1).max(1);
    let count = last.map_or(usize::MAX, |last| (last + 1).saturating_sub(first));
    let lines: Vec<&str> = text.split('\n').skip(first - 1).take(count).collect();
    if lines.is_empty() { Err(format!("{path} has no line {first}")) } else { Ok(lines.join("\n")) }
}

pub fn edit(folder: &Path, arguments: &Value) -> Result<String, String> {
    let path = required(arguments, "path")?;
    let (old, new) = (required(arguments, "oldText")?, required(arguments, "newText")?);
    if old.is_empty() {
        return Err("oldText is empty: it is the text that is replaced".into());
    }
    let place = within(folder, path)?;
    let text = text_of(&place, path)?;
    match text.matches(old).count() {
        1 => {
            fs::write(&place, text.replacen(old, new, 1)).map_err(|error| format!("{path}: {error}"))?;
            Ok(format!("Changed {path}"))
        }
        0 => Err(format!("{path} was not changed: oldText is not in the file, white space included")),
        count => Err(format!("{path} was not changed: oldText is there {count} times; take more of its lines")),
    }
}

fn text_of(place: &Path, path: &str) -> Result<String, String> {
    let bytes = fs::read(place).map_err(|error| format!("{path}: {error}"))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The place of a path of the model; it cannot leave the folder, through a link neither. What git keeps for itself is
/// closed as well: who can write there can have commands run.
pub fn within(folder: &Path, path: &str) -> Result<PathBuf, String> {
    let real = fs::canonicalize(folder.join(path)).map_err(|error| format!("{path}: {error}"))?;
    let inside = real.strip_prefix(folder).map_err(|_| format!("{path} is outside the repository"))?;
    let is_git = |part: Component<'_>| part.as_os_str().eq_ignore_ascii_case(".git");
    if inside.components().any(is_git) {
        return Err(format!("{path} belongs to git; the shell has its commands"));
    }
    Ok(real)
}
