//! Contracts of a tool: preconditions and postconditions.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;

use core::time::Duration;

use super::places::shorten_places;
use super::words::{AND, OR, is_blank, tool_failure};

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

    /// Holds if all of these do. The messages of those that fail are joined.
    ///
    /// ```
    /// use tooltrim::tools::Verdict;
    ///
    /// let both = |n: i32| Verdict::all([(n > 0, "must be positive").into(), (n < 9, "must be below 9").into()]);
    /// assert!(both(5).holds());
    /// assert_eq!(both(12).message(), Some("must be below 9"));
    /// let either = |n: i32| Verdict::any([(n > 0, "must be positive").into(), (n < -9, "must be below -9").into()]);
    /// assert_eq!(either(-1).message(), Some("must be positive; or must be below -9"));
    /// assert_eq!(Verdict::from(true).negate("is a leap year").message(), Some("is a leap year"));
    /// ```
    #[must_use]
    pub fn all(verdicts: impl IntoIterator<Item = Self>) -> Self {
        let failed: Vec<String> = verdicts.into_iter().filter_map(|verdict| verdict.failure).collect();
        if failed.is_empty() { true.into() } else { (false, joined(failed, AND)).into() }
    }

    /// Holds if one of these does. Otherwise the messages are joined.
    #[must_use]
    pub fn any(verdicts: impl IntoIterator<Item = Self>) -> Self {
        let mut failed = Vec::new();
        for verdict in verdicts {
            match verdict.failure {
                None => return true.into(),
                Some(message) => failed.push(message),
            }
        }
        (false, joined(failed, OR)).into()
    }

    /// Holds if this one does not; otherwise fails with a message.
    #[must_use]
    pub fn negate(self, message: impl Into<String>) -> Self {
        (!self.holds(), message).into()
    }

    /// Returns the message of a verdict that fails.
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}

fn joined(mut messages: Vec<String>, between: &str) -> String {
    messages.retain(|message| !is_blank(message));
    messages.join(between)
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
            Err(error) => (false, tool_failure(&shorten_places(&error.to_string(), ""), &[] as &[&str])).into(),
        }
    }
}

/// Checks the arguments; it cannot change them.
pub(super) type Contract<A> = Box<dyn Fn(&A) -> Verdict + Send + Sync>;

named! {
    /// When a contract is checked: before the tool runs, or before and after it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum ContractKind {
        /// A condition on the arguments.
        Precondition = "precondition",
        /// A promise of the tool, checked before it runs.
        Postcondition = "postcondition",
        /// A condition that holds before and after the tool runs.
        Invariant = "invariant",
    }
}

/// Event of one contract that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// Name of the tool.
    pub tool: Option<String>,
    /// Name of the contract: its kind and its number.
    pub contract: String,
    /// When it was checked.
    pub kind: ContractKind,
    /// Why it failed.
    pub message: String,
    /// True if the tool ran before.
    pub after_call: bool,
    /// How long this contract took, if the options have a clock.
    pub took: Option<Duration>,
    /// How long all contracts took that were checked with it.
    pub all_took: Option<Duration>,
}
