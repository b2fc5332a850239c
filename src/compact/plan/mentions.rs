//! Names in removed calls: a block lists the most frequent ones that no sent text contains.
//!
//! A name is known by its form: an identifier of several words, a path, an option. They are read from the originals, each text
//! once in a plan.

use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::call::args::ArgumentValue;
use crate::compact::inventory::ItemKind;
use crate::compact::options::Style;
use crate::compact::plan::Plan;
use crate::compact::plan::block::{Block, UNITS};
use crate::compact::plan::rung::Choice;
use crate::compact::summary::Folding;
use crate::format::conversation::PartKind;
use crate::hash::{Table, hash};
use crate::measure::estimate_tokens;
use crate::order::ordered;
use crate::redact::looks_drawn;
use crate::tree::Tree;

/// Prefix of the line with names.
pub(crate) const NAMES: &str = "- Names in what was removed: ";
const BETWEEN: &str = ", ";
/// Chars of a name. Shorter ones are seldom missed.
const SHORTEST: usize = 8;
const LONGEST: usize = 80;
/// Least number of occurrences in removed calls. Rarer names are not missed, and the remaining texts need the room.
const TIMES: u64 = 2;
/// Hex digits from which on a part of a name can be a hash: as short as Git writes them.
const HASH: usize = 7;

/// Names by number, in order of reading.
#[derive(Default)]
pub(super) struct Mentions {
    known: Table,
    names: Vec<String>,
    /// The numbers in each item, and in texts that are no items.
    items: Vec<Option<Rc<Vec<u32>>>>,
    fixed: Option<Rc<Vec<u32>>>,
}

impl Mentions {
    fn read(&mut self, text: &str, numbers: &mut Vec<u32>) {
        for name in names_in(text) {
            let next = self.names.len() as u32;
            let number = *self.known.entry(hash(name.as_bytes()), next);
            if number == next {
                self.names.push(String::from(name));
            }
            numbers.push(number);
        }
    }

    fn all_in<'t>(&mut self, texts: impl IntoIterator<Item = &'t str>) -> Rc<Vec<u32>> {
        let mut numbers = Vec::new();
        for text in texts {
            self.read(text, &mut numbers);
        }
        Rc::new(numbers)
    }
}

impl Block {
    /// Sets the share of `target` that names may take; `last` is the text of an earlier step.
    pub(crate) fn name(&mut self, share: f64, target: u64, last: Option<&Folding>) {
        self.most_names = (target as f64 * share) as u64;
        let last = last.filter(|last| share > 0.0 && !last.theirs);
        if let Some(last) = last {
            (self.last, self.text) = (Some(last.text.clone()), Some(last.text.clone()));
        }
    }

    /// Adds a line with names to the text.
    pub(super) fn add_names(&mut self, line: &str) {
        // A limit of the caller's is one in tokens.
        let most = if self.style == Style::Summary && !self.follows { self.summary_units / UNITS } else { u64::MAX };
        if let Some(text) = &mut self.text {
            let end = text.len();
            text.push_str(line);
            if most < u64::MAX && estimate_tokens(text) as u64 > most {
                text.truncate(end);
            }
        }
    }

    pub(super) fn text(&self) -> &str {
        self.text.as_deref().unwrap_or_default()
    }
}

impl<T: Tree> Plan<'_, '_, T> {
    /// Returns the line with names, after a line break and within `most` units; empty without any.
    pub(super) fn names_line(&self, choices: &[Option<Choice>], block: &str, most: u64) -> String {
        let mut mentions = self.mentions.borrow_mut();
        let carried = self.block.carried.as_ref().map_or("", |carried| listed(&carried.text));
        let mut left = vec![mentions.all_in(carried.split(BETWEEN))];
        let mut sent = vec![mentions.all_in([block]), self.names_in_fixed(&mut mentions)];
        for (item, choice) in choices.iter().enumerate().rev() {
            match choice.as_ref().or(self.base[item].as_ref()).map(|choice| choice.text.as_deref()) {
                Some(Some(text)) => sent.push(mentions.all_in([text])),
                Some(None) => left.push(self.names_in_item(item, &mut mentions)),
                None => sent.push(self.names_in_item(item, &mut mentions)),
            }
        }
        let mut times = vec![0_u64; mentions.names.len()];
        let mut order = Vec::new();
        // Names of a block that came back have no count.
        for (number, is_carried) in
            left.iter().enumerate().flat_map(|(at, all)| all.iter().map(move |number| (*number, at == 0)))
        {
            let Some(times) = times.get_mut(number as usize) else { continue };
            if *times == 0 {
                order.push(number);
            }
            *times = if is_carried { u64::MAX } else { times.saturating_add(1) };
        }
        for number in sent.iter().flat_map(|all| all.iter()) {
            times.get_mut(*number as usize).into_iter().for_each(|times| *times = 0);
        }
        let times = |number: &u32| times.get(*number as usize).copied().unwrap_or_default();
        order.retain(|number| times(number) >= TIMES);
        let mut line = String::new();
        let mut room = most.saturating_sub(1 + NAMES.len() as u64);
        for number in &ordered(order, |number| u64::MAX - times(number)) {
            let Some(name) = mentions.names.get(*number as usize) else { continue };
            let between = if line.is_empty() { "" } else { BETWEEN };
            let Some(rest) = room.checked_sub((between.len() + name.len()) as u64) else { continue };
            room = rest;
            line.push_str(between);
            line.push_str(name);
        }
        if line.is_empty() { line } else { ["\n", NAMES, &line].concat() }
    }

