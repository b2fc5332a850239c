//! Trimming for a question: what answers it stays, within the same limits, in every host alike.

use crate::support::{cases, check_limits, spec, text};
use proptest::prelude::*;
use serde_json::{Value, json};
use tooltrim::trimming::{Count, Format, RescueOptions};
use tooltrim::{ErrorKind, Keep, Retrieve, Snap, TrimOptions, TrimStream, ValueOptions, measure, trim, trim_value};

/// Lines with words of the questions below, and what breaks careless code.
const LINES: &[&str] = &[
    "",
    "08:11:02 pump 2 stopped, no pressure in line B",
    "  cause: valve 7 is shut",
    "pumpStopped = true; maxPressure_bar=12",
    "error: pump failed",
    "| pump | bar |",
    "pump,pressure,day",
    "# Pump",
    "<h2>Pump</h2><p>It stops at 12 bar. It starts at 3 bar.</p>",
    "步骤 东京 压力 \u{6c34}\u{6cf5}",
    "\u{5d4}\u{5de}\u{5e9}\u{5d0}\u{5d1}\u{5d4} \u{5e0}\u{5e2}\u{5e6}\u{5e8}\u{5d4}",
    "e\u{301}\u{1f469}\u{200d}\u{1f680} pression \u{e9}lev\u{e9}e",
    "... [truncated 3 chars] ... pump",
    "[\u{2026} 5 lines]",
    "\r",
    "id 88-1402-B 10.4.7.19 0x3f2a 2026-05-03T15:00",
    "a line that has none of them",
];

const QUESTIONS: &[&str] = &[
    "why did pump 2 stop?",
    "",
    "what is it?",
    "pump",
    "highest pressure",
    "pressure above 10",
    "who shut valve 7 on 3 May at 15:00",
    ".*[pump](+?)\\d{2,}$^",
    "\u{1f469}\u{200d}\u{1f680} \u{1f600}",
    "东京 \u{6c34}\u{6cf5}",
    "\u{5de}\u{5e9}\u{5d0}\u{5d1}\u{5d4}",
    "88-1402-B 10.4.7.19",
    "\u{1}m05 \u{1}d03",
    "zebra giraffe elephant",
];

fn lines() -> impl Strategy<Value = String> {
    let run = (proptest::sample::select(LINES), 1..5_usize).prop_map(|(line, times)| format!("{line}\n").repeat(times));
    (proptest::collection::vec(run, 0..90), any::<bool>())
        .prop_map(|(runs, breaks)| if breaks { runs.concat() } else { runs.concat().replace('\n', " ") })
}

fn question() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => proptest::sample::select(QUESTIONS).prop_map(str::to_owned),
        1 => text(),
        1 => Just("pump pressure valve ".repeat(600)),
    ]
}

