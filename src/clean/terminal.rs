//! Renders a text as a terminal does: escape sequences, carriage returns, backspaces and cursor movements.
//!
//! A screen of the last 32 lines follows the cursor; lines that scroll off are final. The screen has no width: each
//! char is one cell, wide or not, and lines do not wrap. A cursor set past the end of a line fills the gap with spaces,
//! but never with more chars than the sequences had. Clearing the screen erases nothing: a reader would miss the
//! earlier lines, so they stay above.

use alloc::string::String;

use super::ansi::{Parser, Step, plain_len};
use super::screen::Screen;

/// The stage for [`super::CleanOptions::ansi`] and [`super::CleanOptions::carriage_returns`].
#[derive(Clone, Debug)]
pub(super) struct Terminal {
    ansi: bool,
    parser: Parser,
    screen: Option<Screen>,
}

impl Terminal {
    pub(super) fn new(ansi: bool, carriage_returns: bool) -> Self {
        Self { ansi, parser: Parser::default(), screen: carriage_returns.then(Screen::new) }
    }

    pub(super) fn sequences(&self) -> usize {
        self.parser.sequences
    }

    pub(super) fn rewrites(&self) -> usize {
        self.screen.as_ref().map_or(0, |screen| screen.rewrites)
    }

    pub(super) fn push(&mut self, text: &str, out: &mut String) {
        let mut rest = text;
        while !rest.is_empty() {
            rest = rest.get(self.stretch(rest, out)..).unwrap_or_default();
            let mut chars = rest.chars();
            if let Some((length, step)) = self.whole(rest) {
                self.hide(length - 1);
                self.act(step, out);
                chars = rest.get(length..).unwrap_or_default().chars();
            } else if let Some(c) = chars.next() {
                let step = if self.ansi { self.parser.feed(c) } else { Step::Print(c) };
                self.act(step, out);
            }
            rest = chars.as_str();
        }
        if let Some(screen) = &mut self.screen {
            screen.settle(out);
        }
    }

    /// Processes the stretch that needs no parsing of each char, and returns its length.
    fn stretch(&mut self, text: &str, out: &mut String) -> usize {
        let bytes = text.as_bytes();
        if self.parser.is_text() {
            let hidden = bytes.iter().take_while(|byte| matches!(byte, b' '..=b'~')).count();
            self.hide(hidden);
            return hidden;
        }
        if !self.parser.is_ground() {
            return 0;
        }
        let mut at = 0;
        loop {
            let rest = bytes.get(at..).unwrap_or_default();
            let plain = plain_len(rest);
            self.print(text.get(at..at + plain).unwrap_or_default(), out);
            at += plain;
            let hidden = match rest.get(plain..) {
                Some([0x1b, b'[', ..]) if self.ansi => self.parser.colour(rest.get(plain..).unwrap_or_default()),
                Some(rest @ [b'\r', ..]) => self.returns(rest),
                _ => 0,
            };
            if hidden == 0 {
                return at;
            }
            self.hide(hidden);
            at += hidden;
        }
    }

    /// Returns the number of carriage returns right before a line feed, where they move nothing.
    fn returns(&self, bytes: &[u8]) -> usize {
        let returns = bytes.iter().take(4).take_while(|&&byte| byte == b'\r').count();
        let grows = self.screen.as_ref().is_some_and(|screen| screen.growing.is_on());
        if grows && bytes.get(returns) == Some(&b'\n') { returns } else { 0 }
    }

    pub(super) fn finish(&mut self, out: &mut String) {
        if let Some(screen) = &mut self.screen {
            screen.finish(out);
        }
        self.parser.reset();
    }

    fn print(&mut self, text: &str, out: &mut String) {
        match &mut self.screen {
            Some(screen) => screen.print(text, out),
            None => out.push_str(text),
        }
    }

    /// Returns a control sequence that is complete in the text.
    fn whole(&mut self, text: &str) -> Option<(usize, Step)> {
        if self.ansi && self.parser.is_ground() { self.parser.whole(text.as_bytes()) } else { None }
    }

    /// Counts invisible chars.
    fn hide(&mut self, chars: usize) {
        if let Some(screen) = &mut self.screen {
            screen.credit += chars;
        }
    }

    fn act(&mut self, step: Step, out: &mut String) {
        let Some(screen) = &mut self.screen else {
            if let Step::Print(c) = step {
                out.push(c);
            }
            return;
        };
        match step {
            Step::Print(c @ ('\r' | '\x08')) => {
                screen.credit += 1;
                // At the start of an empty line there is nowhere to go.
                if !screen.growing.on_new_line() {
                    screen.stop_growing(out);
                    if c == '\r' { screen.set_column(0) } else { screen.left(1) }
                }
            }
            Step::Print(c) => screen.print(c.encode_utf8(&mut [0; 4]), out),
            Step::Nothing => screen.credit += 1,
            Step::Escape(c) => {
                screen.credit += 1;
                if matches!(c, 'M' | '7' | '8' | 'c') {
                    screen.stop_growing(out);
                }
                match c {
                    'M' => screen.up(1),
                    '7' => screen.save(),
                    '8' => screen.restore(),
                    'c' => screen.clear_all(out),
                    _ => {}
                }
            }
            Step::Sequence { last, first, second, private } => {
                screen.credit += 1;
                if !private {
                    sequence(screen, last, first, second, out);
                } else if matches!((last, first), ('h' | 'l', 47 | 1047 | 1049)) {
                    // The alternate screen.
                    screen.stop_growing(out);
                    screen.clear_all(out);
                }
            }
        }
    }
}

/// Executes a control sequence; those that only set colours do nothing.
fn sequence(screen: &mut Screen, last: char, first: usize, second: usize, out: &mut String) {
    let count = first.max(1);
    if screen.growing.is_on() {
        // There is nothing yet to the right of the cursor and below it.
        let moves = matches!(last, 'A'..='H' | '`' | 'f' | 's' | 'u') || matches!(last, 'J' | 'K') && first > 1;
        let nowhere = matches!((last, count), ('D' | 'K', _) | ('G', 1));
        if !moves || nowhere && screen.growing.on_new_line() {
            return;
        }
        screen.stop_growing(out);
    }
    match last {
        'A' => screen.up(count),
        'B' => screen.down(count),
        'C' => screen.set_column(screen.current_column() + count),
        'D' => screen.left(count),
        'E' => {
            screen.down(count);
            screen.set_column(0);
        }
        'F' => {
            screen.up(count);
            screen.set_column(0);
        }
        'G' | '`' => screen.set_column(count - 1),
        'H' | 'f' => screen.home(count - 1, second.max(1) - 1, out),
        'J' if first == 0 => {
            screen.erase_rest();
            screen.erase_below();
        }
        'J' if first > 1 => screen.clear_all(out),
        'K' if first == 0 => screen.erase_rest(),
        // The start of a line is never erased: it is overwritten next, and repeated erasing would cost too much.
        'K' if first > 1 => screen.erase_from(0),
        'X' | 'P' => screen.erase_chars(count),
        's' => screen.save(),
        'u' => screen.restore(),
        _ => {}
    }
}
