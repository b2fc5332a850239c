//! Which members of an object stay, and what stands in place of what is too deep.

use crate::support::cases;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use tooltrim::values::Limit;
use tooltrim::{ValueOptions, trim_value};

use super::laws::values;

fn object(names: &[&str]) -> Value {
    names.iter().map(|name| ((*name).to_owned(), json!(1))).collect::<Map<_, _>>().into()
}

fn trimmed(value: &Value, options: &ValueOptions) -> Value {
    trim_value(value, options).expect("options").value.into_owned()
}

#[test]
fn the_first_keys_stay_and_the_flag_is_none_of_them() {
    let names = ["a", "b", "c", "d", "e"];
    for (count, most, flag) in
        (0..=5).flat_map(|count| (0..6).flat_map(move |most| (0..=6).map(move |flag| (count, most, flag))))
    {
        let mut given = names[..count].to_vec();
        // Six: there is no flag yet.
        if flag < 6 {
            given.insert(flag.min(count), "cut");
        }
        let value = object(&given);
        let options = ValueOptions::new().max_keys(most).flag("cut");
        let expected = if count <= most {
            value.clone()
        } else {
            let mut kept = object(&names[..most]);
            let at = if flag < 6 { flag.min(most) } else { most };
            kept.as_object_mut().unwrap().shift_insert(at, "cut".into(), json!(true));
            kept
        };
        // As text: the order of the members counts.
        assert_eq!(trimmed(&value, &options).to_string(), expected.to_string(), "{most} of {value}");
        assert_eq!(trimmed(&expected, &options), expected);
    }
}

#[test]
fn what_a_list_says_of_missing_items_obeys_the_limit_of_its_strings() {
    let value: Value = (0..40).collect();
    let says = |most: usize| {
        let options = ValueOptions::new().max_string_bytes(most).max_total_bytes(60).expect("a total");
        trimmed(&value, &options).to_string()
    };
    assert_eq!(says(30), r#"[0,1,2,3,4,5,6,7,8,9,"[24 items omitted]",34,35,36,37,38,39]"#);
    assert_eq!(says(8), r#"[0,1,2,3,4,5,6,7,8,9,10,11,"...",31,32,33,34,35,36,37,38,39]"#);
    assert_eq!(says(2), "[0,1,2,3,4,5,6,7,8,9,10,11,12,30,31,32,33,34,35,36,37,38,39]");
}

#[test]
fn only_a_beginning_of_a_list_stays_where_one_of_its_items_has_a_limit_of_its_own() {
    let value: Value = (0..40).collect();
    let with = |pattern: &str| {
        let options = ValueOptions::new().max_total_bytes(60).expect("a total");
        let options = options.limit(pattern, Limit::default().max_items(1)).expect("a pattern");
        trimmed(&value, &options).to_string()
    };
    let both_ends = r#"[0,1,2,3,4,5,6,7,8,9,"[24 items omitted]",34,35,36,37,38,39]"#;
    assert_eq!(with("[40]"), both_ends, "there is no such item");
    assert!(with("[39]").ends_with(r#" items omitted]"]"#), "{}", with("[39]"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(300), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_too_deep_becomes_the_longest_text_that_takes_no_more_room(value in values(), deep in any::<bool>()) {
        prop_assume!(value.as_array().is_some_and(|items| !items.is_empty()) || value.as_object().is_some_and(|all| !all.is_empty()));
        let size = value.to_string().len();
        let (depth, levels) = if deep { (2, "2 levels") } else { (1, "1 level") };
        let full = format!("[content deeper than {levels} omitted]");
        let said = [&*full, "[content omitted]", "[truncated]", "..."].into_iter().find(|text| text.len() + 2 <= size);
        let within = |inner: Value| if deep { json!([{"a": inner}]) } else { json!([inner]) };
        let expected = within(json!(said.unwrap_or_default()));
        prop_assert_eq!(trimmed(&within(value), &ValueOptions::new().max_depth(depth)), expected);
    }
}

#[test]
fn an_empty_container_has_nothing_that_is_too_deep() {
    for value in [json!([[]]), json!([{}]), json!({"a": [], "b": {}})] {
        let cut = trim_value(&value, &ValueOptions::new().max_depth(1)).expect("options");
        assert_eq!((&*cut.value, cut.truncated), (&value, false));
    }
    let root = json!([]);
    assert_eq!(trimmed(&root, &ValueOptions::new().max_depth(0)), root);
    assert_eq!(trimmed(&json!([[["abc"]]]), &ValueOptions::new().max_depth(2)), json!([["..."]]));
}
