//! The programs that are known, and which of their options have a value.

use super::word::Word;

/// What a program does, or what has to be asked to know it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Program {
    Unknown,
    // Files are shown.
    Cat,
    Head,
    Tail,
    Sed,
    Awk,
    GetContent,
    /// `type`: of Windows, or to ask what a command is.
    Type,
    Select,
    // Something is searched for, or listed.
    Grep,
    Findstr,
    SelectString,
    Find,
    Fd,
    List,
    Dir,
    Git,
    // Files are changed.
    Copy,
    Move,
    Remove,
    Write,
    SetContent,
    Tee,
    Perl,
    Patch,
    ApplyPatch,
    // A script goes on.
    Xargs,
    Cd,
    Popd,
    Set,
    /// It goes along with commands and does not count.
    Aside,
    /// It tells about texts or names, and does not count.
    Counter,
    /// It makes another text of a text.
    Filter,
    /// It shows lines otherwise, or parts of them.
    Trimmer,
    // Another program is run.
    Wrapper,
    Timeout,
    Command,
    Shell,
    PowerShell,
    // Tests are run.
    /// It does nothing else.
    Runner,
    /// Its first operand says whether it does.
    Says,
    /// Each of its operands may say so.
    Targets,
    /// It runs another, or a script that has a name.
    Launcher,
    /// It runs a file.
    Interpreter,
}

use Program as P;