fn streamed(text: &str, options: TrimOptions, step: usize) -> String {
    let mut stream = TrimStream::new(options).unwrap();
    let chars: Vec<char> = text.chars().collect();
    for piece in chars.chunks(step) {
        stream.push(&piece.iter().collect::<String>());
    }
    stream.finish().unwrap().text.into_owned()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(500), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_limit_holds_and_twice_changes_nothing(
        noise in text(), lines in lines(), spec in spec(), question in question(), rescue in any::<Option<bool>>(),
    ) {
        let text = format!("{noise}{lines}{noise}");
        let mut options = spec.options().about(question);
        if let Some(rescue) = rescue {
            options = options.rescue(rescue);
        }
        match trim(&text, &options) {
            Ok(trimmed) => check_limits(&spec, options, &trimmed),
            Err(error) => prop_assert_eq!(error.kind(), ErrorKind::MarkerTooLong),
        }
    }

    /// Pieces are verbatim, in order, and what is missing is counted.
    #[test]
    fn pieces_and_counts_explain_the_whole_input(lines in lines(), question in question(), limit in 80..1500_usize, clean in any::<bool>()) {
        let options = TrimOptions::new().max_chars(limit).about(question).clean(clean).count(Count::Lines);
        let trimmed = trim(&lines, &options).unwrap();
        let whole = tooltrim::clean(&lines, &tooltrim::CleanOptions::from(clean)).text;
        let (mut rest, mut kept, mut last) = (&*trimmed.text, 0, 0);
        for &(from, to) in &trimmed.kept {
            prop_assert!(last <= from && from < to);
            last = to;
            let piece = &whole[from as usize..to as usize];
            let (_, after) = rest.split_once(piece).expect("each piece stands behind the one before");
            (rest, kept) = (after, kept + measure(piece).chars);
        }
        prop_assert_eq!(kept as u64 + trimmed.omitted.chars, measure(&whole).chars as u64);
    }

    #[test]
    fn a_stream_gives_the_same_however_it_is_cut(lines in lines(), question in question(), limit in 60..900_usize, step in 1..300_usize) {
        let options = TrimOptions::new().max_chars(limit).about(question);
        prop_assert_eq!(streamed(&lines, options.clone(), step), trim(&lines, &options).unwrap().text.into_owned());
    }

    #[test]
    fn a_question_that_finds_nothing_changes_nothing(lines in lines(), spec in spec(), rescue in any::<Option<bool>>()) {
        let mut options = spec.options();
        if let Some(rescue) = rescue {
            options = options.rescue(rescue);
        }
        for question in ["zebra giraffe elephant", "", "what is it?", "\u{1f600}", "\u{43f}\u{440}\u{438}\u{432}\u{435}\u{442} \u{43c}\u{438}\u{440}"] {
            match (trim(&lines, &options), trim(&lines, options.clone().about(question))) {
                (Ok(without), Ok(with)) => prop_assert_eq!(without, with),
                (without, with) => prop_assert_eq!(without.is_err(), with.is_err()),
            }
        }
    }

    #[test]
    fn json_stays_json_within_its_limit_and_says_what_is_missing(
        items in proptest::collection::vec((proptest::sample::select(LINES), 0..9999_u32, any::<bool>()), 0..60),
        question in question(), limit in 40..1500_usize,
    ) {
        let items: Vec<Value> = items.iter().map(|(line, number, nests)| match nests {
            true => json!({"pump": number, "note": line, "at": {"valve": [number, line]}}),
            false => json!([number, line, null, 1e300]),
        }).collect();
        let count = items.len();
        let value = json!({"items": items, "total": count});
        let whole = value.to_string();
        let options = TrimOptions::new().max_chars(limit).format(Format::Json).about(question.clone());
        let trimmed = trim(&whole, &options).unwrap();
        prop_assert!(trimmed.text.chars().count() <= limit);
        if let Ok(after) = serde_json::from_str::<Value>(&trimmed.text) {
            check_missing(&after["items"], count)?;
            prop_assert_eq!(&trim(&trimmed.text, &options).unwrap().text, &trimmed.text);
        } else {
            // Where no JSON has room.
            prop_assert!(limit < 120, "{}", trimmed.text);
        }
        let options = ValueOptions::new().max_total_bytes(limit.max(60)).unwrap().about(question);
        let after = trim_value(&value, &options).unwrap();
        prop_assert!(after.value.to_string().len() <= limit.max(60));
        check_missing(&after.value["items"], count)?;
    }
}

/// A list that is shorter says by how many items, unless nothing of it is there.
fn check_missing(items: &Value, count: usize) -> Result<(), TestCaseError> {
    let Some(items) = items.as_array().filter(|items| !items.is_empty()) else { return Ok(()) };
    let marker = |item: &Value| item.as_str()?.strip_prefix('[')?.split_once(" item")?.0.parse::<usize>().ok();
    let missing: usize = items.iter().filter_map(marker).sum();
    let markers = items.iter().filter(|item| marker(item).is_some()).count();
    let says_less = items.iter().any(|item| item == "...");
    prop_assert!(says_less || items.len() - markers + missing == count, "{items:?} of {count}");
    Ok(())
}

