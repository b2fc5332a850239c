//! Clock times and dates, as programs print them.

use super::bytes::count;

/// Returns the length of a clock time: `1:02:03.456`, or `02:03` directly after `[` or `<`, as in progress bars.
/// Elsewhere `02:03` may be a line and a column.
pub(super) fn clock_len(text: &[u8], before: u8) -> Option<usize> {
    let (end, colons) = time_len(text)?;
    let shape = colons == 2 || colons == 1 && matches!(before, b'[' | b'<');
    shape.then_some(end + usize::from(text.get(end) == Some(&b'Z')))
}

/// Returns the length and the number of colons of `10:20`, `10:20:30`, `10:20:30.456` or `10:20:30,456`.
fn time_len(text: &[u8]) -> Option<(usize, usize)> {
    let hours = count(text, u8::is_ascii_digit);
    let part = |at: &usize| matches!(text.get(*at..*at + 3), Some([b':', b'0'..=b'9', b'0'..=b'9']));
    let end = (hours..).step_by(3).find(|at| !part(at))?;
    let rest = text.get(end..)?;
    let digits = |at: usize| rest.get(at..).map_or(0, |rest| count(rest, u8::is_ascii_digit));
    let fraction = match rest {
        [b':' | b'0'..=b'9', b'0'..=b'9', ..] => return None,
        [b'.', ..] if digits(1) > 0 => 1 + digits(1),
        // After a comma, exactly three digits, as in logs: otherwise it separates the next value of a list.
        [b',', ..] if digits(1) == 3 && rest.get(4) != Some(&b',') => 4,
        _ => 0,
    };
    (hours <= 3 && end > hours).then_some((end + fraction, (end - hours) / 3))
}

/// Returns the length of a date, `2026-01-31`, with an optional time and zone.
pub(super) fn date_len(text: &[u8]) -> Option<usize> {
    let (shape, rest) = text.split_at_checked(10)?;
    let date = shape.iter().enumerate().all(|(at, byte)| match at {
        4 | 7 => matches!(byte, b'-' | b'/'),
        _ => byte.is_ascii_digit(),
    });
    let time = match rest {
        [b'T' | b' ', time @ ..] => {
            time_len(time).filter(|(_, colons)| *colons < 3).map_or(0, |(length, _)| 1 + length)
        }
        _ => 0,
    };
    let zone = match rest.get(time..) {
        Some([b'Z', ..]) if time > 0 => 1,
        Some([b'+', zone @ ..]) if time > 0 => 1 + count(zone, |&byte| byte.is_ascii_digit() || byte == b':'),
        _ => 0,
    };
    date.then_some(10 + time + zone)
}
