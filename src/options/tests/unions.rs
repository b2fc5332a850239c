//! Unions of names in other languages hold the names of the core, and no other.

use std::string::{String, ToString};
use std::vec::Vec;
use std::{format, vec};

use super::declarations::{after, file, kebab, members, quoted, snake, union};
use super::hosts::COMMAND;
use super::{Options, STRUCTS};
use crate::calls::Category;
use crate::messages::{Action, Rule, Stale};
use crate::options::{NamedOption, OptionValue};
use crate::signals::CutUnit;
use crate::text::presets;
use crate::tools::{ContractKind, tool_words};
use crate::trimming::Unit;
use crate::values::CutKind;
use crate::{CompactOptions, MessageFormat};

/// Where a union stands: a file, and the beginning of its declaration.
type Place = (&'static str, &'static str);

#[track_caller]
fn hold(names: &[String], places: &[Place]) {
    assert!(!names.is_empty());
    for &(path, begins) in places {
        let spell = if path.starts_with("wit/") { kebab } else { ToString::to_string };
        assert_same(union(path, begins), names.iter().map(|name| spell(name)).collect(), &format!("{path}: {begins}"));
    }
}

/// The order is that of the reader, and says nothing.
#[track_caller]
fn assert_same(mut found: Vec<String>, mut expected: Vec<String>, place: &str) {
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "{place}");
}

fn named<T: Copy>(all: impl IntoIterator<Item = T>, name: impl Fn(T) -> &'static str) -> Vec<String> {
    all.into_iter().map(|one| name(one).to_string()).collect()
}

/// The names in a `match` of the core, which no list repeats.
fn matched(path: &str, begins: &str) -> Vec<String> {
    quoted(after(path, begins).split_once("\n    }").unwrap().0)
}

const TYPES: &str = "js/src/messages/types.ts";

#[test]
fn message_formats() {
    let places = [
        (TYPES, "export type MessageFormat ="),
        ("wit/messages.wit", "enum message-format {"),
        ("python/src/tooltrim_core/messages.py", "MessageFormat = Literal["),
        ("js/src/cli/program.ts", "const formats = ["),
    ];
    hold(&named(MessageFormat::ALL, MessageFormat::name), &places);
}

#[test]
fn providers_rules_and_repairs() {
    let facts = MessageFormat::ALL.map(MessageFormat::facts);
    let mut providers = facts.map(|facts| [facts.providers, facts.enforced_elsewhere.1].concat()).concat();
    providers.sort_unstable();
    providers.dedup();
    hold(&named(providers, |name| name), &[(TYPES, "export type Provider =")]);
    hold(&named(Rule::ALL, Rule::name), &[(TYPES, "export type Rule =")]);
    hold(&named(Action::ALL, Action::name), &[(TYPES, "export interface Repair { > readonly action:")]);
}

#[test]
fn calls_and_what_became_of_them() {
    let places = [
        ("js/src/calls/calls.ts", "export type ToolCategory ="),
        ("wit/calls.wit", "enum category {"),
        ("python/src/tooltrim_core/history.py", "Category = Literal["),
    ];
    hold(&named(Category::ALL, Category::name), &places);
    hold(&named(Stale::ALL, Stale::name), &[("js/src/messages/inspect-types.ts", "export type Stale =")]);
    let rungs = matched("src/compact/plan/rung.rs", "pub const fn name(");
    hold(&rungs, &[("js/src/compaction/types.ts", "export type Rung =")]);
    let places =
        [("js/src/signals/violations.ts", "export type ContractKind ="), ("wit/tools.wit", "enum contract-kind {")];
    hold(&named(ContractKind::ALL, ContractKind::name), &places);
}

#[test]
fn cuts() {
    let places = [
        ("js/src/value/types.ts", "export interface Cut { > kind:"),
        ("wit/values.wit", "enum cut-kind {"),
        ("python/src/tooltrim_core/values.py", "class Cut: > kind: Literal["),
    ];
    hold(&named(CutKind::ALL, CutKind::name), &places);
    let of_texts = [("js/src/text/options.ts", "export interface TruncationEvent { > readonly unit:")];
    hold(&named(Unit::ALL, Unit::name), &of_texts);
    hold(&named(CutUnit::ALL, CutUnit::name), &[("wit/text.wit", "enum cut-unit {")]);
    // Of a value, strings are cut to bytes; all other units of texts are those of texts alone.
    let is_of_values = |unit: &CutUnit| *unit == CutUnit::Bytes || Unit::ALL.into_iter().all(|own| *unit != own.into());
    let of_values = [("js/src/value/types.ts", "export interface ValueTruncationEvent { > readonly unit:")];
    hold(&named(CutUnit::ALL.into_iter().filter(is_of_values), CutUnit::name), &of_values);
}

