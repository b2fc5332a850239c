//! Errors that a shell reports in its own name: it prints its name in front of nothing else.

use crate::quick::{contains, split_at_part};

/// Shells, and the name of zsh for what it evaluates.
const NAMES: [&str; 7] = ["bash", "dash", "fish", "ksh", "sh", "zsh", "(eval)"];
/// Words of their errors. Programs write a shell's name in front of other things: `whereis zsh`, `file /bin/sh`.
#[rustfmt::skip]
const SAYS: [&str; 34] = [
    "abort", "ambiguous", "annot ", "bad ", "bus error", "can't", "denied", "event not", "exec format", "expected",
    "fault", "file exists", "illed", "invalid", "is a directory", "issing", "ivision by zero", "no matches", "no such",
    "No such", "not a ", "not an ", "not found", "not set", "nknown ", "nmatched", "nrecognized", "oo long", "oo many",
    "parse error", "read-only", "readonly", "yntax error", "unbound",
];

/// Returns `true` for an error of a shell: `zsh: no matches found: *.x` and `zsh:1: …` (zsh, "Error messages" of zshmisc),
/// `fish: Unknown command: x` (fish), `bash: x: unbound variable`, `/bin/sh: 1: x: not found` (dash).
pub(super) fn is_of_shell(text: &str) -> bool {
    let Some((path, rest)) = text.split_once(':') else { return false };
    let name = path.rsplit_once('/').map_or(path, |(_, name)| name).trim_start_matches('-');
    // `zsh:cd:1: no such file or directory: x`.
    let says = rest.starts_with(' ') || split_at_part(rest, ": ").is_some_and(|(place, _)| !place.contains(' '));
    NAMES.contains(&name) && says && SAYS.iter().any(|words| contains(rest, words))
}
