//! Lines of many tools, and what is seen in them.

mod classes;
mod diagnostics;
mod endings;
mod levels;
mod outputs;
mod said;
mod shells;
mod signs;
mod tools;

use std::format;
use std::string::String;
use std::vec::Vec;

use super::classify::{Severity, classify};
use super::diagnosis::excerpt;
use super::ending::{Ending, begins_failed};
use super::headline::told;
use super::output::Output;
use super::role::Role;
use super::terms::{Kind, TERMS};
use super::{Call, Does, quotes, trigger};
use crate::text::{RescueOptions, TrimOptions};
use crate::value::trim;

fn telling_line(text: &str) -> Option<&str> {
    told(text).map(|told| told.line)
}

fn line(text: &str) -> String {
    quotes(text, 400).line
}

fn block(text: &str, most: usize) -> String {
    quotes(text, most).block
}

fn severity(line: &str) -> Severity {
    classify(line, &mut String::new()).severity
}

fn role(line: &str) -> Role {
    classify(line, &mut String::new()).role
}

#[test]
fn failures_are_seen() {
    for line in [
        "error[E0382]: borrow of moved value: `queue`",
        "src/a.c:12:5: error: \u{2018}x\u{2019} undeclared (first use in this function)",
        "src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.",
        "  93:51  error  'session' is assigned a value but never used  no-unused-vars",
        "Error: connect ECONNREFUSED 10.0.4.90:5432",
        "TypeError: cart.render is not a function",
        "AssertionError [ERR_ASSERTION]: Expected values to be strictly equal",
        "psycopg.errors.UniqueViolation: duplicate key value violates unique constraint",
        "2026-03-15 07:26:34.000 ERROR 1 --- [exec-23] c.a.Controller : request not served",
        "level=error msg=\"failed to pull image\"",
        "make[2]: *** No rule to make target 'gen/flush.h', needed by 'build/session.o'.  Stop.",
        "e: file:///srv/a.kt:151:11 Unresolved reference: fetch",
        "npm error code ELIFECYCLE",
        "[INFO] BUILD FAILURE",
        "FAIL src/sync/cache.test.ts",
        "--- FAIL: TestMerge (0.00s)",
        "not ok 3 - adds numbers",
        "\u{1b}[31m\u{d7}\u{1b}[39m suite > case 7",
        "tests/test_a.py::test_mod[5] FAILED                 [  1%]",
        "E       assert 4 == 3: error",
        "Tests: 1 failed, 12 passed, 13 total",
        "Tests run: 3, Failures: 1, Errors: 0",
        "errors: 3",
        "Process completed with exit code 2.",
        "exited with 137",
        "KONFLIKT (Inhalt): Merge-Konflikt in a.py",
        "cp: /var/lib/a: \u{6ca1}\u{6709}\u{90a3}\u{4e2a}\u{6587}\u{4ef6}\u{6216}\u{76ee}\u{5f55}",
        "\u{2502} Error: Invalid index",
        "0|api      | Error: connect ECONNREFUSED 10.0.0.1:5432",
        "Deployment failed: rolled back to previous version, success",
        "error: tests did not pass",
        "** (ArithmeticError) bad argument in arithmetic expression",
        "a.c:388:4: erreur: \u{ab} x \u{bb} non d\u{e9}clar\u{e9}",
    ] {
        assert!(severity(line) >= Severity::Error, "{line}: {:?}", classify(line, &mut String::new()));
    }
    for line in [
        "./a.sh: line 68:  3765 Killed        python3 gen.py",
        "Segmentation fault (core dumped)",
        "fatal: not a git repository",
    ] {
        assert_eq!(severity(line), Severity::Fatal, "{line}");
    }
    assert_eq!(severity("the critical path failed"), Severity::Error);
    for line in [
        "No space left on device",
        "Permission denied (publickey).",
        "bash: foo: command not found",
        "ls: cannot access 'x': No such file or directory",
    ] {
        assert_eq!(severity(line), Severity::Weak, "{line}");
    }
}

