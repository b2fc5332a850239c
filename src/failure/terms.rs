//! The vocabulary of failure: one table, from which every lookup and prefilter is derived at compile time.
//!
//! The terms are those of compilers, test runners, package managers, shells, kernels and databases, and of the
//! catalogues that translate their messages into 22 languages.

/// One term of the table.
#[derive(Clone, Copy, Debug)]
#[allow(dead_code, reason = "the language is for readers and tests")]
pub(super) struct Term {
    /// ASCII in lower case.
    pub(super) text: &'static str,
    pub(super) kind: Kind,
    /// An ISO 639 code.
    pub(super) language: &'static str,
}

impl Term {
    /// Returns the fragment that a line must contain before it is classified. The prefilter reads at least four bytes.
    pub(super) const fn trigger(&self) -> Option<&'static str> {
        if self.kind.triggers() && self.text.len() >= 4 { Some(self.text) } else { None }
    }
}

/// Meaning of a term for its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word: the process ended here.
    Fatal,
    /// A word: something failed.
    Error,
    /// A word that counts only where a message begins.
    Weak,
    /// A word: a warning.
    Warning,
    /// A word: all is well.
    Well,
    /// A word: a level below warning.
    Level,
    /// A word: none of what follows.
    Zero,
    /// A word: what follows is spoken of, not happening.
    Mention,
    /// Makes the word before it a topic: `error handler`.
    Topic,
    /// A word: a process ended, a number other than 0 may follow.
    Exit,
    /// A word: a comparison.
    Expected,
    /// A part of words, in scripts without spaces and in languages with endings: something failed.
    Within,
    /// The same: a warning.
    WarningWithin,
    /// A phrase for an error that no single word expresses.
    Phrase,
    /// A form of lines that `role`, `place` and `wording` recognize.
    Form,
}

impl Kind {
    pub(super) const fn is_word(self) -> bool {
        !matches!(self, Self::Within | Self::WarningWithin | Self::Phrase | Self::Form)
    }

    /// Terms of this kind make a line matter.
    pub(super) const fn triggers(self) -> bool {
        use Kind::{Error, Fatal, Form, Phrase, Warning, WarningWithin, Weak, Within};
        matches!(self, Fatal | Error | Weak | Warning | Within | WarningWithin | Phrase | Form)
    }
}

/// `language Kind: "term" "term" …;`
macro_rules! terms {
    ($($language:ident $kind:ident: $($text:literal)+;)+) => {
        &[$($(Term { text: $text, kind: Kind::$kind, language: stringify!($language) }),+),+]
    };
}

