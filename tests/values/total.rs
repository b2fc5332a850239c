//! A total, shared out.

use serde_json::{Value, json};
use tooltrim::values::{Limit, Strings};
use tooltrim::{CleanOptions, Keep, TrimOptions, ValueOptions, trim_value};

fn within(value: &Value, total: usize) -> Value {
    let options = ValueOptions::new().max_total_bytes(total).expect("a total");
    let trimmed = trim_value(value, &options).expect("options");
    let size = trimmed.value.to_string().len();
    assert!(size <= total, "{size} of {total}: {}", trimmed.value);
    trimmed.value.into_owned()
}

fn used(value: &Value, total: usize) -> f64 {
    within(value, total).to_string().len() as f64 / total as f64
}

#[test]
fn small_values_stay_whole_and_big_ones_share_the_rest() {
    let value = json!({"id": 1, "a": "x".repeat(5000), "title": "short", "b": "y".repeat(9000), "c": "z".repeat(200)});
    let trimmed = within(&value, 2000);
    assert_eq!((&trimmed["id"], &trimmed["title"], &trimmed["c"]), (&value["id"], &value["title"], &value["c"]));
    let lengths = ["a", "b"].map(|name| trimmed[name].as_str().map_or(0, str::len));
    assert!(lengths[0].abs_diff(lengths[1]) <= 1, "{lengths:?}");
    assert!(
        trimmed["a"]
            .as_str()
            .is_some_and(|text| text.starts_with("xxx") && text.ends_with("xxx") && text.contains("... [truncated "))
    );
    assert!(used(&value, 2000) > 0.98);
}

#[test]
fn lists_keep_both_ends_and_say_how_many_items_are_missing() {
    let items: Vec<Value> = (0..1000).map(|n| json!({"id": n, "name": format!("item {n}")})).collect();
    let trimmed = within(&json!({"total": 1000, "items": items}), 1000);
    let kept = trimmed["items"].as_array().expect("a list");
    assert_eq!(kept[0], json!({"id": 0, "name": "item 0"}));
    assert_eq!(kept.last(), Some(&json!({"id": 999, "name": "item 999"})));
    let marker = format!("[{} items omitted]", 1000 - (kept.len() - 1));
    assert!(kept.contains(&json!(marker)), "{marker}: {trimmed}");
}

#[test]
fn objects_keep_their_first_members_and_say_how_many_are_missing() {
    let value: Value = (0..500)
        .map(|n| (format!("key{n}"), json!({"n": n, "text": "some text"})))
        .collect::<serde_json::Map<_, _>>()
        .into();
    let trimmed = within(&value, 1000);
    let kept = trimmed.as_object().expect("an object");
    assert_eq!(kept["key0"], value["key0"]);
    assert_eq!(kept["..."], json!(format!("[{} keys omitted]", 500 - (kept.len() - 1))));
}

#[test]
fn the_limit_is_used() {
    let text = |n: usize| "word and \"quote\" \n".repeat(n);
    let shapes = [
        json!(text(1000)),
        json!({"a": text(1000)}),
        json!([text(100), text(100), text(3), 5]),
        json!({"content": [{"type": "text", "text": text(2000)}]}),
        json!({"pages": (0..5).map(|n| json!({"page": n, "rows": (0..300).map(|row| json!({"row": row, "value": "v"})).collect::<Vec<_>>()})).collect::<Vec<_>>()}),
        json!((0..100).map(|n| json!({"id": n, "body": text(50)})).collect::<Vec<_>>()),
        json!((0..10000).collect::<Vec<_>>()),
        json!({"text": json!({"inner": text(1000), "list": (0..1000).collect::<Vec<_>>()}).to_string()}),
        json!(
            (0..20)
                .map(|n| (
                    format!("k{n}"),
                    json!({"a": "b".repeat(90), "c": "d".repeat(90), "e": (0..100).collect::<Vec<_>>()})
                ))
                .collect::<serde_json::Map<_, _>>()
        ),
    ];
    for shape in &shapes {
        for total in [300, 1000, 3000] {
            let used = used(shape, total);
            assert!(used >= 0.9, "{used} of {total}: {} -> {}", &shape.to_string()[..80], within(shape, total));
        }
    }
}

