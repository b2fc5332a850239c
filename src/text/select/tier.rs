//! In which order lines are needed.

use alloc::string::String;
use alloc::vec::Vec;

use super::about::{Hit, ID, Question};
use super::entry::{Entry, Part};
use super::group::Group;
use super::options::RescueOptions;
use super::shape::exact;
use crate::failure::{Role, Severity, plain};
use crate::hash::{SEED, hash};
use crate::order::ordered;
use crate::quick::{contains, split_at_part};

/// Rank of a line: causes before symptoms, the first failure before more, each kind before more of the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tier {
    /// Lines that the caller requires.
    Required,
    /// Lines that answer the caller's question, and what they stand in.
    Answer,
    /// The first failure and its cause.
    First,
    /// Lines that the caller asks for, one of each kind.
    Asked,
    /// The outcome.
    Outcome,
    /// Fatal failures, one of each kind.
    Fatal,
    /// Further failures, one of each kind.
    Failures,
    /// Places and causes.
    Reasons,
    /// Lines with words of a question that are nearly everywhere.
    Related,
    /// Odd rows: a rare value, a number far out, a form that is rare among few.
    Odd,
    /// Lines that give an overview, a few of each part.
    Overview,
    /// More of a known kind, with a cause.
    More,
    /// Why, of more of the same.
    MoreReasons,
    /// More of a known kind, without a cause.
    MoreNames,
    /// The ends of traces, the code that is meant.
    Near,
    /// Warnings, once of each kind.
    Warnings,
    /// Details of a failure.
    Bodies,
    /// Lines of a rare form.
    StandingOut,
    /// One or two lines of each form.
    Forms,
    /// More warnings, and what belongs to them.
    MoreWarnings,
    /// Context of failures.
    Around,
    /// Context of repeated failures.
    Rest,
}

impl Tier {
    /// Says something of the text as a whole, whether or not anything failed.
    pub(crate) fn is_of_all(self) -> bool {
        matches!(self, Self::Odd | Self::Overview | Self::StandingOut | Self::Forms)
    }

    /// Names a failure, its cause, or the outcome.
    pub(crate) fn is_of_failure(self) -> bool {
        self <= Self::Reasons || matches!(self, Self::More | Self::MoreReasons | Self::MoreNames)
    }
}

/// A line that may be kept, and how much it is needed.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) tier: Tier,
    pub(crate) rank: u32,
    pub(crate) entry: Entry,
}

impl Candidate {
    /// Equal for lines that say the same, where once is enough.
    pub(crate) fn content(&self) -> Option<u64> {
        // The same hit in two files is two.
        if matches!(self.tier, Tier::Overview | Tier::Odd) {
            return None;
        }
        // Equal words at two times are two answers.
        if self.tier == Tier::Answer {
            return Some(hash(self.entry.text.as_bytes()));
        }
        let says = self.entry.text.bytes().filter(u8::is_ascii_alphabetic).nth(3).is_some();
        (says || self.rank > 0 || self.entry.class.severity >= Severity::Weak).then(|| exact(&self.entry.text, SEED))
    }
}

/// Returns `true` if one of these lines states that a run failed: an exit code, or the summary of a runner.
pub(crate) fn has_failed(candidates: &[Candidate]) -> bool {
    candidates.iter().any(|candidate| candidate.tier == Tier::Outcome)
}

/// All lines of all groups, the most needed first.
///
/// Of failures the first is what a question about one speaks of most.
pub(super) fn in_order(
    groups: Vec<Group>,
    others: Vec<Candidate>,
    options: &RescueOptions,
    question: Option<&Question>,
) -> Vec<Candidate> {
    let may_be_first =
        |group: &Group| group.severity >= Severity::Error && !group.is_outcome() && group.role != Role::Heading;
    let named = |group: &Group| question.map_or(0, |question| held_by(question, group));
    let first = groups
        .iter()
        .filter(|group| may_be_first(group))
        .min_by_key(|group| (u32::MAX - named(group), group.asked, group.rank, group.order))
        .map(|group| group.order);
    let failed = first.is_some();
    // Its trace may stand right below it as a failure of its own.
    let end = |group: &Group| group.entries.last().map(|entry| entry.at.newlines + 1);
    let below = question.and(groups.iter().find(|group| first == Some(group.order))).and_then(end);
    let is_below = |group: &Group| {
        below.is_some() && may_be_first(group) && group.entries.first().map(|entry| entry.at.newlines) == below
    };
    let mut candidates = Vec::new();
    for group in groups {
        let is_first = first == Some(group.order) || is_below(&group);
        let outcome = group.is_outcome();
        let (severity, rank) = (group.severity, group.rank);
        candidates.extend(group.entries.into_iter().map(|entry| {
            let most = match options.requires(&entry.text) {
                true => Tier::Required,
                false if rank == 0 && options.included(&entry.text).is_some() => Tier::Asked,
                false => Tier::Rest,
            };
            let tier = tier(&entry, severity, rank, is_first, outcome).min(most);
            Candidate { tier, rank, entry }
        }));
    }
    // Beside failures, repeated warnings are useless.
    candidates.retain(|candidate| !failed || candidate.tier != Tier::MoreWarnings);
    names_last(&mut candidates);
    candidates.extend(others);
    let candidates = ordered(candidates, |candidate| match candidate.tier {
        // They have an order of their own.
        Tier::Overview | Tier::Odd => 0,
        _ => candidate.entry.number as u64,
    });
    ordered(candidates, |candidate| ((candidate.tier as u64) << 56) | (weight(candidate) as u64).min((1 << 56) - 1))
}

