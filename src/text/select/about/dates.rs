//! Dates with names of months or digits, in questions and in texts.

use alloc::string::String;

use super::answer::has_word;
use super::words::{Word, fold, words};

/// Words between the parts of a date.
const BETWEEN: &str = " the of st nd rd th dem den der le la de du el del il ";

/// Converts a date to years.
pub(super) fn dated(year: f64, month: f64, day: f64) -> f64 {
    year + (month - 1.0) / 12.0 + (day - 1.0) / 372.0
}

/// The date that folded words begin with, in years: `march 2026`, `3 march 2026`, `dem 3 marz 2026`.
pub(super) fn named_date(words: &str) -> Option<f64> {
    let (mut day, mut found) = (1.0, None);
    for word in words.split(' ').filter(|word| !has_word(BETWEEN, word)).take(3) {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        match word.len() {
            4 if is_number => {
                let year = word.bytes().fold(0.0, |sum, byte| sum * 10.0 + f64::from(byte - b'0'));
                return Some(dated(year, f64::from(found?), day));
            }
            1 | 2 if is_number => day = f64::from(digits(word.as_bytes())),
            _ => found = Some(month(word)?),
        }
    }
    None
}

/// The names of months in five languages.
const MONTHS: [&str; 12] = [
    "january januar janvier enero gennaio",
    "february februar fevrier febrero febbraio",
    "march marz mars marzo",
    "april avril abril aprile",
    "may mai mayo maggio",
    "june juni juin junio giugno",
    "july juli juillet julio luglio",
    "august aout agosto",
    "september septembre septiembre settembre",
    "october oktober octobre octubre ottobre",
    "november novembre noviembre",
    "december dezember decembre diciembre dicembre",
];

/// The number of a month; of long names three letters are enough.
pub(super) fn month(name: &str) -> Option<u32> {
    let is = |known: &str| known == name || name.len() == 3 && known.len() > 4 && known.starts_with(name);
    let at = MONTHS.iter().position(|names| names.split(' ').any(is))?;
    Some(at as u32 + 1)
}

/// The days of a week in five languages; in English three letters are enough.
const DAYS: [&str; 7] = [
    "monday montag lundi lunes lunedi",
    "tuesday tues dienstag mardi martes martedi",
    "wednesday mittwoch mercredi miercoles mercoledi",
    "thursday thur thurs donnerstag jeudi jueves giovedi",
    "friday freitag vendredi viernes venerdi",
    "saturday samstag sonnabend samedi sabado sabato",
    "sunday sonntag dimanche domingo domenica",
];

/// The names of the day of a week that a word names. `mon`, `sat` and `sun` are words as well.
pub(super) fn day_of_week(name: &str) -> Option<&'static str> {
    let is = |names: &str| {
        names.split(' ').any(|known| known == name)
            || names.get(..3) == Some(name) && !matches!(name, "mon" | "sat" | "sun")
    };
    DAYS.iter().copied().find(|names| is(names))
}

/// Returns `true` if a month stands beside a number of the question.
pub(super) fn next_is_month(text: &str, word: Word) -> bool {
    let (mut last, mut before, mut is_next) = (false, usize::MAX, false);
    words(text, &mut |other| {
        let is_month = text.get(other.start..other.end).is_some_and(|name| month(&fold(name)).is_some());
        is_next |= last && other.start == word.start || is_month && before == word.start;
        (last, before) = (is_month, other.start);
    });
    is_next
}

/// The month or the day of a date that begins with the year, or the month of one that is followed by the year alone, as it is looked for.
pub(super) fn date_part(text: &str, word: Word) -> Option<String> {
    let bytes = text.as_bytes();
    let two_digits = |at: usize| bytes.get(at..at + 2).filter(|part| part.iter().all(u8::is_ascii_digit));
    let number = digits(two_digits(word.start).filter(|_| word.end == word.start + 2)?);
    let dash = |at: Option<usize>| at.filter(|at| matches!(bytes.get(*at), Some(b'-' | b'/' | b'.')));
    let is_year = |from: usize| {
        let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        (from..from + 4).all(digit) && !digit(from + 4) && matches!(bytes.get(from..from + 2), Some(b"19" | b"20"))
    };
    // `08/2026`, and not the end of `03/08/2026`, which is the month or the day.
    let before = word.start.checked_sub(1).and_then(|at| bytes.get(at));
    let is_alone = !matches!(before, Some(b'-' | b'/' | b'.' | b':' | b','));
    if is_alone && number > 0 && number < 13 && dash(Some(word.end)).is_some() && is_year(word.end + 1) {
        return Some(two('m', number));
    }
    let dash_before = dash(word.start.checked_sub(1))?;
    let year = |end: usize| {
        end.checked_sub(4).and_then(|from| bytes.get(from..end)).is_some_and(|part| part.iter().all(u8::is_ascii_digit))
    };
    if year(dash_before) {
        return Some(two('m', number));
    }
    let first = dash(dash_before.checked_sub(3))?;
    (two_digits(first + 1).is_some() && year(first)).then(|| two('d', number))
}

/// The number of two digits at most.
pub(super) fn digits(digits: &[u8]) -> u32 {
    digits.iter().fold(0, |sum, byte| sum * 10 + u32::from(byte - b'0'))
}

/// Placeholder prefix of months and days, which no text contains.
pub(super) const DATED: char = '\u{1}';

/// A month or a day as a word that no text has: behind a sign two digits.
pub(super) fn two(sign: char, number: u32) -> String {
    String::from_iter([DATED, sign, (b'0' + number as u8 / 10) as char, (b'0' + number as u8 % 10) as char])
}

/// A form as it stands in a text.
pub(super) fn shown(form: &str) -> &str {
    form.strip_prefix(DATED).and_then(|date| date.get(1..)).unwrap_or(form)
}