#[test]
fn what_a_warning_warns_of_is_no_failure() {
    for line in ["warning: `a` could not be resolved, using `b`", "WARN: connection refused, trying again"] {
        assert_eq!(severity(line), Severity::Warning, "{line}");
    }
}

#[test]
fn harmless_lines_that_mention_errors_are_not() {
    for line in [
        "0 errors, 0 warnings",
        "Found no errors.",
        "Tests run: 3, Failures: 0, Errors: 0, Skipped: 0",
        "\"errors\": 0,",
        "{\"id\": 3, \"error\": null}",
        "test_error_handling PASSED",
        "tests/a.py::test_failed_login PASSED [ 73%]",
        "  \u{2713} throws TypeError on bad input (12 ms)",
        "ok 12 - rejects an error",
        "test parser::error_is_reported ... ok",
        "retrying after error (2/3) ... ok",
        "error_handler.rs compiled",
        "   Compiling thiserror v1.0.69",
        "GET /static/error.css 200",
        "[info] error handler registered",
        "Artifact error-report-51 uploaded (0 entries)",
        "+ grep -c ERROR /var/log/deploy.log",
        "-- Performing Test HAVE_NO_ERROR - Failed",
        "make[2]: [install] Error 1 (ignored)",
        " rename src/{conflict => failed}.ts (98%)",
        "<t> hashing: hash errors: 0.002804 ms",
        "Errors 0, Warnings 0",
        "query returned 3 rows",
        "/// # Errors",
        "    except KeyError:",
        "attempt 2 failed with ECONNRESET, attempt 3 ok",
        "[main 2564804] Retry failed requests",
        "[main (root-commit) 25648041] Report errors",
    ] {
        assert_eq!(severity(line), Severity::None, "{line}");
    }
}

#[test]
fn lines_of_a_failure_know_their_part() {
    for (line, part) in [
        ("Traceback (most recent call last):", Role::Trace),
        ("  File \"/srv/app/a.py\", line 3, in run", Role::Frame),
        ("    at run (/srv/app/a.js:3:5)", Role::Frame),
        ("Caused by: java.io.IOException: broken pipe", Role::Cause),
        ("    Expected: 25", Role::Expected),
        ("  left: 1", Role::Expected),
        (" 239 |     let widget = parse(&config);", Role::Code),
        ("     |     ^^^^^^^^^ value borrowed here after move", Role::Pointed),
        ("        ^~~~~~", Role::Pointer),
        ("note: candidate function not viable", Role::Note),
        ("  1) Widget resolves", Role::Name),
        ("FAIL src/a.test.ts (3 tests | 1 failed)", Role::Name),
        ("____________ test_load ____________", Role::Name),
        ("=================== FAILURES ===================", Role::Heading),
        ("Process completed with exit code 2.", Role::Exit),
        ("3 errors in 12 files", Role::Summary),
        ("Compiling serde v1.0.1", Role::Plain),
    ] {
        assert_eq!(role(line), part, "{line}");
    }
}

#[test]
fn the_name_of_a_test_that_passed_is_no_failure() {
    for line in ["  1) all widgets resolve ... ok", "  2) widgets resolve PASSED"] {
        assert_eq!((role(line), classify(line, &mut String::new()).severity), (Role::Name, Severity::None), "{line}");
    }
}

#[test]
fn in_a_long_line_it_is_found_where_it_stands() {
    let line = ["x".repeat(3000), "; Uncaught TypeError: t is not a function".into()].concat();
    let found = classify(&line, &mut String::new());
    assert_eq!((found.severity, found.found >= 3000), (Severity::Error, true));
}

#[test]
fn behind_escapes_and_tags_it_is_found_where_it_stands() {
    for (line, word) in [
        ("\u{1b}[2K\u{1b}[31m\u{1f680}\u{1b}[0m\u{65e5}\u{672c} error: cannot find `x`", "error"),
        ("\u{1b}]0;title\u{7}  \u{1b}[1mFAILED\u{1b}[0m tests/a.py::test_load", "FAILED"),
        ("  npm error \u{1b}[31merror\u{1b}[0m TS2304: Cannot find name", "error\u{1b}[0m TS"),
        ("\u{2502} Error: Unsupported argument", "Error"),
    ] {
        assert_eq!(classify(line, &mut String::new()).found, line.find(word).unwrap(), "{line:?}");
    }
}

