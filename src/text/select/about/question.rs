//! A question as terms to look for, and the sort of answer that it wants.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::answer::{self, Bound, Wants};
use super::dates::{DATED, date_part, day_of_week, digits, month, next_is_month, shown, two};
use super::lines::begin_of;
use super::lists::{COUNTS, DEFINES, FAILURES, NEGATIONS, NEGATIVE, STOP, WEAK};
use super::parts::{apart, first_part, grouped, ids, joins_words};
use super::starts::Starts;
use super::synonyms::GROUPS;
use super::words::{self, Word, fold, key, stem, words};
use crate::hash::Table;
use crate::quick::{has_digit, trim};

/// Terms of a question: of a longer one the first are looked for.
pub(crate) const TERMS: usize = 32;
/// Bytes of a question that are read.
const READ: usize = 4096;
/// Bits of the filter of beginnings.
const BITS: usize = 1024;

/// Weight of a word of the question: ids and numbers, names, other words, words of little meaning.
pub(crate) const ID: f64 = 1.6;
const NAME: f64 = 1.3;
const WORD: f64 = 1.0;
const LITTLE: f64 = 0.35;
/// What one digit covers of a question: many lines have it.
const DIGIT: f64 = 0.6;
/// Of a negation.
const NEGATION: f64 = 0.6;

/// Factors of the ways in which a word of the text is one of the question.
const STEM: f64 = 0.95;
const PREFIX: f64 = 0.7;
const START: f64 = 0.55;
const SYNONYM: f64 = 0.5;
/// Digits to which the numbers of ids are filled with zeros.
const ZEROS: usize = 6;
/// Letters of a name that may be short for a word.
const SHORT: usize = 3;
/// On a word that is a part of a name: `delete` in `delete_after_days`.
const PART: f64 = 0.8;

/// A word or an id of the question.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    pub(crate) weight: f64,
    /// What it covers of the question.
    pub(crate) covers: f64,
    /// Its other parts are terms as well: without it they count for less.
    pub(crate) is_whole: bool,
}

/// A way in which a term may be written.
#[derive(Clone, Debug)]
struct Form {
    key: u32,
    text: String,
    /// Bytes of its stem.
    stem: usize,
    term: u8,
    factor: f64,
    /// An id, compared with all that follows in the text.
    is_id: bool,
    /// The question writes it as a call: `close()`.
    is_call: bool,
    /// Numbers and pairs have no other forms.
    bends: bool,
}

/// A term that was found, and how well it fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hit {
    pub(crate) term: u8,
    pub(crate) factor: f64,
    /// A number for the form found.
    pub(crate) form: u32,
    /// Position in the text.
    pub(crate) at: u32,
}

/// A question.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) terms: Vec<Term>,
    forms: Vec<Form>,
    filter: [u64; BITS / 64],
    /// It names a month.
    has_dates: bool,
    /// `None` where each word of a text has to be looked at.
    starts: Option<Starts>,
    pub(crate) wants: Wants,
    pub(crate) bound: Option<Bound>,
    /// It asks where something is defined.
    pub(crate) defines: bool,
    /// It asks why something failed.
    pub(super) asks_why: bool,
    /// The words that it rules out: `(not the tests)`.
    unwanted: Option<Box<Self>>,
    /// Words that no answer is found by, as a line may begin with one.
    pub(super) stops: Table,
}

impl Question {
    /// Reads a question; `None` if it has no word to look for.
    pub(crate) fn new(text: &str, synonyms: bool) -> Option<Self> {
        let text = text.get(..crate::source::floor(text, READ)).unwrap_or_default();
        let (wanted, ruled_out) = apart(text);
        let read = |wanted: &str| Self::read(wanted, synonyms);
        // Where nothing else is asked for, that is.
        let Some(question) = read(&wanted) else { return read(text) };
        let mut unwanted = Self::read(&ruled_out, false);
        if let Some(unwanted) = &mut unwanted {
            let is_wanted = |form: &Form| question.forms.iter().any(|own| stem(&own.text) == stem(&form.text));
            unwanted.forms.retain(|form| !is_wanted(form));
        }
        Some(Self { unwanted: unwanted.map(Box::new), ..question })
    }

