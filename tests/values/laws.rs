//! The laws, with random values.

use crate::support::{cases, depth};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::borrow::Cow;
use tooltrim::values::{CutKind, Limit, Strings, TrimmedValue, cap_to_schema};
use tooltrim::{CleanOptions, TrimOptions, ValueOptions, trim_value};

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-z ]{0,12}",
        2 => "(?s).{0,60}",
        1 => "[a-z\"\\\\\n ]{0,800}",
        1 => prop::collection::vec("👩‍👩‍👧‍👦|é|e\u{301}|\u{1}|中|a", 0..200).prop_map(|parts| parts.concat()),
        1 => (200_usize..3000).prop_map(|n| "iVBORw0KGgoAAAANSUhEUgAA".chars().cycle().take(n).collect()),
        1 => Just("[3 items omitted]".to_owned()),
        1 => prop::collection::vec("\u{1b}\\[3[0-7]m|\u{1b}|\\[|0m|a|step 1\n|\n| |\r", 0..90).prop_map(|parts| parts.concat()),
        1 => prop::collection::vec(0..9, 0..200).prop_map(|list| json!({"list": list, "text": "in a text"}).to_string()),
    ]
}

/// Names that data has, that schemas and patterns speak of, that the flag has, and that are ours.
fn names() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-z]{0,6}",
        4 => "[a-d]",
        1 => Just("cut".to_owned()),
        1 => Just("...".to_owned()),
        1 => Just("a_long_name_that_is_declared".to_owned()),
        1 => texts(),
    ]
}

pub(crate) fn values() -> impl Strategy<Value = Value> {
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
            prop::collection::vec((names(), inner), 0..20)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Each option is there or not, each with sizes small enough to matter; and one of those flags.
pub(super) fn options(flags: &'static [Option<&'static str>]) -> impl Strategy<Value = ValueOptions> {
    let few = || prop::option::of(prop_oneof![0_usize..6, 0_usize..60]);
    let total = prop::option::of(prop_oneof![1 => 2_usize..40, 2 => 2_usize..3000]);
    let flags = prop::sample::select(flags);
    let sizes = (few(), few(), few(), total, 1_usize..8, any::<bool>());
    let limits = prop::collection::vec((patterns(), limits()), 0..3);
    // Words of the texts and names of `values`.
    let abouts =
        prop::sample::select(vec![None, None, Some("the step in a text"), Some("long list declared"), Some("zebra")]);
    (sizes, 0..7, flags, limits, abouts).prop_map(|(sizes, strings, flag, limits, about)| {
        let (bytes, items, keys, total, depth, base64) = sizes;
        let mut options = ValueOptions::new();
        if let Some(about) = about {
            options = options.about(about);
        }
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
            3 if bytes != Some(0) => options = options.strings(Strings::Trim(TrimOptions::new().marker("~"))),
            4 => options = options.strings(Strings::Trim(TrimOptions::new().max_chars(50).clean(CleanOptions::all()))),
            5 => options = options.strings(Strings::Trim(TrimOptions::new().max_chars(900).clean(CleanOptions::all()))),
            _ => {}
        }
        for (pattern, limit) in limits {
            options = options.limit(pattern, limit).expect("a pattern");
        }
        if base64 {
            options = options.keep_base64();
        }
        match flag {
            Some(name) => options.flag(name),
            None => options,
        }
    })
}

fn patterns() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "**",
        "*",
        "[*]",
        "a",
        "**.a",
        "[0]",
        "[2]",
        "**[1]",
        "a[1].b",
        "**[3].a",
        "a_long_name_that_is_declared",
    ])
}

fn limits() -> impl Strategy<Value = Limit> {
    let few = || prop::option::of(0_usize..6);
    let texts = prop_oneof![
        2 => Just(None),
        1 => Just(Some(TrimOptions::new().max_chars(45))),
        1 => Just(Some(TrimOptions::new().max_bytes(60).marker("~"))),
        1 => Just(Some(TrimOptions::new().max_bytes(3).marker(""))),
    ];
    (texts, few(), few()).prop_map(|(text, items, keys)| {
        let mut limit = text.map_or_else(Limit::default, Limit::text);
        if let Some(items) = items {
            limit = limit.max_items(items);
        }
        match keys {
            Some(keys) => limit.max_keys(keys),
            None => limit,
        }
    })
}

