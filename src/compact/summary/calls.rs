//! Calls of a conversation as a summary reads them.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::compact::call::Call;
use crate::compact::call::args::ArgumentValue;
use crate::compact::work::Work;
use crate::history::{Calls, Category, Field};
use crate::measure::lines_of;
use crate::source::{StrSource, utf16_len};
use crate::tree::Tree;

/// UTF-16 units that are read at each end of a result that is told of.
const ENDS: usize = 4096;

pub(crate) struct SummarisedCalls<'w> {
    calls: &'w [Call],
    results: Vec<String>,
}

impl<'w> SummarisedCalls<'w> {
    pub(crate) fn new<T: Tree>(work: &'w Work<'_, T>, folded: &[bool]) -> Self {
        let result = |(call, folded): (&Call, &bool)| {
            // What went well is told by its arguments.
            if !*folded || !(call.failed || call.effect.category() == Category::Search) {
                return String::new();
            }
            let (head, tail) = work.ends(call, ENDS);
            if tail.is_empty() { head } else { head + "\n" + &tail }
        };
        Self { calls: &work.calls, results: work.calls.iter().zip(folded).map(result).collect() }
    }
}

impl Calls for SummarisedCalls<'_> {
    type Text<'a>
        = StrSource<'a>
    where
        Self: 'a;

    fn len(&self) -> usize {
        self.calls.len()
    }

    fn id(&self, at: usize) -> Cow<'_, str> {
        self.calls.get(at).map_or(Cow::Borrowed(""), |call| Cow::Borrowed(&call.id))
    }

    fn name(&self, at: usize) -> Cow<'_, str> {
        self.calls.get(at).map_or(Cow::Borrowed(""), |call| Cow::Borrowed(&call.name))
    }

    fn is_error(&self, at: usize) -> bool {
        self.calls.get(at).is_some_and(|call| call.failed)
    }

    fn token_count(&self, _: usize) -> Option<f64> {
        None
    }

    fn category(&self, at: usize) -> Option<Category> {
        self.calls.get(at).map(|call| call.category)
    }

    fn result(&self, at: usize) -> StrSource<'_> {
        StrSource(self.results.get(at).map_or("", String::as_str))
    }

    fn text(&self, at: usize, field: Field, most: usize) -> Option<String> {
        let args = &self.calls.get(at)?.args;
        let mut text = String::new();
        // The first name that is there counts, and all below it.
        let name = field.names().iter().find(|name| args.of(name).next().is_some())?;
        for found in args.of(name) {
            let ArgumentValue::Text(held) = &found.value else { continue };
            let own = found.names.len() == 1 || field.names().contains(&args.name(*found.names.last()?));
            if !own || utf16_len(&text) > most {
                continue;
            }
            if !text.is_empty() {
                text.push_str(field.separator());
            }
            text.push_str(held);
        }
        let says = |c: char| !c.is_whitespace() && !c.is_control() && c != '\u{feff}';
        text.contains(says).then(|| String::from(crate::failure::units(&text, most)))
    }

    fn number(&self, at: usize, field: Field) -> Option<f64> {
        self.calls.get(at)?.args.number(field.names(), field == Field::LastLine)
    }

    fn lines(&self, at: usize, field: Field) -> Option<usize> {
        self.calls.get(at)?.args.text(field.names()).map(lines_of)
    }

    fn json(&self, at: usize) -> String {
        self.calls.get(at).map_or_else(String::new, |call| call.args_text.clone())
    }

    fn json_units(&self, at: usize) -> usize {
        self.calls.get(at).map_or(0, |call| utf16_len(&call.args_text))
    }

    fn json_sample(&self, at: usize, most: usize) -> String {
        self.calls.get(at).map_or_else(String::new, |call| String::from(crate::failure::units(&call.args_text, most)))
    }

    fn repeated(&self, _: usize) -> Vec<usize> {
        Vec::new()
    }
}
