//! The sort of answer that a question wants: a time, a person, a number, the highest of all.

use super::words::{begins_with_capital, fold, words};
use crate::quick::{contains, split_at_part};

/// Sorts of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wants {
    Anything,
    Time,
    Person,
    Reason,
    Duration,
    Number,
    Percent,
    Version,
    Mail,
}

impl Wants {
    /// The sort that a question in [`folded`] words wants.
    pub(super) fn of(text: &str) -> Self {
        let has = |all: &[&str]| contains_any(text, all);
        match () {
            () if has(&[" mail ", " email ", " e mail "]) => Self::Mail,
            () if has(&[" version ", " versions ", " release "]) => Self::Version,
            () if has(&[" percent ", " percentage ", " share ", " proportion ", " anteil "]) => Self::Percent,
            () if has(&[" how long ", " duration ", " wie lange ", " combien de temps ", " cuanto tiempo "]) => {
                Self::Duration
            }
            () if has(&[
                " when ",
                " what time ",
                " which day ",
                " wann ",
                " quand ",
                " cuando ",
                " quando ",
                " a che ora ",
                " horaires ",
                " hours ",
            ]) =>
            {
                Self::Time
            }
            () if has(&[" who ", " whose ", " whom ", " wer ", " qui ", " quien ", " chi "]) => Self::Person,
            () if has(&[" why ", " cause ", " reason ", " warum ", " pourquoi ", " por que ", " perche "]) => {
                Self::Reason
            }
            () if has(&[
                " how many ",
                " how much ",
                " how deep ",
                " how strong ",
                " how high ",
                " price ",
                " cost ",
                " amount ",
                " wie hoch ",
                " wie viele ",
                " combien ",
                " cuanto ",
                " quanto ",
                " number of ",
                " maximum ",
                " minimum ",
                " limit ",
            ]) =>
            {
                Self::Number
            }
            () => Self::Anything,
        }
    }

    /// A word that only says which sort of answer is wanted.
    pub(super) fn asks_by(self, word: &str) -> bool {
        match self {
            Self::Duration => word == "long",
            Self::Time => word == "day",
            _ => false,
        }
    }

    /// Returns `true` if a text holds such an answer.
    pub(crate) fn is_in(self, text: &str) -> bool {
        let bytes = text.as_bytes();
        let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        let around = |sign: u8| {
            bytes.iter().enumerate().any(|(at, byte)| *byte == sign && at > 0 && digit(at - 1) && digit(at + 1))
        };
        let has = |all: &[&str]| contains_any(text, all);
        match self {
            Self::Anything => false,
            Self::Time => around(b':') || around(b'-') || has(&MONTHS) || has(&DAYS),
            Self::Person => contains(text, "@") || capitals(text),
            Self::Reason => has(&[
                "because",
                "cause",
                "Cause",
                "reason",
                "Reason",
                "message ",
                "failure",
                "due to",
                "Grund",
                "since",
                "weil",
                "insufficient",
                "exceeded",
            ]),
            Self::Duration => around(b':') || units(bytes),
            Self::Number => bytes.iter().any(u8::is_ascii_digit),
            Self::Percent => has(&["%", "percent"]),
            Self::Version => around(b'.'),
            Self::Mail => contains(text, "@"),
        }
    }
}

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May ", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// Two words in a row that begin with capitals.
fn capitals(text: &str) -> bool {
    let mut last = false;
    text.split(' ').any(|word| {
        let is = begins_with_capital(word);
        core::mem::replace(&mut last, is) && is
    })
}

/// A number with a unit of time.
fn units(bytes: &[u8]) -> bool {
    bytes.windows(2).enumerate().any(|(at, pair)| {
        let rest = bytes.get(at + 1..).unwrap_or_default();
        let rest = rest.strip_prefix(b" ").unwrap_or(rest);
        pair.first().is_some_and(u8::is_ascii_digit)
            && ["ms", "s ", "sec", "min", "h ", "hour", "day", "week", "month", "year", "m "]
                .iter()
                .any(|unit| rest.starts_with(unit.as_bytes()))
    })
}

/// Rows that a table is asked for by a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Bound {
    /// The highest, or the lowest.
    Most { highest: bool, word: &'static str, column: &'static str },
    /// Those above a number, or below.
    Than { above: bool, number: f64, sort: Sort },
}

