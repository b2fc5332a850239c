//! What command lines do, as tables: a command and what is told of it.

mod blocks;
mod hostile;
mod plain;
mod reads;
mod runs;
mod searches;
mod shells;
mod writes;

use std::cell::Cell;
use std::format;
use std::string::String;
use std::vec::Vec;

use super::{Deeds, View, deeds};

std::thread_local! {
    static STEPS: Cell<usize> = const { Cell::new(0) };
}

/// Counts bytes that are looked at.
pub(super) fn steps(bytes: usize) {
    STEPS.with(|steps| steps.set(steps.get() + bytes));
}

/// `Read a b:1-80 c:? > d - e "query" @ place cd folder`: kind; files that are read, with lines, of which `?` are not known; `>`:
/// written; `-`: removed; what is searched for; `@`: where.
fn told(deeds: &Deeds) -> String {
    let lines = |view: &View| match (view.whole, view.first, view.last) {
        (true, None, None) => String::new(),
        (false, None, None) => String::from(":?"),
        (false, Some(first), None) => format!(":{first}-"),
        (false, Some(first), Some(last)) if first <= last => format!(":{first}-{last}"),
        _ => panic!("{view:?}"),
    };
    let mut told = Vec::from([format!("{:?}", deeds.kind)]);
    told.extend(deeds.reads.iter().map(|view| format!("{}{}", view.path, lines(view))));
    told.extend(deeds.writes.iter().map(|path| format!(">{path}")));
    told.extend(deeds.removed.iter().map(|path| format!("-{path}")));
    told.extend(deeds.query.iter().map(|query| format!("{query:?}")));
    told.extend(deeds.places.iter().map(|place| format!("@{place}")));
    told.extend(deeds.folder.iter().map(|folder| format!("cd {folder}")));
    told.join(" ")
}

fn check(table: &[(&str, &str)]) {
    let wrong: Vec<_> = table
        .iter()
        .map(|&(command, expected)| (command, told(&deeds(command)), expected))
        .filter(|(_, told, expected)| told != expected)
        .map(|(command, told, expected)| format!("{command}\n    is  {told}\n    not {expected}\n"))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.concat());
}
