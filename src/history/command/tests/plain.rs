//! What tells that the same was run again, and whether success says something.

use super::deeds;

#[test]
fn what_makes_no_difference_is_left_out() {
    for (command, plain) in [
        ("npm test", "npm test"),
        ("  npm   test  ", "npm test"),
        ("npm test 2>&1", "npm test"),
        ("npm test 2>&1 | tail -50", "npm test"),
        ("npm test | head -5 | cat", "npm test"),
        ("npm test > /dev/null 2>&1", "npm test"),
        ("npm test > out.log 2>&1", "npm test > out.log"),
        ("npm test | grep FAIL | head", "npm test | grep FAIL"),
        ("npm test | tee log | tail", "npm test | tee log"),
        ("cd web && npm test", "npm test"),
        ("cd web && CI=1 sudo -u me timeout 60 npm test; echo $?", "npm test"),
        ("export A=b\nnpm test", "npm test"),
        ("npm test # again", "npm test"),
        ("bash -lc \"cd web && npm test\"", "npm test"),
        ("bash -lc \"npm test\" | tail -5", "npm test"),
        ("bash -lc npm test", "npm test"),
        ("bash -c 'bash -c \"npm test\"'", "npm test"),
        ("(cd web; npm test)", "npm test"),
        ("{ npm test; }", "npm test"),
        ("! npm test", "npm test"),
        ("npm run build && npm test", "npm run build && npm test"),
        ("npm run build; npm test", "npm run build; npm test"),
        ("npm run build\nnpm test", "npm run build; npm test"),
        ("npm run build || npm test", "npm run build || npm test"),
        ("rg 'a b' src | head -5", "rg 'a b' src"),
        ("cat a.ts | head -5", "cat a.ts"),
        ("cat a.ts | wc -l", "cat a.ts | wc -l"),
        ("head -5 a.ts", "head -5 a.ts"),
        ("git commit -m \"$(date)\"", "git commit -m \"$(date)\""),
        ("echo a", "echo a"),
        ("cd a", "cd a"),
        ("cd a && echo b", "cd a && echo b"),
        ("sleep 5; echo done", "sleep 5; echo done"),
        ("for f in a b; do cd $f; echo x; done", "for f in a b; do cd $f; echo x; done"),
        ("sort < a.txt", "sort < a.txt"),
        ("env", "env"),
        ("bc <<< '1 + 2'", "bc <<< '1 + 2'"),
        ("npm test &", "npm test"),
        ("print(1 > 2)\n", "print(1 > 2)"),
        ("", ""),
    ] {
        assert_eq!(deeds(command).plain, plain, "{command}");
    }
}

#[test]
fn a_heredoc_is_its_checksum() {
    let plain = |body: &str| deeds(&std::format!("python - <<'PY' 2>&1 | tail\n{body}\nPY\n")).plain;
    assert_eq!(plain("print(1)"), "python - <<0929a97c");
    assert_eq!(plain("print(1)"), plain("print(1)"));
    assert_ne!(plain("print(1)"), plain("print(2)"));
}

#[test]
fn success_of_another_command_says_nothing() {
    for (command, masked) in [
        ("npm test", false),
        ("cd web && npm test", false),
        ("npm run build && npm test", false),
        ("npm test 2>&1", false),
        ("npm test;", false),
        ("npm test\n", false),
        ("echo a; npm test", false),
        ("cat a.ts | head", false),
        ("rg foo | head; ls", false),
        ("sed -i s/a/b/ a.ts; npm test", false),
        ("set -o pipefail; npm test | tail", false),
        ("set -e; npm run build; npm test", false),
        ("npm test | tail -5", true),
        ("npm test 2>&1 | tee log", true),
        ("npm test; echo done", true),
        ("npm test || true", true),
        ("npm test &", true),
        ("npm run build; npm test", true),
        ("npm run build\nnpm test", true),
        ("bash -c 'npm test | tail'", true),
        ("bash -c 'npm test' | tail", true),
        ("(npm test) | tail", true),
        ("(npm test); echo done", true),
        ("(cd a && npm test) && (cd b && npm test)", false),
    ] {
        assert_eq!(deeds(command).masked, masked, "{command}");
    }
}
