//! Tokens with known prefixes.

use super::value::is_placeholder;

/// Alphabet of a token after its prefix.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Set {
    /// Letters and digits.
    Alnum,
    /// Letters, digits, `_` and `-`.
    Word,
    /// Letters, digits, `_`, `-` and dots.
    Dotted,
    Hex,
    /// Capital letters and digits.
    Upper,
}

impl Set {
    pub(super) fn has(self, byte: u8) -> bool {
        match self {
            Self::Alnum => byte.is_ascii_alphanumeric(),
            Self::Word => byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-',
            Self::Dotted => Self::Word.has(byte) || byte == b'.',
            Self::Hex => byte.is_ascii_hexdigit(),
            Self::Upper => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
        }
    }
}

/// A token: its prefix, its kind, its alphabet, and the minimum length of the rest and, except for `Word`, the maximum.
pub(super) struct Form(
    pub(super) &'static str,
    pub(super) &'static str,
    pub(super) Set,
    pub(super) u16,
    pub(super) u16,
);

/// No maximum length, or an unspecific one.
const ANY: u16 = u16::MAX;

use Set::{Alnum, Dotted, Hex, Upper, Word};

/// Sorted by the first byte.
#[rustfmt::skip]
pub(super) const FORMS: &[Form] = &[
    Form("1//0", "google token", Word, 40, ANY),
    Form("ABIA", "aws key id", Upper, 16, 16),
    Form("ACCA", "aws key id", Upper, 16, 16),
    Form("AGE-SECRET-KEY-1", "age key", Upper, 58, 58),
    Form("AIza", "google key", Word, 33, ANY),
    Form("AKCp", "artifactory key", Alnum, 69, 69),
    Form("AKIA", "aws key id", Upper, 16, 16),
    Form("ASIA", "aws key id", Upper, 16, 16),
    Form("ATATT3", "atlassian token", Word, 60, ANY),
    Form("CLOJARS_", "clojars token", Alnum, 60, 60),
    Form("GOCSPX-", "google secret", Word, 24, ANY),
    Form("LTAI", "alibaba key id", Alnum, 16, 20),
    Form("NRAK-", "new relic key", Upper, 27, 27),
    Form("PMAK-", "postman key", Word, 50, ANY),
    Form("SG.", "sendgrid key", Dotted, 60, 80),
    Form("SK", "twilio key", Hex, 32, 32),
    Form("api_org_", "hugging face token", Alnum, 34, 34),
    Form("dapi", "databricks token", Hex, 32, 32),
    Form("dckr_pat_", "docker token", Word, 27, ANY),
    Form("doo_v1_", "digitalocean token", Hex, 64, 64),
    Form("dop_v1_", "digitalocean token", Hex, 64, 64),
    Form("dor_v1_", "digitalocean token", Hex, 64, 64),
    Form("dp.pt.", "doppler token", Alnum, 40, 44),
    Form("dt0c01.", "dynatrace token", Dotted, 80, ANY),
    Form("figd_", "figma token", Word, 40, ANY),
    Form("gho_", "github token", Alnum, 36, 255),
    Form("ghp_", "github token", Alnum, 36, 255),
    Form("ghr_", "github token", Alnum, 36, 255),
    Form("ghs_", "github token", Alnum, 36, 255),
    Form("ghu_", "github token", Alnum, 36, 255),
    Form("github_pat_", "github token", Word, 22, ANY),
    Form("glagent-", "gitlab token", Word, 20, ANY),
    Form("glc_", "grafana token", Word, 32, ANY),
    Form("glcbt-", "gitlab token", Word, 20, ANY),
    Form("gldt-", "gitlab token", Word, 20, ANY),
    Form("glffct-", "gitlab token", Word, 20, ANY),
    Form("glft-", "gitlab token", Word, 20, ANY),
    Form("glimt-", "gitlab token", Word, 20, ANY),
    Form("gloas-", "gitlab token", Word, 20, ANY),
    Form("glpat-", "gitlab token", Word, 20, ANY),
    Form("glptt-", "gitlab token", Word, 20, ANY),
    Form("glrt-", "gitlab token", Word, 20, ANY),
    Form("glsa_", "grafana token", Word, 40, ANY),
    Form("glsoat-", "gitlab token", Word, 20, ANY),
    Form("gsk_", "groq key", Alnum, 40, 80),
    Form("hf_", "hugging face token", Alnum, 30, 40),
    Form("hvb.", "vault token", Word, 60, ANY),
    Form("hvs.", "vault token", Word, 60, ANY),
    Form("key-", "mailgun key", Hex, 32, 32),
    Form("lin_api_", "linear key", Alnum, 32, 64),
    Form("npm_", "npm token", Alnum, 36, 36),
    Form("ntn_", "notion token", Alnum, 40, 60),
    Form("nvapi-", "nvidia key", Word, 60, ANY),
    Form("ops_", "1password token", Word, 250, ANY),
    Form("p8e-", "adobe secret", Alnum, 32, 32),
    Form("pplx-", "perplexity key", Alnum, 40, 80),
    Form("pscale_oauth_", "planetscale token", Word, 32, ANY),
    Form("pscale_pw_", "planetscale password", Word, 32, ANY),
    Form("pscale_tkn_", "planetscale token", Word, 32, ANY),
    Form("pul-", "pulumi token", Hex, 40, 40),
    Form("pypi-", "pypi token", Word, 50, ANY),
    Form("r8_", "replicate token", Alnum, 36, 42),
    Form("rk_live_", "stripe key", Alnum, 16, ANY),
    Form("rk_test_", "stripe key", Alnum, 16, ANY),
    Form("rubygems_", "rubygems key", Hex, 48, 48),
    Form("rzp_live_", "razorpay key", Alnum, 14, 20),
    Form("sbp_", "supabase token", Hex, 40, 40),
    Form("secret_", "notion token", Alnum, 43, 43),
    Form("sgp_", "sourcegraph token", Hex, 40, 40),
    Form("shpat_", "shopify token", Hex, 32, 32),
    Form("shpca_", "shopify token", Hex, 32, 32),
    Form("shppa_", "shopify token", Hex, 32, 32),
    Form("shpss_", "shopify secret", Hex, 32, 32),
    Form("sk-ant-", "anthropic key", Word, 20, ANY),
    Form("sk-", "api key", Word, 20, ANY),
    Form("sk_live_", "stripe key", Alnum, 16, ANY),
    Form("sk_test_", "stripe key", Alnum, 16, ANY),
    Form("sl.", "dropbox token", Word, 120, ANY),
    Form("sntrys_", "sentry token", Word, 40, ANY),
    Form("sntryu_", "sentry token", Hex, 64, 64),
    Form("sq0atp-", "square token", Word, 22, ANY),
    Form("sq0csp-", "square secret", Word, 40, ANY),
    Form("tskey-", "tailscale key", Word, 20, ANY),
    Form("tvly-", "tavily key", Word, 30, ANY),
    Form("whsec_", "webhook secret", Alnum, 24, ANY),
    Form("xai-", "xai key", Alnum, 60, 120),
    Form("xapp-", "slack token", Word, 20, ANY),
    Form("xkeysib-", "brevo key", Word, 64, ANY),
    Form("xoxa-", "slack token", Word, 16, ANY),
    Form("xoxb-", "slack token", Word, 16, ANY),
    Form("xoxe-", "slack token", Word, 16, ANY),
    Form("xoxo-", "slack token", Word, 16, ANY),
    Form("xoxp-", "slack token", Word, 16, ANY),
    Form("xoxr-", "slack token", Word, 16, ANY),
    Form("xoxs-", "slack token", Word, 16, ANY),
    Form("ya29.", "google token", Word, 20, ANY),
];

