//! What may be done, or may not.

use super::check;

#[test]
fn what_a_block_does_is_not_claimed() {
    check(&[
        ("for f in a b; do cat $f; done", "Run"),
        ("for f in *.ts; do sed -i 's/a/b/' a.ts; done", "Run"),
        ("if [ -f a.ts ]; then cat a.ts; fi", "Run"),
        ("if grep -q foo a.ts; then echo x > b.ts; else rm c.ts; fi", "Run"),
        ("while read f; do cat a.ts; done < list.txt", "Run"),
        ("cat list.txt | while read f; do cat a.ts; done", "Run"),
        ("until false; do cat a.ts; done", "Run"),
        ("case $x in a) cat a.ts;; b) rm b.ts;; esac", "Run"),
        ("f() { rm a.ts; }; f", "Run"),
        ("function f { rm a.ts; }", "Run"),
        ("for i in 1 2; do echo $i; done > a.txt", "Run >a.txt"),
        ("for (const a of b) { a > b }", "Run"),
        ("if (Test-Path a.ts) { Remove-Item a.ts }", "Run"),
    ]);
}

#[test]
fn what_is_around_a_block_is_told() {
    check(&[
        ("cat a.ts; if true; then rm b.ts; fi; rm c.ts", "Write a.ts >c.ts -c.ts"),
        ("for f in a; do x; done; cat a.ts", "Run a.ts"),
        ("{ cat a.ts; cat b.ts; }", "Read a.ts b.ts"),
        ("(cat a.ts)", "Read a.ts"),
        ("{ cat a.ts; } 2>/dev/null", "Read a.ts"),
        ("if true; then if true; then x; fi; rm a.ts; fi; rm b.ts", "Write >b.ts -b.ts"),
        ("for i in 1; do cd lib; done; cat a.ts /b.ts", "Run /b.ts"),
    ]);
}

#[test]
fn what_depends_on_a_failure_or_a_test_is_not_claimed() {
    check(&[
        ("cat a.ts || cat b.ts", "Run a.ts"),
        ("cat a.ts || echo none", "Read a.ts"),
        ("cd src || exit 1; cat a.ts", "Read a.ts cd src"),
        ("test -f a.ts || touch a.ts", "Run"),
        ("[ -f a.ts ] && cat a.ts", "Run"),
        ("[[ -f a.ts ]] && cat a.ts; cat b.ts", "Run b.ts"),
        ("[ -f a.ts ] && { cat a.ts; rm b.ts; }; cat c.ts", "Run c.ts"),
        ("[ -f a.ts ] && (cat a.ts; rm b.ts); cat c.ts", "Run c.ts"),
        ("(cat a.ts) || rm b.ts", "Run a.ts"),
        ("{ cat a.ts; } || rm b.ts", "Run a.ts"),
        ("cat a.ts && true || rm b.ts && rm c.ts\nrm d.ts", "Write a.ts >d.ts -d.ts"),
    ]);
}

#[test]
fn what_a_group_shows_may_go_on() {
    check(&[
        ("(cat a.ts; cat b.ts) | head -5", "Run"),
        ("{ cat a.ts; } | wc -l", "Run"),
        ("(cat a.ts) > b.ts", "Write >b.ts"),
        ("(Get-Content a.ts)[10..20]", "Run"),
        ("(npm test) > log.txt 2>&1", "Test >log.txt"),
    ]);
}
