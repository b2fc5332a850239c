//! The sort of answer that a question wants: a time, a person, a number, the highest of all.

use alloc::vec::Vec;

use super::dates::{dated, named_date};
use super::measure::{Measure, Quantity};
use super::words::{begins_with_capital, fold, words};
use crate::quick::{contains, find, has_digit, split_at_part, split_once};

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
        ASKS.iter().find(|(_, phrases)| contains_any(text, phrases)).map_or(Self::Anything, |(wants, _)| *wants)
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
        match self {
            Self::Anything => false,
            Self::Time => around(b':') || around(b'-') || contains_any(text, DATES),
            Self::Person => contains(text, "@") || capitals(text),
            Self::Reason => contains_any(text, REASONS),
            Self::Duration => around(b':') || units(bytes),
            Self::Number => has_digit(text),
            Self::Percent => contains_any(text, "%|percent"),
            Self::Version => around(b'.'),
            Self::Mail => contains(text, "@"),
        }
    }
}

/// Phrases that ask for a sort of answer: the first that a question has decides.
const ASKS: [(Wants, &str); 8] = [
    (Wants::Mail, " mail | email | e mail "),
    (Wants::Version, " version | versions | release "),
    (Wants::Percent, " percent | percentage | share | proportion | anteil "),
    (
        Wants::Duration,
        " how long | how many seconds | how many minutes | how many hours | how many days | how many weeks | how many months \
        | how many years | duration | wie lange | combien de temps | cuanto tiempo ",
    ),
    (Wants::Time, " when | what time | which day | wann | quand | cuando | quando | a che ora | horaires | hours "),
    (Wants::Person, " who | whose | whom | wer | qui | quien | chi "),
    (Wants::Reason, " why | cause | reason | warum | pourquoi | por que | perche "),
    (
        Wants::Number,
        " how many | how much | how deep | how strong | how high | how heavy | how tall | how wide | how big \
        | how large | how old | how fast | how far | how hot | how warm | how cold | price | cost | amount | wie hoch | wie viele \
        | combien | cuanto | quanto | number of | maximum | minimum | limit ",
    ),
];

const DATES: &str =
    "Jan|Feb|Mar|Apr|May |Jun|Jul|Aug|Sep|Oct|Nov|Dec|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday";
const REASONS: &str =
    "because|cause|Cause|reason|Reason|message |failure|due to|Grund|since|weil|insufficient|exceeded";

/// Returns `true` if one word follows another in [`folded`] words.
pub(super) fn has_phrase(folded: &str, one: &str, other: &str) -> bool {
    folded.split(' ').zip(folded.split(' ').skip(1)).any(|pair| pair == (one, other))
}

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
    Most { highest: bool, word: &'static str, column: &'static str, quantity: Option<Quantity> },
    /// Those above a number, or below.
    Than { above: bool, number: f64, sort: Sort, measure: Option<Measure>, is_order: bool },
}

/// Words for the highest of something (`+`) and the lowest (`-`), and words of the column that they speak of.
const SUPERLATIVES: &str = "+highest\n+most\n+largest size\n+biggest size\n+maximum\n+greatest\n-lowest\n-least\n\
    -smallest size\n-minimum\n-fewest\n+hottest temp\n+warmest temp\n-coldest temp\n-coolest temp\n\
    -cheapest price cost amount fare fee rate\n+dearest price cost amount fare fee rate\n\
    +expensive price cost amount fare fee rate\n+oldest age\n-youngest age\n\
    +heaviest weight mass\n-lightest weight mass\n+longest length duration time\n-shortest length duration time\n\
    +tallest height\n-fastest time duration ms\n+slowest time duration ms\n+deepest depth\n+busiest count\n+latest date time\n-earliest date time\n";

/// The same by the beginnings of words, in German and French.
const STARTS: &str = "+hochst\n+meist\n+grosst\n+grost\n-niedrigst\n-wenigst\n-geringst\n-kleinst\n+teuerst|preis kosten betrag\n\
    -billigst|preis kosten betrag\n-gunstigst|preis kosten betrag\n+altest|alter\n-jungst|alter\n+schwerst|gewicht\n\
    -leichtest|gewicht\n+langst|lange dauer\n-kurzest|lange dauer\n+warmst|temp\n-kaltest|temp\n+plus eleve\n+plus grand\n\
    +plus haut\n-plus petit\n-plus bas\n+plus cher|prix cout montant tarif\n-moins cher|prix cout montant tarif\n\
    +mas alt\n+mas grande\n-mas baj\n-mas pequen\n+mas caro|precio coste importe\n+mas cara |precio coste importe\n-mas barat|precio coste importe\n\
    +piu alt\n+piu grand\n-piu bass\n-piu piccol\n+piu caro|prezzo costo\n+piu cara |prezzo costo\n-piu economic|prezzo costo\n";