    /// Reads a question as terms.
    fn read(text: &str, synonyms: bool) -> Option<Self> {
        let folded = answer::folded(text);
        let (wants, bound) = (Wants::of(&folded), Bound::of(text, &folded));
        let mut question = Self {
            terms: Vec::new(),
            forms: Vec::new(),
            filter: [0; BITS / 64],
            has_dates: false,
            starts: None,
            wants,
            bound,
            defines: false,
            unwanted: None,
            asks_why: false,
            stops: Table::new(),
        };
        let ids = ids(text);
        // Lines are compared with this number or date, not searched for it.
        let is_bound = |id: &str| match bound {
            Some(Bound::Than { number, sort, .. }) => answer::value(id) == Some((number, sort)),
            _ => false,
        };
        for (_, id) in ids.iter().filter(|(_, id)| !is_bound(id)) {
            question.term(ID, true, Form { is_id: true, key: key(first_part(id)), ..form(fold(id)) });
        }
        let numbers = grouped(text);
        let is_id = |word: &Word| {
            let is_around = |(from, id): &(usize, &str)| *from <= word.start && word.end <= from + id.len();
            let in_id = ids.iter().any(|found| is_around(found) && !joins_words(found.1));
            in_id || numbers.iter().any(|(from, to, _)| *from <= word.start && word.end <= *to)
        };
        if !matches!(bound, Some(Bound::Than { .. })) {
            for (_, _, number) in &numbers {
                question.term(ID, false, Form { bends: false, ..form(number.clone()) });
            }
        }
        words(text, &mut |word| question.word(text, word, is_id(&word)));
        question.asks_why = !question.defines && answer::contains_any(&folded, FAILURES);
        if synonyms {
            question.add_synonyms(&folded);
        }
        if folded.split(' ').any(|word| !word.is_empty() && answer::has_word(NEGATIONS, word)) {
            question.add_negation();
        }
        question.has_dates = question.forms.iter().any(|form| form.text.starts_with(DATED));
        question.starts = Starts::of(question.forms.iter().map(|form| shown(&form.text)));
        for word in STOP.split(' ').filter(|word| !word.is_empty()) {
            question.stops.insert(begin_of(word));
        }
        for form in &question.forms {
            let bit = form.key as usize % BITS;
            if let Some(bits) = question.filter.get_mut(bit / 64) {
                *bits |= 1 << (bit % 64);
            }
        }
        (!question.terms.is_empty()).then_some(question)
    }

    fn word(&mut self, text: &str, word: Word, is_in_id: bool) {
        let Some(shown) = text.get(word.start..word.end) else { return };
        let folded = fold(shown);
        let is_number = shown.bytes().all(|byte| byte.is_ascii_digit());
        let asked = |list: &str| answer::has_word(list, &folded);
        self.defines |= asked(DEFINES);
        let is_bound = is_number && matches!(self.bound, Some(Bound::Than { .. }));
        // `the three cheapest`
        let counts = is_number && shown.len() == 1 || asked(COUNTS);
        let is_count = matches!(self.bound, Some(Bound::Most { .. })) && counts;
        // Within a sentence the month, not the verb.
        let is_month = shown == "May" && text.get(..word.start).is_some_and(|before| !trim(before).is_empty());
        if asked(STOP) && !is_month
            || is_count
            || is_bound
            || !is_number && !word.is_pair && folded.chars().nth(1).is_none()
        {
            return;
        }
        let is_day = is_number && shown.len() < 3 && next_is_month(text, word);
        if let Some(month) = month(&folded).filter(|_| !is_in_id) {
            let term = self.term(WORD, false, form(folded));
            return self.also(term, two('m', month));
        }
        if let Some(names) = day_of_week(&folded).filter(|_| !is_in_id) {
            if let Some(term) = self.term(WORD, false, form(folded)) {
                let short = names.get(..3).map(|short| (short, PREFIX));
                for (name, factor) in names.split(' ').map(|name| (name, 1.0)).chain(short) {
                    self.forms.push(Form { bends: false, factor, term, ..form(name.into()) });
                }
            }
            return;
        }
        let is_name =
            words::begins_with_upper(shown) && text.get(..word.start).is_some_and(|before| !trim(before).is_empty());
        let weight = match () {
            () if is_in_id => LITTLE,
            () if word.is_whole && has_digit(shown) || is_number && shown.len() > 1 => ID,
            () if is_number => WORD,
            () if is_name => NAME,
            () if asked(WEAK)
                || self.wants.asks_by(&folded)
                || self.bound.is_some_and(|bound| bound.asks_by(&folded)) =>
            {
                LITTLE
            }
            () => WORD,
        };
        let day = is_day.then(|| two('d', digits(folded.as_bytes())));
        // `close()`, and no `file(s)`.
        let is_call = text.get(word.end..).is_some_and(|rest| rest.starts_with('(') && !rest.starts_with("(s)"));
        let number = is_number.then(|| folded.clone());
        let term =
            self.term(weight, word.is_whole, Form { bends: !is_number && !word.is_pair, is_call, ..form(folded) });
        // `hive 31` in a list is `H-031`.
        if let (Some(term), Some(mut number)) = (term, number) {
            while number.len() < ZEROS {
                number.insert(0, '0');
                // `09` is a part of many times and dates.
                if number.len() < 3 {
                    continue;
                }
                self.forms.push(Form { bends: false, factor: STEM, term, ..form(number.clone()) });
            }
        }
        if let Some(day) = day {
            self.also(term, day);
        }
    }

