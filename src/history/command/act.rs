//! What one command does, and what several do together.

use alloc::string::String;
use alloc::vec::Vec;

use super::lines::{Cut, Lines, PART, WHOLE, within};
use super::word::Word;
use super::{Deed, Deeds, PATHS, View};

/// What a command does.
#[derive(Default)]
pub(super) struct Act {
    /// Nothing: it does not count, as `echo` and `cd`.
    pub(super) deed: Option<Deed>,
    pub(super) claims: Vec<Claim>,
    pub(super) query: Option<Vec<u8>>,
    pub(super) masked: bool,
    pub(super) plain: Vec<u8>,
    pub(super) flow: Flow,
}

/// A file, and what is done with it.
pub(super) struct Claim {
    pub(super) kind: Kind,
    pub(super) path: Vec<u8>,
    /// What is shown of it.
    pub(super) lines: Lines,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
pub(super) enum Kind {
    Write,
    Remove,
    Read,
    /// It is searched, or listed.
    Place,
}

/// What a command makes of a text that comes through a pipe.
#[derive(Clone, Copy, Default)]
pub(super) enum Flow {
    /// Something else; or nothing, when it has files of its own.
    #[default]
    Other,
    /// It shows some of it.
    Cut(Cut),
    /// It sorts, counts or shortens lines: names stay names, but a file is shown no longer.
    Names,
    /// It finds something in it, or what it is not in (`inverted`); `files`: of names, it finds it in the files.
    Search { inverted: bool, files: bool },
    /// The lines are names of files, in which it finds something.
    SearchFiles,
    /// It writes it to files, and shows it.
    Copy,
}

impl Act {
    /// It is run, and makes that of a text.
    pub(super) fn run(&mut self, flow: Flow) {
        self.deed = Some(Deed::Run);
        self.flow = flow;
    }

    /// It is run, and that is all.
    #[inline(never)]
    pub(super) fn doubt(&mut self) {
        self.claims.clear();
        self.query = None;
        self.run(Flow::Other);
    }

    #[inline(never)]
    pub(super) fn claim(&mut self, kind: Kind, path: &[u8], lines: Lines) {
        // A text of several lines is none.
        if !path.is_empty() && !path.contains(&b'\n') {
            self.claims.push(Claim { kind, path: path.into(), lines });
        }
    }

