//! Parts of words and phrases, one of which a line must hold to be looked at.
//!
//! Severities, what goes wrong, outcomes, marks of test runners; and how catalogues translate these into German, French,
//! Spanish, Portuguese, Italian, Dutch, Polish, Czech, Swedish, Finnish, Turkish, Russian, Ukrainian, Greek, Arabic, Hebrew,
//! Hindi, Vietnamese, Chinese, Japanese and Korean.

/// At least four bytes each, ASCII in lower case, in the order of their bytes.
#[rustfmt::skip]
pub(super) const FRAGMENTS: &[&str] = &[
    " ***", " e: ", " \u{d7} ", " \u{25cf}", " \u{26a0}", " \u{2715}", " \u{2716}", " \u{2717}", " \u{2718}",
    " \u{274c}", " \u{2a2f}", "** (", "*** ", "--> ", "[err]", "abgebrochen", "abort", "accessdenied", "assert",
    "aucun fichier", "avertissement", "backoff", "bad ", "ba\u{15f}ar\u{131}s\u{131}z", "b\u{142}\u{105}d",
    "b\u{142}\u{119}d", "can not", "can't", "cannot", "cause]", "caused by", "chyba", "conflict", "conflit",
    "core dump", "corrupt", "could not", "couldn", "crash", "critical", "deadlock", "denegado", "denied", "duplicate",
    "eacces", "econn", "emerg", "enoent", "eresolve", "err!", "err_", "erreur", "errimage", "errno", "erro ", "erro:",
    "error", "errore", "evicted", "exceeded", "exception", "exit code", "exit status", "exit with", "exitcode",
    "exited", "expected", "expired", "fail", "falha", "falhou", "fallit", "fallo", "fall\u{f3}", "fatal", "fehler",
    "fehlgeschl", "file \"", "fout", "gave up", "giving up", "goroutine", "hata", "hung ", "illegal", "impossibile",
    "impossible", "incompatible", "inexistente", "introuvable", "invalid", "kann nicht", "keine berechtigung", "kill",
    "konflikt", "konnte nicht", "leak", "lifecycle", "l\u{1ed7}i", "mislukt", "mismatch", "missing", "misslyck",
    "m\u{d7}\u{1b}", "m\u{25cf}", "m\u{26a0}", "m\u{2715}", "m\u{2716}", "m\u{2717}", "m\u{2718}", "m\u{274c}",
    "m\u{2a2f}", "negada", "negato", "nessun file", "nicht gefunden", "niepowodz", "no encontrad", "no existe",
    "no module", "no rule", "no se pud", "no se puede", "no space", "no such", "non accord\u{e9}e", "not a ",
    "not allow", "not exist", "not found", "not ok", "not permitted", "n\u{e3}o encontrad", "out of b",
    "out of memory", "out of r", "outofmemory", "overflow", "panic", "permission", "problem", "quota", "reason:",
    "refused", "reject", "returned", "schwerwieg", "segfault", "segmentation", "selhal", "severe", "signal",
    "sqlstate", "stack trace", "stacktrace", "stuck", "terminated", "throttl", "timed out", "timeout", "traceback",
    "unable to", "unauthorized", "uncaught", "undeclared", "undefined", "unexpected", "ung\u{fc}ltig", "unhandled",
    "unhealthy", "unknown", "unreachable", "unrecognized", "unresolved", "unschedul", "unsupported", "verweigert",
    "violat", "virhe", "warn", "warnung", "\u{c9}chec", "\u{e9}chec", "\u{e9}chou",
    "\u{3c3}\u{3c6}\u{3ac}\u{3bb}\u{3bc}", "\u{41d}\u{435} \u{443}\u{434}\u{430}\u{43b}",
    "\u{41d}\u{435}\u{442} \u{442}\u{430}\u{43a}", "\u{41e}\u{428}\u{418}\u{411}\u{41a}",
    "\u{41e}\u{442}\u{43a}\u{430}\u{437}", "\u{41e}\u{448}\u{438}\u{431}\u{43a}",
    "\u{41f}\u{43e}\u{43c}\u{438}\u{43b}\u{43a}", "\u{421}\u{431}\u{43e}\u{439}",
    "\u{43d}\u{435} \u{43d}\u{430}\u{439}\u{434}", "\u{43d}\u{435} \u{443}\u{434}\u{430}\u{43b}",
    "\u{43e}\u{448}\u{438}\u{431}\u{43a}", "\u{43f}\u{43e}\u{43c}\u{438}\u{43b}\u{43a}",
    "\u{441}\u{431}\u{43e}\u{439}", "\u{5e9}\u{5d2}\u{5d9}\u{5d0}\u{5d4}", "\u{62e}\u{637}\u{623}",
    "\u{641}\u{634}\u{644}", "\u{924}\u{94d}\u{930}\u{941}\u{91f}\u{93f}", "\u{25cf} ", "\u{26a0} ", "\u{2715} ",
    "\u{2716} ", "\u{2717} ", "\u{2718} ", "\u{274c} ", "\u{2a2f} ", "\u{3042}\u{308a}\u{307e}\u{305b}",
    "\u{3067}\u{304d}\u{307e}\u{305b}\u{3093}", "\u{30a8}\u{30e9}\u{30fc}", "\u{4f8b}\u{5916}", "\u{5931}\u{6557}",
    "\u{5931}\u{8d25}", "\u{5f02}\u{5e38}", "\u{627e}\u{4e0d}\u{5230}", "\u{62d2}\u{7edd}", "\u{65e0}\u{6cd5}",
    "\u{672a}\u{627e}\u{5230}", "\u{6743}\u{9650}\u{4e0d}", "\u{6c92}\u{6709}\u{6b64}", "\u{6ca1}\u{6709}\u{90a3}",
    "\u{7121}\u{6cd5}", "\u{7570}\u{5e38}", "\u{81f4}\u{547d}", "\u{898b}\u{3064}\u{304b}\u{308a}",
    "\u{8b66}\u{544a}", "\u{932f}\u{8aa4}", "\u{9519}\u{8bef}", "\u{ac70}\u{bd80}", "\u{c2e4}\u{d328}",
    "\u{c5d0}\u{b7ec}", "\u{c608}\u{c678}", "\u{c624}\u{b958}", "\u{cc3e}\u{c744} \u{c218}",
];

/// Where in [`FRAGMENTS`] those begin whose first byte is at least a given one.
pub(super) const FIRST: [u16; 257] = {
    let mut first = [FRAGMENTS.len() as u16; 257];
    let mut index = FRAGMENTS.len();
    let mut byte = 256;
    while byte > 0 {
        byte -= 1;
        while index > 0 && FRAGMENTS[index - 1].as_bytes()[0] as usize >= byte {
            index -= 1;
        }
        first[byte] = index as u16;
    }
    first
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fragments_are_in_order_and_long_enough() {
        assert!(FRAGMENTS.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(FRAGMENTS.iter().all(|fragment| fragment.len() >= 4));
        assert!(FRAGMENTS.iter().all(|fragment| !fragment.bytes().any(|byte| byte.is_ascii_uppercase())));
    }
}
