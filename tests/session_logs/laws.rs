//! Laws of reading logs: any text has an answer, pieces give what the whole gives, and time is linear.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use tooltrim::{Error, ErrorKind, SessionLog, SessionLogReader, read_session_log};

use super::golden::own;

/// Reads a text in pieces that begin at these places.
fn in_pieces(text: &str, cuts: &[prop::sample::Index], as_bytes: bool) -> Result<SessionLog, Error> {
    let bytes = text.as_bytes();
    let mut places: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
    places.extend([0, bytes.len()]);
    places.sort_unstable();
    let mut reader = SessionLogReader::new();
    for pair in places.windows(2) {
        let piece = &bytes[pair[0]..pair[1]];
        match std::str::from_utf8(piece) {
            Ok(piece) if !as_bytes => reader.push(piece),
            _ => reader.push_bytes(piece),
        }
    }
    reader.finish()
}

/// A change of a log: what is cut out, where, and what comes in its place.
fn changed(text: &str, from: prop::sample::Index, len: usize, with: &str) -> String {
    let mut start = from.index(text.len() + 1);
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = (start + len).min(text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    [&text[..start], with, &text[end..]].concat()
}

fn insertion() -> impl Strategy<Value = String> {
    let tokens = [
        "",
        "\"",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "null",
        "\n",
        "\r\n",
        "\\",
        "\\ud83d",
        "{}",
        "[[[",
        "\u{feff}",
        "é",
        "0",
        "true",
        "\"type\":",
        "\"id\":\"e1\",",
        "{\"type\":\"user\"}\n",
    ];
    prop_oneof![prop::sample::select(tokens.to_vec()).prop_map(str::to_owned), any::<String>()]
}

proptest! {
    #[test]
    fn changed_logs_have_an_answer_and_pieces_give_it_too(
        which in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..40_usize, insertion()), 0..4),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        as_bytes in any::<bool>(),
    ) {
        let logs = own();
        let mut text = which.get(&logs).1.clone();
        for (from, len, with) in &changes {
            text = changed(&text, *from, *len, with);
        }
        let whole = read_session_log(&text);
        let pieces = in_pieces(&text, &cuts, as_bytes);
        if let Err(error) = &whole {
            prop_assert!(matches!(error.kind(), ErrorKind::UnknownFormat | ErrorKind::InvalidMessages));
        }
        prop_assert_eq!(whole, pieces);
    }
}

#[test]
fn each_log_may_be_cut_anywhere() {
    for (name, text) in own() {
        let whole = read_session_log(&text);
        for at in 0..=text.len() {
            let mut reader = SessionLogReader::new();
            reader.push_bytes(&text.as_bytes()[..at]);
            reader.push_bytes(&text.as_bytes()[at..]);
            assert_eq!(reader.finish(), whole, "{name} at {at}");
            // A log that ends there has an answer, too.
            let _ = read_session_log(&String::from_utf8_lossy(&text.as_bytes()[..at]));
        }
    }
}

#[test]
fn a_byte_order_mark_and_carriage_returns_change_nothing() {
    for (name, text) in own() {
        let expected = super::golden::result(&text);
        let with_mark = super::golden::result(&format!("\u{feff}{text}"));
        assert_eq!(with_mark.is_ok(), expected.is_ok(), "{name}");
        if let (Ok(expected), Ok(with_mark)) = (expected, with_mark) {
            assert_eq!(with_mark, expected, "{name}");
            assert_eq!(super::golden::result(&text.replace('\n', "\r\n")).unwrap(), expected, "{name}");
        }
    }
}

#[test]
fn an_empty_piece_ends_no_char() {
    let text = r#"{"role":"user","content":"é"}"#;
    let mut reader = SessionLogReader::new();
    let at = text.find('é').unwrap() + 1;
    reader.push_bytes(&text.as_bytes()[..at]);
    reader.push("");
    reader.push_bytes(&[]);
    reader.push_bytes(&text.as_bytes()[at..]);
    assert_eq!(reader.finish().unwrap().messages[0]["content"], "é");
}

#[test]
fn half_a_surrogate_pair_is_replaced() {
    let log = read_session_log(r#"[{"role":"user","content":"a \ud83d b \ud83d\ude00 \\ud83d"}]"#).unwrap();
    assert_eq!(log.messages[0]["content"], "a \u{fffd} b 😀 \\ud83d");
}

#[test]
fn messages_that_no_value_can_hold_are_counted() {
    let deep = [r#"[{"role":"user","content":"#, &"[".repeat(200), &"]".repeat(200), "},7]"].concat();
    let log = read_session_log(&deep).unwrap();
    assert_eq!((log.messages.len(), log.skipped), (0, 2));
    let large = read_session_log(r#"[{"role":"user","content":"a"},{"role":"user","content":"b","n":1e999}]"#).unwrap();
    assert_eq!((large.messages.len(), large.skipped), (1, 1));
}

#[test]
fn hostile_texts_take_linear_time() {
    let line = r#"{"type":"message","id":"a","parentId":"a","message":{"role":"user","content":"a"}}"#;
    let rewinds = r#"{"id":"1","timestamp":"t","type":"user","content":"a"}
{"$rewindTo":"1"}
"#;
    let texts = [
        "[".repeat(3_000_000),
        "{\"a\":".repeat(600_000),
        "[]".repeat(1_500_000),
        "[{}],\n".repeat(400_000),
        format!("[{}1]", "[],".repeat(1_000_000)),
        format!("{{{}\"z\":1}}", "\"a\":1,".repeat(500_000)),
        format!("{line}\n").repeat(30_000),
        format!("{{\"sessionId\":\"s\",\"projectHash\":\"h\"}}\n{}", rewinds.repeat(30_000)),
        (0..60_000).map(|at| format!("{{\"type\":\"t{at}\",\"sessionId\":\"s\"}}")).collect::<Vec<_>>().join("\n"),
        format!(
            "{{\"sessionId\":\"s\",\"projectHash\":\"h\",\"messages\":[{}7]}}",
            "{\"id\":\"1\",\"type\":\"x\"},\n".repeat(100_000)
        ),
        format!(
            "{{\"info\":{{}},\"messages\":[{{\"info\":{{\"role\":\"user\"}},\"parts\":[{}7]}}]}}",
            "{\"type\":\"x\"},".repeat(200_000)
        ),
        (0..60_000)
            .map(|at| format!("{{\"type\":\"t{at}\",\"sessionId\":\"s\"}},"))
            .fold("[".to_owned(), |all, each| all + &each)
            + "7]",
        format!(
            "{{\"steps\":[{{\"step_id\":1,\"source\":\"agent\",\"tool_calls\":[{0}],\"observation\":{{\"results\":[{0}]}}}}]}}",
            (0..60_000)
                .map(|at| format!("{{\"tool_call_id\":\"c{at}\",\"source_call_id\":\"c{}\"}}", 60_000 - at))
                .collect::<Vec<_>>()
                .join(","),
        ),
        "\u{0}".repeat(3_000_000),
        "\"".repeat(3_000_000),
    ];
    for text in texts {
        let start = Instant::now();
        let _ = read_session_log(&text);
        let taken = start.elapsed();
        // A debug build takes well under a second for each; quadratic time would be minutes.
        assert!(taken < Duration::from_secs(20), "{taken:?} for {:?}", text.chars().take(40).collect::<String>());
    }
}
