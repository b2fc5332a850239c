//! What becomes of what a command prints, when it goes through a pipe.

use alloc::vec::Vec;
use core::mem::take;

use super::Deed;
use super::act::{Act, Flow, note};
use super::arguments::among;
use super::lines::Cut;
use super::stage::Stage;
use super::wrapper;

/// Whether a command only shortens what is shown: at the end of a pipeline it makes no difference.
pub(super) fn is_limit(stage: &Stage<'_>, act: &Act) -> bool {
    let name = stage.command().first().map(wrapper::name).unwrap_or_default();
    let limit = among(&name, "head tail cat less more select-object select out-string out-host");
    limit && matches!(act.flow, Flow::Cut(_)) && stage.redirects.is_empty()
}

/// What two commands do, of which the second gets what the first prints.
pub(super) fn through(mut first: Act, mut second: Act) -> Act {
    match (&second.flow, first.deed) {
        (Flow::Cut(cut), Some(Deed::Read)) => shorten(&mut first, cut),
        (Flow::Names, Some(Deed::Read)) => {
            first.forget();
            first.flow = Flow::Names;
        }
        (Flow::Search { inverted: true, .. }, Some(Deed::Read)) => shorten(&mut first, &Cut::Part),
        (Flow::Search { .. }, Some(Deed::Read)) => {
            for view in take(&mut first.said.reads) {
                note(&mut first.said.places, &view.path);
            }
            first.said.query = second.said.query;
            first.deed = second.deed;
        }
        (Flow::Search { inverted: false, .. }, Some(Deed::List))
        | (Flow::Search { files: true, .. } | Flow::SearchFiles, Some(Deed::List | Deed::Search)) => {
            first.said.query = second.said.query;
            first.deed = second.deed;
        }
        (Flow::Cut(_) | Flow::Names | Flow::Search { .. }, _) => {}
        (Flow::Copy, _) => first.keep(&second.said.writes, true),
        (Flow::Other | Flow::SearchFiles, _) => {
            first.forget();
            first.and(&mut second);
            first.flow = Flow::Other;
        }
    }
    first
}

/// Leaves some of what is read.
fn shorten(act: &mut Act, cut: &Cut) {
    let views = take(&mut act.said.reads);
    let reads = &mut act.said.reads;
    match (&*views, cut) {
        (_, Cut::Whole) => act.said.reads = views,
        ([only], _) => cut.apply(only, reads),
        (_, Cut::Part) => views.iter().for_each(|view| Cut::Part.apply(view, reads)),
        // One text after another: of the first there is something, unless it is empty.
        (views, Cut::Lines(_)) => views.iter().take(1).for_each(|view| Cut::Part.apply(view, reads)),
    }
    let mut known: Vec<_> = Vec::new();
    act.said.reads.retain(|view| {
        let new = !known.contains(view);
        known.push(view.clone());
        new
    });
    act.settle();
}
