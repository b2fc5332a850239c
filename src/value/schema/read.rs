//! Reads JSON Schemas.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Kinds, Node, Schema};
use crate::error::{Error, ErrorKind};
use crate::quick::percent_decoded;
use crate::tree::{Form, JsonText, Member, ValueSource};

/// Pointer length in bytes at which nested schemas are no longer read.
const DEEPEST: usize = 2000;

impl Schema {
    /// Reads a schema from its JSON.
    pub(in crate::value) fn parse(text: &str) -> Result<Self, Error> {
        let json = JsonText::parse(text).filter(|json| {
            matches!(json.root().form, Form::Object(_)) || matches!(json.token(json.root().node), "true" | "false")
        });
        let json = json.ok_or_else(|| {
            let message = String::from("jsonSchema: is not a JSON Schema: an object, true or false");
            Error::new(ErrorKind::InvalidOption, message)
        })?;
        let mut schema = Self::default();
        schema.read(&json, &json.root(), "");
        schema.has_unique = schema.nodes.iter().any(|node| node.is_unique);
        for at in 0..schema.nodes.len() {
            let reference = schema.nodes.get(at).and_then(|node| node.reference.clone());
            let found = reference.and_then(|pointer| schema.nodes.iter().position(|node| node.pointer == pointer));
            if let Some(node) = schema.nodes.get_mut(at) {
                node.target = found;
            }
        }
        Ok(schema)
    }

    /// Reads a nested schema; its node follows those around it. Recurses as deep as the JSON, which is rarely deep in
    /// schemas.
    fn read(&mut self, json: &JsonText<'_>, member: &Member, pointer: &str) -> usize {
        let at = self.nodes.len();
        self.nodes.push(Node { pointer: pointer.into(), ..Node::default() });
        let mut node = Node { pointer: pointer.into(), kinds: Kinds::ALL, ..Node::default() };
        if pointer.len() >= DEEPEST {
            node.unchanged = Kinds::ALL;
        }
        if json.token(member.node) == "false" {
            node.kinds = Kinds::NONE;
        }
        if pointer.len() < DEEPEST
            && let Form::Object(count) = member.form
        {
            let mut members = Vec::new();
            json.members(member.node, 0, count, &mut members);
            for (index, inner) in members.iter().enumerate() {
                let name = json.name(member.node, index);
                self.keyword(json, inner, &name, pointer, &mut node);
            }
        }
        if let Some(place) = self.nodes.get_mut(at) {
            *place = node;
        }
        at
    }

    fn keyword(&mut self, json: &JsonText<'_>, value: &Member, name: &str, pointer: &str, node: &mut Node) {
        let here = [pointer, "/", &escaped(name)].concat();
        match name {
            "maxLength" => node.length = number(json, value),
            "required" => node.required = texts(json, value),
            "maxItems" => node.items = number(json, value),
            "maxProperties" => node.keys = number(json, value),
            "minLength" | "minItems" | "minProperties" => {
                let [chars, items, members] = &mut node.least;
                let least = match name {
                    "minLength" => chars,
                    "minItems" => items,
                    _ => members,
                };
                *least = number(json, value).unwrap_or_default();
            }
            "pattern" | "format" | "contentEncoding" | "contentMediaType" => {
                node.unchanged = node.unchanged.or(Kinds::STRING);
            }
            "contains" => node.unchanged = node.unchanged.or(Kinds::LIST),
            "uniqueItems" => node.is_unique = json.token(value.node) != "false",
            "dependentRequired" => node.ties_members = true,
            "not"
            | "if"
            | "unevaluatedProperties"
            | "unevaluatedItems"
            | "dependentSchemas"
            | "dependencies"
            | "$dynamicRef" => node.unchanged = Kinds::ALL,
            "$ref" => match text(json, value).and_then(|text| text.strip_prefix('#').map(percent_decoded)) {
                Some(pointer) => node.reference = Some(pointer),
                None => node.unchanged = Kinds::ALL,
            },
            "type" => node.kinds = node.kinds.and(kinds_of_type(json, value)),
            "const" => {
                node.kinds = node.kinds.and(kinds_of_value(json, value));
                node.constant = text(json, value);
                node.listed = node.constant.as_ref().map(|text| text.chars().count());
                node.unchanged = Kinds::ALL;
            }
            "enum" => {
                node.kinds = node.kinds.and(listed_kinds(json, value, kinds_of_value));
                node.listed = texts(json, value).iter().map(|text| text.chars().count()).max();
                node.unchanged = Kinds::ALL;
            }
            "properties" => node.properties = self.named(json, value, &here),
            "patternProperties" => {
                node.patterns = self.named(json, value, &here);
            }
            // Definitions are found by their pointers.
            "$defs" | "definitions" => drop(self.named(json, value, &here)),
            "additionalProperties" => node.additional = Some(self.read(json, value, &here)),
            "prefixItems" => node.prefix = self.listed(json, value, &here),
            // Before draft 2020-12 a list in `items` describes the first items, and `additionalItems` the others.
            "items" if matches!(value.form, Form::List(_)) => node.prefix = self.listed(json, value, &here),
            "items" | "additionalItems" => node.rest = Some(self.read(json, value, &here)),
            "allOf" => node.all = self.listed(json, value, &here),
            "anyOf" => node.any = self.listed(json, value, &here),
            "oneOf" => node.one = self.listed(json, value, &here),
            _ => {}
        }
    }

