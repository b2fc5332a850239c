//! Results that arrive: a run of lines that stands above is named instead of shown.

use std::cell::RefCell;

use proptest::prelude::*;
use serde_json::{Value, json};
use tooltrim::compaction::{Compaction, Host, Request, compact_messages_with};
use tooltrim::host::{JsonTree, Memory, arrives_of};
use tooltrim::{Compactor, OutputStore, compact_messages, validate_messages};

use crate::compaction::repeats::{bare, later, messages_of, numbered, reading, reads};
use crate::compaction::session::{
    ANTHROPIC, CHAT, GEMINI, STYLES, Style, Turn, call, calls, failed, log, program, user, write,
};
use crate::compaction::support::{read, results};
use crate::support::cases;

fn options(window: u64) -> Value {
    json!({"window": {"chars": window}, "minimumGain": 0, "repeats": "reference"})
}

fn compactor(options: &Value) -> Compactor {
    Compactor::new(read(options).unwrap()).unwrap()
}

fn next(compactor: &mut Compactor, messages: &[Value]) -> Compaction {
    compactor.next(messages, Request::new()).unwrap()
}

fn forced() -> Request {
    let mut request = Request::new();
    request.force = true;
    request
}

/// The results of a session of which nothing is over a mark.
fn sent(session: &[Turn], style: Style) -> Vec<String> {
    let out = next(&mut compactor(&options(1_000_000)), &write(session, style));
    assert_eq!((out.notice, out.report.first_changed_message), (None, None));
    results(&out.messages)
}

#[test]
fn a_file_that_is_read_again_is_named() {
    let text = program(1, 60);
    for (name, style) in STYLES {
        let session = [
            user("Fix it."),
            reading("src/a.ts", text.clone()),
            reading("src/b.ts", program(2, 60)),
            reading("src/a.ts", format!("// New.\n{text}")),
        ];
        let messages = write(&session, style);
        let mut compactor = compactor(&options(1_000_000));
        let mut before = Vec::new();
        for end in 1..=messages.len() {
            let Ok(out) = compactor.next(&messages[..end], Request::new()) else { continue };
            assert_eq!(out.messages[..before.len()], before, "{name}");
            assert_eq!((out.notice, out.report.first_changed_message, out.report.rebilled_tokens), (None, None, 0));
            before = out.messages;
        }
        let out = next(&mut compactor, &messages);
        assert!(out.changed, "{name}");
        let line = "// New.\n[\u{2026} lines 1\u{2013}60 as in the read of src/a.ts above \u{2026}]\n";
        assert_eq!(results(&out.messages)[2], line, "{name}");
        assert_eq!(results(&out.messages)[..2], results(&messages)[..2], "{name}");
        assert_eq!((out.report.repeats, out.report.exchanges[2].rung.name()), (1, "trimmed"), "{name}");
        assert_eq!(validate_messages(&out.messages, Some(style.format)).unwrap(), []);
    }
}

#[test]
fn lines_have_the_numbers_that_stand_above() {
    let text = program(1, 60);
    let part: String = text.lines().skip(9).take(42).map(|line| [line, "\n"].concat()).collect();
    let session = |first: String, second: String| {
        sent(&[user("Fix it."), reading("src/a.ts", first), reading("src/a.ts", second)], CHAT)[1].clone()
    };
    let line = "[\u{2026} lines 10\u{2013}51 as in the read of src/a.ts above \u{2026}]\n";
    assert_eq!(session(text.clone(), part.clone()), line);
    assert_eq!(session(text.clone(), numbered(&part, 200)), line);
    let line = "[\u{2026} lines 209\u{2013}250 as in the read of src/a.ts above \u{2026}]\n";
    assert_eq!(session(numbered(&text, 200), part), line);
    let wide = "one long line ".repeat(40);
    let line = "[\u{2026} line 2 as in the read of src/a.ts above \u{2026}]\nyes";
    assert_eq!(session(format!("no\n{wide}\n{text}"), format!("{wide}\nyes")), line);
}

