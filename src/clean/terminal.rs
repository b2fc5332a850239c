//! What a terminal would show: escape sequences, carriage returns, backspaces and cursor movements.
//!
//! A screen of the last 32 lines follows the cursor; what scrolls off is done. It has no width: a char is a cell, wide
//! or not, and lines do not wrap. Where a cursor is set past the end of a line, spaces fill the gap, but never more
//! than sequences took. Clearing the screen clears nothing: what was there stays above, a reader would miss it.

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
            let plain = if self.parser.is_ground() { plain_len(rest.as_bytes()) } else { 0 };
            let (piece, after) = rest.split_at_checked(plain).unwrap_or((rest, ""));
            self.print(piece, out);
            let mut chars = after.chars();
            if let Some(c) = chars.next() {
                self.step(c, out);
            }
            rest = chars.as_str();
        }
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

    fn step(&mut self, c: char, out: &mut String) {
        let step = if self.ansi { self.parser.feed(c) } else { Step::Print(c) };
        let Some(screen) = &mut self.screen else {
            if let Step::Print(c) = step {
                out.push(c);
            }
            return;
        };
        match step {
            Step::Print('\r') => {
                screen.credit += 1;
                screen.set_column(0);
            }
            Step::Print('\x08') => {
                screen.credit += 1;
                screen.left(1);
            }
            Step::Print(c) => screen.print(c.encode_utf8(&mut [0; 4]), out),
            Step::Nothing => screen.credit += 1,
            Step::Escape(c) => {
                screen.credit += 1;
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
                if private {
                    // The alternate screen.
                    if matches!((last, first), ('h' | 'l', 47 | 1047 | 1049)) {
                        screen.clear_all(out);
                    }
                } else {
                    sequence(screen, last, first, second, out);
                }
            }
        }
    }
}

/// A control sequence; those that only colour do nothing.
fn sequence(screen: &mut Screen, last: char, first: usize, second: usize, out: &mut String) {
    let count = first.max(1);
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
        // Of a line's start, nothing: it is written over next, and erasing it again and again would cost too much.
        'K' if first > 1 => screen.erase_from(0),
        'X' | 'P' => screen.erase_chars(count),
        's' => screen.save(),
        'u' => screen.restore(),
        _ => {}
    }
}
