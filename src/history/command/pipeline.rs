//! What becomes of what a command prints, when it goes through a pipe.

use super::Deed;
use super::act::{Act, Flow, Kind};
use super::lines::Cut;
use super::programs::{Program, lookup, name};
use super::stage::Stage;

/// Whether a command only shortens what is shown: at the end of a pipeline it makes no difference.
pub(super) fn is_limit(stage: &Stage<'_>, act: &Act) -> bool {
    let program = stage.command().first().map_or(Program::Unknown, |word| lookup(name(word)).0);
    let limit = matches!(program, Program::Cat | Program::Head | Program::Tail | Program::Select);
    limit && matches!(act.flow, Flow::Cut(_)) && stage.redirects.is_empty()
}

/// What two commands do, of which the second gets what the first prints.
pub(super) fn through(first: &mut Act, second: &mut Act) {
    match (second.flow, first.deed) {
        (Flow::Cut(cut), Some(Deed::Read)) => first.shorten(cut),
        (Flow::Names, Some(Deed::Read)) => {
            first.forget();
            first.flow = Flow::Names;
        }
        (Flow::Search { inverted: true, .. }, Some(Deed::Read)) => first.shorten(Cut::PART),
        (Flow::Search { .. }, Some(Deed::Read))
        | (Flow::Search { inverted: false, .. }, Some(Deed::List))
        | (Flow::Search { files: true, .. } | Flow::SearchFiles, Some(Deed::List | Deed::Search)) => {
            for claim in &mut first.claims {
                if claim.kind == Kind::Read {
                    claim.kind = Kind::Place;
                }
            }
            first.query = second.query.take();
            first.deed = second.deed;
        }
        (Flow::Cut(_) | Flow::Names | Flow::Search { .. }, _) => {}
        (Flow::Copy, _) => {
            first.keep(None, true);
            for claim in &second.claims {
                first.keep(Some(&claim.path), true);
            }
        }
        (Flow::Other | Flow::SearchFiles, _) => {
            first.forget();
            first.and(second);
            first.flow = Flow::Other;
        }
    }
}
