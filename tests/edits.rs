//! Edits of messages: where each one lands, and which are refused in which words.

use serde_json::{Value, json};
use tooltrim::messages::{Edit, apply_edits};

fn messages() -> Vec<Value> {
    let Value::Array(messages) = json!([
        {"role": "user", "content": "hi"},
        {"role": "assistant", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]},
        {"role": "user", "content": "bye", "meta": {"list": [1, [2, 3]], "a/b": 1, "7": 2}},
    ]) else {
        panic!("a list")
    };
    messages
}

fn edits(edits: &Value) -> Vec<Edit> {
    edits.as_array().unwrap().iter().map(|edit| Edit::from_json(edit.clone()).unwrap()).collect()
}

fn applied(list: &Value) -> Value {
    apply_edits(&messages(), &edits(list)).unwrap().into()
}

fn refused(list: &Value) -> String {
    apply_edits(&messages(), &edits(list)).unwrap_err().to_string()
}

#[test]
fn positions_are_those_of_the_original_whatever_other_edits_do() {
    assert_eq!(
        applied(&json!([
            {"insert": 3, "message": {"role": "assistant", "content": "last"}},
            {"drop": "/0"},
            {"insert": "/1/content/1", "part": {"type": "text", "text": "between"}},
            {"insert": "/1/content/2", "part": {"type": "text", "text": "end"}},
            {"text": "/1/content/1/text", "value": "B"},
            {"insert": 0, "message": {"role": "user", "content": "first"}},
            {"insert": 0, "message": {"role": "user", "content": "second"}},
        ])),
        json!([
            {"role": "user", "content": "first"},
            {"role": "user", "content": "second"},
            {"role": "assistant", "content": [
                {"type": "text", "text": "a"},
                {"type": "text", "text": "between"},
                {"type": "text", "text": "B"},
                {"type": "text", "text": "end"},
            ]},
            {"role": "user", "content": "bye", "meta": {"list": [1, [2, 3]], "a/b": 1, "7": 2}},
            {"role": "assistant", "content": "last"},
        ])
    );
}

#[test]
fn members_are_set_added_and_dropped_and_the_others_keep_their_order() {
    let out = applied(&json!([
        {"drop": "/2/content"},
        {"set": "/2/meta/list/1/0", "value": {"deep": true}},
        {"set": "/2/meta/a~1b", "value": null},
        {"drop": "/2/meta/7"},
        {"set": "/0/name", "value": "ann"},
        {"drop": "/1/content/0"},
    ]));
    assert_eq!(
        out.to_string(),
        concat!(
            r#"[{"role":"user","content":"hi","name":"ann"},"#,
            r#"{"role":"assistant","content":[{"type":"text","text":"b"}]},"#,
            r#"{"role":"user","meta":{"list":[1,[{"deep":true},3]],"a/b":null}}]"#
        )
    );
}

#[test]
fn a_path_that_leads_nowhere_is_refused() {
    let part = json!({"type": "text", "text": "x"});
    for (edit, path) in [
        (json!({"drop": "/3"}), "/3"),
        (json!({"set": "/3", "value": 1}), "/3"),
        (json!({"drop": "/01"}), "/01"),
        (json!({"drop": "/0/name"}), "/0/name"),
        (json!({"set": "/0/a/b", "value": 1}), "/0/a/b"),
        (json!({"set": "/0/content/0", "value": 1}), "/0/content/0"),
        (json!({"set": "/2/meta/list/2", "value": 1}), "/2/meta/list/2"),
        (json!({"set": "/2/meta/list/9/0", "value": 1}), "/2/meta/list/9/0"),
        (json!({"insert": 4, "message": {}}), "/4"),
        (json!({"insert": "/0/role", "part": part}), "/0/role"),
        (json!({"insert": "/1/content/3", "part": part}), "/1/content/3"),
        (json!({"insert": "/1/content/-", "part": part}), "/1/content/-"),
    ] {
        assert_eq!(refused(&json!([edit])), format!("edits[0]: {path:?} leads nowhere"));
    }
    assert_eq!(refused(&json!([{"drop": "/0"}, {"drop": "/9"}])), r#"edits[1]: "/9" leads nowhere"#);
    let list = Edit::Drop { path: String::new() };
    assert_eq!(
        apply_edits(&messages(), &[list]).unwrap_err().to_string(),
        r#"edits[0]: "" is not a JSON Pointer into the messages"#
    );
}

#[test]
fn a_place_that_another_edit_names_or_holds_is_refused() {
    let twice = r#"edits[1]: "/0" is named by another edit, too"#;
    assert_eq!(refused(&json!([{"drop": "/0"}, {"set": "/0", "value": 1}])), twice);
    assert_eq!(refused(&json!([{"text": "/0/content", "value": "x"}, {"drop": "/0"}])), twice);
    let within = r#"edits[1]: "/1/content/0" is within what another edit replaces or drops"#;
    assert_eq!(refused(&json!([{"drop": "/1"}, {"drop": "/1/content/0"}])), within);
    let part = json!({"insert": "/1/content/0", "part": 1});
    assert_eq!(refused(&json!([{"set": "/1/content", "value": []}, part])), within);
}
