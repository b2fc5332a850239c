//! Messages in JavaScript as the core reads them: each question is one crossing, of numbers alone where it can be.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, Ordering};
use tooltrim::host::{Key, Reach, Shape, Tag, Tree, Unread, View, Word, Words, weights};
use wasm_bindgen::prelude::*;

use crate::text::JsText;

#[wasm_bindgen(module = "/src/tree.js")]
extern "C" {
    fn tables(keys: Vec<String>, tags: Vec<String>, members: Vec<String>, weights: Vec<u32>);
    fn open(root: &JsValue) -> u32;
    fn close(node: u32);
    fn child(node: u32, key: u32) -> u32;
    fn item(node: u32, key: u32, at: u32) -> u32;
    fn shape(node: u32, key: u32) -> f64;
    fn has(node: u32, key: u32) -> bool;
    fn tag(node: u32, key: u32) -> u32;
    fn number(node: u32, key: u32) -> Option<f64>;
    #[wasm_bindgen(js_name = openWords)]
    fn open_words() -> u32;
    #[wasm_bindgen(js_name = closeWords)]
    fn close_words(words: u32);
    fn add(words: u32, text: &str) -> u32;
    fn word(node: u32, key: u32, words: u32) -> i32;
    #[wasm_bindgen(js_name = wordText)]
    fn word_text(words: u32, at: u32) -> String;
    fn text(node: u32, key: u32, most: u32) -> Option<String>;
    fn value(node: u32, key: u32) -> JsValue;
    fn decoded(node: u32, key: u32) -> Option<String>;
    #[wasm_bindgen(js_name = isBlank)]
    fn is_blank(node: u32, key: u32) -> bool;
    #[wasm_bindgen(js_name = endsBlank)]
    fn ends_blank(node: u32, key: u32) -> bool;
    #[wasm_bindgen(js_name = jsonUnits)]
    fn json_units(node: u32, key: u32) -> u32;
    fn unread(node: u32, reach: u32) -> String;
    fn json(node: u32, key: u32) -> String;
    #[wasm_bindgen(js_name = jsonSample)]
    fn json_sample(node: u32, key: u32, most: u32) -> String;
    #[wasm_bindgen(js_name = holdsObject)]
    fn holds_object(node: u32, key: u32) -> bool;
    #[wasm_bindgen(js_name = hasLoneSurrogate)]
    fn has_lone_surrogate(node: u32, key: u32) -> bool;
    #[wasm_bindgen(js_name = hasClass)]
    fn has_class(node: u32, key: u32) -> bool;
    #[wasm_bindgen(js_name = isSame)]
    fn is_same(one: u32, other: u32) -> bool;
}

/// The helpers know the tables.
static KNOWN: AtomicBool = AtomicBool::new(false);

/// A value that is read, until this is dropped: then all that was found in it is forgotten.
#[derive(Debug)]
pub(crate) struct Session(JsTree);

impl Session {
    pub(crate) fn new(value: &JsValue) -> Self {
        if !KNOWN.swap(true, Ordering::Relaxed) {
            // Lists of calls have no words of formats, and are not searched for members that no reader counts.
            let with_messages = cfg!(feature = "full");
            let tags = Tag::ALL.iter().filter(|_| with_messages);
            let weights = || weights().filter(|_| with_messages);
            tables(
                Key::ALL.iter().map(|key| key.name().to_owned()).collect(),
                tags.map(|tag| tag.name().to_owned()).collect(),
                weights().map(|(name, _)| name.to_owned()).collect(),
                weights().map(|(_, weight)| weight as u32).collect(),
            );
        }
        Self(JsTree(open(value)))
    }

    pub(crate) fn root(&self) -> &JsTree {
        &self.0
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        close(self.0.0);
    }
}

/// The texts behind words, in JavaScript.
#[derive(Debug)]
pub(crate) struct JsWords(pub(crate) u32);

impl Default for JsWords {
    fn default() -> Self {
        Self(open_words())
    }
}

impl Drop for JsWords {
    fn drop(&mut self) {
        close_words(self.0);
    }
}

impl Words for JsWords {
    fn text(&self, word: Word) -> String {
        word_text(self.0, word.0)
    }

    fn add(&mut self, text: &str) -> Option<Word> {
        (!text.is_empty()).then(|| Word(add(self.0, text)))
    }
}

/// A value in JavaScript, by its place in the list of those that were found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JsTree(pub(crate) u32);

fn found(place: u32) -> Option<JsTree> {
    (place > 0).then_some(JsTree(place))
}

impl View for JsTree {
    fn child(&self, key: Key) -> Option<Self> {
        found(child(self.0, key as u32))
    }

    fn item(&self, key: Key, at: usize) -> Option<Self> {
        found(item(self.0, key as u32, at as u32))
    }

    fn shape(&self, key: Key) -> Shape {
        let code = shape(self.0, key as u32);
        let size = (code / 16.0) as usize;
        match code as u64 % 16 {
            0 => Shape::Absent,
            1 => Shape::Null,
            2 => Shape::Flag(false),
            3 => Shape::Flag(true),
            4 => Shape::Number,
            5 => Shape::Text(size),
            6 => Shape::List(size),
            7 => Shape::Object,
            8 => Shape::Bytes(size),
            _ => Shape::Other,
        }
    }

    fn has(&self, key: Key) -> bool {
        has(self.0, key as u32)
    }

    fn tag(&self, key: Key) -> Tag {
        Tag::ALL.get(tag(self.0, key as u32) as usize).copied().unwrap_or(Tag::Other)
    }
}

impl Tree for JsTree {
    type Words = JsWords;
    type Text = JsText<'static>;

    fn number(&self, key: Key) -> Option<f64> {
        number(self.0, key as u32)
    }

    fn word(&self, key: Key, words: &mut JsWords) -> Option<Word> {
        u32::try_from(word(self.0, key as u32, words.0)).ok().map(Word)
    }

    fn text(&self, key: Key, most: usize) -> Option<String> {
        text(self.0, key as u32, u32::try_from(most).unwrap_or(u32::MAX))
    }

    fn source(&self, key: Key) -> Option<JsText<'static>> {
        match self.shape(key) {
            Shape::Text(units) => Some(JsText::owned(value(self.0, key as u32), units)),
            _ => None,
        }
    }

    fn decoded(&self, key: Key) -> Option<String> {
        decoded(self.0, key as u32)
    }

    fn is_blank(&self, key: Key) -> bool {
        is_blank(self.0, key as u32)
    }

    fn ends_blank(&self, key: Key) -> bool {
        ends_blank(self.0, key as u32)
    }

    fn json_units(&self, key: Key) -> usize {
        json_units(self.0, key as u32) as usize
    }

    fn unread(&self, reach: Reach) -> Vec<Unread> {
        // Most have none, and then nothing crosses.
        unread(self.0, reach as u32).lines().filter_map(Unread::from_line).collect()
    }

    fn json(&self, key: Key) -> String {
        json(self.0, key as u32)
    }

    fn json_sample(&self, key: Key, most: usize) -> String {
        json_sample(self.0, key as u32, most as u32)
    }

    fn holds_object(&self, key: Key) -> bool {
        holds_object(self.0, key as u32)
    }

    fn has_lone_surrogate(&self, key: Key) -> bool {
        has_lone_surrogate(self.0, key as u32)
    }

    fn has_class(&self, key: Key) -> bool {
        has_class(self.0, key as u32)
    }

    fn is_same(&self, other: &Self) -> bool {
        is_same(self.0, other.0)
    }
}