const ABOVE: &str = " above | over | more than | greater than | exceeding | at least | heavier than | longer than | older than \
    | larger than | bigger than | higher than | slower than | after | since | later than | mehr als | uber | nach | seit | ab \
    | mindestens | plus de | plus que | apres | depuis | au moins | mas de | desde | despues de | al menos \
    | piu di | oltre | dopo | almeno ";
const BELOW: &str = " below | under | less than | fewer than | at most | lighter than | shorter than | smaller than | lower than \
    | faster than | cheaper than | before | until | earlier than | weniger als | unter | vor | bis | hochstens | moins de | avant \
    | menos de | antes de | hasta | meno di | prima di | fino a ";
/// Those of times and of an order: `after 3 retries` compares no number that it does not name.
const TIMES: &str = " after | since | before | until | nach | seit | ab | vor | bis | apres | depuis | avant | desde | despues de | antes de \
    | hasta | dopo | prima di | fino a ";
/// Those that speak of a time, or else of a speed: `faster than 100 MB/s` is more.
const SPEEDS: &str = " slower than | faster than ";

impl Bound {
    /// The bound of a question, also in [`folded`] words.
    pub(super) fn of(text: &str, folded: &str) -> Option<Self> {
        let than = |list: &str, above| {
            list.split('|').find_map(|phrase| {
                let (_, rest) = split_at_part(folded, phrase)?;
                if let Some(number) = named_date(rest) {
                    return Some(Self::Than { above, number, sort: Sort::Date, measure: None, is_order: false });
                }
                let is_number = |word: &&str| word.as_bytes().first().is_some_and(u8::is_ascii_digit);
                let shown = rest.split(' ').take(2).find(is_number)?;
                // In the question as it is written: its number may have groups, or be a date.
                let text = text.get(find(text, shown)?..)?;
                let (number, sort) = value(text)?;
                let measure = Measure::behind(text);
                let is_speed = sort == Sort::Size || measure.is_some_and(|measure| !measure.is_time());
                let above = above != (is_speed && contains(SPEEDS, phrase));
                let is_order = sort == Sort::Number && contains(TIMES, phrase);
                Some(Self::Than { above, number, sort, measure, is_order })
            })
        };
        let most = || {
            SUPERLATIVES.lines().find_map(|line| {
                let (side, names) = line.split_at_checked(1)?;
                let (word, column) = split_once(names, b' ').unwrap_or((names, ""));
                let quantity = Quantity::of(word, folded);
                has_word(folded, word).then_some(Self::Most { highest: side == "+", word, column, quantity })
            })
        };
        let begins = || {
            STARTS.lines().find_map(|line| {
                let (side, names) = line.split_at_checked(1)?;
                let (word, column) = split_once(names, b'|').unwrap_or((names, ""));
                contains(folded, &[" ", word].concat()).then_some(Self::Most {
                    highest: side == "+",
                    word,
                    column,
                    quantity: None,
                })
            })
        };
        than(ABOVE, true).or_else(|| than(BELOW, false)).or_else(most).or_else(begins)
    }

    /// The number of a text that is one, if it is of a sort that can be compared.
    pub(crate) fn number_of(self, text: &str) -> Option<f64> {
        // Behind a sign of currency or a sign at most.
        let text = text.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '-');
        let (number, other) = text.starts_with(|c: char| c.is_ascii_digit() || c == '-').then(|| value(text))??;
        let is_comparable = match self {
            Self::Most { .. } => true,
            Self::Than { number: year, sort: Sort::Number, .. } if other == Sort::Date => {
                (1900.0..2100.0).contains(&year)
            }
            // `over 2 GB` in a column of bytes.
            Self::Than { sort: Sort::Size, .. } if other == Sort::Number => true,
            Self::Than { sort, .. } => sort == other,
        };
        is_comparable.then_some(number)
    }

    /// It compares only what the question names: of `the most likely cause` and of `after 3 retries` no number.
    pub(super) fn needs_name(self) -> bool {
        match self {
            Self::Most { word, .. } => matches!(word, "most" | "least"),
            Self::Than { is_order, .. } => is_order,
        }
    }

    /// The weight of a number within it for what is covered of a question: with its unit it answers three words of another language.
    pub(super) fn covers(self) -> f64 {
        let is_sure = matches!(self, Self::Than { measure: Some(_), .. } | Self::Most { quantity: Some(_), .. });
        if is_sure { 1.25 } else { 1.0 }
    }

    pub(super) fn asks_by(self, word: &str) -> bool {
        match self {
            Self::Most { word: own, .. } => word.starts_with(own) || own.ends_with(word),
            Self::Than { measure: Some(measure), .. } if measure.is(word) => true,
            Self::Than { .. } => {
                word.bytes().all(|byte| byte.is_ascii_digit()) || has_word(ABOVE, word) || has_word(BELOW, word)
            }
        }
    }
}

