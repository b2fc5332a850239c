//! What is kept of a text follows its kind: headers, odd rows, an overview. And whatever the kind, the result is honest:
//! each line is one of the input, in its order, and each marker counts what is missing in its place.

use proptest::prelude::*;
use tooltrim::{TrimOptions, TrimStream, trim};

fn options(limit: usize) -> TrimOptions {
    TrimOptions::new().max_chars(limit).rescue(true)
}

/// Trims a text, checks that the result is honest, and returns it.
fn kept(text: &str, limit: usize) -> String {
    let kept = trim(text, options(limit)).unwrap().text.into_owned();
    check(text, &kept, limit);
    kept
}

/// The number in a marker of ours: of lines, if it counts lines.
fn omitted_lines(line: &str) -> Option<usize> {
    let rest = line.strip_prefix("[\u{2026} ")?;
    let (number, rest) = rest.split_once(' ')?;
    rest.starts_with("line").then(|| number.replace(',', "").parse().unwrap())
}

fn check(text: &str, kept: &str, limit: usize) {
    assert!(kept.chars().count() <= limit, "{} over {limit}", kept.chars().count());
    // Parts of lines are no lines.
    if kept.contains("... [truncated") {
        return;
    }
    let lines: Vec<&str> = text.lines().collect();
    let (mut at, mut gap) = (0, None);
    for line in kept.lines() {
        if let Some(omitted) = omitted_lines(line) {
            gap = Some(gap.unwrap_or(0) + omitted);
        } else if !line.starts_with("[\u{2026} ") {
            let skipped = gap.take().unwrap_or(0);
            at += skipped;
            assert_eq!(lines.get(at), Some(&line), "after a gap of {skipped} lines in {kept}");
            at += 1;
        }
    }
    assert_eq!(at + gap.unwrap_or(0), lines.len(), "{kept}");
}

/// The lines that a line stands under in the result: the last ones above it that begin so.
fn under<'a>(kept: &'a str, line: &str, begins: &str) -> &'a str {
    let above = kept.split_once(line).unwrap_or_else(|| panic!("{line} is missing in {kept}")).0;
    above.lines().rev().find(|line| line.starts_with(begins)).unwrap_or_else(|| panic!("no {begins} above {line}"))
}

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(|at| line(at) + "\n").collect()
}

#[test]
fn a_changed_line_stands_under_its_file_and_hunk() {
    let file = |at: usize| {
        let context = lines(20, |n| format!(" let unchanged{n} = {n};"));
        format!(
            "diff --git a/src/f{at}.rs b/src/f{at}.rs\nindex 11..22 100644\n--- a/src/f{at}.rs\n+++ b/src/f{at}.rs\n\
             @@ -1,21 +1,21 @@\n{context}-fn old{at}() {{\n+fn new{at}() {{"
        )
    };
    let text = lines(12, file);
    let kept = kept(&text, 2500);
    assert!(kept.contains("[\u{2026} 12 files: src/f0.rs, src/f1.rs"), "{kept}");
    let mut shown = 0;
    for at in (1..12).filter(|at| kept.contains(&format!("+fn new{at}() {{"))) {
        assert_eq!(
            under(&kept, &format!("+fn new{at}() {{"), "diff"),
            format!("diff --git a/src/f{at}.rs b/src/f{at}.rs")
        );
        shown += 1;
    }
    assert!(shown > 4, "{kept}");
}

#[test]
fn of_each_file_with_hits_one_is_kept_before_a_second() {
    let text = lines(300, |at| {
        format!("src/part{}.rs:{}:    let total = sum({at}); // of all that there is", at / 30, 7 + at)
    });
    let kept = kept(&text, 1500);
    assert!(kept.contains("[\u{2026} 300 hits in 10 files: src/part0.rs 30, "), "{kept}");
    for file in 0..10 {
        assert!(kept.contains(&format!("\nsrc/part{file}.rs:")), "{file} in {kept}");
    }
}

