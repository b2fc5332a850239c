//! The answer of an async tool.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;
use core::pin::Pin;
use core::task::{Context, Poll};

use super::text::ToolText;
use super::wrap::bounded;
use crate::text::Trimmer;

/// The answer of a tool that [`crate::tools::toolify_async`] wraps. It can be sent to another thread when the tool's
/// own future can.
pub struct ToolFuture<F> {
    state: State<F>,
}

enum State<F> {
    /// The contracts have answered, or it is over.
    Done(Option<String>),
    Running(Pin<Box<F>>, Arc<Trimmer>),
}

impl<F> ToolFuture<F> {
    pub(super) fn done(answer: String) -> Self {
        Self { state: State::Done(Some(answer)) }
    }

    pub(super) fn running(tool: F, trimmer: Arc<Trimmer>) -> Self {
        Self { state: State::Running(Box::pin(tool), trimmer) }
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
            // Polling again after the answer never completes.
            State::Done(answer) => return answer.take().map_or(Poll::Pending, Poll::Ready),
            State::Running(tool, trimmer) => match tool.as_mut().poll(context) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(result) => bounded(trimmer, result.into_tool_text()),
            },
        };
        *state = State::Done(None);
        Poll::Ready(answer)
    }
}
