//! Where `whenFull` says so, a summary takes the place of lines that do not fit, and no earlier.

use serde_json::json;
use tooltrim::compaction::Compaction;

use crate::compaction::session::{CHAT, STYLES, Style, Turn, call, calls, program, user};
use crate::compaction::support::{compacted, results, rungs};

/// Six calls about long paths: too few for a block of lines.
fn session() -> Vec<Turn> {
    let read = |number: usize| {
        let path = format!("src/{}{number}.ts", "a-long-name-of-a-folder/".repeat(12));
        calls(vec![call("read_file", json!({"filePath": path}), program(number, 40))])
    };
    let mut session = vec![user("Go.")];
    session.extend((0..6).map(read));
    session.push(user("And?"));
    session
}

fn at(session: &[Turn], window: u64, when_full: &str, style: Style) -> Compaction {
    let options = json!({"window": {"chars": window}, "triggerAt": 0, "whenFull": when_full, "recentCallsToKeep": 0});
    compacted(session, style, &options)
}

#[test]
fn a_summary_takes_the_place_of_lines_from_the_size_on_at_which_they_do_not_fit() {
    for (name, style) in STYLES {
        let lines = at(&session(), 1500, "send", style);
        assert_eq!(rungs(&lines), ["fact"; 6], "{name}");
        let least = lines.report.after.chars;
        let fits = at(&session(), least, "summary", style);
        assert_eq!(fits.messages, lines.messages, "{name}");
        let full = at(&session(), least - 1, "summary", style);
        assert_eq!((rungs(&full), results(&full.messages)), (vec!["folded"; 6], Vec::<String>::new()), "{name}");
        assert!(full.report.fits, "{name}: {:?}", full.report.after);
        assert_eq!(at(&session(), least - 1, "send", style).messages, lines.messages, "{name}");
    }
}

#[test]
fn lines_stay_where_a_summary_would_be_longer() {
    let glance = |number: usize| calls(vec![call("ls", json!({"path": number.to_string()}), "a")]);
    let session = [user(&program(1, 60)), glance(1), glance(2), user("And?")];
    for (name, style) in STYLES {
        let sent = at(&session, 1000, "send", style);
        let full = at(&session, 1000, "summary", style);
        assert!(!full.report.fits, "{name}");
        assert_eq!((rungs(&full), full.messages), (rungs(&sent), sent.messages), "{name}");
    }
}

#[test]
fn exchanges_stay_where_the_summary_that_was_asked_for_would_be_longer() {
    let glance = |number: usize| calls(vec![call("ls", json!({"path": number.to_string()}), "a")]);
    let session = [user(&program(1, 60)), glance(1), glance(2), user("And?")];
    let options = json!({"window": {"chars": 1000}, "triggerAt": 0, "style": "summary", "recentCallsToKeep": 0});
    let out = compacted(&session, CHAT, &options);
    assert_eq!((out.changed, rungs(&out)), (false, vec!["full"; 2]), "{:#?}", out.messages);
}