pub(super) const TERMS: &[Term] = terms! {
    // Words of runtimes, shells and kernels for the end of a process, and the upper levels of syslog (RFC 5424).
    en Fatal: "abort" "aborted" "aborting" "crash" "crashed" "crit" "critical" "dumped" "emerg" "fatal"
        "killed" "oomkilled" "panic" "panicked" "segfault" "segmentation";
    // Codes of npm, and of the system as Node names them (nodejs.org/api/errors.html, "Common system errors").
    // `err` is a variable, too: it matters as a level, a tag or a mark, in the forms below.
    en Error: "alert" "backoff" "crashloopbackoff" "deadlock" "eacces" "eaddrinuse" "econnrefused"
        "econnreset" "eexist" "eisdir" "elifecycle" "emfile" "enoent" "enospc" "enotdir" "enotempty" "enotfound" "eperm"
        "epipe" "eresolve" "err" "errimagepull" "error" "errors" "etimedout" "evicted" "exception"
        "exceptions" "fail" "failed" "failing" "fails" "failure" "failures" "imagepullbackoff" "severe" "traceback"
        "uncaught" "unhandled" "violation";
    en Weak: "assert" "assertion" "broken" "cannot" "conflict" "conflicts" "corrupt" "corrupted" "couldn" "denied"
        "exceeded" "expired" "illegal" "impossible" "incompatible" "invalid" "kill" "leak" "mismatch" "missing"
        "overflow" "problem" "problems" "quota" "refused" "rejected" "sqlstate" "throttled" "timeout" "unable"
        "unauthorized" "undeclared" "undefined" "unexpected" "unhealthy" "unknown" "unreachable" "unrecognized"
        "unresolved" "unschedulable" "unsupported" "violates";
    en Warning: "warn" "warning" "warnings";
    // Among them those of cmd.exe, fish, signals of macOS, and the reasons of HTTP (RFC 9110, section 15). A word that begins
    // as a frequent one is searched for from its second letter on.
    en Phrase: "not found" "no such " "cannot find the" "access is denied" "no matches for" "trap: "
        "bad request" "bad gateway" "orbidden" "too many requests" "not exist" "n't exist" "could not" "couldn't"
        "can't " "can not " "unable to" "timed out" "permission denied" "not permitted" "no space left" "no rule to make" "out of memory" "gave up"
        "giving up" "not a " "not allowed" "duplicate key" "out of range" "out of bounds"
        "no module named" "access denied" "exceeded" "unauthorized" "accessdenied" "refused";
    en Well: "ok" "pass" "passed" "passes" "success" "successful" "successfully";
    en Level: "debug" "info" "notice" "trace" "verbose";
    en Zero: "0" "any" "no" "none" "without" "zero";
    en Mention: "catches" "detects" "emits" "fixed" "fixes" "handle" "handled" "handles" "ignored" "ignores" "ignoring"
        "logs" "raises" "recovered" "recovers" "rejects" "reports" "retries" "retry" "retrying" "returns" "throws";
    en Topic: "boundary" "classes" "flaky" "handler" "handlers" "handling" "level" "logging" "messages" "middleware"
        "page" "rate" "recovery" "report" "reporting" "summary" "tests" "types";
    en Exit: "exit" "exitcode" "exited" "returned" "signal" "terminated";
    en Expected: "actual" "diff" "expected" "got" "received";
    // Marks of test runners, tags of compilers and build tools, and how processes end.
    en Form: " err " "=err " "err:" "err!" "err_" "err]" " ***" "*** " "** (" " e: " "--> " "cause]" "caused by" "core dump" "errno" "exit code" "exit status" "exit with"
        "exitcode" "exited" "expected" "file \"" "goroutine" "hung " "lifecycle" "not ok" "outofmemory" "reason:"
        "sh: " "zsh:" "(eval):" "dyld" ".0 4" ".0 5" ".1 4" ".1 5" "p/2 4" "p/2 5" "p/3 4" "p/3 5" "tp 4" "tp 5"
        "returned" "signal" "stack trace" "stacktrace" "stuck" "terminated" " × " " ●" " ⚠" " ✕" " ✖" " ✗" " ✘" " ❌" " ⨯" "m×\u{1b}" "[✗]" "[✘]"
        "\"level\":50" "\"level\":60" "\" 500 " "\" 502 " "\" 503 " "\" 504 " "#   failed test"
        "is not recognized as" "being used by another" "definitely lost"
        ".go:" ".kt:" ".py:" ".pyi:" ".rb:" " [*] " " ━━━"
        "m●" "m⚠" "m✕" "m✖" "m✗" "m✘" "m❌" "m⨯" "● " "⚠ " "✕ " "✖ " "✗ " "✘ " "❌ " "⨯ ";
    de Error: "abgebrochen" "fehler" "fehlgeschlagen" "konflikt" "verweigert";
    de Weak: "berechtigung" "ungültig";
    de Warning: "warnung";
    de Within: "kann nicht" "konnte nicht" "nicht gefunden" "schwerwieg";
    fr Error: "conflit" "erreur" "erreurs" "introuvable" "Échec" "échec" "échoué";
    fr Warning: "avertissement";
    fr Within: "aucun fichier" "non accordée" "non déclaré" "échou";
    es Error: "fallo" "falló";
    es Weak: "denegado" "inexistente";
    es Within: "no encontrad" "no existe" "no se pud" "no se puede";
    pt Error: "erro" "falha" "falhou";
    pt Weak: "negada";
    pt Within: "não encontrad" "negada";
    it Error: "errore";
    it Weak: "negato";
    it Within: "fallit" "impossibile" "nessun file";
    nl Error: "fout" "mislukt";
    pl Error: "błąd" "błędy";
    pl Within: "niepowodz";
    cs Error: "chyba";
    cs Within: "selhal";
    sv Error: "misslyckades";
    fi Error: "virhe";
    tr Error: "başarısız" "hata";
    ru Within: "не найден" "Отказано" "Нет такого" "ошибк" "Ошибк" "ОШИБК" "сбой" "Сбой" "не удал" "Не удал";
    uk Within: "помилк" "Помилк";
    el Within: "σφάλμ";
    ar Within: "خطأ" "فشل";
    he Within: "שגיא";
    hi Within: "त्रुटि";
    vi Within: "lỗi";
    zh Within: "未找到" "找不到" "没有那个" "沒有此" "拒绝" "权限不够" "错误" "錯誤" "失败" "失敗" "致命" "异常" "異常" "无法"
        "無法";
    zh WarningWithin: "警告";
    ja Within: "許可がありません" "ありません" "例外" "エラー" "見つかり" "できません";
    ko Within: "찾을 수 없" "거부" "오류" "실패" "에러" "예외";
};

