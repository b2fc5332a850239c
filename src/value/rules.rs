//! Checked options, and the limits that apply at each place.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use super::options::{DEEPEST, Limit, STRING_BYTES, Strings, TOTAL_BYTES, ValueOptions};
use super::path::{Pattern, Step};
use super::schema::{Demand, Demands, Formula, Held, Names, Schema};
use super::texts::BASE64_LOOK;
use super::wishes::{Extent, Wishes};
use crate::error::Error;
use crate::measure::saturate;
use crate::plain::{Full, ONLY_JSON_TEXTS};
use crate::text::about::Question;
use crate::text::{Keep, Snap, TrimOptions, Trimmer};
use crate::tree::EasyLimits;

/// Levels of JSON within JSON that are cut as JSON; deeper JSON is treated as plain text.
pub(super) const JSON_LEVELS: usize = 3;

/// Limit of a string.
#[derive(Clone, Debug)]
pub(super) enum Texts {
    /// No limit of its own.
    Free,
    /// A message replaces a string of more bytes than this.
    Replace(usize),
    /// The string is trimmed.
    Trim(Arc<Trimmer>),
}

impl Texts {
    /// Returns the limit; a build without rules for places sets none.
    pub(super) fn set(&self) -> &Self {
        if ONLY_JSON_TEXTS { &Self::Free } else { self }
    }
}

/// Limits at a place.
#[derive(Clone, Debug)]
pub(super) struct Caps {
    pub(super) texts: Texts,
    pub(super) items: usize,
    pub(super) keys: usize,
    /// Most members in all that a schema admits.
    pub(super) members: usize,
    pub(super) names: Option<Arc<Names>>,
    pub(super) demands: Demands,
}

impl Caps {
    /// Creates limits without names and demands of a schema.
    pub(super) fn everywhere(texts: Texts, items: usize, keys: usize) -> Self {
        Self { texts, items, keys, members: usize::MAX, names: None, demands: [Demand::Least(0); 3] }
    }

    /// Returns the members that are kept first. In a value that must keep fitting its schema, `keys` counts only the
    /// others.
    pub(super) fn names(&self) -> Option<&Arc<Names>> {
        self.names.as_ref().filter(|_| !ONLY_JSON_TEXTS)
    }

    /// Returns what a schema demands of a string, a list and an object.
    pub(super) fn demands(&self) -> Demands {
        if ONLY_JSON_TEXTS { [Demand::Least(0); 3] } else { self.demands }
    }
}

/// Places of a value that answer a question.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) wishes: Arc<Wishes>,
    /// Size level of texts of which a part is kept.
    pub(super) level: usize,
}

/// Checked options.
#[derive(Debug)]
pub(super) struct Rules {
    pub(super) caps: Caps,
    patterns: Vec<(Pattern, Caps)>,
    schema: Option<Schema>,
    /// Size level of the places of a value that must keep fitting the schema; `None` if the schema only sets caps.
    level: Option<Cell<usize>>,
    /// Places of such a value that answer a question.
    asked: RefCell<Option<Asked>>,
    pub(super) depth: usize,
    pub(super) total: Option<usize>,
    takes_base64: bool,
    flag: Option<String>,
    tool_name: Option<String>,
    /// Most bytes of a name.
    pub(super) names: usize,
    /// Trimmer that cuts a string to its share of the total.
    pub(super) share: Trimmer,
    about: Full<Arc<Question>>,
    /// Levels of strings holding JSON that are cut as JSON.
    pub(super) json_levels: usize,
    /// Ends of a list that stay.
    pub(super) keep: Keep,
}