#[test]
fn a_hit_stands_under_its_file() {
    let text = lines(12, |file| {
        format!("src/part{file}.rs\n{}", lines(20, |at| format!("{}:let total = sum({at});", at + 3)))
    });
    let kept = kept(&text, 1200);
    for file in 1..12 {
        let name = format!("src/part{file}.rs");
        assert!(kept.lines().any(|line| line == name), "{name} in {kept}");
    }
}

#[test]
fn odd_rows_of_a_table_are_kept() {
    let row = |at: usize| {
        let (status, size) =
            if at == 61 { ("CrashLoop", 12) } else { ("Running", if at == 140 { 98_231 } else { 10 + at % 7 }) };
        format!("pod-{:<12}{status:<12}{size:<10}node{}", at * 7919 % 1000, at % 5)
    };
    let text = format!("NAME            STATUS      RESTARTS  NODE\n{}", lines(220, row));
    let kept = kept(&text, 1200);
    for part in ["NAME            STATUS", "CrashLoop", "98231"] {
        assert!(kept.contains(part), "{part} in {kept}");
    }
}

#[test]
fn odd_values_of_a_log_are_kept() {
    let line = |at: usize| {
        let (code, took) = if at == 333 { (502, 31) } else { (200, if at == 200 { 48_211 } else { 20 + at % 30 }) };
        format!("2026-04-01T10:{:02}:{:02}Z GET /cart/{} status={code} took={took}", at / 60, at % 60, at * 31 % 997)
    };
    let kept = kept(&lines(600, line), 1500);
    assert!(kept.contains("status=502") && kept.contains("took=48211"), "{kept}");
    let json = |at: usize| {
        let level = if at == 250 { 50 } else { 30 };
        format!("{{\"level\":{level},\"time\":17000000{at:03},\"msg\":\"request {at} is done\",\"id\":\"r{at}\"}}")
    };
    assert!(self::kept(&lines(600, json), 1500).contains("\"level\":50"));
}

#[test]
fn a_branch_stands_under_its_parents() {
    let package = |at: usize| {
        let wants = if at == 9 { "UNMET DEPENDENCY leaf9@^2.0.0" } else { "leaf@1.0.0" };
        format!(
            "\u{251c}\u{2500}\u{252c} package{at}@1.0.{at}\n\u{2502} \u{251c}\u{2500}\u{2500} common@3.1.0\n\u{2502} \u{2514}\u{2500}\u{2500} {wants}"
        )
    };
    let kept = kept(&format!("app@1.0.0\n{}", lines(60, package)), 1500);
    assert_eq!(
        under(&kept, "UNMET DEPENDENCY leaf9", "\u{251c}\u{2500}\u{252c}"),
        "\u{251c}\u{2500}\u{252c} package9@1.0.9"
    );
}

#[test]
fn a_source_is_an_outline() {
    let function = |at: usize| {
        format!("fn step{at}(input: &str) -> usize {{\n{}}}\n", lines(12, |n| format!("    let x{n} = {n} + {at};")))
    };
    let kept = kept(&format!("use std::fmt;\n\n{}", lines(25, function)), 2500);
    let shown = (0..25).filter(|at| kept.contains(&format!("fn step{at}("))).count();
    assert!(shown > 20, "{shown} of 25 in {kept}");
}

#[test]
fn a_key_of_toml_stands_under_its_section() {
    let section = |at: usize| format!("[part-{at}]\n{}", lines(30, |n| format!("key{n} = \"value {n} of part {at}\"")));
    let text: String = (0..20).map(section).collect();
    let kept = kept(&text, 1500);
    assert!((0..20).all(|at| kept.contains(&format!("[part-{at}]\n"))), "{kept}");
    let keys: Vec<&str> = kept.lines().filter(|line| line.starts_with("key")).collect();
    assert!(keys.len() > 4, "{kept}");
    for key in keys {
        let part = key.rsplit([' ', '"']).nth(1).unwrap();
        assert_eq!(under(&kept, key, "[part"), format!("[part-{part}]"));
    }
}

