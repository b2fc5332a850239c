//! A JSON Schema as caps: `maxLength`, `maxItems` and `maxProperties` say how much stays, and nothing is refused.
//!
//! Of the vocabularies of draft 2020-12, and of draft 7 where that has other words, all is read that leads from a value to its members
//! or joins schemas. What is said by several holds at once; of alternatives (`anyOf`, `oneOf`) the widest cap holds, as one of them is
//! enough. Patterns of names are not matched: a name that no `properties` has may be any of them, so here too the widest holds.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::rules::{Caps, Texts, To};
use crate::error::{Error, ErrorKind};
use crate::text::{Keep, Snap, TrimOptions, Trimmer};
use crate::tree::{Form, JsonText, Member, ValueSource};

/// References that lead on to references are followed so far.
const REFERENCES: usize = 64;
/// Units of a pointer up to which schemas in schemas are read.
const DEEPEST: usize = 2000;
/// A cap of a string from here on has room for how long it was.
const ROOMY: usize = 100;

/// A schema: one node for each that it holds.
#[derive(Debug, Default)]
pub(super) struct Schema {
    nodes: Vec<Node>,
}

/// What one schema says, without those that it joins.
#[derive(Debug, Default)]
struct Node {
    pointer: String,
    length: Option<usize>,
    items: Option<usize>,
    keys: Option<usize>,
    properties: Vec<(String, usize)>,
    patterns: Vec<usize>,
    additional: Option<usize>,
    prefix: Vec<usize>,
    rest: Option<usize>,
    all: Vec<usize>,
    any: Vec<Vec<usize>>,
    reference: Option<String>,
}

/// What is said of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Formula {
    /// Nothing.
    Any,
    One(usize),
    All(Vec<Formula>),
    /// One of them at least.
    Either(Vec<Formula>),
}

impl Formula {
    pub(super) fn any() -> Self {
        Self::Any
    }

    fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut all: Vec<Self> = Vec::new();
        for part in parts {
            if part != Self::Any && !all.contains(&part) {
                all.push(part);
            }
        }
        if all.len() > 1 { Self::All(all) } else { all.pop().unwrap_or(Self::Any) }
    }

    /// An alternative of which nothing is said allows everything.
    fn either(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut either: Vec<Self> = Vec::new();
        for part in parts {
            if part == Self::Any {
                return Self::Any;
            }
            if !either.contains(&part) {
                either.push(part);
            }
        }
        if either.len() > 1 { Self::Either(either) } else { either.pop().unwrap_or(Self::Any) }
    }
}

impl Schema {
    /// Reads a schema from its JSON.
    pub(super) fn parse(text: &str) -> Result<Self, Error> {
        let json = JsonText::parse(text).filter(|json| {
            matches!(json.root().form, Form::Object(_)) || matches!(json.token(json.root().node), "true" | "false")
        });
        let json = json.ok_or_else(|| {
            let message = String::from("jsonSchema: is not a JSON Schema: an object, true or false");
            Error::new(ErrorKind::InvalidOption, message)
        })?;
        let mut schema = Self::default();
        schema.read(&json, &json.root(), String::new());
        Ok(schema)
    }

    pub(super) fn root(&self) -> Formula {
        Formula::One(0)
    }

    /// What is said of a member of a place.
    pub(super) fn step(&self, formula: &Formula, to: To<'_>) -> Formula {
        self.step_in(formula, to, REFERENCES)
    }

    fn step_in(&self, formula: &Formula, to: To<'_>, left: usize) -> Formula {
        let Some(left) = left.checked_sub(1) else { return Formula::Any };
        match formula {
            Formula::Any => Formula::Any,
            Formula::All(parts) => Formula::all(parts.iter().map(|part| self.step_in(part, to, left))),
            Formula::Either(parts) => Formula::either(parts.iter().map(|part| self.step_in(part, to, left))),
            Formula::One(at) => {
                let Some(node) = self.nodes.get(*at) else { return Formula::Any };
                let joined = self.joined(node).into_iter().map(|part| self.step_in(&part, to, left));
                Formula::all(core::iter::once(node.member(to)).chain(joined))
            }
        }
    }

    /// The limits of a place.
    pub(super) fn caps(&self, formula: &Formula, usual: &Caps) -> Caps {
        let [length, items, keys] = self.sizes(formula, REFERENCES);
        let cap = |size: usize, usual: usize| if size == usize::MAX { usual } else { size };
        let texts = if length == usize::MAX { usual.texts.clone() } else { text_of(length) };
        Caps { texts, items: cap(items, usual.items), keys: cap(keys, usual.keys) }
    }

    fn sizes(&self, formula: &Formula, left: usize) -> [usize; 3] {
        let none = [usize::MAX; 3];
        let Some(left) = left.checked_sub(1) else { return none };
        let join = |one: [usize; 3], other: [usize; 3], pick: fn(usize, usize) -> usize| {
            [pick(one[0], other[0]), pick(one[1], other[1]), pick(one[2], other[2])]
        };
        match formula {
            Formula::Any => none,
            Formula::All(parts) => {
                parts.iter().map(|part| self.sizes(part, left)).fold(none, |one, other| join(one, other, usize::min))
            }
            Formula::Either(parts) => {
                parts.iter().map(|part| self.sizes(part, left)).fold([0; 3], |one, other| join(one, other, usize::max))
            }
            Formula::One(at) => {
                let Some(node) = self.nodes.get(*at) else { return none };
                let own = [node.length, node.items, node.keys].map(|size| size.unwrap_or(usize::MAX));
                let joined = self.joined(node);
                joined.iter().map(|part| self.sizes(part, left)).fold(own, |one, other| join(one, other, usize::min))
            }
        }
    }