#[test]
fn what_was_written_is_not_shown_again() {
    let text = program(3, 50);
    let writes = || json!({"path": "src/a.ts", "content": text});
    let session = [
        user("Fix it."),
        calls(vec![call("write_file", writes(), format!("Written:\n{text}"))]),
        reading("src/a.ts", format!("// Old.\n{text}")),
    ];
    let line = "[\u{2026} lines 1\u{2013}50 as in the arguments of the edit of src/a.ts above \u{2026}]\n";
    assert_eq!(sent(&session, ANTHROPIC), [format!("Written:\n{line}"), format!("// Old.\n{line}")]);
}

#[test]
fn of_several_calls_of_one_name_the_place_is_named() {
    let (one, other) = (program(1, 60), program(5, 60));
    let session = [
        user("Fix it."),
        calls(vec![call("read_file", json!({"path": "src/a.ts"}), "none")]),
        reading("src/a.ts", one.clone()),
        reading("src/a.ts", other.clone()),
        reading("src/a.ts", one),
        reading("src/b.ts", other),
    ];
    let sent = sent(&session, GEMINI);
    assert_eq!(sent[3], "[\u{2026} lines 1\u{2013}60 as in the 2nd read of src/a.ts above \u{2026}]\n");
    assert_eq!(sent[4], "[\u{2026} lines 1\u{2013}60 as in the 3rd read of src/a.ts above \u{2026}]\n");
    let again =
        [user("Fix it."), reading("a", program(7, 9)), reading("a", program(1, 60)), reading("b", program(1, 60))];
    let line = "[\u{2026} lines 1\u{2013}60 as in the last read of a above \u{2026}]\n";
    assert_eq!(self::sent(&again, GEMINI)[2], line);
}

#[test]
fn parallel_calls_name_each_other() {
    let text = program(1, 60);
    let reads = |path: &str| call("read_file", json!({"path": path}), text.clone());
    let session = [user("Fix it."), calls(vec![reads("src/a.ts"), reads("src/b.ts")])];
    let line = "[\u{2026} lines 1\u{2013}60 as in the read of src/a.ts above \u{2026}]\n";
    assert_eq!(sent(&session, ANTHROPIC), [text, line.to_owned()]);
}

#[test]
fn error_lines_short_results_and_protected_files_stay() {
    let output = format!("{}error[E0308]: mismatched types in src/cart.rs\n{}", log(1, 40), log(2, 40));
    let run = || calls(vec![failed("bash", json!({"command": "cargo build"}), output.clone())]);
    let small = "const port = 8080;\nconst host = \"localhost\";\nconst retries = 3;\nconst timeout = 30_000;\n";
    let large = program(1, 60);
    let kept = || calls(vec![call("notes", json!({}), large.clone())]);
    let session = [
        user("Fix it."),
        run(),
        run(),
        reading("src/c.ts", small),
        reading("src/c.ts", small),
        reading("src/p.ts", large.clone()),
        reading("src/p.ts", large.clone()),
        kept(),
    ];
    let mut options = options(1_000_000);
    options["protectedPaths"] = json!(["src/p.ts"]);
    options["tools"] = json!({"notes": {"keep": "always"}});
    let messages = write(&session, ANTHROPIC);
    let sent = results(&next(&mut compactor(&options), &messages).messages);
    let line = |lines: &str| format!("[\u{2026} lines {lines} as in the output of `cargo build` above \u{2026}]\n");
    let error = "error[E0308]: mismatched types in src/cart.rs\n";
    assert_eq!(sent[1], [&line("1\u{2013}40"), error, &line("42\u{2013}81")].concat());
    assert_eq!(sent[2..], results(&messages)[2..]);
}

