//! Which lines programs show of files.

use super::act::{Act, Flow};
use super::arguments::{Arguments, number, trim};
use super::lines::{Cut, Lines, PART};
use super::programs::Program;
use super::word::Word;
use super::writer;

/// What `cat`, `head` and `tail` show.
pub(super) fn cut(program: Program, read: &Arguments<'_>) -> Cut {
    match program {
        Program::Head if read.has("c --bytes") => Cut::PART,
        Program::Head if !read.has("n # --lines") => Cut::of((1, 10)),
        // `-n -5`: all but the last five.
        Program::Head => read.number("n # --lines").map_or(Cut::PART, first_lines),
        // Where a text ends nobody knows: only `-n +10` says which lines are shown.
        Program::Tail => match read.value("n --lines") {
            Some([b'+', lines @ ..]) => number(lines).map_or(Cut::PART, |first| Cut::of((first.max(1), u32::MAX))),
            _ => Cut::PART,
        },
        _ => read.value("r --line-range").map_or(Cut::WHOLE, range),
    }
}

fn first_lines(lines: u32) -> Cut {
    if lines == 0 { Cut::NOTHING } else { Cut::of((1, lines)) }
}

/// `10:20`, `10:`, `:20`, `10`
fn range(range: &[u8]) -> Cut {
    let mut ends = range.splitn(2, |&byte| byte == b':');
    let start = ends.next().unwrap_or_default();
    let end = ends.next().unwrap_or(start);
    let line = |digits: &[u8], missing: u32| if digits.is_empty() { Some(missing) } else { number(digits) };
    match (line(start, 1), line(end, u32::MAX)) {
        (Some(first), Some(last)) => Cut::of((first.max(1), last)),
        _ => Cut::PART,
    }
}

/// What `Get-Content` and `Select-Object` show.
pub(super) fn cut_of_cmdlet(read: &Arguments<'_>) -> Cut {
    let start = read.number("skip").unwrap_or_default().saturating_add(1);
    match read.number("totalcount first head") {
        _ if read.has("tail last property expandproperty") => Cut::PART,
        Some(0) => Cut::NOTHING,
        Some(lines) => Cut::of((start, start.saturating_add(lines - 1))),
        None => Cut::of((start, u32::MAX)),
    }
}

/// Whether `type` shows it: `type python3.11` asks for a command.
pub(super) fn is_shown(path: &[u8]) -> bool {
    let dot = path.iter().rposition(|&byte| byte == b'.');
    let letter = dot.and_then(|dot| path.get(dot + 1)).is_some_and(u8::is_ascii_alphabetic);
    letter || path.contains(&b'\\')
}

pub(super) fn sed(read: &Arguments<'_>, input: Option<&Word<'_>>, act: &mut Act) {
    let in_place = read.has("i --in-place");
    let mut operands = &*read.operands;
    if let ([first, rest @ ..], true) = (operands, in_place)
        && matches!(&*first.text, [] | [b'.', ..])
    {
        // BSD has a suffix of its own after `-i`, an empty one mostly.
        operands = rest;
    }
    let quiet = read.has("n --quiet --silent");
    let mut cut = if read.has("f --file") { Cut::PART } else { Cut::NOTHING };
    let mut known = true;
    if read.has("e f --expression --file") {
        for script in read.values("e --expression") {
            known &= lines_of_sed(script.unwrap_or_default(), quiet, &mut cut);
        }
    } else if let [script, rest @ ..] = operands {
        known = lines_of_sed(&script.text, quiet, &mut cut);
        operands = rest;
    }
    if in_place {
        return writer::write(operands, act);
    }
    if !known {
        // It makes another text of it.
        return act.run(if quiet { Flow::Names } else { Flow::Cut(Cut::PART) });
    }
    shown(cut, operands, input, act);
}