/// A reader who counts items and markers knows the place of each item in the original.
#[test]
fn each_gap_of_a_list_is_counted_where_it_is() {
    let words = ["bed", "pump", "valve", "line", "gate"];
    let record = |n: usize| json!({"n": n, "says": format!("{} {} is quiet", words[n % 5], n % 17)});
    let list: Vec<Value> = (0..200).map(record).collect();
    let plain: Vec<Value> = (0..200).map(|n| json!(n)).collect();
    let value = json!({"items": list, "bare": plain, "total": 200});
    let mut gaps = 0;
    for question in ["pump 7", "valve 3 or gate 9", "bed", "line 150 and 20"] {
        for limit in [200, 400, 900, 3000] {
            let options = ValueOptions::new().max_total_bytes(limit).unwrap().about(question);
            let after = trim_value(&value, &options).unwrap().value.into_owned();
            assert!(after.to_string().len() <= limit, "{after}");
            for (name, of) in [("items", "/n"), ("bare", "")] {
                let Some(items) = after[name].as_array().filter(|items| !items.is_empty()) else { continue };
                let mut at = 0;
                for item in items {
                    if let Some(text) = item.as_str() {
                        let count = text.strip_prefix('[').and_then(|text| text.split_once(" item")).unwrap().0;
                        at += count.parse::<u64>().unwrap();
                        gaps += 1;
                    } else {
                        if let Some(n) = item.pointer(of) {
                            assert_eq!(n.as_u64(), Some(at), "{after}");
                        }
                        at += 1;
                    }
                }
                assert_eq!(at, 200, "{after}");
            }
            let options = TrimOptions::new().max_chars(limit).format(Format::Json).about(question);
            assert!(trim(&value.to_string(), &options).unwrap().text.chars().count() <= limit);
        }
    }
    assert!(gaps > 40, "{gaps}");
}

/// Spends the remaining room on records with an error, then on the first ones; of a list however long.
#[test]
fn room_beside_an_answer_goes_to_records_with_an_error() {
    for (count, many) in [(60, 1), (64, 3), (65, 3), (2_000, 4), (40_000, 4)] {
        let fails = |n: usize| (0..many).any(|error| n == count - 20 + 2 * error);
        let list: Vec<Value> = (0..count)
            .map(|n| match n {
                _ if n == count / 3 => json!({"n": n, "says": "the pump is quiet", "error": null}),
                _ if fails(n) => json!({"n": n, "says": format!("error: disk {n} is full"), "error": null}),
                _ => json!({"n": n, "says": "nothing new", "error": null}),
            })
            .collect();
        let list = json!(list);
        let trimmed = |json: &str| {
            trim(json, TrimOptions::new().max_chars(500).format(Format::Json).about("which pump?"))
                .unwrap()
                .text
                .into_owned()
        };
        let options = ValueOptions::new().max_total_bytes(500).unwrap().about("which pump?");
        let value = trim_value(&list, &options).unwrap().value.to_string();
        for after in [value, trimmed(&list.to_string())] {
            assert!(after.contains("the pump is quiet"), "{count}: {after}");
            for n in (0..count).filter(|n| fails(*n)) {
                assert!(after.contains(&format!("disk {n} is full")), "{count}: {after}");
            }
        }
    }
}

#[test]
fn two_columns_with_a_comma_are_a_table() {
    let row = |n: usize| format!("S{n},{}\n", if n == 177 { 930 } else { n % 90 });
    let csv = String::from("station,wind\n") + &(0..300).map(row).collect::<Vec<_>>().concat();
    let options = TrimOptions::new().max_chars(150).about("highest wind").rescue(false);
    let text = trim(&csv, &options).unwrap().text.into_owned();
    assert!(text.contains("S177,930") && text.starts_with("station,wind\n"), "{text}");
}