/// Numbers that a question compares, and the most extreme of them so far.
#[derive(Clone, Debug)]
pub(crate) struct Extremes {
    bound: Option<Bound>,
    /// Signed so that the greatest is the best.
    best: [f64; 3],
}

impl Extremes {
    pub(crate) fn new(bound: Option<Bound>) -> Self {
        Self { bound, best: [f64::NEG_INFINITY; 3] }
    }

    /// The same without a number so far.
    pub(super) fn emptied(&self) -> Self {
        Self::new(self.bound)
    }

    /// Adds a number; `true` if it is within the bound, or among the three most extreme so far.
    pub(crate) fn add(&mut self, number: f64) -> bool {
        let Some(Bound::Most { highest, .. }) = self.bound else { return self.worth(number) > 0.0 };
        let mut value = if highest { number } else { -number };
        let is_extreme = value > self.best[2];
        for place in &mut self.best {
            if value > *place {
                core::mem::swap(&mut value, place);
            }
        }
        is_extreme
    }

    /// Returns `true` if a superlative has three numbers or more to choose from.
    fn is_full(&self) -> bool {
        self.best.iter().all(|best| best.is_finite())
    }

    /// Bonus for a number that is the wanted one, or near it.
    pub(crate) fn worth(&self, number: f64) -> f64 {
        let (above, limit) = match self.bound {
            None => return 0.0,
            Some(Bound::Than { above, number, .. }) => (above, number),
            Some(Bound::Most { highest, .. }) => {
                let value = if highest { number } else { -number };
                let places = [2.5, 1.2, 0.8].into_iter().zip(self.best);
                let mut reached = places.filter(|(_, best)| best.is_finite() && value >= *best);
                return reached.next().map_or(0.0, |(worth, _)| worth);
            }
        };
        if above && number > limit || !above && number < limit { 1.6 } else { 0.0 }
    }
}

/// Extremes of all places, and of those with the same terms: the highest is sought among the rows with the other words.
#[derive(Clone, Debug)]
pub(crate) struct Ranks(Vec<(u32, Extremes)>);

/// Factor on what is extreme among rows with fewer of the question's words.
const LESS: f64 = 0.5;
/// Sets of terms whose extremes are held.
const MASKS: usize = 32;

impl Ranks {
    pub(crate) fn new(bound: Option<Bound>) -> Self {
        Self(alloc::vec![(0, Extremes::new(bound))])
    }

    /// Adds a number of a place with these terms; `true` if it is among the three most extreme so far, or within the bound.
    pub(crate) fn add(&mut self, own: u32, number: f64) -> bool {
        if self.0.len() < MASKS && self.0.iter().all(|(mask, _)| *mask != own) {
            let none = self.0.first().map(|(_, extremes)| extremes.emptied());
            self.0.extend(none.map(|none| (own, none)));
        }
        let places = self.0.iter_mut().filter(|(mask, _)| *mask == 0 || *mask == own);
        places.fold(false, |is, (_, extremes)| extremes.add(number) || is)
    }

    /// Bonus for a number that is the wanted one, or near it.
    pub(crate) fn worth(&self, own: u32, number: f64) -> f64 {
        let places = self.0.iter().filter(|(mask, _)| *mask == 0 || *mask == own);
        let worth = places.map(|(_, extremes)| extremes.worth(number)).fold(0.0, f64::max);
        // The cheapest of all says less where there are breads, and bread is asked for.
        let is_less = self.0.iter().any(|(mask, extremes)| mask & own == own && *mask != own && extremes.is_full());
        if is_less { worth * LESS } else { worth }
    }
}

/// Sorts of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Number,
    /// With a unit: `340 MB`.
    Size,
    Date,
    Time,
}

