//! Units of measure behind numbers, in questions and in texts.

use super::answer::{Sort, value};
use super::words::fold;
use crate::quick::contains;

/// Units with the words for them; those of time first.
const UNITS: [&str; 22] = [
    "ms millisecond milliseconds millisekunden",
    "s sec secs second seconds sekunden secondes segundos",
    "min mins minute minutes minuten minutos",
    "h hr hrs hour hours stunden heures horas",
    "d day days tage tagen jours dias",
    "% percent pct prozent pourcent",
    "kg kilos kilograms",
    "g gram grams gramm",
    "t tons tonnes tonnen",
    "m meter meters metres",
    "km kilometers kilometres",
    "mm",
    "cm",
    "kw",
    "kwh",
    "mwh",
    "mw",
    "v volt volts",
    "c degrees celsius grad",
    "hpa",
    "bar",
    "db",
];
const TIMES: usize = 5;

/// A unit, by its place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Measure(usize);

impl Measure {
    /// The unit behind the number that a text begins with: `90 %`, `15 minutes`, `7000 ms`.
    pub(super) fn behind(text: &str) -> Option<Self> {
        let behind = text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
        let behind = behind.strip_prefix(' ').unwrap_or(behind);
        let behind = behind.strip_prefix('\u{b0}').unwrap_or(behind);
        let is_sign = |c: char| c == '%';
        let end = behind.find(|c: char| !c.is_alphabetic()).unwrap_or(behind.len());
        let word = if behind.starts_with(is_sign) { "%" } else { behind.get(..end)? };
        // A letter in capitals is another unit, or half of a word: `3 M` are no meters.
        if matches!(word, "M" | "G" | "T" | "S" | "H" | "D") {
            return None;
        }
        Self::named(&fold(word))
    }

    fn named(word: &str) -> Option<Self> {
        let at = UNITS.iter().position(|unit| unit.split(' ').any(|one| one == word))?;
        Some(Self(at))
    }

    pub(super) fn is_time(self) -> bool {
        self.0 < TIMES
    }

    /// Returns `true` for a word for it.
    pub(super) fn is(self, word: &str) -> bool {
        Self::named(word) == Some(self)
    }

    /// Returns `true` for a name with its sign.
    pub(super) fn is_in(self, name: &str) -> bool {
        self.is("%") && name.contains('%')
    }

    /// The first number of a text with this unit behind it, or at the end of its name: `2.4 V`, `"bat_v": 2.4`.
    pub(super) fn number_in(self, text: &str) -> Option<f64> {
        let bytes = text.as_bytes();
        let digit = |at: &usize| bytes.get(*at).is_some_and(u8::is_ascii_digit);
        let mut at = 0;
        while let Some(start) = (at..bytes.len()).find(digit) {
            let number = text.get(start..)?;
            // No part of a word or of a time.
            let ahead = text.get(..start)?;
            let before = ahead.chars().next_back();
            let unsigned = ahead.strip_suffix('-');
            let is_named = || named_before(unsigned.unwrap_or(ahead)) == Some(self);
            let stands = !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '.' | ','));
            if stands && Self::behind(number) == Some(self) || is_named() {
                let (number, _) = value(number)?;
                return Some(if unsigned.is_some_and(|text| text.is_empty() || text.ends_with([' ', ':', '=', '"'])) {
                    -number
                } else {
                    number
                });
            }
            let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b',');
            at = start + bytes.get(start..)?.iter().take_while(|byte| is_part(byte)).count();
        }
        None
    }
}

/// Seconds of the units of time.
const SECONDS: [f64; TIMES] = [0.001, 1.0, 60.0, 3600.0, 86_400.0];

/// The quantity that a superlative compares in lines outside of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quantity {
    Time,
    Size,
}

impl Quantity {
    /// The quantity that a superlative speaks of, in a question in folded words.
    pub(super) fn of(superlative: &str, folded: &str) -> Option<Self> {
        match superlative {
            "slowest" | "fastest" | "longest" | "shortest" => Some(Self::Time),
            "most" | "least" if contains(folded, " time ") => Some(Self::Time),
            "largest" | "biggest" | "smallest" => Some(Self::Size),
            _ => None,
        }
    }

