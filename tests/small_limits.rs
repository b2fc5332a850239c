//! Limits that are too small for the default marker, and what a cut says in small numbers.

use tooltrim::signals::mentions_truncation;
use tooltrim::trimming::Format;
use tooltrim::{ErrorKind, TrimOptions, estimate_tokens, presets, trim};

#[test]
fn a_limit_of_any_size_works_with_the_default_marker() {
    let long = "hello world ".repeat(100);
    for limit in 0..60 {
        for options in [
            TrimOptions::new().max_chars(limit),
            TrimOptions::new().max_bytes(limit),
            TrimOptions::new().max_utf16(limit),
            TrimOptions::new().max_lines(limit / 8).max_chars(limit),
            TrimOptions::new().max_chars(limit).rescue(true),
            presets::toolify().max_chars(limit),
            presets::field(limit),
            presets::checkpoint(limit),
            presets::response(limit),
        ] {
            let trimmed = trim(&long, options).unwrap();
            assert!(trimmed.truncated);
            assert!(trimmed.text.chars().count() <= limit, "{limit}: {:?}", trimmed.text);
        }
        let tokens = trim(&long, TrimOptions::new().max_tokens(limit)).unwrap();
        assert!(estimate_tokens(&tokens.text) <= limit, "{limit}: {:?}", tokens.text);
        assert_eq!(trim("", limit).unwrap().text, "");
    }
    assert_eq!(trim("ok", 20).unwrap().text, "ok");
}

#[test]
fn the_default_marker_gets_shorter_with_the_limit() {
    let long = "x".repeat(1000);
    let text = |limit: usize| trim(&long, TrimOptions::new().max_chars(limit)).unwrap().text.into_owned();
    assert!(text(39).contains("x\u{2026}\n... [truncated 994 chars] ...\n\u{2026}x"), "{}", text(39));
    assert!(text(30).contains("\n... [-986] ...\n"), "{}", text(30));
    assert_eq!(text(20), "xxxxxxx\n\u{2026}\nxxxxxxxxxx");
    assert_eq!(text(1), "\u{2026}");
    assert_eq!(text(0), "");
    let field = |limit| trim(&long, presets::field(limit)).unwrap().text.into_owned();
    assert_eq!(field(5), "xx...");
    let checkpoint = |limit| trim(&long, presets::checkpoint(limit)).unwrap().text.into_owned();
    assert_eq!(checkpoint(40), "[content truncated for context limit]");
    assert_eq!(checkpoint(15), "[truncated]");
}

#[test]
fn only_a_marker_of_the_callers_own_can_be_too_long() {
    let error = trim("ok", TrimOptions::new().max_chars(5).marker("a long marker")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MarkerTooLong);
}

#[test]
fn readers_are_told_of_short_forms_too() {
    let long = "x".repeat(5000);
    for limit in [30, 39, 100, 4000] {
        assert!(mentions_truncation(&trim(&long, limit).unwrap().text), "{limit}");
    }
    for limit in [15, 40, 2000] {
        assert!(mentions_truncation(&trim(&long, presets::checkpoint(limit)).unwrap().text), "{limit}");
    }
    for text in ["usage: cat file... [-n] ...", "and so on...", "[truncate]", "[\u{2026} more lines]"] {
        assert!(!mentions_truncation(text), "{text}");
    }
}

#[test]
fn one_line_is_singular() {
    let log = "error: one\na line that is long enough to be left out of it\nerror: two\n";
    let text = trim(log, TrimOptions::new().max_chars(55).rescue(true)).unwrap().text.into_owned();
    assert_eq!(text, "error: one\n[\u{2026} 1 line]\nerror: two\n");
    let numbers = "a line of the text\n".repeat(40);
    let one = trim(&numbers, TrimOptions::new().max_chars(numbers.len() - 1).snap(tooltrim::Snap::Char)).unwrap();
    assert!(one.text.contains(" chars] ..."));
    let list = serde_json::json!([["a".repeat(40)], "b"]);
    let options = tooltrim::ValueOptions::new().max_depth(1);
    assert_eq!(tooltrim::trim_value(&list, &options).unwrap().value[0], "[content deeper than 1 level omitted]");
}

