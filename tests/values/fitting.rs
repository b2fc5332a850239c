//! Values under a schema: which members stay, and what may change so that it still fits.

use serde_json::{Map, Value, json};
use tooltrim::ValueOptions;
use tooltrim::values::{ValueTrimmer, cap_to_schema};

fn object(names: &[&str]) -> Value {
    names.iter().map(|name| ((*name).to_owned(), json!(1))).collect::<Map<_, _>>().into()
}

#[test]
fn required_members_stay_and_the_first_ones_beside_them() {
    let names = ["a", "b", "c", "d", "e"];
    for (most, chosen) in (0..5_usize).flat_map(|most| (0..32_usize).map(move |chosen| (most, chosen))) {
        let required: Vec<&str> = (0..5).filter(|at| chosen >> at & 1 == 1).map(|at| names[at]).collect();
        let schema = json!({"required": required, "maxProperties": most});
        let mut kept: Vec<&str> = required.iter().copied().take(most).collect();
        let others = names.iter().filter(|name| !required.contains(name));
        kept.extend(others.take(most - kept.len()));
        kept.sort_unstable();
        let capped = cap_to_schema(&object(&names), &schema, &ValueOptions::new()).expect("options").value.into_owned();
        assert_eq!(capped, object(&kept), "{schema}");
    }
}

#[test]
fn an_object_that_lacks_a_required_member_may_not_lose_any() {
    let item =
        json!({"required": ["id"], "minProperties": 1, "properties": {"body": {"type": "string", "minLength": 4}}});
    let least = |value: &Value| {
        let schema = json!({"items": item}).to_string();
        let trimmer = ValueTrimmer::fitting(&ValueOptions::new(), &schema).expect("a schema");
        trimmer.least_sizes(&value.to_string()).expect("JSON")
    };
    // The list, the object, the text in it.
    assert_eq!(least(&json!([{"id": 1, "body": "It crashes."}])), [1, 2, 5]);
    assert_eq!(least(&json!([{"body": "It crashes."}])), [1, 0, 5]);
}

#[test]
fn a_total_with_a_schema_gives_a_value_of_the_schema_or_says_what_does_not_fit() {
    let schema = json!({
        "type": "array",
        "minItems": 1,
        "items": {
            "required": ["id", "title"],
            "properties": {"id": {"type": "string", "pattern": "^a+$"}, "title": {"type": "string", "maxLength": 30}},
        },
    });
    let row = json!({"id": "a".repeat(90), "title": "A title that goes on and on and on", "note": "not described"});
    let rows = json!(vec![row; 200]);
    let capped = |total: usize| {
        cap_to_schema(&rows, &schema, &ValueOptions::new().max_total_bytes(total).unwrap())
            .map(|capped| capped.value.into_owned())
    };
    let fitting = capped(1000).unwrap();
    let items = fitting.as_array().unwrap();
    assert!(items.len() > 3 && fitting.to_string().len() <= 1000);
    assert!(
        items.iter().all(|item| item["id"] == rows[0]["id"] && item["title"].as_str().unwrap().chars().count() <= 30)
    );

    let error = capped(80).unwrap_err();
    assert_eq!(error.kind(), tooltrim::ErrorKind::InvalidOption);
    assert_eq!(
        error.to_string(),
        "max_total_bytes: 80 is less than the 112 bytes that the schema requires, 92 of them at \"/0/id\"",
    );
    // Caps alone are no reason to refuse anything.
    assert!(cap_to_schema(&rows, &schema, &ValueOptions::new()).is_ok());
}

#[test]
fn the_flag_has_room_in_a_total_with_a_schema() {
    let schema = json!({"properties": {"body": {"type": "string"}}});
    let options = ValueOptions::new().max_total_bytes(60).unwrap().flag("cut");
    let capped =
        cap_to_schema(&json!({"body": "It crashes. ".repeat(90)}), &schema, &options).unwrap().value.into_owned();
    assert_eq!(capped["cut"], true);
    assert!(capped.to_string().len() <= 60, "{capped}");
    let small = json!({"body": "It crashes."});
    assert_eq!(*cap_to_schema(&small, &schema, &options).unwrap().value, small);
}

