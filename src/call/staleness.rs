//! The staleness of each call: superseded by a later one, repeated, resolved since, or still current.

use alloc::vec;
use alloc::vec::Vec;

use crate::call::Call;
use crate::call::effect::Kind;
use crate::call::path::identity;
use crate::hash::{Table, hash, mix};

named! {
    /// Why a result is out of date.
    ///
    /// ```
    /// use tooltrim::messages::Stale;
    ///
    /// assert_eq!(Stale::ALL.map(Stale::name), ["changed", "repeated", "resolved"]);
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Stale {
        /// A later call changed the file.
        Changed = "changed",
        /// A later call repeated the read, the query or the command.
        Repeated = "repeated",
        /// The call failed, and a later attempt at the same succeeded.
        Resolved = "resolved",
    }
}

/// Ways in which later calls superseded a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Staleness {
    /// The next call that changed the file.
    pub(crate) changed: Option<u32>,
    /// A later call that repeated the read, the query or the command.
    pub(crate) again: Option<u32>,
    /// The next attempt at the same that succeeded.
    pub(crate) resolved: Option<u32>,
    /// This is the newest view of its file.
    pub(crate) newest: bool,
}

impl Staleness {
    /// Returns `true` if a later call changed the file, repeated the call, or succeeded where it failed.
    pub(crate) const fn is_stale(self) -> bool {
        self.cause().is_some()
    }

    /// Returns the most telling of the ways, and the later call.
    pub(crate) const fn cause(self) -> Option<(Stale, u32)> {
        match (self.resolved, self.changed, self.again) {
            (Some(by), ..) => Some((Stale::Resolved, by)),
            (None, Some(by), _) => Some((Stale::Changed, by)),
            (None, None, Some(by)) => Some((Stale::Repeated, by)),
            _ => None,
        }
    }
}

/// The calls that view and change a file next, and the lines of that view.
#[derive(Clone, Copy, Default)]
struct Seen {
    viewed: Option<u32>,
    changed: Option<u32>,
    first: u32,
    last: u32,
    /// UTF-16 units of the newest view.
    units: u64,
}

/// Returns the staleness of each call; `base` is the folder that relative paths start from, if it is known.
pub(crate) fn staleness_of(calls: &[&Call], base: Option<&str>) -> Vec<Staleness> {
    let mut staleness = vec![Staleness::default(); calls.len()];
    let mut files = Table::new();
    let mut seen: Vec<Seen> = Vec::new();
    let mut done = Table::new();
    let mut succeeded = Table::new();
    // Newest first, so that later calls are known.
    for (at, call) in calls.iter().enumerate().rev() {
        let (stale, at) = (&mut staleness[at], at as u32);
        let effect = &call.effect;
        for view in effect.views.iter().filter(|_| !call.failed) {
            let file = of(&mut files, &mut seen, call.file(&view.path, base));
            // A partial view without a first line covers unknown lines.
            if effect.kind == Kind::Read && (view.whole || view.first.is_some()) {
                let (first, last) = (view.first.unwrap_or(1), view.last.unwrap_or(u32::MAX));
                stale.changed = stale.changed.or(file.changed);
                // A stub, less than half as long, does not replace the view that it mentions.
                let stub = file.units * 2 < call.result_units;
                if !stub && file.first <= first && last <= file.last {
                    stale.again = stale.again.or(file.viewed);
                }
                stale.newest |= file.viewed.is_none() || stub;
                if file.viewed.is_none() || stub || (first <= file.first && file.last <= last) {
                    (file.viewed, file.first, file.last) = (Some(at), first, last);
                    file.units = call.result_units;
                }
            }
        }
        for path in &effect.writes {
            let file = of(&mut files, &mut seen, call.file(path, base));
            if call.failed && attempts(call).next().is_none() {
                stale.resolved = stale.resolved.or(file.changed);
            } else if call.answered && !call.doubtful && !call.suspect {
                file.changed = Some(at);
            }
        }
        if call.failed {
            // It is unknown which attempt of a program failed.
            let each: Option<Vec<u32>> = attempts(call).map(|(same, _)| succeeded.get(same)).collect();
            stale.resolved = stale.resolved.or(each.and_then(|each| each.into_iter().max()));
        } else if call.answered && !call.doubtful && !call.suspect {
            for (same, _) in attempts(call).filter(|(_, masked)| !masked) {
                *succeeded.entry(same, at) = at;
            }
        }
        let Some(same) = signature(call) else { continue };
        if effect.writes.is_empty() {
            stale.again = stale.again.or(done.get(same));
        }
        *done.entry(same, at) = at;
    }
    staleness
}

fn of<'a>(files: &mut Table, seen: &'a mut Vec<Seen>, path: u64) -> &'a mut Seen {
    let next = seen.len() as u32;
    let number = *files.entry(path, next);
    if number == next {
        seen.push(Seen::default());
    }
    &mut seen[number as usize]
}

/// Returns a hash that is equal for calls that request the same, or `None` for calls that are not compared, such as
/// edits.
fn signature(call: &Call) -> Option<u64> {
    if let [first, others @ ..] = &*call.original_effect().calls {
        return others.iter().try_fold(signature(first)?, |sum, call| Some(mix(sum ^ signature(call)?.rotate_left(1))));
    }
    let (name, effect, args) = (hash(call.original_name().as_bytes()), call.original_effect(), call.original_args());
    match (&effect.command, effect.kind) {
        (Some(command), kind) if !matches!(kind, Kind::Edit | Kind::Write | Kind::Delete) => {
            let folder = identity(effect.folder.as_deref().unwrap_or_default());
            Some(mix(hash(command.as_bytes()) ^ hash(folder.as_bytes()).rotate_left(1)))
        }
        (None, Kind::Search | Kind::Fetch | Kind::Run | Kind::Other) if args.len() > 2 => {
            Some(mix(name ^ hash(args.as_bytes())))
        }
        _ => None,
    }
}

/// Returns the signatures of what a call attempts, one per call of a program, and `true` if its success is no evidence.
fn attempts(call: &Call) -> impl Iterator<Item = (u64, bool)> {
    let calls = &*call.original_effect().calls;
    let calls = if calls.is_empty() { core::slice::from_ref(call) } else { calls };
    calls.iter().filter_map(|call| Some((signature(call)?, call.effect.masked)))
}
