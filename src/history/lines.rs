//! The lines of a summary, and how they stand together.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::groups::Group;
use crate::call::Category;
use crate::forms::{self, neutralise};
use crate::measure::{shorten, shorten_middle, shorten_path};

/// Follows the number of failures for which a summary had no room.
pub(crate) const MORE_FAILURES: &str = " more failure(s)";
pub(crate) const HEAD: &str = forms::HEAD.written;
const ERRORS: &str = forms::ERRORS.written;

/// Puts the head line above a summariser's text, which cannot forge lines of ours.
pub(crate) fn headed(text: &str) -> String {
    format!("{HEAD}\n{}", neutralise(text.trim()))
}

/// Returns the line of a category; empty if all its calls failed. Limits each subject to `most` chars, 0 drops them;
/// `own`: a long one keeps both of its ends.
pub(crate) fn line(group: &Group, most: usize, own: bool) -> String {
    let count = group.done.len();
    if count == 0 {
        return String::new();
    }
    let names = |shown: usize| {
        let shown = if most == 0 { 0 } else { shown };
        let short = match group.category {
            _ if !own => shorten,
            Category::Read | Category::Write => shorten_path,
            _ => shorten_middle,
        };
        group.subjects.iter().take(shown).map(|name| short(name, most)).collect::<Vec<_>>()
    };
    let left = |shown: usize| group.count > shown;
    // The end of each list follows the reference.
    let (what, to, names, rest) = match group.category {
        Category::Read => {
            let rest = group.count.saturating_sub(3);
            let rest = if rest > 0 { format!(", +{rest} more") } else { String::new() };
            ("Read # file(s)", "", names(3).join(", "), rest)
        }
        Category::Write => ("Made # edit(s)", " to", names(3).join(", "), dots(left(3), "...")),
        Category::Terminal => ("Ran # terminal command(s)", "", names(2).join("; "), dots(left(2), "; ...")),
        Category::Search => ("Performed # search(es)", "", names(2).join(", "), dots(left(2), "...")),
        Category::Other => ("Used # other tool(s)", "", names(3).join(", "), dots(left(3), "...")),
    };
    let what = what.replace('#', &format!("{count}"));
    if names.is_empty() { format!("- {what}") } else { format!("- {what}{to}: {names}{rest}") }
}

fn dots(more: bool, text: &str) -> String {
    String::from(if more { text } else { "" })
}

/// The line of a failure.
pub(crate) fn failure(name: &str, text: &str, times: usize) -> String {
    let name = shorten(name, 100);
    let text = if text.is_empty() { "(no output)" } else { text };
    let line = if times > 1 { format!("- {name}: {text} ({times} times)") } else { format!("- {name}: {text}") };
    // A tool may be named like a line of ours.
    neutralise(&line).into_owned()
}

/// Puts a summary together: lines per category with finer ones below, then failures, then how many are left out.
pub(crate) fn join(top: &[String], finer: &[Vec<&str>], failures: &[&str], left_out: usize) -> String {
    let mut text = String::from(HEAD);
    let mut add = |line: &str| {
        text.push('\n');
        text.push_str(line);
    };
    for (index, line) in top.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
        add(line);
        for line in finer.get(index).into_iter().flatten() {
            add(&format!("  {line}"));
        }
    }
    if !failures.is_empty() {
        add("");
        add(ERRORS);
        for line in failures {
            add(line);
        }
    }
    if left_out > 0 {
        add(&format!("+{left_out}{MORE_FAILURES}"));
    }
    text
}