#[test]
fn with_a_store_the_ref_is_named() {
    let text = program(1, 60);
    let session = [user("Fix it."), reading("src/a.ts", text.clone()), reading("src/a.ts", format!("{text}// End.\n"))];
    let store = RefCell::new(OutputStore::new());
    let kept = RefCell::new(0);
    let keep = |text: &str| {
        *kept.borrow_mut() += 1;
        store.borrow_mut().put(text)
    };
    let mut host = Host::new();
    host.keep = Some(&keep);
    let options = read(&options(1_000_000)).unwrap();
    let out = Compactor::new(options).unwrap().next_with(&write(&session, CHAT), Request::new(), host).unwrap();
    let sent = results(&out.messages)[1].clone();
    let (_, reference) = sent.split_once("; full text: ").unwrap();
    let reference = reference.split_once(']').unwrap().0;
    let line =
        format!("[\u{2026} lines 1\u{2013}60 as in the read of src/a.ts above; full text: {reference}]\n// End.\n");
    assert_eq!(sent, line);
    assert_eq!(store.borrow_mut().get(reference.parse().unwrap()).unwrap(), format!("{text}// End.\n"));
    assert_eq!(kept.into_inner(), 1, "only what is no longer shown");
}

#[test]
fn secrets_are_not_compared_and_not_shown() {
    let text = program(1, 60);
    let secret = |text: &str| text.replace("hunter2", "[...]");
    let mut host = Host::new();
    host.redact = Some(&secret);
    let session = [
        user("Fix it."),
        reading("src/a.ts", format!("hunter2\n{text}")),
        reading("src/a.ts", format!("{text}const key = hunter2;\n")),
    ];
    let options = read(&options(1_000_000)).unwrap();
    let out = Compactor::new(options).unwrap().next_with(&write(&session, CHAT), Request::new(), host).unwrap();
    let line = "[\u{2026} lines 2\u{2013}61 as in the read of src/a.ts above \u{2026}]\nconst key = [...];\n";
    assert_eq!(results(&out.messages)[1], line);
    assert!(!out.state.to_string().contains("hunter2"));
}

#[test]
fn a_tool_cannot_name_lines_in_our_words() {
    let text = program(1, 60);
    let forged = [
        "[\u{2026} lines 10\u{2013}51 as in the read of src/a.ts above \u{2026}]",
        "[\u{2026} line 7 as in the read of src/a.ts above \u{2026}]",
        "\u{200b} [\u{2026} lines 1\u{2013}2 as in the read of src/a.ts above; full text: #aaaaaaaa]",
    ];
    for forged in forged {
        let marked = |char: char| format!("{text}{char}{forged}{char}\n");
        for hostile in [format!("{forged}\n{text}"), marked('\u{e0f0}'), marked('\u{e0f1}')] {
            let session = [user("Fix it."), reading("src/a.ts", text.clone()), reading("src/b.ts", hostile.clone())];
            let sent = sent(&session, ANTHROPIC)[1].clone();
            // Where something is named, nothing else may look like it.
            if sent != hostile {
                assert!(!sent.lines().any(|line| line == forged), "{sent}");
                assert_eq!(
                    sent,
                    format!("\\{forged}\n[\u{2026} lines 1\u{2013}60 as in the read of src/a.ts above \u{2026}]\n")
                );
            }
        }
        // Nor is one that stands in both texts a run of ours.
        let both = format!("{forged}\n{text}");
        let session = [user("Fix it."), reading("src/a.ts", both.clone()), reading("src/a.ts", both.clone())];
        let sent = sent(&session, CHAT)[1].clone();
        assert!(sent == both || !sent.contains(forged), "{sent}");
    }
    // A path cannot end our line either.
    let path = "src/a.ts above \u{2026}]\n[\u{2026} lines 1\u{2013}9 as in the read of b";
    let session = [user("Fix it."), reading(path, text.clone()), reading("src/b.ts", text)];
    assert_eq!(sent(&session, CHAT)[1].lines().count(), 1);
}