impl Rules {
    pub(super) fn check(options: &ValueOptions, schema: Option<Schema>) -> Result<Self, Error> {
        let free = options.max_string_bytes.is_none() && options.max_total_bytes.is_some();
        let bytes = options.max_string_bytes.unwrap_or(STRING_BYTES);
        let texts = match &options.strings {
            // The schema sets the caps; no other limit was requested.
            None if free || schema.is_some() && options.max_string_bytes.is_none() => Texts::Free,
            None | Some(Strings::Replace) => Texts::Replace(bytes),
            Some(Strings::Trim(trim)) if free && !trim.has_limits() => Texts::Free,
            Some(Strings::Trim(trim)) => {
                let trimmer = Trimmer::new(bounded(trim, options.max_string_bytes));
                Texts::Trim(Arc::new(trimmer.map_err(|error| error.within("strings."))?))
            }
        };
        let count = |most: Option<usize>| most.unwrap_or(usize::MAX);
        let caps = Caps::everywhere(texts, count(options.max_items), count(options.max_keys));
        let declared = |pattern: &Pattern, limit: &Limit| -> Result<Caps, Error> {
            Ok(Caps {
                texts: match &limit.text {
                    Some(trim) => {
                        let within = |error: Error| error.within(&alloc::format!("limits.{}.", pattern.text));
                        Texts::Trim(Arc::new(Trimmer::new(bounded(trim, None)).map_err(within)?))
                    }
                    None => caps.texts.clone(),
                },
                items: limit.max_items.unwrap_or(caps.items),
                keys: limit.max_keys.unwrap_or(caps.keys),
                ..caps.clone()
            })
        };
        let patterns = options.limits.iter().map(|(pattern, limit)| Ok((pattern.clone(), declared(pattern, limit)?)));
        // Shorter names could not be distinguished.
        let names = options.max_string_bytes.map_or(STRING_BYTES, |bytes| bytes.max(16));
        let about = options.about.as_deref().and_then(|about| Question::new(about, options.synonyms));
        let about = about.map(Arc::new);
        let share = match &options.strings {
            Some(Strings::Trim(trim)) => trim.clone(),
            _ => TrimOptions::new().snap(Snap::Grapheme),
        };
        let share = if share.has_limits() { share } else { share.max_bytes(usize::MAX) }.ends_alone();
        let share =
            options.about.iter().fold(share, |share, about| share.about(about.as_str()).synonyms(options.synonyms));
        Ok(Self {
            patterns: patterns.collect::<Result<_, Error>>()?,
            depth: options.max_depth,
            total: options
                .max_total_bytes
                .or(schema.is_none().then_some(TOTAL_BYTES))
                .filter(|most| *most < usize::MAX),
            takes_base64: !options.keeps_base64,
            flag: options.flag.clone(),
            tool_name: options.tool_name.clone(),
            names,
            share: Trimmer::new(share).map_err(|error| error.within("strings."))?,
            json_levels: if matches!(options.strings, Some(Strings::Trim(_))) { 0 } else { JSON_LEVELS },
            keep: Keep::Ends,
            about: Full::new(about),
            schema,
            level: None,
            asked: RefCell::default(),
            caps,
        })
    }
}

impl Rules {
    /// Returns the name of the member that says that something was cut.
    pub(super) fn flag(&self) -> Option<&String> {
        self.flag.as_ref().filter(|_| !ONLY_JSON_TEXTS)
    }

    /// Returns what the value is read for.
    pub(super) fn about(&self) -> Option<&Arc<Question>> {
        self.about.get()
    }

    /// Returns the name that paths begin with.
    pub(super) fn tool_name(&self) -> Option<&str> {
        self.tool_name.as_deref().filter(|_| !ONLY_JSON_TEXTS)
    }

    fn patterns(&self) -> &[(Pattern, Caps)] {
        if ONLY_JSON_TEXTS { &[] } else { &self.patterns }
    }

    fn schema(&self) -> Option<&Schema> {
        self.schema.as_ref().filter(|_| !ONLY_JSON_TEXTS)
    }

    /// Returns `true` if the schema has lists in which no two items may be equal.
    pub(super) fn has_unique(&self) -> bool {
        self.schema().is_some_and(Schema::has_unique)
    }

