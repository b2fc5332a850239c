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
