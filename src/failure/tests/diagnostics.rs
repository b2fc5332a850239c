//! Place and message are those of one diagnostic, the first that is a failure.

use super::line;
use crate::failure::diagnosis::diagnosis;
use crate::failure::{has_failed, quotes};

const BAR: &str = "\u{2501}\u{2501}\u{2501}\u{2501}\u{2501}\u{2501}";

#[test]
fn a_warning_is_not_quoted_beside_what_failed() {
    let biome = std::format!(
        "src/a.ts:1:5 lint/style/noX {BAR}\n\n  ! This is not good: missing.\n\n  > 1 \u{2502} const x = 1\n\n\
         src/b.ts:9:3 lint/suspicious/noExplicitAny {BAR}\n\n  \u{d7} Unexpected any.\n\n  i Safe fix: unknown.\n\n\
         Found 1 error.\nFound 1 warning.\n"
    );
    for (output, quoted) in [
        (&*biome, "src/b.ts:9:3 lint/suspicious/noExplicitAny\n  \u{d7} Unexpected any.\nFound 1 error."),
        // Cargo and GCC, whose warnings quote a name.
        (
            "warning: unused variable: `failed`\n --> src/main.rs:2:9\n  |\n2 |     let failed = 1;\n  |         ^^^^^^ \
             help: prefix it with an underscore: `_failed`\n\nerror: linking with `cc` failed: exit status: 1\n",
            "error: linking with `cc` failed: exit status: 1",
        ),
        // CMake.
        (
            "CMake Warning (dev) at CMakeLists.txt:2 (project):\n  It should be called first.  Error of policy.\n\n\
             CMake Error at CMakeLists.txt:5 (find_package):\n  Could not find \"Foo\"\n\n\
             -- Configuring incomplete, errors occurred!\n",
            "CMake Error at CMakeLists.txt:5 (find_package):\n-- Configuring incomplete, errors occurred!",
        ),
        // Terraform.
        (
            "\u{2577}\n\u{2502} Warning: Argument is deprecated\n\u{2502} \n\u{2502} It failed before: use another.\n\u{2575}\n\
             \u{2577}\n\u{2502} Error: Unsupported argument\n\u{2502} \n\u{2502}   on main.tf line 9:\n\u{2575}\n",
            "\u{2502} Error: Unsupported argument",
        ),
    ] {
        assert_eq!(line(output), quoted, "{output}");
    }
    // Where nothing else reports an error, a warning is better than nothing.
    let only = std::format!("a.ts:1:5 lint/style/noX {BAR}\n\n  ! This is not good: missing.\n\nFound 1 warning.\n");
    assert_eq!(quotes(&only, 400).best, "! This is not good: missing.");
}

#[test]
fn the_place_of_another_diagnostic_is_not_shown() {
    for (output, expected) in [
        (
            "Traceback (most recent call last):\n  File \"app.py\", line 3, in <module>\nValueError: bad\n\
             Traceback (most recent call last):\n  File \"other.py\", line 9, in <module>\nKeyError: 'x'\n",
            "app.py:3 \"bad\"",
        ),
        (
            "error: no matching package named `foo` found\nerror[E0308]: mismatched types\n --> src/b.rs:1:20\n",
            "no matching package named `foo` found",
        ),
        // A message of two lines (Mocha).
        (
            "  1) adds\n     Error: Command failed: git remote add origin\nfatal: not a git repository: .git\n\n      \
             at git (out/a.test.js:301:45)\n",
            "out/a.test.js:301 \"Command failed: git remote add origin\"",
        ),
        // Next.js prints the place above.
        (
            "Failed to compile.\n\n./app/c.tsx:3:5\nType error: Cannot find name 'x'.\n\n> 3 |     x\n\n\
             ./app/d.tsx:9:5\nType error: Cannot find name 'y'.\n",
            "./app/c.tsx:3 \"Cannot find name 'x'.\"",
        ),
        (
            "src/a.ts\n  3:5  error  'x' is defined but never used  no-unused-vars\n\nsrc/b.ts\n  7:5  error  \
             Parsing error: unexpected token\n",
            "src/a.ts:3 \"3:5  error  'x' is defined but never used  no-unused-vars\"",
        ),
        // Of a file that is formatted otherwise, Biome names no line.
        (
            "a.ts format \u{2501}\u{2501}\u{2501}\u{2501}\n\n  \u{d7} Formatter would have printed:\n\n\
             b.ts:65:17 lint/style/noX \u{2501}\u{2501}\u{2501}\u{2501}\n\n  \u{d7} No.\n",
            "\u{d7} Formatter would have printed:",
        ),
        // PowerShell 7.
        (
            "Exception: /srv/a.ps1:12\nLine |\n  12 |  throw \"full\"\n     |  ~~~~~~~~~~~~\n     | the depot is full\n",
            "/srv/a.ps1:12 \"| the depot is full\"",
        ),
    ] {
        assert_eq!(diagnosis(output), expected, "{output}");
    }
}

