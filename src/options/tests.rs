//! The types of other languages are held to what is declared here.

mod declarations;
mod hosts;
mod unions;

use std::string::{String, ToString};
use std::vec::Vec;

use super::{NamedOption, OptionValue};
use crate::calls::Threshold;
use crate::error::Error;
use crate::trimming::RescueOptions;
use crate::values::ByteLimit;
use crate::{Budget, CleanOptions, CompactOptions, Retrieve, TrimOptions, TruncationConfig, ValueOptions};
use declarations::{camel, file, members};

type Set = fn(&NamedOption<'_>) -> Result<(), Error>;

/// Options that are set together, and the places that describe them.
struct Options {
    set: Set,
    /// Those that are rows of a macro, by the names of their fields.
    declared: &'static [&'static str],
    /// A file and an interface.
    typescript: &'static str,
    /// A package and a record; the component takes others as JSON.
    wit: Option<&'static str>,
    /// A file and the beginning of a declaration.
    python: &'static str,
}

const STRUCTS: [Options; 8] = [
    Options {
        set: |o| TrimOptions::new().set(o),
        declared: TrimOptions::DECLARED,
        typescript: "text/options.ts TrimOptions",
        wit: Some("text trim-options"),
        python: "_options.py class OtherTrimOptions(",
    },
    Options {
        set: |o| RescueOptions::new().set(o),
        declared: RescueOptions::DECLARED,
        typescript: "text/options.ts RescueOptions",
        wit: Some("text rescue-options"),
        python: "_options.py class RescueOptions(",
    },
    Options {
        set: |o| CleanOptions::new().set(o),
        declared: CleanOptions::DECLARED,
        typescript: "text/options.ts CleanOptions",
        wit: Some("text clean-options"),
        python: "_options.py class CleanOptions(",
    },
    Options {
        set: |o| ValueOptions::new().set(o),
        declared: ValueOptions::DECLARED,
        typescript: "value/types.ts ValueOptions",
        wit: Some("values value-options"),
        python: "values.py class ValueOptions(",
    },
    Options {
        set: |o| ByteLimit::default().set(o),
        declared: ByteLimit::DECLARED,
        typescript: "value/caps.ts ByteLimitOptions",
        wit: Some("values byte-limit-options"),
        python: "values.py def truncate_string_to_bytes(",
    },
    Options {
        set: |o| TruncationConfig::new().set(o),
        declared: TruncationConfig::DECLARED,
        typescript: "calls/calls.ts TruncationConfig",
        wit: None,
        python: "history.py Config: ``",
    },
    Options {
        set: |o| CompactOptions::unset().set(o),
        declared: CompactOptions::DECLARED,
        typescript: "compaction/types.ts CompactOptions",
        wit: None,
        python: "compaction.py class CompactOptions(",
    },
    Options {
        set: |o| Retrieve::new().set(o),
        declared: Retrieve::DECLARED,
        typescript: "store/retrieve.ts RetrieveOptions",
        wit: None,
        python: "store.py _PART = (",
    },
];

impl Options {
    fn knows(&self, name: &str) -> bool {
        let option = NamedOption { name, value: OptionValue::Null, shown: "null" };
        !(self.set)(&option).is_err_and(|error| option.is_unknown(&error))
    }

    /// The names of all options, as the error of a wrong one lists them.
    fn known(&self) -> Vec<String> {
        let error = (self.set)(&NamedOption { name: "", value: OptionValue::Null, shown: "null" }).unwrap_err();
        error.message().split_once("known are ").unwrap().1.split(", ").map(ToString::to_string).collect()
    }

    fn is_argument(&self, name: &str) -> bool {
        ARGUMENTS.contains(&(self.typescript, name))
    }

    fn declared(&self) -> impl Iterator<Item = String> {
        self.declared.iter().map(|field| camel(field))
    }
}

/// Options that only the hosts know: they keep what a name stands for, or hand it over as an argument.
const OF_HOSTS: [&str; 6] = ["tokens", "redact", "store", "state", "onEvent", "create"];
/// Arguments of their own in TypeScript and WIT.
const ARGUMENTS: [(&str, &str); 1] = [("value/caps.ts ByteLimitOptions", "maxBytes")];

/// The members of an interface or a record.
fn members_of(path: &str, begins: &str) -> Vec<String> {
    let text = file(path);
    members(text.split_once(begins).unwrap_or_else(|| panic!("{path} has no {begins}")).1, "}", ':')
}

#[test]
fn typescript_has_each_option_and_no_other() {
    for options in STRUCTS {
        let (path, interface) = options.typescript.split_once(' ').unwrap();
        let path = ["js/src/", path].concat();
        let mut names = members_of(&path, &["export interface ", interface, " "].concat());
        if file(&path).contains([interface, " extends WriteOptions"].concat().as_str()) {
            let inherited = ["export interface WriteOptions ", "export interface MessageOptions "];
            names.extend(inherited.into_iter().flat_map(|begins| members_of("js/src/messages/types.ts", begins)));
        }
        for name in &names {
            assert!(options.knows(name) || OF_HOSTS.contains(&name.as_str()), "{interface} has {name}");
        }
        for name in options.known() {
            let is_host = OF_HOSTS.contains(&name.as_str());
            assert!(names.contains(&name) || is_host || options.is_argument(&name), "{interface} lacks {name}");
        }
    }
}

/// Members of records that choose the options to start from: functions in Rust, objects in JavaScript; and what others
/// say by `false` in place of an object.
const START_FROM: [&str; 2] = ["preset", "on"];
/// The component returns events instead; of a text that is cut to bytes, none.
const EVENTS: [&str; 2] = ["scope", "onTruncate"];
const WITHOUT_EVENTS: (&str, &str) = ("value/caps.ts ByteLimitOptions", "label");

#[test]
fn wit_has_each_option_and_no_other() {
    for options in STRUCTS {
        let Some((package, record)) = options.wit.and_then(|place| place.split_once(' ')) else { continue };
        let names = members_of(&["wit/", package, ".wit"].concat(), &["record ", record, " "].concat());
        let names: Vec<String> = names.iter().map(|name| camel(name)).collect();
        for name in names.iter().filter(|name| !START_FROM.contains(&name.as_str())) {
            assert!(options.knows(name), "{record} has {name}");
        }
        for name in options.known() {
            let is_host = [&OF_HOSTS[..], &EVENTS].concat().contains(&name.as_str())
                || (options.typescript, name.as_str()) == WITHOUT_EVENTS;
            assert!(names.contains(&name) || is_host || options.is_argument(&name), "{record} lacks {name}");
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
    for options in STRUCTS {
        let place = options.typescript;
        for misspelt in ["maxchars", "", "x.", "constructor"] {
            let error =
                (options.set)(&NamedOption { name: misspelt, value: OptionValue::Null, shown: "null" }).unwrap_err();
            let (name, known) = error.message().split_once(": is not an option; known are ").unwrap();
            let known: Vec<&str> = known.split(", ").collect();
            assert_eq!(name, misspelt);
            for name in options.declared() {
                assert_eq!(known.iter().filter(|each| **each == name).count(), 1, "{place}: {name}");
            }
            assert!(known.iter().all(|name| options.knows(name)), "{place}: {known:?}");
        }
    }
}

#[test]
fn a_name_is_not_known_by_what_follows_a_dot_in_it() {
    for options in STRUCTS {
        for name in options.declared() {
            assert!(!options.knows(&["x.", &name].concat()), "{}: x.{name}", options.typescript);
        }
    }
}
