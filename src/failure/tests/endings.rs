//! Outputs that tell by their ends whether a run failed.

use std::format;
use std::string::String;

use crate::failure::{Call, Does, has_failed};

/// Last lines of failed runs, by the tools that document them.
const FAILED_ENDINGS: [&str; 31] = [
    // pytest, Jest, Vitest, Mocha's reporter `dot`, unittest.
    "==== 5 failed, 1 passed in 0.31s ====",
    "==== no tests collected (205 deselected) in 0.39s ====",
    "==== no tests ran in 0.01s ====",
    "==== 205 deselected in 0.58s ====",
    "assertion failed\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace",
    "Tests:       1 failed, 12 passed, 13 total\nSnapshots:   0 total\nTime:        1.2 s\nRan all test suites.",
    " Test Files  1 failed | 3 passed (4)\n      Tests  1 failed | 7 passed (8)\n   Start at  12:00:00\n   Duration  1.2s",
    "\u{1b}[31m  1 failing\u{1b}[39m",
    "Ran 3 tests in 0.001s\n\nFAILED (failures=1)",
    // Node's test runner as TAP and otherwise; Bun.
    "# pass 2\n# fail 1\n# cancelled 0\n# skipped 0\n# todo 0\n# duration_ms 12.3",
    "\u{2139} fail 1\n\u{2139} cancelled 0\n\u{2139} skipped 0\n\u{2139} todo 0\n\u{2139} duration_ms 12.3",
    " 2 pass\n 1 fail\nRan 3 tests across 1 file. [12.00ms]",
    // go test.
    "--- FAIL: TestAdd (0.00s)\n    add_test.go:9: got 3, want 4\nFAIL",
    "FAIL\texample.com/m/a\t0.104s",
    // Compilers and linters: tsc, Biome, Pyright, golangci-lint, RuboCop, ESLint.
    "src/a.ts(3,1): error TS2304: Cannot find name 'a'.",
    "Checked 3 files in 5ms. No fixes applied.\nFound 2 errors.",
    "1 error, 0 warnings, 0 informations",
    "2 issues:\n* errcheck: 1\n* staticcheck: 1",
    "3 files inspected, 1 offense detected",
    "3 files inspected, 1 offense detected, 1 offense autocorrectable",
    "[warn] src/a.ts\n[warn] Code style issues found in the above file. Run Prettier with --write to fix.",
    // GCC.
    "a.c:4:5: error: 'y' undeclared\n    4 |     y = 1;\n      |     ^\na.c:4:5: note: each undeclared identifier",
    "\u{2716} 3 problems (2 errors, 1 warning)\n  1 error and 0 warnings potentially fixable with the `--fix` option.",
    // Maven, Gradle, make, Ninja, Cargo, MSBuild, Xcode.
    "[INFO] BUILD FAILURE\n[INFO] ----\n[INFO] Total time:  0.9 s",
    "[ERROR] Re-run Maven using the -X switch.\n[ERROR] [Help 1] http://cwiki.apache.org/confluence/display/MAVEN",
    "BUILD FAILED in 3s\n2 actionable tasks: 1 executed, 1 up-to-date",
    "make[1]: Leaving directory '/srv'\nmake: *** [Makefile:3: all] Error 2",
    "ninja: build stopped: subcommand failed.",
    "error: could not compile `app` (lib) due to 1 previous error",
    "error: test failed, to rerun pass `--lib`",
    "Build FAILED.\n\n    0 Warning(s)\n    0 Error(s)",
];

/// Last lines of runs that did not fail, or of which it is not certain.
const OTHER_ENDINGS: [&str; 12] = [
    "6 passed in 0.31s",
    "==== 6 passed, 205 deselected in 0.58s ====",
    "# pass 3\n# fail 0\n# cancelled 0",
    "0 issues.",
    "0 errors, 0 warnings",
    "1 file inspected, no offenses detected",
    "[INFO] BUILD SUCCESS",
    "BUILD SUCCESSFUL in 3s",
    "ok  \texample.com/m/a\t0.104s",
    "make: [Makefile:3: clean] Error 1 (ignored)",
    "\u{2716} 1 problem (0 errors, 1 warning)",
    "test result: ok. 3 passed; 0 failed; 0 ignored",
];

