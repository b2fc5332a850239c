//! What stands before a command and makes no difference to what it does.

use alloc::string::String;

use super::arguments::among;
use super::word::Word;

/// Where a command starts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    /// At a word.
    Program(usize),
    /// It is the script that a word holds.
    Script(usize),
    /// It is the script that a heredoc holds.
    Body,
}

impl Start {
    /// Where the words start that say what is done.
    pub(super) const fn word(self) -> usize {
        match self {
            Self::Program(at) => at,
            Self::Script(_) | Self::Body => 0,
        }
    }
}

/// The name of a program without its folder: `grep` of `/usr/bin/grep`, `mvn` of `mvn.cmd`. That of a cmdlet is in lower case.
pub(super) fn name(word: &Word<'_>) -> String {
    let name = word.text.rsplit(['/', '\\']).next().unwrap_or_default();
    let end = [".exe", ".cmd", ".bat"].iter().find_map(|end| name.strip_suffix(end));
    let name = end.unwrap_or(name);
    if end.is_some() || name.contains('-') { name.to_ascii_lowercase() } else { name.into() }
}

/// Whether a word sets a variable: `A=b`.
pub(super) fn is_assignment(word: &Word<'_>) -> bool {
    let name = word.raw.split('=').next().unwrap_or_default();
    let letters = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    letters && name.len() < word.raw.len() && !name.is_empty()
}

/// Where a command starts among its words: after `A=b`, `sudo -u x`, `timeout 60`, `bash -lc`. A wrapper alone is a program.
pub(super) fn start(words: &[Word<'_>]) -> Start {
    let mut at = 0;
    let mut program = 0;
    while let Some(word) = words.get(at) {
        program = at;
        if is_assignment(word) {
            at += 1;
            continue;
        }
        let name = name(word);
        // The options that have a value.
        let valued = match &*name {
            "sudo" | "doas" => "-u -g -h -p -C -T -D -R -U --user --group",
            "env" => "-u -C -S --unset --chdir",
            "timeout" | "gtimeout" => "-s -k --signal --kill-after",
            "nice" | "ionice" => "-n -c -p --adjustment",
            "stdbuf" => "-i -o -e",
            "time" | "nohup" | "setsid" | "noglob" | "caffeinate" | "unbuffer" | "exec" | "builtin" => "-f -a",
            "command" if words.get(at + 1).is_some_and(|word| !word.text.starts_with('-')) => "",
            _ => match shell(&name, words, at + 1) {
                Some(Start::Program(script)) => {
                    at = script;
                    continue;
                }
                found => return found.unwrap_or(Start::Program(program)),
            },
        };
        at = options(words, at + 1, valued) + usize::from(name.ends_with("timeout"));
    }
    Start::Program(program)
}

/// Where options end.
pub(super) fn options(words: &[Word<'_>], from: usize, valued: &str) -> usize {
    let mut at = from;
    while let Some(word) = words.get(at).filter(|word| word.text.starts_with('-')) {
        at += 1 + usize::from(among(&word.text, valued));
    }
    at
}

/// Where the script of a shell is, when it is given as a word. Words of a list that were joined by blanks are a script without
/// quotes around it: it goes on as any other.
fn shell(name: &str, words: &[Word<'_>], from: usize) -> Option<Start> {
    let at = match name {
        "bash" | "sh" | "zsh" | "dash" | "ash" | "ksh" | "fish" => {
            let mut at = from;
            loop {
                let Some(word) = words.get(at) else { return Some(Start::Body) };
                let letters = word.text.strip_prefix(['-', '+'])?;
                at += 1;
                if letters.starts_with('-') || letters.is_empty() {
                    continue;
                }
                at += usize::from(letters.ends_with('o'));
                if letters.contains('c') {
                    break at;
                }
                if letters.contains('s') {
                    return Some(Start::Body);
                }
            }
        }
        "powershell" | "pwsh" | "cmd" => {
            let is_option =
                |word: &Word<'_>| ["-command", "-c", "/c"].iter().any(|option| word.text.eq_ignore_ascii_case(option));
            from + words.get(from..)?.iter().position(is_option)? + 1
        }
        _ => return None,
    };
    let script = words.get(at)?;
    let alone = at + 1 == words.len() || script.text.contains(' ');
    Some(if script.is_quoted() && alone { Start::Script(at) } else { Start::Program(at) })
}