/// The number of a text as it is compared, and its sort: a time of day in hours, a date in years, else [`number`].
pub(super) fn value(text: &str) -> Option<(f64, Sort)> {
    let bytes = text.as_bytes();
    let part = |at: usize, digits: usize| {
        let part = bytes.get(at..at + digits).filter(|part| part.iter().all(u8::is_ascii_digit))?;
        Some(part.iter().fold(0.0, |sum, byte| sum * 10.0 + f64::from(byte - b'0')))
    };
    let is = |at: usize, sign: u8| bytes.get(at) == Some(&sign);
    let date = || {
        let (year, month) = (part(0, 4)?, part(5, 2)?);
        let day = if is(7, b'-') { part(8, 2)? } else { 1.0 };
        is(4, b'-').then(|| (dated(year, month, day), Sort::Date))
    };
    let time = || {
        let digits = if is(1, b':') { 1 } else { 2 };
        is(digits, b':').then_some((part(0, digits)? + part(digits + 1, 2)? / 60.0, Sort::Time))
    };
    let dotted = || {
        let (day, month, year) = (part(0, 2)?, part(3, 2)?, part(6, 4)?);
        (is(2, b'.') && is(5, b'.')).then(|| (dated(year, month, day), Sort::Date))
    };
    date().or_else(dotted).or_else(time).or_else(|| number(text))
}

/// The number that a text begins with, with groups and a sign of currency: `$5,000.50`.
fn number(text: &str) -> Option<(f64, Sort)> {
    let bytes = text.as_bytes();
    let start = bytes.iter().position(|byte| byte.is_ascii_digit() || *byte == b'-')?;
    let bytes = bytes.get(start..).unwrap_or_default();
    let (negative, bytes) = bytes.strip_prefix(b"-").map_or((false, bytes), |rest| (true, rest));
    let has_commas = || bytes.windows(2).any(|pair| matches!(pair, [b',', b'0'..=b'9']));
    let (mut value, mut scale, mut digits, mut end) = (0.0, 0.0, 0, 0);
    for (at, &byte) in bytes.iter().enumerate() {
        let next_three = || {
            bytes.get(at + 1..at + 4).is_some_and(|group| group.iter().all(u8::is_ascii_digit))
                && !bytes.get(at + 4).is_some_and(u8::is_ascii_digit)
        };
        match byte {
            b'0'..=b'9' if scale == 0.0 => value = value * 10.0 + f64::from(byte - b'0'),
            b'0'..=b'9' => {
                value += f64::from(byte - b'0') * scale;
                scale /= 10.0;
            }
            b',' | b'\'' | b' ' | b'.' if scale == 0.0 && next_three() && (byte != b'.' || has_commas()) => {}
            b'.' | b',' if scale == 0.0 => scale = 0.1,
            _ => break,
        }
        end = at + 1;
        digits += usize::from(byte.is_ascii_digit());
        if digits > 18 {
            break;
        }
    }
    let (factor, sort) = match unit(bytes.get(end..).unwrap_or_default()) {
        Some(factor) => (factor, Sort::Size),
        None => (1.0, Sort::Number),
    };
    (digits > 0).then_some((if negative { -value } else { value } * factor, sort))
}

/// The factor of the unit behind a number: `6.8G`, `512 MB`, `3GiB`, `12k`.
fn unit(behind: &[u8]) -> Option<f64> {
    let behind = behind.strip_prefix(b" ").unwrap_or(behind);
    let (sign, rest) = behind.split_first()?;
    let rest = rest.strip_prefix(b"i").unwrap_or(rest);
    let rest = rest.strip_prefix(b"B").unwrap_or(rest);
    if rest.first().is_some_and(u8::is_ascii_alphanumeric) {
        return None;
    }
    match sign {
        b'K' | b'k' => Some(1e3),
        b'M' => Some(1e6),
        b'G' => Some(1e9),
        b'T' => Some(1e12),
        _ => None,
    }
}

/// Returns `true` if a text contains one of some parts, apart by `|`.
pub(super) fn contains_any(text: &str, parts: &str) -> bool {
    let mut rest = parts;
    while let Some((part, after)) = split_once(rest, b'|') {
        if contains(text, part) {
            return true;
        }
        rest = after;
    }
    contains(text, rest)
}

/// Returns `true` if a list has a word: a blank is before and after each.
pub(super) fn has_word(list: &str, word: &str) -> bool {
    contains(list, &[" ", word, " "].concat())
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
