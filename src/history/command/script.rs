//! A script: commands, what stands between them, and what stands around them.

use alloc::string::String;
use alloc::vec::Vec;
use core::mem::take;

use super::act::{Act, note};
use super::arguments::among;
use super::blocks::{Blocks, is_reserved};
use super::folder::Folder;
use super::stage::Stage;
use super::tokens::{Joint, Stream, Token, Tokens};
use super::word::Word;
use super::wrapper::{self, Start};
use super::{DEEPEST, Deed, pipeline, program};

struct Script<'a, 'f> {
    folder: &'f mut Folder,
    depth: usize,
    command: Stage<'a>,
    stages: Vec<Stage<'a>>,
    /// What was before this pipeline.
    joint: Joint,
    blocks: Blocks,
    status: Status,
    total: Act,
    /// What is plain as long as nothing counts.
    aside: String,
}

/// What a script does; `cut`: it goes on.
pub(super) fn read(text: &str, cut: bool, depth: usize, folder: &mut Folder) -> Act {
    let mut script = Script {
        folder,
        depth,
        command: Stage::default(),
        stages: Vec::new(),
        joint: Joint::Next,
        blocks: Blocks::new(),
        status: Status::default(),
        total: Act::default(),
        aside: String::new(),
    };
    let mut tokens = Tokens::new(text);
    let known = depth <= DEEPEST && script.tokens(&mut tokens);
    let rest = tokens.broken || (cut && script.is_open());
    if !known {
        let mut act = Act::run();
        act.said.plain = super::start(text, super::SCRIPT).trim().into();
        return act;
    }
    if rest {
        // The last command is not known as a whole.
        script.command.words.clear();
        script.stages.clear();
        script.total.deed = script.total.deed.max(Some(Deed::Run));
    }
    script.end(Joint::Next);
    let mut total = script.total;
    if total.said.plain.is_empty() {
        total.said.plain = script.aside;
    }
    total
}