#[test]
fn a_file_of_a_folder_stands_under_it() {
    let file =
        |folder: usize, at: usize| format!("-rw-r--r-- 1 dev dev {} Mar  3 10:00 file{folder}_{at}.txt", 200 + at);
    let folder = |folder: usize| format!("./part{folder}:\ntotal 88\n{}", lines(15, |at| file(folder, at)));
    let kept = kept(&lines(20, folder), 2000);
    for at in 1..20 {
        if let Some(line) = kept.lines().find(|line| line.contains(&format!("file{at}_"))) {
            assert_eq!(under(&kept, line, "./part"), format!("./part{at}:"));
        }
    }
}

#[test]
fn what_failed_stands_under_its_task() {
    let task = |at: usize| {
        let result = if at == 30 { "fatal: [web2]: FAILED! => {\"msg\": \"No package nginx\"}" } else { "ok: [web2]" };
        format!("TASK [step {at} : do it] ****************\nok: [web1]\n{result}\n")
    };
    let kept = kept(&lines(80, task), 1200);
    assert_eq!(under(&kept, "fatal: [web2]", "TASK"), "TASK [step 30 : do it] ****************");
}

#[test]
fn comments_are_no_headings_and_hashes_in_pairs_no_times() {
    let script =
        lines(80, |at| format!("# step {at} of the deployment, in words that say what it does for whom\nrun part{at}"));
    let failing = format!("{script}error: disk full\n{script}exit code 1\n");
    assert!(kept(&failing, 800).contains("error: disk full"));
    let key = lines(120, |at| format!("    {:02}:79:61:43:{:02}:8b:93:2c:4f:11", at % 90 + 10, at % 80 + 10));
    assert!(kept(&format!("Subject: CN = shop\n{key}Not After : Nov 28\n"), 900).contains("Not After"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::support::cases(120)))]

    /// Whatever the kind, limits hold, lines are those of the text, and markers count truly; in pieces as in one.
    #[test]
    fn whatever_the_kind_the_result_is_honest(
        parts in proptest::collection::vec((0..12_usize, 1..40_usize, 0..1000_usize), 1..8),
        limit in 60..3000_usize,
        piece in 1..5000_usize,
    ) {
        let text: String = parts.iter().map(|&(kind, count, seed)| lines(count, |at| line_of(kind, at, seed))).collect();
        let result = kept(&text, limit);
        let mut stream = TrimStream::new(options(limit)).unwrap();
        let chars: Vec<char> = text.chars().collect();
        for piece in chars.chunks(piece) {
            stream.push(&piece.iter().collect::<String>());
        }
        prop_assert_eq!(stream.finish().unwrap().text, result);
    }
}

fn line_of(kind: usize, at: usize, seed: usize) -> String {
    let n = at * 31 + seed;
    match kind {
        0 => format!("2026-04-01 10:{:02}:{:02} INFO worker{} did {n}", n / 60 % 60, n % 60, n % 3),
        1 => format!("diff --git a/f{n} b/f{n}\n--- a/f{n}\n+++ b/f{n}\n@@ -1,1 +1,1 @@\n-old {n}\n+new {n}"),
        2 => format!("src/a{}.rs:{n}:let x = {n};", n % 5),
        3 => format!("\u{251c}\u{2500}\u{2500} leaf{n}@1.0"),
        4 => format!("fn name{n}() {{\n    body({n});\n}}"),
        5 => format!("error[E{n:04}]: it broke\n  --> src/b.rs:{n}:3"),
        6 => format!("NAME   SIZE\nrow{n}   {n}   up"),
        7 => format!("{{\"level\":{},\"msg\":\"m {n}\"}}", n % 4),
        8 => format!("# Heading {n}\n\nA sentence of words about the number {n}, which is neither large nor small."),
        9 => String::new(),
        10 => format!("./dir{n}:\ntotal 4\n-rw-r--r-- 1 a a {n} Mar  3 10:00 f{n}"),
        _ => format!("=== part {n} ===\n  test {n} ... ok\n  FAILED {n}"),
    }
}
