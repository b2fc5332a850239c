//! Asks the component in wasmtime what it was asked in JavaScript, and compares the answers.
//!
//! `tooltrim-component-replay COMPONENT CALLS`: CALLS has a line of JSON for each call, see tests/component/record.mjs.

mod values;

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::process::ExitCode;

use serde_json::{Value, json};
use values::{give, take};
use wasmtime::component::{Component, Func, Instance, Linker, ResourceAny, Type, Val};
use wasmtime::{Engine, Error, Result, Store};

const PACKAGE: &str = "tooltrim:core";

/// An instance, and the resources that it has given.
struct Host {
    store: Store<()>,
    instance: Instance,
    version: String,
    functions: HashMap<(String, String), Func>,
    resources: HashMap<u64, ResourceAny>,
}

impl Host {
    fn new(path: &str) -> Result<Self> {
        let engine = Engine::default();
        let component = Component::from_file(&engine, path)?;
        let mut linker: Linker<()> = Linker::new(&engine);
        // No store with a namespace is asked for.
        linker.define_unknown_imports_as_traps(&component)?;
        let mut store = Store::new(&engine, ());
        let instance = linker.instantiate(&mut store, &component)?;
        let kind = component.component_type();
        let version = kind.exports(&engine).find_map(|(name, _)| Some(name.split_once('@')?.1.to_owned()));
        let version = version.ok_or_else(|| Error::msg("the component has no version"))?;
        Ok(Self { store, instance, version, functions: HashMap::new(), resources: HashMap::new() })
    }

    fn function(&mut self, interface: &str, name: &str) -> Result<Func> {
        let key = (interface.to_owned(), name.to_owned());
        if let Some(known) = self.functions.get(&key) {
            return Ok(*known);
        }
        let missing = || Error::msg(format!("{interface} has no {name}"));
        let full = format!("{PACKAGE}/{interface}@{}", self.version);
        let outer = self.instance.get_export_index(&mut self.store, None, &full).ok_or_else(missing)?;
        let inner = self.instance.get_export_index(&mut self.store, Some(&outer), name).ok_or_else(missing)?;
        let function = self.instance.get_func(&mut self.store, inner).ok_or_else(missing)?;
        self.functions.insert(key, function);
        Ok(function)
    }

    /// The answer to a call, as JavaScript had it: `{ r }`, or `{ e }` for an error.
    fn call(&mut self, line: &Value) -> Result<Value> {
        let text = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
        let function = self.function(&text("i"), &text("f"))?;
        let kind = function.ty(&self.store);
        let given = line["a"].as_array().cloned().unwrap_or_default();
        let absent = Value::Null;
        let parameters = kind.params().enumerate();
        let parameters: Vec<Val> = parameters
            .map(|(at, (_, kind))| give(&kind, given.get(at).unwrap_or(&absent), &self.resources))
            .collect::<Result<_>>()?;
        let results: Vec<Type> = kind.results().collect();
        let mut answers = vec![Val::Bool(false); results.len()];
        function.call(&mut self.store, &parameters, &mut answers)?;
        let expected = &line["r"];
        let mut took = |value: Val| take(value, expected, &mut self.resources);
        Ok(match answers.pop() {
            Some(Val::Result(Err(error))) => json!({"e": error.map_or(Value::Null, |error| took(*error))}),
            Some(Val::Result(Ok(value))) => json!({"r": value.map_or(Value::Null, |value| took(*value))}),
            Some(value) => json!({"r": took(value)}),
            None => json!({"r": null}),
        })
    }
}

fn main() -> Result<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    let (Some(component), Some(calls)) = (arguments.next(), arguments.next()) else {
        return Err(Error::msg("usage: tooltrim-component-replay COMPONENT CALLS"));
    };
    let mut host = Host::new(&component)?;
    let (mut count, mut wrong) = (0, 0);
    for text in BufReader::new(File::open(calls)?).lines() {
        let mut line: Value = serde_json::from_str(&text?)?;
        let answer = host.call(&line)?;
        let expected = match line.get_mut("e") {
            Some(error) => json!({"e": error.take()}),
            None => json!({"r": line["r"].take()}),
        };
        count += 1;
        if !values::is_same(&answer, &expected) {
            wrong += 1;
            if wrong <= 3 {
                println!("call {count}, {} {}: expected {expected}, answered {answer}", line["i"], line["f"]);
            }
        }
    }
    println!("{count} calls, {wrong} answered differently");
    Ok(if wrong == 0 && count > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
