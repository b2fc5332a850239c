//! Names that mark their value as a secret.

/// The kind of value that a name announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    Password,
    /// The shell's working directory has the same name.
    Pwd,
    /// Passed tests may have the same name.
    Pass,
    Secret,
    Token,
    Key,
    /// An unspecific key, such as one of a cache or a table.
    SomeKey,
    /// The signature of a URL.
    Signature,
    Authorization,
    /// A user and a password in base64.
    Basic,
    Cookie,
}

impl Says {
    pub(super) fn kind(self) -> &'static str {
        match self {
            Self::Password | Self::Pwd | Self::Pass => "password",
            Self::Secret => "secret",
            Self::Token => "token",
            Self::Key | Self::SomeKey => "key",
            Self::Signature => "signature",
            Self::Authorization | Self::Basic => "credentials",
            Self::Cookie => "cookie",
        }
    }
}

/// Name endings, lowercase and without separators; the first match decides.
const ENDS: [(&str, Option<Says>); 41] = [
    ("pagetoken", None),
    ("nexttoken", None),
    ("continuationtoken", None),
    ("cancellationtoken", None),
    ("synctoken", None),
    ("tokentype", None),
    ("authtoken", Some(Says::Token)),
    ("token", Some(Says::Token)),
    ("password", Some(Says::Password)),
    ("passwd", Some(Says::Password)),
    ("passphrase", Some(Says::Password)),
    ("pwd", Some(Says::Pwd)),
    ("clientsecret", Some(Says::Secret)),
    ("secretaccesskey", Some(Says::Secret)),
    ("secret", Some(Says::Secret)),
    ("secretkey", Some(Says::Secret)),
    ("secretkeybase", Some(Says::Secret)),
    ("apikey", Some(Says::Key)),
    ("accesskey", Some(Says::Key)),
    ("privatekey", Some(Says::Key)),
    ("signingkey", Some(Says::Key)),
    ("encryptionkey", Some(Says::Key)),
    ("authkey", Some(Says::Key)),
    ("accountkey", Some(Says::Key)),
    ("masterkey", Some(Says::Key)),
    ("servicekey", Some(Says::Key)),
    ("sharedkey", Some(Says::Key)),
    ("sharedaccesskey", Some(Says::Key)),
    ("subscriptionkey", Some(Says::Key)),
    ("deploykey", Some(Says::Key)),
    ("licensekey", Some(Says::Key)),
    ("credential", Some(Says::Secret)),
    ("credentials", Some(Says::Secret)),
    ("authorization", Some(Says::Authorization)),
    ("setcookie", Some(Says::Cookie)),
    ("cookie", Some(Says::Cookie)),
    ("xamzsignature", Some(Says::Signature)),
    ("xgoogsignature", Some(Says::Signature)),
    ("xosssignature", Some(Says::Signature)),
    ("bearer", Some(Says::Token)),
    ("webhooksecret", Some(Says::Secret)),
];

/// Maximum bytes of a name that are classified, from its end.
const LONGEST: usize = 64;

/// Returns the kind of value that a name announces; `None` for most names.
pub(super) fn says(name: &[u8]) -> Option<Says> {
    let mut small = [0; LONGEST];
    let mut from = LONGEST;
    for byte in name.iter().rev().filter(|byte| byte.is_ascii_alphanumeric()) {
        let Some(next) = from.checked_sub(1) else { break };
        from = next;
        small[from] = byte.to_ascii_lowercase();
    }
    let small = small.get(from..).unwrap_or_default();
    // Most differ in the last byte.
    let last = small.last();
    let ends = |end: &[u8]| end.last() == last && small.ends_with(end);
    if let Some((_, says)) = ENDS.iter().find(|(end, _)| ends(end.as_bytes())) {
        return *says;
    }
    match name {
        // Azure's, CloudFront's.
        b"sig" | b"Signature" => return Some(Says::Signature),
        b"_auth" => return Some(Says::Token),
        b"auth" => return Some(Says::Basic),
        _ => {}
    }
    let ends = |end: &[u8]| name.len() > end.len() && name[name.len() - end.len()..].eq_ignore_ascii_case(end);
    if ends(b"_pass") {
        return Some(Says::Pass);
    }
    (is_constant(name) && ends(b"_KEY")).then_some(Says::SomeKey)
}

/// Returns `true` for a name written like an environment variable.
pub(super) fn is_constant(name: &[u8]) -> bool {
    name.len() > 2 && name.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_')
}
