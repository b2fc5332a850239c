//! Any text, of any length.

use std::format;
use std::string::String;
use std::vec::Vec;

use super::{STEPS, check, deeds, told};
use crate::history::command::{LONGEST, PATHS};

/// Pieces of commands, and what breaks them.
#[rustfmt::skip]
const PIECES: [&str; 97] = [
    "cat", "sed -n", "'1,80p'", "head", "-5", "tail -n +3", "rg", "grep -e", "find . -name", "-exec", "xargs",
    "git", "-C", "apply_patch", "*** Begin Patch\n", "*** Update File: a\n", "*** End Patch", "bash -lc", "sh -c",
    "pwsh -Command", "cmd /c", "sudo -u", "env A=b", "timeout", "cd", "cd -", "pushd", "popd", "echo", "tee -a",
    "cp", "mv -t", "rm -rf", "sed -i", "perl -pi -e", "awk 'NR>=5 && NR<=9'", "if", "then", "else", "fi",
    "for f in", "do", "done", "while", "case x in", "esac", "{", "}", "(", ")", "function", "[", "[[", "]]", "test",
    "&&", "||", ";", ";;", "|", "|&", "&", ">", ">>", "2>&1", "&>", "<", "<<EOF\n", "EOF\n", "<<-'E'\n", "<<<",
    "<(", ">(", "$(", "$((", "))", "${", "$x", "`", "'", "\"", "\\", "$'", "#", "\n", "\r\n", "\t", "=", "A=(",
    "é日", "\u{1f600}", "\0", "@'\n", "-", "--", "--files", "4294967295",
];

/// A number that follows from the last.
fn next(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize
}

#[test]
fn nothing_panics() {
    let mut seed = 7;
    for round in 0..30_000 {
        let mut command = String::new();
        for _ in 0..=next(&mut seed) % 24 {
            command += PIECES[next(&mut seed) % PIECES.len()];
            if next(&mut seed) & 3 > 0 {
                command += " ";
            }
        }
        let deeds = deeds(&command);
        let paths =
            deeds.reads.iter().map(|view| &view.path).chain(&deeds.writes).chain(&deeds.removed).chain(&deeds.places);
        assert!(
            paths.into_iter().all(|path| !path.is_empty() && !path.contains('\n')),
            "{round} {command:?} {deeds:?}"
        );
        assert!(deeds.removed.iter().all(|path| deeds.writes.contains(path)), "{command:?} {deeds:?}");
        assert!(!told(&deeds).is_empty());
    }
}

#[test]
fn every_start_of_a_command_can_be_read() {
    let command = "cd 'a' && cat <<'E' > b.ts; if [ -f x ]; then sed -n \"1,$(wc -l < c)p\" d | head; fi\nx\nE\nbash -c 'rg \"é\" `ls`' &";
    for end in (0..=command.len()).filter(|&end| command.is_char_boundary(end)) {
        _ = deeds(&command[..end]);
        _ = deeds(&command[end..]);
    }
}

#[test]
fn the_time_grows_with_the_length() {
    for piece in PIECES.iter().copied().chain([
        "$(a <<b) ",
        "\"$(",
        "`\\`",
        "<<a ",
        "<<a\n",
        "cat a && ",
        "a | ",
        "( ",
        "{ ",
        "if a; ",
        "bash -c ",
        "bash -c '",
        "xargs ",
        "find -exec ",
        "sudo ",
        "npx ",
        "-a",
        "\\\n",
        "\\\"",
        "a=(",
        "${a",
        "cd a; ",
        "cat a; ",
        "a=b ",
        "> a ",
        "'a' ",
        "((",
    ]) {
        for separator in ["", " "] {
            let once = format!("{piece}{separator}");
            let text = once.repeat(100_000 / once.len() + 1);
            for start in ["", "bash -c \"", "cat <<E\n", "apply_patch '", "echo $("] {
                let text = format!("{start}{text}");
                STEPS.with(|steps| steps.set(0));
                let deeds = deeds(&text);
                let steps = STEPS.with(core::cell::Cell::get);
                assert!(steps < 12 * LONGEST, "{start}{once:?}: {steps}");
                assert!(deeds.plain.len() <= 2 * LONGEST && deeds.writes.len() <= PATHS && deeds.reads.len() <= PATHS);
            }
        }
    }
}

#[test]
fn a_long_script_is_read_as_far_as_it_counts() {
    let comment = format!("# {}\n", "x".repeat(8000));
    let long = |commands: &str| format!("{comment}{comment}{commands}");
    check(&[
        (&format!("{comment}cat a.ts"), "Read a.ts"),
        (&format!("cat a.ts; {} rm b.ts", "echo a;".repeat(200)), "Write a.ts >b.ts -b.ts"),
        (&format!("cat a.ts; {} rm b.ts", "echo a;".repeat(300)), "Run a.ts"),
        (&long("rm b.ts"), "Run"),
        (&format!("cat a.ts\n{}", long("rm b.ts")), "Run a.ts"),
        (&format!("cat a.ts b{}", "x ".repeat(8000)), "Run"),
    ]);
    let body = "x\n".repeat(20_000);
    check(&[
        (&format!("cat > a.ts <<'E'\n{body}E\ncat b.ts"), "Write b.ts >a.ts"),
        (&format!("cat > a.ts <<'E'\n{body}{body}{body}E\nrm b.ts"), "Write >a.ts"),
        (
            &format!("apply_patch <<'E'\n*** Begin Patch\n{body}*** Update File: a.ts\n{body}*** End Patch\nE"),
            "Write >a.ts",
        ),
    ]);
}

#[test]
fn no_more_than_so_many_paths_are_told() {
    let many: Vec<String> = (0..500).map(|number| format!("f{number}")).collect();
    let many = many.join(" ");
    assert_eq!(deeds(&format!("cat {many}")).reads.len(), PATHS);
    assert_eq!(deeds(&format!("rm {many}")).writes.len(), PATHS);
    assert_eq!(deeds(&format!("ls {many}")).places.len(), PATHS);
}
