//! A list of tool calls with their results: `{ callId, name, args, result, isError, tokenCount, category }`.
//!
//! The shape in which calls come out of every format. It has no roles, no pairs and no rules to check, so it is read
//! call by call where it is, and results by windows.

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use crate::call::args::{Arguments, plain_units};
use crate::call::{Call, Categories, Category};
use crate::order::ascending;
use crate::sorted::Sorted;
use crate::source::ends_of;
use crate::tree::{Key, Shape, Tree, Word, Words};

/// The calls of a list, oldest first. What is no call has no name, no arguments and no result.
pub(crate) struct Calls<T: Tree> {
    nodes: Vec<Option<T>>,
    words: RefCell<T::Words>,
}

/// Arguments up to this many UTF-16 units are read whole; beyond a total of `MANY` only `LESS`.
const LARGE: usize = 64 * 1024;
const LESS: usize = 4 * 1024;
const MANY: f64 = 16.0 * 1024.0 * 1024.0;
/// Names of categories are shorter.
const LONGEST_CATEGORY: usize = 16;

impl<T: Tree> Calls<T> {
    pub(crate) fn new(list: &T) -> Self {
        let count = match list.shape(Key::This) {
            Shape::List(count) => count,
            _ => 0,
        };
        Self { nodes: (0..count).map(|at| list.item(Key::This, at)).collect(), words: RefCell::default() }
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    fn node(&self, at: usize) -> Option<T> {
        self.nodes.get(at).copied().flatten()
    }

    fn word(&self, at: usize, key: Key) -> Option<Word> {
        self.node(at)?.word(key, &mut self.words.borrow_mut())
    }

    fn text_of(&self, word: Option<Word>) -> String {
        word.map(|word| self.words.borrow().text(word)).unwrap_or_default()
    }

    pub(crate) fn id(&self, at: usize) -> String {
        self.text_of(self.word(at, Key::CallIdCamel))
    }

    pub(crate) fn name(&self, at: usize) -> String {
        self.text_of(self.word(at, Key::Name))
    }

    /// Returns the positions before `from` whose id occurs again at `from` or later, in order.
    pub(crate) fn repeated(&self, from: usize) -> Vec<usize> {
        let id = |at: usize| self.word(at, Key::CallIdCamel).map_or(0, |word| word.0 as usize + 1);
        let later = ascending((from..self.len()).map(id).collect());
        (0..from).filter(|&at| later.binary_search(&id(at)).is_ok()).collect()
    }

    fn units(&self, at: usize, key: Key) -> usize {
        match self.node(at).map(|node| node.shape(key)) {
            Some(Shape::Text(units)) => units,
            _ => 0,
        }
    }

    pub(crate) fn name_units(&self, at: usize) -> usize {
        self.units(at, Key::Name)
    }

    pub(crate) fn result_units(&self, at: usize) -> usize {
        self.units(at, Key::Result)
    }

    pub(crate) fn result(&self, at: usize) -> Option<T::Text> {
        self.node(at)?.source(Key::Result)
    }

    /// Reads both ends of a result, up to `most` UTF-16 units each.
    pub(crate) fn ends(&self, at: usize, most: usize) -> (String, String) {
        self.result(at).map(|result| ends_of(&result, most)).unwrap_or_default()
    }

    fn with_args(&self, at: usize) -> Option<T> {
        self.node(at).filter(|node| node.shape(Key::Args).is_there())
    }

    /// Returns the arguments as JSON on one line: compact, or as written where they are the text of an object.
    pub(crate) fn args(&self, at: usize) -> String {
        let Some(node) = self.with_args(at) else { return String::from("null") };
        // Its numbers may have more digits than a host can hold. JSON has line breaks between tokens only.
        let one_line = |text: String| {
            let lines: Vec<&str> = text.trim().split(['\n', '\r']).filter(|line| !line.is_empty()).collect();
            lines.join(" ")
        };
        Self::written(&node).map_or_else(|| node.json(Key::Args), one_line)
    }

    /// Returns the UTF-16 units of [`Self::args`], escapes not counted.
    pub(crate) fn args_units(&self, at: usize) -> usize {
        let Some(node) = self.with_args(at) else { return "null".len() };
        Self::written(&node).map_or_else(|| node.json_units(Key::Args), |text| plain_units(text.trim()) as usize)
    }

    /// Returns the arguments as compact JSON, of long texts and lists only the ends.
    pub(crate) fn args_sample(&self, at: usize, most: usize) -> String {
        self.with_args(at).map_or_else(|| String::from("null"), |node| node.json_sample(Key::Args, most))
    }

    /// Arguments that are the JSON text of an object, as `OpenAI` sends `function.arguments`.
    fn written(node: &T) -> Option<String> {
        let is_text = matches!(node.shape(Key::Args), Shape::Text(_)) && node.holds_object(Key::Args);
        is_text.then(|| node.text(Key::Args, usize::MAX >> 1)).flatten()
    }

    /// Returns the tokens of a call as its owner counted them.
    pub(crate) fn tokens(&self, at: usize) -> Option<f64> {
        self.node(at)?.number(Key::TokenCount).filter(|count| count.is_finite() && *count >= 0.0)
    }

    fn category(&self, at: usize) -> Option<Category> {
        Category::from_name(&self.node(at)?.text(Key::Category, LONGEST_CATEGORY)?)
    }

    /// Reads all calls, but only the ends of texts in large arguments. A given category or flag is final; without a
    /// flag, the result decides if `judges`.
    pub(crate) fn read(&self, categories: &Categories, judges: bool) -> Vec<Call> {
        let all = (0..self.len()).map(|at| self.args_units(at) as f64).sum::<f64>();
        let large = if all > MANY { LESS } else { LARGE };
        let mut tools: Sorted<Option<Word>, (String, Category)> = Sorted::default();
        let read = |at: usize| {
            let word = self.word(at, Key::Name);
            let (name, usual) = tools.get_or_insert_with(word, || {
                let name = self.text_of(word);
                let category = categories.categorize(&name);
                (name, category)
            });
            let category = self.category(at).unwrap_or(*usual);
            let is_large = self.args_units(at) > large;
            let json = if is_large { self.args_sample(at, LESS) } else { self.args(at) };
            // The lines of a text of which only the ends were read are not counted.
            let is_part = is_large && json.len() >= LESS;
            let mut call = Call {
                answered: true,
                result_units: self.result_units(at) as u64,
                ..Call::new(name.clone(), category, Arguments::read(&json), json)
            };
            if is_part {
                (call.effect.old_lines, call.effect.new_lines) = (None, None);
            }
            match self.node(at).map(|node| node.shape(Key::IsError)) {
                Some(Shape::Flag(failed)) => call.failed = failed,
                // A list says of its calls what `extract_tool_calls` would: that they failed, or not.
                _ if judges => call.read_failed(false, |most| self.ends(at, most)),
                _ => {}
            }
            call
        };
        (0..self.len()).map(read).collect()
    }
}
