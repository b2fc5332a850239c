//! A script: commands, what stands between them, and what stands around them.

use alloc::vec::Vec;
use core::mem::take;

use super::act::{Act, Kind};
use super::arguments::{among, trim};
use super::blocks::Blocks;
use super::folder::Folder;
use super::lines::WHOLE;
use super::programs::{Program, lookup, name};
use super::stage::{Stage, is_reserved};
use super::status::Status;
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
    total: &'f mut Act,
    /// What is plain as long as nothing counts.
    aside: Vec<u8>,
}

/// What a script does; `cut`: it goes on.
pub(super) fn read(text: &[u8], cut: bool, depth: usize, folder: &mut Folder, act: &mut Act) {
    let mut script = Script {
        folder,
        depth,
        command: Stage::default(),
        stages: Vec::new(),
        joint: Joint::Next,
        blocks: Blocks::new(),
        status: Status::default(),
        total: act,
        aside: Vec::new(),
    };
    let mut tokens = Tokens::new(text);
    if depth > DEEPEST || !script.tokens(&mut tokens) {
        script.total.doubt();
        script.total.plain = trim(super::start(text, super::SCRIPT)).into();
        return;
    }
    let open = !script.command.words.is_empty() || !script.stages.is_empty();
    if tokens.broken || (cut && open) {
        // The last command is not known as a whole.
        script.command.words.clear();
        script.stages.clear();
        script.total.deed = script.total.deed.max(Some(Deed::Run));
    }
    script.end(Joint::Next);
    script.total.masked = script.status.masked;
    if script.total.plain.is_empty() {
        script.total.plain = script.aside;
    }
}

