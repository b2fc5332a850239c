//! Messages in JavaScript as the core reads them: each question is one crossing.

use tooltrim::{Key, Shape, Tag, Tree, Word, Words};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/tree.js")]
extern "C" {
    fn tables(keys: Vec<String>, tags: Vec<String>);
    fn child(value: &JsValue, key: u32) -> Option<JsValue>;
    fn item(value: &JsValue, key: u32, at: u32) -> Option<JsValue>;
    fn shape(value: &JsValue, key: u32) -> f64;
    fn has(value: &JsValue, key: u32) -> bool;
    fn tag(value: &JsValue, key: u32) -> u32;
    fn number(value: &JsValue, key: u32) -> Option<f64>;
    fn words() -> JsValue;
    fn add(words: &JsValue, text: &str) -> u32;
    fn word(value: &JsValue, key: u32, words: &JsValue) -> i32;
    #[wasm_bindgen(js_name = wordText)]
    fn word_text(words: &JsValue, at: u32) -> String;
    fn text(value: &JsValue, key: u32, most: u32) -> Option<String>;
    #[wasm_bindgen(js_name = isBlank)]
    fn is_blank(value: &JsValue, key: u32) -> bool;
    #[wasm_bindgen(js_name = endsBlank)]
    fn ends_blank(value: &JsValue, key: u32) -> bool;
    #[wasm_bindgen(js_name = jsonUnits)]
    fn json_units(value: &JsValue, key: u32) -> u32;
    fn json(value: &JsValue, key: u32) -> String;
    #[wasm_bindgen(js_name = holdsObject)]
    fn holds_object(value: &JsValue, key: u32) -> bool;
    #[wasm_bindgen(js_name = hasClass)]
    fn has_class(value: &JsValue, key: u32) -> bool;
    #[wasm_bindgen(js_name = isSame)]
    fn is_same(one: &JsValue, other: &JsValue) -> bool;
}

thread_local! {
    static TABLES: () = tables(
        Key::ALL.iter().map(|key| key.name().to_owned()).collect(),
        Tag::ALL.iter().map(|tag| tag.name().to_owned()).collect(),
    );
}

/// The texts behind words, in JavaScript.
#[derive(Debug)]
pub(crate) struct JsWords(pub(crate) JsValue);

impl Default for JsWords {
    fn default() -> Self {
        Self(words())
    }
}

impl Words for JsWords {
    fn text(&self, word: Word) -> String {
        word_text(&self.0, word.0)
    }

    fn add(&mut self, text: &str) -> Option<Word> {
        (!text.is_empty()).then(|| Word(add(&self.0, text)))
    }
}

/// A value in JavaScript.
#[derive(Clone, Debug)]
pub(crate) struct JsTree(pub(crate) JsValue);

impl JsTree {
    pub(crate) fn new(value: &JsValue) -> Self {
        TABLES.with(|()| Self(value.clone()))
    }
}

impl Tree for JsTree {
    type Words = JsWords;

    fn child(&self, key: Key) -> Option<Self> {
        child(&self.0, key as u32).map(Self)
    }

    fn item(&self, key: Key, at: usize) -> Option<Self> {
        item(&self.0, key as u32, at as u32).map(Self)
    }

    fn shape(&self, key: Key) -> Shape {
        let code = shape(&self.0, key as u32);
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
        has(&self.0, key as u32)
    }

    fn tag(&self, key: Key) -> Tag {
        Tag::ALL.get(tag(&self.0, key as u32) as usize).copied().unwrap_or(Tag::Other)
    }

    fn number(&self, key: Key) -> Option<f64> {
        number(&self.0, key as u32)
    }

    fn word(&self, key: Key, words: &mut JsWords) -> Option<Word> {
        u32::try_from(word(&self.0, key as u32, &words.0)).ok().map(Word)
    }

    fn text(&self, key: Key, most: usize) -> Option<String> {
        text(&self.0, key as u32, u32::try_from(most).unwrap_or(u32::MAX))
    }

    fn is_blank(&self, key: Key) -> bool {
        is_blank(&self.0, key as u32)
    }

    fn ends_blank(&self, key: Key) -> bool {
        ends_blank(&self.0, key as u32)
    }

    fn json_units(&self, key: Key) -> usize {
        json_units(&self.0, key as u32) as usize
    }

    fn json(&self, key: Key) -> String {
        json(&self.0, key as u32)
    }

    fn holds_object(&self, key: Key) -> bool {
        holds_object(&self.0, key as u32)
    }

    fn has_class(&self, key: Key) -> bool {
        has_class(&self.0, key as u32)
    }

    fn is_same(&self, other: &Self) -> bool {
        is_same(&self.0, &other.0)
    }
}
