//! Wrappers that turn a tool into one that never returns an error and whose answers are bounded.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::sync::Arc;

use super::contract::{Contract, failures};
use super::future::ToolFuture;
use super::options::ToolOptions;
use super::text::ToolText;
use super::words::{NO_RESULT, bad_input, contract_failure};
use crate::error::Error;
use crate::text::Trimmer;

/// Wraps a function as a tool: every answer is a text within the limits, whatever the tool returns and whatever fails.
///
/// ```
/// use tooltrim::{ToolOptions, toolify};
///
/// let read = |path: String| match path.as_str() {
///     "log" => Ok("line of a log\n".repeat(1000)),
///     _ => Err(format!("no such file: {path}")),
/// };
/// let read = toolify(read, ToolOptions::new().name("read"))?;
///
/// assert_eq!(read("log".into()).chars().count(), 2000 + 81 + 2000);
/// assert_eq!(read("notes".into()), "Tool Failed: no such file: notes");
/// # Ok::<(), tooltrim::Error>(())
/// ```
///
/// The arguments are converted and checked, then every precondition and postcondition is checked; only if all hold does
/// the tool run, and [`ToolText`] converts its result. A panic of the tool stays a panic.
///
/// # Errors
/// [`crate::ErrorKind::InvalidOption`] and [`crate::ErrorKind::MarkerTooLong`], for the output's options.
pub fn toolify<I, A, R: ToolText>(
    tool: impl Fn(A) -> R,
    options: ToolOptions<I, A>,
) -> Result<impl Fn(I) -> String, Error> {
    let checked = Checked::new(options)?;
    Ok(move |given| match checked.arguments(given) {
        Ok(arguments) => bounded(&checked.trimmer, tool(arguments).into_tool_text()),
        Err(answer) => answer,
    })
}

/// Wraps an async function as [`toolify`] does. Works with any executor.
///
/// ```
/// use std::task::{Context, Poll, Waker};
/// use tooltrim::ToolOptions;
/// use tooltrim::tools::toolify_async;
///
/// async fn fetch(url: String) -> Result<String, String> {
///     Err(format!("cannot reach {url}"))
/// }
/// let fetch = toolify_async(fetch, ToolOptions::new().precondition(|url: &String| (url != "", "No address")))?;
///
/// let mut answer = Box::pin(fetch("example.org".into()));
/// let answer = answer.as_mut().poll(&mut Context::from_waker(Waker::noop()));
/// assert_eq!(answer, Poll::Ready("Tool Failed: cannot reach example.org".into()));
/// # use std::future::Future;
/// # Ok::<(), tooltrim::Error>(())
/// ```
///
/// # Errors
/// Same as [`toolify`].
pub fn toolify_async<I, A, F: Future<Output: ToolText>>(
    tool: impl Fn(A) -> F,
    options: ToolOptions<I, A>,
) -> Result<impl Fn(I) -> ToolFuture<F>, Error> {
    let checked = Checked::new(options)?;
    Ok(move |given| match checked.arguments(given) {
        Ok(arguments) => ToolFuture::running(tool(arguments), Arc::clone(&checked.trimmer)),
        Err(answer) => ToolFuture::done(answer),
    })
}

struct Checked<I, A> {
    options: ToolOptions<I, A>,
    trimmer: Arc<Trimmer>,
}

impl<I, A> Checked<I, A> {
    fn new(mut options: ToolOptions<I, A>) -> Result<Self, Error> {
        let trimmer = Arc::new(Trimmer::new(options.labelled())?);
        Ok(Self { options, trimmer })
    }

    /// Returns the arguments for the tool, or the answer if it must not run.
    fn arguments(&self, given: I) -> Result<A, String> {
        let arguments = (self.options.parse)(given).map_err(|message| bounded(&self.trimmer, bad_input(&message)))?;
        let failed = |contracts: &[Contract<A>], is_post| failures(contracts, is_post, &arguments);
        let before = failed(&self.options.preconditions, false);
        let after = failed(&self.options.postconditions, true);
        if before.is_empty() && after.is_empty() {
            return Ok(arguments);
        }
        Err(bounded(&self.trimmer, contract_failure(&before, &after)))
    }
}

/// Returns the text within the limits; [`NO_RESULT`] is never cut.
pub(super) fn bounded(trimmer: &Trimmer, text: String) -> String {
    if text == NO_RESULT {
        return text;
    }
    let shorter = match trimmer.trim(&text).text {
        Cow::Owned(shorter) => Some(shorter),
        Cow::Borrowed(_) => None,
    };
    shorter.unwrap_or(text)
}
