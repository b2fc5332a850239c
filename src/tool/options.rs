//! Options of `toolify`.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::{self, Display};
use core::time::Duration;

use super::contract::{Verdict, Violation};
use super::contracts::{Contracts, Hold};
use crate::event::TruncationEvent;
use crate::text::{TrimOptions, presets};

type Listen = dyn Fn(&TruncationEvent) + Send + Sync;
pub(super) type Parse<I, A> = Box<dyn Fn(I) -> Result<A, String> + Send + Sync>;

/// Options for a tool that takes an `A`, parsed from an `I`. Several arguments are a tuple or a struct.
///
/// ```
/// use tooltrim::{ToolOptions, toolify};
///
/// let options = ToolOptions::parse(|given: &str| given.trim().parse::<u32>())
///     .name("square")
///     .precondition(|side| (*side < 1000, "The side must be less than 1,000"))
///     .postcondition(|side| *side != 13);
/// let square = toolify(|side: u32| side * side, options)?;
///
/// assert_eq!(square(" 12 "), "144");
/// assert_eq!(square("5000"), "Contract validation failed:\nPreconditions:\n  - The side must be less than 1,000");
/// assert_eq!(square("13"), "Contract validation failed:\nPostconditions:\n  - postcondition 1 does not hold");
/// assert_eq!(square("a lot"), "Tool Failed: bad input: invalid digit found in string");
/// # Ok::<(), tooltrim::Error>(())
/// ```
pub struct ToolOptions<I, A = I> {
    pub(super) parse: Parse<I, A>,
    pub(super) contracts: Contracts<A>,
    /// Set with the first invariant: others need no copy of the arguments.
    pub(super) hold: Option<Hold<A>>,
    output: TrimOptions,
    listener: Option<Arc<Listen>>,
}

impl<I: 'static> Default for ToolOptions<I> {
    fn default() -> Self {
        Self::with(Box::new(Ok))
    }
}

impl<I, A> fmt::Debug for ToolOptions<I, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolOptions")
            .field("name", &self.contracts.tool)
            .field("preconditions", &self.contracts.preconditions.len())
            .field("postconditions", &self.contracts.postconditions.len())
            .field("invariants", &self.contracts.invariants.len())
            .field("output", &self.output)
            .finish_non_exhaustive()
    }
}

impl<I: 'static> ToolOptions<I> {
    /// Creates options without contracts: arguments are passed unchanged, [`presets::toolify`] limits the answers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl<I, A> ToolOptions<I, A> {
    fn with(parse: Parse<I, A>) -> Self {
        Self {
            parse,
            contracts: Contracts {
                tool: None,
                preconditions: Vec::new(),
                postconditions: Vec::new(),
                invariants: Vec::new(),
                clock: None,
                on_violation: None,
            },
            hold: None,
            output: presets::toolify().rescue(true),
            listener: None,
        }
    }

    /// Converts and checks the arguments before anything else; an error is reported as bad input.
    #[must_use]
    pub fn parse<E: Display>(parse: impl Fn(I) -> Result<A, E> + Send + Sync + 'static) -> Self {
        Self::with(Box::new(move |given| parse(given).map_err(|error| error.to_string())))
    }

    /// Sets the tool's name, which labels cuts unless the output has a label.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.contracts.tool = Some(name.into());
        self
    }

    /// Adds a condition on the arguments that must hold before the tool runs; its message explains a failure. Async
    /// checks belong in the tool.
    #[must_use]
    pub fn precondition<V: Into<Verdict>>(mut self, contract: impl Fn(&A) -> V + Send + Sync + 'static) -> Self {
        self.contracts.preconditions.push(Box::new(move |arguments| contract(arguments).into()));
        self
    }

    /// Adds a condition that the tool promises. It, too, is checked before the tool runs, like
    /// [`ToolOptions::precondition`].
    #[must_use]
    pub fn postcondition<V: Into<Verdict>>(mut self, contract: impl Fn(&A) -> V + Send + Sync + 'static) -> Self {
        self.contracts.postconditions.push(Box::new(move |arguments| contract(arguments).into()));
        self
    }

    /// Adds a condition that holds before and after each call, such as one on what the tool works on. If it fails
    /// after the call, the answer says that the tool ran.
    #[must_use]
    pub fn invariant<V: Into<Verdict>>(mut self, contract: impl Fn(&A) -> V + Send + Sync + 'static) -> Self
    where
        A: Clone + Send + Sync + 'static,
    {
        self.contracts.invariants.push(Box::new(move |arguments| contract(arguments).into()));
        self.hold = Some(Contracts::hold);
        self
    }

    /// Sets a listener that is called for each contract that fails.
    #[must_use]
    pub fn on_violation(mut self, listener: impl Fn(&Violation) + Send + Sync + 'static) -> Self {
        self.contracts.on_violation = Some(Box::new(listener));
        self
    }

    /// Sets the clock that times contracts for [`Violation`]: the time since any fixed moment.
    #[must_use]
    pub fn clock(mut self, clock: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        self.contracts.clock = Some(Box::new(clock));
        self
    }

    /// Sets the limits of every answer: results, errors and contract messages alike. Default: [`presets::toolify`].
    #[must_use]
    pub fn output(mut self, output: impl Into<TrimOptions>) -> Self {
        self.output = output.into();
        self
    }

    /// Sets a listener that is called for each cut, after the listener of the output.
    #[must_use]
    pub fn on_truncate(mut self, listener: impl Fn(&TruncationEvent) + Send + Sync + 'static) -> Self {
        self.listener = Some(Arc::new(listener));
        self
    }

    /// Returns the output options with the tool's name and listener.
    pub(super) fn labelled(&mut self) -> TrimOptions {
        let mut output = core::mem::take(&mut self.output);
        output.label = output.label.or_else(|| self.contracts.tool.clone());
        if let Some(ours) = self.listener.take() {
            let theirs = output.listener.0.take();
            output = output.on_truncate(move |event| {
                for listener in theirs.iter().chain([&ours]) {
                    listener(event);
                }
            });
        }
        output
    }
}