/// The ids and numbers of a question in the lines of a failure: other words are those of many failures.
fn held_by(question: &Question, group: &Group) -> u32 {
    let mut hits = Vec::new();
    for entry in &group.entries {
        question.find(&entry.text, &mut hits);
    }
    let is_id = |hit: &&Hit| {
        question.terms.get(usize::from(hit.term)).is_some_and(|term| term.weight >= ID && hit.factor >= 1.0)
    };
    hits.iter().filter(is_id).count() as u32
}

/// Among repeated kinds, short lines come first: twice as many fit.
fn weight(candidate: &Candidate) -> usize {
    let rank = candidate.rank as usize;
    match candidate.tier {
        Tier::More | Tier::MoreReasons | Tier::MoreNames => rank * RANK + candidate.entry.text.len(),
        _ => rank,
    }
}

/// Extra bytes that a line may take for each rank it is ahead.
const RANK: usize = 5;

/// A line that only names a failure is less important if another line with this name states the cause.
fn names_last(candidates: &mut [Candidate]) {
    const MOST: usize = 128;
    let specific = |candidate: &&Candidate| candidate.entry.class.specific && candidate.tier <= Tier::More;
    let specific_texts: Vec<String> = candidates
        .iter()
        .filter(specific)
        .take(MOST)
        .map(|candidate| plain(&candidate.entry.text, &mut String::new()).into())
        .collect();
    let mut room = String::new();
    let only_names = |candidate: &&mut Candidate| {
        let class = &candidate.entry.class;
        class.role == Role::Name
            && !class.specific
            && matches!(candidate.tier, Tier::First | Tier::Fatal | Tier::Failures)
    };
    for candidate in candidates.iter_mut().filter(only_names).take(MOST) {
        let name = name(plain(&candidate.entry.text, &mut room));
        if name.len() >= 6 && specific_texts.iter().any(|text| contains(text, name)) {
            candidate.tier = Tier::MoreNames;
        }
    }
}

/// Returns the text between the marks of a test runner.
fn name(text: &str) -> &str {
    let text = split_at_part(text, " FAILED").map_or(text, |(text, _)| text);
    let word = |c: char| c.is_ascii_alphanumeric() || c == ']';
    let mut text = text.trim_matches(|c: char| !word(c));
    while let Some(rest) = text.strip_prefix("FAIL") {
        text = rest;
    }
    text.trim()
}

fn tier(entry: &Entry, severity: Severity, rank: u32, is_first: bool, outcome: bool) -> Tier {
    if severity <= Severity::Warning {
        return match entry.part {
            Part::Header | Part::Key if rank == 0 && !is_deprecation(entry) => Tier::Warnings,
            _ => Tier::MoreWarnings,
        };
    }
    match (entry.part, rank) {
        (Part::Header | Part::Key, _) if is_first => Tier::First,
        (Part::Header, _) if entry.class.role == Role::Heading => Tier::MoreNames,
        (Part::Header, 0) if outcome => Tier::Outcome,
        (Part::Header, 0) if severity == Severity::Fatal => Tier::Fatal,
        (Part::Header, 0) => Tier::Failures,
        (Part::Header, _) if entry.class.specific => Tier::More,
        (Part::Header, _) => Tier::MoreNames,
        (Part::Key, 0) => Tier::Reasons,
        (Part::Key, _) if entry.class.severity >= Severity::Weak => Tier::MoreReasons,
        (Part::Key | Part::Near, _) => Tier::Near,
        (Part::Body, _) => Tier::Bodies,
        (Part::Around, 0) => Tier::Around,
        (Part::Around, _) => Tier::Rest,
    }
}

/// Returns `true` for announcements of future errors.
fn is_deprecation(entry: &Entry) -> bool {
    ["deprecat", "Deprecat", "DEPRECAT"].iter().any(|word| contains(&entry.text, word))
}
