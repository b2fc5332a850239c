//! Whether a command runs tests.

use super::arguments::among;
use super::word::Word;
use super::wrapper::{is_assignment, name, options};

/// Programs that do nothing else.
const RUNNERS: &str = "pytest py.test jest vitest mocha ava tap phpunit pest rspec ctest tox nox nose2 nosetests unittest bats \
    karma gotestsum ginkgo behave cucumber busted jasmine uvu runtests";

/// Programs whose first operand says what they do.
const COMMANDS: &str = "cargo go dotnet deno swift flutter dart mix rails cabal stack bazel bazelisk lein sbt forge hardhat \
    artisan manage setup playwright ng meson";

/// Programs of whose operands each may say it.
const TARGETS: &str =
    "mvn mvnw gradle gradlew make gmake just task rake nx turbo ninja composer ant moon xcodebuild zig lerna";

/// Programs that run another, or a script that has a name.
const LAUNCHERS: &str = "npm pnpm yarn bun npx bunx pnpx uvx uv poetry pipenv pdm rye conda mamba bundle mise dotenv cross-env \
    hatch c8 nyc coverage";

/// Programs that run a file.
const INTERPRETERS: &str = "node nodejs tsx ts-node python py pypy php ruby bash sh zsh";

/// What stands between a program and what it runs.
const FILLERS: &str = "run run-script exec dlx x --";

/// What ends the names of scripts.
const ENDS: [&str; 8] = [".js", ".mjs", ".cjs", ".ts", ".py", ".rb", ".sh", ".phar"];

/// Options that have a value: those of interpreters, and of all others.
const VALUED: [&str; 2] = [
    "-r -W -X --require --import --loader",
    "-p -C -n -F --package --prefix --filter --dir --cwd --project --with --workspace --manifest-path",
];

/// Whether the words are a command that runs tests.
pub(super) fn is_test(words: &[Word<'_>]) -> bool {
    // With these it only tells about itself.
    if words.iter().any(|word| matches!(&*word.text, "--version" | "--help" | "--collect-only" | "--listTests")) {
        return false;
    }
    let mut words = words;
    // One starts another: `npx`, `node`, a runner.
    for _ in 0..5 {
        let Some((first, rest)) = words.split_first() else { return false };
        let name = name(first);
        let script = ENDS.iter().find_map(|end| name.strip_suffix(end));
        let name = script.unwrap_or(&name);
        if among(name, RUNNERS) || script.is_some_and(says_test) {
            return true;
        }
        let version = |c: char| c.is_ascii_digit() || c == '.';
        let (launches, interprets) = (among(name, LAUNCHERS), among(name.trim_end_matches(version), INTERPRETERS));
        let valued = VALUED[usize::from(!interprets)];
        let mut at = options(rest, 0, valued);
        while launches && rest.get(at).is_some_and(|word| among(&word.text, FILLERS) || is_assignment(word)) {
            at = options(rest, at + 1, valued);
        }
        let (before, operands) = rest.split_at(at.min(rest.len()));
        if among(name, TARGETS) {
            return operands.iter().any(|word| !word.text.starts_with('-') && says_test(&word.text));
        }
        if !launches && !interprets {
            let first = operands.iter().find(|word| !word.text.starts_with('+') && word.text != "task");
            return among(name, COMMANDS) && first.is_some_and(|word| says_test(&word.text));
        }
        if interprets && before.iter().any(|word| word.text == "--test") {
            return true;
        }
        let module = rest.iter().take(4).position(|word| word.text == "-m");
        words = module.map_or(operands, |at| rest.get(at + 1..).unwrap_or_default());
        if launches && words.first().is_some_and(|word| word.text == "workspace") {
            words = words.get(2..).unwrap_or_default();
        }
        if launches && words.first().is_some_and(|word| says_test(&word.text)) {
            return true;
        }
    }
    false
}

/// Whether the name of a script or a target says that it runs tests: `test`, `test:unit`, `e2e-tests`, `testDebug`.
fn says_test(target: &str) -> bool {
    let mut pieces = target.split(|c: char| !c.is_ascii_alphanumeric()).filter(|piece| !piece.is_empty());
    let is_test = |piece: &str| {
        let capital = |rest: &str| rest.starts_with(|c: char| c.is_ascii_uppercase());
        among(piece, "test tests spec specs e2e nextest runtests") || piece.strip_prefix("test").is_some_and(capital)
    };
    target == "t" || pieces.next().is_some_and(is_test) || pieces.next_back().is_some_and(is_test)
}
