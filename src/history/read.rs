//! Reads the calls of a host's list.

use alloc::string::String;
use alloc::vec::Vec;

use super::History;
use super::config::{Dialect, TruncationConfig};
use super::summary::summarize;
use crate::call::args::Arguments;
use crate::call::path::base_of;
use crate::call::{Call, Calls, Category};
use crate::source::ends_of;

/// Tools whose category is remembered: most histories have fewer.
const TOOLS: usize = 64;

/// Arguments up to this many UTF-16 units are read whole; beyond a total of `MANY` only `LESS`.
const LARGE: usize = 64 * 1024;
const LESS: usize = 4 * 1024;
const MANY: f64 = 16.0 * 1024.0 * 1024.0;

/// The calls of a list, read for a summary.
pub(super) struct ReadCalls<'c, C: ?Sized> {
    list: &'c C,
    config: &'c TruncationConfig,
    calls: Vec<Call>,
}

impl<'c, C: Calls + ?Sized> ReadCalls<'c, C> {
    /// Reads all calls but their results. Time and memory follow the size of names and arguments; of long arguments
    /// only the ends of their texts are read.
    pub(super) fn new(list: &'c C, config: &'c TruncationConfig) -> Self {
        let mut known: Vec<(String, Category)> = Vec::new();
        let mut category_of = |name: &str| {
            if let Some((_, category)) = known.iter().find(|(known, _)| known == name) {
                return *category;
            }
            let category = config.categories.categorize(name);
            if known.len() < TOOLS {
                known.push((String::from(name), category));
            }
            category
        };
        let all: Vec<usize> = (0..list.len()).collect();
        let large = if list.json_units_of(&all) > MANY { LESS } else { LARGE };
        let read = |(at, json): (usize, String)| {
            let name = list.name(at).into_owned();
            let category = list.category(at).unwrap_or_else(|| category_of(&name));
            // The lines of a text of which only the ends were read are not counted.
            let sampled = json.len() >= LESS && list.json_units(at) > large;
            let mut call = Call {
                answered: true,
                result_units: list.result_units(at) as u64,
                failed: list.is_error(at),
                ..Call::new(name, category, Arguments::read(&json), json)
            };
            if sampled {
                (call.effect.old_lines, call.effect.new_lines) = (None, None);
            }
            if config.dialect == Dialect::Own && !call.failed && call.category == Category::Terminal {
                call.read_exit_code(|most| ends_of(&list.result(at), most));
            }
            call
        };
        Self { list, config, calls: list.jsons(large).into_iter().enumerate().map(read).collect() }
    }

    /// The summary of the calls at some positions.
    pub(super) fn summary(&self, positions: &[usize]) -> String {
        let calls: Vec<&Call> = self.calls.iter().collect();
        let ends = |at: usize, most: usize| ends_of(&self.list.result(at), most);
        let base = base_of(calls.iter().map(|call| &call.effect));
        summarize(History { calls: &calls, ends: &ends, base: base.as_deref() }, positions, self.config)
    }
}
