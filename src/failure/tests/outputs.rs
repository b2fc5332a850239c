//! Outputs of documented tools, and the lines that stand for them.

use std::format;
use std::string::String;

use super::{block, line, telling_line};
use crate::failure::diagnosis::{diagnosis, excerpt};
use crate::failure::quotes;

const VITEST: &str = "> app@1.0.0 test\n> vitest run\n\n RUN  v3.2.4 /srv/app\n\n\
stdout | src/a.test.ts > logs an error\nError: this is expected\n    at log (/srv/app/src/a.ts:3:5)\n\n \
\u{2713} src/a.test.ts (3 tests) 4ms\n \u{276f} src/b.test.ts (2 tests | 1 failed) 5ms\n\n\
\u{23af}\u{23af}\u{23af}\u{23af} Failed Tests 1 \u{23af}\u{23af}\u{23af}\u{23af}\n\n FAIL  src/b.test.ts > x\n\
AssertionError: expected 1 to be 2\n\n \u{276f} src/b.test.ts:5:13\n\n Test Files  1 failed | 1 passed (2)\n      \
Tests  1 failed | 4 passed (5)\n   Start at  12:00:00\n";

const BIOME: &str = "$ biome check --error-on-warnings\nsrc/a.ts:12:5 lint/suspicious/noExplicitAny \
\u{2501}\u{2501}\u{2501}\u{2501}\u{2501}\u{2501}\n\n  \u{d7} Unexpected any. Specify a different type.\n\n  \
> 12 \u{2502} const x: any = 1\n\nsrc/b.ts:3:1 lint/style/useConst  FIXABLE  \u{2501}\u{2501}\u{2501}\u{2501}\n\n  \
\u{d7} This let is only assigned once.\n\nsrc/c.ts format \u{2501}\u{2501}\u{2501}\u{2501}\n\n  \u{d7} Formatter \
would have printed:\n\nFound 3 errors.\n";

const ESLINT: &str = "/srv/app/src/a.ts\n  3:1   warning  Unexpected console statement  no-console\n  12:5  error    \
'x' is never used  no-unused-vars\n\n/srv/app/src/b.ts\n  2:5  error  'y' is not defined  no-undef\n\n\u{2716} 3 \
problems (2 errors, 1 warning)\n";

const RUFF: &str = "F401 [*] `os` imported but unused\n --> src/a.py:1:8\n  |\n1 | import os\n  |        ^^\n  |\n\
help: Remove unused import: `os`\n\nE501 Line too long (90 > 88)\n --> src/b.py:3:89\n\nFound 2 errors.\n";

const GOLANGCI: &str = "main.go:10:2: SA4006: this value of `x` is never used (staticcheck)\n\tx := 1\n\t^\n\
b.go:3:5: ineffectual assignment to y (ineffassign)\n\ty := 1\n\t^\n2 issues:\n* ineffassign: 1\n* staticcheck: 1\n";

const GO: &str = "=== RUN   TestLog\n2024/05/01 12:00:00 ERROR: connection refused\n--- PASS: TestLog (0.00s)\n    \
log_test.go:12: error: this is expected\n=== RUN   TestAdd\n    add_test.go:9: got 3, want 4\n--- FAIL: TestAdd \
(0.00s)\nFAIL\n";

const JEST: &str = "  console.error\n    Error: expected\n        at a (src/a.js:3:5)\n\nFAIL src/a.test.js\n  \
\u{25cf} adds\n\n    expect(received).toBe(expected) // Object.is equality\n\n      at o (src/a.test.js:3:5)\n\n\
Tests:       1 failed, 1 total\n";

const PYTEST: &str = "============ test session starts ============\nplatform linux -- Python 3.12.0\ncollected 6 \
items\n\n================ FAILURES ================\n________________ test_add ________________\n\n    def \
test_add():\n>       assert add(1, 2) == 4\nE       assert 3 == 4\n\ntests/test_a.py:5: AssertionError\n\
============ 1 failed, 5 passed in 0.31s ============\n";

const CARGO: &str = "running 2 tests\ntest adds ... FAILED\n\nfailures:\n\n---- adds stdout ----\n\nthread 'adds' \
panicked at src/a.rs:5:9:\nassertion `left == right` failed\n  left: 1\n right: 2\n\nfailures:\n    adds\n\ntest \
result: FAILED. 1 passed; 1 failed; 0 ignored\n\nerror: test failed, to rerun pass `--lib`\n";

const TAP: &str = "TAP version 13\n# Subtest: adds\nnot ok 1 - adds\n  ---\n  error: |-\n    Expected 1 to be 2\n  \
...\n1..1\n# pass 0\n# fail 1\n# cancelled 0\n";

const MAVEN: &str = "[INFO] ------\n[INFO] BUILD FAILURE\n[INFO] ------\n[INFO] Total time:  0.458 s\n[ERROR] Failed to \
execute goal compile: missing symbol\n[ERROR] Re-run Maven using the -X switch.\n";

