//! The contracts of one tool: checked together, reported one by one.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::time::Duration;

use super::contract::{Contract, ContractKind, Violation};
use super::words::{ContractFailures, FAILED, is_blank, name_of, unnamed};
use super::wrap::bounded;
use crate::text::Trimmer;

/// Time since any fixed moment.
pub(super) type Clock = Box<dyn Fn() -> Duration + Send + Sync>;
pub(super) type OnViolation = Box<dyn Fn(&Violation) + Send + Sync>;
/// Checks invariants after the call, which had this text; returns the answer if one fails.
pub(super) type After = Box<dyn Fn(&str) -> Option<String> + Send + Sync>;
/// Copies the arguments, which the tool takes, for the check after it.
pub(super) type Hold<A> = fn(&A, &Arc<Contracts<A>>, &Arc<Trimmer>) -> After;

pub(super) struct Contracts<A> {
    pub(super) tool: Option<String>,
    pub(super) preconditions: Vec<Contract<A>>,
    pub(super) postconditions: Vec<Contract<A>>,
    pub(super) invariants: Vec<Contract<A>>,
    pub(super) clock: Option<Clock>,
    pub(super) on_violation: Option<OnViolation>,
}

impl<A: Clone + Send + Sync + 'static> Contracts<A> {
    pub(super) fn hold(arguments: &A, contracts: &Arc<Self>, trimmer: &Arc<Trimmer>) -> After {
        let (arguments, contracts, trimmer) = (arguments.clone(), Arc::clone(contracts), Arc::clone(trimmer));
        Box::new(move |text| {
            let broken = contracts.check([(&contracts.invariants, ContractKind::Invariant)], &arguments, true)?;
            // What the tool says of its own failure is not lost.
            let failure = if text.starts_with(FAILED) { ["\n", text].concat() } else { String::new() };
            Some(bounded(&trimmer, broken + &failure))
        })
    }
}

impl<A> Contracts<A> {
    /// Returns why the tool must not run.
    pub(super) fn broken(&self, arguments: &A) -> Option<String> {
        let lists = [
            (&self.preconditions, ContractKind::Precondition),
            (&self.postconditions, ContractKind::Postcondition),
            (&self.invariants, ContractKind::Invariant),
        ];
        self.check(lists, arguments, false)
    }

    /// Checks contracts, reports those that failed, and returns the answer that lists them.
    fn check<const N: usize>(
        &self,
        lists: [(&Vec<Contract<A>>, ContractKind); N],
        arguments: &A,
        ran: bool,
    ) -> Option<String> {
        let start = self.now();
        let mut failed: Vec<Violation> = Vec::new();
        for (contracts, kind) in lists {
            for (place, contract) in contracts.iter().enumerate() {
                failed.extend(self.violation(contract, kind, place, arguments, ran));
            }
        }
        if failed.is_empty() {
            return None;
        }
        let all_took = self.since(start);
        for violation in &mut failed {
            violation.all_took = all_took;
            if let Some(listener) = &self.on_violation {
                listener(violation);
            }
        }
        let of = |kind: ContractKind| -> Vec<&str> {
            let of_kind = failed.iter().filter(|violation| violation.kind == kind);
            of_kind.map(|violation| violation.message.as_str()).collect()
        };
        let [preconditions, postconditions, invariants] =
            [ContractKind::Precondition, ContractKind::Postcondition, ContractKind::Invariant].map(of);
        let (preconditions, postconditions, invariants) = (&*preconditions, &*postconditions, &*invariants);
        let failures = ContractFailures { preconditions, postconditions, invariants, ran };
        Some(failures.text())
    }

    fn violation(
        &self,
        contract: &Contract<A>,
        kind: ContractKind,
        place: usize,
        arguments: &A,
        after_call: bool,
    ) -> Option<Violation> {
        let start = self.now();
        let verdict = contract(arguments);
        let took = self.since(start);
        let message = verdict.message()?;
        let name = name_of(kind, place);
        let message = if is_blank(message) { unnamed(&name) } else { message.into() };
        Some(Violation { tool: self.tool.clone(), contract: name, kind, message, after_call, took, all_took: None })
    }

    fn now(&self) -> Option<Duration> {
        self.clock.as_ref().map(|clock| clock())
    }

    fn since(&self, start: Option<Duration>) -> Option<Duration> {
        self.now().zip(start).map(|(now, start)| now.saturating_sub(start))
    }
}
