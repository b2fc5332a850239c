//! What is searched for, and lists.

use super::check;

#[test]
fn a_pattern_is_searched_for() {
    check(&[
        ("rg -n \"foo bar\" src", "Search \"foo bar\" @src"),
        ("rg foo", "Search \"foo\""),
        ("rg -n 'a|b' src lib -g '*.ts'", "Search \"a|b\" @src @lib"),
        ("rg -tts -A3 foo", "Search \"foo\""),
        ("rg -e a -e b src", "Search \"a|b\" @src"),
        ("rg --glob '!dist' --max-count 5 foo src", "Search \"foo\" @src"),
        ("rg -- -foo src", "Search \"-foo\" @src"),
        ("grep -rn foo .", "Search \"foo\" @."),
        ("grep -rnA 3 foo src", "Search \"foo\" @src"),
        ("grep --include='*.ts' --exclude-dir node_modules -r foo src", "Search \"foo\" @src"),
        ("grep -E '^(a|b)$' a.ts", "Search \"^(a|b)$\" @a.ts"),
        ("grep \"a\\\"b\" a.ts", "Search \"a\\\"b\" @a.ts"),
        ("grep foo\\|bar a.ts", "Search \"foo|bar\" @a.ts"),
        ("grep -c foo a.ts", "Search \"foo\" @a.ts"),
        ("grep foo < a.ts", "Search \"foo\" @a.ts"),
        ("git grep -n foo", "Search \"foo\""),
        ("git grep foo HEAD~1 -- src", "Search \"foo\" @src"),
        ("git -C lib grep foo src", "Search \"foo\" @lib/src"),
        ("git -C lib grep foo", "Search \"foo\" @lib"),
        ("ag foo src", "Search \"foo\" @src"),
        ("findstr /s /i foo *.ts", "Search \"foo\" @*.ts"),
        ("findstr /n /c:\"foo bar\" a.ts", "Search \"foo bar\" @a.ts"),
        ("Select-String -Path src\\a.ts -Pattern foo", "Search \"foo\" @src\\a.ts"),
        ("Get-ChildItem -Recurse src | Select-String foo", "Search \"foo\" @src"),
        ("Get-ChildItem -Recurse -Include *.ts | Select-String -Pattern foo", "Search \"foo\""),
        ("Get-Content a.ts | Select-String foo", "Search \"foo\" @a.ts"),
        ("findstr foo src\\*.ts", "Search \"foo\" @src\\*.ts"),
        ("grep -f patterns.txt a.ts", "Search @a.ts"),
        ("grep \"$pattern\" a.ts", "Search @a.ts"),
        ("rg foo || true", "Search \"foo\""),
        ("rg foo 2>/dev/null | sort -u | head -20", "Search \"foo\""),
        ("rg foo src | wc -l", "Search \"foo\" @src"),
        ("rg foo src | grep -v test", "Search \"foo\" @src"),
        ("rg foo; rg foo lib", "Search \"foo\" @lib"),
        ("rg foo src; rg bar src", "Search"),
        ("ls; rg foo src", "Search \"foo\" @src"),
    ]);
}

#[test]
fn what_is_searched_may_come_through_a_pipe() {
    check(&[
        ("cat a.ts | grep foo", "Search \"foo\" @a.ts"),
        ("cat a.ts b.ts | grep -n foo | head", "Search \"foo\" @a.ts @b.ts"),
        ("ls src | grep foo", "Search \"foo\" @src"),
        ("ls src | grep -v foo", "List @src"),
        ("git ls-files | grep foo", "Search \"foo\""),
        ("find src -type f | xargs grep -n foo", "Search \"foo\" @src"),
        ("find . -name '*.ts' | xargs -0 -n 5 grep -l foo", "Search \"foo\" @."),
        ("fd -e ts . src | xargs rg foo", "Search \"foo\" @src"),
        ("find . -name '*.ts' | xargs -I{} grep foo {}", "Search \"foo\" @."),
        ("find . -name '*.ts' -exec grep -l foo {} +", "Search \"foo\" @."),
        ("npm run build | grep error", "Run"),
        ("npm test 2>&1 | grep FAIL", "Test"),
        ("echo foo | grep f", "Run"),
        ("env | grep PATH", "Run"),
    ]);
}

#[test]
fn files_are_searched_for_by_name() {
    check(&[
        ("find . -name '*.ts'", "Search \"*.ts\" @."),
        ("find src lib -type f -iname \"*foo*\" -print0", "Search \"*foo*\" @src @lib"),
        ("find . \\( -name a -o -name b \\)", "Search \"a|b\" @."),
        ("find . -path ./node_modules -prune -o -name '*.ts' -print", "Search \"*.ts\" @."),
        ("find . -not -path '*/dist/*' -name a", "Search \"a\" @."),
        ("find . -name \\*.ts", "Search \"*.ts\" @."),
        ("find . ! -name a -name b", "Search \"b\" @."),
        ("find -L . -name a", "Search \"a\" @."),
        ("find . -name '*.ts' | wc -l", "Search \"*.ts\" @."),
        ("find . -name '*.ts' -exec wc -l {} +", "Search \"*.ts\" @."),
        ("find . -name '*.ts' | xargs wc -l", "Search \"*.ts\" @."),
        ("find . -name \"$x\"", "Search @."),
        ("fd foo src", "Search \"foo\" @src"),
        ("fd -e ts foo", "Search \"foo\""),
        ("Get-ChildItem -Recurse -Filter *.ts src", "Search \"*.ts\" @src"),
        ("find . -name '*.pyc' | xargs rm", "Run"),
        ("fd foo -x rm", "Run"),
    ]);
}

#[test]
fn files_are_listed() {
    check(&[
        ("ls", "List"),
        ("ls -la src", "List @src"),
        ("ls src lib", "List @src @lib"),
        ("ls -I dist src", "List @src"),
        ("ls *.ts", "List @*.ts"),
        ("ls -la | head -20", "List"),
        ("tree -L 2 src", "List @src"),
        ("find . -type f -maxdepth 2", "List @."),
        ("find . -not -name a", "List @."),
        ("git ls-files src", "List @src"),
        ("rg --files", "List"),
        ("rg --files -g '*.ts' src", "List @src"),
        ("rg --files | rg foo", "Search \"foo\""),
        ("fd -e ts", "List"),
        ("fd . src", "List @src"),
        ("dir /s /b src", "List @src"),
        ("Get-ChildItem -Force src", "List @src"),
        ("pwd && ls -la", "List"),
        ("ls a; ls b", "List @a @b"),
        ("ls \"$dir\"", "List"),
        ("ls && npm run build", "Run"),
    ]);
}
