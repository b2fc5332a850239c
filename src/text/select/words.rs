//! The vocabulary of failure: what compilers, test runners, package managers, shells and databases print, and how their
//! messages are translated.

/// What a word says about its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// The process ended here.
    Fatal,
    /// Something failed.
    Error,
    /// Something may have failed: it counts where a message begins.
    Weak,
    /// A warning.
    Warning,
    /// All is well.
    Well,
    /// A level below warning.
    Level,
    /// None of what follows.
    Zero,
    /// What follows is spoken of, not happening.
    Mention,
    /// Speaks of what came before it: `error handler`.
    Topic,
    /// A process ended: a number other than 0 may follow.
    Exit,
    /// A comparison: expected, actual.
    Expected,
}

/// What a whole word says, in lower case.
pub(super) fn meaning(word: &str) -> Option<Word> {
    let first = usize::from(*word.as_bytes().first()?);
    let (from, to) = (*FIRST.get(first)?, *FIRST.get(first + 1)?);
    let alike = WORDS.get(usize::from(from)..usize::from(to))?;
    alike.iter().find(|(known, _)| known.len() == word.len() && *known == word).map(|&(_, meaning)| meaning)
}

/// Where in [`WORDS`] those begin whose first byte is at least a given one.
static FIRST: [u8; 257] = {
    let mut first = [WORDS.len() as u8; 257];
    let mut index = WORDS.len();
    let mut byte = 256;
    while byte > 0 {
        byte -= 1;
        while index > 0 && WORDS[index - 1].0.as_bytes()[0] as usize >= byte {
            index -= 1;
        }
        first[byte] = index as u8;
    }
    first
};

/// The longest of them, in bytes.
pub(super) const LONGEST: usize = 24;

use Word::{Error, Exit, Expected, Fatal, Level, Mention, Topic, Warning, Weak, Well, Zero};

#[rustfmt::skip]
const WORDS: &[(&str, Word)] = &[
    ("0", Zero), ("abgebrochen", Error), ("abort", Fatal), ("aborted", Fatal), ("aborting", Fatal),
    ("actual", Expected), ("alert", Error), ("any", Zero), ("assert", Weak), ("assertion", Weak), ("backoff", Error),
    ("ba\u{15f}ar\u{131}s\u{131}z", Error), ("berechtigung", Weak), ("boundary", Topic), ("broken", Weak),
    ("b\u{142}\u{105}d", Error), ("b\u{142}\u{119}dy", Error), ("cannot", Weak), ("catches", Mention),
    ("chyba", Error), ("classes", Topic), ("conflict", Weak), ("conflicts", Weak), ("conflit", Error),
    ("corrupt", Weak), ("corrupted", Weak), ("couldn", Weak), ("crash", Fatal), ("crashed", Fatal),
    ("crashloopbackoff", Error), ("crit", Fatal), ("critical", Fatal), ("deadlock", Error), ("debug", Level),
    ("denegado", Weak), ("denied", Weak), ("detects", Mention), ("diff", Expected), ("dumped", Fatal),
    ("eacces", Error), ("econnrefused", Error), ("econnreset", Error), ("elifecycle", Error), ("emerg", Fatal),
    ("emits", Mention), ("enoent", Error), ("eresolve", Error), ("err", Error), ("erreur", Error), ("erreurs", Error),
    ("errimagepull", Error), ("erro", Error), ("error", Error), ("errore", Error), ("errors", Error),
    ("evicted", Error), ("exceeded", Weak), ("exception", Error), ("exceptions", Error), ("exit", Exit),
    ("exitcode", Exit), ("exited", Exit), ("expected", Expected), ("expired", Weak), ("fail", Error),
    ("failed", Error), ("failing", Error), ("fails", Error), ("failure", Error), ("failures", Error),
    ("falha", Error), ("falhou", Error), ("fallo", Error), ("fall\u{f3}", Error), ("fatal", Fatal), ("fehler", Error),
    ("fehlgeschlagen", Error), ("fixed", Mention), ("fixes", Mention), ("flaky", Topic), 
    ("fout", Error), ("got", Expected), ("handle", Mention), ("handled", Mention), ("handler", Topic),
    ("handlers", Topic), ("handles", Mention), ("handling", Topic), ("hata", Error), ("ignored", Mention),
    ("ignores", Mention), ("ignoring", Mention), ("illegal", Weak), ("imagepullbackoff", Error), ("impossible", Weak),
    ("incompatible", Weak), ("inexistente", Weak), ("info", Level), ("introuvable", Error), ("invalid", Weak),
    ("kill", Weak), ("killed", Fatal), ("konflikt", Error), ("leak", Weak), ("level", Topic), ("logging", Topic),
    ("logs", Mention), ("messages", Topic), ("middleware", Topic), ("mislukt", Error), ("mismatch", Weak),
    ("missing", Weak), ("misslyckades", Error), ("negada", Weak), ("negato", Weak), ("no", Zero), ("none", Zero),
    ("notice", Level), ("ok", Well), ("oomkilled", Fatal), ("overflow", Weak), ("page", Topic), ("panic", Fatal),
    ("panicked", Fatal), ("pass", Well), ("passed", Well), ("passes", Well), ("problem", Weak), ("problems", Weak),
    ("quota", Weak), ("raises", Mention), ("rate", Topic), ("received", Expected), ("recovered", Mention),
    ("recovers", Mention), ("recovery", Topic), ("refused", Weak), ("rejected", Weak), ("rejects", Mention),
    ("report", Topic), ("reporting", Topic), ("reports", Mention), ("retries", Mention), ("retry", Mention),
    ("retrying", Mention), ("returned", Exit), ("returns", Mention), ("segfault", Fatal), ("segmentation", Fatal),
    ("severe", Error), ("signal", Exit), ("success", Well), ("successful", Well), ("successfully", Well),
    ("summary", Topic), ("terminated", Exit), ("tests", Topic), ("throttled", Weak), ("throws", Mention),
    ("timeout", Weak), ("trace", Level), ("traceback", Error), ("types", Topic), ("unable", Weak),
    ("unauthorized", Weak), ("uncaught", Error), ("undeclared", Weak), ("undefined", Weak), ("unexpected", Weak),
    ("unhandled", Error), ("unhealthy", Weak), ("unknown", Weak), ("unreachable", Weak), ("unrecognized", Weak),
    ("unresolved", Weak), ("unschedulable", Weak), ("unsupported", Weak), ("verbose", Level), ("verweigert", Error),
    ("violates", Weak), ("violation", Error), ("virhe", Error), ("warn", Warning), ("warning", Warning),
    ("warnings", Warning), ("warnung", Warning), ("without", Zero), ("zero", Zero), ("\u{c9}chec", Error),
    ("\u{e9}chec", Error), ("\u{e9}chou\u{e9}", Error),
];

