//! Python and the command have the options of the core, and no other.

use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use super::declarations::{after, camel, members, quoted, union};
use super::{OF_HOSTS, Options, STRUCTS};

/// Options that the command takes in its configuration, of which its flags are made.
pub(super) struct Command {
    /// The place of these options in TypeScript.
    pub(super) typescript: &'static str,
    pub(super) section: &'static str,
    /// For programs only: functions, or what a session or a command line has in another way.
    pub(super) unconfigured: &'static [&'static str],
}

pub(super) const COMMAND: [Command; 2] = [
    Command {
        typescript: "text/options.ts TrimOptions",
        section: "trim",
        unconfigured: &["label", "scope", "onTruncate"],
    },
    Command {
        typescript: "compaction/types.ts CompactOptions",
        section: "compact",
        unconfigured: &["format", "summaryRole", "acknowledge", "tools", "economics", "mediaTokens", "onInvalid"],
    },
];

/// Arguments of functions in Python beside the options.
const OTHER_ARGUMENTS: [&str; 3] = ["text", "scope", "onTruncate"];
/// How calls that stay are rendered is no question where they stay as they are.
const NOT_IN_PYTHON: [(&str, &str); 1] = [("calls/calls.ts TruncationConfig", "rendering")];

#[test]
fn python_has_each_option_and_no_other() {
    for options in STRUCTS {
        let (path, begins) = options.python.split_once(' ').unwrap();
        let names = in_python(path, begins);
        for name in &names {
            let is_other = OF_HOSTS.contains(&name.as_str()) || OTHER_ARGUMENTS.contains(&name.as_str());
            assert!(options.knows(name) || is_other, "{path} {begins} has {name}");
        }
        for name in options.known().iter().filter(|name| !OF_HOSTS.contains(&name.as_str())) {
            let is_left_out = NOT_IN_PYTHON.contains(&(options.typescript, name.as_str()));
            assert!(names.contains(name) || is_left_out, "{path} {begins} lacks {name}");
        }
    }
}

/// The names of options in a class, a signature, a tuple or a documentation, in the core's spelling.
fn in_python(path: &str, begins: &str) -> Vec<String> {
    let path = format!("python/src/tooltrim_core/{path}");
    let text = after(&path, begins);
    let names: Vec<String> = if begins.starts_with("class ") {
        let keys = text.split("\"\"\"").nth(2).unwrap();
        let keys = members(keys.split_once("\n\n\n").unwrap().0, "", ':');
        // One that is an argument, too, stands in a class of its own.
        keys.into_iter().chain(begins.contains("OtherTrimOptions").then(|| "max_chars".to_string())).collect()
    } else if begins.starts_with("def ") {
        members(text.split_once("\n)").unwrap().0, "", ':')
    } else if begins.ends_with('`') {
        let names = text.split_once(".\n").unwrap().0.split("``").step_by(2).map(ToString::to_string);
        names.filter(|name| !name.contains([' ', '"'])).collect()
    } else {
        quoted(text.split_once(')').unwrap().0)
    };
    names.iter().map(|name| camel(name)).collect()
}

#[test]
fn the_command_has_each_option_and_no_other() {
    for command in COMMAND {
        let options = STRUCTS.into_iter().find(|options| options.typescript == command.typescript).unwrap();
        let configured = configured(command.section);
        for name in &configured {
            // What the command does before it trims.
            let is_own = ["preset", "redact"].contains(&name.as_str());
            assert!(options.knows(name) || is_own, "{} has {name}", command.section);
        }
        let is_asked = |name: &&String| ![command.unconfigured, &OF_HOSTS].concat().contains(&name.as_str());
        for name in options.known().iter().filter(is_asked) {
            assert!(configured.contains(name), "config-schema.ts {} lacks {name}", command.section);
        }
    }
}

/// The keys of a section of the configuration.
fn configured(section: &str) -> Vec<String> {
    let text = after("js/src/cli/config-schema.ts", &format!("    {section}: section("));
    let own = text.split_once("\n    })").unwrap().0.split("\n      ").filter(|line| !line.starts_with(' '));
    own.filter_map(|line| line.split_once(':')).map(|(name, _)| name.to_string()).filter(|name| is_word(name)).collect()
}

fn is_word(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric())
}

#[test]
fn the_command_has_each_part_of_an_option() {
    let known = |typescript: &str| -> Vec<String> {
        STRUCTS.iter().find(|options| options.typescript == typescript).map(Options::known).unwrap()
    };
    let schema = "js/src/cli/config-schema.ts";
    assert_eq!(union(schema, "export const cleanKinds = ["), known("text/options.ts CleanOptions"));
    let rescue = members(&after(schema, "section(\"how\", {"), "}),", ':');
    assert_eq!(rescue, known("text/options.ts RescueOptions"));
}
