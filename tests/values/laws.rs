//! The laws, with random values.

use proptest::prelude::*;
use serde_json::{Value, json};
use std::borrow::Cow;
use tooltrim::{CutKind, Limit, Strings, TrimOptions, ValueOptions, trim_value};

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-z ]{0,12}",
        2 => "(?s).{0,60}",
        1 => "[a-z\"\\\\\n ]{0,800}",
        1 => prop::collection::vec("👩‍👩‍👧‍👦|é|e\u{301}|\u{1}|中|a", 0..200).prop_map(|parts| parts.concat()),
        1 => (200_usize..3000).prop_map(|n| "iVBORw0KGgoAAAANSUhEUgAA".chars().cycle().take(n).collect()),
        1 => Just("[3 items omitted]".to_owned()),
        1 => prop::collection::vec(0..9, 0..200).prop_map(|list| json!({"list": list, "text": "in a text"}).to_string()),
    ]
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f32>().prop_map(|number| json!(number)),
        texts().prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 200, 20, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..20).prop_map(Value::from),
            prop::collection::vec((prop_oneof![4 => "[a-z]{0,6}", 1 => "\\.\\.\\.", 1 => texts()], inner), 0..20)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn options() -> impl Strategy<Value = ValueOptions> {
    let few = || prop::option::of(prop_oneof![0_usize..6, 0_usize..60]);
    let sizes = (few(), few(), few(), prop::option::of(2_usize..3000), 1_usize..8);
    (sizes, 0..4, any::<bool>(), 0..6).prop_map(|((bytes, items, keys, total, depth), strings, flag, limits)| {
        let mut options = ValueOptions::new();
        if let Some(bytes) = bytes {
            options = options.max_string_bytes(bytes);
        }
        if let Some(items) = items {
            options = options.max_items(items);
        }
        if let Some(keys) = keys {
            options = options.max_keys(keys);
        }
        if let Some(total) = total {
            options = options.max_total_bytes(total).expect("a total");
        }
        if depth < 7 {
            options = options.max_depth(depth);
        }
        match strings {
            1 => options = options.strings(Strings::Replace),
            2 => options = options.strings(Strings::Trim(TrimOptions::new().max_chars(50).marker(""))),
            _ => {}
        }
        match limits {
            1 => options = options.limit("**", Limit::text(45)).expect("a pattern"),
            2 => options = options.limit("[*]", Limit::default().max_items(2)).expect("a pattern"),
            3 => {
                options =
                    options.limit("*", Limit::text(TrimOptions::new().max_bytes(60).marker("~"))).expect("a pattern");
            }
            _ => {}
        }
        if flag { options.flag("cut") } else { options }
    })
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn a_total_holds_to_the_byte(value in values(), total in 2_usize..4000) {
        let options = ValueOptions::new().max_total_bytes(total).expect("a total");
        let trimmed = trim_value(&value, &options).expect("options");
        let size = trimmed.value.to_string().len();
        prop_assert!(size <= total, "{} of {}: {}", size, total, trimmed.value);
        prop_assert_eq!(trimmed.truncated, !trimmed.cuts.is_empty());
    }

    #[test]
    fn twice_changes_nothing_and_what_fits_is_the_very_input(value in values(), options in options()) {
        let once = trim_value(&value, &options).expect("options");
        let changed = matches!(once.value, Cow::Owned(_));
        prop_assert_eq!(changed, once.truncated, "{:?}", once.cuts);
        let twice = trim_value(&once.value, &options).expect("options");
        prop_assert!(!twice.truncated, "{:?}\n{}\n{}", twice.cuts, once.value, twice.value);
        prop_assert!(matches!(twice.value, Cow::Borrowed(_)));
    }

    #[test]
    fn depth_items_and_cuts_say_what_happened(value in values(), most in 0_usize..5, levels in 1_usize..6) {
        let options = ValueOptions::new().max_items(most).max_depth(levels);
        let trimmed = trim_value(&value, &options).expect("options");
        prop_assert!(depth(&trimmed.value) <= levels);
        for cut in &trimmed.cuts {
            let before = value.pointer(&cut.path);
            // A name that was shortened is not there before.
            prop_assert!(before.is_some() || cut.path.contains("..."), "{:?}", cut);
            match (cut.kind, before) {
                (CutKind::Items, Some(Value::Array(items))) => prop_assert_eq!((cut.before, cut.after), (items.len(), most)),
                (CutKind::String | CutKind::Base64, Some(Value::String(text))) => prop_assert_eq!(cut.before, text.len()),
                _ => {}
            }
        }
    }
}
