//! Rescue: what an engineer would have scrolled to, within the same limits.

use std::fmt::Write;

use crate::support::{cases, check_limits, spec, text};
use proptest::prelude::*;
use tooltrim::trimming::{Count, RescueOptions};
use tooltrim::{ErrorKind, Keep, Snap, TrimOptions, trim};

/// Lines of a log: harmless ones, failures with what belongs to them, and what breaks careless code.
const LINES: &[&str] = &[
    "",
    "step is done",
    "INFO load rows=3",
    "0 errors",
    "test_error ... ok",
    "error: disk full",
    "error[E0382]: moved",
    " --> src/a.rs:24:5",
    "  |  ^^^ moved here",
    "Traceback (most recent call last):",
    "  File \"a.py\", line 3, in f",
    "ValueError: bad",
    "FAILED test_a - assert",
    "  Expected: 1",
    "warning: unused",
    "Caused by: x",
    "exit code: 2",
    "e\u{301}\u{1f469}\u{200d}\u{1f680} \u{672c}",
    "\u{9519}\u{8bef}: \u{78c1}\u{76d8}",
    "\r",
    "\u{1b}[31merror\u{1b}[0m: red",
    "\u{1b}[2K\u{1b}[0m\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{10ffff}\u{fffd}\u{5e9}\u{5dc}error: ca`",
];

