//! Ids and names: there, allowed, and each id for one call.

use crate::format::prelude::*;

/// Rules for ids and names. Lengths and patterns are those of the providers' own errors.
pub(crate) struct Limits {
    pub(crate) longest_id: usize,
    /// Letters, digits, `_` and `-` only.
    pub(crate) plain_id: bool,
    pub(crate) longest_name: usize,
    pub(crate) plain_name: bool,
}

impl Limits {
    /// No rule.
    pub(crate) const NONE: Self =
        Self { longest_id: usize::MAX, plain_id: false, longest_name: usize::MAX, plain_name: false };

    pub(crate) fn allows_id(&self, id: &str) -> bool {
        id.chars().count() <= self.longest_id && (!self.plain_id || is_plain(id))
    }

    pub(crate) fn allows_name(&self, name: &str) -> bool {
        name.chars().count() <= self.longest_name && (!self.plain_name || is_plain(name))
    }
}

fn is_plain(text: &str) -> bool {
    text.chars().all(is_plain_char)
}

pub(crate) fn is_plain_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}

/// Ids and names are short; what is none may be anything.
pub(super) fn short(text: &str) -> String {
    text.chars().take(100).collect()
}

/// Results of the checks so far, one per word.
#[derive(Default)]
struct Known {
    ids: Looked,
    names: Looked,
}

/// True if words are allowed, by their numbers.
#[derive(Default)]
struct Looked(Vec<Option<bool>>);

impl Looked {
    fn is_allowed(&mut self, word: Word, test: impl FnOnce() -> bool) -> bool {
        let at = word.0 as usize;
        if self.0.len() <= at {
            self.0.resize(at + 1, None);
        }
        match self.0.get_mut(at) {
            Some(known) => *known.get_or_insert_with(test),
            None => test(),
        }
    }
}

impl<T: Tree> Check<'_, T> {
    pub(super) fn ids(&mut self) {
        let limits = &self.format.facts().limits;
        let mut known = Known::default();
        for place in 0..self.nodes.len() {
            let Some((at, part, node)) = self.noded(place) else { continue };
            if !(part.is_call() || part.is_result()) || part.has(Flags::NAMELESS) {
                continue;
            }
            if !self.format.by_position() {
                self.id(at, part, &node, limits, &mut known);
            }
            self.name(at, part, &node, limits, &mut known);
        }
        self.repeated();
    }

    fn id(&mut self, at: PartAt, part: &Part, node: &T, limits: &Limits, known: &mut Known) {
        let Some(id) = part.id else {
            let keys = self.format.rules().id(node, part);
            self.part(Rule::MissingCallId, at, &keys, "there is no id", self.rename(at));
            return;
        };
        if part.has(Flags::RENAMED) {
            return;
        }
        let keys = self.format.rules().id(node, part);
        let allowed = known.ids.is_allowed(id, || limits.allows_id(&self.text_of(id)));
        if !allowed || matches!(keys.as_slice(), [key] if node.shape(*key) == Shape::Number) {
            let shown = short(&self.text_of(id));
            let message = match limits {
                Limits { longest_id: usize::MAX, plain_id: true, .. } => {
                    format!("{shown:?} is not letters, digits, _ and - only")
                }
                Limits { longest_id: usize::MAX, .. } => format!("{shown} is no text"),
                Limits { longest_id, .. } => format!("{shown:?} is no text of at most {longest_id} chars"),
            };
            self.part(Rule::InvalidCallId, at, &keys, &message, self.rename(at));
        }
    }

    /// A result without a call cannot get a valid id, and is rejected in any case.
    fn rename(&self, at: PartAt) -> Fix {
        if self.pairs.is_alone(at) { Fix::Drop } else { Fix::Rename }
    }

    fn name(&mut self, at: PartAt, part: &Part, node: &T, limits: &Limits, known: &mut Known) {
        let wanted = part.kind == PartKind::Call || self.format.has(Quirk::NamedResults);
        if !wanted || self.format.rules().calls_nothing(node) {
            return;
        }
        let Some(name) = part.name else {
            let keys = self.format.rules().name(node, part);
            let name = self.name_of_call(at).unwrap_or_else(|| "unknown_tool".into());
            self.part(Rule::MissingToolName, at, &keys, "there is no name", Fix::Set(name));
            return;
        };
        if !known.names.is_allowed(name, || limits.allows_name(&self.text_of(name))) {
            let keys = self.format.rules().name(node, part);
            let text = self.text_of(name);
            let mended = |c| if limits.plain_name && !is_plain_char(c) { '_' } else { c };
            let allowed = text.chars().map(mended).take(limits.longest_name).collect();
            let most = limits.longest_name;
            let message = format!("{:?} is not letters, digits, _ and - only, at most {most} of them", short(&text));
            self.part(Rule::InvalidToolName, at, &keys, &message, Fix::Set(allowed));
        }
    }

    /// The name of the call that a result answers.
    fn name_of_call(&mut self, result: PartAt) -> Option<String> {
        let exchange = self.pairs.exchange_of(result)?;
        let call = self.part_at(exchange.call).and_then(|call| call.name);
        let name = call.or_else(|| self.part_at(exchange.result?)?.name)?;
        Some(self.text_of(name))
    }

    fn repeated(&mut self) {
        // By word: the group in which it was last, and one more.
        let mut known: Vec<usize> = Vec::new();
        let pairs = self.pairs;
        for exchange in &pairs.exchanges {
            let Some(part) = self.part_at(exchange.call) else { continue };
            let Some(id) = part.id else { continue };
            // Gemini pairs by position, whatever the ids.
            if self.format.by_position() && part.has(Flags::HOSTED) {
                continue;
            }
            // There is another rule for ids of items.
            if self.format.has_items() && part.kind == PartKind::Exchange {
                continue;
            }
            let group = if self.format.has(Quirk::UniqueIds) { 1 } else { exchange.group + 1 };
            let at = id.0 as usize;
            if known.len() <= at {
                known.resize(at + 1, 0);
            }
            if core::mem::replace(&mut known[at], group) == group {
                let message = format!("another call has the id {}", self.id_at(exchange.call));
                self.part(Rule::RepeatedCallId, exchange.call, &[], &message, Fix::Rename);
            }
        }
    }
}