#[test]
fn no_more_members_stay_than_a_schema_admits_also_within_a_total() {
    let value = json!({"a": 1, "b": 2, "c": 3});
    let capped = |schema: &Value, total: usize| {
        let options = ValueOptions::new().max_total_bytes(total).unwrap();
        cap_to_schema(&value, schema, &options).unwrap().value.into_owned()
    };
    let all = json!({"type": "object", "properties": {"a": {}, "b": {}, "c": {}}, "maxProperties": 1});
    assert_eq!(capped(&all, 1000), json!({"a": 1}));
    let one = json!({"properties": {"a": {}}, "maxProperties": 1});
    assert_eq!(capped(&one, 1000), json!({"a": 1}));
    let required = json!({"properties": {"a": {}, "b": {}, "c": {}}, "required": ["c"], "maxProperties": 2});
    assert_eq!(capped(&required, 1000), json!({"a": 1, "c": 3}));
    let free = json!({"required": ["c"], "maxProperties": 3});
    assert_eq!(capped(&free, 1000), value);
}

#[test]
fn listed_texts_beside_a_limit_stay_whole_and_others_are_capped() {
    let schema = json!({"anyOf": [{"type": "string", "maxLength": 3}, {"enum": ["aaaaa", "bb", 7]}]});
    let capped =
        |value: Value, schema: &Value| cap_to_schema(&value, schema, &ValueOptions::new()).unwrap().value.into_owned();
    assert_eq!(capped(json!("aaaaa"), &schema), "aaaaa");
    // The widest cap applies: whether a text is listed is not looked at.
    assert_eq!(capped(json!("abcdefgh"), &schema), "abcde");
    let listed = json!({"anyOf": [{"enum": ["a"]}, {"const": "bb"}]});
    assert_eq!(capped(json!("abcdefgh"), &listed), "abcdefgh", "no limit is given");
}

#[test]
fn a_cap_leaves_as_many_chars_as_the_schema_requires() {
    let capped = |value: &str, schema: Value| {
        cap_to_schema(&json!(value), &schema, &ValueOptions::new()).unwrap().value.into_owned()
    };
    let family = "\u{1f600}\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467} parcel";
    let exact = capped(family, json!({"minLength": 3, "maxLength": 3}));
    assert_eq!(exact.as_str().unwrap().chars().count(), 3);
    assert_eq!(capped("e\u{301}x", json!({"minLength": 1, "maxLength": 1})), "e");
    assert_eq!(capped(family, json!({"maxLength": 3})), "\u{1f600}", "between graphemes, where none is required");
}

/// Records as a search returns them, of which one is about a lease.
fn records() -> Value {
    let record = |n: usize| {
        let says =
            if n == 61 { "The lease of the north depot ends in May 2031." } else { "A page of notes on parcels." };
        json!({"id": n, "title": format!("Page {n}"), "says": says})
    };
    json!({"query": "lease", "results": (0..90).map(record).collect::<Vec<_>>()})
}

fn record_schema() -> Value {
    let text = json!({"type": "string"});
    let record = json!({
        "type": "object",
        "properties": {"id": {"type": "integer"}, "title": text, "says": text},
        "required": ["id", "title", "says"],
        "additionalProperties": false,
    });
    json!({
        "type": "object",
        "properties": {"query": text, "results": {"type": "array", "items": record, "minItems": 2}},
        "required": ["query", "results"],
        "additionalProperties": false,
    })
}

fn asked(value: &Value, schema: &Value, total: usize, about: &str) -> Value {
    let options = ValueOptions::new().max_total_bytes(total).unwrap().about(about);
    let capped = cap_to_schema(value, schema, &options).expect("it fits").value.into_owned();
    assert!(capped.to_string().len() <= total, "{capped}");
    capped
}

#[test]
fn a_record_that_answers_stays_whole_within_a_schema() {
    let answer = json!({"id": 61, "title": "Page 61", "says": "The lease of the north depot ends in May 2031."});
    for total in [200, 400, 2000] {
        let capped = asked(&records(), &record_schema(), total, "when does the lease of the north depot end?");
        let results = capped["results"].as_array().expect("a list");
        assert!(results.contains(&answer), "{capped}");
        assert!(results.len() >= 2 && capped["query"] == "lease", "{capped}");
        assert!(results.iter().all(|record| record.as_object().is_some_and(|record| record.len() == 3)), "{capped}");
    }
    let without = |about: &str| asked(&records(), &record_schema(), 400, about);
    assert_eq!(without("zebra giraffe elephant"), without(""));
}

