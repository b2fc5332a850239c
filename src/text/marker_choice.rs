//! The marker that has room within the limits: the caller's own, or the longest form of ours that fits.

use alloc::format;
use alloc::string::String;

use super::options::{Counter, DEFAULT_MARKER, Limits};
use super::presets;
use super::rules::{WIDE, invalid, without_margin};
use crate::error::{Error, ErrorKind};
use crate::forms;
use crate::marker::{Marker, Placeholder, with_ref};
use crate::measure::estimate_tokens;

/// Limits that a marker must fit alone, so that a plan always exists.
pub(super) struct MarkerPlace<'a> {
    pub(super) limits: Limits,
    /// Value of `{limit}`.
    pub(super) limit: u64,
    pub(super) margin: f64,
    pub(super) counter: &'a Counter,
    /// Counts tokens for [`Counter::Source`].
    pub(super) count: &'a dyn Fn(&str) -> usize,
    /// True if a store keeps what is cut.
    pub(super) keeping: bool,
}

impl MarkerPlace<'_> {
    /// Returns the caller's own marker, which must fit, or else the longest fitting form of ours; the shortest one is
    /// empty.
    pub(super) fn marker(&self, own: Option<&str>) -> Result<Marker, Error> {
        let template = own.unwrap_or(DEFAULT_MARKER);
        if template != DEFAULT_MARKER && !presets::MARKERS.contains(&template) {
            let marker = Marker::parse(template)?;
            self.check(template, &marker)?;
            return Ok(marker);
        }
        // Ours names the ref where there is room.
        let with_ref = self.keeping.then(|| with_ref(template));
        for form in with_ref.as_deref().into_iter().chain([template]).chain(shorter(template).iter().copied()) {
            let marker = Marker::parse_own(form)?;
            let marker = if own.is_none() { marker.grouping() } else { marker };
            match self.check(form, &marker) {
                Err(error) if error.kind() == ErrorKind::MarkerTooLong => {}
                checked => return checked.map(|()| marker),
            }
        }
        // No form is shorter than this one, whatever a counter counts for it.
        Marker::parse_own("")
    }

    /// The markers of gaps between rescued lines, where there is room for our longest.
    pub(super) fn gaps(&self, marker: &Marker) -> Result<Option<Gaps>, Error> {
        let keeps = marker.uses(Placeholder::Ref);
        let form = |template: &str| if keeps { with_ref(template) } else { template.into() };
        let own = |template: &str| Ok::<_, Error>(Marker::parse_own(&form(template))?.grouping());
        if *marker != own(DEFAULT_MARKER)? {
            return Ok(None);
        }
        let at_least = [own(forms::AT_LEAST)?, own(forms::GAP_AT_LEAST.written)?, own(GAP_OF_LINES_AT_LEAST)?];
        // A caller's counter is called for one marker only.
        let is_counted = self.limits.tokens.is_some() && !matches!(self.counter, Counter::Estimate);
        let is_short = !is_counted && self.check(forms::AT_LEAST, &at_least[0]).is_ok();
        let exact = [marker.clone(), own(forms::RESCUED.written)?, own(GAP_OF_LINES)?];
        Ok(Some(Gaps { exact, at_least: is_short.then_some(at_least) }))
    }

    /// Measures a marker with numbers of ten digits.
    fn check(&self, template: &str, marker: &Marker) -> Result<(), Error> {
        if marker.uses(Placeholder::Ref) && !self.keeping {
            return Err(invalid("marker", &format!("\"{template}\" names {{ref}}, which needs a store")));
        }
        // A limit is known already, and may be wider.
        let value = |placeholder| if placeholder == Placeholder::Limit { self.limit.max(WIDE) } else { WIDE };
        let limits = self.limits;
        let size = marker.size(value);
        let text = marker.render(value);
        let lines = size.newlines + usize::from(size.chars > 0 && !text.ends_with('\n'));
        let mut rows = [
            ("chars", "maxChars", limits.chars, size.chars),
            ("UTF-16 units", "maxUtf16", limits.utf16, size.utf16),
            ("bytes", "maxBytes", limits.bytes, size.bytes),
            ("lines", "maxLines", limits.lines, lines),
            ("tokens", "maxTokens", limits.tokens, 0),
        ];
        if limits.tokens.is_some() && !text.is_empty() {
            rows[4].3 = match self.counter {
                Counter::Estimate => estimate_tokens(&text),
                Counter::Given(counter) => counter(&text),
                Counter::Source => (self.count)(&text),
            };
        }
        for (unit, field, limit, size) in rows {
            let Some(limit) = limit else { continue };
            let most = if unit == "tokens" { without_margin(limit, self.margin) as u64 } else { limit };
            if size as u64 > most {
                let margin = if most < limit { format!(" less a margin ({most})") } else { String::new() };
                let message =
                    format!("marker: \"{template}\" takes up to {size} {unit}, more than {field} {limit}{margin}");
                return Err(Error::new(ErrorKind::MarkerTooLong, message));
            }
        }
        Ok(())
    }
}

/// Shorter forms of a marker of ours, the longest first.
fn shorter(template: &str) -> &'static [&'static str] {
    match template {
        presets::TOOLIFY => &[DEFAULT_MARKER, forms::SHORT.written, ELLIPSIS],
        // As `truncate_string_to_bytes` and the messages of values shorten them.
        presets::FIELD => &["..."],
        presets::CHECKPOINT => &[forms::CONTENT_TRUNCATED.written, forms::CUT.written, "..."],
        _ => &[forms::SHORT.written, ELLIPSIS],
    }
}

const ELLIPSIS: &str = "\u{2026}";

/// Where the lines alone say enough.
const GAP_OF_LINES: &str = "[\u{2026} {omittedLines} lines]";
const GAP_OF_LINES_AT_LEAST: &str = "[\u{2026} at least {omittedLines} lines]";

/// The marker of a gap names its chars from this many on.
const MUCH: u64 = 1000;

/// Our markers for gaps: within a line, between lines, and for few chars between lines.
#[derive(Clone, Debug)]
pub(crate) struct Gaps {
    exact: [Marker; 3],
    /// For a gap that contains an earlier cut of unknown size.
    at_least: Option<[Marker; 3]>,
}

impl Gaps {
    /// Returns the marker of a gap of `chars` chars.
    pub(crate) fn marker(&self, at_least: bool, partial: bool, chars: u64) -> &Marker {
        let [within, long, short] = self.at_least.as_ref().filter(|_| at_least).unwrap_or(&self.exact);
        match (partial, chars < MUCH) {
            (true, _) => within,
            (false, true) => short,
            (false, false) => long,
        }
    }
}
