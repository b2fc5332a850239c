#![allow(missing_docs)]
use tooltrim::*;
#[test]
fn t() {
    let fail = "FAIL src/foo.test.ts\n  \u{2715} should handle edge case (15ms)\n    Error: Expected 42 but got undefined\n    at Object.<anonymous> (foo.test.ts:23:5)\n";
    let mut calls = vec![];
    for i in 0..5 {
        calls.push(
            ToolCall::new(format!("r{i}"), "read_file", "x".repeat(3000))
                .arg("filePath", format!("src/{i}.ts"))
                .arg("startLine", 1)
                .arg("endLine", 50),
        );
    }
    calls.push(ToolCall::new("t1", "run_in_terminal", fail).arg("command", "npm test").failed());
    calls.push(ToolCall::new("t2", "run_in_terminal", "ok").arg("command", "npm run build"));
    for i in 0..3 {
        calls.push(
            ToolCall::new(format!("w{i}"), "replace_string_in_file", "done")
                .arg("filePath", format!("src/{i}.ts"))
                .arg("oldString", "a\nb")
                .arg("newString", "a\nb\nc"),
        );
    }
    calls
        .push(ToolCall::new("s1", "semantic_search", "src/a.ts:12: foo\nsrc/b.ts:3: foo").arg("query", "tokenRefresh"));
    calls.push(ToolCall::new("o1", "think", "hm").arg("thought", "x"));
    for i in 0..6 {
        calls.push(ToolCall::new(format!("k{i}"), "read_file", "recent").arg("filePath", format!("src/{i}.ts")));
    }
    for limit in [500, 150, 80, 40, 20, 8, 0] {
        let t = compute_truncation(calls.as_slice(), &TruncationConfig::new().max_history_summary_tokens(limit));
        println!("--- {limit} saved {}\n{}", t.tokens_saved, t.summary.unwrap());
    }
    let t =
        compute_truncation(calls.as_slice(), &TruncationConfig::reference().truncation_threshold(Budget::Tokens(100)));
    println!("--- ref\n{}", t.summary.unwrap());
    let many: Vec<_> = (0..500)
        .map(|i| {
            ToolCall::new(
                format!("{i}"),
                if i % 2 == 0 { "bash_terminal" } else { "read_x" },
                format!("{fail} {i} {}", "y ".repeat(200)),
            )
            .arg("command", format!("cmd {i}"))
            .failed()
        })
        .collect();
    for limit in [500, 20] {
        let t = compute_truncation(many.as_slice(), &TruncationConfig::new().max_history_summary_tokens(limit));
        let s = t.summary.unwrap();
        println!("--- many {} \n{}", estimate_tokens(&s), s);
    }
    let h = TruncationConfig::new().compacted(calls.as_slice(), Some(Budget::Chars(2000)));
    println!("{h:#?}");
}
