//! Files that are shown, and which of their lines.

use super::check;

#[test]
fn a_file_that_is_shown_is_read_as_a_whole() {
    check(&[
        ("cat a.ts", "Read a.ts"),
        ("cat a.ts b.ts", "Read a.ts b.ts"),
        ("cat -n 'a b.ts'", "Read a b.ts"),
        ("cat -- -a.ts", "Read -a.ts"),
        ("/bin/cat /etc/hosts", "Read /etc/hosts"),
        ("nl -ba a.ts", "Read a.ts"),
        ("nl -b a a.ts", "Read a.ts"),
        ("less +10 a.ts", "Read a.ts"),
        ("bat --style plain -l rs a.rs", "Read a.rs"),
        ("cat < a.ts", "Read a.ts"),
        ("cat src/*.ts", "Read src/*.ts"),
        ("grep -n '' a.ts", "Read a.ts"),
        ("rg -n ^ a.ts", "Read a.ts"),
        ("tail -n +1 a.ts", "Read a.ts"),
        ("cat a.ts 2>/dev/null", "Read a.ts"),
        ("cat a.ts; cat b.ts", "Read a.ts b.ts"),
        ("echo ---; cat a.ts && echo ---", "Read a.ts"),
        ("Get-Content a.ts", "Read a.ts"),
        ("Get-Content -Raw -Path src\\a.ts", "Read src\\a.ts"),
        ("type src\\a.ts", "Read src\\a.ts"),
        ("type a.ts", "Read a.ts"),
    ]);
}

#[test]
fn lines_that_are_shown_are_told() {
    check(&[
        ("head a.ts", "Read a.ts:1-10"),
        ("head -n 50 a.ts", "Read a.ts:1-50"),
        ("head -50 a.ts", "Read a.ts:1-50"),
        ("head -n50 a.ts b.ts", "Read a.ts:1-50 b.ts:1-50"),
        ("head --lines=5 a.ts", "Read a.ts:1-5"),
        ("head --lines 5 a.ts", "Read a.ts:1-5"),
        ("tail -n +10 a.ts", "Read a.ts:10-"),
        ("sed -n 1,80p a.ts", "Read a.ts:1-80"),
        ("sed -n '1,80p' a.ts", "Read a.ts:1-80"),
        ("sed -n -e 1,5p -e '10,20p' a.ts", "Read a.ts:1-5 a.ts:10-20"),
        ("sed -ne '1,5p;10,20p' a.ts", "Read a.ts:1-5 a.ts:10-20"),
        ("sed -n '7p' a.ts", "Read a.ts:7-7"),
        ("sed -n '10,$p' a.ts", "Read a.ts:10-"),
        ("sed -n '1,$p' a.ts", "Read a.ts"),
        ("sed -n '10,+5p' a.ts", "Read a.ts:10-15"),
        ("sed -n '20,10p' a.ts", "Read a.ts:20-20"),
        ("sed -n '10,20p;20q' a.ts", "Read a.ts:10-20"),
        ("sed -n '10,20{p}' a.ts", "Read a.ts:10-20"),
        ("sed -n '80{p;q}' a.ts", "Read a.ts:80-80"),
        ("sed 20q a.ts", "Read a.ts:1-20"),
        ("sed '10,20!d' a.ts", "Read a.ts:10-20"),
        ("awk 'NR>=5 && NR<=9' a.ts", "Read a.ts:5-9"),
        ("awk 'NR==5,NR==9' a.ts", "Read a.ts:5-9"),
        ("awk 'NR == 5' a.ts", "Read a.ts:5-5"),
        ("awk 'NR>4&&NR<10{print NR\": \"$0}' a.ts", "Read a.ts:5-9"),
        ("awk 'FNR>=5 && FNR<=9 {print}' a.ts", "Read a.ts:5-9"),
        ("bat -r 10:20 a.ts", "Read a.ts:10-20"),
        ("bat --line-range=:20 a.ts", "Read a.ts:1-20"),
        ("Get-Content a.ts -TotalCount 20", "Read a.ts:1-20"),
        ("gc a.ts | Select-Object -Skip 10 -First 20", "Read a.ts:11-30"),
        ("Get-Content a.ts | select -First 5", "Read a.ts:1-5"),
    ]);
}

