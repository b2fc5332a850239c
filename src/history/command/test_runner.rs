//! Whether a command runs tests.

use super::arguments::among;
use super::programs::{Program, lookup, name};
use super::word::Word;
use super::wrapper::{is_assignment, options};

/// What stands between a program and what it runs.
const FILLERS: &str = "run run-script exec dlx x --";

/// What ends the names of scripts.
const ENDS: [&[u8]; 8] = [b".js", b".mjs", b".cjs", b".ts", b".py", b".rb", b".sh", b".phar"];

/// Whether the words are a command that runs tests.
pub(super) fn is_test(words: &[Word<'_>]) -> bool {
    // With these it only tells about itself.
    if words.iter().any(|word| among(&word.text, "--version --help --collect-only --listTests")) {
        return false;
    }
    let mut words = words;
    // One starts another: `npx`, `node`, a runner.
    for _ in 0..5 {
        let Some((first, rest)) = words.split_first() else { return false };
        let name = name(first);
        let script = ENDS.iter().find_map(|end| name.strip_suffix(*end));
        let plain = script.unwrap_or(name);
        let (mut program, mut valued) = lookup(plain);
        if program == Program::Unknown {
            // `python3.12`
            let version = plain.iter().rev().take_while(|byte| matches!(byte, b'0'..=b'9' | b'.')).count();
            (program, valued) = lookup(plain.get(..plain.len() - version).unwrap_or_default());
        }
        if program == Program::Runner || script.is_some_and(says_test) {
            return true;
        }
        let launches = program == Program::Launcher;
        let mut at = options(rest, 0, valued);
        while launches && rest.get(at).is_some_and(|word| among(&word.text, FILLERS) || is_assignment(word)) {
            at = options(rest, at + 1, valued);
        }
        if launches && rest.get(at).is_some_and(|word| &*word.text == b"workspace") {
            at += 2;
        }
        let (before, operands) = rest.split_at(at.min(rest.len()));
        let first = operands.first();
        match program {
            Program::Targets => return operands.iter().any(|word| !word.is_option() && says_test(&word.text)),
            Program::Says => {
                let mut words = operands.iter();
                let first = words.find(|word| !word.text.starts_with(b"+") && &*word.text != b"task");
                return first.is_some_and(|word| says_test(&word.text));
            }
            Program::Launcher if first.is_some_and(|word| says_test(&word.text)) => return true,
            Program::Interpreter if before.iter().any(|word| &*word.text == b"--test") => return true,
            Program::Launcher | Program::Interpreter | Program::Shell => {}
            _ => return false,
        }
        let module = rest.iter().take(4).position(|word| &*word.text == b"-m");
        words = module.map_or(operands, |at| rest.get(at + 1..).unwrap_or_default());
    }
    false
}

/// Whether the name of a script or a target says that it runs tests: `test`, `test:unit`, `e2e-tests`, `testDebug`.
fn says_test(target: &[u8]) -> bool {
    let is_test = |piece: &[u8]| {
        let capital = matches!(piece, [b't', b'e', b's', b't', b'A'..=b'Z', ..]);
        capital || among(piece, "test tests spec specs e2e nextest runtests")
    };
    let mut pieces = target.split(|byte| !byte.is_ascii_alphanumeric()).filter(|piece| !piece.is_empty());
    target == b"t" || pieces.next().is_some_and(is_test) || pieces.next_back().is_some_and(is_test)
}
