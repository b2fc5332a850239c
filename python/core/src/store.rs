//! A store of outputs. An instance of the module has one.

use std::cell::RefCell;

use serde_json::Value;
use tooltrim::host::{NamedOption, StoreIndex};
use tooltrim::outputs::{Asked, RETRIEVE_TOOL};
use tooltrim::{OutputStore, Ref, Retrieve};

use crate::answer::{Answer, Fault, text};
use crate::options;
use crate::text::{trim_options, trimmed};

thread_local! {
    static STORE: RefCell<OutputStore> = RefCell::new(OutputStore::new());
}

pub(crate) fn answer(operation: &str, given: &[&[u8]]) -> Option<Result<Answer, Fault>> {
    Some(match operation {
        "store_new" => new(given),
        "store_put" => text(given, 0).map(|text| {
            let reference = STORE.with_borrow_mut(|store| store.put(text));
            Answer::default().json(&(reference.map(Ref::number), reference))
        }),
        "store_get" => get(given),
        "store_retrieve" => retrieve(given),
        "store_trim" => trim(given),
        "store_answer" => answered(given),
        "retrieve_tool" => Ok(RETRIEVE_TOOL.into_iter().fold(Answer::default(), Answer::text)),
        "ref" => reference(given).map(|reference| Answer::default().json(&reference)),
        _ => return None,
    })
}

/// The most bytes as JSON.
fn new(given: &[&[u8]]) -> Result<Answer, Fault> {
    let usual = StoreIndex::default().max_bytes();
    let most: Value = serde_json::from_str(text(given, 0)?).unwrap_or_default();
    let most = if most.is_null() {
        usual
    } else {
        options::with("maxBytes", &most, |option: &NamedOption<'_>| option.at_least(StoreIndex::new(0).max_bytes()))?
    };
    STORE.set(OutputStore::with_max_bytes(most));
    Ok(Answer::default())
}

fn reference(given: &[&[u8]]) -> Result<Ref, Fault> {
    Ok(text(given, 0)?.parse::<Ref>()?)
}

fn get(given: &[&[u8]]) -> Result<Answer, Fault> {
    let wanted = reference(given)?;
    STORE.with_borrow_mut(|store| Ok(Answer::default().text(store.get(wanted)?)))
}

/// The ref, the part, and the lines of a predicate of the caller's or nothing.
fn part(json: &str, chosen: &str) -> Result<Retrieve, Fault> {
    let mut part = options::read(Retrieve::new(), json, Retrieve::set)?;
    if !chosen.is_empty() {
        part = part.chosen(serde_json::from_str(chosen).map_err(|_| Fault::internal("lines are not a list"))?);
    }
    Ok(part)
}

fn retrieve(given: &[&[u8]]) -> Result<Answer, Fault> {
    let (wanted, part) = (reference(given)?, part(text(given, 1)?, text(given, 2)?)?);
    STORE.with_borrow_mut(|store| Ok(Answer::default().json(&store.retrieve(wanted, &part)?)))
}

/// Answers a model's call within a number of UTF-16 units; errors are answers, too.
fn answered(given: &[&[u8]]) -> Result<Answer, Fault> {
    let most = text(given, 1)?.parse().map_err(|_| Fault::internal("a size is not a number"))?;
    let answer = |asked: Asked| STORE.with_borrow_mut(|store| asked.answer(store.get(asked.reference())?, most));
    let answer = Asked::read(text(given, 0)?).and_then(answer);
    Ok(Answer::default().text(answer.unwrap_or_else(|error| Asked::failure(error.message()))))
}

fn trim(given: &[&[u8]]) -> Result<Answer, Fault> {
    let options = trim_options(text(given, 0)?)?;
    let text = text(given, 1)?;
    STORE.with_borrow_mut(|store| Ok(trimmed(&store.trim(text, options)?)))
}