#[test]
fn agents_that_write_logs() {
    let agents = quoted(after("src/log/mod.rs", "\nagents! {").split_once("\n}").unwrap().0);
    hold(&agents, &[("js/src/messages/session-log.ts", "export type LogAgent =")]);
}

#[test]
fn parts_of_messages_of_tools() {
    hold(&named(tool_words(), |(name, _)| name), &[("js/src/tool/words.ts", "type ToolWords =")]);
}

#[test]
fn codes_of_errors() {
    let core = matched("src/error.rs", "pub const fn code(");
    // Faults of a store's storage, of memory and of a module that is not there yet: only hosts know them.
    let hosts = ["BACKEND_FAILED", "OUT_OF_MEMORY", "INTERNAL"].map(String::from);
    let all = [core, hosts.to_vec()].concat();
    hold(&[all.clone(), vec!["NOT_INITIALIZED".into()]].concat(), &[("js/src/errors.ts", "const CODES = [")]);
    let documented = after("python/src/tooltrim_core/errors.py", "``code`` is stable:");
    let codes = documented.split_once(". ").unwrap().0.split("``").skip(1).step_by(2).map(ToString::to_string);
    assert_same(codes.collect(), all, "errors.py");
}

#[test]
fn numbers_in_markers() {
    let table = after("src/marker.rs", "const NAMES: ");
    let names = quoted(table.split_once("\n];").unwrap().0);
    let documented = after("js/src/text/options.ts", "export interface TrimOptions > Text in place of");
    let documented = documented.split_once("readonly marker?:").unwrap().0;
    assert!(names.iter().all(|name| documented.contains(&format!("{{{name}}}"))), "{documented}");
}

#[test]
fn presets_of_texts() {
    let modes = named(presets::Mode::ALL, presets::Mode::name);
    let names = named(presets::names(), |name| name);
    let others: Vec<String> = names.iter().filter(|name| !modes.contains(name)).cloned().collect();
    assert_eq!(others.len() + modes.len(), names.len());

    hold(&modes, &[("js/src/text/presets.ts", "type OwnMode =")]);
    let modes_in_python = union("python/src/tooltrim_core/presets.py", "Mode = Literal[");
    assert_same(modes_in_python, modes.iter().map(|name| snake(name)).collect(), "presets.py Mode");

    let functions = [others.clone(), vec!["contextTrimmer".into()]].concat();
    let interface = after("js/src/text/presets.ts", "export interface Presets {");
    let found = [members(&interface, "}", ':'), members(&interface, "}", '(')].concat();
    assert_same(found, functions.clone(), "presets.ts Presets");
    let python = file("python/src/tooltrim_core/presets.py");
    let defined = python.split("\ndef ").skip(1).filter_map(|text| text.split('(').next());
    let defined = defined.filter(|name| !name.starts_with('_')).map(ToString::to_string).collect();
    assert_same(defined, functions.iter().map(|name| snake(name)).collect(), "presets.py");

    let in_wit =
        others.iter().map(|name| kebab(name)).chain(modes.iter().map(|name| "context-".to_string() + &kebab(name)));
    assert_same(union("wit/text.wit", "enum preset {"), in_wit.collect(), "text.wit preset");
    let command = after("js/src/cli/config-schema.ts", "export const presetNames = [");
    let of_command = quoted(command.split_once("\n];").unwrap().0);
    assert_same(of_command, [names, vec!["none".into()]].concat(), "config-schema.ts presetNames");
}

impl Options {
    /// The names that an option takes, as its error lists them; none if it takes anything else, too.
    fn choices(&self, name: &str) -> Vec<String> {
        let unknown = || OptionValue::Text("?".to_string());
        let listed = |value| {
            let error = (self.set)(&NamedOption { name, value, shown: "?" }).err()?;
            Some(quoted(error.message().split_once(" is not one of ")?.1))
        };
        listed(unknown()).or_else(|| listed(OptionValue::List(Vec::from([unknown()])))).unwrap_or_default()
    }
}

