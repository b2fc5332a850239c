//! Read-only access to a list of calls owned by the host.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::category::Category;
use crate::source::Source;

/// A list of calls that the core reads where it is: by position, never a long result as a whole.
///
/// Implemented for slices of [`super::ToolCall`] with the feature `serde_json`; the JavaScript binding implements it
/// for an array of objects.
pub trait Calls {
    /// A result, read by windows.
    type Text<'a>: Source
    where
        Self: 'a;

    /// The number of calls.
    fn len(&self) -> usize;

    /// True when there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The id of a call.
    fn id(&self, at: usize) -> Cow<'_, str>;

    /// The name of the tool.
    fn name(&self, at: usize) -> Cow<'_, str>;

    /// Returns `true` if the caller marks the call as failed.
    fn is_error(&self, at: usize) -> bool;

    /// The tokens of the call, when the caller has counted them.
    fn token_count(&self, at: usize) -> Option<f64>;

    /// The category, when the caller knows it.
    fn category(&self, at: usize) -> Option<Category>;

    /// The result.
    fn result(&self, at: usize) -> Self::Text<'_>;

    /// UTF-16 units of the result.
    fn result_units(&self, at: usize) -> usize {
        let result = self.result(at);
        result.utf16(0, result.len())
    }

    /// The arguments as compact JSON.
    fn json(&self, at: usize) -> String;

    /// [`Calls::json`] of all calls, in order; of those with more than `large` units [`Calls::json_sample`] with 4,096
    /// units of each string.
    fn jsons(&self, large: usize) -> Vec<String> {
        let json = |at| if self.json_units(at) > large { self.json_sample(at, 4096) } else { self.json(at) };
        (0..self.len()).map(json).collect()
    }

    /// UTF-16 units of the arguments as compact JSON, escapes not counted; no string is read for it.
    fn json_units(&self, at: usize) -> usize;

    /// [`Calls::json_units`] of the calls at some positions together.
    fn json_units_of(&self, positions: &[usize]) -> f64 {
        positions.iter().map(|&at| self.json_units(at) as f64).sum()
    }

    /// As [`Calls::json`], with strings longer than `most` UTF-16 units cut to their ends (`most` units together), and
    /// lists longer than 64 cut to 32 items at each end.
    fn json_sample(&self, at: usize, most: usize) -> String;

    /// The positions before `from` whose id occurs again at `from` or later, in order.
    fn repeated(&self, from: usize) -> Vec<usize>;
}