/// A line in which a term says something.
fn line_with(text: &str, kind: Kind) -> String {
    match kind {
        Kind::Fatal | Kind::Error | Kind::Warning => format!("{text}: the disk of node 7"),
        Kind::Weak => format!("node 7: {text} disk"),
        _ => format!("the disk {text} node 7"),
    }
}

#[test]
fn every_severe_term_is_rescued_tells_and_fails_in_each_language() {
    let mut languages: Vec<&str> = Vec::new();
    for term in TERMS.iter().filter(|term| term.kind.triggers() && term.kind != Kind::Form) {
        let line = line_with(term.text, term.kind);
        assert!(trigger::find(line.as_bytes()).is_some(), "{term:?}");
        let mut log: Vec<String> = (0..200).map(|n| format!("step {n} of the job is done")).collect();
        log.insert(100, line.clone());
        let options = TrimOptions::new().max_chars(600).rescue(RescueOptions::new());
        assert!(trim(&log.join("\n"), &options).unwrap().text.contains(&line), "{term:?}");
        languages.push(term.language);
        if matches!(term.kind, Kind::Warning | Kind::WarningWithin) {
            assert_eq!(severity(&line), Severity::Warning, "{term:?}");
            continue;
        }
        let output = format!("$ make\nstep 1 of the job is done\n{line}\nstep 2 is done");
        assert_eq!(telling_line(&output), Some(&*line), "{term:?}");
        if matches!(term.kind, Kind::Fatal | Kind::Error) {
            assert!(begins_failed(&Output::of(&line)), "{term:?}");
        }
    }
    languages.sort_unstable();
    languages.dedup();
    assert_eq!(languages.len(), 22, "{languages:?}");
}

#[test]
fn every_trigger_makes_a_line_be_looked_at() {
    for trigger in TERMS.iter().filter_map(super::terms::Term::trigger) {
        assert!(!trigger.bytes().any(|byte| byte.is_ascii_uppercase()), "{trigger}");
        assert!(trigger::find(format!("12:30 ab {trigger} z").as_bytes()).is_some_and(|at| at <= 9), "{trigger}");
    }
}

#[test]
fn what_stands_around_an_error_never_stands_for_it() {
    for (error, output) in [
        // Codex.
        (
            "src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.",
            "Chunk ID: 3f2a91\nWall time: 1.2000 seconds\nProcess exited with code 2\nOriginal token count: 31\nOutput:\n\
             src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.\n",
        ),
        // Claude Code, which adds reminders of its own.
        (
            "fatal: Need to specify how to reconcile divergent branches.",
            "Exit code 128\nhint: You have divergent branches and need to specify how to reconcile them.\nhint: invalid\n\
             fatal: Need to specify how to reconcile divergent branches.\n\n<system-reminder>\nerror: none of the tool's\n\
             </system-reminder>",
        ),
        // Gemini CLI.
        (
            "Output: ls: cannot access 'x': No such file or directory",
            "Command: ls x\nDirectory: (root)\nOutput: ls: cannot access 'x': No such file or directory\nError: (none)\n\
             Exit Code: 2\nSignal: (none)\nBackground PIDs: (none)\nProcess Group PGID: 7",
        ),
        // OpenHands.
        (
            "bash: foo: command not found",
            "bash: foo: command not found\n[The command completed with exit code 127.]\n[Current working directory: /w]",
        ),
        // pi and Visual Studio Code; Biome behind the echo of its command; Vitest.
        (
            "a.ts:1:7 lint/style/useConst: error: this is never assigned",
            "$ biome check\na.ts:1:7 lint/style/useConst: error: this is never assigned\nFound 3 errors.\n\n\
             Command exited with code 1",
        ),
        (
            "AssertionError: expected 1 to be 2",
            "> app@1.0.0 test\n> vitest run\n\n RUN  v3.2.4 /srv/app\n\n \u{2713} src/error.test.ts (3 tests) 4ms\n\
             FAIL  src/a.test.ts > adds\nAssertionError: expected 1 to be 2\n\n Tests  1 failed | 3 passed (4)\n\
             npm error Lifecycle script `test` failed with error:",
        ),
        // unittest.
        ("ValueError: bad", "Traceback (most recent call last):\nValueError: bad\n\nFAILED (failures=1)"),
        // SWE-agent: only its own lines, so the first of them.
        ("FAILED (errors=1)", "FAILED (errors=1)\n(Open file: n/a)\n(Current directory: /w)\nbash-$"),
        ("ERROR: disk full", "\u{1b}[1m[INFO]\u{1b}[0m no errors so far\nERROR: disk full"),
    ] {
        assert_eq!(telling_line(output), Some(error));
    }
}