impl<'a> Script<'a, '_> {
    fn is_open(&self) -> bool {
        !self.command.words.is_empty() || !self.stages.is_empty()
    }

    /// Reads them all. False when that is no shell's text.
    fn tokens(&mut self, tokens: &mut Tokens<'a>) -> bool {
        while let Some(token) = tokens.next() {
            match token {
                Token::Word(word) if word.raw == "***" && tokens.rest().starts_with(" Begin Patch") => {
                    // A patch that was a word of its own, as far as it goes.
                    let rest = tokens.rest();
                    let end = rest.find("\n*** End Patch").map_or(rest.len(), |end| end + "\n*** End Patch".len());
                    self.command.bodies.push(rest.get(..end).unwrap_or_default());
                    tokens.leave_out(end);
                    if self.command.words.is_empty() {
                        self.command.words.push(Word {
                            raw: "apply_patch",
                            text: "apply_patch".into(),
                            dynamic: false,
                        });
                    }
                }
                Token::Word(word) => {
                    self.command.words.push(word);
                    // `x = a > b` and `SELECT a` are no commands, nor are the lines that an editor's command goes on with.
                    let words: [&str; 2] = match &*self.command.words {
                        [first, second] => [first.raw, second.raw],
                        _ => continue,
                    };
                    let lines = words[1].bytes().all(|byte| byte.is_ascii_digit() || byte == b':');
                    let query = words[0].len() > 2 && words[0].bytes().all(|byte| byte.is_ascii_uppercase());
                    if query || words[1] == "=" || words[0] == "function" || (words[0] == "edit" && lines) {
                        return false;
                    }
                }
                Token::Redirect(redirect) => self.command.redirects.push(redirect),
                Token::Heredoc(body) => self.command.bodies.push(body),
                Token::Pipe => self.stage(),
                Token::End(joint) => self.end(joint),
                // Nor is `print(a > b)` one.
                Token::Open if self.command.words.iter().any(|word| !is_reserved(word.raw) && word.raw != "time") => {
                    return false;
                }
                Token::Open => self.blocks.open_group(self.folder, true),
                Token::Close => {
                    self.end(Joint::Next);
                    self.blocks.close_group(self.folder);
                    self.command.closes = true;
                }
            }
        }
        true
    }

    /// Ends a command.
    fn stage(&mut self) {
        self.stages.push(take(&mut self.command));
    }

    /// Ends a pipeline.
    fn end(&mut self, joint: Joint) {
        self.stage();
        let mut stages = take(&mut self.stages);
        if let [only] = &*stages
            && only.is_nothing()
        {
            // A line may end after `&&`.
            if only.closes {
                self.blocks.guard(&[], joint);
            }
            return;
        }
        for stage in &mut stages {
            self.blocks.enter(stage, self.folder);
        }
        self.total.said.masked |= self.status.loose;
        let mut whole = Act::default();
        let mut text = String::new();
        let mut shown = 0;
        let mut bodies = Vec::new();
        for (at, stage) in stages.iter().enumerate() {
            bodies.extend(&stage.bodies);
            let mut act = self.act(stage, &bodies, stages.len() == 1);
            text.push_str(if text.is_empty() { "" } else { " | " });
            if act.said.plain.is_empty() {
                stage.write(&mut text);
            } else {
                text.push_str(&take(&mut act.said.plain));
            }
            if at == 0 || !pipeline::is_limit(stage, &act) {
                shown = text.len();
            }
            let last = at + 1 == stages.len();
            self.total.said.masked |= act.runs() && !last && !self.status.pipefail;
            whole = if at == 0 { act } else { pipeline::through(whole, act) };
            self.redirect(stage, &mut whole);
        }
        text.truncate(shown);
        self.add(whole, &text, joint);
        self.blocks.guard(&stages, joint);
    }

    /// Adds what a pipeline does to what was before.
    fn add(&mut self, mut act: Act, text: &str, joint: Joint) {
        act.settle();
        if !self.blocks.sure && act.deed.is_some() {
            act = Act::run();
        }
        let separator = match self.joint {
            Joint::And => " && ",
            Joint::Or => " || ",
            Joint::Next => "; ",
            Joint::Background => " & ",
        };
        let plain = if act.deed.is_some() { &mut self.total.said.plain } else { &mut self.aside };
        if !text.is_empty() {
            plain.push_str(if plain.is_empty() { "" } else { separator });
            plain.push_str(text);
        }
        if act.runs() {
            self.status.loose |= joint != Joint::And && !self.status.stops;
            self.total.said.masked |= joint == Joint::Background || act.said.masked;
        }
        self.total.and(&mut act);
        self.joint = joint;
    }

    fn act(&mut self, stage: &Stage<'a>, bodies: &[&str], alone: bool) -> Act {
        let words = stage.command();
        if stage.closes && (!words.is_empty() || !alone) {
            // What a group shows goes on into something else.
            self.total.forget();
        }
        if stage.inside {
            if words.iter().any(|word| among(word.raw, "cd pushd popd")) {
                self.folder.lose();
            }
            return Act::run();
        }
        let words = match wrapper::start(words) {
            Start::Program(at) => words.get(at..).unwrap_or_default(),
            Start::Script(at) => return words.get(at).map_or_else(Act::run, |word| self.nested(&word.text)),
            Start::Body => return bodies.last().map_or_else(Act::run, |body| self.nested(body)),
        };
        let Some((first, rest)) = words.split_first() else { return Act::default() };
        match &*wrapper::name(first) {
            "cd" | "pushd" | "chdir" | "set-location" => self.folder.change(rest, self.blocks.sure && alone),
            "popd" => self.folder.lose(),
            "set" => {
                let letters = |word: &Word<'_>| word.text.starts_with('-') && word.text.contains('e');
                self.status.stops |= rest.iter().any(letters);
                self.status.pipefail |= rest.iter().any(|word| word.text == "pipefail");
            }
            _ => {}
        }
        let mut act = program::act(words, stage.input(), bodies);
        self.folder.resolve(&mut act.said);
        if act.deed.is_some() {
            self.folder.begin();
            act.at_least(self.folder.here());
        }
        act
    }

    /// A script within the script.
    fn nested(&mut self, script: &str) -> Act {
        self.folder.open(true);
        let act = read(script, false, self.depth + 1, self.folder);
        self.folder.close();
        act
    }

    /// Files that a command's output goes to, or that of the group before.
    fn redirect(&mut self, stage: &Stage<'a>, act: &mut Act) {
        if stage.inside && !(stage.closes && self.blocks.open == 0) {
            return;
        }
        let act = if stage.closes && stage.command().is_empty() { &mut self.total } else { act };
        for redirect in &stage.redirects {
            let file = redirect.target.is_file().then(|| self.folder.path(&redirect.target.text)).flatten();
            match redirect.stream {
                Stream::Input => {}
                Stream::Output => act.keep(file.as_slice(), false),
                Stream::Other => file.iter().for_each(|file| note(&mut act.said.writes, file)),
            }
        }
    }
}

/// Whether success says something.
#[derive(Default)]
struct Status {
    /// `set -e`
    stops: bool,
    /// `set -o pipefail`
    pipefail: bool,
    /// Whether a command may have failed without notice, if another follows.
    loose: bool,
}