    /// The schemas that hold together with one.
    fn joined(&self, node: &Node) -> Vec<Formula> {
        let mut joined: Vec<Formula> = node.all.iter().map(|at| Formula::One(*at)).collect();
        joined.extend(node.any.iter().map(|any| Formula::either(any.iter().map(|at| Formula::One(*at)))));
        let reference = node.reference.as_ref();
        let found = reference.and_then(|pointer| self.nodes.iter().position(|node| node.pointer == *pointer));
        joined.extend(found.map(Formula::One));
        joined
    }

    /// Reads a schema that stands in another one, after those around it. The depth is that of the JSON, which few schemas take far.
    fn read(&mut self, json: &JsonText<'_>, member: &Member, pointer: String) -> usize {
        let at = self.nodes.len();
        self.nodes.push(Node { pointer: pointer.clone(), ..Node::default() });
        let mut node = Node { pointer: pointer.clone(), ..Node::default() };
        if pointer.len() < DEEPEST
            && let Form::Object(count) = member.form
        {
            let mut members = Vec::new();
            json.members(member.node, 0, count, &mut members);
            for (index, inner) in members.iter().enumerate() {
                let name = json.name(member.node, index);
                self.keyword(json, inner, &name, &pointer, &mut node);
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
            "maxItems" => node.items = number(json, value),
            "maxProperties" => node.keys = number(json, value),
            "$ref" => {
                json.text(value.node, &mut |text| {
                    let text = super::texts::whole(text);
                    node.reference = text.strip_prefix('#').map(decoded);
                });
            }
            "properties" => node.properties = self.named(json, value, &here),
            "patternProperties" => {
                node.patterns = self.named(json, value, &here).into_iter().map(|(_, at)| at).collect();
            }
            // They are found by their pointers.
            "$defs" | "definitions" => drop(self.named(json, value, &here)),
            "additionalProperties" => node.additional = Some(self.read(json, value, here)),
            "prefixItems" => node.prefix = self.listed(json, value, &here),
            // Before draft 2020-12 a list of schemas says what comes first, and another word what follows.
            "items" if matches!(value.form, Form::List(_)) => node.prefix = self.listed(json, value, &here),
            "items" | "additionalItems" => node.rest = Some(self.read(json, value, here)),
            "allOf" => node.all = self.listed(json, value, &here),
            "anyOf" | "oneOf" => {
                let any = self.listed(json, value, &here);
                node.any.push(any);
            }
            _ => {}
        }
    }

    fn named(&mut self, json: &JsonText<'_>, value: &Member, pointer: &str) -> Vec<(String, usize)> {
        let Form::Object(count) = value.form else { return Vec::new() };
        let mut members = Vec::new();
        json.members(value.node, 0, count, &mut members);
        let named = members.iter().enumerate().map(|(index, member)| {
            let name = json.name(value.node, index);
            let at = self.read(json, member, [pointer, "/", &escaped(&name)].concat());
            (name, at)
        });
        named.collect()
    }

    fn listed(&mut self, json: &JsonText<'_>, value: &Member, pointer: &str) -> Vec<usize> {
        let Form::List(count) = value.form else { return Vec::new() };
        let mut members = Vec::new();
        json.members(value.node, 0, count, &mut members);
        let listed = members.iter().enumerate();
        listed.map(|(index, member)| self.read(json, member, alloc::format!("{pointer}/{index}"))).collect()
    }
}

impl Node {
    fn member(&self, to: To<'_>) -> Formula {
        let one = |at: &usize| Formula::One(*at);
        match to {
            To::Name(name) => {
                if let Some((_, at)) = self.properties.iter().find(|(known, _)| known == name) {
                    return one(at);
                }
                let others = self.patterns.iter().chain(&self.additional);
                // Without a word on other names a pattern may match, or none.
                let free = (!self.patterns.is_empty() && self.additional.is_none()).then_some(Formula::Any);
                Formula::either(others.map(one).chain(free))
            }
            To::Item(index) => self.prefix.get(index).or(self.rest.as_ref()).map_or(Formula::Any, one),
        }
    }
}

/// A string of at most so many chars.
fn text_of(chars: usize) -> Texts {
    let marker = match chars {
        ROOMY.. => "... [truncated, {totalChars} chars total]",
        12.. => "...",
        _ => "",
    };
    let options =
        TrimOptions::new().max_chars(chars).keep(Keep::Head).snap(Snap::Grapheme).trim_end(true).marker(marker);
    Trimmer::new(options).map_or(Texts::Free, |trimmer| Texts::Trim(Arc::new(trimmer)))
}

fn number(json: &JsonText<'_>, value: &Member) -> Option<usize> {
    let Form::Plain(_) = value.form else { return None };
    let digits = json.token(value.node);
    digits.strip_suffix(".0").unwrap_or(digits).parse().ok()
}

fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// A pointer as it stands in a reference: percent signs are escapes (RFC 3986).
fn decoded(pointer: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = pointer.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let hex =
            after.get(..2).and_then(|hex| str::from_utf8(hex).ok()).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match (byte, hex) {
            (b'%', Some(value)) => {
                bytes.push(value);
                rest = after.get(2..).unwrap_or_default();
            }
            _ => {
                bytes.push(*byte);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
}
