//! Each limit by itself, and what no cut names.

use std::collections::HashSet;

use proptest::prelude::*;
use serde_json::Value;
use tooltrim::{ValueOptions, trim_value};

use super::laws::{options, values};
use crate::support::cases;

/// The most bytes in a text and in a name, items, members, and levels below.
fn largest(value: &Value) -> [usize; 5] {
    let inner = |all: &mut dyn Iterator<Item = &Value>| {
        all.map(largest).fold([0; 5], |most, one| std::array::from_fn(|at| most[at].max(one[at])))
    };
    match value {
        Value::String(text) => [text.len(), 0, 0, 0, 0],
        Value::Array(items) => {
            let [text, name, most, members, levels] = inner(&mut items.iter());
            [text, name, most.max(items.len()), members, levels + usize::from(!items.is_empty())]
        }
        Value::Object(all) => {
            let [text, name, items, members, levels] = inner(&mut all.values());
            let longest = all.keys().map(String::len).max().unwrap_or_default();
            [text, name.max(longest), items, members.max(all.len()), levels + usize::from(!all.is_empty())]
        }
        _ => [0; 5],
    }
}

/// Whether two values are the same but where a cut is named. A name that was shortened is named as it is now.
fn same(before: &Value, after: &Value, path: &str, cuts: &HashSet<&str>) -> bool {
    if cuts.contains(path) {
        return true;
    }
    match (before, after) {
        (Value::Array(before), Value::Array(after)) if before.len() == after.len() => {
            let pairs = before.iter().zip(after).enumerate();
            pairs.into_iter().all(|(at, (before, after))| same(before, after, &format!("{path}/{at}"), cuts))
        }
        (Value::Object(before), Value::Object(after)) if before.len() == after.len() => {
            before.iter().zip(after).all(|((name, before), (now, after))| {
                let here = format!("{path}/{}", now.replace('~', "~0").replace('/', "~1"));
                if name == now { same(before, after, &here, cuts) } else { cuts.contains(&*here) }
            })
        }
        _ => before == after,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(300), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_limit_holds(
        value in values(), bytes in 0_usize..120, just in any::<bool>(), items in 0_usize..6, keys in 0_usize..6, levels in 1_usize..6,
    ) {
        // Half of them by a single byte below the longest text.
        let bytes = if just { largest(&value)[0].saturating_sub(1) } else { bytes };
        let options = ValueOptions::new().max_string_bytes(bytes).max_items(items).max_keys(keys).max_depth(levels);
        let trimmed = trim_value(&value, &options).expect("options");
        // Shorter names could not stay apart.
        let limits = [bytes, bytes.max(16), items, keys, levels];
        let found = largest(&trimmed.value);
        prop_assert!(found.iter().zip(limits).all(|(found, limit)| *found <= limit), "{found:?}, {limits:?}");
    }

    #[test]
    fn what_no_cut_names_is_as_it_was(value in values(), options in options(&[None])) {
        let trimmed = trim_value(&value, &options).expect("options");
        let cuts = trimmed.cuts.iter().map(|cut| &*cut.path).collect();
        prop_assert!(same(&value, &trimmed.value, "", &cuts), "{:?}\n{}\n{}", trimmed.cuts, value, trimmed.value);
    }
}