    /// Claims the same of all that are files.
    #[inline(never)]
    pub(super) fn claim_all(&mut self, kind: Kind, files: &[&Word<'_>]) {
        for file in files.iter().filter(|file| file.is_file()) {
            self.claim(kind, &file.text, WHOLE);
        }
    }

    /// Shows of each of the files what the cut leaves; without files, of what it gets.
    pub(super) fn read(&mut self, cut: Cut, files: &[&Word<'_>]) {
        if files.is_empty() {
            self.flow = Flow::Cut(cut);
            return;
        }
        self.deed = Some(Deed::Read);
        for file in files.iter().filter(|file| file.is_file()) {
            for &lines in cut.ranges() {
                self.claim(Kind::Read, &file.text, lines);
            }
        }
    }

    /// Whether it matters how it ends.
    pub(super) const fn runs(&self) -> bool {
        matches!(self.deed, Some(Deed::Run | Deed::Test))
    }

    /// Leaves out claims of that kind, and of kinds after it.
    #[inline(never)]
    pub(super) fn drop(&mut self, kind: Kind) {
        self.claims.retain(|claim| claim.kind < kind);
    }

    /// What was read, found or listed is not shown.
    #[inline(never)]
    pub(super) fn forget(&mut self) {
        self.drop(Kind::Read);
        self.query = None;
        if self.deed.is_some() {
            self.deed = self.deed.max(Some(Deed::Run));
        }
    }

    /// Of what is read, only lines are shown.
    pub(super) fn shorten(&mut self, cut: Cut) {
        let mut claims = core::mem::take(&mut self.claims);
        let many = claims.iter().filter(|claim| claim.kind == Kind::Read).count() > 1;
        let mut cut = cut;
        if many && cut != Cut::WHOLE {
            // One text after another: of the first there is something, unless it is empty.
            let first = claims.iter().position(|claim| claim.kind == Kind::Read).unwrap_or_default();
            claims.truncate(if cut == Cut::PART { claims.len() } else { first + 1 });
            cut = Cut::PART;
        }
        for claim in claims {
            if claim.kind != Kind::Read {
                self.claims.push(claim);
                continue;
            }
            for lines in cut.ranges().iter().filter_map(|&range| within(claim.lines, range)) {
                self.claim(Kind::Read, &claim.path, lines);
            }
        }
        self.settle();
    }

    /// What it prints is kept in a file, or nowhere; `shown`: and shown.
    #[inline(never)]
    pub(super) fn keep(&mut self, file: Option<&[u8]>, shown: bool) {
        let saves = self.deed < Some(Deed::Run) || matches!(self.flow, Flow::Names | Flow::Cut(_));
        // Whether something was found is known all the same.
        if !shown && (file.is_some() || self.deed == Some(Deed::Read)) {
            self.forget();
        }
        if let Some(file) = file {
            self.claim(Kind::Write, file, WHOLE);
            if saves {
                self.deed = Some(Deed::Write);
            }
        }
    }

    /// What looks nowhere looks in the folder where it runs.
    pub(super) fn at_least(&mut self, folder: &[u8]) {
        let looks = matches!(self.deed, Some(Deed::Search | Deed::List));
        if looks && !folder.is_empty() && self.claims.is_empty() {
            self.claim(Kind::Place, folder, WHOLE);
        }
    }

    /// A deed that has nothing to show for it is a run.
    pub(super) fn settle(&mut self) {
        let kind = match self.deed {
            Some(Deed::Read) => Kind::Read,
            Some(Deed::Write) => Kind::Write,
            _ => return,
        };
        if !self.claims.iter().any(|claim| claim.kind == kind) {
            self.deed = Some(Deed::Run);
        }
    }

    fn searches(&self) -> bool {
        self.query.is_some() || self.deed == Some(Deed::Search)
    }

    /// This, and then another. Of different searches, none is told.
    #[inline(never)]
    pub(super) fn and(&mut self, other: &mut Self) {
        let after = other.searches();
        if after && self.searches() {
            if self.query != other.query {
                self.query = None;
                self.drop(Kind::Place);
                other.drop(Kind::Place);
            }
        } else if after {
            self.drop(Kind::Place);
            self.query = other.query.take();
        } else if self.searches() {
            other.drop(Kind::Place);
        }
        self.claims.append(&mut other.claims);
        self.deed = self.deed.max(other.deed);
    }

    /// Says so, each path once.
    #[inline(never)]
    pub(super) fn tell(self, folder: Vec<u8>) -> Deeds {
        let mut deeds = Deeds { kind: self.deed.unwrap_or_default(), masked: self.masked, ..Deeds::default() };
        for claim in self.claims {
            let path = text(claim.path);
            let paths = match claim.kind {
                Kind::Write => &mut deeds.writes,
                Kind::Remove => &mut deeds.removed,
                Kind::Place => &mut deeds.places,
                Kind::Read => {
                    let (first, last) = claim.lines;
                    let whole = claim.lines == WHOLE;
                    let known = |line: u32, some: bool| Some(line).filter(|_| some && claim.lines != PART);
                    let view = View { path, first: known(first, !whole), last: known(last, last < u32::MAX), whole };
                    if deeds.reads.len() < PATHS && !deeds.reads.contains(&view) {
                        deeds.reads.push(view);
                    }
                    continue;
                }
            };
            if paths.len() < PATHS && !paths.contains(&path) {
                paths.push(path);
            }
        }
        deeds.query = self.query.map(text);
        deeds.folder = Some(text(folder)).filter(|folder| !folder.is_empty());
        deeds.plain = text(self.plain);
        deeds
    }
}

/// Pieces of a text, which were cut where chars end.
#[inline(never)]
fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_default()
}