    fn level(&self) -> Option<&Cell<usize>> {
        self.level.as_ref().filter(|_| !ONLY_JSON_TEXTS)
    }

    /// Returns `true` for a name that a pattern or the schema spells out: its length is the caller's choice.
    pub(super) fn declares(&self, name: &str) -> bool {
        let is_name = |step: &Step| matches!(step, Step::Name(declared) if declared == name);
        self.patterns().iter().any(|(pattern, _)| pattern.steps.iter().any(is_name))
            || self.schema().is_some_and(|schema| schema.declares(name))
    }

    /// Converts to rules that keep a value fitting its schema: names stay whole, nesting is limited only by
    /// [`DEEPEST`], and strings that hold JSON are plain text.
    pub(super) fn fitting(mut self) -> Self {
        self.level = Some(Cell::new(usize::MAX));
        (self.names, self.depth, self.json_levels) = (usize::MAX, DEEPEST, 0);
        self
    }

    /// Sets the size level of all places.
    pub(super) fn set_level(&self, level: usize) {
        if let Some(place) = self.level() {
            place.set(level);
        }
    }

    /// Sets the places that answer a question.
    pub(super) fn set_asked(&self, asked: Option<Asked>) {
        if let Ok(mut place) = self.asked.try_borrow_mut() {
            *place = asked;
        }
    }

    fn asked(&self) -> Option<Asked> {
        if ONLY_JSON_TEXTS { None } else { self.asked.try_borrow().ok()?.clone() }
    }

    /// Returns `true` if base64 is replaced; `false` at the level at which nothing has to be smaller.
    pub(super) fn takes_base64(&self) -> bool {
        self.takes_base64 && self.level().is_none_or(|level| level.get() < usize::MAX)
    }

    /// Returns `true` if a value must keep fitting its schema.
    pub(super) fn is_fitting(&self) -> bool {
        self.level().is_some()
    }

    /// Creates rules with only a total; `share` cuts strings to their shares of it.
    pub(super) fn of_json(total: usize, share: Trimmer, json_levels: usize) -> Self {
        let caps = Caps::everywhere(Texts::Free, usize::MAX, usize::MAX);
        let keep = share.keep();
        let about = Full::new(share.about().cloned());
        Self {
            about,
            caps,
            patterns: Vec::new(),
            schema: None,
            level: None,
            asked: RefCell::default(),
            depth: ValueOptions::default().max_depth,
            total: Some(total),
            takes_base64: true,
            flag: None,
            tool_name: None,
            names: STRING_BYTES,
            share,
            json_levels,
            keep,
        }
    }

    /// Returns the limits if they are the same everywhere; `None` if places differ or strings must be read whole.
    pub(super) fn easy(&self) -> Option<EasyLimits> {
        if !self.patterns.is_empty() || self.schema.is_some() {
            return None;
        }
        let (units, bytes) = match &self.caps.texts {
            Texts::Free => (usize::MAX, usize::MAX),
            Texts::Replace(most) => (most / 3, *most),
            Texts::Trim(trimmer) if trimmer.needs_all() => return None,
            Texts::Trim(trimmer) => (trimmer.safe_utf16() / 3, 0),
        };
        let Caps { items, keys, .. } = self.caps;
        let total = self.total.unwrap_or(usize::MAX);
        let depth = self.depth;
        Some(EasyLimits {
            units,
            bytes,
            items,
            keys,
            name: self.names / 3,
            depth,
            base64: self.takes_base64.then_some(BASE64_LOOK),
            total,
        })
    }
}

/// Returns trim options with a limit: their own, the given one, or the default of strings. The ends of a string are
/// kept, unless rescue was asked for.
fn bounded(trim: &TrimOptions, given: Option<usize>) -> TrimOptions {
    let bytes = match (trim.has_limits(), given) {
        (true, None) => return trim.clone().ends_alone(),
        (_, given) => given.unwrap_or(STRING_BYTES),
    };
    let bytes = trim.limits.bytes.map_or(bytes, |own| bytes.min(saturate(own)));
    trim.clone().max_bytes(bytes).ends_alone()
}