#[test]
fn of_a_long_text_in_a_schema_the_lines_that_answer_stay() {
    let lines: String = (0..900)
        .map(|n| if n == 500 { "The lease ends in May 2031.\n".into() } else { format!("Clause {n} is void.\n") })
        .collect();
    let schema = json!({"type": "object", "properties": {"result": {"type": "string"}}, "required": ["result"]});
    let capped = asked(&json!({"result": lines}), &schema, 400, "when does the lease end?");
    assert!(capped["result"].as_str().unwrap().contains("The lease ends in May 2031."), "{capped}");
    assert!(capped.to_string().len() > 300, "{capped}");
}

#[test]
fn members_that_no_schema_names_and_items_with_schemas_of_their_own_stay_for_a_question() {
    let open = json!({"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}});
    let mut value = object(&["a", "b", "c", "d", "e", "f", "lease", "g"]);
    value["id"] = json!(7);
    value["lease"] = json!("it ends in May 2031");
    let capped = asked(&value, &open, 60, "when does the lease end?");
    assert_eq!((&capped["lease"], &capped["id"]), (&value["lease"], &value["id"]), "{capped}");

    // Items with schemas by position: all up to the answer, or none that is out of its place.
    let tuple = json!({"prefixItems": [{"type": "integer"}, {"type": "boolean"}], "items": {"type": "string"}});
    let mut items = vec![json!(1), json!(true)];
    items.extend((0..60).map(|n| json!(if n == 9 { "the lease ends in May".into() } else { format!("page {n}") })));
    let capped = asked(&json!(items), &tuple, 200, "when does the lease end?");
    assert!(capped.as_array().unwrap().contains(&json!("the lease ends in May")), "{capped}");
    assert_eq!((&capped[0], &capped[1]), (&json!(1), &json!(true)));
}

#[test]
fn a_list_of_distinct_items_stays_one_or_is_refused() {
    let text = json!({"type": "string", "maxLength": 3});
    let unique = |items: &Value| json!({"type": "array", "uniqueItems": true, "items": items});
    let record = json!({"properties": {"id": {}, "note": text}});
    let cases = [
        (unique(&text), json!(["abcdef", "xyzabc"]), Some(json!(["abc", "xyz"]))),
        (unique(&text), json!(["abcdef", "abcxyz"]), None),
        (unique(&text), json!(["abcdef", "abc"]), None),
        // Nothing to cut, so nothing of ours.
        (unique(&text), json!(["abc", "abc"]), Some(json!(["abc", "abc"]))),
        (json!({"type": "array", "items": text}), json!(["abcd", "abcx"]), Some(json!(["abc", "abc"]))),
        (
            unique(&record),
            json!([{"id": 1, "note": "abcd"}, {"id": 2, "note": "abcx"}]),
            Some(json!([{"id": 1, "note": "abc"}, {"id": 2, "note": "abc"}])),
        ),
        (unique(&record), json!([{"id": 1, "note": "abcd"}, {"note": "abcx", "id": 1}]), None),
        (unique(&unique(&text)), json!([["abcd"], ["abcx"]]), None),
        (json!({"properties": {"a": unique(&text)}}), json!({"a": ["abcd", "abcx"]}), None),
    ];
    for (schema, value, expected) in cases {
        for options in [ValueOptions::new(), ValueOptions::new().max_total_bytes(1000).expect("a total")] {
            match (cap_to_schema(&value, &schema, &options), &expected) {
                (Ok(capped), Some(expected)) => {
                    assert_eq!(&*capped.value, expected);
                    assert_eq!(capped.truncated, value != *expected);
                }
                (Err(error), None) => {
                    let place = if value.is_object() { "/a" } else { "" };
                    let rule = "two items would become equal when they are cut, and the schema wants them distinct";
                    assert_eq!(error.to_string(), format!("value: in the list at {place:?} {rule}"));
                }
                (found, _) => panic!("{value}: {found:?}, not {expected:?}"),
            }
        }
    }
}