/// Bit set of the first bytes of all forms.
const FIRST: u128 = {
    let (mut bits, mut at) = (0, 0);
    while at < FORMS.len() {
        bits |= 1 << FORMS[at].0.as_bytes()[0];
        at += 1;
    }
    bits
};

/// Returns `true` if a token may begin with this byte.
pub(super) fn may_begin(byte: u8) -> bool {
    byte < 128 && FIRST >> byte & 1 == 1
}

/// Returns the forms whose prefix the text begins with.
pub(super) fn beginning(text: &[u8]) -> impl Iterator<Item = &'static Form> {
    let first = text.first().copied().unwrap_or_default();
    let from = FORMS.partition_point(|form| form.0.as_bytes()[0] < first);
    FORMS[from..]
        .iter()
        .take_while(move |form| form.0.as_bytes()[0] == first)
        .filter(move |form| text.starts_with(form.0.as_bytes()))
}

/// Returns `true` if the rest of a token looks random, and not made of words or filled in.
pub(super) fn is_drawn(form: &Form, body: &[u8]) -> bool {
    let (mut digits, mut upper, mut lower, mut run, mut longest) = (0, 0, 0, 0, 0);
    let mut seen = 0_u128;
    for &byte in body {
        seen |= 1 << (byte & 127);
        digits += usize::from(byte.is_ascii_digit());
        upper += usize::from(byte.is_ascii_uppercase());
        lower += usize::from(byte.is_ascii_lowercase());
        run = if byte.is_ascii_alphanumeric() { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let mixed = digits > 0 || form.2 == Upper || (upper > 1 && lower > 1);
    // Words with hyphens are names, for example of styles.
    let solid = form.0 != "sk-" || (longest >= 16 && digits > 1);
    let dots = form.2 != Dotted || body.contains(&b'.');
    let distinct = seen.count_ones() as usize;
    mixed && solid && dots && distinct >= body.len().min(24) / 3 && !is_placeholder(body)
}