/// Half lines at the ends have longer markers, for which there may be no room.
#[test]
fn the_ends_fill_what_an_answer_leaves_wherever_a_cut_snaps() {
    let text: String = (0..900)
        .map(|n| if n == 500 { "The lease ends in May 2031.\n".into() } else { format!("Clause {n} is void.\n") })
        .collect();
    for snap in [Snap::Line, Snap::Grapheme, Snap::Char] {
        for (limit, rescue) in [(400, false), (400, true), (4000, false), (4000, true)] {
            let options =
                TrimOptions::new().max_chars(limit).snap(snap).rescue(rescue).about("when does the lease end?");
            let chars = trim(&text, &options).unwrap().text.chars().count();
            assert!(chars <= limit && chars * 10 >= limit * 8, "{snap:?} {limit} {rescue}: {chars}");
        }
    }
}

/// In a small limit each char that a marker takes is missing elsewhere.
#[test]
fn markers_of_a_small_result_that_answers_name_lines_alone() {
    let line = |n: usize| {
        if n == 500 {
            "The lease ends in May 2031.".into()
        } else {
            format!("Clause {n} is void, as all the others are.")
        }
    };
    let text: String = (0..900).map(|n| line(n) + "\n").collect();
    let kept = |limit: usize, about: &str| {
        trim(&text, TrimOptions::new().max_chars(limit).about(about)).unwrap().text.into_owned()
    };
    let small = kept(500, "when does the lease end?");
    assert!(small.contains("lease") && small.contains(" lines]") && !small.contains(" chars]"), "{small}");
    assert!(kept(700, "when does the lease end?").contains(" chars]"));
    assert_eq!(kept(500, "zebra giraffe"), kept(500, ""));
}

/// Without `about` a small text of the same kind keeps its ends.
#[test]
fn an_answer_comes_before_the_ends_with_its_context() {
    let mut lines: Vec<String> =
        (0..400).map(|n| format!("08:{:02}:11 bed {n} moisture {} %\n", n % 60, n % 97)).collect();
    lines.insert(200, "08:51:38 pump 2 stopped, no pressure in line B\n  cause: valve 7 is shut\n".into());
    let log = lines.concat();
    for keep in [Keep::Ends, Keep::Head, Keep::Tail, Keep::None] {
        for rescue in [None, Some(false)] {
            let mut options = TrimOptions::new().max_chars(200).keep(keep).about("why did pump 2 stop");
            options = rescue.map_or(options.clone(), |rescue| options.rescue(rescue));
            let text = trim(&log, &options).unwrap().text.into_owned();
            assert!(text.contains("pump 2 stopped") && text.contains("valve 7 is shut"), "{keep:?} {text}");
        }
    }
}

#[test]
fn one_word_of_the_question_is_not_enough_beside_all_of_them() {
    let mut lines: Vec<String> = (0..300).map(|n| format!("row {n} of the noise\n")).collect();
    lines.insert(50, "search: phrase \"refund\" gave 0 hits\n".into());
    lines.insert(120, "docs: page about march rendered\n".into());
    lines.insert(200, "T40058 refunded on 2026-03-11\n".into());
    let text =
        trim(&lines.concat(), TrimOptions::new().max_chars(120).about("refund in March")).unwrap().text.into_owned();
    assert!(text.contains("T40058 refunded"), "{text}");
}

#[test]
fn failures_come_first_where_the_question_is_everywhere() {
    let mut lines: Vec<String> = (0..300).map(|n| format!("INFO order {n} shipped by mail\n")).collect();
    lines.insert(150, "ERROR ledger cannot balance: difference 18.20\n".into());
    let log = lines.concat();
    let text = trim(&log, TrimOptions::new().max_chars(300).about("info on shipped orders")).unwrap().text.into_owned();
    assert!(text.contains("ERROR ledger"), "{text}");
}

