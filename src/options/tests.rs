//! The types of other languages are held to what is declared here.

use std::fs;
use std::string::{String, ToString};
use std::vec::Vec;

use super::{NamedOption, OptionValue};
use crate::calls::Threshold;
use crate::error::Error;
use crate::trimming::RescueOptions;
use crate::values::ByteLimit;
use crate::{Budget, CleanOptions, CompactOptions, Retrieve, TrimOptions, TruncationConfig, ValueOptions};

type Set = fn(&NamedOption<'_>) -> Result<(), Error>;

/// Structs of options: how one is set, what they declare, and where TypeScript and WIT describe them.
const STRUCTS: [(Set, &[&str], &str, &str); 8] = [
    (|o| TrimOptions::new().set(o), TrimOptions::DECLARED, "text/options.ts TrimOptions", "text trim-options"),
    (|o| RescueOptions::new().set(o), RescueOptions::DECLARED, "text/options.ts RescueOptions", "text rescue-options"),
    (|o| CleanOptions::new().set(o), CleanOptions::DECLARED, "text/options.ts CleanOptions", "text clean-options"),
    (|o| ValueOptions::new().set(o), ValueOptions::DECLARED, "value/types.ts ValueOptions", "values value-options"),
    (
        |o| ByteLimit::default().set(o),
        ByteLimit::DECLARED,
        "value/caps.ts ByteLimitOptions",
        "values byte-limit-options",
    ),
    (
        |o| TruncationConfig::new().set(o),
        TruncationConfig::DECLARED,
        "calls/calls.ts TruncationConfig",
        "calls truncation-config",
    ),
    (|o| CompactOptions::unset().set(o), CompactOptions::DECLARED, "compaction/types.ts CompactOptions", ""),
    (|o| Retrieve::new().set(o), Retrieve::DECLARED, "store/retrieve.ts RetrieveOptions", ""),
];

/// Options that only the hosts know: they keep what a name stands for, or hand it over as an argument.
const OF_HOSTS: [&str; 6] = ["tokens", "redact", "store", "state", "onEvent", "create"];
/// Declared, and an argument of its own in TypeScript.
const ARGUMENTS: [&str; 1] = ["maxBytes"];

fn file(path: &str) -> String {
    fs::read_to_string([env!("CARGO_MANIFEST_DIR"), "/", path].concat()).unwrap_or_else(|_| panic!("{path}"))
}

/// The names that stand in the braces after a beginning, each before `end`.
fn names_in(text: &str, begins: &str, end: char) -> Vec<String> {
    let block = text.split_once(begins).unwrap_or_else(|| panic!("no {begins}")).1;
    let lines = block.lines().skip(1).take_while(|line| line.trim() != "}");
    let name = |line: &str| {
        let (name, _) = line.trim().trim_start_matches("readonly ").split_once(end)?;
        let name = name.trim_end_matches('?').trim_start_matches('%');
        let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') && !name.is_empty();
        is_name.then(|| name.to_string())
    };
    lines.filter_map(name).collect()
}

/// The name of an option in JavaScript's spelling.
fn public_name(field: &str) -> String {
    let mut words = field.split('_').map(ToString::to_string);
    let first = words.next().unwrap_or_default();
    words.fold(first, |name, word| name + &word[..1].to_ascii_uppercase() + &word[1..])
}

fn is_known(set: Set, name: &str) -> bool {
    let option = NamedOption { name, value: OptionValue::Null, shown: "null" };
    !set(&option).is_err_and(|error| option.is_unknown(&error))
}

#[test]
fn typescript_has_each_option_and_no_other() {
    for (set, declared, place, _) in STRUCTS {
        let (path, interface) = place.split_once(' ').unwrap();
        let text = file(&["js/src/", path].concat());
        let mut names = names_in(&text, &["export interface ", interface, " "].concat(), ':');
        if text.contains([interface, " extends WriteOptions"].concat().as_str()) {
            let inherited = file("js/src/messages/types.ts");
            names.extend(names_in(&inherited, "export interface WriteOptions ", ':'));
            names.extend(names_in(&inherited, "export interface MessageOptions ", ':'));
        }
        for name in &names {
            assert!(is_known(set, name) || OF_HOSTS.contains(&name.as_str()), "{interface} has {name}");
        }
        for name in declared.iter().map(|field| public_name(field)) {
            let is_host = OF_HOSTS.contains(&name.as_str()) || ARGUMENTS.contains(&name.as_str());
            assert!(names.contains(&name) || is_host, "{interface} lacks {name}");
        }
    }
}

/// Members of records that choose the options to start from: functions in Rust, objects in JavaScript.
const START_FROM: [&str; 2] = ["preset", "dialect"];

#[test]
fn wit_has_no_option_that_is_none() {
    for (set, _, _, place) in STRUCTS.iter().filter(|(.., place)| !place.is_empty()) {
        let (package, record) = place.split_once(' ').unwrap();
        let names = names_in(&file(&["wit/", package, ".wit"].concat()), &["record ", record, " "].concat(), ':');
        assert!(!names.is_empty());
        for name in names.iter().filter(|name| !START_FROM.contains(&name.as_str())) {
            assert!(is_known(*set, &public_name(&name.replace('-', "_"))), "{record} has {name}");
        }
    }
}

#[test]
fn a_declared_option_is_set_by_its_method_and_by_its_name() {
    let by_name = |name, value| {
        let mut config = TruncationConfig::new();
        config.set(&NamedOption { name, value, shown: "" }).map(|()| config)
    };
    let calls = by_name("recentCallsToKeep", OptionValue::Number(2.9)).unwrap();
    assert_eq!(calls, TruncationConfig::new().recent_calls_to_keep(2));
    let size = OptionValue::Object(Vec::from([("tokens".to_string(), OptionValue::Number(9.0))]));
    let threshold = Threshold::Size(Budget::Tokens(9));
    assert_eq!(by_name("truncationThreshold", size).unwrap(), TruncationConfig::new().truncation_threshold(threshold));
    let error = by_name("recent_calls_to_keep", OptionValue::Number(2.0)).unwrap_err();
    assert!(error.message().starts_with("recent_calls_to_keep: is not an option; known are recentCallsToKeep, "));
}

#[test]
fn the_error_of_an_unknown_name_lists_all_that_are_known_and_no_other() {
    for (set, declared, place, _) in STRUCTS {
        for misspelt in ["maxchars", "", "x.", "constructor"] {
            let error = set(&NamedOption { name: misspelt, value: OptionValue::Null, shown: "null" }).unwrap_err();
            let (name, known) = error.message().split_once(": is not an option; known are ").unwrap();
            let known: Vec<&str> = known.split(", ").collect();
            assert_eq!(name, misspelt);
            for name in declared.iter().map(|field| public_name(field)) {
                assert_eq!(known.iter().filter(|each| **each == name).count(), 1, "{place}: {name}");
            }
            assert!(known.iter().all(|name| is_known(set, name)), "{place}: {known:?}");
        }
    }
}

#[test]
fn a_name_is_not_known_by_what_follows_a_dot_in_it() {
    for (set, declared, place, _) in STRUCTS {
        for name in declared.iter().map(|field| public_name(field)) {
            assert!(!is_known(set, &["x.", &name].concat()), "{place}: x.{name}");
        }
    }
}