    /// Returns the names in the original text of an item.
    fn names_in_item(&self, item: usize, mentions: &mut Mentions) -> Rc<Vec<u32>> {
        mentions.items.resize(self.inventory.items.len(), None);
        if let Some(known) = &mentions.items[item] {
            return Rc::clone(known);
        }
        let found = &self.inventory.items[item];
        let numbers = match found.kind {
            ItemKind::Result(call) => mentions.all_in([&*self.inventory.safe_text(&self.inventory.calls[call])]),
            ItemKind::Args(call) => {
                let values = self.inventory.calls[call].args.values.iter();
                mentions.all_in(values.filter_map(|argument| match &argument.value {
                    ArgumentValue::Text(text) => Some(&**text),
                    _ => None,
                }))
            }
            ItemKind::Text => mentions.all_in([&*self.inventory.text(found.at)]),
            ItemKind::Thinking | ItemKind::Media => Rc::default(),
        };
        mentions.items[item] = Some(Rc::clone(&numbers));
        numbers
    }

    /// Returns the names in texts that are never cut.
    fn names_in_fixed(&self, mentions: &mut Mentions) -> Rc<Vec<u32>> {
        if let Some(known) = &mentions.fixed {
            return Rc::clone(known);
        }
        let inventory = self.inventory;
        let is_item = |at| inventory.items.binary_search_by(|item| item.at.cmp(&at)).is_ok();
        let texts = inventory.measured.iter().filter(|part| {
            part.kind == PartKind::Text
                && part.at >= inventory.live.from
                && !inventory.block.contains(&part.at.message)
                && !is_item(part.at)
        });
        let mut numbers = Vec::new();
        for part in texts {
            mentions.read(&inventory.original_text(part.at), &mut numbers);
        }
        let numbers = Rc::new(numbers);
        mentions.fixed = Some(Rc::clone(&numbers));
        numbers
    }
}

/// The names that a block lists.
fn listed(block: &str) -> &str {
    let last = block.rsplit_once('\n').map_or(block, |(_, last)| last);
    last.strip_prefix(NAMES).unwrap_or_default()
}

/// The number of names that a block lists.
pub(crate) fn count_listed(block: &str) -> u64 {
    let names = listed(block);
    if names.is_empty() { 0 } else { names.split(BETWEEN).count() as u64 }
}

/// The names in a text: runs of letters, digits and `_ $ . / -` with the form of an identifier of several words, a path or an
/// option.
fn names_in(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '/' | '-' | '\\');
    text.split(move |c: char| !is_part(c)).filter_map(|run| {
        if run.len() < SHORTEST || !run.is_ascii() || run.contains('\\') {
            // Behind a backslash may stand an escape.
            return None;
        }
        let run = run.trim_end_matches(['.', '/', '-', '$']);
        let run = run.strip_prefix("...").unwrap_or(run);
        // The sign of a diff line.
        let run = run.strip_prefix('-').filter(|rest| !rest.starts_with('-')).unwrap_or(run);
        is_name(run).then_some(run)
    })
}

/// Returns `true` for a text with the form of a name.
fn is_name(run: &str) -> bool {
    let bytes = run.as_bytes();
    let letters = bytes.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    let joins = |pair: &[u8]| match pair {
        [before, after] => {
            (before.is_ascii_lowercase() && after.is_ascii_uppercase())
                || (!before.is_ascii_alphanumeric() && after.is_ascii_alphanumeric())
        }
        _ => false,
    };
    let mut parts = run.split(|c: char| !c.is_ascii_alphanumeric());
    (SHORTEST..=LONGEST).contains(&run.len())
        && letters * 2 > run.len()
        && bytes.windows(2).any(joins)
        && !parts.any(is_drawn)
}

/// Returns `true` for a part of a name that is a hash or a token.
fn is_drawn(part: &str) -> bool {
    let is_hash = part.len() >= HASH && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    (is_hash && part.bytes().any(|byte| byte.is_ascii_digit())) || looks_drawn(part)
}

#[cfg(test)]
mod tests {
    use super::{count_listed, names_in};
    use alloc::vec::Vec;

    #[test]
    fn names_are_known_by_their_form() {
        let names = |text| names_in(text).collect::<Vec<_>>();
        assert_eq!(
            names("fn read_config(path: &Path) -> parseConfig(./src/auth/token.rs:12) --max-old-space"),
            ["read_config", "parseConfig", "./src/auth/token.rs", "--max-old-space"]
        );
        assert_eq!(
            names("-const oldName = 1;\n+const newName_2 = 2; // see docs/rules.md."),
            ["newName_2", "docs/rules.md"]
        );
        for none in [
            "returning something ordinary",
            "short_x a.b.c 12.345.678.90 2026-11-28T15:08:57",
            "9f8e7d6c5b4a3 objects/9f8e7d6c5b4a3 550e8400-e29b-41d4-a716-446655440000",
            "ghp_q8Zt3Vw9Lk2Xb7Rn5Tm1Yc4 build-Zm9vYmFyMTIzNDU2Nzg5 eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30",
            "\\nread_config C:\\repo\\src\\auth_file.ts größen_tabelle ------------------ ....................",
        ] {
            assert_eq!(names(none), [""; 0], "{none}");
        }
    }

    #[test]
    fn what_a_block_lists_is_counted() {
        assert_eq!(
            count_listed("[Earlier in this session:]\n- Ran `a`\n- Names in what was removed: src/a.ts, b_c_d_e_f"),
            2
        );
        assert_eq!(count_listed("[Earlier in this session:]\n- Ran `a`"), 0);
    }
}
