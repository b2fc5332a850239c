//! Files that are changed.

use super::check;

#[test]
fn what_is_printed_into_a_file_writes_it() {
    check(&[
        ("echo x > a.ts", "Write >a.ts"),
        ("echo x >> a.ts", "Write >a.ts"),
        ("echo x >a.ts", "Write >a.ts"),
        ("echo x 1> a.ts", "Write >a.ts"),
        ("echo x >| a.ts", "Write >a.ts"),
        ("echo x &> a.log", "Write >a.log"),
        ("echo x >& a.log", "Write >a.log"),
        ("> a.ts", "Write >a.ts"),
        (": > a.ts", "Write >a.ts"),
        ("printf 'a\\nb' > 'a b.ts'", "Write >a b.ts"),
        ("cat > a.ts <<'EOF'\ncat b.ts > c.ts\nEOF", "Write >a.ts"),
        ("cat <<EOF >> a.ts\nx\nEOF", "Write >a.ts"),
        ("cat <<-EOF > a.ts\n\tx\n\tEOF\nls", "Write >a.ts"),
        ("cat > a.ts << \"EOF\"\nx\nEOF\ncat > b.ts << \\EOF\ny\nEOF\n", "Write >a.ts >b.ts"),
        ("cat <<A > a.ts; cat <<B > b.ts\nx\nA\ny\nB\n", "Write >a.ts >b.ts"),
        ("cat > a.ts <<EOF\nit's \"\nEOF\ncat b.ts", "Write b.ts >a.ts"),
        ("cat a.ts > b.ts", "Write >b.ts"),
        ("head -5 a.ts >> b.ts", "Write >b.ts"),
        ("grep foo a.ts > b.txt", "Write >b.txt"),
        ("ls > list.txt", "Write >list.txt"),
        ("sed 's/a/b/' a.ts > b.ts", "Write >b.ts"),
        ("jq .x a.json > b.json && mv b.json a.json", "Write >b.json >a.json -b.json"),
        ("cat a.ts | sort | uniq > b.ts", "Write >b.ts"),
        ("printf x | tee -a a.ts", "Write >a.ts"),
        ("echo x | sudo tee /etc/hosts > /dev/null", "Write >/etc/hosts"),
        ("cat a.ts | tee b.ts", "Write a.ts >b.ts"),
        ("{ echo a; echo b; } > a.ts", "Write >a.ts"),
        ("(echo a; cat b.ts) > a.ts", "Write >a.ts"),
        ("Set-Content -Path a.ts -Value x", "Write >a.ts"),
        ("'x' | Out-File a.ts", "Write >a.ts"),
        ("@'\nit's > b\n'@ | Set-Content a.ts", "Write >a.ts"),
        ("@\"\r\n\"it\r\n\"@ | Out-File a.ts\r\nrm b.ts", "Write >a.ts >b.ts -b.ts"),
    ]);
}

#[test]
fn a_program_whose_output_is_kept_is_run() {
    check(&[
        ("npm test > out.log 2>&1", "Test >out.log"),
        ("pytest 2>&1 | tee out.log", "Test >out.log"),
        ("python gen.py > out.json", "Run >out.json"),
        ("git diff > x.patch", "Run >x.patch"),
        ("cat a.ts 2> err.log", "Read a.ts >err.log"),
    ]);
}

#[test]
fn what_is_no_file_is_not_written() {
    check(&[
        ("echo x > /dev/null", "Run"),
        ("echo x > /dev/stderr", "Run"),
        ("echo x >&2", "Run"),
        ("echo x 1>&2", "Run"),
        ("echo x 2>&1 >&-", "Run"),
        ("echo x > $file", "Run"),
        ("echo x > \"$dir/a.ts\"", "Run"),
        ("dir > nul", "List"),
        ("echo 'a > b'", "Run"),
        ("echo a \\> b", "Run"),
        ("echo \"a > b\"", "Run"),
        ("echo x # > a.ts", "Run"),
        ("echo x > >(cat)", "Run"),
        ("mkdir -p src", "Run"),
        ("node -e 'a > b'", "Run"),
        ("python - <<'PY'\nopen('a.ts', 'w')\nx > y\nPY", "Run"),
        ("git commit -m \"$(cat <<'EOF'\nit's > a.ts\nEOF\n)\"", "Run"),
        ("print(a > b)", "Run"),
        ("SELECT a FROM b WHERE c > d", "Run"),
        ("edit 1:2\ncat a > b\nend_of_edit", "Run"),
        ("x = a > b", "Run"),
        ("const f = (a) => a > b", "Run"),
        ("cat <<< 'x > y'", "Run"),
        ("git rm --cached a.ts", "Run"),
        ("git restore --staged a.ts", "Run"),
        ("git checkout main", "Run"),
        ("git apply --check x.patch", "Run"),
        ("patch -p1 < x.patch", "Run"),
        ("git apply x.patch", "Run"),
        ("sed -i 's/a/b/' \"$f\"", "Run"),
        ("rg -l foo | xargs sed -i 's/a/b/'", "Run"),
        ("find . -name '*.o' -delete", "Run"),
    ]);
}