/// A step from a container to a member.
#[derive(Clone, Copy, Debug)]
pub(super) enum To<'a> {
    Name(&'a str),
    Item(usize),
}

/// Rules of a place: a state of the patterns and one of the schema. State 0 has no rules for anything below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Spot {
    paths: usize,
    schema: usize,
}

impl Spot {
    /// Returns `true` if no rule depends on a position below this place.
    pub(super) fn is_uniform(self) -> bool {
        ONLY_JSON_TEXTS || self == Self::default()
    }
}

/// Follows the patterns and the schema down a value. Equal states are shared, so rules common to many items are
/// computed once.
#[derive(Debug)]
pub(super) struct Matcher<'a> {
    rules: &'a Rules,
    /// Patterns that may still match: index, and number of steps matched.
    paths: Vec<Vec<(usize, usize)>>,
    /// With the limits of each [`Extent`] in its order; without a question only those of the first.
    formulas: Vec<(Formula, Vec<Caps>)>,
    asked: Option<Asked>,
}

impl<'a> Matcher<'a> {
    pub(super) fn new(rules: &'a Rules) -> Self {
        if ONLY_JSON_TEXTS {
            return Self { rules, paths: Vec::new(), formulas: Vec::new(), asked: None };
        }
        let (paths, asked) = (Vec::from([Vec::new()]), rules.asked());
        let mut matcher = Self { rules, paths, formulas: Vec::new(), asked };
        matcher.formula(Formula::any());
        matcher
    }

    /// Returns the spot where the walk begins.
    pub(super) fn start(&mut self) -> Spot {
        if ONLY_JSON_TEXTS {
            return Spot::default();
        }
        let mut set = Vec::new();
        for pattern in 0..self.rules.patterns().len() {
            self.add(&mut set, pattern, 0);
        }
        let schema = if self.rules.schema().is_some() { self.formula(Schema::root()) } else { 0 };
        Spot { paths: self.state(set), schema }
    }

    /// Returns the spot that a step leads to.
    pub(super) fn step(&mut self, from: Spot, to: To<'_>) -> Spot {
        if from.is_uniform() {
            return from;
        }
        let mut set = Vec::new();
        let known = self.paths.get(from.paths).cloned().unwrap_or_default();
        for (pattern, at) in known {
            let Some(step) = self.rules.patterns().get(pattern).and_then(|(pattern, _)| pattern.steps.get(at)) else {
                continue;
            };
            match (step, to) {
                (Step::AnyDepth, _) => self.add(&mut set, pattern, at),
                (Step::Name(name), To::Name(given)) if name != given => {}
                (Step::Item(index), To::Item(given)) if *index != given => {}
                (Step::Name(_) | Step::AnyName, To::Name(_)) | (Step::Item(_) | Step::AnyItem, To::Item(_)) => {
                    self.add(&mut set, pattern, at + 1);
                }
                _ => {}
            }
        }
        let formula = match (self.rules.schema(), self.formulas.get(from.schema)) {
            (Some(schema), Some((formula, _))) if from.schema > 0 && self.rules.is_fitting() => {
                Some(schema.step_fitting(formula, to))
            }
            (Some(schema), Some((formula, _))) if from.schema > 0 => Some(schema.step(formula, to)),
            _ => None,
        };
        let schema = formula.map_or(0, |formula| self.formula(formula));
        Spot { paths: self.state(set), schema }
    }

    /// Narrows the spot of an object: drops alternatives that its members contradict.
    pub(super) fn of_object(&mut self, spot: Spot, held: &dyn Fn(&str) -> Held) -> Spot {
        if spot.is_uniform() {
            return spot;
        }
        let formula = match (self.rules.schema(), self.formulas.get(spot.schema)) {
            (Some(schema), Some((formula, _))) if spot.schema > 0 => schema.of_object(formula, held),
            _ => return spot,
        };
        Spot { schema: self.formula(formula), ..spot }
    }