#[test]
fn an_option_that_is_no_question_is_refused() {
    use tooltrim::host::{NamedOption, OptionValue};
    let mut options = TrimOptions::new();
    let error = options.set(&NamedOption { name: "about", value: OptionValue::Number(1.0), shown: "1" }).unwrap_err();
    assert_eq!(error.to_string(), "about: 1 is not a string");
}

#[test]
fn a_line_of_a_megabyte_and_a_hundred_thousand_records_are_read_to_their_end() {
    let mut line = "The harbour lies by the river. ".repeat(34_000);
    line.insert_str(700_000, " The ferry to Ombra leaves at 7:52 from pier 9. ");
    let text = trim(&line, TrimOptions::new().max_chars(400).about("when does the ferry to Ombra leave")).unwrap();
    assert!(text.text.contains("leaves at 7:52 from pier 9"), "{}", text.text);

    let mut records: Vec<Value> = (0..100_000).map(|n| json!({"id": n, "state": "paid"})).collect();
    records[71_234] = json!({"id": 12_345_678_901_234_567_890_u64, "state": "failed", "why": "card expired"});
    let json = Value::from(records).to_string();
    let options = TrimOptions::new().max_chars(300).format(Format::Json).about("which one failed and why");
    let text = trim(&json, options).unwrap().text.into_owned();
    assert!(text.contains(r#"{"id":12345678901234567890,"state":"failed","why":"card expired"}"#), "{text}");
    assert!(text.contains(" items omitted]") && serde_json::from_str::<Value>(&text).is_ok(), "{text}");
}

/// Of a long list only the records that could be kept are read: the rest is searched as it is written, and counted.
#[test]
fn a_long_list_is_searched_as_it_is_written() {
    let record = |n: usize| match n {
        2111 => json!({"id": n, "at": {"bed": [7, "\u{fc}ber"]}, "body": "seen:\nPumpe 2 \"stopped\"\nvalve shut"}),
        _ => json!({"id": n, "at": {"bed": [n % 9, "dry"]}, "body": "seen:\nnothing new"}),
    };
    let list: Vec<Value> = (0..3000).map(record).collect();
    let map: serde_json::Map<String, Value> = (0..3000).map(|n| (format!("r{n}"), record(n))).collect();
    let pages: Vec<Value> = list.chunks(30).map(|page| json!({"page": page})).collect();
    let options = TrimOptions::new().max_chars(400).format(Format::Json).about("which Pumpe stopped?");
    for value in [json!({"total": 3000, "items": list}), Value::from(map), Value::from(pages)] {
        for whole in [value.to_string(), serde_json::to_string_pretty(&value).unwrap()] {
            let text = trim(&whole, &options).unwrap().text.into_owned();
            assert!(text.contains(r#""id":2111"#) && text.contains(r#"Pumpe 2 \"stopped"#), "{text}");
            assert!(text.chars().count() <= 400, "{text}");
            let after: Value = serde_json::from_str(&text).unwrap();
            if let Some(items) = after.get("items").or(Some(&after)).filter(|items| items.is_array()) {
                check_missing(items, if value.is_array() { 100 } else { 3000 }).unwrap();
            }
        }
    }
}

/// A total that all of a list fits into after white space is gone keeps all of it.
#[test]
fn a_list_that_fits_without_its_white_space_stays_whole() {
    let list: Vec<Value> = (0..300).map(|n| json!({"pump": n})).collect();
    let pretty = serde_json::to_string_pretty(&list).unwrap();
    let compact = Value::from(list).to_string();
    let options = TrimOptions::new().max_chars(compact.len()).format(Format::Json).about("which pump?");
    assert_eq!(trim(&pretty, &options).unwrap().text, compact);
}

#[test]
fn synonyms_can_be_switched_off() {
    let mut lines: Vec<String> = (0..400).map(|n| format!("08:{:02}:11 bed {n} is dry\n", n % 60)).collect();
    lines.insert(170, "08:51:38 the entry for Lima was purged\n".into());
    let log = lines.concat();
    let options = TrimOptions::new().max_chars(200).about("what was deleted?").rescue(false);
    let kept = |options: &TrimOptions| trim(&log, options).unwrap().text.contains("purged");
    assert!(kept(&options) && !kept(&options.clone().synonyms(false)));
    assert!(kept(&options.about("what was purged?").synonyms(false)), "the word itself is found");
    let records: Vec<Value> = lines.iter().map(|line| json!({"says": line})).collect();
    let options = ValueOptions::new().max_total_bytes(300).unwrap().about("what was deleted?");
    let kept =
        |options: &ValueOptions| trim_value(&json!(records), options).unwrap().value.to_string().contains("purged");
    assert!(kept(&options) && !kept(&options.clone().synonyms(false)));
}

/// Decoys hold each part of the id, and more words of the question.
#[test]
fn an_id_of_short_parts_is_found_whole() {
    let mut lines: Vec<String> =
        (0..400).map(|n| format!("claim {}-{}-B was filed at {n}\n", n % 90 + 10, 1400 + n % 40)).collect();
    for at in 0..8 {
        lines.insert(90 + 20 * at, "claim 88 was filed, 1402 and B as well\n".into());
    }
    lines.insert(300, "closed: 88-1402-B\n".into());
    let log: String = lines.into_iter().filter(|line| !line.starts_with("claim 88-1402-B")).collect();
    let options = TrimOptions::new().max_chars(120).about("which claim is 88-1402-B?").rescue(false);
    let text = trim(&log, options).unwrap().text.into_owned();
    assert!(text.contains("closed: 88-1402-B"), "{text}");
}

#[test]
fn deep_json_and_equal_names_are_read_without_recursion() {
    let deep = format!("{}\"the pump stopped\"{}", "[".repeat(5000), "]".repeat(5000));
    let options = TrimOptions::new().max_chars(300).format(Format::Json).about("why did the pump stop");
    assert!(trim(&deep, &options).unwrap().text.chars().count() <= 300);
    let twice = format!(r#"{{"a":"{}","note":"pump stopped","note":"valve shut"}}"#, "x ".repeat(400));
    let text = trim(&twice, &options).unwrap().text.into_owned();
    assert!(text.contains("pump stopped") && serde_json::from_str::<Value>(&text).is_ok(), "{text}");
}

/// Small answers keep what identifies them: the record, the names of columns, the items of parallel lists.
#[test]
fn values_that_answer_bring_what_identifies_them() {
    let rows: Vec<Value> = (0..80).map(|n| json!([format!("C{n}"), n * 3, "ok"])).collect();
    let mut table = json!({"columns": ["code", "weight", "state"], "rows": rows});
    table["rows"][41] = json!(["C41", 777, "held"]);
    let about = |value: &Value, question: &str, bytes| {
        let options = ValueOptions::new().max_total_bytes(bytes).unwrap().about(question);
        trim_value(value, &options).unwrap().value.to_string()
    };
    let text = about(&table, "which code is held", 220);
    assert!(text.contains(r#"["C41",777,"held"]"#) && text.contains("code"), "{text}");

    let hours: Vec<String> = (0..72).map(|n| format!("2026-05-{:02}T{:02}:00", 1 + n / 24, n % 24)).collect();
    let mut wind: Vec<f64> = (0..72).map(|n| f64::from(n) / 10.0).collect();
    wind[63] = 71.3;
    let text = about(&json!({"hourly": {"time": hours, "wind": wind}}), "wind on 3 May at 15:00", 300);
    assert!(text.contains("2026-05-03T15:00") && text.contains("71.3"), "{text}");
}

#[test]
fn rescue_options_hold_beside_a_question() {
    let mut lines: Vec<String> = (0..400).map(|n| format!("08:{:02}:11 bed {n} is dry\n", n % 60)).collect();
    lines.insert(130, "error: valve broken\n".into());
    lines.insert(200, "08:51:38 pump 2 stopped\n".into());
    let log = lines.concat();
    let options = TrimOptions::new().max_chars(400).snap(Snap::Line).about("when did pump 2 stop");
    let both = trim(&log, &options).unwrap().text.into_owned();
    assert!(both.contains("pump 2 stopped") && both.contains("error: valve broken"), "{both}");
    let without = options.rescue(RescueOptions::new().exclude(["valve"]));
    assert!(!trim(&log, without).unwrap().text.contains("valve"), "excluded lines are not rescued");
}

#[test]
fn kept_texts_are_read_by_a_question() {
    let text: String =
        (1..=3000).map(|n| if n == 2111 { "pump 2 stopped\n".into() } else { format!("bed {n} is dry\n") }).collect();
    let part = Retrieve::new().about("why did pump 2 stop?").read(&text).unwrap();
    assert!(part.text.contains("2111:pump 2 stopped\n"), "{}", part.text);
    assert!(part.about.ends_with("of 3,000 lines answer the question, with neighbours"), "{}", part.about);
    let all = Retrieve::new().about("zebra").read(&text).unwrap();
    assert!(all.about.starts_with("no line answers the question: lines 1-1,") && all.page == 1, "{}", all.about);
    // Other filters hold: the question is asked of the lines that they leave.
    let beds = Retrieve::new().about("why did pump 2 stop?").pattern("bed 7").read(&text).unwrap();
    assert!(
        beds.about.starts_with(r#"no line answers the question: 111 of 3,000 lines hold "bed 7""#),
        "{}",
        beds.about
    );
    let early = Retrieve::new().about("why did pump 2 stop?").chosen(vec![1, 2, 3]).read(&text).unwrap();
    assert_eq!(early.about, "no line answers the question: 3 of 3,000 lines were chosen");
    let both = Retrieve::new().about("why did pump 2 stop?").pattern("pump").read(&text).unwrap();
    assert_eq!(both.about, r#"1 of 3,000 lines hold "pump" and answer the question, with neighbours"#);
}

#[test]
fn the_answer_in_a_long_line_is_shown() {
    let ends = format!("{0}the lease ends in May {0}", "word ".repeat(20_000));
    let part = Retrieve::new().about("lease ends").max_chars(400).read(&ends).unwrap();
    assert!(part.text.contains("the lease ends in May"), "{}", part.text);
    assert!(part.text.contains("(from char "), "{}", part.text);
    let item = |n| format!(r#"{{"id":{n},"t":"{}"}}"#, if n == 2500 { "lease ends in May" } else { "page" });
    let json = format!("[{}]", (0..5000).map(item).collect::<Vec<_>>().join(","));
    let part = Retrieve::new().about("lease ends").max_chars(2000).read(&json).unwrap();
    assert!(part.text.contains("lease ends in May"), "{} {}", part.about, part.text);
}

#[test]
fn the_highest_number_of_many_records_is_found_wherever_it_stands() {
    let price = |id: usize| if id == 91 { 5000 } else { id * 7 % 999 };
    let last = |id: usize| json!({"id": id, "price": price(id)});
    // Text that looks like a record is none.
    let quoted =
        |id: usize| json!({"id": id, "note": if id < 3 { r#"{"price": 99999}"# } else { "x" }, "price": price(id)});
    for records in [(0..100).map(last).collect::<Value>(), (0..100).map(quoted).collect()] {
        for indented in [records.to_string(), serde_json::to_string_pretty(&records).unwrap()] {
            let options = TrimOptions::new().max_bytes(400).format(Format::Json).about("highest price");
            let kept = trim(&indented, options).unwrap().text;
            assert!(kept.contains("5000"), "{kept}");
        }
        let options = ValueOptions::new().max_total_bytes(400).unwrap().about("highest price");
        let kept = trim_value(&records, &options).unwrap().value;
        assert!(kept.to_string().contains("5000"), "{kept}");
    }
}