#[test]
fn a_run_that_failed_is_known_by_its_text() {
    let run = Call { failed: false, flagged: false, runs: true, does: Does::Shows, units: 100 };
    for tail in [
        "FAIL src/a.test.ts\n\nCommand exited with code 1",
        "Exit code 1\nboom",
        "Exit Code: 1",
        "[The command completed with exit code 1.]",
        "Process exited with code 1\nOutput:\nboom",
        "<returncode>1</returncode>",
        "exit status 1",
    ] {
        let ending = run.ending(|_| (String::new(), tail.into()));
        assert_eq!((ending.failed, ending.exit), (true, Some(1)), "{tail}");
    }
    for text in ["all is done\nCommand exited with code 0", "Error: (none)\nExit Code: 0", "no errors", "errors: 0"] {
        assert!(!run.ending(|_| (text.into(), String::new())).failed, "{text}");
    }
    let tool = Call { runs: false, does: Does::Other, ..run };
    assert!(tool.ending(|_| ("the page does not exist".into(), String::new())).suspect);
    assert!(tool.ending(|_| ("Fehler: Datei fehlt".into(), String::new())).failed);
    assert!(!tool.ending(|_| ("22 degrees".into(), String::new())).suspect);
}

#[test]
fn a_summary_at_the_end_of_a_run_tells_that_it_failed() {
    let run = Call { failed: false, flagged: false, runs: true, does: Does::Other, units: 5000 };
    let suspect = |call: Call, head: &str, tail: &str| {
        let ending = call.ending(|_| (head.into(), tail.into()));
        ending.suspect || ending.failed
    };
    for tail in [
        "tests/a.py F\n==== 5 failed, 1 passed in 0.31s ====",
        "a.ts(3,1): error TS2304: Cannot find name 'a'.\nFound 1 error.",
        "2 errors, 0 warnings and 0 notes\nA new release is available: 1.2.3\nSee the release notes",
        "  File \"a.py\", line 1, in <module>\nImportError: cannot import name 'a'",
    ] {
        assert!(suspect(run, "started", tail), "{tail}");
        // Output of `cat`, and a tool that runs no command, may show any text.
        assert!(!suspect(Call { does: Does::Shows, ..run }, "started", tail), "{tail}");
        assert!(!suspect(Call { runs: false, ..run }, "started", tail), "{tail}");
        // Many agents run commands and never set the flag that their format has.
        assert!(suspect(Call { flagged: true, ..run }, "started", tail), "{tail}");
        assert!(!suspect(Call { flagged: true, runs: false, ..run }, "started", tail), "{tail}");
    }
    for tail in ["6 passed in 0.31s", "0 errors, 0 warnings", "5 failed\n1\n2\n3\n4\nall retried and passed"] {
        assert!(!suspect(run, "started", tail), "{tail}");
    }
}