#[test]
fn the_error_its_place_and_the_number_of_errors_are_kept_without_rules() {
    for (output, kept) in [
        (
            VITEST,
            " \u{276f} src/b.test.ts (2 tests | 1 failed) 5ms\n FAIL  src/b.test.ts > x\nAssertionError: expected 1 to be 2\n      Tests  1 failed | 4 passed (5)",
        ),
        (
            BIOME,
            "src/a.ts:12:5 lint/suspicious/noExplicitAny\n  \u{d7} Unexpected any. Specify a different type.\nFound 3 \
             errors.",
        ),
        (
            ESLINT,
            "/srv/app/src/a.ts\n  12:5  error    'x' is never used  no-unused-vars\n\u{2716} 3 problems (2 errors, 1 \
             warning)",
        ),
        (RUFF, "F401 [*] `os` imported but unused\n --> src/a.py:1:8\nFound 2 errors."),
        (GOLANGCI, "main.go:10:2: SA4006: this value of `x` is never used (staticcheck)\n2 issues:"),
        (
            "remote: Permission to acme/berths.git denied to depot.\nfatal: unable to access 'https://example.com/acme/berths.git/': error 403",
            "remote: Permission to acme/berths.git denied to depot.\nfatal: unable to access 'https://example.com/acme/berths.git/': error 403",
        ),
        (GO, "    add_test.go:9: got 3, want 4\n--- FAIL: TestAdd (0.00s)"),
        (
            JEST,
            "FAIL src/a.test.js\n    expect(received).toBe(expected) // Object.is equality\nTests:       1 failed, 1 total",
        ),
        (
            PYTEST,
            "================ FAILURES ================\ntest_add\nE       assert 3 == 4\ntests/test_a.py:5: AssertionError\n1 failed, 5 passed in 0.31s",
        ),
        (
            CARGO,
            "test adds ... FAILED\nthread 'adds' panicked at src/a.rs:5:9:\nassertion `left == right` failed\ntest \
                result: FAILED. 1 passed; 1 failed; 0 ignored",
        ),
        (TAP, "not ok 1 - adds\n  error: |-\n    Expected 1 to be 2\n# fail 1"),
        (MAVEN, "[INFO] BUILD FAILURE\n[ERROR] Failed to execute goal compile: missing symbol"),
        ("./a.go:10:2: declared and not used: x\n", "./a.go:10:2: declared and not used: x"),
        ("ok\n===== 5 failed, 1 passed in 0.31s =====", "===== 5 failed, 1 passed in 0.31s ====="),
    ] {
        assert_eq!(line(output), kept);
    }
}

#[test]
fn further_failures_come_before_further_frames() {
    let frames = "    at run (/srv/app/src/run.ts:3:5)\n".repeat(30);
    let output = |name: &str| [" FAIL  src/", name, ".test.ts > x\nError: ", name, " is down\n", &frames].concat();
    let failed = [output("a"), output("b"), output("c")].concat();
    let quoted = block(&failed, 300);
    for text in ["FAIL  src/a.test.ts > x\nError: a is down\n    at run", "Error: b is down", "Error: c is down"] {
        assert!(quoted.contains(text), "{text}: {quoted}");
    }
    let quoted = block(BIOME, 400);
    for text in ["src/b.ts:3:1 lint/style/useConst  FIXABLE\n", "src/c.ts format\n", "Found 3 errors."] {
        assert!(quoted.contains(text), "{text}: {quoted}");
    }
    assert!(block(ESLINT, 400).contains("\n/srv/app/src/b.ts\n  2:5  error"), "{}", block(ESLINT, 400));
    assert!(block(RUFF, 400).contains("E501 Line too long (90 > 88)\n --> src/b.py:3:89"), "{}", block(RUFF, 400));
}

#[test]
fn headers_echoes_and_banners_stand_for_an_error_only_where_nothing_else_does() {
    for (output, told) in [
        // Codex, Gemini CLI, Claude Code.
        (
            "Chunk ID: 37eef2\nWall time: 0.1000 seconds\nProcess exited with code 1\nOriginal token count: 0\nOutput:\n",
            Some("Process exited with code 1"),
        ),
        ("Chunk ID: 37eef2\nWall time: 0.1000 seconds\nOutput:\n", None),
        (
            "Command: false\nDirectory: (root)\nOutput: (empty)\nError: (none)\nExit Code: 1\nSignal: (none)",
            Some("Exit Code: 1"),
        ),
        ("Exit code 1", Some("Exit code 1")),
        // npm; Prettier; Vitest; Git.
        ("> app@1.0.0 check\n> tsgo --noEmit\n\nExit code 2", Some("Exit code 2")),
        ("$ biome check", Some("$ biome check")),
        ("Checking formatting...\n[warn] src/a.ts\n[warn] Code style issues found.", Some("[warn] src/a.ts")),
        (" RUN  v3.2.4 /srv/app\n\nCommand exited with code 1", Some("Command exited with code 1")),
        ("hint: Updates were rejected: error in a branch\nfatal: refusing to merge", Some("fatal: refusing to merge")),
        ("hint: Updates were rejected\nThe branch is behind.", Some("The branch is behind.")),
    ] {
        assert_eq!(telling_line(output), told, "{output}");
    }
    assert_eq!(diagnosis("Chunk ID: 37eef2\nOutput:\n"), "(no output)");
}

