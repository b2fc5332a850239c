//! The staleness of each call: superseded by a later one, repeated, resolved since, or still current.

use alloc::vec;
use alloc::vec::Vec;

use crate::call::Call;
use crate::call::effect::Kind;
use crate::hash::{Table, hash, mix};

/// Ways in which later calls superseded a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "independent answers to independent questions")]
pub(crate) struct Staleness {
    /// A later call changed the file.
    pub(crate) changed: bool,
    /// A later call repeated the read, the query or the command.
    pub(crate) again: bool,
    /// A later attempt at the same succeeded.
    pub(crate) resolved: bool,
    /// This is the newest view of its file.
    pub(crate) newest: bool,
}

impl Staleness {
    /// Returns `true` if a later call changed the file, repeated the call, or succeeded where it failed.
    pub(crate) const fn is_stale(self) -> bool {
        self.changed || self.again || self.resolved
    }
}

/// The calls that last viewed and last changed a file, and the lines of that view.
#[derive(Clone, Copy, Default)]
struct Seen {
    viewed: Option<usize>,
    changed: Option<usize>,
    first: u32,
    last: u32,
    /// UTF-16 units of the newest view.
    units: u64,
}

/// Returns a hash that identifies a path: `./src/a.ts` equals `src/a.ts`.
pub(crate) fn path_hash(path: &str) -> u64 {
    hash(path.trim_start_matches("./").trim_end_matches('/').as_bytes())
}

pub(crate) fn staleness_of(calls: &[&Call]) -> Vec<Staleness> {
    let mut staleness = vec![Staleness::default(); calls.len()];
    let mut files = Table::new();
    let mut seen: Vec<Seen> = Vec::new();
    let mut done = Table::new();
    let mut succeeded = Table::new();
    // Newest first, so that later calls are known.
    for (at, call) in calls.iter().enumerate().rev() {
        let stale = &mut staleness[at];
        let effect = &call.effect;
        for view in effect.views.iter().filter(|_| !call.failed) {
            let file = of(&mut files, &mut seen, call.file(&view.path));
            // A partial view without a first line covers unknown lines.
            if effect.kind == Kind::Read && (view.whole || view.first.is_some()) {
                let (first, last) = (view.first.unwrap_or(1), view.last.unwrap_or(u32::MAX));
                stale.changed |= file.changed.is_some();
                // A stub, less than half as long, does not replace the view that it mentions.
                let stub = file.units * 2 < call.result_units;
                stale.again |= file.viewed.is_some() && !stub && file.first <= first && last <= file.last;
                stale.newest |= file.viewed.is_none() || stub;
                if file.viewed.is_none() || stub || (first <= file.first && file.last <= last) {
                    (file.viewed, file.first, file.last) = (Some(at), first, last);
                    file.units = call.result_units;
                }
            }
        }
        for path in &effect.writes {
            let file = of(&mut files, &mut seen, call.file(path));
            if call.failed {
                stale.resolved |= file.changed.is_some();
            } else if call.answered && !call.doubtful && !call.suspect {
                file.changed.get_or_insert(at);
            }
        }
        let Some(same) = signature(call) else { continue };
        if call.failed {
            stale.resolved |= succeeded.get(same).is_some();
        } else if call.answered && !effect.masked && !call.doubtful && !call.suspect {
            succeeded.insert(same);
        }
        stale.again |= !done.insert(same) && effect.writes.is_empty();
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
    let (name, effect, args) = (hash(call.original_name().as_bytes()), call.original_effect(), call.original_args());
    match (&effect.command, effect.kind) {
        (Some(command), kind) if !matches!(kind, Kind::Edit | Kind::Write | Kind::Delete) => {
            let folder = effect.folder.as_deref().unwrap_or_default();
            Some(mix(hash(command.as_bytes()) ^ hash(folder.as_bytes()).rotate_left(1)))
        }
        (None, Kind::Search | Kind::Fetch | Kind::Run | Kind::Other) if args.len() > 2 => {
            Some(mix(name ^ hash(args.as_bytes())))
        }
        _ => None,
    }
}