#[test]
fn editors_of_streams_change_files_in_place() {
    check(&[
        ("sed -i 's/a/b/' a.ts b.ts", "Write >a.ts >b.ts"),
        ("sed -i '' 's/a/b/' a.ts", "Write >a.ts"),
        ("sed -i .bak 's/a/b/' a.ts", "Write >a.ts"),
        ("sed -i.sed 's/a/b/' a.ts", "Write >a.ts"),
        ("sed -i -e 's/a/b/' -e 's/c/d/' a.ts", "Write >a.ts"),
        ("sed -Ei 's/a/b/' a.ts", "Write >a.ts"),
        ("sed --in-place=.bak 's/a/b/' a.ts", "Write >a.ts"),
        ("perl -pi -e 's/a/b/' a.ts", "Write >a.ts"),
        ("perl -0777 -i -pe 's/a/b/' a.ts", "Write >a.ts"),
        ("perl -i.bak -pe 's/a/b/' a.ts b.ts", "Write >a.ts >b.ts"),
        ("perl -Mstrict -ne 'print' a.ts", "Run"),
        ("ed -s a.ts <<'EOF'\n1d\nw\nEOF", "Write >a.ts"),
        ("truncate -s 0 a.log", "Write >a.log"),
    ]);
}

#[test]
fn files_are_copied_moved_and_removed() {
    check(&[
        ("cp a.ts b.ts", "Write >b.ts"),
        ("cp a.ts src/", "Write >src/a.ts"),
        ("cp -r a b src", "Write >src/a >src/b"),
        ("cp src/a.ts .", "Write >a.ts"),
        ("cp -t src a.ts b.ts", "Write >src/a.ts >src/b.ts"),
        ("cp $(pwd)/a.ts b.ts", "Write >b.ts"),
        ("cp \"$x\" src/", "Run"),
        ("cp -r src/. lib/", "Write >lib/"),
        ("copy /y a.txt b.txt", "Write >b.txt"),
        ("del /q a.txt", "Write >a.txt -a.txt"),
        ("mv a.ts b.ts", "Write >b.ts >a.ts -a.ts"),
        ("git mv a.ts src/", "Write >src/a.ts >a.ts -a.ts"),
        ("rm -rf a b", "Write >a >b -a -b"),
        ("git rm -f a.ts", "Write >a.ts -a.ts"),
        ("git checkout HEAD -- a.ts", "Write >a.ts"),
        ("git restore a.ts", "Write >a.ts"),
        ("touch a.ts", "Write >a.ts"),
        ("touch -d yesterday a.ts", "Write >a.ts"),
        ("mkdir -p src && touch src/a.ts", "Write >src/a.ts"),
        ("Remove-Item -Recurse -Force a", "Write >a -a"),
        ("Copy-Item a.ts -Destination b.ts", "Write >b.ts"),
        ("Move-Item -Path a.ts -Destination b.ts", "Write >b.ts >a.ts -a.ts"),
        ("sed -i 's/a/b/' a.ts && npm test", "Write >a.ts"),
    ]);
}

#[test]
fn a_patch_names_its_files() {
    let patch = "*** Begin Patch\n*** Update File: a.ts\n@@\n-x > y\n+*** y\n*** Add File: b c.ts\n+z\n*** Delete File: d.ts\n\
                 *** Update File: e.ts\n*** Move to: f.ts\n*** End Patch";
    let files = "Write >a.ts >b c.ts >d.ts >e.ts >f.ts -d.ts -e.ts";
    let commands = [
        std::format!("apply_patch <<'EOF'\n{patch}\nEOF"),
        std::format!("apply_patch <<EOF\n{patch}\nEOF\n"),
        std::format!("cat <<'EOF' | apply_patch\n{patch}\nEOF"),
        std::format!("apply_patch '{patch}'"),
        std::format!("apply_patch {patch}"),
        std::format!("bash -lc apply_patch <<'EOF'\n{patch}\nEOF"),
        std::format!("bash -lc \"apply_patch <<'EOF'\n{patch}\nEOF\n\""),
        std::format!("apply_patch \"$(cat <<'EOF'\n{patch}\nEOF\n)\""),
        std::format!("{patch}\n"),
    ];
    for command in &commands {
        check(&[(command, files)]);
    }
}

#[test]
fn a_diff_names_its_files() {
    let diff =
        "--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-x\n+y\n--- a/b.ts\t2024\n+++ /dev/null\n--- /dev/null\n+++ b/src/c.ts\n";
    let commands = [
        std::format!("git apply <<'EOF'\n{diff}EOF"),
        std::format!("patch -p1 <<'EOF'\n{diff}EOF"),
        std::format!("cat <<'EOF' | git apply -\n{diff}EOF"),
    ];
    for command in &commands {
        check(&[(command, "Write >a.ts >b.ts >src/c.ts -b.ts")]);
    }
    check(&[("patch a.ts < x.patch", "Write >a.ts"), ("patch -p0 <<E\n--- a.ts\n+++ a.ts\nE", "Write >a.ts")]);
}
