//! One-line summary of a call.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::Call;
use super::effect::{Effect, Kind};
use super::shell::View;
use super::subject::subject;
use crate::measure::{shorten, shorten_middle, shorten_path};
use crate::number::counted;
use crate::quick::split_at_part;

/// Maximum chars of a path or a query, and of a command.
const SUBJECT: usize = 160;
const COMMAND: usize = 80;
/// Maximum number of viewed files that are named.
const FILES: usize = 8;

/// Summarizes a call in a few words: `Read src/auth.ts lines 1-80`. `None` if only the tool's name is known.
///
/// `times` is the number of edits of these files that the summary represents; 0 leaves out what they changed.
pub(crate) fn what(call: &Call, times: usize) -> Option<String> {
    let effect = &call.effect;
    let change = || match times {
        _ if call.failed || times == 0 => String::new(),
        1 => change(effect),
        _ => format!(" {times} times"),
    };
    let line = match effect.kind {
        Kind::Read | Kind::Fetch if !effect.views.is_empty() => format!("Read {}", pages(effect)),
        Kind::Delete if !effect.writes.is_empty() => changed(effect),
        Kind::Write | Kind::Edit if !effect.writes.is_empty() => changed(effect) + &change(),
        Kind::Search if effect.query.is_some() => format!("Searched {}", query(effect)),
        _ => format!("Ran `{}`", command(effect.command.as_deref()?, COMMAND)),
    };
    Some(line + &more_calls(effect.unnamed))
}

/// Returns `, +2 more calls`, for the calls of a program that a line does not name.
pub(super) fn more_calls(count: usize) -> String {
    if count > 0 { format!(", +{}", counted(count, "more call")) } else { String::new() }
}

/// Verbs of summaries that name the files that were changed.
pub(crate) const CHANGES: [&str; 3] = ["Edited ", "Wrote ", "Deleted "];

/// Names a call as a noun, for lines about its result: `read of src/auth.ts`, ``output of `npm test` ``.
pub(crate) fn named(call: &Call) -> String {
    let effect = &call.effect;
    let paths: Vec<&str> = effect.views.iter().map(|view| &*view.path).collect();
    match effect.kind {
        Kind::Read | Kind::Fetch if !paths.is_empty() => format!("read of {}", first_files(&paths, COMMAND)),
        Kind::Search if effect.query.is_some() => format!("search for {}", shorten_middle(&query(effect), COMMAND)),
        Kind::Delete | Kind::Write | Kind::Edit if !effect.writes.is_empty() => {
            let paths: Vec<&str> = effect.writes.iter().map(String::as_str).collect();
            format!("edit of {}", first_files(&paths, COMMAND))
        }
        _ => {
            let name = || {
                let name = shorten(&call.name, SUBJECT);
                let about = subject(call).map(|subject| format!(": {}", shorten_middle(&subject, COMMAND)));
                ["result of ", &*name, about.as_deref().unwrap_or_default()].concat()
            };
            effect.command.as_deref().map_or_else(name, |line| format!("output of `{}`", command(line, COMMAND)))
        }
    }
}

/// The files that a call changed, and how: `Deleted src/auth.ts`.
pub(crate) fn changed(effect: &Effect) -> String {
    let [edited, wrote, deleted] = CHANGES;
    let verb = match effect.kind {
        Kind::Write => wrote,
        Kind::Delete => deleted,
        _ => edited,
    };
    [verb, &*files(&effect.writes)].concat()
}

/// Returns what a call was about, without a verb: files, a query, a command, else its [`subject`]. At most a few
/// hundred chars on one line.
pub(crate) fn about(call: &Call) -> Option<String> {
    let effect = &call.effect;
    let line = match effect.kind {
        Kind::Read | Kind::Fetch if !effect.views.is_empty() => pages(effect),
        Kind::Search if effect.query.is_some() => query(effect),
        _ if !effect.writes.is_empty() => {
            first_files(&effect.writes.iter().map(String::as_str).collect::<Vec<_>>(), 2 * SUBJECT)
        }
        _ => match &effect.command {
            Some(line) => command(line, SUBJECT),
            // Its subject counts the others, too.
            None => return subject(call),
        },
    };
    Some(line + &more_calls(effect.unnamed))
}

/// Returns the files, and what was looked for in a page.
fn pages(effect: &Effect) -> String {
    let text = effect.query.as_deref().filter(|_| effect.kind == Kind::Fetch);
    let text = text.map_or_else(String::new, |text| format!(" for \"{}\"", shorten_middle(text, SUBJECT)));
    views(&effect.views) + &text
}

/// Returns `"query" in src/a.ts`.
fn query(effect: &Effect) -> String {
    let query = shorten_middle(effect.query.as_deref().unwrap_or_default(), SUBJECT);
    let place = if effect.views.is_empty() { String::new() } else { format!(" in {}", views(&effect.views)) };
    format!("\"{query}\"{place}")
}

