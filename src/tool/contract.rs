//! Contracts of a tool: preconditions and postconditions.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;

use super::words::{is_blank, tool_failure, unnamed};

/// The result of checking a contract.
///
/// ```
/// use tooltrim::tools::Verdict;
///
/// let answers: [Verdict; 4] = [
///     true.into(),
///     (false, "Title cannot be empty").into(),
///     // It could not be told: the contract has failed, with the error as its message.
///     "x".parse::<u8>().map(|number| number > 0).into(),
///     Ok::<(), String>(()).into(),
/// ];
/// assert_eq!(answers.map(|verdict| verdict.holds()), [true, false, false, true]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// `None` if it holds.
    failure: Option<String>,
}

impl Verdict {
    /// Returns `true` if the contract holds.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.failure.is_none()
    }
}

impl From<bool> for Verdict {
    fn from(valid: bool) -> Self {
        (valid, "").into()
    }
}

impl From<()> for Verdict {
    fn from((): ()) -> Self {
        true.into()
    }
}

impl<T: Into<String>> From<(bool, T)> for Verdict {
    fn from((valid, message): (bool, T)) -> Self {
        Self { failure: (!valid).then(|| message.into()) }
    }
}

impl<T: Into<Verdict>, E: Display> From<Result<T, E>> for Verdict {
    fn from(answer: Result<T, E>) -> Self {
        match answer {
            Ok(answer) => answer.into(),
            Err(error) => (false, tool_failure(&error.to_string(), &[] as &[&str])).into(),
        }
    }
}

/// Checks the arguments; it cannot change them.
pub(super) type Contract<A> = Box<dyn Fn(&A) -> Verdict + Send + Sync>;

/// Returns the messages of all failed contracts, in order.
pub(super) fn failures<A>(contracts: &[Contract<A>], is_post: bool, arguments: &A) -> Vec<String> {
    let failed = |(place, contract): (usize, &Contract<A>)| {
        let message = contract(arguments).failure?;
        Some(if is_blank(&message) { unnamed(is_post, place) } else { message })
    };
    contracts.iter().enumerate().filter_map(failed).collect()
}