#[test]
fn max_lines_splits_evenly_whether_or_not_the_last_line_ends() {
    let lines = |end: &str| (0..20).map(|n| n.to_string()).collect::<Vec<_>>().join("\n") + end;
    for limit in 3..12 {
        let counts = ["\n", ""].map(|end| {
            let text = trim(&lines(end), TrimOptions::new().max_lines(limit).rescue(false)).unwrap().text.into_owned();
            let (head, tail) = text.split_once("... [").unwrap();
            (head.lines().count(), tail.lines().count() - 1)
        });
        assert_eq!(counts[0], counts[1], "{limit}");
        assert_eq!(counts[0].0 + counts[0].1, limit - 1);
        assert!(counts[0].1 - counts[0].0 <= 1, "{limit}: {counts:?}");
    }
}

#[test]
fn a_share_of_all_leaves_nothing_to_the_other_end() {
    let text = "0123456789\n".repeat(40);
    let share = |share| trim(&text, TrimOptions::new().max_chars(100).head_share(share)).unwrap().text.into_owned();
    assert!(share(1.0).ends_with("... [truncated 374 chars] ..."), "{}", share(1.0));
    assert!(share(0.0).starts_with("... [truncated 374 chars] ...\n"), "{}", share(0.0));
}

#[test]
fn no_part_has_more_tokens_than_the_whole() {
    // Samples of a long text fall on its dense places.
    let long: String = (0..30).map(|_| "{};!".repeat(400) + &"aaaa ".repeat(500)).collect();
    for text in [long.as_str(), "{\u{e9}b1 X_\u{e9}Xba1_Xa{aa2    1_\n1{.1     {'s\u{65e5}\u{65e5}1b2ab"] {
        for limit in [0, 1, 2, 5, 9, 100] {
            for snap in [tooltrim::Snap::Char, tooltrim::Snap::Line] {
                let options = TrimOptions::new().max_chars(limit).snap(snap).count(tooltrim::trimming::Count::Tokens);
                let omitted = trim(text, options).unwrap().omitted.tokens.unwrap();
                assert!(omitted <= estimate_tokens(text) as u64, "{limit}: {omitted}");
            }
        }
    }
}

#[test]
fn json_stays_json_whatever_its_texts_weigh_in_tokens() {
    use tooltrim::trimming::Format;

    let rule = "=".repeat(80);
    let records: Vec<String> = (0..30).map(|n| format!(r#""{rule} test {n} {rule}""#)).collect();
    for json in [
        format!(r#"{{"log":"{}","k":1}}"#, "=".repeat(2000)),
        format!("[{}]", records.join(",")),
        format!(r#"{{"code":"{}","n":3}}"#, format!("def f():\\n{}return 1\\n", " ".repeat(40)).repeat(100)),
    ] {
        for limit in (8..60).chain([69, 102, 411, 602, 622]) {
            let trimmed = trim(&json, TrimOptions::new().max_tokens(limit).format(Format::Json)).unwrap();
            assert!(estimate_tokens(&trimmed.text) <= limit, "{limit}: {}", trimmed.text);
            assert!(serde_json::from_str::<serde_json::Value>(&trimmed.text).is_ok(), "{limit}: {}", trimmed.text);
        }
    }
}

#[test]
fn json_after_a_byte_order_mark_stays_json() {
    use tooltrim::trimming::Format;

    let json = format!("\u{feff}{{\"a\":\"{}\"}}", "x".repeat(200));
    let trimmed = trim(&json, TrimOptions::new().max_chars(60).format(Format::Json)).unwrap();
    assert!(serde_json::from_str::<serde_json::Value>(&trimmed.text).is_ok(), "{}", trimmed.text);
}

#[test]
fn a_part_of_a_number_is_never_left() {
    for number in ["425627", "-0.0", "12345678901234567890", " 1e400\n"] {
        for limit in 0..number.len() {
            for options in [TrimOptions::new().max_bytes(limit), TrimOptions::new().max_chars(limit)] {
                let trimmed = trim(number, options.format(Format::Json)).unwrap();
                assert!(
                    trimmed.text == number.trim() || trimmed.text.parse::<f64>().is_err(),
                    "{limit}: {}",
                    trimmed.text
                );
                assert!(trimmed.text.chars().count() <= limit);
                if trimmed.truncated {
                    assert_eq!(trimmed.omitted.chars, number.trim().len() as u64);
                }
            }
        }
    }
    let text = |limit: usize| {
        trim("425627", TrimOptions::new().format(Format::Json).max_chars(limit)).unwrap().text.into_owned()
    };
    assert_eq!([text(0), text(1), text(5)], ["", "\u{2026}", "\"...\""]);
}