/// Words for the most of something: which end, and the words of the column that it speaks of.
const SUPERLATIVES: &[(&str, bool, &str)] = &[
    ("highest", true, ""),
    ("most", true, ""),
    ("largest", true, "size"),
    ("biggest", true, "size"),
    ("maximum", true, ""),
    ("greatest", true, ""),
    ("lowest", false, ""),
    ("least", false, ""),
    ("smallest", false, "size"),
    ("minimum", false, ""),
    ("fewest", false, ""),
    ("hottest", true, "temp"),
    ("warmest", true, "temp"),
    ("coldest", false, "temp"),
    ("coolest", false, "temp"),
    ("cheapest", false, "price cost amount fare fee rate"),
    ("dearest", true, "price cost amount fare fee rate"),
    ("expensive", true, "price cost amount fare fee rate"),
    ("oldest", true, "age"),
    ("youngest", false, "age"),
    ("heaviest", true, "weight mass"),
    ("lightest", false, "weight mass"),
    ("longest", true, "length duration time"),
    ("shortest", false, "length duration time"),
    ("tallest", true, "height"),
    ("fastest", false, "time duration ms"),
    ("slowest", true, "time duration ms"),
    ("deepest", true, "depth"),
    ("busiest", true, "count"),
    ("latest", true, "date time"),
    ("earliest", false, "date time"),
];

/// The same by the beginnings of words, in German and French.
const STARTS: &[(&str, bool, &str)] = &[
    ("hochst", true, ""),
    ("meist", true, ""),
    ("grosst", true, ""),
    ("niedrigst", false, ""),
    ("wenigst", false, ""),
    ("geringst", false, ""),
    ("kleinst", false, ""),
    ("teuerst", true, "preis kosten betrag"),
    ("billigst", false, "preis kosten betrag"),
    ("gunstigst", false, "preis kosten betrag"),
    ("altest", true, "alter"),
    ("jungst", false, "alter"),
    ("schwerst", true, "gewicht"),
    ("leichtest", false, "gewicht"),
    ("langst", true, "lange dauer"),
    ("kurzest", false, "lange dauer"),
    ("warmst", true, "temp"),
    ("kaltest", false, "temp"),
    ("plus eleve", true, ""),
    ("plus grand", true, ""),
    ("plus haut", true, ""),
    ("plus petit", false, ""),
    ("plus bas", false, ""),
    ("plus cher", true, "prix cout montant tarif"),
    ("moins cher", false, "prix cout montant tarif"),
];

const ABOVE: [&str; 24] = [
    " after ",
    " since ",
    " later than ",
    " mehr als ",
    " uber ",
    " nach ",
    " seit ",
    " ab ",
    " mindestens ",
    " plus de ",
    " plus que ",
    " apres ",
    " depuis ",
    " au moins ",
    " above ",
    " over ",
    " more than ",
    " greater than ",
    " exceeding ",
    " at least ",
    " heavier than ",
    " longer than ",
    " older than ",
    " larger than ",
];
const BELOW: [&str; 18] = [
    " before ",
    " until ",
    " earlier than ",
    " weniger als ",
    " unter ",
    " vor ",
    " bis ",
    " hochstens ",
    " moins de ",
    " avant ",
    " below ",
    " under ",
    " less than ",
    " fewer than ",
    " at most ",
    " lighter than ",
    " shorter than ",
    " smaller than ",
];

impl Bound {
    /// The bound of a question, also in [`folded`] words.
    pub(super) fn of(text: &str, folded: &str) -> Option<Self> {
        let than = |list: &[&str], above| {
            list.iter().find_map(|phrase| {
                let (_, rest) = split_at_part(folded, phrase)?;
                let number = rest.split(' ').take(2).find(|word| word.as_bytes().first().is_some_and(u8::is_ascii_digit))?;
                // In the question as it is written: its number may have groups, or be a date.
                let at = crate::quick::find(text, number)?;
                let (number, sort) = value(text.get(at..)?)?;
                Some(Self::Than { above, number, sort })
            })
        };
        let most = || {
            let is_word = |word: &str| contains(folded, &[" ", word, " "].concat());
            let begins = |start: &str| contains(folded, &[" ", start].concat());
            let english = SUPERLATIVES.iter().find(|(word, ..)| is_word(word));
            let found = english.or_else(|| STARTS.iter().find(|(start, ..)| begins(start)));
            found.map(|&(word, highest, column)| Self::Most { highest, word, column })
        };
        than(&ABOVE, true).or_else(|| than(&BELOW, false)).or_else(most)
    }