    /// Adds a form of a date to a new term.
    fn also(&mut self, term: Option<u8>, date: String) {
        if let Some(term) = term {
            self.forms.push(Form { bends: false, term, ..form(date) });
        }
    }

    /// Adds a term with its first form; returns its number if it is new.
    fn term(&mut self, weight: f64, is_whole: bool, form: Form) -> Option<u8> {
        if self.terms.len() >= TERMS {
            return None;
        }
        let same = |known: &&Form| {
            known.text == form.text || known.bends && form.bends && stem(&known.text) == stem(&form.text)
        };
        let is_digit = form.text.len() == 1 && has_digit(&form.text);
        if let Some(known) = self.forms.iter().find(same) {
            if let Some(term) = self.terms.get_mut(known.term as usize) {
                term.weight = term.weight.max(weight);
                term.covers = if term.is_whole { 0.0 } else { term.covers.max(if is_digit { DIGIT } else { weight }) };
            }
            return None;
        }
        let term = self.terms.len() as u8;
        // What is there in full covers its word, whatever it is called.
        let covers = if is_whole {
            0.0
        } else if is_digit {
            DIGIT
        } else {
            weight
        };
        self.forms.push(Form { term, ..form });
        self.terms.push(Term { weight, covers, is_whole });
        Some(term)
    }

    /// A question with a negation looks for one: by it alone nothing is found.
    fn add_negation(&mut self) {
        if self.terms.is_empty() || self.terms.len() >= TERMS {
            return;
        }
        let term = self.terms.len() as u8;
        self.terms.push(Term { weight: NEGATION, covers: 0.0, is_whole: true });
        for word in NEGATIVE.split(' ') {
            self.forms.push(Form { bends: false, term, ..form(word.into()) });
        }
    }

    /// Adds the words of each group; of an adjective behind "how" they name what is asked for: `how heavy`, weight.
    fn add_synonyms(&mut self, folded: &str) {
        for at in 0..self.forms.len() {
            let Some(Form { text, term, bends: true, is_id: false, .. }) = self.forms.get(at).cloned() else {
                continue;
            };
            let own = stem(&text);
            let is_asked = answer::has_phrase(folded, "how", &text);
            let factor = if is_asked { STEM } else { SYNONYM };
            for group in GROUPS.lines().filter(|group| group.split(' ').any(|word| stem(word) == own)) {
                for word in group.split(' ').filter(|word| stem(word) != own) {
                    self.forms.push(Form { term, factor, ..form(word.into()) });
                }
            }
        }
    }

    /// Returns `true` if a text holds what the question says that it does not ask for.
    pub(crate) fn rules_out(&self, text: &str) -> bool {
        let mut hits = Vec::new();
        self.unwanted.iter().any(|unwanted| {
            unwanted.find(text, &mut hits);
            hits.iter().any(|hit| hit.factor >= STEM)
        })
    }

    /// Appends the terms that a text holds, each once, as well as it fits.
    pub(crate) fn find(&self, text: &str, into: &mut Vec<Hit>) {
        let room = &mut String::new();
        let Some(starts) = &self.starts else { return self.find_within(text, 0, text.len(), (into, room)) };
        let bytes = text.as_bytes();
        let (mut from, mut next) = (0, 0);
        while let Some(at) = starts.next(bytes, next) {
            if self.is_known(text.get(at..).unwrap_or_default(), into) {
                next = at + 1;
                continue;
            }
            // The whole run: what its words are depends on its beginning.
            let before = bytes.get(from..at).and_then(|before| before.iter().rposition(|byte| words::is_apart(*byte)));
            let after = bytes.get(at..).and_then(|after| after.iter().position(|byte| words::is_apart(*byte)));
            let end = after.map_or(text.len(), |after| at + after);
            self.find_within(text, before.map_or(from, |before| from + before + 1), end, (into, room));
            if into.len() == self.terms.len() && into.iter().all(|hit| hit.factor >= 1.0) {
                return;
            }
            (from, next) = (end, end);
        }
    }

    /// Appends the terms of a name, which may be short for a word of the question: `mag` for magnitude.
    pub(crate) fn find_name(&self, name: &str, into: &mut Vec<Hit>) {
        self.find(name, into);
        if !into.is_empty() {
            return;
        }
        words(name, &mut |word| {
            let part = fold(name.get(word.start..word.end).unwrap_or_default());
            let is_long = |form: &&Form| form.bends && form.factor >= 1.0 && form.text.starts_with(&*part);
            if let Some(form) = self.forms.iter().find(is_long).filter(|_| part.len() >= SHORT) {
                into.push(Hit { term: form.term, factor: START, form: form.key, at: word.start as u32 });
            }
        });
    }