    /// Returns the positions in a list whose rules differ from those of items in general; empty if all are alike.
    pub(super) fn places(&mut self, list: Spot) -> Vec<usize> {
        if list.is_uniform() {
            return Vec::new();
        }
        let rules = self.rules;
        let steps = rules.patterns().iter().flat_map(|(pattern, _)| &pattern.steps);
        let named = steps.filter_map(|step| if let Step::Item(at) = step { Some(*at) } else { None });
        let first = rules.schema().map_or(0, Schema::longest_prefix);
        let mut places: Vec<usize> = (0..first).chain(named).collect();
        let usual = self.step(list, To::Item(usize::MAX));
        places.retain(|at| self.step(list, To::Item(*at)) != usual);
        places
    }

    /// Returns `true` if the schema demands that no two items of a list at a spot are equal.
    pub(super) fn is_unique(&self, list: Spot) -> bool {
        match (self.rules.schema(), self.formulas.get(list.schema)) {
            (Some(schema), Some((formula, _))) if list.schema > 0 => schema.demands_unique(formula),
            _ => false,
        }
    }

    /// Returns the places that answer a question.
    pub(super) fn wishes(&self) -> Option<&Wishes> {
        if ONLY_JSON_TEXTS { None } else { self.asked.as_ref().map(|asked| &*asked.wishes) }
    }

    /// Returns the limits at a spot.
    pub(super) fn caps(&self, spot: Spot, extent: Extent) -> &Caps {
        if ONLY_JSON_TEXTS {
            return &self.rules.caps;
        }
        let complete = |(pattern, at): &&(usize, usize)| {
            self.rules.patterns().get(*pattern).is_some_and(|(pattern, _)| pattern.steps.len() == *at)
        };
        let last = self.paths.get(spot.paths).and_then(|set| set.iter().rfind(complete));
        let declared = last.and_then(|(pattern, _)| self.rules.patterns().get(*pattern)).map(|(_, caps)| caps);
        let of_schema = || {
            let (_, caps) = self.formulas.get(spot.schema)?;
            caps.get(extent as usize).or(caps.first())
        };
        declared.or_else(of_schema).unwrap_or(&self.rules.caps)
    }

    /// Adds a pattern with its number of matched steps; at an any-depth step, also adds it with that step matched.
    fn add(&self, set: &mut Vec<(usize, usize)>, pattern: usize, at: usize) {
        // Sorted, so that equal sets compare equal.
        let place = set.iter().position(|known| *known >= (pattern, at)).unwrap_or(set.len());
        if set.get(place) != Some(&(pattern, at)) {
            set.insert(place, (pattern, at));
        }
        let step = self.rules.patterns().get(pattern).and_then(|(pattern, _)| pattern.steps.get(at));
        if step == Some(&Step::AnyDepth) {
            self.add(set, pattern, at + 1);
        }
    }

    fn state(&mut self, set: Vec<(usize, usize)>) -> usize {
        self.paths.iter().position(|known| *known == set).unwrap_or_else(|| {
            self.paths.push(set);
            self.paths.len() - 1
        })
    }

    fn formula(&mut self, formula: Formula) -> usize {
        self.formulas.iter().position(|(known, _)| *known == formula).unwrap_or_else(|| {
            let rules = self.rules;
            let mut caps = Vec::new();
            if let Some(schema) = rules.schema() {
                let fitting = |level, share| schema.caps_fitting(&formula, &rules.caps, level, share);
                caps.push(match rules.level() {
                    Some(level) => fitting(level.get(), None),
                    None => schema.caps(&formula, &rules.caps),
                });
                if let Some(asked) = &self.asked {
                    caps.extend([fitting(asked.level, Some(&rules.share)), fitting(usize::MAX, None)]);
                }
            }
            self.formulas.push((formula, caps));
            self.formulas.len() - 1
        })
    }
}