impl<'a> Script<'a, '_> {
    /// Reads them all. False when that is no shell's text.
    fn tokens(&mut self, tokens: &mut Tokens<'a>) -> bool {
        while let Some(token) = tokens.next() {
            match token {
                Token::Word(word) if word.raw == b"***" && tokens.rest().starts_with(b" Begin Patch") => {
                    // A patch that was a word of a list.
                    self.command.bodies.push(tokens.patch());
                    if self.command.words.is_empty() {
                        let raw = b"apply_patch";
                        self.command.words.push(Word { raw, text: raw.into(), dynamic: false });
                    }
                }
                Token::Word(word) => {
                    self.command.words.push(word);
                    if self.command.is_foreign() {
                        return false;
                    }
                }
                Token::Redirect(redirect) => self.command.redirects.push(redirect),
                Token::Heredoc(body) => self.command.bodies.push(body),
                Token::Pipe => self.stages.push(take(&mut self.command)),
                Token::End(joint) => self.end(joint),
                Token::Open => {
                    // `print(a > b)` is no command.
                    let before = |word: &Word<'_>| is_reserved(word.raw) || word.raw == b"time";
                    if !self.command.words.iter().all(before) {
                        return false;
                    }
                    self.blocks.open_group(self.folder, true);
                }
                Token::Close => {
                    self.end(Joint::And);
                    self.blocks.close_group(self.folder);
                    self.command.closes = true;
                }
            }
        }
        true
    }

    /// Ends a pipeline.
    fn end(&mut self, joint: Joint) {
        self.stages.push(take(&mut self.command));
        let mut stages = take(&mut self.stages);
        if let [only] = &*stages
            && only.is_nothing()
        {
            // A line may end after `&&`; what stands after a group is what the group ends with.
            if only.closes {
                self.blocks.guard(&[], joint);
                self.joint = joint;
                if self.total.runs() {
                    self.status.end(joint);
                }
            }
            return;
        }
        for stage in &mut stages {
            self.blocks.enter(stage, self.folder);
        }
        self.status.follow();
        let mut whole = Act::default();
        let mut text = Vec::new();
        let mut shown = 0;
        let mut bodies = Vec::new();
        for (at, stage) in stages.iter().enumerate() {
            bodies.extend_from_slice(&stage.bodies);
            let mut act = Act::default();
            self.act(stage, &bodies, stages.len() == 1, &mut act);
            if at > 0 {
                text.extend_from_slice(b" | ");
            }
            if act.plain.is_empty() {
                stage.write(&mut text);
            } else {
                text.append(&mut act.plain);
            }
            if at == 0 || !pipeline::is_limit(stage, &act) {
                shown = text.len();
            }
            if act.runs() && at + 1 < stages.len() {
                self.status.pipe();
            }
            if at == 0 {
                whole = act;
            } else {
                pipeline::through(&mut whole, &mut act);
            }
            self.redirect(stage, &mut whole);
        }
        text.truncate(shown);
        self.add(&mut whole, &text, joint);
        self.blocks.guard(&stages, joint);
    }

    /// Adds what a pipeline does to what was before.
    fn add(&mut self, act: &mut Act, text: &[u8], joint: Joint) {
        act.settle();
        if !self.blocks.sure && act.deed.is_some() {
            act.doubt();
        }
        let plain = if act.deed.is_some() { &mut self.total.plain } else { &mut self.aside };
        if !text.is_empty() && !plain.is_empty() {
            plain.extend_from_slice(match self.joint {
                Joint::And => b" && ",
                Joint::Or => b" || ",
                Joint::Next => b"; ",
                Joint::Background => b" & ",
            });
        }
        plain.extend_from_slice(text);
        if act.runs() {
            self.status.end(joint);
            self.status.masked |= act.masked;
        }
        self.total.and(act);
        self.joint = joint;
    }

    /// What a command does.
    fn act(&mut self, stage: &Stage<'a>, bodies: &[&[u8]], alone: bool, act: &mut Act) {
        let words = stage.command();
        if stage.closes && (!words.is_empty() || !alone) {
            // What a group shows goes on into something else.
            if self.total.runs() {
                self.status.pipe();
            }
            self.total.forget();
        }
        if stage.inside {
            if words.iter().any(|word| among(word.raw, "cd pushd popd")) {
                self.folder.lose();
            }
            return act.doubt();
        }
        let script = match wrapper::start(words) {
            Start::Program(at) => {
                let words = words.get(at..).unwrap_or_default();
                self.moves(words, alone);
                program::act(words, stage.input(), bodies, false, act);
                self.folder.resolve(act);
                self.folder.started |= act.deed.is_some();
                return;
            }
            Start::Script(at) => words.get(at).map(|word| &*word.text),
            Start::Body => bodies.last().copied(),
        };
        let Some(script) = script else { return act.doubt() };
        self.folder.open(true);
        read(script, false, self.depth + 1, self.folder, act);
        self.folder.close();
    }

    /// What a command means for those after it.
    fn moves(&mut self, words: &[Word<'_>], alone: bool) {
        let Some((first, rest)) = words.split_first() else { return };
        match lookup(name(first)).0 {
            Program::Cd => self.folder.change(rest, self.blocks.sure && alone),
            Program::Popd => self.folder.lose(),
            Program::Set => self.status.set(rest),
            _ => {}
        }
    }

    /// Files that a command's output goes to, or that of the group before.
    fn redirect(&mut self, stage: &Stage<'a>, act: &mut Act) {
        if stage.inside && !(stage.closes && self.blocks.open == 0) {
            return;
        }
        let act = if stage.closes && stage.command().is_empty() { &mut *self.total } else { act };
        for redirect in &stage.redirects {
            let target = &redirect.target;
            let file = if target.is_file() { self.folder.path(&target.text) } else { None };
            match (redirect.stream, file) {
                (Stream::Input, _) | (Stream::Other, None) => {}
                (Stream::Output, file) => act.keep(file.as_deref(), false),
                (Stream::Other, Some(file)) => act.claim(Kind::Write, &file, WHOLE),
            }
        }
    }
}
