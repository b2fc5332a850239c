//! A long line of JSON is read object by object: what matters of it is kept as whole objects.

use proptest::prelude::*;
use tooltrim::trimming::RescueOptions;
use tooltrim::{Snap, TrimOptions, TrimStream, trim};

fn options(limit: usize) -> TrimOptions {
    TrimOptions::new().max_chars(limit).rescue(true)
}

/// Trims a line, checks that each line of the result is a part of it, in order, marked where it is cut, and returns it.
fn kept(text: &str, limit: usize) -> String {
    let trimmed = trim(text, options(limit)).unwrap();
    let kept = trimmed.text.into_owned();
    assert!(kept.chars().count() <= limit, "{} over {limit}", kept.chars().count());
    let mut rest = text;
    let mut shown = 0;
    for line in kept.lines().filter(|line| !line.starts_with("... [truncated ")) {
        let part = line.strip_prefix('\u{2026}').unwrap_or(line);
        let part = part.strip_suffix('\u{2026}').unwrap_or(part);
        let at = rest.find(part).unwrap_or_else(|| panic!("{part} is not behind what stands before it in {kept}"));
        let from = text.len() - rest.len() + at;
        assert!(from == 0 || line.starts_with('\u{2026}') || text[..from].ends_with('\n'), "{line} in {kept}");
        rest = &rest[at + part.len()..];
        assert!(rest.is_empty() || line.ends_with('\u{2026}') || rest.starts_with('\n'), "{line} in {kept}");
        shown += part.chars().count();
        if let Some(after) = rest.strip_prefix('\n') {
            (rest, shown) = (after, shown + 1);
        }
    }
    let omitted = text.chars().count() - shown;
    assert_eq!(trimmed.omitted.chars as usize, omitted, "{kept}");
    kept
}

fn list(count: usize, item: impl Fn(usize) -> String) -> String {
    format!("[{}]", (0..count).map(item).collect::<Vec<_>>().join(","))
}

#[test]
fn an_odd_object_stays_whole() {
    let item = |at: usize| {
        let state = if at == 617 { "stuck" } else { "ready" };
        format!(r#"{{"id":{at},"name":"worker {}","state":"{state}","ports":[80,{}]}}"#, at * 7 % 97, at % 9)
    };
    let text = list(900, item);
    let line = format!("\u{2026}{},\u{2026}\n", item(617));
    assert!(kept(&text, 2000).contains(&line), "{}", kept(&text, 2000));
    // Spaces behind commas, and with a line before and after it.
    let text = format!("GET /workers\n{}\n200 OK\n", text.replace("},{", "}, {"));
    let line = format!("\u{2026}{}, \u{2026}\n", item(617));
    assert!(kept(&text, 2000).contains(&line), "{}", kept(&text, 2000));
}

#[test]
fn a_failed_test_of_a_report_stays_with_its_message() {
    let of = |at: usize| {
        let failed = at == 150;
        let message =
            if failed { r#""Error: expect(received).toBe(expected)\n\nExpected: 3\nReceived: 2""# } else { "" };
        let status = if failed { "failed" } else { "passed" };
        format!(r#"{{"ancestors":[],"failureMessages":[{message}],"status":"{status}","title":"adds {at}"}}"#)
    };
    let text = format!(r#"{{"numFailedTests":1,"tests":{},"ok":false}}"#, list(300, of));
    for limit in [1500, 4000] {
        assert!(kept(&text, limit).contains(&of(150)), "{}", kept(&text, limit));
    }
}

#[test]
fn cut_ends_are_marked_whatever_snaps() {
    // With blanks before a closing brace, a number far out is one all the same.
    let text = list(600, |at| format!(r#"{{ "id": {at}, "ms": {} }}"#, if at == 300 { 98_231 } else { at % 90 }));
    for snap in [Snap::Char, Snap::Grapheme, Snap::Line] {
        let kept = trim(&text, options(800).snap(snap)).unwrap().text.into_owned();
        let (head, rest) = kept.split_once('\n').unwrap();
        assert!(text.starts_with(head.strip_suffix('\u{2026}').unwrap()), "{kept}");
        assert!(rest.starts_with("\u{2026}{ \"id\": 300, \"ms\": 98231 },\u{2026}\n"), "{kept}");
        let tail = kept.rsplit_once('\n').unwrap().1;
        assert!(text.ends_with(tail.strip_prefix('\u{2026}').unwrap()), "{kept}");
    }
}

#[test]
fn a_lone_carriage_return_belongs_to_its_part() {
    let text = list(300, |at| format!(r#"{{"n":{at},"text":"{}"}}"#, if at % 99 == 7 { "quota" } else { "rows" }))
        .replace("},{", "},\r{");
    let trimmed =
        trim(&text, TrimOptions::new().max_chars(900).rescue(RescueOptions::new().include(["quota"]))).unwrap();
    assert!(trimmed.text.contains("\"quota\"},\r{\"n\":107"), "{}", trimmed.text);
    assert!(trimmed.text.contains("\"rows\"},\r\u{2026}\n"), "{}", trimmed.text);
    for (from, to) in &trimmed.kept {
        assert!(trimmed.text.contains(&text[*from as usize..*to as usize]), "{}", trimmed.text);
    }
}

#[test]
fn objects_that_follow_each_other_are_not_cut_apart() {
    let text = list(400, |at| {
        let level = if at == 200 || at == 201 { "error" } else { "info" };
        format!(r#"{{"level":"{level}","message":"step {at} of the import"}}"#)
    });
    let both =
        r#"{"level":"error","message":"step 200 of the import"},{"level":"error","message":"step 201 of the import"}"#;
    assert!(kept(&text, 1500).contains(both), "{}", kept(&text, 1500));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::support::cases(120)))]

    /// Whatever the strings hold, the parts are those of the text; in pieces as in one.
    #[test]
    fn parts_are_those_of_the_text(
        strings in proptest::collection::vec(r#"[a-c "\\{},\[\]äß👩:]{0,30}|(error|failed|ok)[ a-z]{0,40}"#, 1..12),
        count in 20..400_usize,
        before in prop_oneof![Just(""), Just("$ curl api\n")],
        limit in 100..3000_usize,
        piece in 1..5000_usize,
    ) {
        let item = |at: usize| {
            let text = serde_json::to_string(&strings[at * 7 % strings.len()]).unwrap();
            format!(r#"{{"n":{at},"text":{text},"list":[{{"a":{text}}},{{"b":[{text}]}}]}}"#)
        };
        let text = format!("{before}{}", list(count, item));
        let result = if text.contains("... [truncated ") { return Ok(()) } else { kept(&text, limit) };
        let mut stream = TrimStream::new(options(limit)).unwrap();
        let chars: Vec<char> = text.chars().collect();
        for piece in chars.chunks(piece) {
            stream.push(&piece.iter().collect::<String>());
        }
        prop_assert_eq!(stream.finish().unwrap().text, result);
    }
}