/// Schemas of all keywords that are read.
fn schemas() -> impl Strategy<Value = Value> {
    let size = || prop_oneof![0..6, 0..60];
    let leaf = prop_oneof![
        Just(json!({})),
        Just(json!(true)),
        Just(json!({"$ref": "#"})),
        size().prop_map(|most| json!({"maxLength": most})),
        size().prop_map(|most| json!({"maxItems": most})),
        size().prop_map(|most| json!({"maxProperties": most})),
        (prop::sample::select(vec!["string", "array", "object", "number"]), size())
            .prop_map(|(kind, most)| json!({"type": kind, "maxLength": most, "maxItems": most, "maxProperties": most})),
        "[a-d]".prop_map(|text| json!({"const": text})),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let one = inner.boxed();
        let few = || prop::collection::vec(one.clone(), 0..4);
        let named = |names: Vec<&'static str>| {
            prop::collection::vec((prop::sample::select(names), one.clone()), 1..4)
                .prop_map(|all| Value::Object(all.into_iter().map(|(name, of)| (name.to_owned(), of)).collect()))
        };
        let declared = vec!["a", "b", "c", "d", "cut", "...", "a_long_name_that_is_declared"];
        let objects = (named(declared), prop::option::of(one.clone()), prop::option::of("[a-d]"), prop::option::of(0..6));
        prop_oneof![
            2 => (few(), one.clone(), prop::option::of(0..9)).prop_map(|(first, rest, most)| {
                let mut schema = json!({"prefixItems": first, "items": rest});
                if let Some(most) = most {
                    schema["maxItems"] = json!(most);
                }
                schema
            }),
            1 => one.clone().prop_map(|item| json!({"items": item})),
            2 => objects.prop_map(|(properties, rest, required, most)| {
                let mut schema = json!({"properties": properties});
                if let Some(rest) = rest {
                    schema["additionalProperties"] = rest;
                }
                if let Some(name) = required {
                    schema["required"] = json!([name]);
                }
                if let Some(most) = most {
                    schema["maxProperties"] = json!(most);
                }
                schema
            }),
            1 => named(vec!["^a", "b$", "^c$", ".*", "^.{2}$"]).prop_map(|patterns| json!({"patternProperties": patterns})),
            1 => few().prop_map(|any| json!({"anyOf": any})),
            1 => few().prop_map(|all| json!({"allOf": all})),
        ]
    })
}

/// None where a schema requires more than the total.
fn trimmed<'a>(value: &'a Value, options: &ValueOptions, schema: Option<&Value>) -> Option<TrimmedValue<'a>> {
    let Some(schema) = schema else { return Some(trim_value(value, options).expect("options")) };
    match cap_to_schema(value, schema, options) {
        Ok(trimmed) => Some(trimmed),
        Err(error) if error.message().contains(" that the schema requires, ") => None,
        Err(error) => panic!("{error}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(600)))]

    #[test]
    fn a_total_holds_to_the_byte(value in values(), total in 2_usize..4000) {
        let options = ValueOptions::new().max_total_bytes(total).expect("a total");
        let trimmed = trim_value(&value, &options).expect("options");
        let size = trimmed.value.to_string().len();
        prop_assert!(size <= total, "{} of {}: {}", size, total, trimmed.value);
        prop_assert_eq!(trimmed.truncated, !trimmed.cuts.is_empty());
    }

    #[test]
    fn twice_changes_nothing_and_what_fits_is_the_very_input(
        value in values(), options in options(&[None, Some("cut"), Some("..."), Some("a")]), schema in prop::option::of(schemas()),
    ) {
        let Some(once) = trimmed(&value, &options, schema.as_ref()) else { return Ok(()) };
        let changed = matches!(once.value, Cow::Owned(_));
        prop_assert_eq!(changed, once.truncated, "{:?}", once.cuts);
        let twice = trimmed(&once.value, &options, schema.as_ref()).expect("it fits");
        prop_assert!(!twice.truncated, "{:?}\n{}\n{}", twice.cuts, once.value, twice.value);
        prop_assert!(matches!(twice.value, Cow::Borrowed(_)));
    }

    #[test]
    fn twice_changes_nothing_where_little_room_is_left(
        members in prop::collection::vec((prop::sample::select(vec!["a", "b", "cut", "..."]), "[a-z]{0,30}"), 0..5),
        items in prop::collection::vec("[a-z]{0,9}", 0..9),
        (keys, most, total) in (0_usize..3, 0_usize..9, 2_usize..90), flag in any::<bool>(),
        lengths in prop::collection::vec(0_usize..12, 0..6),
    ) {
        let prefix: Vec<Value> = lengths.iter().map(|most| json!({"maxLength": most})).collect();
        let schema = json!({"prefixItems": prefix, "properties": {"list": {"prefixItems": prefix, "maxItems": most}}});
        let object: serde_json::Map<String, Value> =
            members.into_iter().map(|(name, text)| (name.to_owned(), json!(text))).collect();
        let mut with_list = object.clone();
        with_list.insert("list".to_owned(), json!(items));
        let mut options = ValueOptions::new().max_keys(keys).max_total_bytes(total).expect("a total");
        if flag {
            options = options.flag("cut");
        }
        for value in [json!(object), json!(items), json!([object, items]), json!(with_list)] {
            for schema in [None, Some(&schema)] {
                let Some(once) = trimmed(&value, &options, schema) else { continue };
                prop_assert!(once.value.to_string().len() <= total);
                let twice = trimmed(&once.value, &options, schema).expect("it fits");
                prop_assert!(!twice.truncated, "{:?}\n{}\n{}", twice.cuts, once.value, twice.value);
            }
        }
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