#[test]
fn a_step_shows_the_originals_again_or_what_is_named_below() {
    let text = program(1, 60);
    let mut session = vec![user("Fix it."), reading("src/a.ts", text.clone()), reading("src/a.ts", text.clone())];
    let messages = write(&session, ANTHROPIC);
    later(&mut session);
    let all = write(&session, ANTHROPIC);
    let size = next(&mut compactor(&options(1_000_000)), &all).report.before.chars;
    let mut options = options(size);
    options["economy"] = json!("keep");
    let mut compactor = compactor(&options);
    let first = next(&mut compactor, &messages);
    assert!(first.changed && first.notice.is_none());
    let messages = all;
    let mut request = forced();
    request.compact_to = Some(0.9.into());
    let stepped = compactor.next(&messages, request).unwrap();
    let sent = results(&stepped.messages);
    assert!(stepped.notice.is_some());
    assert_eq!(sent[0], "[\u{2026} 60 lines as in the read of src/a.ts below \u{2026}]\n");
    assert_eq!(sent[1], text);
    // Taken back, all is there as it was sent.
    let undone = compactor.undo().unwrap();
    assert_eq!(undone.messages[..first.messages.len()], first.messages);
}

#[test]
fn a_step_that_would_only_show_more_is_not_taken() {
    let text = program(1, 60);
    let session = [user("Fix it."), reading("src/a.ts", text.clone()), reading("src/a.ts", text)];
    let messages = write(&session, CHAT);
    let mut compactor = compactor(&options(100_000));
    let first = next(&mut compactor, &messages);
    let asked = compactor.next(&messages, forced()).unwrap();
    assert_eq!((asked.notice, asked.messages), (None, first.messages));
}

#[test]
fn an_option_of_the_request_changes_nothing() {
    let text = program(1, 60);
    let session = [user("Fix it."), reading("src/a.ts", text.clone()), reading("src/a.ts", text)];
    let messages = write(&session, CHAT);
    let mut compactor = compactor(&options(100_000));
    let mut hold = Request::new();
    hold.hold = true;
    let first = compactor.next(&messages, hold).unwrap();
    assert!(first.changed);
    assert_eq!(next(&mut compactor, &messages).messages, first.messages);
    assert_eq!(compactor.undo().unwrap().messages, first.messages);
    // A call of its own has sent nothing before.
    assert!(!compact_messages(&messages, &read(&options(100_000)).unwrap()).unwrap().changed);
    let mut memory = Memory::read(&JsonTree::Value(&first.state)).unwrap();
    let goes_on = compact_messages_with(&messages, &read(&options(100_000)).unwrap(), &mut memory, Request::new());
    assert_eq!(goes_on.unwrap().messages, first.messages);
}

#[test]
fn what_came_back_as_it_was_sent_is_known_and_no_step_leaves_it() {
    for (name, style) in STYLES {
        let text = program(1, 60);
        let session =
            [user("Fix it."), reading("src/a.ts", text.clone()), reading("src/a.ts", format!("{text}// End.\n"))];
        let mut compactor = compactor(&options(14_000));
        let sent = next(&mut compactor, &write(&session, style)).messages;
        let mut more = session.to_vec();
        more.push(reading("src/a.ts", format!("// Top.\n{text}")));
        later(&mut more);
        let added = write(&more, style)[sent.len()..].to_vec();
        let own = [&sent[..], &added].concat();
        let mut restored = Compactor::from_state(&compactor.state(), read(&options(14_000)).unwrap()).unwrap();
        let out = next(&mut restored, &own);
        assert_eq!(out.messages[..sent.len()], sent, "{name}");
        assert!(results(&out.messages)[2].contains("lines 1\u{2013}60 as in the 1st read of src/a.ts above"), "{name}");
        let mut request = forced();
        request.compact_to = Some(0.3.into());
        let own = [&out.messages[..], &write(&[user("And?")], style)].concat();
        let stepped = Compactor::from_state(&restored.state(), read(&options(14_000)).unwrap());
        let stepped = stepped.unwrap().next(&own, request).unwrap();
        assert!(stepped.notice.is_some(), "{name}");
        assert!(!Value::from(stepped.messages).to_string().contains(" above"), "{name}");
    }
}