    /// The largest one in a line: `took 1.2 s`, `duration_ms=812`; `340 MB`, the fifth column of `ls -l`.
    pub(super) fn in_line(self, text: &str) -> Option<f64> {
        self.number(text, false)
    }

    /// The first one in a line, or the largest.
    pub(super) fn number(self, text: &str, is_first: bool) -> Option<f64> {
        let is_listed = text.get(1..10).is_some_and(|mode| mode.bytes().all(|byte| b"rwxsStT-".contains(&byte)));
        if self == Self::Size && is_listed {
            return value(text.split_ascii_whitespace().nth(4)?).map(|(size, _)| size);
        }
        let bytes = text.as_bytes();
        let digit = |at: &usize| bytes.get(*at).is_some_and(u8::is_ascii_digit);
        let (mut at, mut most) = (0, None);
        while let Some(start) = (at..bytes.len()).find(digit) {
            let (before, number) = text.split_at_checked(start)?;
            let stands =
                !before.chars().next_back().is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | ',' | '-'));
            let found = match self {
                _ if !stands => None,
                Self::Size => value(number).filter(|(_, sort)| *sort == Sort::Size).map(|(size, _)| size),
                Self::Time => Measure::behind(number)
                    .or_else(|| named_before(before))
                    .and_then(|measure| Some(value(number)?.0 * SECONDS.get(measure.0)?)),
            };
            if is_first && found.is_some() {
                return found;
            }
            most = found.filter(|found| most.is_none_or(|most| *found > most)).or(most);
            let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b',' | b':');
            at = start + bytes.get(start..)?.iter().take_while(|byte| is_part(byte)).count();
        }
        most
    }
}

/// The unit that a name ends with: `duration_ms=`.
fn named_before(before: &str) -> Option<Measure> {
    let name = before.trim_end_matches([' ', '"']).strip_suffix(['=', ':'])?.trim_end_matches('"');
    Measure::named(&fold(name.rsplit_once('_')?.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_before_their_unit() {
        for (unit, text, number) in [
            ("2 s", "k8s node answered in 2 s", 2.0),
            ("2 s", "the 1990's, 3 s", 3.0),
            ("2 days", "m5d.large idle 2 days", 2.0),
            ("1 m", "1.2 M rows over 300 m", 300.0),
            ("1 C", "core -12 \u{b0}C", -12.0),
            ("1 hour", "from 14:05 h on for 5 h", 5.0),
            ("1 %", "load 4, 93% of it", 93.0),
            ("2.5 volts", "{\"dev\": \"soil-14\", \"rssi\": -91, \"bat_v\": 2.25}", 2.25),
            ("1 ms", "rows=12 duration_ms=812", 812.0),
            ("0 degrees", "roof-4 temp_c=-12.5", -12.5),
            ("0 degrees", "{\"temp_c\": -12.5}", -12.5),
        ] {
            assert_eq!(Measure::behind(unit).and_then(|unit| unit.number_in(text)), Some(number), "{text}");
        }
        assert_eq!(Measure::behind("500 orders"), None);
    }

    #[test]
    fn lines_hold_quantities() {
        for (quantity, text, most) in [
            (Quantity::Time, "2026-05-10 18:49:02.080 LOG:  duration: 48211.5 ms  rows 90000", Some(48.2115)),
            (Quantity::Time, "#11 DONE 187.4s", Some(187.4)),
            (Quantity::Time, "path=/a duration_ms=2500 status=200 in 2 min", Some(120.0)),
            (Quantity::Time, "14 rows at 10:22", None),
            (Quantity::Size, "-rw-r--r-- 1 ada users  4170223040 02-11 05:02 stack.fits", Some(4_170_223_040.0)),
            (Quantity::Size, "shop/web  1.2  340MB  2.4GB", Some(2.4e9)),
        ] {
            assert_eq!(quantity.in_line(text), most, "{text}");
        }
    }
}