#[test]
fn tiny_limits_hold_for_every_shape() {
    let shapes = [
        json!("a text that is far too long"),
        json!({"a": 1, "b": [1, 2, 3], "c": {"d": null}}),
        json!([[[[[[1, 2, 3]]]]]]),
        json!([1.5, true, null, "x"]),
        json!(123_456_789),
        json!({"a long name for a member": "and a text"}),
        json!({"...": "...", "b": "cccccccccccccccccccccccccc"}),
    ];
    for shape in &shapes {
        for total in 2..70 {
            within(shape, total);
        }
    }
}

#[test]
fn a_cleaned_text_that_is_cut_is_not_cleaned_again() {
    let pieces = ["\u{1b}[31ma", "step 1\n", "a\rb\n", "\n\n\n\n", "a  \n", "\u{1b}[3", "b\n\u{1b}[0mb\n"];
    let trims = [TrimOptions::new().max_chars(50), TrimOptions::new().max_chars(900)];
    for (total, times, piece, trim) in (2..120)
        .flat_map(|total| {
            let with_times = move |piece| [1, 3, 9, 40].map(|times| (total, times, piece));
            pieces.into_iter().flat_map(with_times)
        })
        .flat_map(|(total, times, piece)| trims.clone().map(|trim| (total, times, piece, trim)))
    {
        let text = piece.repeat(times);
        let strings = Strings::Trim(trim.clean(CleanOptions::all()));
        let options = ValueOptions::new().strings(strings).max_total_bytes(total).expect("a total");
        for value in [json!(text), json!({"a": text, "b": [text, "x".repeat(50)]})] {
            let once = trim_value(&value, &options).expect("options").value;
            let twice = trim_value(&once, &options).expect("options");
            assert!(!twice.truncated, "{total}: {value}\n{once}\n{}", twice.value);
        }
    }
}

#[test]
fn without_options_the_whole_has_at_most_50_000_bytes() {
    let rows: Value = (0..5000).map(|id| json!({"id": id, "title": "A title of some length"})).collect();
    let trimmed = trim_value(&rows, &ValueOptions::new()).unwrap();
    let size = trimmed.value.to_string().len();
    assert!((45_000..=50_000).contains(&size), "{size}");
    // Limits of strings stay what they are.
    let long = json!({"a": "x".repeat(3000)});
    assert!(trim_value(&long, &ValueOptions::new()).unwrap().value["a"].as_str().unwrap().starts_with("value exceeds"));
    let free = ValueOptions::new().max_total_bytes(usize::MAX).unwrap();
    assert_eq!(*trim_value(&rows, &free).unwrap().value, rows);
}

#[test]
fn a_share_too_small_for_the_marker_keeps_the_other_limits_and_the_end_to_keep() {
    let lines = json!("+ user\n".repeat(30));
    let words = json!(format!("begin {}end", "x ".repeat(200)));
    for total in 2..120 {
        let options = ValueOptions::new().max_total_bytes(total).expect("a total");
        let of_lines = options.clone().strings(Strings::Trim(TrimOptions::new().max_lines(2)));
        let cut = trim_value(&lines, &of_lines).expect("options").value.into_owned();
        let text = cut.as_str().expect("a string");
        assert!(text.lines().count() <= 2 && cut.to_string().len() <= total, "{total}: {text:?}");
        let again = trim_value(&cut, &of_lines).expect("options");
        assert_eq!((&*again.value, again.truncated), (&cut, false), "{total}");

        let declared = options.clone().limit("a", Limit::text(TrimOptions::new().max_lines(2))).expect("a pattern");
        let cut = trim_value(&json!({"a": lines}), &declared).expect("options").value.into_owned();
        let text = cut["a"].as_str().unwrap_or_default();
        assert!(text.lines().count() <= 2 && cut.to_string().len() <= total, "{total}: {text:?}");

        for (keep, starts, ends) in [(Keep::Tail, false, true), (Keep::Head, true, false), (Keep::None, false, false)] {
            let options = options.clone().strings(Strings::Trim(TrimOptions::new().keep(keep)));
            let cut = trim_value(&words, &options).expect("options").value.into_owned();
            let text = cut.as_str().expect("a string");
            assert!(starts || !text.contains("beg"), "{total}: {text:?}");
            assert!(ends || !text.contains("end"), "{total}: {text:?}");
            assert!(total < 12 || !ends || text.ends_with("end"), "{total}: {text:?}");
            assert!(total < 12 || !starts || text.starts_with("beg"), "{total}: {text:?}");
        }
    }
}
