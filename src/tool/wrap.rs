//! Wrappers that turn a tool into one that never returns an error and whose answers are bounded.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::sync::Arc;

use super::contracts::{After, Contracts, Hold};
use super::future::ToolFuture;
use super::options::{Parse, ToolOptions};
use super::places::shorten_places;
use super::text::ToolText;
use super::words::{NO_RESULT, bad_input};
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
/// The arguments are converted and checked, then every precondition, postcondition and invariant is checked; only if
/// all hold does the tool run, the invariants are checked again, and [`ToolText`] converts its result. A panic of the tool stays a panic.
///
/// # Errors
/// [`crate::ErrorKind::InvalidOption`] and [`crate::ErrorKind::MarkerTooLong`], for the output's options.
pub fn toolify<I, A, R: ToolText>(
    tool: impl Fn(A) -> R,
    options: ToolOptions<I, A>,
) -> Result<impl Fn(I) -> String, Error> {
    let checked = Checked::new(options)?;
    Ok(move |given| match checked.arguments(given) {
        Ok((arguments, after)) => {
            let text = bounded(&checked.trimmer, tool(arguments).into_tool_text());
            after.and_then(|broken| broken(&text)).unwrap_or(text)
        }
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
        Ok((arguments, after)) => ToolFuture::running(tool(arguments), Arc::clone(&checked.trimmer), after),
        Err(answer) => ToolFuture::done(answer),
    })
}

struct Checked<I, A> {
    parse: Parse<I, A>,
    contracts: Arc<Contracts<A>>,
    trimmer: Arc<Trimmer>,
    hold: Option<Hold<A>>,
}

impl<I, A> Checked<I, A> {
    fn new(mut options: ToolOptions<I, A>) -> Result<Self, Error> {
        let trimmer = Arc::new(Trimmer::new(options.labelled())?);
        let ToolOptions { parse, contracts, hold, .. } = options;
        Ok(Self { parse, contracts: Arc::new(contracts), trimmer, hold })
    }

    /// Returns the arguments for the tool and the check after it, or the answer if it must not run.
    fn arguments(&self, given: I) -> Result<(A, Option<After>), String> {
        let bad = |message: String| bounded(&self.trimmer, bad_input(&shorten_places(&message, "")));
        let arguments = (self.parse)(given).map_err(bad)?;
        if let Some(answer) = self.contracts.broken(&arguments) {
            return Err(bounded(&self.trimmer, answer));
        }
        let after = self.hold.map(|hold| hold(&arguments, &self.contracts, &self.trimmer));
        Ok((arguments, after))
    }
}

/// Returns the text within the limits. A part of [`NO_RESULT`] would say something else, such as `errors`.
pub(super) fn bounded(trimmer: &Trimmer, text: String) -> String {
    if text == NO_RESULT {
        return trimmer.marker_alone().trim(NO_RESULT).text.into_owned();
    }
    let shorter = match trimmer.trim(&text).text {
        Cow::Owned(shorter) => Some(shorter),
        Cow::Borrowed(_) => None,
    };
    shorter.unwrap_or(text)
}