#[test]
fn a_pipe_leaves_some_lines() {
    check(&[
        ("cat a.ts | head", "Read a.ts:1-10"),
        ("cat a.ts | head -20", "Read a.ts:1-20"),
        ("cat -n a.ts | sed -n '10,20p'", "Read a.ts:10-20"),
        ("nl -ba a.ts | sed -n '10,20p'", "Read a.ts:10-20"),
        ("nl -ba a.ts | sed -n '10,20p' | head -5", "Read a.ts:10-14"),
        ("sed -n 1,80p a.ts | head", "Read a.ts:1-10"),
        ("sed -n 1,80p a.ts | head -200", "Read a.ts:1-80"),
        ("tail -n +100 a.ts | head -n 50", "Read a.ts:100-149"),
        ("head -100 a.ts | tail -n +90", "Read a.ts:90-100"),
        ("cat a.ts | awk 'NR>=5 && NR<=9'", "Read a.ts:5-9"),
        ("cat a.ts | less", "Read a.ts"),
        ("cat a.ts | cat -A", "Read a.ts"),
    ]);
}

#[test]
fn lines_that_nobody_knows_are_a_part() {
    check(&[
        ("tail a.ts", "Read a.ts:?"),
        ("tail -n 60 a.ts", "Read a.ts:?"),
        ("tail -f a.log", "Read a.log:?"),
        ("head -c 500 a.ts", "Read a.ts:?"),
        ("head -n -5 a.ts", "Read a.ts:?"),
        ("head -100 a.ts | tail -20", "Read a.ts:?"),
        ("tail -20 a.ts | head -5", "Read a.ts:?"),
        ("sed -n '/start/,/end/p' a.ts", "Read a.ts:?"),
        ("sed -n \"${from},${to}p\" a.ts", "Read a.ts:?"),
        ("sed '/^#/d' a.ts", "Read a.ts:?"),
        ("cat a.ts | cut -c1-200", "Read a.ts:?"),
        ("sed -n '1,80p' a.ts | sed 's/^/  /'", "Read a.ts:?"),
        ("cat a.ts | grep -v '^#'", "Read a.ts:?"),
        ("cat a.ts b.ts | head -50", "Read a.ts:?"),
        ("Get-Content a.ts -Tail 20", "Read a.ts:?"),
    ]);
}

#[test]
fn what_is_not_shown_is_not_read() {
    check(&[
        ("cat a.ts | wc -l", "Run"),
        ("wc -l a.ts", "Run"),
        ("cat a.json | jq .name", "Run"),
        ("jq .name a.json", "Run"),
        ("cat a.ts | python x.py", "Run"),
        ("cat a.ts > /dev/null", "Run"),
        ("cat \"$file\"", "Run"),
        ("cat $(git ls-files)", "Run"),
        ("cat `ls`", "Run"),
        ("cat <(ls)", "Run"),
        ("cat", "Run"),
        ("cat -", "Run"),
        ("cat /dev/null", "Run"),
        ("cat <<EOF\na.ts\nEOF", "Run"),
        ("sed 's/a/b/' a.ts", "Run"),
        ("awk '{print $1}' a.ts", "Run"),
        ("head -n 0 a.ts", "Run"),
        ("type python3.11", "Run"),
        ("file a.png", "Run"),
        ("diff a.ts b.ts", "Run"),
        ("git show HEAD:a.ts", "Run"),
        ("git diff a.ts", "Run"),
        ("python -c \"print(open('a.ts').read())\"", "Run"),
        ("ssh host cat a.ts", "Run"),
        ("docker exec box cat a.ts", "Run"),
        ("ls *.ts | xargs cat", "Run"),
        ("find . -name '*.ts' -exec cat {} \\;", "Run"),
        ("base64 -d a.txt", "Run"),
    ]);
}

#[test]
fn several_things_are_read_and_something_else_is_done() {
    check(&[
        ("wc -l a.ts && sed -n 1,50p a.ts", "Read a.ts:1-50"),
        ("ls src && cat a.ts", "Read a.ts @src"),
        ("cat a.ts && rg foo src", "Read a.ts \"foo\" @src"),
        ("cat a.ts && python x.py", "Run a.ts"),
        ("cat a.ts; npm test", "Test a.ts"),
        ("cat a.ts && echo x > b.ts", "Write a.ts >b.ts"),
    ]);
}