/// In scripts without spaces, and of words with endings: a part of a word says that something failed.
#[rustfmt::skip]
pub(super) const ERRORS_WITHIN: &[&str] = &[
    "\u{672a}\u{627e}\u{5230}", "\u{627e}\u{4e0d}\u{5230}", "\u{6ca1}\u{6709}\u{90a3}\u{4e2a}",
    "\u{6c92}\u{6709}\u{6b64}", "\u{62d2}\u{7edd}", "\u{6743}\u{9650}\u{4e0d}\u{591f}",
    "\u{8a31}\u{53ef}\u{304c}\u{3042}\u{308a}\u{307e}\u{305b}\u{3093}", "\u{3042}\u{308a}\u{307e}\u{305b}\u{3093}",
    "\u{cc3e}\u{c744} \u{c218} \u{c5c6}", "\u{ac70}\u{bd80}",
    "\u{43d}\u{435} \u{43d}\u{430}\u{439}\u{434}\u{435}\u{43d}",
    "\u{41e}\u{442}\u{43a}\u{430}\u{437}\u{430}\u{43d}\u{43e}",
    "\u{41d}\u{435}\u{442} \u{442}\u{430}\u{43a}\u{43e}\u{433}\u{43e}", "Aucun fichier", "non accord\u{e9}e",
    "non d\u{e9}clar\u{e9}", "n\u{e3}o encontrad", "negada", "\u{9519}\u{8bef}", "\u{932f}\u{8aa4}",
    "\u{5931}\u{8d25}", "\u{5931}\u{6557}", "\u{81f4}\u{547d}", "\u{5f02}\u{5e38}", "\u{7570}\u{5e38}",
    "\u{65e0}\u{6cd5}", "\u{7121}\u{6cd5}", "\u{4f8b}\u{5916}", "\u{30a8}\u{30e9}\u{30fc}",
    "\u{898b}\u{3064}\u{304b}\u{308a}", "\u{3067}\u{304d}\u{307e}\u{305b}\u{3093}", "\u{c624}\u{b958}",
    "\u{c2e4}\u{d328}", "\u{c5d0}\u{b7ec}", "\u{c608}\u{c678}", "\u{43e}\u{448}\u{438}\u{431}\u{43a}",
    "\u{41e}\u{448}\u{438}\u{431}\u{43a}", "\u{41e}\u{428}\u{418}\u{411}\u{41a}", "\u{441}\u{431}\u{43e}\u{439}",
    "\u{421}\u{431}\u{43e}\u{439}", "\u{43d}\u{435} \u{443}\u{434}\u{430}\u{43b}",
    "\u{41d}\u{435} \u{443}\u{434}\u{430}\u{43b}", "\u{43f}\u{43e}\u{43c}\u{438}\u{43b}\u{43a}",
    "\u{41f}\u{43e}\u{43c}\u{438}\u{43b}\u{43a}", "\u{3c3}\u{3c6}\u{3ac}\u{3bb}\u{3bc}", "\u{62e}\u{637}\u{623}",
    "\u{641}\u{634}\u{644}", "\u{5e9}\u{5d2}\u{5d9}\u{5d0}\u{5d4}", "\u{924}\u{94d}\u{930}\u{941}\u{91f}\u{93f}",
    "l\u{1ed7}i", "konnte nicht", "kann nicht", "nicht gefunden", "schwerwieg", "\u{e9}chou", "no se pud",
    "niepowodz", "impossibile", "fallit",
];

/// Phrases that say what went wrong where no word alone does.
#[rustfmt::skip]
pub(super) const PHRASES: &[&str] = &[
    "not found", "no such file", "does not exist", "doesn't exist", "could not", "couldn't", "can't ", "can not ",
    "unable to", "timed out", "permission denied", "not permitted", "no space left", "no rule to make",
    "out of memory", "gave up", "giving up", "not a ", "not allowed", "duplicate key", "stack trace", "out of range",
    "out of bounds", "no module named", "access denied", "exceeded", "unauthorized", "accessdenied", "refused",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_in_order_and_short_enough() {
        assert!(WORDS.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(WORDS.iter().all(|(word, _)| word.len() <= LONGEST));
        assert!(u8::try_from(WORDS.len()).is_ok());
    }
}
