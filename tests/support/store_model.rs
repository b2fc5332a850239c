//! A store that does no more than its documentation says.

use std::collections::VecDeque;

/// What every store holds at least.
pub const LEAST: usize = 1000;

/// Texts in order of use, the least recent first.
#[derive(Debug, Default)]
pub struct Model {
    held: VecDeque<String>,
}

impl Model {
    /// Keeps a text.
    pub fn put(&mut self, text: &str) {
        self.used(text);
        while self.held.iter().map(String::len).sum::<usize>() > LEAST {
            self.held.pop_front();
        }
    }

    fn used(&mut self, text: &str) {
        self.held.retain(|each| each != text);
        self.held.push_back(text.to_owned());
    }

    /// A text if it is held, which is then the last to leave.
    pub fn get(&mut self, text: &str) -> Option<String> {
        self.held.iter().any(|held| held == text).then(|| {
            self.used(text);
            text.to_owned()
        })
    }
}
