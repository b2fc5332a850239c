//! A store that does no more than its documentation says.

use std::collections::VecDeque;

/// What every store holds at least.
pub const LEAST: usize = 1000;

/// Texts in order of use, the least recent first; refs by what was put, for good.
#[derive(Debug, Default)]
pub struct Model {
    pub known: Vec<String>,
    pub held: VecDeque<usize>,
}

impl Model {
    /// Keeps a text and answers its number.
    pub fn put(&mut self, text: &str) -> usize {
        let at = self.known.iter().position(|known| known == text).unwrap_or_else(|| {
            self.known.push(text.to_owned());
            self.known.len() - 1
        });
        self.used(at);
        while self.held.iter().map(|at| self.known[*at].len()).sum::<usize>() > LEAST {
            self.held.pop_front();
        }
        at + 1
    }

    fn used(&mut self, at: usize) {
        self.held.retain(|each| *each != at);
        self.held.push_back(at);
    }

    /// A text that is held, which is then the last to leave.
    pub fn get(&mut self, number: usize) -> Option<String> {
        let at = number - 1;
        self.held.contains(&at).then(|| {
            self.used(at);
            self.known[at].clone()
        })
    }
}