/// Terms without their languages.
static PLAIN: [(&str, Kind); TERMS.len()] = {
    let mut plain = [("", Kind::Zero); TERMS.len()];
    let mut at = 0;
    while at < TERMS.len() {
        plain[at] = (TERMS[at].text, TERMS[at].kind);
        at += 1;
    }
    plain
};

/// Numbers of terms by a hash, from 1; 0 is a free place. Terms of one hash follow each other in their order.
struct Index<const PLACES: usize>([u16; PLACES]);

/// Words by their ends and their length, all other terms and the words that a line is searched for by their first bytes.
static WORDS: Index<512> = {
    let (mut index, mut at) = (Index([0; 512]), 0);
    while at < TERMS.len() {
        if TERMS[at].kind.is_word() {
            index.add(ends(TERMS[at].text.as_bytes()), at);
        }
        at += 1;
    }
    index
};
static STARTS: Index<1024> = {
    let (mut index, mut at) = (Index([0; 1024]), 0);
    while at < TERMS.len() {
        assert!(TERMS[at].kind.is_word() || TERMS[at].trigger().is_some());
        if TERMS[at].trigger().is_some() {
            index.add(start(TERMS[at].text.as_bytes()), at);
        }
        at += 1;
    }
    index
};

impl<const PLACES: usize> Index<PLACES> {
    const fn place(hash: u32) -> usize {
        hash.wrapping_mul(0x9e37_79b1) as usize >> (32 - PLACES.ilog2())
    }

    const fn add(&mut self, hash: u32, number: usize) {
        let mut at = Self::place(hash);
        while self.0[at] != 0 {
            at = (at + 1) % PLACES;
        }
        self.0[at] = number as u16 + 1;
    }

    /// Returns the kind of the first term with a hash that is the wanted one.
    fn find(&self, hash: u32, is: impl Fn(&'static str, Kind) -> bool) -> Option<Kind> {
        let mut at = Self::place(hash);
        loop {
            let number = usize::from(*self.0.get(at)?).checked_sub(1)?;
            let &(term, kind) = PLAIN.get(number)?;
            if is(term, kind) {
                return Some(kind);
            }
            at = (at + 1) % PLACES;
        }
    }
}

/// The first byte of a word, the last, and how many there are, whatever the case in ASCII.
const fn ends(word: &[u8]) -> u32 {
    match word {
        [first, .., last] => (*first as u32 | 0x20) << 16 | (*last as u32 | 0x20) << 8 | word.len() as u32 & 0xff,
        [only] => *only as u32,
        [] => 0,
    }
}

/// The first four bytes of a text, whatever the case in ASCII; 0 of a shorter one.
pub(super) const fn start(text: &[u8]) -> u32 {
    match text.first_chunk::<4>() {
        Some(start) => u32::from_le_bytes(*start) | 0x2020_2020,
        None => 0,
    }
}

/// Returns the meaning of a whole word, whatever its case in ASCII.
pub(super) fn meaning(word: &[u8]) -> Option<Kind> {
    WORDS.find(ends(word), |known, _| known.len() == word.len() && starts_with(word, known))
}

/// The kind of the phrase with which a text begins, whatever the case in ASCII.
pub(super) fn phrase(text: &[u8]) -> Option<Kind> {
    STARTS.find(start(text), |phrase, kind| !kind.is_word() && kind != Kind::Form && starts_with(text, phrase))
}

/// Returns `true` if a text begins with a term that makes a line matter, whatever the case in ASCII.
pub(super) fn begins(text: &[u8]) -> bool {
    STARTS.find(start(text), |term, _| starts_with(text, term)).is_some()
}

fn starts_with(text: &[u8], term: &str) -> bool {
    let mut text = text;
    for byte in term.as_bytes() {
        match text {
            [first, rest @ ..] if first.to_ascii_lowercase() == *byte => text = rest,
            _ => return false,
        }
    }
    true
}
