//! The units around one, and how much of it they share.

use alloc::sync::Arc;

use super::lines::is_alike;
use super::units::{Role, Shape, Unit};

/// Weight of a term in the next units, and in those before. Beyond the first few only those of the same record count.
pub(super) const NEXT: [f64; 8] = [0.6, 0.5, 0.3, 0.25, 0.25, 0.25, 0.25, 0.25];
pub(super) const PREVIOUS: [f64; 6] = [0.5, 0.3, 0.2, 0.2, 0.2, 0.2];
const FEW: [usize; 2] = [4, 3];
/// Share of its score that a unit passes on to those after and before it.
pub(super) const ALONG: [f64; 10] = [0.8, 0.68, 0.56, 0.45, 0.4, 0.36, 0.33, 0.3, 0.28, 0.26];
pub(super) const BACK: [f64; 3] = [0.62, 0.4, 0.3];
/// Factors behind a blank line, and between entries.
const APART: f64 = 0.7;
const ENTRIES: f64 = 0.4;

/// The units after one or before it, each with its share: less behind a blank line, and between entries of a log.
pub(super) fn beside<'a>(
    unit: &'a Unit,
    others: &'a [Arc<Unit>],
    shares: &'a [f64],
) -> impl Iterator<Item = (&'a Arc<Unit>, f64)> {
    let is_heading = matches!(unit.role, Role::Heading(_));
    let is_after = others.first().is_some_and(|other| other.at.bytes > unit.at.bytes);
    let few = if is_heading { usize::MAX } else { FEW[usize::from(!is_after)] };
    // An entry was passed: what belongs to it stands below its first line.
    let mut is_past = false;
    let (mut apart, mut count, mut is_record) = (1.0, 0, unit.shape == Shape::Field);
    let others = others.iter().filter_map(move |other| {
        if other.role == Role::Blank {
            apart *= if is_heading { 1.0 } else { APART };
            is_record = false;
            return None;
        }
        (count, is_record) = (count + 1, is_record && other.shape == Shape::Field);
        if count > few && !is_record {
            return None;
        }
        // A line that heads a timetable speaks for its rows.
        let begins = other.shape == Shape::Entry && !is_heading && (unit.follows || !is_after);
        is_past |= begins && is_after;
        let is_other = is_past || unit.shape == Shape::Entry && other.indent <= unit.indent || is_alike(unit, other);
        is_past |= begins;
        Some((other, if is_other { apart * ENTRIES } else { apart }))
    });
    others.zip(shares).map(|((other, apart), share)| (other, apart * share))
}
