//! Documented outputs of failed runs of many tools: each is judged, quoted and rescued.

use std::format;
use std::string::String;
use std::vec::Vec;

use crate::failure::{Call, Does, quotes, units};
use crate::text::{RescueOptions, TrimOptions};
use crate::value::trim;

/// The line that a person would quote, and the output that it stands in.
#[rustfmt::skip]
const FAILED: &[(&str, &str)] = &[
    (
        "a.c:3:5: error: 'x' undeclared (first use in this function)",
        "gcc -c a.c\na.c: In function 'main':\na.c:3:5: error: 'x' undeclared (first use in this \
         function)\n    3 |     x = 1;\n      |     ^\n\
         a.c:3:5: note: each undeclared identifier is reported only once for each function it appears \
         in\nmake: *** [Makefile:3: a.o] Error 1",
    ),
    (
        "a.c:(.text+0x9): undefined reference to `foo'",
        "/usr/bin/ld: /tmp/ccX.o: in function `main':\na.c:(.text+0x9): undefined reference to `foo'\n\
         collect2: error: ld returned 1 exit status",
    ),
    (
        "main.obj : error LNK2019: unresolved external symbol foo referenced in function main",
        "main.obj : error LNK2019: unresolved external symbol foo referenced in function main\n\
         a.exe : fatal error LNK1120: 1 unresolved externals",
    ),
    (
        "ERROR: /srv/a/BUILD:3:10: Compiling a/b.cc failed: (Exit 1): gcc failed: error executing command /usr/bin/gcc",
        "INFO: Analyzed target //a:b (3 packages loaded).\nINFO: Found 1 target...\n\
         ERROR: /srv/a/BUILD:3:10: Compiling a/b.cc failed: (Exit 1): gcc failed: error executing \
         command /usr/bin/gcc\na/b.cc:3:5: error: use of undeclared identifier 'x'\n\
         Target //a:b failed to build\nUse --verbose_failures to see the command lines of failed build \
         steps.\nINFO: Elapsed time: 0.9s, Critical Path: 0.1s\nINFO: 2 processes: 2 internal.\n\
         FAILED: Build did NOT complete successfully",
    ),
    (
        "/srv/A.java:3: error: cannot find symbol",
        "> Task :compileJava FAILED\n\
         /srv/A.java:3: error: cannot find symbol\n\
         \x20       foo();\n        ^\n  symbol:   method foo()\n  location: class A\n1 error\n\n\
         FAILURE: Build failed with an exception.\n\n* What went wrong:\n\
         Execution failed for task ':compileJava'.\n\
         > Compilation failed; see the compiler error output for details.\n\n* Try:\n\
         > Run with --stacktrace option to get the stack trace.\n\nBUILD FAILED in 1s\n\
         1 actionable task: 1 executed",
    ),
    (
        "org.opentest4j.AssertionFailedError: expected: <3> but was: <4>",
        "[INFO] Running com.acme.ATest\n[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time \
         elapsed: 0.03 s <<< FAILURE! -- in com.acme.ATest\n\
         [ERROR] com.acme.ATest.adds -- Time elapsed: 0.01 s <<< FAILURE!\n\
         org.opentest4j.AssertionFailedError: expected: <3> but was: <4>\n\
         \tat com.acme.ATest.adds(ATest.java:12)\n[INFO] Results:\n[ERROR] Failures:\n\
         [ERROR]   ATest.adds:12 expected: <3> but was: <4>\n\
         [ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE",
    ),
    (
        "a.kt:3:5: error: unresolved reference: foo",
        "a.kt:3:5: error: unresolved reference: foo\n    foo()\n    ^",
    ),
    (
        "/srv/A.cs(3,9): error CS0103: The name 'x' does not exist in the current context [/srv/a.csproj]",
        "/srv/A.cs(3,9): error CS0103: The name 'x' does not exist in the current context \
         [/srv/a.csproj]\n\nBuild FAILED.\n\n/srv/A.cs(3,9): error CS0103: The name 'x' does not exist \
         in the current context [/srv/a.csproj]\n    0 Warning(s)\n    1 Error(s)\n\n\
         Time Elapsed 00:00:01.23",
    ),
    (
        "/srv/a.swift:3:5: error: cannot find 'x' in scope",
        "/srv/a.swift:3:5: error: cannot find 'x' in scope\n** BUILD FAILED **\n\n\n\
         The following build commands failed:\n\tSwiftCompile normal arm64 /srv/a.swift (in target 'A' \
         from project 'A')\n(1 failure)",
    ),
    (
        "Failure/Error: expect(cart.size).to eq(2)",
        "Failures:\n\n  1) Cart adds an item\n     Failure/Error: expect(cart.size).to eq(2)\n\
         \n       expected: 2\n            got: 1\n\
         \n       (compared using ==)\n     # ./spec/cart_spec.rb:12:in `block (2 levels) in <top \
         (required)>'\n\nFinished in 0.01 seconds (files took 0.1 seconds to load)\n\
         3 examples, 1 failure\n\nFailed examples:\n\nrspec ./spec/cart_spec.rb:10 # Cart adds an item",
    ),
    (
        "Failed asserting that 1 matches expected 2.",
        "PHPUnit 11.0.0 by Sebastian Bergmann and contributors.\n\n\
         .F                                                                  2 / 2 (100%)\n\n\
         Time: 00:00.010, Memory: 8.00 MB\n\nThere was 1 failure:\n\n1) CartTest::testAdds\n\
         Failed asserting that 1 matches expected 2.\n\n/srv/tests/CartTest.php:12\n\nFAILURES!\n\
         Tests: 2, Assertions: 2, Failures: 1.",
    ),
    (
        "3:5  \u{2716}  Unexpected unknown property \"colr\"  property-no-unknown",
        "src/a.css\n  3:5  \u{2716}  Unexpected unknown property \"colr\"  property-no-unknown\n\n\
         \u{2716} 1 problem (1 error, 0 warnings)",
    ),
    (
        "would reformat src/a.py",
        "would reformat src/a.py\n\nOh no! \u{1f4a5} \u{1f494} \u{1f4a5}\n\
         1 file would be reformatted, 2 files would be left unchanged.",
    ),
    (
        "\u{2502} Error: Invalid reference",
        "\u{2577}\n\u{2502} Error: Invalid reference\n\u{2502} \n\
         \u{2502}   on main.tf line 3, in resource \"aws_instance\" \"a\":\n\
         \u{2502}    3:   ami = foo\n\u{2502} \n\u{2502} A reference to a resource type must be \
         followed by at least one attribute access.\n\u{2575}",
    ),
    (
        "CONFLICT (content): Merge conflict in src/a.ts",
        "Auto-merging src/a.ts\nCONFLICT (content): Merge conflict in src/a.ts\n\
         Automatic merge failed; fix conflicts and then commit the result.",
    ),
    (
        "error: failed to push some refs to 'https://example.com/acme/berths.git'",
        "To https://example.com/acme/berths.git\n ! [rejected]        main -> main (fetch first)\n\
         error: failed to push some refs to 'https://example.com/acme/berths.git'\n\
         hint: Updates were rejected because the remote contains work that you do not\n\
         hint: have locally. This is usually caused by another repository pushing to\n\
         hint: See the 'Note about fast-forwards' in 'git push --help' for details.",
    ),
    (
        "curl: (7) Failed to connect to localhost port 3000 after 0 ms: Couldn't connect to server",
        "  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n\
         \x20                                Dload  Upload   Total   Spent    Left  Speed\n\
         \x20 0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0\n\
         curl: (7) Failed to connect to localhost port 3000 after 0 ms: Couldn't connect to server",
    ),
    (
        "ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with \"frozen-lockfile\" because pnpm-lock.yaml is not up to date with package.json",
        " ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with \"frozen-lockfile\" because pnpm-lock.yaml \
         is not up to date with package.json\n\nNote that in CI environments this setting is true by \
         default.",
    ),
    (
        "psql: error: connection to server at \"localhost\" (127.0.0.1), port 5432 failed: Connection refused",
        "psql: error: connection to server at \"localhost\" (127.0.0.1), port 5432 failed: Connection \
         refused\n\tIs the server running on that host and accepting TCP/IP connections?",
    ),
    (
        "ERROR 1146 (42S02) at line 1: Table 'app.users' doesn't exist",
        "ERROR 1146 (42S02) at line 1: Table 'app.users' doesn't exist",
    ),
    (
        "nginx: [emerg] unknown directive \"servr\" in /etc/nginx/nginx.conf:3",
        "nginx: [emerg] unknown directive \"servr\" in /etc/nginx/nginx.conf:3\n\
         nginx: configuration file /etc/nginx/nginx.conf test failed",
    ),
    (
        "Error: expect(locator).toHaveText(expected) failed",
        "Running 2 tests using 1 worker\n\n  \u{2713}  1 [chromium] \u{203a} a.spec.ts:3:5 \u{203a} \
         opens (1.2s)\n  \u{2718}  2 [chromium] \u{203a} a.spec.ts:8:5 \u{203a} adds (5.1s)\n\
         \n  1) [chromium] \u{203a} a.spec.ts:8:5 \u{203a} adds \
         \u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\n\n    Error: expect(locator).toHaveText(expected) failed\n\n    Locator: locator('h1')\n    Expected string: \"2\"\n    Received string: \"1\"\n\n       9 |   await page.goto('/');\n    > 10 |   await expect(page.locator('h1')).toHaveText('2');\n         |                                    ^\n        at /srv/a.spec.ts:10:36\n\n  1 failed\n    [chromium] \u{203a} a.spec.ts:8:5 \u{203a} adds \u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\n  1 passed (6.5s)",
    ),
    (
        "error: AssertionError: Values are not equal.",
        "running 2 tests from ./a_test.ts\nopens ... ok (1ms)\nadds ... FAILED (2ms)\n\n ERRORS \n\n\
         adds => ./a_test.ts:8:6\nerror: AssertionError: Values are not equal.\n\n\
         \n    [Diff] Actual / Expected\n\n\n-   1\n+   2\n\n FAILURES \n\nadds => ./a_test.ts:8:6\n\n\
         FAILED | 1 passed | 1 failed (10ms)\n\nerror: Test failed",
    ),
    (
        "Variable not in scope: foo :: Int -> t",
        "A.hs:3:5: error: [GHC-88464]\n    Variable not in scope: foo :: Int -> t\n  |\n\
         3 |     foo 1\n  |     ^^^",
    ),
    (
        "ERROR: LoadError: UndefVarError: `x` not defined",
        "ERROR: LoadError: UndefVarError: `x` not defined\n\
         Stacktrace:\n [1] top-level scope\n   @ /srv/a.jl:3\nin expression starting at /srv/a.jl:3",
    ),
    (
        "AssertionError [ERR_ASSERTION]: 1 == 2",
        "  Cart\n    \u{2714} opens\n    1) adds\n\n  1 passing (5ms)\n  1 failing\n\
         \n  1) Cart\n       adds:\n\
         \n      AssertionError [ERR_ASSERTION]: 1 == 2\n      + expected - actual\n\
         \n      -1\n      +2\n\n      at Context.<anonymous> (test/cart.js:5:14)",
    ),
    (
        "AssertionError: 1 != 2",
        "F.\n======================================================================\n\
         FAIL: test_adds (test_cart.CartTest.test_adds)\n\
         ----------------------------------------------------------------------\n\
         Traceback (most recent call last):\n\
         \x20 File \"/srv/test_cart.py\", line 8, in test_adds\n    self.assertEqual(add(1), 2)\n\
         AssertionError: 1 != 2\n\n----------------------------------------------------------------------\nRan 2 tests in 0.001s\n\nFAILED (failures=1)",
    ),
    (
        "jq: error (at <stdin>:1): Cannot index number with \"a\"",
        "jq: error (at <stdin>:1): Cannot index number with \"a\"",
    ),
    (
        "docker: Error response from daemon: Conflict. The container name \"/web\" is already in use by container \"abc\".",
        "docker: Error response from daemon: Conflict. The container name \"/web\" is already in use \
         by container \"abc\".\nSee 'docker run --help'.",
    ),
    (
        "a.py: error: the following arguments are required: --name",
        "usage: a.py [-h] --name NAME\na.py: error: the following arguments are required: --name",
    ),
    (
        "Error: Cannot find module '/srv/a.js'",
        "node:internal/modules/cjs/loader:1228\n  throw err;\n  ^\n\n\
         Error: Cannot find module '/srv/a.js'\n    at Module._resolveFilename \
         (node:internal/modules/cjs/loader:1225:15)\n\
         \x20   at node:internal/main/run_main_module:28:49 {\n\
         \x20 code: 'MODULE_NOT_FOUND',\n  requireStack: []\n}\n\nNode.js v20.20.2",
    ),
    (
        "Module not found: Error: Can't resolve './b' in '/srv/src'",
        "ERROR in ./src/a.js 3:5-9\nModule not found: Error: Can't resolve './b' in '/srv/src'\n\n\
         webpack 5.91.0 compiled with 1 error in 300 ms",
    ),
    (
        "Expected equality of these values:",
        "[ RUN      ] Cart.Adds\na_test.cc:8: Failure\n\
         Expected equality of these values:\n  add(1)\n    Which is: 1\n  2\n\
         [  FAILED  ] Cart.Adds (0 ms)\n[==========] 1 test from 1 test suite ran. (0 ms total)\n\
         [  PASSED  ] 0 tests.\n[  FAILED  ] 1 test, listed below:\n[  FAILED  ] Cart.Adds\n\
         \n 1 FAILED TEST",
    ),
    (
        "Command timed out after 2m 0.0s",
        "Command timed out after 2m 0.0s",
    ),
];

