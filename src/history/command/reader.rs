//! Programs that show files, and which of their lines.

use alloc::vec::Vec;

use super::Deed;
use super::act::{Act, Flow};
use super::arguments::Arguments;
use super::lines::Cut;
use super::word::Word;

/// What a program shows, when it is one that shows files.
pub(super) fn act(name: &str, words: &[Word<'_>], input: Option<&Word<'_>>) -> Option<Act> {
    let valued = match name {
        "head" | "tail" => "n c --lines --bytes",
        "nl" => "b d f h i l n s v w",
        "bat" | "batcat" => "r l H m --line-range --language --theme --style --paging --color --wrap --terminal-width",
        "cat" | "less" | "more" | "most" => "",
        "sed" => return Some(sed(words, input)),
        "awk" | "gawk" | "mawk" => return Some(awk(words, input)),
        "get-content" | "gc" | "select-object" | "select" | "out-string" | "out-host" | "type" => {
            return cmdlet(name, words);
        }
        _ => return None,
    };
    let read = Arguments::read(words, valued);
    let cut = match name {
        "head" => head(&read),
        "tail" => tail(&read),
        _ => read.value("r --line-range").map_or(Cut::Whole, range),
    };
    // `less +10 f`
    let files: Vec<_> = read.from(0).filter(|file| !file.text.starts_with('+')).collect();
    Some(Act::read(cut, files.into_iter(), input))
}

fn head(read: &Arguments<'_>) -> Cut {
    if read.has("c --bytes") {
        return Cut::Part;
    }
    let lines = if read.has("n # --lines") { read.number("n # --lines") } else { Some(10) };
    // `-n -5`: all but the last five.
    lines.map_or(Cut::Part, |lines| Cut::lines(1, Some(lines)))
}

/// Where a text ends nobody knows: only `-n +10` says which lines are shown.
fn tail(read: &Arguments<'_>) -> Cut {
    let first = read.value("n --lines").and_then(|lines| lines.strip_prefix('+')?.parse().ok());
    first.map_or(Cut::Part, |first: u32| Cut::lines(first.max(1), None))
}

/// `10:20`, `10:`, `:20`, `10`
fn range(range: &str) -> Cut {
    let (first, last) = range.split_once(':').unwrap_or((range, range));
    let number = |text: &str| if text.is_empty() { Some(None) } else { text.parse::<u32>().ok().map(Some) };
    match (number(first), number(last)) {
        (Some(first), Some(last)) => Cut::lines(first.unwrap_or(1).max(1), last),
        _ => Cut::Part,
    }
}

fn sed(words: &[Word<'_>], input: Option<&Word<'_>>) -> Act {
    let mut read = Arguments::read(words, "e f l --expression --file --line-length");
    if read.has("i --in-place") {
        // BSD has a suffix of its own after `-i`, an empty one mostly.
        if read.operands.first().is_some_and(|first| first.text.is_empty() || first.text.starts_with('.')) {
            read.operands.remove(0);
        }
    }
    let given = read.has("e f --expression --file");
    let files = read.from(usize::from(!given));
    if read.has("i --in-place") {
        return Act::write(files);
    }
    let quiet = read.has("n --quiet --silent");
    let mut ranges = Some(Vec::new());
    let first = read.operands.first().filter(|_| !given).map(|script| &*script.text);
    for script in read.values("e --expression").chain(first.map(Some)) {
        for piece in script.unwrap_or_default().split([';', '\n']) {
            match lines_of_sed(piece.trim(), quiet) {
                Some(Cut::Lines(mut lines)) => ranges.iter_mut().for_each(|ranges| ranges.append(&mut lines)),
                Some(Cut::Part) => ranges = None,
                Some(Cut::Whole) => {}
                // It makes another text of it.
                None if quiet => return Act::flowing(Some(Deed::Run), Flow::Names),
                None => return Act::flowing(Some(Deed::Run), Flow::Cut(Cut::Part)),
            }
        }
    }
    match ranges {
        // Files are one text to it: lines of the first.
        Some(ranges) if !ranges.is_empty() => Act::read(Cut::Lines(ranges), files.take(1), input),
        _ => Act::read(Cut::Part, files, input),
    }
}

/// Lines that a piece of a script shows: `1,80p`, `20q`; all of them: nothing is said. None for what it cannot tell.
fn lines_of_sed(piece: &str, quiet: bool) -> Option<Cut> {
    let piece = piece.trim_end_matches('}').trim_end();
    if piece.is_empty() || (quiet && piece.ends_with('q') && !piece.starts_with('s')) {
        return Some(Cut::Whole);
    }
    let (address, does) = piece.split_at(piece.len() - usize::from(piece.is_char_boundary(piece.len() - 1)));
    let address = address.trim_end_matches(['{', ' ']);
    let except = address.strip_suffix('!');
    let range = lines_of_address(except.unwrap_or(address));
    let part = Some(Cut::Part).filter(|_| !address.starts_with(['s', 'y']));
    match (does, quiet) {
        ("p", true) if except.is_none() => range.or(part),
        ("d", false) if except.is_some() => range.or(part),
        ("p", true) | ("d", false) => part,
        ("q", false) => match range {
            Some(Cut::Lines(lines)) => lines.first().map(|&(_, last)| Cut::lines(1, last)),
            _ => part,
        },
        _ => None,
    }
}

/// `5`, `1,80`, `10,$`, `10,+5`
fn lines_of_address(address: &str) -> Option<Cut> {
    let (first, last) = address.split_once(',').unwrap_or((address, address));
    let first: u32 = first.trim().parse().ok()?;
    let last = match last.trim() {
        "$" => None,
        last => Some(match last.strip_prefix('+') {
            Some(more) => first.saturating_add(more.parse().ok()?),
            None => last.parse::<u32>().ok()?.max(first),
        }),
    };
    Some(Cut::lines(first.max(1), last))
}

fn awk(words: &[Word<'_>], input: Option<&Word<'_>>) -> Act {
    let read = Arguments::read(words, "F v f i --assign --field-separator --file");
    let script = read.operands.first().filter(|script| !script.dynamic && !read.has("f i --file"));
    match script.and_then(|script| lines_of_awk(&script.text)) {
        Some(cut) => Act::read(cut, read.from(1).take(1), input),
        None => Act::flowing(Some(Deed::Run), Flow::Names),
    }
}

/// `NR>=5 && NR<=9`, with or without an action that prints the line.
fn lines_of_awk(script: &str) -> Option<Cut> {
    let (condition, action) = script.split_once('{').unwrap_or((script, "print}"));
    if !action.starts_with("print") || !(action.contains("$0") || action.trim_end() == "print}") {
        return None;
    }
    let (mut first, mut last) = (1, None);
    for part in condition.split("&&").flat_map(|part| part.split(',')) {
        let rest = part.trim().trim_start_matches('F').strip_prefix("NR")?.trim_start();
        let number = rest.trim_start_matches(['<', '>', '=']);
        let line: u32 = number.trim().parse().ok()?;
        let ranges = condition.contains(',');
        match rest.get(..rest.len() - number.len())? {
            "==" if !ranges => (first, last) = (line, Some(line)),
            "==" if part.len() < condition.len() && condition.starts_with(part) => first = line,
            "==" => last = Some(line),
            ">=" if !ranges => first = line,
            ">" if !ranges => first = line.saturating_add(1),
            "<=" if !ranges => last = Some(line),
            "<" if !ranges => last = Some(line.saturating_sub(1)),
            _ => return None,
        }
    }
    Some(Cut::lines(first.max(1), last))
}

/// Cmdlets, and `type f`, which elsewhere tells what a command is.
fn cmdlet(name: &str, words: &[Word<'_>]) -> Option<Act> {
    let valued = "totalcount first head tail last skip encoding readcount delimiter property expandproperty";
    let read = Arguments::of_cmdlet(words, valued);
    let start = read.number("skip").map_or(1, |skip| skip.saturating_add(1));
    let cut = match read.number("totalcount first head") {
        _ if read.has("tail last property expandproperty") => Cut::Part,
        Some(lines) => Cut::lines(start, Some(start.saturating_add(lines).saturating_sub(1))),
        None if start > 1 => Cut::lines(start, None),
        None => Cut::Whole,
    };
    let files = match name {
        "get-content" | "gc" => read.operands,
        "type" => {
            // `type python3.11` asks for a command.
            let is_file = |text: &str| {
                text.contains('\\')
                    || text.rsplit_once('.').is_some_and(|(_, end)| end.starts_with(|c: char| c.is_ascii_alphabetic()))
            };
            let files: Vec<_> = read.operands.into_iter().filter(|file| is_file(&file.text)).collect();
            if files.is_empty() {
                return None;
            }
            files
        }
        _ => Vec::new(),
    };
    Some(Act::read(cut, files.into_iter(), None))
}