/// Lines of several files are lines of the first, which is one text with the others.
fn shown(cut: Cut, operands: &[&Word<'_>], input: Option<&Word<'_>>, act: &mut Act) {
    match (operands, input) {
        ([], Some(input)) => act.read(cut, &[input]),
        (files, _) => act.read(cut, files.get(..1).filter(|_| cut != Cut::PART).unwrap_or(files)),
    }
}

/// Adds the lines that a script shows, `1,80p;100p`. False when it does something else.
fn lines_of_sed(script: &[u8], quiet: bool, cut: &mut Cut) -> bool {
    script.split(|byte| matches!(byte, b';' | b'\n')).all(|piece| {
        let mut piece = trim(piece);
        while let [rest @ .., b'}' | b' '] = piece {
            piece = rest;
        }
        let [address @ .., does] = piece else { return true };
        let mut address = address;
        while let [rest @ .., b'{' | b' '] = address {
            address = rest;
        }
        let except = address.strip_suffix(b"!");
        let lines = lines_of_address(except.unwrap_or(address));
        let lines = match (does, quiet, except.is_some()) {
            _ if matches!(address, [b's' | b'y', ..]) => return false,
            (b'q', true, _) => return true,
            (b'p', true, false) | (b'd', false, true) => lines,
            (b'p', true, true) | (b'd', false, false) => None,
            (b'q', false, false) => lines.map(|(_, last)| (1, last)),
            _ => return false,
        };
        cut.add(lines.unwrap_or(PART));
        true
    })
}

/// `5`, `1,80`, `10,$`, `10,+5`
fn lines_of_address(address: &[u8]) -> Option<Lines> {
    let mut ends = address.splitn(2, |&byte| byte == b',');
    let first = number(trim(ends.next()?))?.max(1);
    let last = match ends.next().map(trim) {
        None => first,
        Some(b"$") => u32::MAX,
        Some([b'+', more @ ..]) => first.saturating_add(number(more)?),
        Some(last) => number(last)?.max(first),
    };
    Some((first, last))
}

pub(super) fn awk(read: &Arguments<'_>, input: Option<&Word<'_>>, act: &mut Act) {
    let script = read.operands.first().filter(|script| !script.dynamic && !read.has("f i --file"));
    match script.and_then(|script| lines_of_awk(&script.text)) {
        Some(lines) => shown(Cut::of(lines), read.from(1), input, act),
        None => act.run(Flow::Names),
    }
}

/// `NR>=5 && NR<=9` or `NR==5,NR==9`, with or without an action that prints the line.
fn lines_of_awk(script: &[u8]) -> Option<Lines> {
    let mut halves = script.splitn(2, |&byte| byte == b'{');
    let condition = halves.next()?;
    let action = trim(halves.next().unwrap_or(b"print}"));
    let prints = action == b"print}" || action.windows(2).any(|pair| pair == b"$0");
    if !action.starts_with(b"print") || !prints {
        return None;
    }
    let ranges = condition.contains(&b',');
    let (mut first, mut last) = (1, u32::MAX);
    for (at, part) in condition.split(|byte| matches!(byte, b'&' | b',')).enumerate() {
        let part = trim(part);
        if part.is_empty() && at > 0 {
            continue;
        }
        let part = part.strip_prefix(b"F").unwrap_or(part).strip_prefix(b"NR")?;
        let part = trim(part);
        let length = part.iter().take_while(|byte| matches!(byte, b'<' | b'>' | b'=')).count();
        let line = number(trim(part.get(length..)?))?;
        match (part.get(..length)?, ranges) {
            (b"==", true) if at > 0 => last = line,
            (b"==", true) | (b">=", false) => first = line,
            (b"==", false) => (first, last) = (line, line),
            (b">", false) => first = line.saturating_add(1),
            (b"<=", false) => last = line,
            (b"<", false) => last = line.saturating_sub(1),
            _ => return None,
        }
    }
    Some((first.max(1), last)).filter(|_| last > 0)
}
