//! Read-only access to a list of calls owned by the host.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::category::Category;
use crate::source::Source;

/// A list of calls that the core reads in place, by position, without loading long results whole.
///
/// Implemented for slices of [`super::ToolCall`] with the feature `serde_json`; the JavaScript binding implements it
/// for an array of objects.
pub trait Calls {
    /// A result, read in windows.
    type Text<'a>: Source
    where
        Self: 'a;

    /// Returns the number of calls.
    fn len(&self) -> usize;

    /// Returns `true` if there are no calls.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the id of a call.
    fn id(&self, at: usize) -> Cow<'_, str>;

    /// Returns the name of the tool.
    fn name(&self, at: usize) -> Cow<'_, str>;

    /// Returns `true` if the caller reports that the call failed.
    fn is_error(&self, at: usize) -> bool;

    /// Returns the token count of the call, if the caller has counted it.
    fn token_count(&self, at: usize) -> Option<f64>;

    /// Returns the category, if the caller knows it.
    fn category(&self, at: usize) -> Option<Category>;

    /// Returns the result.
    fn result(&self, at: usize) -> Self::Text<'_>;

    /// Returns the length of the result in UTF-16 units.
    fn result_units(&self, at: usize) -> usize {
        let result = self.result(at);
        result.utf16(0, result.len())
    }

    /// Returns the arguments as compact JSON.
    fn json(&self, at: usize) -> String;

    /// Returns [`Calls::json`] of every call, in order; for calls with more than `large` units, [`Calls::json_sample`]
    /// with 4,096 units of each string.
    fn jsons(&self, large: usize) -> Vec<String> {
        let json = |at| if self.json_units(at) > large { self.json_sample(at, 4096) } else { self.json(at) };
        (0..self.len()).map(json).collect()
    }

    /// Returns the UTF-16 units of the arguments as compact JSON, escapes not counted, without building that JSON.
    fn json_units(&self, at: usize) -> usize;

    /// Returns the sum of [`Calls::json_units`] over the given positions.
    fn json_units_of(&self, positions: &[usize]) -> f64 {
        positions.iter().map(|&at| self.json_units(at) as f64).sum()
    }

    /// Returns [`Calls::json`] with each string longer than `most` UTF-16 units reduced to its ends, `most` units
    /// together, and each list longer than 64 items to 32 at each end.
    fn json_sample(&self, at: usize, most: usize) -> String;

    /// Returns the positions before `from` whose id occurs again at `from` or later, in order.
    fn repeated(&self, from: usize) -> Vec<usize>;
}
