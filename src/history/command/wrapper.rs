//! What stands before a command and makes no difference to what it does.

use super::arguments::among;
use super::programs::{Program, lookup, name};
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

/// Whether a word sets a variable: `A=b`.
pub(super) fn is_assignment(word: &Word<'_>) -> bool {
    let is_letter = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let name = word.raw.iter().take_while(is_letter).count();
    name > 0 && word.raw.get(name) == Some(&b'=')
}

/// Where a command starts among its words: after `A=b`, `sudo -u x`, `timeout 60`, `bash -lc`. A wrapper alone is a program.
pub(super) fn start(words: &[Word<'_>]) -> Start {
    let mut at = 0;
    let mut program = 0;
    while let Some(word) = words.get(at) {
        program = at;
        at += 1;
        if is_assignment(word) {
            continue;
        }
        let (wrapper, valued) = lookup(name(word));
        match wrapper {
            Program::Wrapper => at = options(words, at, valued),
            Program::Timeout => at = options(words, at, valued) + 1,
            Program::Command if words.get(at).is_some_and(|word| !word.is_option()) => {}
            Program::Shell | Program::PowerShell => match script(wrapper, words, at) {
                Some(Start::Program(script)) => at = script,
                found => return found.unwrap_or(Start::Program(program)),
            },
            _ => break,
        }
    }
    Start::Program(program)
}

/// Where options end; `valued`: those that have a value.
#[inline(never)]
pub(super) fn options(words: &[Word<'_>], from: usize, valued: &str) -> usize {
    let mut at = from;
    while let Some(word) = words.get(at).filter(|word| word.is_option()) {
        let letter = word.text.get(1..).unwrap_or_default();
        at += 1 + usize::from(among(if letter.starts_with(b"-") { &word.text } else { letter }, valued));
    }
    at
}

/// Where the script of a shell is, when it is given as a word. Words of a list that were joined by blanks are a script without
/// quotes around it: it goes on as any other.
fn script(shell: Program, words: &[Word<'_>], from: usize) -> Option<Start> {
    let mut at = from;
    loop {
        let Some(word) = words.get(at) else {
            return Some(Start::Body).filter(|_| shell == Program::Shell);
        };
        at += 1;
        if shell == Program::PowerShell {
            if ["-command", "-c", "/c"].iter().any(|option| word.text.eq_ignore_ascii_case(option.as_bytes())) {
                break;
            }
            continue;
        }
        let ([b'-' | b'+', letters @ ..], Some(last)) = (&*word.text, word.text.last()) else { return None };
        if letters.starts_with(b"-") {
            continue;
        }
        at += usize::from(*last == b'o');
        if letters.contains(&b'c') {
            break;
        }
        if letters.contains(&b's') {
            return Some(Start::Body);
        }
    }
    let script = words.get(at)?;
    let alone = at + 1 == words.len() || script.text.contains(&b' ');
    Some(if script.is_quoted() && alone { Start::Script(at) } else { Start::Program(at) })
}