#[test]
fn a_diagnosis_takes_the_place_from_the_line_that_names_it() {
    for (output, told) in [
        (BIOME, "src/a.ts:12 \"\u{d7} Unexpected any. Specify a different type.\""),
        (ESLINT, "/srv/app/src/a.ts:12 \"12:5  error    'x' is never used  no-unused-vars\""),
        (RUFF, "src/a.py:1 \"F401 [*] `os` imported but unused\""),
        (PYTEST, "tests/test_a.py:5 \"assert 3 == 4\""),
        (VITEST, "src/b.test.ts:5 \"expected 1 to be 2\""),
        (CARGO, "src/a.rs:5 \"assertion `left == right` failed\""),
        (TAP, "Expected 1 to be 2"),
    ] {
        assert_eq!(diagnosis(output), told);
    }
}

#[test]
fn an_excerpt_begins_with_the_error() {
    for (output, told) in [
        ("Exit code: 1\nWall time: 0.1 seconds\nOutput:\nerror: no such table: users\n", "error: no such table: users"),
        (
            "> pkg@0.7.29 check\n> tsgo --noEmit\n\nsrc/a.ts(3,1): error TS2304: Cannot find name 'a'.\n",
            "src/a.ts(3,1): error TS2304: Cannot find name 'a'.",
        ),
        ("fetched 3 files\nerror: disk full\nbye", "...error: disk full\\nbye"),
        ("Wall time: 0.1 seconds\nOutput:\n", ""),
    ] {
        assert_eq!(excerpt(output, 200), told);
    }
    assert!(excerpt(VITEST, 200).starts_with("...FAIL  src/b.test.ts > x\\nAssertionError: expected 1 to be 2"));
    assert!(
        excerpt(BIOME, 200).starts_with("src/a.ts:12:5 lint/suspicious/noExplicitAny\\n\\n  \u{d7} Unexpected any.")
    );
    let long: String = "x".repeat(400);
    assert_eq!(excerpt(&["Error: ", &long].concat(), 20).chars().count(), 23);
}

#[test]
fn a_quote_of_any_size_keeps_the_line_that_says_what_went_wrong() {
    let name = "of all pallets on berth ".repeat(4);
    let output = format!(
        " FAIL  src/cart.test.ts > {name}\nAssertionError: expected 41 to be 42\n\nmore output\n[Earlier: Read a.ts]\n \
         Tests  1 failed | 180 passed (181)\n"
    );
    for most in 40..400 {
        let quote = block(&output, most);
        assert!(quote.contains("AssertionError: expected 41 to be 42"), "{most}: {quote}");
        assert!(quote.encode_utf16().count() <= most, "{most}: {quote}");
        assert!(quote.lines().all(|line| !line.is_empty() && !line.starts_with("[Earlier")), "{most}: {quote}");
    }
}

#[test]
fn one_line_for_a_failure_is_the_one_that_describes_its_error() {
    for (output, best) in [
        (ESLINT, "12:5  error    'x' is never used  no-unused-vars"),
        (BIOME, "\u{d7} Unexpected any. Specify a different type."),
        (VITEST, "AssertionError: expected 1 to be 2"),
        (PYTEST, "E       assert 3 == 4"),
        (CARGO, "assertion `left == right` failed"),
        (TAP, "Expected 1 to be 2"),
        (GO, "add_test.go:9: got 3, want 4"),
        (MAVEN, "[ERROR] Failed to execute goal compile: missing symbol"),
        // npm: the code of an error comes first, and its own errors below those of what it ran.
        (
            "npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree\nnpm error\nnpm error Fix the \
             upstream dependency conflict, or retry",
            "npm error ERESOLVE unable to resolve dependency tree",
        ),
        (
            "npm error code E404\nnpm error 404 Not Found - GET https://registry.example.org/a-package-of-mine - Not found",
            "npm error 404 Not Found - GET https://registry.example.org/a-package-of-mine - Not found",
        ),
        (
            "a.ts(3,1): error TS2304: x\nnpm error code 2\nnpm error path /srv\nnpm error command failed",
            "a.ts(3,1): error TS2304: x",
        ),
        ("Exit code 1", "Exit code 1"),
        ("Wall time: 0.1 seconds\nOutput:\n", ""),
    ] {
        assert_eq!(quotes(output, 400).best, best);
    }
}
