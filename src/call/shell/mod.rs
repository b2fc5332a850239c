//! Reads the plain parts of a shell's command line: `cat`, `head`, `sed -n`, redirections, `tee`, `rm`, patches.
//!
//! Reports only what is certain. A word with a variable, a substitution or a glob is not a path, and a line with `if`,
//! `for`, `||`, a subshell or a substitution counts only as run. Of wrappers it knows only a shell with a script
//! (`bash -lc SCRIPT`, as agents send it). The limit is deliberate: a reader of whole scripts (PowerShell, awk, all
//! wrappers, test runners) improved the summaries of no measured session (`docs/decisions.md`).

#[cfg(test)]
mod tests;
mod words;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use crate::hash::hash;
use crate::quick::contains;
use words::{Script, Token, Word, tokens};

/// Maximum UTF-16 units of a command line that are read.
const LONGEST: usize = 65_536;
/// Maximum number of paths kept, for reads and for writes.
const PATHS: usize = 64;

/// A file that is shown, and the range of lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct View {
    pub(crate) path: String,
    /// The first line, counted from 1, if it is known.
    pub(crate) first: Option<u32>,
    /// The last line; the file may end earlier. With a first line but no last, the view extends to the end.
    pub(crate) last: Option<u32>,
    /// The whole file is shown. If not, and `first` is `None`, the lines are unknown: `tail -5 a`.
    pub(crate) whole: bool,
}

/// The effect of a command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "independent answers to independent questions")]
pub(crate) struct CommandLine {
    /// Files whose text is printed.
    pub(crate) reads: Vec<View>,
    /// The line only prints files.
    pub(crate) only_reads: bool,
    /// Files that are written, moved or removed, each once.
    pub(crate) writes: Vec<String>,
    /// The same of a line that enters another folder on its way, as written there: which files these are is not known.
    pub(crate) elsewhere: Vec<String>,
    /// All output is text that was found or stored: it says nothing about this run.
    pub(crate) shows: bool,
    /// All of `writes` are removed.
    pub(crate) removes: bool,
    /// The folder of a leading `cd`, as written; paths are relative to it.
    pub(crate) folder: Option<String>,
    /// Success is no evidence: the exit status is that of another command (`npm test | tail`, `npm test; echo done`).
    pub(crate) masked: bool,
    /// Normalized command, equal for lines that run the same: without `cd`, `2>&1` and `| head`; a checksum replaces a
    /// heredoc.
    pub(crate) plain: String,
}

/// Returns `true` for a shell that runs the next word as a script, as in `/bin/zsh -lc 'npm test'`.
pub(crate) fn runs_script(name: &str, option: &str) -> bool {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    match option {
        "-c" | "-lc" => matches!(name, "bash" | "sh" | "zsh" | "dash"),
        "-Command" => matches!(name.strip_suffix(".exe").unwrap_or(name), "powershell" | "pwsh"),
        _ => false,
    }
}

/// Reads a command line, up to 65,536 UTF-16 units, in linear time; of `bash -lc SCRIPT` the script.
pub(crate) fn read(command: &str) -> CommandLine {
    let text = crate::failure::units(command, LONGEST);
    let script = tokens(text);
    match &*script.tokens {
        [Token::Word(name), Token::Word(option), Token::Word(inner)]
            if script.certain && script.bodies.is_empty() && runs_script(&name.text, &option.text) =>
        {
            read_script(&inner.text, &tokens(&inner.text))
        }
        _ => read_script(text, &script),
    }
}