    pub(super) fn asks_by(self, word: &str) -> bool {
        match self {
            Self::Most { word: own, .. } => word.starts_with(own) || own.ends_with(word),
            Self::Than { .. } => {
                let is_in = |phrase: &&str| phrase.split(' ').any(|one| one == word);
                word.bytes().all(|byte| byte.is_ascii_digit()) || ABOVE.iter().chain(&BELOW).any(|phrase| is_in(&phrase))
            }
        }
    }
}

/// Sorts of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Number,
    Date,
    Time,
}

/// The number of a text as it is compared, and its sort: a time of day in hours, a date in years, else [`number`].
pub(crate) fn value(text: &str) -> Option<(f64, Sort)> {
    let bytes = text.as_bytes();
    let part = |at: usize, digits: usize| {
        let part = bytes.get(at..at + digits).filter(|part| part.iter().all(u8::is_ascii_digit))?;
        Some(part.iter().fold(0.0, |sum, byte| sum * 10.0 + f64::from(byte - b'0')))
    };
    let is = |at: usize, sign: u8| bytes.get(at) == Some(&sign);
    let date = || {
        let (year, month) = (part(0, 4)?, part(5, 2)?);
        let day = if is(7, b'-') { part(8, 2)? } else { 1.0 };
        is(4, b'-').then_some((year + (month - 1.0) / 12.0 + (day - 1.0) / 372.0, Sort::Date))
    };
    let time = || {
        let digits = if is(1, b':') { 1 } else { 2 };
        is(digits, b':').then_some((part(0, digits)? + part(digits + 1, 2)? / 60.0, Sort::Time))
    };
    date().or_else(time).or_else(|| Some((number(text)?, Sort::Number)))
}

/// The number that a text begins with, with groups and a sign of currency: `$5,000.50`.
pub(crate) fn number(text: &str) -> Option<f64> {
    let bytes = text.as_bytes();
    let start = bytes.iter().position(|byte| byte.is_ascii_digit() || *byte == b'-')?;
    let bytes = bytes.get(start..).unwrap_or_default();
    let (negative, bytes) = bytes.strip_prefix(b"-").map_or((false, bytes), |rest| (true, rest));
    let has_commas = || bytes.windows(2).any(|pair| matches!(pair, [b',', b'0'..=b'9']));
    let (mut value, mut scale, mut digits) = (0.0, 0.0, 0);
    for (at, &byte) in bytes.iter().enumerate() {
        let next_three = bytes.get(at + 1..at + 4).is_some_and(|group| group.iter().all(u8::is_ascii_digit))
            && !bytes.get(at + 4).is_some_and(u8::is_ascii_digit);
        match byte {
            b'0'..=b'9' if scale == 0.0 => value = value * 10.0 + f64::from(byte - b'0'),
            b'0'..=b'9' => {
                value += f64::from(byte - b'0') * scale;
                scale /= 10.0;
            }
            b',' | b'\'' | b' ' | b'.' if next_three && scale == 0.0 && (byte != b'.' || has_commas()) => {}
            b'.' | b',' if scale == 0.0 => scale = 0.1,
            _ => break,
        }
        digits += usize::from(byte.is_ascii_digit());
        if digits > 18 {
            break;
        }
    }
    (digits > 0).then_some(if negative { -value } else { value })
}

#[inline(never)]
pub(super) fn contains_any(text: &str, all: &[&str]) -> bool {
    all.iter().any(|one| contains(text, one))
}

/// The folded words of a question, with a blank before and after each.
pub(super) fn folded(text: &str) -> alloc::string::String {
    let mut all = alloc::string::String::from(" ");
    let mut last = 0;
    words(text, &mut |word| {
        // The parts of a run, and not the run once more.
        if word.start >= last {
            all.push_str(&fold(text.get(word.start..word.end).unwrap_or_default()));
            all.push(' ');
            last = word.end;
        }
    });
    all
}