#[test]
fn a_runner_states_at_its_end_that_it_failed() {
    let run = Call { failed: false, flagged: false, runs: true, does: Does::Other, units: 5000 };
    let ending = |call: Call, tail: &str| call.ending(|_| ("started".into(), tail.into()));
    for tail in FAILED_ENDINGS {
        assert!(ending(run, tail).failed, "{tail}");
        assert!(has_failed("started", tail) && has_failed(tail, ""), "{tail}");
        // Output of a search may show any text; an exit code and a flag know better.
        let shown = ending(Call { does: Does::Shows, ..run }, tail);
        assert!(!shown.failed && !shown.suspect, "{tail}");
        assert!(!ending(Call { flagged: true, ..run }, tail).failed, "{tail}");
        assert!(!ending(run, &format!("{tail}\nExit code: 0")).failed, "{tail}");
    }
    for tail in OTHER_ENDINGS {
        assert!(!ending(run, tail).failed && !has_failed("started", tail), "{tail}");
    }
    for tail in ["8a2f10c Fix 3 errors in the parser", "the job saw 2 errors and went on"] {
        assert!(!ending(run, tail).failed, "{tail}");
    }
}

#[test]
fn a_text_alone_tells_whether_its_run_failed() {
    for (head, tail) in [
        ("Exit code: 1\nWall time: 0.1 seconds\nOutput:\nboom", ""),
        ("Traceback (most recent call last):\n  File \"a.py\", line 1", "in <module>"),
        ("error: no such command: `tset`", ""),
        ("started", "  File \"a.py\", line 1, in <module>\nImportError: cannot import name 'a'"),
        ("started", "boom\n\nCommand exited with code 2"),
    ] {
        assert!(has_failed(head, tail), "{head}");
    }
    for (head, tail) in [("", ""), ("all is done", ""), ("Exit code: 0\nOutput:\nerror: shown", "")] {
        assert!(!has_failed(head, tail), "{head}");
    }
}

#[test]
fn a_short_output_is_read_as_a_whole() {
    let output =
        format!("{}\n1 error, 0 warnings, 0 informations\nA new release is available: 1.2.3\n", "x".repeat(290));
    let run = Call { failed: false, flagged: false, runs: true, does: Does::Other, units: output.len() as u64 };
    let (head, tail) = output.split_at(300);
    assert!(run.ending(|_| (head.into(), tail.into())).failed);
}

#[test]
fn a_hit_of_a_search_is_no_error_at_a_place() {
    let run = Call { failed: false, flagged: false, runs: true, does: Does::Other, units: 5000 };
    let ending = run.ending(|_| ("src/a.go:5:type T int".into(), "src/a.go:7:func f() (n int, err error) {".into()));
    assert!(!ending.failed && !ending.suspect);
}

#[test]
fn a_short_message_of_an_edit_that_speaks_of_failure_says_that_it_failed() {
    let edit = Call { failed: false, flagged: false, runs: false, does: Does::Edits, units: 120 };
    let ending = |call: Call, text: &str| call.ending(|_| (text.into(), String::new()));
    // Codex, OpenHands, Cline.
    for text in [
        "apply_patch verification failed: Failed to find expected lines in src/a.ts:\nx",
        "Invalid `path` parameter: a.py. The path should be an absolute path, starting with `/`.",
        "The tool execution failed with the following error: file is read-only",
    ] {
        assert!(ending(edit, text).failed, "{text}");
        assert!(!ending(Call { flagged: true, ..edit }, text).failed, "{text}");
    }
    for text in
        ["The file src/errors.ts has been updated.", "Success. Updated the following files:\nM src/failed.ts", "Done!"]
    {
        assert!(!ending(edit, text).failed && !ending(edit, text).suspect, "{text}");
    }
}

#[test]
fn a_run_that_ends_with_a_stack_trace_failed() {
    let run = Call { failed: false, flagged: false, runs: true, does: Does::Other, units: 5000 };
    // Python, Java, Node.
    for tail in [
        "Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\nImportError: cannot import name 'x'",
        "  File \"a.py\", line 3, in run\n    go()\n    ~~^^\nValueError: bad",
        "Exception in thread \"main\" java.lang.IllegalStateException: closed\n\tat com.acme.A.run(A.java:12)",
        "Error: full\n    at run (/srv/a.js:3:5)\n\nNode.js v22.1.0",
    ] {
        assert!(run.ending(|_| ("started".into(), tail.into())).failed, "{tail}");
        let shown = Call { does: Does::Shows, ..run }.ending(|_| ("started".into(), tail.into()));
        assert!(!shown.failed && !shown.suspect, "{tail}");
    }
}

#[test]
fn what_was_killed_with_success_did_not_fail() {
    let tool = Call { failed: false, flagged: false, runs: false, does: Does::Other, units: 60 };
    for text in ["Successfully killed shell: 7 (make dev)", "{\"message\":\"Successfully killed shell: 7\"}"] {
        let ending = tool.ending(|_| (text.into(), String::new()));
        assert!(!ending.failed && !ending.suspect, "{text}");
    }
}