#[test]
fn options_that_choose_by_name() {
    let mut found = 0;
    for options in STRUCTS {
        for name in options.known() {
            let names = options.choices(&name);
            let (path, interface) = options.typescript.split_once(' ').unwrap();
            // The format of messages is inherited from other options, and has a test of its own.
            if names.is_empty() || (interface == "CompactOptions" && name == "format") {
                continue;
            }
            found += 1;
            let field = format!("export interface {interface} > readonly {name}?:");
            assert_same(union(&format!("js/src/{path}"), &field), names.clone(), &field);
            if let Some((package, record)) = options.wit.and_then(|place| place.split_once(' ')) {
                in_wit(&format!("wit/{package}.wit"), record, &kebab(&name), &names);
            }
            let (path, begins) = options.python.split_once(' ').unwrap();
            if begins.starts_with("class ") {
                in_python(&format!("python/src/tooltrim_core/{path}"), begins, &snake(&name), &names);
            }
            if let Some(command) = COMMAND.iter().find(|command| command.typescript == options.typescript)
                && !command.unconfigured.contains(&name.as_str())
            {
                in_command(command.section, &name, &names);
            }
        }
    }
    assert!(found >= 11, "{found}");
}

/// A member of a record in WIT: an option, or a list, of an enum.
fn in_wit(path: &str, record: &str, name: &str, names: &[String]) {
    let field = after(path, &format!("record {record} {{ > \n        {name}: option<"));
    let chosen = field.split_once(",\n").unwrap().0.trim_start_matches("list<").trim_end_matches('>');
    let spelled = names.iter().map(|name| kebab(name)).collect();
    assert_same(union(path, &format!("enum {chosen} {{")), spelled, &format!("{path}: {name}"));
}

/// A key of a class in Python: a literal, or the name of one.
fn in_python(path: &str, class: &str, key: &str, names: &[String]) {
    let text = after(path, &format!("{class} > \n    {key}: "));
    let line = text.lines().next().unwrap();
    let found = if line.contains('"') { quoted(line) } else { union(path, &format!("\n{line} = Literal[")) };
    assert_same(found, names.to_vec(), &format!("{path}: {key}"));
}

/// A key of the configuration of the command, of which its flag is made.
fn in_command(section: &str, name: &str, names: &[String]) {
    let schema = "js/src/cli/config-schema.ts";
    let configured = after(schema, &format!("{section}: section( > \n      {name}: > ["));
    assert_same(quoted(configured.split_once(']').unwrap().0), names.to_vec(), &format!("{schema}: {name}"));
}

#[test]
fn renderings_of_calls() {
    let config = STRUCTS.iter().find(|options| options.typescript.ends_with(" TruncationConfig")).unwrap();
    let places = [
        (TYPES, "export interface RenderOptions > readonly rendering?:"),
        ("python/src/tooltrim_core/messages.py", "def render_as_text( > rendering: Literal["),
    ];
    hold(&config.choices("rendering"), &places);
}

#[test]
fn bindings_of_thinking() {
    let compaction = STRUCTS.iter().find(|options| options.typescript.ends_with(" CompactOptions")).unwrap();
    let places = [
        (TYPES, "export interface ValidateOptions > readonly thinking?:"),
        ("python/src/tooltrim_core/messages.py", "\nThinking = Literal["),
        ("wit/messages.wit", "enum thinking-binding {"),
        ("js/src/cli/program.ts", "const bindings = ["),
    ];
    hold(&compaction.choices("thinking"), &places);
}

#[test]
fn policies_of_tools() {
    let tool = |key: &str| {
        let member = |name: &str, value| OptionValue::Object(Vec::from([(name.to_string(), value)]));
        let value = member("a", member(key, OptionValue::Text("?".into())));
        let error = CompactOptions::unset().set(&NamedOption { name: "tools", value, shown: "" }).unwrap_err();
        quoted(error.message().split_once(" is not one of ").unwrap().1)
    };
    hold(&tool("keep"), &[("js/src/compaction/types.ts", "export interface ToolPolicy { > readonly keep?:")]);
    assert_eq!(tool("category"), named(Category::ALL, Category::name));
}