fn log() -> impl Strategy<Value = String> {
    let run = (proptest::sample::select(LINES), 1..6_usize).prop_map(|(line, times)| format!("{line}\n").repeat(times));
    (proptest::collection::vec(run, 0..80), any::<bool>()).prop_map(|(runs, ends)| {
        let text = runs.concat();
        if ends { text } else { text.trim_end_matches('\n').to_owned() }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(500), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_limit_holds_and_twice_changes_nothing(text in text(), log in log(), spec in spec(), most in 0.0..=1.0_f64) {
        let text = format!("{text}{log}{text}");
        let options = spec.options().rescue(RescueOptions::new().share(most));
        match trim(&text, &options) {
            Ok(trimmed) => check_limits(&spec, options, &trimmed),
            Err(error) => prop_assert_eq!(error.kind(), ErrorKind::MarkerTooLong),
        }
    }

    /// Every line of the result is the next line of the input, or a marker that says which lines are missing.
    #[test]
    fn lines_and_markers_explain_the_whole_input(
        log in log(), limit in 400..2500_usize, most in 0.0..=1.0_f64, share in 0.3..0.7_f64,
        keep in proptest::sample::select(&[Keep::Head, Keep::Tail, Keep::Ends, Keep::None][..]),
    ) {
        let options = TrimOptions::new()
            .max_chars(limit).keep(keep).head_share(share)
            .marker("\u{a7}{omittedLines}:{firstOmittedLine}-{lastOmittedLine} {omittedChars} of {totalLines} {keptChars}")
            .rescue(RescueOptions::new().share(most));
        let trimmed = trim(&log, &options)?;
        if !trimmed.truncated {
            return Ok(());
        }
        let input: Vec<&str> = log.split_inclusive('\n').collect();
        let (mut next, mut lines, mut chars) = (0, 0, 0);
        for line in trimmed.text.split_inclusive('\n') {
            let Some(marker) = line.strip_prefix('\u{a7}') else {
                prop_assert_eq!(line, input[next]);
                next += 1;
                continue;
            };
            let numbers: Vec<usize> = marker.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
            let [missing, first, last, size, total, kept] = numbers[..] else { panic!("{marker}") };
            prop_assert_eq!((first, last + 1 - first, total), (next + 1, missing, input.len()));
            let gap: usize = input[first - 1..last].iter().map(|line| line.chars().count()).sum();
            prop_assert_eq!(size, gap);
            prop_assert_eq!(kept as u64, log.chars().count() as u64 - trimmed.omitted.chars);
            (next, lines, chars) = (last, lines + missing, chars + size);
        }
        prop_assert_eq!(next, input.len());
        prop_assert_eq!((trimmed.omitted.lines, trimmed.omitted.chars), (Some(lines as u64), chars as u64));
    }

    /// Lines that are shown in part leave no gap between them: the marker stands all the same.
    #[test]
    fn what_is_shortened_has_a_marker(
        lines in proptest::collection::vec((text(), 0..30_usize, any::<bool>()), 1..4), ends in any::<bool>(),
        spec in spec(), most in 0.0..=1.0_f64,
    ) {
        let long = |(text, times, fails): &(String, usize, bool)| {
            let text = text.replace('\n', " ");
            format!("{}{}{}", text.repeat(*times), if *fails { "error: disk full " } else { "" }, text.repeat(*times))
        };
        let log = lines.iter().map(long).collect::<Vec<_>>().join("\n") + if ends { "\n" } else { "" };
        let options = spec.options().marker("\u{a7}{omittedChars}/{omittedLines}").rescue(RescueOptions::new().share(most));
        let Ok(trimmed) = trim(&log, options) else { return Ok(()) };
        if trimmed.truncated {
            let Some((_, marker)) = trimmed.text.rsplit_once('\u{a7}') else { panic!("no marker: {trimmed:?}") };
            let numbers = marker.lines().next().unwrap_or_default();
            prop_assert!(!numbers.starts_with("0/") && !numbers.ends_with("/0"), "{marker}");
        }
    }
}

#[test]
fn a_single_line_of_which_a_part_is_rescued_says_so() {
    let line = format!("{}error: disk full{}\n", "a ".repeat(900), " b".repeat(900));
    let options = TrimOptions::new().max_chars(400).keep(Keep::None).rescue(true).count(Count::Lines);
    let trimmed = trim(&line, options).unwrap();
    assert!(trimmed.text.contains("error: disk full"), "{trimmed:?}");
    assert!(trimmed.text.ends_with("\u{2026}\n... [truncated 3,542 chars] ..."), "{trimmed:?}");
    assert_eq!((trimmed.omitted.chars, trimmed.omitted.lines), (3542, Some(1)));
}

/// Harmless lines around a block of lines.
fn within(block: &str, lines: usize) -> String {
    let mut text = String::new();
    for n in 0..lines {
        let _ = writeln!(text, "2026-03-12 05:27:{:02} INFO jobs.storage stored part {n} with 0 errors", n % 60);
        if n == lines / 2 {
            text.push_str(block);
        }
    }
    text
}

fn rescued(block: &str) -> String {
    rescued_within(block, 2000)
}

fn rescued_within(block: &str, most: usize) -> String {
    let options = TrimOptions::new().max_chars(most).rescue(true);
    trim(&within(block, 400), options).unwrap().text.into_owned()
}

#[test]
fn the_blocks_of_tools_are_kept_whole() {
    for block in [
        "error[E0382]: borrow of moved value: `queue`\n   --> src/cart.rs:240:5\n    |\n239 |     let w = parse(&config);\n\
         240 |     queue(cache);\n    |     ^^^^^ value borrowed here after move\n    |\n    = help: consider cloning\n",
        "src/a.c: In function \u{2018}run\u{2019}:\nsrc/a.c:12:5: error: \u{2018}x\u{2019} undeclared\n   12 |   x = 1;\n      |   ^\n",
        "FAIL src/cart.test.ts\n  \u{25cf} cart \u{203a} adds\n\n    expect(received).toBe(expected)\n\n    Expected: 25\n    \
         Received: 26\n\n       9 |   const r = f();\n    > 10 |   expect(r).toBe(25);\n         |             ^\n      at \
         Object.<anonymous> (src/cart.test.ts:10:13)\n",
        "Traceback (most recent call last):\n  File \"/srv/a.py\", line 3, in run\n    go()\n  File \"/srv/b.py\", line 9, in \
         go\n    raise KeyError(k)\nKeyError: 'cart'\n",
        "panic: runtime error: index out of range [3] with length 3\n\ngoroutine 1 [running]:\nmain.run(0x3)\n\t/srv/main.go:12 \
         +0x1d\nmain.main()\n\t/srv/main.go:5 +0x20\nexit status 2\n",
        "Exception in thread \"main\" java.lang.IllegalStateException: no schema\n\tat com.acme.A.run(A.java:12)\n\tat \
         com.acme.B.main(B.java:3)\nCaused by: java.io.IOException: closed\n\tat com.acme.C.read(C.java:7)\n",
        "CMake Error at CMakeLists.txt:19 (find_package):\n  Could not find a package configuration file provided by \"Foo\"\n",
        "./deploy.sh: line 68:  3765 Killed                  python3 gen.py\nmake: *** [Makefile:5: gen] Error 137\n",
        "psql:a.sql:12: ERROR:  relation \"cart\" does not exist\nLINE 1: select * from cart\n                      ^\n",
    ] {
        let text = rescued(block);
        assert!(text.contains(block), "missing: {block}\nin: {text}");
    }
}

#[test]
fn causes_come_before_symptoms_and_the_first_failure_before_its_repetitions() {
    let mut text = String::from("error: cannot open /data/cart: Permission denied\n");
    for n in 0..300 {
        let _ = writeln!(text, "worker {n}: ERROR: job {n} gave up after 3 attempts");
    }
    text.push_str("error: schema 12 is not known\n");
    let log = within(&text, 300);
    let kept = trim(&log, TrimOptions::new().max_chars(700).rescue(true)).unwrap().text;
    assert!(kept.contains("Permission denied") && kept.contains("schema 12 is not known"), "{kept}");
    assert!(kept.contains("worker 0: ERROR") && !kept.contains("worker 200"), "{kept}");
}

#[test]
fn a_line_of_a_rare_form_stands_out_without_any_word_for_it() {
    let text = rescued("checksum of 0047_cart.sql is 27588b9d, recorded was ac65657e; leaving the rest out\n");
    assert!(text.contains("0047_cart.sql"), "{text}");
}

#[test]
fn harmless_lines_are_not_rescued() {
    let text = rescued(
        "test_error_handling PASSED\nretrying after error (1/3) ... ok\n  \u{2713} throws TypeError on bad input\n",
    );
    assert_eq!(text.matches("[\u{2026} ").count() + text.matches("[truncated").count(), 1, "{text}");
    assert!(!text.contains("PASSED"), "{text}");
}

#[test]
fn a_long_line_is_cut_around_what_matters() {
    let line = format!("{}; Uncaught TypeError: t is not a function;{}\n", "f(1)".repeat(5000), "g(2)".repeat(5000));
    let text = rescued(&line);
    let shown = text.lines().find(|line| line.contains("Uncaught TypeError")).unwrap();
    assert!(shown.starts_with('\u{2026}') && shown.ends_with('\u{2026}') && shown.chars().count() <= 500, "{shown}");
}

#[test]
fn include_and_exclude_name_what_matters_and_what_does_not() {
    let log = within("quota of node7 is used up\nerror: known and harmless\n", 400);
    let rescue = RescueOptions::new().include(["node7"]).exclude(["known and harmless"]);
    let text = trim(&log, TrimOptions::new().max_chars(1000).rescue(rescue)).unwrap().text;
    assert!(text.contains("node7") && !text.contains("known and harmless"), "{text}");
}

#[test]
fn with_keep_none_only_rescued_lines_and_markers_remain() {
    let log = within("error: disk full\n", 100);
    let options = TrimOptions::new().max_chars(300).keep(Keep::None).snap(Snap::Char).rescue(true);
    let expected = "[\u{2026} 49 lines, 3,273 chars]\n2026-03-12 05:27:49 INFO jobs.storage stored part 49 with 0 errors\n\
                    2026-03-12 05:27:50 INFO jobs.storage stored part 50 with 0 errors\nerror: disk full\n\
                    2026-03-12 05:27:51 INFO jobs.storage stored part 51 with 0 errors\n[\u{2026} 48 lines, 3,216 chars]";
    assert_eq!(trim(&log, options).unwrap().text, expected);
}

#[test]
fn one_large_failure_does_not_hide_the_others() {
    let frames = format!("    at f (/srv/{}.js:3:1)\n", "deep/".repeat(500)).repeat(60);
    let more = "error: alpha beta is broken\nok\n".repeat(256);
    let block = format!("Error: top level\n{frames}\n{more}FATAL: database is corrupt\n");
    for limit in [1000, 4000] {
        let text =
            trim(&within(&block, 400), TrimOptions::new().max_chars(limit).rescue(true)).unwrap().text.into_owned();
        for line in ["Error: top level", "error: alpha beta is broken", "FATAL: database is corrupt"] {
            assert!(text.contains(line), "{limit}: {line} is missing in {text}");
        }
    }
}

#[test]
fn a_deep_trace_keeps_its_cause_and_its_last_frame() {
    let mut frames = String::new();
    for n in 0..1024 {
        let _ = writeln!(frames, "\tat com.acme.deep.Recursion.step{n}(Recursion.java:{n})");
    }
    let block = format!(
        "java.lang.StackOverflowError\n{frames}Caused by: java.sql.SQLException: closed\n\tat com.acme.Db.read(Db.java:7)\n"
    );
    let text = rescued(&block);
    for line in ["StackOverflowError", "step0(", "Caused by: java.sql.SQLException: closed", "Db.java:7"] {
        assert!(text.contains(line), "{line} is missing in {text}");
    }
}

#[test]
fn what_matters_in_a_line_is_shown_wherever_it_stands() {
    let words = ["context ".repeat(42), "ab ".repeat(100)];
    for before in words {
        let text = rescued(&format!("{before}ERROR: disk full on /data {}\n", "more ".repeat(200)));
        assert!(text.contains("ERROR: disk full on /data"), "{text}");
    }
    let log = within(&format!("{}node7 is gone {}\n", "context ".repeat(300), "more ".repeat(30)), 400);
    let options = TrimOptions::new().max_chars(800).rescue(RescueOptions::new().include(["node7"]));
    assert!(trim(&log, options).unwrap().text.contains("node7 is gone"));
}

#[test]
fn escapes_before_chars_of_many_bytes_do_not_hold_it_up() {
    let line = "\u{1b}[2K\r\r\u{1b}[0m\u{1b}[2K\r\u{5e9}\u{5dc}\u{5d5}\u{5dd}\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}error: ca`";
    for pad in 0..20 {
        let text = format!("\n\n\n{}{line}\n\u{a67f}\u{1f05d}error: can\n\u{2028}", "\u{fffd}".repeat(pad));
        for limit in 60..160 {
            let options = TrimOptions::new().max_bytes(limit).rescue(true);
            let trimmed = trim(text.as_str(), &options).unwrap();
            assert!(trimmed.text.len() <= limit, "{limit}: {trimmed:?}");
        }
    }
}

#[test]
fn a_text_that_did_not_fail_keeps_most_of_its_ends() {
    // Source code that handles errors, and the same lines above the summary of a runner.
    let lines: String = (0..400)
        .map(|at| match at % 4 {
            2 => format!("Error: berth {at} of the harbour is full, and no other is free\n"),
            _ => format!("  const berth{at} = harbour.berthAt({at}, tariff, manifest);\n"),
        })
        .collect();
    let rescued = |text: &str, options: RescueOptions| {
        let trimmed = trim(text, TrimOptions::new().max_chars(4000).rescue(options)).unwrap().text.into_owned();
        trimmed.matches("Error: berth").count()
    };
    let failed = format!("{lines}Tests: 100 failed, 300 passed\n");
    let (little, most) = (rescued(&lines, RescueOptions::new()), rescued(&failed, RescueOptions::new()));
    assert!(little * 3 < most * 2, "{little}, {most}");
    // A share that is given holds for both.
    assert_eq!(rescued(&lines, RescueOptions::new().share(0.3)), little);
    assert_eq!(rescued(&failed, RescueOptions::new().share(0.9)), most);
}

#[test]
fn findings_of_linters_are_rescued_with_their_places() {
    // Biome, golangci-lint, Ruff, Go's compiler, `go test`, `ESLint`.
    for (output, kept) in [
        (
            "src/a.ts:12:5 lint/suspicious/noExplicitAny \u{2501}\u{2501}\u{2501}\u{2501}\n\n  \u{d7} Unexpected any.\n",
            vec!["src/a.ts:12:5 lint/suspicious/noExplicitAny", "Unexpected any."],
        ),
        (
            "main.go:10:2: SA4006: this value of `x` is never used (staticcheck)\n",
            vec!["main.go:10:2: SA4006: this value of `x` is never used (staticcheck)"],
        ),
        ("src/a.py:1:8: F401 `os` imported but unused\n", vec!["src/a.py:1:8: F401 `os` imported but unused"]),
        ("./main.go:10:2: declared and not used: x\n", vec!["./main.go:10:2: declared and not used: x"]),
        ("--- FAIL: TestAdd (0.00s)\n    add_test.go:9: got 3, want 4\n", vec!["--- FAIL: TestAdd", "got 3, want 4"]),
        ("/srv/a.ts\n  12:5  error  Unexpected any  no-any\n", vec!["/srv/a.ts", "12:5  error  Unexpected any"]),
    ] {
        let text = rescued(output);
        for line in kept {
            assert!(text.contains(line), "{line} is missing in {text}");
        }
    }
}

#[test]
fn what_tests_print_gives_room_to_what_failed() {
    // Vitest and Jest quote what a test prints, whether it passes or not.
    let vitest =
        |n: usize| format!("stdout | src/a{n}.test.ts > logs\nError: wanted {n}\n    at log (/srv/a.ts:{n}:5)\n\n");
    let jest = |n: usize| format!("  console.error\n    TypeError: wanted {n}\n\n      at log (src/a.js:{n}:11)\n\n");
    for (logs, failed) in [
        ((0..40).map(vitest).collect::<String>(), " FAIL  src/b.test.ts > adds\nAssertionError: expected 1 to be 2\n"),
        ((0..40).map(jest).collect(), "FAIL src/b.test.js\n  \u{25cf} adds\n\n    expect(received).toBe(expected)\n"),
    ] {
        let kept = rescued_within(&format!("{logs}{failed}"), 600);
        assert!(kept.contains(failed) && !kept.contains("wanted"), "{kept}");
        // Without a failure they may be the cause.
        assert!(rescued_within(&logs, 600).contains("wanted"), "{logs}");
    }
}

#[test]
fn the_file_above_a_finding_is_kept_with_the_first_error_in_it() {
    // ESLint names a file once, above all of its findings.
    let warning = |n: usize| format!("  {n}:1   warning  Unexpected console statement {n}  no-console\n");
    let warnings: String = (1..60).map(warning).collect();
    let error = "  99:5  error    'x' is never used  no-unused-vars\n";
    let log = format!("/srv/app/a.ts\n{warnings}\n/srv/app/b.ts\n{warnings}{error}\n/srv/app/c.ts\n{warnings}\n");
    let kept = rescued_within(&log, 600);
    assert!(kept.contains("/srv/app/b.ts\n") && kept.contains(error), "{kept}");
}

#[test]
fn a_finding_without_a_word_for_failure_is_known_by_its_place_below() {
    // Ruff.
    let finding = "E501 Line too long (90 > 88)\n --> src/b.py:3:89\n";
    let kept = rescued_within(&format!("F401 [*] `os` imported but unused\n --> src/a.py:1:8\n\n{finding}"), 600);
    assert!(kept.contains("imported but unused\n --> src/a.py:1:8\n") && kept.contains(finding), "{kept}");
}

#[test]
fn the_end_of_a_run_that_failed_gives_lines_between_more_room() {
    let words = ["disk", "queue", "lease", "mount", "token", "route", "shard", "cache"];
    let lines = |end: &str| -> usize {
        let body: Vec<String> = (0..900)
            .map(|at| match at % 9 {
                4 => format!("warning: the {} of {} is slow", words[at / 9 % 8], words[at / 72 % 8]),
                _ => format!("{} step {at} of {} was done by {}", words[at % 8], words[at / 8 % 8], at * 7919 % 1013),
            })
            .collect();
        let text = body.join("\n") + "\n" + end + "\n";
        let trimmed = trim(&text, TrimOptions::new().max_chars(6000)).unwrap();
        let between = &trimmed.kept[1..trimmed.kept.len() - 1];
        between.iter().map(|(from, to)| (to - from) as usize).sum()
    };
    let (failed, done) = (lines("make: *** [Makefile:3: all] Error 1"), lines("all steps are done by now, in time"));
    assert!(failed > done, "{failed} {done}");
}