fn read_script(text: &str, script: &Script<'_>) -> CommandLine {
    let mut line = CommandLine::default();
    let mut pipelines: Vec<(Vec<Stage>, &str)> = Vec::new();
    let mut stages = Vec::from([Stage::default()]);
    for token in script.tokens.iter().chain([&Token::Operator(";")]) {
        match token {
            Token::Operator("|" | "|&") => stages.push(Stage::default()),
            Token::Operator(end) => {
                if stages.iter().any(|stage: &Stage| !stage.is_empty()) {
                    pipelines.push((core::mem::take(&mut stages), end));
                }
                stages = Vec::from([Stage::default()]);
            }
            Token::Word(word) => stages.last_mut().into_iter().for_each(|stage| stage.words.push(word)),
            Token::Into(word) => stages.last_mut().into_iter().for_each(|stage| stage.into.push(word)),
        }
    }
    let certain = script.certain && !pipelines.iter().flat_map(|(stages, _)| stages).any(Stage::controls);
    if let Some((stages, "&&" | ";")) = pipelines.first()
        && let [Stage { words, .. }] = &**stages
        && let [name, folder] = &**words
        && name.text == "cd"
    {
        line.folder = certain.then(|| folder.path()).flatten();
        pipelines.remove(0);
    }
    let shows = |stage: &Stage| FILTERS.contains(&stage.name());
    line.masked = !script.certain
        || pipelines.last().is_none_or(|(stages, _)| stages.len() > 1)
        || pipelines.iter().rev().skip(1).any(|(_, end)| *end != "&&");
    line.only_reads = certain && !pipelines.is_empty();
    let first_shows = |(stages, _): &(Vec<Stage>, &str)| stages.first().is_some_and(Stage::shows);
    line.shows = certain && !pipelines.is_empty() && pipelines.iter().all(first_shows);
    let moves = pipelines.iter().any(|(stages, _)| stages.iter().any(|stage| stage.name() == "cd"));
    let (mut written, mut gone) = (Vec::new(), 0);
    for (stages, end) in &pipelines {
        if certain && moves {
            add(&mut line.elsewhere, stages.iter().flat_map(|stage| stage.writes().0));
        } else if certain {
            let views = views(stages);
            line.only_reads &=
                !views.is_empty() || stages.iter().all(|stage| matches!(stage.name(), "echo" | "printf"));
            line.reads.extend(views);
            for stage in stages {
                let (files, removed) = stage.writes();
                gone += if removed { files.len() } else { 0 };
                written.extend(files);
            }
        }
        // Filters that only shorten the output are left out.
        let kept = stages.iter().enumerate().filter(|(at, stage)| *at == 0 || !shows(stage));
        let texts: Vec<String> = kept.map(|(_, stage)| stage.plain()).collect();
        line.plain.push_str(&texts.join(" | "));
        line.plain.push_str(if *end == ";" { "; " } else { " && " });
    }
    let kept = line.plain.trim_end_matches(['&', ';', ' ']).len();
    line.plain.truncate(kept);
    if !script.certain {
        // A line that was not understood is kept verbatim.
        line.plain = String::from(text.trim());
    }
    for body in &script.bodies {
        // Writing to a string cannot fail.
        let _ = write!(line.plain, " <<{:08x}", hash(body.as_bytes()) as u32);
    }
    let patch = script.bodies.iter().copied().find(|body| contains(body, "*** Begin Patch"));
    if let Some(patch) = patch.or_else(|| contains(text, "*** Begin Patch").then_some(text)) {
        written.extend(patch.lines().filter_map(crate::call::effect::file_of).map(String::from));
    }
    line.removes = gone > 0 && gone == written.len();
    add(&mut line.writes, written);
    line.only_reads &= !line.reads.is_empty() && line.writes.is_empty();
    line.reads.truncate(PATHS);
    line
}

/// Adds paths that are not there yet, up to [`PATHS`].
fn add(paths: &mut Vec<String>, more: impl IntoIterator<Item = String>) {
    for path in more {
        if paths.len() < PATHS && !paths.contains(&path) {
            paths.push(path);
        }
    }
}

/// Commands that only shorten their input.
const FILTERS: [&str; 2] = ["head", "tail"];
/// Commands that print stored text, and those of Git.
#[rustfmt::skip]
const SHOWING: [&str; 19] = [
    "ack", "ag", "bat", "cat", "cd", "diff", "echo", "egrep", "fd", "fgrep", "find", "grep", "head", "ls", "nl",
    "printf", "rg", "tail", "wc",
];
const SHOWING_GIT: [&str; 5] = ["blame", "diff", "grep", "log", "show"];
/// Commands that make the whole line uncertain.
const CONTROLS: [&str; 14] =
    ["if", "for", "while", "until", "case", "function", "select", "{", "[", "[[", "test", "trap", "eval", "exec"];

/// A command of a pipeline: its words, and the files that its output is written to.
#[derive(Default)]
struct Stage<'t> {
    words: Vec<&'t Word>,
    into: Vec<&'t Word>,
}