    fn named(&mut self, json: &JsonText<'_>, value: &Member, pointer: &str) -> Vec<(String, usize)> {
        let Form::Object(count) = value.form else { return Vec::new() };
        let mut members = Vec::new();
        json.members(value.node, 0, count, &mut members);
        let named = members.iter().enumerate().map(|(index, member)| {
            let name = json.name(value.node, index);
            let at = self.read(json, member, &[pointer, "/", &escaped(&name)].concat());
            (name, at)
        });
        named.collect()
    }

    fn listed(&mut self, json: &JsonText<'_>, value: &Member, pointer: &str) -> Vec<usize> {
        let Form::List(count) = value.form else { return Vec::new() };
        let mut members = Vec::new();
        json.members(value.node, 0, count, &mut members);
        let listed = members.iter().enumerate();
        listed.map(|(index, member)| self.read(json, member, &alloc::format!("{pointer}/{index}"))).collect()
    }
}

/// Returns the kinds that `type` names.
fn kinds_of_type(json: &JsonText<'_>, value: &Member) -> Kinds {
    match value.form {
        Form::Text(_) => match json.token(value.node) {
            "\"string\"" => Kinds::STRING,
            "\"array\"" => Kinds::LIST,
            "\"object\"" => Kinds::OBJECT,
            _ => Kinds::NONE,
        },
        Form::List(_) => listed_kinds(json, value, kinds_of_type),
        _ => Kinds::ALL,
    }
}

/// Returns the kind of a value in `const` or `enum`.
fn kinds_of_value(_: &JsonText<'_>, value: &Member) -> Kinds {
    match value.form {
        Form::Text(_) => Kinds::STRING,
        Form::List(_) => Kinds::LIST,
        Form::Object(_) => Kinds::OBJECT,
        _ => Kinds::NONE,
    }
}

fn listed_kinds(json: &JsonText<'_>, list: &Member, kind: fn(&JsonText<'_>, &Member) -> Kinds) -> Kinds {
    let Form::List(count) = list.form else { return Kinds::ALL };
    let mut members = Vec::new();
    json.members(list.node, 0, count, &mut members);
    members.iter().map(|member| kind(json, member)).fold(Kinds::NONE, Kinds::or)
}

fn texts(json: &JsonText<'_>, list: &Member) -> Vec<String> {
    let Form::List(count) = list.form else { return Vec::new() };
    let mut members = Vec::new();
    json.members(list.node, 0, count, &mut members);
    members.iter().filter_map(|member| text(json, member)).collect()
}

fn text(json: &JsonText<'_>, value: &Member) -> Option<String> {
    let mut found = None;
    json.text(value.node, &mut |text| found = Some(crate::value::texts::whole(text)));
    found
}

fn number(json: &JsonText<'_>, value: &Member) -> Option<usize> {
    let Form::Plain(_) = value.form else { return None };
    let digits = json.token(value.node);
    digits.strip_suffix(".0").unwrap_or(digits).parse().ok()
}

fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