/// Outputs of runs that passed.
const PASSED: &[&str] = &[
    "collected 3 items\n\ntests/test_error.py ...\n\n==== 3 passed in 0.31s ====",
    "PASS src/error.test.js\nTests:       3 passed, 3 total",
    "[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS",
    "2 examples, 0 failures",
    "All done!\n3 files would be left unchanged.",
    "ok  \texample.com/m/errors\t0.1s",
    "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out",
    "No changes. Your infrastructure matches the configuration.",
    "Already up to date.",
    "nginx: the configuration file /etc/nginx/nginx.conf syntax is ok",
    "To https://example.com/acme/berths.git\n   2564804..8a2f10c  main -> main",
    "deployment \"failed-jobs\" successfully rolled out",
    "webpack 5.91.0 compiled successfully in 300 ms",
    "0 errors, 0 warnings, 0 informations",
];

fn ends(text: &str) -> (String, String) {
    let tail = text.char_indices().rev().take(300).last().map_or(0, |(at, _)| at);
    (units(text, 300).into(), text.get(tail.max(units(text, 300).len())..).unwrap_or_default().into())
}

fn run(text: &str) -> Call {
    Call { failed: false, flagged: false, runs: true, does: Does::Other, units: text.encode_utf16().count() as u64 }
}

#[test]
fn the_failure_of_a_run_is_seen_and_its_headline_quoted() {
    for (headline, output) in FAILED {
        assert!(run(output).ending(|_| ends(output)).failed, "{output}");
        let quotes = quotes(output, 800);
        assert_eq!(quotes.best, *headline, "{output}");
        assert!(quotes.line.contains(headline) && quotes.block.contains(headline), "{quotes:?}");
    }
    for output in PASSED {
        let ending = run(output).ending(|_| ends(output));
        assert!(!ending.failed && !ending.suspect, "{output}: {ending:?}");
    }
}

#[test]
fn the_headline_of_a_failure_in_a_long_log_is_rescued() {
    let steps: Vec<String> = (0..400).map(|n| format!("  step {n} is done in {n} ms\n")).collect();
    let steps = steps.concat();
    for (headline, output) in FAILED {
        let log = format!("{steps}{output}\n{steps}");
        for most in [600, 2000] {
            let kept = trim(&log, TrimOptions::new().max_chars(most).rescue(RescueOptions::new())).unwrap().text;
            // Of a long line the start is kept.
            assert!(kept.contains(units(headline, 80)), "{most}: {headline}\n{kept}");
        }
    }
}
