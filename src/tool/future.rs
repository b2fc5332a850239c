//! The future of an async tool's answer.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;
use core::pin::Pin;
use core::task::{Context, Poll};

use super::contracts::After;
use super::text::ToolText;
use super::wrap::bounded;
use crate::text::Trimmer;

/// The answer of a tool that [`crate::tools::toolify_async`] wraps. It is `Send` if the tool's own future is.
pub struct ToolFuture<F> {
    state: State<F>,
}

enum State<F> {
    /// The answer of failed contracts or rejected input, or `None` once the answer has been taken.
    Done(Option<String>),
    Running(Pin<Box<F>>, Arc<Trimmer>, Option<After>),
}

impl<F> ToolFuture<F> {
    pub(super) fn done(answer: String) -> Self {
        Self { state: State::Done(Some(answer)) }
    }

    pub(super) fn running(tool: F, trimmer: Arc<Trimmer>, after: Option<After>) -> Self {
        Self { state: State::Running(Box::pin(tool), trimmer, after) }
    }
}

impl<F> fmt::Debug for ToolFuture<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolFuture").finish_non_exhaustive()
    }
}

impl<F: Future<Output: ToolText>> Future for ToolFuture<F> {
    type Output = String;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<String> {
        let state = &mut self.get_mut().state;
        let answer = match state {
            // A poll after the answer stays pending forever.
            State::Done(answer) => return answer.take().map_or(Poll::Pending, Poll::Ready),
            State::Running(tool, trimmer, after) => match tool.as_mut().poll(context) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(result) => {
                    let text = bounded(trimmer, result.into_tool_text());
                    after.as_ref().and_then(|broken| broken(&text)).unwrap_or(text)
                }
            },
        };
        *state = State::Done(None);
        Poll::Ready(answer)
    }
}