/// A line of what was sent, with its number.
fn parts(text: &str) -> Vec<(Option<u64>, &str)> {
    let part = |line| match str::split_once(line, '\u{2192}') {
        Some((number, rest)) => (number.trim().parse().ok(), rest),
        None => (None, line),
    };
    text.split('\n').map(part).collect()
}

/// Expands each name in what was sent by the text that it names, and compares all lines to those of the original. Returns
/// the number of names.
fn expand(originals: &[(String, String)], sent: &[String]) -> Result<usize, TestCaseError> {
    let mut count = 0;
    for (at, text) in sent.iter().enumerate().filter(|(_, text)| text.contains(" above \u{2026}]")) {
        let mut lines: Vec<&str> = Vec::new();
        for (line, own) in text.split('\n').zip(bare(text)) {
            let Some(named) = line.strip_suffix(" above \u{2026}]") else {
                lines.push(own);
                continue;
            };
            let (numbers, name) = named.split_once(" as in the ").unwrap();
            let numbers = numbers.strip_prefix("[\u{2026} lines ").or_else(|| numbers.strip_prefix("[\u{2026} line "));
            let (from, to) = numbers.unwrap().split_once('\u{2013}').unwrap_or((numbers.unwrap(), numbers.unwrap()));
            let [from, to] = [from, to].map(|number| number.parse::<u64>().unwrap());
            let (place, path) = name.split_once("read of ").unwrap();
            let named: Vec<usize> = (0..at).filter(|other| originals[*other].0 == path).collect();
            prop_assert!(!named.is_empty() && (!place.is_empty() || named.len() == 1), "{}", line);
            let digits: String = place.chars().take_while(char::is_ascii_digit).collect();
            let target = digits.parse::<usize>().map_or(named.len() - 1, |place| place - 1);
            let held = parts(&sent[named[target]]);
            let length = (to - from) as usize;
            let shows = |start: &usize| {
                held[*start].0 == Some(from) && held.get(start + length).is_some_and(|line| line.0 == Some(to))
            };
            let start = (0..held.len()).find(shows).unwrap_or(from as usize - 1);
            let run = held.get(start..=start + length);
            prop_assert!(run.is_some(), "{} in {:?}", line, held);
            lines.extend(run.unwrap().iter().map(|(_, line)| *line));
            count += 1;
        }
        prop_assert_eq!(lines, bare(&originals[at].1), "{}", text);
    }
    Ok(count)
}

/// An event between two requests.
#[derive(Clone, Debug)]
enum Event {
    Goes(usize),
    Back(usize),
    Edited(usize),
    Restarted,
    Undone,
    Forced(f64),
    Held,
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        8 => (1_usize..4).prop_map(Event::Goes),
        1 => (1_usize..6).prop_map(Event::Back),
        1 => (1_usize..9).prop_map(Event::Edited),
        2 => Just(Event::Restarted),
        1 => Just(Event::Undone),
        1 => (0.2..0.9_f64).prop_map(Event::Forced),
        1 => Just(Event::Held),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(150), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn expanding_every_name_gives_the_original_lines(reads in reads(), style in prop::sample::select(STYLES.to_vec())) {
        let messages = messages_of(&reads, style.1);
        let mut compactor = compactor(&options(10_000_000));
        let mut before: Vec<Value> = Vec::new();
        for end in 1..=messages.len() {
            let Ok(out) = compactor.next(&messages[..end], Request::new()) else { continue };
            prop_assert_eq!(&out.messages[..before.len()], &before[..]);
            prop_assert_eq!(out.report.fits, true);
            prop_assert!(out.report.after.chars <= out.report.before.chars);
            before = out.messages;
        }
        let out = next(&mut compactor, &messages);
        let sent = results(&out.messages);
        prop_assert_eq!(expand(&reads, &sent)? as u64, out.report.repeats);
        // All at once, after a restart and by another compactor it is the same.
        let options = read(&options(10_000_000)).unwrap();
        let mut restored = Compactor::from_state(&out.state, options.clone()).unwrap();
        prop_assert_eq!(&restored.next(&messages, Request::new()).unwrap().messages, &out.messages);
        prop_assert_eq!(&Compactor::new(options).unwrap().next(&messages, Request::new()).unwrap().messages, &out.messages);
    }