#[test]
fn the_line_that_counts_failures_is_kept_with_the_first_error() {
    let output = "> app@1.0.0 check\na.ts:3:1 lint/style FIXABLE\n\n  \u{d7} Attributes are not sorted.\n\nChecked 3 files.\nFound 2 errors.\n";
    assert_eq!(line(output), "a.ts:3:1 lint/style FIXABLE\n  \u{d7} Attributes are not sorted.\nFound 2 errors.");
    assert_eq!(block(output, 400).lines().last(), Some("Found 2 errors."));
    assert_eq!(line("Error: full\n0 errors, 0 warnings"), "Error: full");
    let frames = "      at run (a.js:1:1)\n".repeat(20);
    let below = format!("  12 passing (2s)\n  1 failing\n\n  1) Widget resolves:\n     Error: 1 is not 2\n{frames}");
    assert!(line(&below).contains("  1 failing\n"), "{}", line(&below));
}

#[test]
fn a_late_diagnosis_ends_with_the_count_of_failures() {
    let output =
        format!("{}Error: full\n{}Found 2 errors.", "ok 1 - fine\n".repeat(20), "  at run (a.js:1:1)\n".repeat(20));
    let diagnosis = excerpt(&output, 100);
    assert!(diagnosis.starts_with("...Error: full\\n") && diagnosis.ends_with("\\nFound 2 errors."), "{diagnosis}");
}

#[test]
fn an_error_about_an_argument_stands_for_the_failure_of_a_search() {
    let output = "src/a.ts:3: throw new Error(\"failed: full\");\nrg: docs: No such file or directory (os error 2)\n";
    assert_eq!(telling_line(output), Some("rg: docs: No such file or directory (os error 2)"));
    let piped = Call { failed: false, flagged: false, runs: true, does: Does::Shows, units: 5000 };
    let ends = |code: u32| (alloc::format!("Process exited with code {code}\nOutput:\n"), output.into());
    assert!(piped.ending(|_| ends(0)).suspect);
    assert!(piped.ending(|_| ends(2)).failed);
}

#[test]
fn a_program_that_names_its_bad_argument_failed_whatever_it_shows() {
    let run = Call { failed: false, flagged: false, runs: true, does: Does::Shows, units: 5000 };
    let suspect = |call: Call, head: &str, tail: &str| call.ending(|_| (head.into(), tail.into())).suspect;
    for line in [
        "grep: a.py: No such file or directory",
        "ls: cannot open directory '/root': Permission denied",
        "(eval):cd:1: no such file or directory: test",
        "cat: src: Is a directory",
        "zsh: command not found: rg",
    ] {
        assert!(suspect(run, line, ""), "{line}");
        assert!(suspect(run, "src/a.rs: found", &alloc::format!("src/b.rs: found\n{line}\n")), "{line}");
        assert!(!suspect(Call { runs: false, ..run }, line, ""), "{line}");
        // Nothing but errors.
        assert!(Call { units: 100, ..run }.ending(|_| (line.into(), String::new())).failed, "{line}");
    }
    for line in ["src/errors.rs:3: no such file or directory", "It says: no such file or directory"] {
        assert!(!suspect(run, line, ""), "{line}");
    }
}

#[test]
fn a_file_may_begin_like_a_failure() {
    let read = Call { failed: false, flagged: false, runs: false, does: Does::Shows, units: 400 };
    let ends = |text: &'static str| move |_: usize| (text.into(), String::new());
    let log = "Error: the first line of a log\nstarted again\nError: once more\nstarted\nlistening\n";
    assert!(!read.ending(ends(log)).failed);
    assert!(read.ending(ends("Error: ENOENT: no such file or directory, open 'a.ts'\n")).failed);
    assert!(Call { does: Does::Other, ..read }.ending(ends(log)).failed);
}

