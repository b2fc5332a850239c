//! Tests of command lines and the effects read from them.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{View, read};

/// Formats an effect, for example `a b:1-80 c:? >d -e cd folder`: files that are read, with lines (`?` if unknown);
/// `>`: written; `-`: removed.
fn summary(command: &str) -> String {
    let line = read(command);
    let lines = |view: &View| match (view.whole, view.first, view.last) {
        (true, ..) => String::new(),
        (_, None, _) => String::from(":?"),
        (_, Some(first), last) => format!(":{first}-{}", last.map_or_else(String::new, |last| format!("{last}"))),
    };
    let mut summary: Vec<String> = line.reads.iter().map(|view| format!("{}{}", view.path, lines(view))).collect();
    summary.extend(line.writes.iter().map(|path| format!("{}{path}", if line.removes { '-' } else { '>' })));
    summary.extend(line.folder.iter().map(|folder| format!("cd {folder}")));
    summary.join(" ")
}

fn check(table: &[(&str, &str)]) {
    for (command, expected) in table {
        assert_eq!(&summary(command), expected, "{command}");
    }
}

#[test]
fn files_that_are_shown() {
    check(&[
        ("cat a.ts", "a.ts"),
        ("cat -n 'a b.ts' c.ts", "a b.ts c.ts"),
        ("sed -n 10,40p a.ts", "a.ts:10-40"),
        ("sed -n '10,$p' a.ts", "a.ts:10-"),
        ("head -20 a.ts", "a.ts:1-20"),
        ("head -n 20 a.ts", "a.ts:1-20"),
        ("head a.ts", "a.ts:1-10"),
        ("tail -n 5 a.ts", "a.ts:?"),
        ("nl -ba a.ts | sed -n '10,40p'", "a.ts:10-40"),
        ("cat a.ts | head -5 | tail -2", "a.ts:?"),
        ("cd web && cat src/a.ts", "src/a.ts cd web"),
        ("cat a.ts; echo ---; cat b.ts", "a.ts b.ts"),
        ("cat a.ts | grep x", ""),
        ("cat $FILE \"$(pwd)/a\" *.ts", ""),
        ("test -f a && cat a", ""),
        ("cat a || cat b", ""),
        ("for f in a b; do cat c; done", ""),
        ("cat 'a.ts", ""),
    ]);
}

#[test]
fn files_of_a_folder_that_is_entered_on_the_way_are_no_known_files() {
    let line = read("mkdir -p /tmp/a && cd /tmp/a && cat b.ts && echo x > c.ts && tee d.ts");
    assert_eq!((line.reads.len(), line.writes.len(), line.only_reads), (0, 0, false));
    assert_eq!(line.elsewhere, ["c.ts", "d.ts"]);
    // That of a leading `cd` is known.
    assert!(read("cd /tmp/a && echo x > c.ts").elsewhere.is_empty());
}

#[test]
fn files_that_are_written() {
    check(&[
        ("echo x > a.ts", ">a.ts"),
        ("echo x >>a.ts 2>&1", ">a.ts"),
        ("cat > a.ts <<'EOF'\ncat b.ts > c.ts\nEOF", ">a.ts"),
        ("cat <<-EOF > a.ts\n\tx\n\tEOF\ncat b.ts", "b.ts >a.ts"),
        ("cat <<A > a.ts; cat <<B > b.ts\nx\nA\ny\nB\n", ">a.ts >b.ts"),
        ("npm test 2>&1 | tee out.log", ">out.log"),
        ("sed -i 's/a/b/' a.ts b.ts", ">a.ts >b.ts"),
        ("sed -i -e 's/a/b/' a.ts", ">a.ts"),
        ("rm -f a.ts b.ts", "-a.ts -b.ts"),
        ("mv a.ts b.ts", ">a.ts >b.ts"),
        ("echo x > /dev/null; echo y >&2", ""),
        (
            "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: src/a.ts\n*** Add File: b.ts\n*** End Patch\nEOF",
            ">src/a.ts >b.ts",
        ),
        ("python - <<EOF\nopen('a > b')\nEOF", ""),
    ]);
}

#[test]
fn the_same_is_run_again_whatever_stands_around_it() {
    for command in ["npm test", "cd web && npm test", "npm test 2>&1", "npm test 2>&1 | tail -20", "npm  test  # again"]
    {
        assert_eq!(read(command).plain, "npm test", "{command}");
    }
    let script = |body: &str| read(&format!("python - <<E\n{body}\nE")).plain;
    assert_eq!(script("a"), script("a"));
    assert_ne!(script("a"), script("b"));
}

#[test]
fn a_status_is_that_of_the_last_command() {
    for (command, masked) in [
        ("npm test", false),
        ("cd web && npm test", false),
        ("npm ci && npm test", false),
        ("npm test | tail", true),
        ("npm test; echo done", true),
        ("npm test\necho done", true),
        ("npm test || true", true),
        ("", true),
    ] {
        assert_eq!(read(command).masked, masked, "{command}");
    }
}

#[test]
fn a_shell_in_front_of_a_script_is_left_out() {
    check(&[
        ("bash -lc 'cat a.ts'", "a.ts"),
        ("/bin/zsh -lc \"cd web && sed -n 1,9p b.ts\"", "b.ts:1-9 cd web"),
        ("sh -c 'echo x > a.ts'", ">a.ts"),
        ("bash -lc \"cat $FILE\"", ""),
        ("bash -lc \"cat $(ls)\"", ""),
        ("bash run.sh", ""),
    ]);
    assert_eq!(read("bash -lc 'npm test'").plain, read("npm test").plain);
    assert_eq!(read("bash -lc 'bash -lc ls'").plain, "bash -lc ls");
    assert_eq!(read("grep -c x").plain, "grep -c x");
}

#[test]
fn any_text_will_do() {
    for command in ["", "'", "\\", "<<", "<<E", ">", "&&&&", "((", "a\u{0}b", "é>é", "cat <<E\nx", ">(", "<(", "1>"] {
        let line = read(command);
        assert!(line.plain.len() <= command.len() + 10, "{command}");
    }
    let long = "cat a > b; ".repeat(20_000);
    assert_eq!(read(&long).writes, ["b"]);
}