/// Returns a command within `most` chars.
pub(crate) fn command(command: &str, most: usize) -> String {
    let mut shown = &*without_checksums(command);
    // Heredocs stand last: their marks would take the room of the end.
    while let Some(start) = shown.strip_suffix(" <<...").filter(|_| shown.chars().count() > most) {
        shown = start;
    }
    shorten_middle(shown, most)
}

/// Removes the checksums that replace heredocs in a command: they distinguish commands, but mean nothing to a reader.
fn without_checksums(command: &str) -> String {
    let (mut shown, mut rest) = (String::new(), command);
    while let Some((before, after)) = split_at_part(rest, " <<") {
        let (part, _) = split_at_part(after, " <<").unwrap_or((after, ""));
        let is_checksum = part.len() == 8 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
        shown = shown + before + if is_checksum { " <<..." } else { " <<" };
        rest = if is_checksum { after.get(part.len()..).unwrap_or_default() } else { after };
    }
    shown + rest
}

/// Returns [`what`], or `Used` with the tool's name and its subject.
pub(crate) fn what_or_used(call: &Call, times: usize) -> String {
    let name = || format!("Used {}", shorten(&call.name, SUBJECT));
    what(call, times).or_else(|| used(call)).unwrap_or_else(name)
}

/// Returns `Used get_issue: ENG-17`, for calls of which [`what`] knows nothing; `None` without a subject.
pub(crate) fn used(call: &Call) -> Option<String> {
    if let Some(first) = call.effect.calls.first() {
        return Some(what_or_used(first, 1) + &more_calls(call.effect.calls.len() - 1));
    }
    Some(format!("Used {}: {}", shorten(&call.name, SUBJECT), subject(call)?))
}

fn views(views: &[View]) -> String {
    let shown: Vec<String> = views
        .iter()
        .take(FILES)
        .map(|view| {
            let path = shorten_path(&view.path, SUBJECT);
            match (view.first, view.last) {
                (None | Some(1), None) => path,
                (Some(first), None) => format!("{path} from line {first}"),
                (first, Some(last)) => format!("{path} lines {}-{last}", first.unwrap_or(1)),
            }
        })
        .collect();
    shown.join(", ") + &more(views.len())
}

/// Joins all paths: a summary never drops a changed file.
pub(crate) fn files(paths: &[String]) -> String {
    let shown: Vec<String> = paths.iter().map(|path| shorten_path(path, SUBJECT)).collect();
    shown.join(", ")
}

/// Joins as many paths as `most` chars hold, the first one at least, and counts the others.
pub(crate) fn first_files(paths: &[&str], most: usize) -> String {
    let mut shown = String::new();
    for (at, path) in paths.iter().enumerate() {
        let path = shorten_path(path, most);
        let more = format!(", +{} more", paths.len() - at);
        if at > 0 && shown.chars().count() + path.chars().count() + more.len() + 2 > most {
            return shown + &more;
        }
        shown.push_str(if at > 0 { ", " } else { "" });
        shown.push_str(&path);
    }
    shown
}

fn more(count: usize) -> String {
    if count > FILES { format!(", +{} more", count - FILES) } else { String::new() }
}

/// Returns `, 3 lines -> 5 lines`, or `, 120 lines` for a new text.
fn change(effect: &Effect) -> String {
    match (effect.old_lines, effect.new_lines) {
        (Some(old), Some(new)) => format!(", {} -> {}", counted(old, "line"), counted(new, "line")),
        (None, Some(new)) => format!(", {}", counted(new, "line")),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{changed, command, first_files};
    use crate::call::effect::{Effect, Kind};

    #[test]
    fn what_was_deleted_was_not_edited() {
        let of = |kind| changed(&Effect { kind, writes: ["a.ts".into()].into(), ..Effect::default() });
        assert_eq!([Kind::Edit, Kind::Write, Kind::Delete].map(of), ["Edited a.ts", "Wrote a.ts", "Deleted a.ts"]);
    }

    #[test]
    fn a_list_of_files_has_whole_names() {
        let files = ["src/berth.ts", "src/pallet.ts", "src/tariff.ts"];
        assert_eq!(first_files(&files, 200), "src/berth.ts, src/pallet.ts, src/tariff.ts");
        assert_eq!(first_files(&files, 41), "src/berth.ts, src/pallet.ts, +1 more");
        assert_eq!(first_files(&files, 30), "src/berth.ts, +2 more");
        assert_eq!(first_files(&files, 12), "src/berth.ts, +2 more");
        assert_eq!(first_files(&["a"; 3], 200), "a, a, a");
        assert_eq!(first_files(&[], 9), "");
    }

    #[test]
    fn the_end_of_a_long_command_is_that_of_its_words() {
        assert_eq!(command("cat <<0a1b2c3d", 80), "cat <<...");
        assert_eq!(command("python scripts/load.py --only berth <<0a1b2c3d", 30), "python scripts... --only berth");
    }
}