impl Stage<'_> {
    fn is_empty(&self) -> bool {
        self.words.is_empty() && self.into.is_empty()
    }

    fn name(&self) -> &str {
        self.words.first().map_or("", |word| &word.text)
    }

    /// Returns `true` for a command that prints stored text: searches, listings, files, the history of Git, pages of what
    /// was kept (`tooltrim retrieve`, `npx -y tooltrim retrieve`).
    fn shows(&self) -> bool {
        let word = |at: usize| self.words.get(at).map_or("", |word| &*word.text);
        let retrieves = (0..3).any(|at| word(at) == "tooltrim" && word(at + 1) == "retrieve");
        retrieves || SHOWING.contains(&self.name()) || self.name() == "git" && SHOWING_GIT.contains(&word(1))
    }

    fn controls(&self) -> bool {
        CONTROLS.contains(&self.name())
    }

    fn plain(&self) -> String {
        let words: Vec<&str> = self.words.iter().map(|word| &*word.written).collect();
        let into = self.into.iter().map(|word| format!(" > {}", word.written));
        into.fold(words.join(" "), |line, into| line + &into)
    }

    /// Returns the words after the name that are not options; `valued` lists options whose value is the next word.
    fn operands(&self, valued: &[&str]) -> Vec<&Word> {
        let mut words = self.words.iter().skip(1);
        let mut operands = Vec::new();
        while let Some(word) = words.next() {
            if valued.contains(&&*word.text) {
                words.next();
            } else if !word.text.starts_with('-') || word.text == "-" {
                operands.push(*word);
            }
        }
        operands
    }

    /// Returns the files that it writes, and `true` if it removes them.
    fn writes(&self) -> (Vec<String>, bool) {
        let edits = |words: &[&Word]| words.iter().any(|word| word.text.starts_with("-i") || word.text == "--in-place");
        let files: Vec<&Word> = match self.name() {
            "tee" | "touch" | "rm" | "mv" => self.operands(&[]),
            "cp" => self.operands(&[]).into_iter().skip(1).collect(),
            "sed" if edits(&self.words) => {
                let scripts = self.words.iter().any(|word| word.text == "-e");
                self.operands(&["-e"]).into_iter().skip(usize::from(!scripts)).collect()
            }
            _ => Vec::new(),
        };
        let files = files.into_iter().chain(self.into.iter().copied());
        (files.filter_map(Word::path).collect(), self.name() == "rm" && self.into.is_empty())
    }
}

/// Returns the files that a pipeline shows: those of its first command; the later ones may only cut lines.
fn views(stages: &[Stage<'_>]) -> Vec<View> {
    let Some((first, cuts)) = stages.split_first() else { return Vec::new() };
    if !first.into.is_empty() || stages.last().is_some_and(|last| !last.into.is_empty()) {
        return Vec::new();
    }
    let lines = |stage: &Stage<'_>| match stage.name() {
        "cat" | "nl" => Some((None, None, true)),
        "head" => Some((Some(1), Some(count(stage)?), false)),
        "tail" => Some((None, None, false)),
        "sed" => range(stage).map(|(from, to)| (Some(from), to, false)),
        _ => None,
    };
    let Some(mut shown) = lines(first) else { return Vec::new() };
    for cut in cuts {
        let Some(part) = lines(cut) else { return Vec::new() };
        shown = if shown.2 { part } else { (None, None, false) };
    }
    let valued: &[&str] = match first.name() {
        "head" | "tail" => &["-n", "-c"],
        "nl" => &["-b", "-w", "-v", "-s"],
        _ => &[],
    };
    // The first operand of `sed` is its script.
    let skip = usize::from(first.name() == "sed");
    let files = first.operands(valued).into_iter().skip(skip).filter_map(Word::path);
    let view = |path| View { path, first: shown.0, last: shown.1, whole: shown.2 };
    files.map(view).collect()
}

/// Returns the number of lines that `head` shows: `-20`, `-n 20`, `-n20`; 10 by default.
fn count(stage: &Stage<'_>) -> Option<u32> {
    let mut words = stage.words.iter().skip(1);
    let Some(option) = words.find(|word| word.text.starts_with('-')) else { return Some(10) };
    let digits = option.text.trim_start_matches('-').trim_start_matches('n');
    if digits.is_empty() { words.next()?.text.parse().ok() } else { digits.parse().ok() }
}

/// Returns the lines that `sed -n` prints: `10,40p`, `10p`, `10,$p`.
fn range(stage: &Stage<'_>) -> Option<(u32, Option<u32>)> {
    if !stage.words.iter().any(|word| word.text == "-n") {
        return None;
    }
    let script = stage.operands(&[]).into_iter().next()?.text.strip_suffix('p')?;
    let (from, to) = script.split_once(',').unwrap_or((script, script));
    Some((from.parse().ok()?, if to == "$" { None } else { Some(to.parse().ok()?) }))
}