#[test]
fn members_of_a_json_result_state_its_outcome() {
    let tool = Call { failed: false, flagged: false, runs: false, does: Does::Other, units: 60 };
    let ending = |call: Call, text: &'static str| call.ending(|_| (text.into(), String::new()));
    for text in
        [r#"{"error": null, "rows": []}"#, r#"{"error":"","text":"Error: of another"}"#, r#"{"errors":[],"ok":true}"#]
    {
        assert_eq!(ending(tool, text), Ending::default(), "{text}");
    }
    for text in [r#"{"error":"no such table"}"#, r#"{"success":false}"#, "\n {\"rows\":[],\n  \"isError\": true}\n"] {
        assert!(ending(tool, text).failed, "{text}");
        // A provider's flag is final, but for commands.
        assert!(!ending(Call { flagged: true, ..tool }, text).failed, "{text}");
        let run = ending(Call { flagged: true, runs: true, ..tool }, text);
        assert!(!run.failed && run.suspect, "{text}");
    }
    let run = Call { runs: true, ..tool };
    let stated = ending(run, r#"{"output":"1 failed","metadata":{"exit_code":2,"duration_seconds":0.1}}"#);
    assert_eq!((stated.failed, stated.exit), (true, Some(2)));
    let stated = ending(run, r#"{"exitCode":0,"stderr":"Error: of another run"}"#);
    assert_eq!((stated.failed, stated.exit, stated.doubtful), (false, Some(0), false));
    // The members of a file are its own.
    let read = Call { does: Does::Shows, units: 5000, ..tool };
    assert!(!ending(read, r#"{"error":"the text of a message","cancel":"Cancel"#).failed);
}

#[test]
fn a_failed_command_is_named_by_what_it_printed() {
    let error = "src/a.ts(3,4): error TS2304: Cannot find name 'x'.";
    for begin in ["Tool Failed: Command failed: npm test", "Command failed: npm test"] {
        assert_eq!(quotes(&format!("{begin}\n{error}\n"), 200).best, error);
        assert_eq!(quotes(&format!("{begin}\n"), 200).best, begin);
    }
}

#[test]
fn our_own_word_for_a_failure_needs_no_flag() {
    let ends = |_: usize| (String::from("Tool Failed: no such file: notes"), String::new());
    for (flagged, runs) in [(true, false), (true, true), (false, false), (false, true)] {
        for does in [Does::Shows, Does::Edits, Does::Other] {
            assert!(
                Call { failed: false, flagged, runs, does, units: 32 }.ending(ends).failed,
                "{flagged} {runs} {does:?}"
            );
        }
    }
}

#[test]
fn a_call_that_its_harness_refused_failed() {
    let read = Call { failed: false, flagged: false, runs: false, does: Does::Shows, units: 5000 };
    for line in [
        "The user doesn't want to proceed with this tool use. The tool use was rejected",
        "You must read file src/a.ts before overwriting it. Use the Read tool first",
        "File has been modified since read, either by the user or by a linter.",
        "Found 2 matches of the string to replace, but replace_all is false.",
        "String to replace not found in file.",
        "InputValidationError: Read failed due to the following issue",
    ] {
        let ending = read.ending(|_| (line.into(), String::new()));
        assert!(ending.failed || ending.suspect, "{line}");
        let ending = Call { units: 300, ..read }.ending(|_| (line.into(), String::new()));
        assert!(ending.failed, "{line}");
        let shown = alloc::format!("1\tconst refusal = {line:?};");
        let ending = read.ending(|_| (shown.clone(), String::new()));
        assert!(!ending.failed && !ending.suspect, "{line}");
    }
}

#[test]
fn levels_marks_and_messages_in_other_words_are_seen() {
    assert_eq!(severity("[crit] 7#7: lost the disk"), Severity::Fatal);
    assert_eq!(severity("time=12:00 level=err msg=full"), Severity::Error);
    for line in [
        "relation users does not exist",
        "worker seven err lost the disk",
        "12:00:01 err sshd[7]: lost the disk",
        "!! assertion of the lock did not hold",
        "! Undefined control sequence.",
    ] {
        assert_eq!(severity(line), Severity::Weak, "{line}");
    }
    for line in
        ["if err != nil {", "    err := run()", "return err", "the criteria that we set", "it may err on 2 sides"]
    {
        assert_eq!(severity(line), Severity::None, "{line}");
    }
    for line in ["FAILED (failures=1)", "Found 3 errors", "2 failed", "\u{2716} 3 problems (2 errors, 1 warning)"] {
        assert_eq!(role(line), Role::Summary, "{line}");
    }
}