    /// Returns `true` if all forms that may begin a text were found, as well as can be: texts repeat the words that answer.
    fn is_known(&self, text: &str, found: &[Hit]) -> bool {
        // Of a word of one letter or two the key is another.
        let Some(first) = text.get(..3).filter(|first| !found.is_empty() && first.is_ascii()) else { return false };
        // The same for a month or a day.
        if self.has_dates && has_digit(first) {
            return false;
        }
        let keys = [key(first.get(..1).unwrap_or_default()), key(first.get(..2).unwrap_or_default()), key(first)];
        let is_new = |form: &Form| found.iter().all(|hit| hit.term != form.term || hit.factor < form.factor);
        !self.forms.iter().any(|form| keys.contains(&form.key) && is_new(form))
    }

    /// Looks at each word of a part that begins and ends between words.
    pub(super) fn find_within(&self, text: &str, from: usize, to: usize, (into, room): (&mut Vec<Hit>, &mut String)) {
        words(text.get(from..to).unwrap_or_default(), &mut |word| {
            let word = Word { start: from + word.start, end: from + word.end, ..word };
            let Some(shown) = text.get(word.start..word.end) else { return };
            // The month and the day of `2026-05-03` are found by their names as well.
            if self.has_dates
                && let Some(dated) = date_part(text, word)
            {
                self.compare(text, word, &dated, into);
            }
            if !self.may_be(key(shown)) {
                return;
            }
            room.clear();
            words::fold_into(shown, room);
            self.compare(text, word, room, into);
        });
    }

    /// Returns `false` if no form begins so.
    fn may_be(&self, key: u32) -> bool {
        let bit = key as usize % BITS;
        self.filter.get(bit / 64).is_some_and(|bits| bits >> (bit % 64) & 1 == 1)
    }

    /// Adds the terms that a folded word is a form of.
    fn compare(&self, text: &str, word: Word, folded: &str, into: &mut Vec<Hit>) {
        let key = key(folded);
        if !self.may_be(key) {
            return;
        }
        for form in self.forms.iter().filter(|form| form.key == key) {
            let known = into.iter().position(|hit| hit.term == form.term);
            let best = known.and_then(|at| into.get(at)).map_or(0.0, |hit| hit.factor);
            if best >= form.factor {
                continue;
            }
            let fit = if !form.is_id {
                let is_other = form.is_call && text.as_bytes().get(word.end) != Some(&b'(');
                fit(form, folded) * if is_other || is_part(text, word) { PART } else { 1.0 }
            } else if text.get(word.start..).is_some_and(|rest| words::begins_with(rest, &form.text)) {
                1.0
            } else {
                0.0
            };
            if fit * form.factor > best {
                let number = crate::hash::hash(folded.as_bytes()) as u32;
                let hit = Hit { term: form.term, factor: fit * form.factor, form: number, at: word.start as u32 };
                match known.and_then(|at| into.get_mut(at)) {
                    Some(known) => *known = hit,
                    None => into.push(hit),
                }
            }
        }
    }
}

/// The form that a text is, of no term yet.
fn form(text: String) -> Form {
    Form {
        key: key(&text),
        stem: stem(&text).len(),
        text,
        term: 0,
        factor: 1.0,
        is_id: false,
        is_call: false,
        bends: true,
    }
}

/// Returns `true` for a word beside a low line.
fn is_part(text: &str, word: Word) -> bool {
    let is_line = |at: usize| text.as_bytes().get(at) == Some(&b'_');
    word.start.checked_sub(1).is_some_and(is_line) || is_line(word.end)
}

/// How well a word fits a form; 0 if it does not.
fn fit(form: &Form, word: &str) -> f64 {
    if form.text == word {
        return 1.0;
    }
    if !form.bends || has_digit(word) {
        return 0.0;
    }
    if form.text.get(..form.stem) == Some(stem(word)) {
        return STEM;
    }
    if form.factor < 1.0 {
        return 0.0;
    }
    let same = form.text.chars().zip(word.chars()).take_while(|(one, other)| one == other).count();
    let (one, other) = (form.text.chars().count(), word.chars().count());
    if same >= 4 && same * 10 >= one.max(other) * 6 {
        PREFIX
    } else if same >= 4 && same == one.min(other) || same == 3 && same == one.min(other) && same * 2 >= one.max(other) {
        START
    } else {
        0.0
    }
}