/// Their names and options: letters without and words with their dashes; `@`: of cmdlets, `/`: of Windows. A name that stands
/// here twice counts once.
#[rustfmt::skip]
const PROGRAMS: [(Program, &str, &str); 61] = [
    (P::Cat, "cat less more most", ""),
    (P::Cat, "nl", "b d f h i l n s v w"),
    (P::Cat, "bat batcat", "r l H m --line-range --language --theme --style --paging --color --wrap --terminal-width"),
    (P::Head, "head", "n c --lines --bytes"),
    (P::Tail, "tail", "n c --lines --bytes"),
    (P::Sed, "sed gsed", "e f l --expression --file --line-length"),
    (P::Awk, "awk gawk mawk", "F v f i --assign --field-separator --file"),
    (P::GetContent, "get-content gc", "@totalcount first head tail last encoding readcount delimiter"),
    (P::Type, "type", "@"),
    (P::Select, "select-object select out-string out-host", "@first last skip property expandproperty"),
    (P::Grep, "grep egrep fgrep zgrep", GREP),
    (P::Grep, "rg ripgrep", "e f g t T m A B C M j r E d --regexp --file --glob --iglob --type --type-not --max-count \
        --after-context --before-context --context --replace --sort --sortr --max-depth --max-filesize --colors --color \
        --engine --encoding --threads --max-columns --ignore-file --pre"),
    (P::Grep, "ag ack", "A B C G m --ignore --ignore-dir --depth --type"),
    (P::Findstr, "findstr", "/"),
    (P::SelectString, "select-string sls", "@pattern context include exclude encoding"),
    (P::Find, "find", ""),
    (P::Fd, "fd fdfind", "e t E d S j --extension --type --exclude --max-depth --min-depth --size --threads --max-results"),
    (P::List, "ls", "I w --ignore --hide"),
    (P::List, "tree", "L I P o --filelimit --sort"),
    (P::List, "exa eza lsd", "L I s --level --ignore-glob --sort"),
    (P::Dir, "dir get-childitem gci", "@filter include exclude depth attributes"),
    (P::Git, "git", "C c --git-dir --work-tree"),
    (P::Copy, "cp", "t S --target-directory --suffix"),
    (P::Copy, "copy", "/"),
    (P::Copy, "copy-item", "@filter include exclude"),
    (P::Move, "mv", "t S --target-directory --suffix"),
    (P::Move, "move", "/"),
    (P::Move, "move-item", "@filter include exclude"),
    (P::Remove, "rm unlink", ""),
    (P::Remove, "del erase", "/"),
    (P::Remove, "remove-item", "@filter include exclude"),
    (P::Write, "touch", "d r t --date --reference"),
    (P::Write, "truncate", "s r --size --reference"),
    (P::Write, "ed", "p"),
    (P::SetContent, "set-content add-content out-file clear-content new-item", "@value encoding itemtype width inputobject name"),
    (P::Tee, "tee tee-object sponge", ""),
    (P::Perl, "perl", ""),
    (P::Patch, "patch", PATCH),
    (P::ApplyPatch, "apply_patch applypatch apply-patch", ""),
    (P::Xargs, "xargs", "n I P L d a s E --max-args --max-procs --max-lines --delimiter --arg-file --replace"),
    (P::Cd, "cd pushd chdir set-location", ""),
    (P::Popd, "popd", ""),
    (P::Set, "set", ""),
    (P::Aside, "echo printf print write-output write-host true false : export unset local declare typeset readonly alias unalias \
        source . shopt setopt trap ulimit umask wait exit return sleep clear pwd date which where get-command hash id whoami \
        uname hostname test [ [[ mkdir basename dirname realpath readlink nproc read shift let start-sleep get-location \
        get-date", ""),
    (P::Counter, "wc file stat du df measure-object measure test-path md5sum sha1sum sha256sum shasum cksum", ""),
    (P::Filter, "jq yq sort uniq rev tac paste join comm fmt xxd od hexdump base64 sort-object where-object format-table \
        format-list convertfrom-json convertto-json strings envsubst xmllint", ""),
    (P::Trimmer, "cut tr fold expand iconv column", ""),
    (P::Wrapper, "sudo doas", "u g h p C T D R U --user --group"),
    (P::Wrapper, "env", "u C S --unset --chdir"),
    (P::Wrapper, "nice ionice", "n c p --adjustment"),
    (P::Wrapper, "stdbuf", "i o e"),
    (P::Wrapper, "time nohup setsid noglob caffeinate unbuffer exec builtin", "f a"),
    (P::Timeout, "timeout gtimeout", "s k --signal --kill-after"),
    (P::Command, "command", ""),
    (P::Shell, "bash sh zsh dash ash ksh fish", ""),
    (P::PowerShell, "powershell pwsh cmd", ""),
    (P::Runner, "pytest py.test jest vitest mocha ava tap phpunit pest rspec ctest tox nox nose2 nosetests unittest bats karma \
        gotestsum ginkgo behave cucumber busted jasmine uvu runtests", ""),
    (P::Says, "cargo go dotnet deno swift flutter dart mix rails cabal stack bazel bazelisk lein sbt forge hardhat artisan manage \
        setup playwright ng meson", "C --manifest-path"),
    (P::Targets, "mvn mvnw gradle gradlew make gmake just task rake nx turbo ninja composer ant moon xcodebuild zig lerna", ""),
    (P::Launcher, "npm pnpm yarn bun npx bunx pnpx uvx uv poetry pipenv pdm rye conda mamba bundle mise dotenv cross-env hatch c8 \
        nyc coverage", "p C n F --package --prefix --filter --dir --cwd --project --with --workspace"),
    (P::Interpreter, "node nodejs tsx ts-node python py pypy php ruby", "r W X --require --import --loader"),
];

/// Those of `grep`, and of `git grep`.
pub(super) const GREP: &str = "e f m A B C D d --regexp --file --include --exclude --exclude-dir --max-count --after-context \
    --before-context --context --label --binary-files --directories";
/// Those of `patch`, and of `git apply`.
pub(super) const PATCH: &str = "p i d D B z F o r --input --directory --strip";

/// The name of a program without its folder: `grep` of `/usr/bin/grep`, `mvn` of `mvn.cmd`.
pub(super) fn name<'a>(word: &'a Word<'_>) -> &'a [u8] {
    let name = word.text.rsplit(|byte| matches!(byte, b'/' | b'\\')).next().unwrap_or_default();
    match name {
        [name @ .., b'.', b'e', b'x', b'e']
        | [name @ .., b'.', b'c', b'm', b'd']
        | [name @ .., b'.', b'b', b'a', b't'] => name,
        _ => name,
    }
}

/// A program by its name, whose case does not matter.
#[inline(never)]
pub(super) fn lookup(name: &[u8]) -> (Program, &'static str) {
    for (program, names, valued) in &PROGRAMS {
        if names.as_bytes().split(|&byte| byte == b' ').any(|known| known.eq_ignore_ascii_case(name)) {
            return (*program, valued);
        }
    }
    (P::Unknown, "")
}
