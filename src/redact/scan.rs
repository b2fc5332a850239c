//! One pass over a text, from secret to secret.

use alloc::string::String;

use super::forms::{Set, beginning, is_drawn, may_begin};
use super::{assignment, header, pem};

/// Bytes of a token to test.
const LOOKED_AT: usize = 128;

/// A secret and what it is.
pub(super) struct Hit {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) kind: &'static str,
}

/// A text, how far it is done, and what is known of it.
pub(super) struct Scan<'t> {
    pub(super) bytes: &'t [u8],
    /// End of the last secret: text before it is redacted.
    pub(super) floor: usize,
    /// The end of a line of cookies.
    pub(super) cookies: usize,
    /// The last measured runs of letters, digits, `_` and `-`, so that many starts in one run cost as much as one. A
    /// token tests up to 5.
    runs: [(usize, usize); 8],
    oldest: usize,
    at: usize,
}

/// The text with its secrets replaced; none when there are none.
pub(super) fn scanned(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut scan = Scan { bytes, floor: 0, cookies: 0, runs: [(0, 0); 8], oldest: 0, at: 0 };
    let mut safe = String::new();
    while let Some(hit) = scan.next() {
        let to = (hit.to..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
        safe.push_str(text.get(scan.floor..hit.from).unwrap_or_default());
        safe.push_str("[redacted: ");
        safe.push_str(hit.kind);
        safe.push(']');
        let breaks = text.get(hit.from..to).unwrap_or_default().bytes().filter(|byte| *byte == b'\n');
        breaks.for_each(|_| safe.push('\n'));
        (scan.floor, scan.at) = (to, to);
    }
    if scan.floor == 0 {
        return None;
    }
    safe.push_str(text.get(scan.floor..).unwrap_or_default());
    Some(safe)
}

impl<'t> Scan<'t> {
    pub(super) fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(b'\n')
    }

    /// The byte before: of a secret that was replaced its bracket.
    pub(super) fn before(&self, at: usize) -> u8 {
        match at.checked_sub(1) {
            Some(_) if at == self.floor => b']',
            Some(before) => self.byte(before),
            None => b'\n',
        }
    }

    pub(super) fn rest(&self, at: usize) -> &'t [u8] {
        self.bytes.get(at..).unwrap_or_default()
    }

    pub(super) fn slice(&self, from: usize, to: usize) -> &'t [u8] {
        self.bytes.get(from..to.min(self.bytes.len())).unwrap_or_default()
    }

    /// Returns the end of a run of bytes of one kind, or the limit. Not generic: a copy for each kind takes 10 KB of
    /// WebAssembly.
    #[inline(never)]
    pub(super) fn end_of(&self, from: usize, most: usize, is: &dyn Fn(u8) -> bool) -> usize {
        let rest = self.slice(from, from + most);
        from + rest.iter().position(|byte| !is(*byte)).unwrap_or(rest.len())
    }

    fn next(&mut self) -> Option<Hit> {
        while self.at < self.bytes.len() {
            let at = self.at;
            let byte = self.byte(at);
            if byte.is_ascii_alphanumeric() {
                self.at = at + self.rest(at).iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
                if let Some(hit) = self.word(at, self.at) {
                    return Some(hit);
                }
                continue;
            }
            self.at += 1;
            let hit = match byte {
                b':' => header::url(self, at).or_else(|| self.telegram(at)).or_else(|| assignment::hit(self, at)),
                b'=' => assignment::hit(self, at),
                b'-' => pem::block(self, at).or_else(|| assignment::flag(self, at)),
                b'~' => self.azure(at),
                _ => None,
            };
            if hit.is_some() {
                return hit;
            }
        }
        None
    }

    /// A word that may begin a token.
    fn word(&mut self, at: usize, end: usize) -> Option<Hit> {
        if end - at == 6
            && self.slice(at, end).eq_ignore_ascii_case(b"bearer")
            && let Some(hit) = header::bearer(self, end)
        {
            return Some(hit);
        }
        // The letter of an escape is no part of what follows.
        let skipped = match self.before(at) {
            b'\\' if b"nrtbf".contains(&self.byte(at)) => 1,
            b'\\' if self.byte(at) == b'u' => 5,
            b'%' => 2,
            b'[' | b';' => match self.end_of(at, 3, &|byte| byte.is_ascii_digit()) {
                digits if self.byte(digits) == b'm' => digits + 1 - at,
                _ => 0,
            },
            _ => 0,
        };
        let later = Some(at + skipped).filter(|later| skipped > 0 && *later < end);
        [Some(at), later].into_iter().flatten().find_map(|from| {
            let (to, kind) = self.token(from)?;
            Some(Hit { from, to, kind })
        })
    }

    /// The end of a token that begins here, and what it is.
    pub(super) fn token(&mut self, at: usize) -> Option<(usize, &'static str)> {
        if !may_begin(self.byte(at)) && self.byte(at) != b'e' {
            return None;
        }
        if self.rest(at).starts_with(b"ey") {
            return self.web_token(at).map(|to| (to, "json web token"));
        }
        for form in beginning(self.rest(at)) {
            let (from, least, most) = (at + form.0.len(), usize::from(form.3), usize::from(form.4));
            // Whatever follows a token in one run with it is taken for a part of it: else what follows would decide.
            let (end, goes_on) = match form.2 {
                Set::Word => (self.run_end(from), false),
                Set::Dotted => (self.end_of(from, most, &|byte| Set::Dotted.has(byte)), false),
                set => {
                    let end = self.end_of(from, most, &|byte| set.has(byte));
                    (end, self.byte(end).is_ascii_alphanumeric() || (self.byte(end) == b'_' && least == most))
                }
            };
            if end - from >= least && !goes_on && is_drawn(form, self.slice(from, end.min(from + LOOKED_AT))) {
                return Some((end, form.1));
            }
        }
        None
    }

    /// Two runs behind each other with a dot between, both of them JSON in base64, and those that follow.
    fn web_token(&mut self, at: usize) -> Option<usize> {
        let mut end = self.run_end(at);
        let mut parts = 1;
        let claims = self.rest(end + 1).starts_with(b"ey");
        if end - at < 12 || self.byte(end) != b'.' {
            return None;
        }
        while parts < 5 && self.byte(end) == b'.' {
            let next = self.run_end(end + 1);
            if (next == end + 1 || next - end < 12) && claims && parts == 1 {
                return None;
            }
            (end, parts) = (next, parts + 1);
        }
        (claims || parts == 5).then_some(end)
    }

    /// Returns the end of the run of letters, digits, `_` and `-` around this position.
    fn run_end(&mut self, at: usize) -> usize {
        if let Some((_, end)) = self.runs.iter().find(|(from, end)| (*from..*end).contains(&at)) {
            return *end;
        }
        let end = at + self.rest(at).iter().take_while(|byte| Set::Word.has(**byte)).count();
        if end > at {
            self.runs[self.oldest] = (at, end);
            self.oldest = (self.oldest + 1) % self.runs.len();
        }
        end
    }

    /// The colon of a bot's token: its number, and 35 chars.
    fn telegram(&mut self, at: usize) -> Option<Hit> {
        if !self.rest(at + 1).starts_with(b"AA") {
            return None;
        }
        let to = self.run_end(at + 1);
        let digits = (1..=11).find(|back| at < self.floor + back || !self.byte(at - back).is_ascii_digit())? - 1;
        let from = at - digits;
        ((8..=10).contains(&digits) && to - at == 36 && !self.before(from).is_ascii_alphanumeric()).then_some(Hit {
            from,
            to,
            kind: "telegram token",
        })
    }

    /// The tilde of a client secret: three chars, a digit and `Q` before it, 31 to 34 behind.
    fn azure(&self, at: usize) -> Option<Hit> {
        let from = at.checked_sub(5).filter(|from| *from >= self.floor)?;
        let own = |byte: u8| byte.is_ascii_alphanumeric() || b"_~.-".contains(&byte);
        let to = self.end_of(at + 1, 40, &own);
        let begins = self.slice(from, from + 3).iter().all(|byte| own(*byte)) && self.byte(from + 3).is_ascii_digit();
        let fits = self.byte(from + 4) == b'Q' && (31..=34).contains(&(to - at - 1));
        (begins && fits && !own(self.before(from))).then_some(Hit { from, to, kind: "azure secret" })
    }
}