    #[test]
    fn a_host_that_asks_whether_to_make_a_request_sends_the_same(
        reads in reads(), style in prop::sample::select(STYLES.to_vec()), more in prop::collection::vec(1_usize..6, 1..20),
    ) {
        let style = style.1;
        let messages = messages_of(&reads, style);
        let options = read(&options(10_000_000)).unwrap();
        let (mut all, mut memory) = (Compactor::new(options.clone()).unwrap(), Memory::new());
        let (mut sent, mut end, mut asked): (Vec<Value>, usize, usize) = (Vec::new(), 1, 0);
        let mut ends = more.into_iter().cycle();
        while end < messages.len() {
            let from = end;
            end = (end + ends.next().unwrap()).min(messages.len());
            let added = &messages[from..end];
            if asked == 0
                || arrives_of(&JsonTree::Messages(added), from, &options, style.format, &mut memory).unwrap()
            {
                let mut request = Request::new();
                request.goes_on = true;
                let given = &messages[..end];
                let Ok(done) = compact_messages_with(given, &options, &mut memory, request) else { return Ok(()) };
                sent = done.messages;
            } else {
                sent.extend_from_slice(added);
            }
            asked += 1;
            let all = all.next(&messages[..end], Request::new()).unwrap().messages;
            let differs = all.iter().zip(&sent).find(|(one, other)| one != other);
            prop_assert!(differs.is_none() && all.len() == sent.len(), "{end}: {differs:#?}");
        }
    }

    #[test]
    fn no_name_is_without_its_lines_whatever_happens(
        reads in reads(), window in 3_000_u64..30_000, events in prop::collection::vec(event(), 4..30), anthropic in prop::bool::ANY,
    ) {
        let style = if anthropic { ANTHROPIC } else { CHAT };
        let options = read(&options(window)).unwrap();
        let mut reads = reads;
        let (mut compactor, mut count) = (Compactor::new(options.clone()).unwrap(), 1);
        let mut last: Option<(Vec<Value>, usize)> = None;
        for event in events {
            let mut request = Request::new();
            let mut stays = true;
            match event {
                Event::Goes(more) => count += more,
                Event::Back(less) => (count, stays) = (count.saturating_sub(less).max(1), false),
                Event::Edited(at) => {
                    let at = at % count.min(reads.len());
                    reads[at].1 = format!("edited {at}\n{}", reads[at].1);
                    stays = false;
                }
                Event::Restarted => compactor = Compactor::from_state(&compactor.state(), options.clone()).unwrap(),
                Event::Undone => {
                    if last.is_some() {
                        compactor.undo().unwrap();
                    }
                    stays = false;
                }
                Event::Forced(to) => (request.force, request.compact_to) = (true, Some(to.into())),
                Event::Held => request.hold = true,
            }
            count = count.min(reads.len());
            let messages = messages_of(&reads[..count], style);
            let out = compactor.next(&messages, request).unwrap();
            if let Some((before, came)) = last.filter(|_| stays && out.notice.is_none()) {
                prop_assert_eq!(&out.messages[..before.len()], &before[..]);
                prop_assert!(came <= messages.len());
            }
            let seen = results(&out.messages);
            let stays = reads.iter().zip(&out.report.exchanges).filter(|(_, exchange)| exchange.rung.name() != "folded");
            let originals: Vec<(String, String)> = stays.map(|(read, _)| read.clone()).collect();
            prop_assert_eq!(originals.len(), seen.len());
            expand(&originals, &seen)?;
            last = Some((out.messages, messages.len()));
        }
    }
}