#[test]
fn what_a_test_of_go_that_passed_logged_is_no_failure() {
    // Tests that run at once take turns; the log of a parent stands before its children.
    let output = "=== RUN   TestA\n    a_test.go:3: got error: expected\n=== RUN   TestA/sub\n    a_test.go:9: want 3, got 4\n\
                  === RUN   TestB\n=== PAUSE TestB\n=== CONT  TestB\n    b_test.go:5: b is not 2\n=== NAME  TestA\n    \
                  a_test.go:12: error again\n--- PASS: TestA (0.00s)\n    --- PASS: TestA/sub (0.00s)\n\
                  --- FAIL: TestB (0.00s)\nFAIL\n";
    assert_eq!(line(output), "    b_test.go:5: b is not 2\n--- FAIL: TestB (0.00s)");
    // Another package may have a test of that name, which passed.
    let passes = "FAIL\ta\t0.1s\n=== RUN   TestB\n--- PASS: TestB (0.00s)\nPASS\nok\tb\t0.1s\nFAIL\n";
    let quoted = "    b_test.go:5: b is not 2\n--- FAIL: TestB (0.00s)\nFAIL\ta\t0.1s";
    assert_eq!(line(&[output, passes].concat()), quoted);
    let event = |action: &str, test: &str, output: &str| {
        std::format!("{{\"Action\":\"{action}\",\"Package\":\"m\",\"Test\":\"{test}\"{output}}}\n")
    };
    let says =
        |test: &str, text: &str| event("output", test, &std::format!(",\"Output\":\"    a_test.go:3: {text}\\n\""));
    let json = [
        says("TestA", "error: expected"),
        event("pass", "TestA", ",\"Elapsed\":0"),
        says("TestB", "error: not 2"),
        event("fail", "TestB", ",\"Elapsed\":0"),
        event("pass", "TestB", ",\"Elapsed\":0").replace("\"m\"", "\"other\""),
    ];
    assert!(quotes(&json.concat(), 400).best.contains("error: not 2"));
    assert!(has_failed("", &json.concat()) && !has_failed("", &json[..2].concat()));
}

#[test]
fn the_name_of_a_failed_test_among_passed_ones_is_quoted() {
    let bun = "bun test v1.1.0\n\na.test.ts:\n(pass) opens [0.20ms]\nerror: expect(received).toBe(expected)\n\n\
               Expected: 2\nReceived: 1\n\n(fail) adds [0.30ms]\n(pass) closes\n\n 2 pass\n 1 fail\n";
    assert!(line(bun).contains("\n(fail) adds [0.30ms]\n"), "{}", line(bun));
    let go = "ok  \tm/a\t0.1s\n--- FAIL: TestB (0.00s)\n    b_test.go:5: got 3, want 4\nFAIL\nFAIL\tm/b\t0.1s\n\
              ok  \tm/c\t0.1s\nFAIL\n";
    assert_eq!(line(go), "--- FAIL: TestB (0.00s)\n    b_test.go:5: got 3, want 4\nFAIL\tm/b\t0.1s");
}
