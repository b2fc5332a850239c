//! Single-pass scanner that moves from secret to secret.

use alloc::string::String;

use super::forms::{Set, beginning, is_drawn, may_begin};
use super::{assignment, header, login, pem};

/// Maximum bytes of a token that are classified.
const LOOKED_AT: usize = 128;

/// A secret and its kind.
pub(super) struct Hit {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) kind: &'static str,
}

/// A text, the position in it, and cached findings.
pub(super) struct Scan<'t> {
    pub(super) bytes: &'t [u8],
    /// The end of the last secret; text before it is already replaced.
    pub(super) floor: usize,
    /// The end of a line of cookies.
    pub(super) cookies: usize,
    /// The runs of letters, digits, `_` and `-` measured last, so that many starts in one run cost no more than one. A
    /// token needs up to 5.
    runs: [(usize, usize); 8],
    oldest: usize,
    at: usize,
}

/// Returns the text with its secrets replaced, or `None` if there are none.
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

    /// Returns the byte before, or the `]` of the note if a secret was replaced there.
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

    /// Returns the end of the bytes that match `is`, at most `most` of them. Not generic: a copy for each predicate
    /// takes 10 KB of WebAssembly.
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
                b'-' => pem::block(self, at)
                    .or_else(|| pem::end(self, at))
                    .or_else(|| assignment::flag(self, at))
                    .or_else(|| login::user_flag(self, at)),
                b'>' => login::tag(self, at),
                b'~' => self.azure(at),
                _ => None,
            };
            if hit.is_some() {
                return hit;
            }
        }
        None
    }

    /// Returns the secret that a word begins, if any.
    fn word(&mut self, at: usize, end: usize) -> Option<Hit> {
        if end - at == 6
            && self.slice(at, end).eq_ignore_ascii_case(b"bearer")
            && let Some(hit) = header::bearer(self, end)
        {
            return Some(hit);
        }
        if end - at == 8
            && self.slice(at, end) == b"password"
            && let Some(hit) = login::netrc(self, at, end)
        {
            return Some(hit);
        }
        // The letter of an escape does not belong to the next text.
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

    /// Returns the end of a token that begins here, and its kind.
    pub(super) fn token(&mut self, at: usize) -> Option<(usize, &'static str)> {
        if !may_begin(self.byte(at)) && self.byte(at) != b'e' {
            return None;
        }
        if self.rest(at).starts_with(b"ey") {
            return self.web_token(at).map(|to| (to, "json web token"));
        }
        for form in beginning(self.rest(at)) {
            let (from, least, most) = (at + form.0.len(), usize::from(form.3), usize::from(form.4));
            // The rest of a run counts as part of the token, so that the text after a token cannot hide it.
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

    /// Returns the end of a JSON web token: two runs of base64 JSON joined by a dot and the runs after them, or five
    /// runs.
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

    /// Returns the end of the run of letters, digits, `_` and `-` that continues here.
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

    /// Returns the Telegram bot token around this colon: the bot's number, and 35 chars.
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

    /// Returns the Azure client secret around this tilde: three chars, a digit and `Q` before it, 31 to 34 chars after
    /// it.
    fn azure(&self, at: usize) -> Option<Hit> {
        let from = at.checked_sub(5).filter(|from| *from >= self.floor)?;
        let own = |byte: u8| byte.is_ascii_alphanumeric() || b"_~.-".contains(&byte);
        let to = self.end_of(at + 1, 40, &own);
        let begins = self.slice(from, from + 3).iter().all(|byte| own(*byte)) && self.byte(from + 3).is_ascii_digit();
        let fits = self.byte(from + 4) == b'Q' && (31..=34).contains(&(to - at - 1));
        (begins && fits && !own(self.before(from))).then_some(Hit { from, to, kind: "azure secret" })
    }
}
