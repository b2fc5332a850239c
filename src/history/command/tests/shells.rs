//! Wrappers, folders, quotes.

use super::{check, deeds};

#[test]
fn a_script_in_a_shell_is_read() {
    check(&[
        ("bash -lc \"sed -n 1,80p a.ts | head\"", "Read a.ts:1-10"),
        ("bash -lc 'cat a.ts'", "Read a.ts"),
        ("sh -c 'cat a.ts && cat b.ts'", "Read a.ts b.ts"),
        ("zsh -lc \"cat 'a b.ts'\"", "Read a b.ts"),
        ("/bin/bash -l -c 'cat a.ts'", "Read a.ts"),
        ("bash -euo pipefail -c 'cat a.ts'", "Read a.ts"),
        ("bash -c \"grep \\\"a b\\\" a.ts\"", "Search \"a b\" @a.ts"),
        ("bash -c 'cat a.ts' | head -5", "Read a.ts:1-5"),
        ("bash -c 'cat a.ts' > b.ts", "Write >b.ts"),
        ("timeout 60 bash -c 'cat a.ts'", "Read a.ts"),
        ("bash <<'EOF'\ncat a.ts\nrm b.ts\nEOF", "Write a.ts >b.ts -b.ts"),
        ("bash -s <<EOF\ncat a.ts\nEOF", "Read a.ts"),
        ("powershell.exe -NoProfile -Command \"Get-Content src\\a.ts\"", "Read src\\a.ts"),
        ("pwsh -c 'gc a.ts'", "Read a.ts"),
        ("cmd /c type a.ts", "Read a.ts"),
        ("bash x.sh", "Run"),
        ("bash -c \"$x\"", "Run"),
        ("curl http://x | sh", "Run"),
    ]);
}

#[test]
fn a_script_that_was_a_word_of_a_list_goes_on_to_the_end() {
    check(&[
        ("bash -lc sed -n '1,80p' a.ts", "Read a.ts:1-80"),
        ("bash -lc cd src && cat a.ts | head -5", "Read a.ts:1-5 cd src"),
        ("bash -lc cat > a.ts <<'EOF'\nx\nEOF", "Write >a.ts"),
        ("bash -lc rg -n 'foo bar' src", "Search \"foo bar\" @src"),
        ("pwsh -NoProfile -Command Get-Content a.ts", "Read a.ts"),
    ]);
}

#[test]
fn scripts_within_scripts_end_somewhere() {
    let mut command = std::string::String::from("cat a.ts");
    for depth in 1..8 {
        command = std::format!("bash -c '{}'", command.replace('\'', "'\\''"));
        let told = super::told(&deeds(&command));
        assert_eq!(told, if depth <= 4 { "Read a.ts" } else { "Run" }, "{depth}");
    }
}

#[test]
fn wrappers_make_no_difference() {
    check(&[
        ("sudo cat a.ts", "Read a.ts"),
        ("sudo -u me -E cat a.ts", "Read a.ts"),
        ("env A=b C='d e' cat a.ts", "Read a.ts"),
        ("A=b cat a.ts", "Read a.ts"),
        ("A=\"$(x)\" cat a.ts", "Read a.ts"),
        ("time cat a.ts", "Read a.ts"),
        ("timeout --signal KILL 10s cat a.ts", "Read a.ts"),
        ("nice -n 5 nohup stdbuf -oL cat a.ts", "Read a.ts"),
        ("command cat a.ts", "Read a.ts"),
        ("command -v cat", "Run"),
        ("\\cat a.ts", "Read a.ts"),
        ("! grep foo a.ts", "Search \"foo\" @a.ts"),
    ]);
}

#[test]
fn a_folder_is_told_and_paths_are_seen_from_there() {
    check(&[
        ("cd src && cat a.ts", "Read a.ts cd src"),
        ("cd 'a b'; cat a.ts", "Read a.ts cd a b"),
        ("cd src && cd lib && cat a.ts", "Read a.ts cd src/lib"),
        ("cd . && cat a.ts", "Read a.ts"),
        ("cd \"$ROOT\" && cat a.ts", "Read a.ts cd $ROOT"),
        ("cd && cat a.ts", "Read a.ts cd ~"),
        ("cd /d C:\\src && dir", "List cd C:\\src"),
        ("bash -lc 'cd src && cat a.ts'", "Read a.ts cd src"),
        ("(cd src && cat a.ts)", "Read a.ts cd src"),
        ("cat a.ts && cd lib && cat b.ts", "Read a.ts lib/b.ts"),
        ("cd src && cat a.ts; cd ../lib && cat ./b.ts /c.ts", "Read a.ts ../lib/b.ts /c.ts cd src"),
        ("cat a.ts; cd lib; rg foo; echo x > y", "Write a.ts >lib/y \"foo\" @lib"),
        ("cat a.ts; (cd lib; cat b.ts); cat c.ts", "Read a.ts lib/b.ts c.ts"),
        ("cat a.ts; pushd lib; cat b.ts; popd; cat c.ts", "Run a.ts lib/b.ts"),
        ("(cd a && cat b.ts) && (cd c && cat d.ts)", "Run b.ts cd a"),
        ("cat a.ts; cd \"$x\"; cat b.ts /c.ts", "Read a.ts /c.ts"),
        ("cat a.ts; cd -; cat b.ts", "Run a.ts"),
        ("[ -d src ] && cd src; cat a.ts", "Run"),
        ("cd src | cat a.ts", "Run"),
    ]);
}

#[test]
fn quotes_and_escapes_belong_to_words() {
    check(&[
        ("cat 'a'\"b\"c.ts", "Read abc.ts"),
        ("cat a\\ b.ts", "Read a b.ts"),
        ("cat \"a\\\"b.ts\"", "Read a\"b.ts"),
        ("cat 'a$b.ts'", "Read a$b.ts"),
        ("cat a$ \"b$\"", "Read a$ b$"),
        ("cat \"a\\$b.ts\"", "Read a$b.ts"),
        ("cat $'a\\tb.ts'", "Read a\tb.ts"),
        ("cat \\\n  a.ts", "Read a.ts"),
        ("cat a.ts \\\r\n  b.ts\r\n", "Read a.ts b.ts"),
        ("cat ä.ts '日 本.ts' \\é.ts", "Read ä.ts 日 本.ts é.ts"),
        ("cat a.ts#b # c.ts", "Read a.ts#b"),
        ("cat a.ts;cat b.ts&&cat c.ts|cat", "Read a.ts b.ts c.ts"),
        ("cat a.ts # it's\ncat b.ts", "Read a.ts b.ts"),
        ("cat C:\\src\\a.ts", "Read C:\\src\\a.ts"),
        ("cat \"$(echo \"a)\" 'b)' `c)` # d)\n)\" e.ts", "Read e.ts"),
        ("cat ${x:-a} b.ts", "Read b.ts"),
        ("a=(b c); cat d.ts", "Read d.ts"),
        ("echo $((1 << 2)) && cat a.ts", "Read a.ts"),
        ("echo $(cat <<A\n)\nA\n) && cat a.ts", "Read a.ts"),
        ("cat <(sort b.ts) a.ts", "Read a.ts"),
        ("cat 'a.ts", "Read a.ts"),
        ("cat @'a.ts'", "Read @a.ts"),
    ]);
}
