//! Levels of log records, and failures that tools report in a form of their own.

use alloc::string::String;

use super::{role, severity};
use crate::failure::classify::{Severity, classify};
use crate::failure::role::Role;

#[test]
fn a_stated_level_says_how_severe_a_record_is_whatever_its_words() {
    let levels = [
        (Severity::Fatal, &["F0304 10:22:33.1 1 main.go:324] lease lost", r#"{"level":60,"msg":"no connection"}"#][..]),
        (
            Severity::Error,
            &[
                r#"{"level":"error","msg":"no connection"}"#,
                r#"{"msg":"no connection","level":"ERROR"}"#,
                r#"{"time":"2026-01-01T00:00:00Z","severity": "ERROR","message":"no connection"}"#,
                r#"{"@t":"2026","@l":"Error","@m":"no connection"}"#,
                r#"{"level":50,"time":1,"msg":"no connection"}"#,
                r#"level=error msg="no connection""#,
                "E0304 10:22:33.1 1 reflector.go:324] no connection",
            ],
        ),
        (
            Severity::Warning,
            &[
                r#"{"level":"warn","msg":"failed to reach the ledger"}"#,
                r#"{"msg":"failed to reach the ledger","level":"warn"}"#,
                r#"{"level":40,"msg":"failed to reach the ledger"}"#,
                r#"level=warning msg="failed to reach the ledger""#,
                "2026-03-12 05:27:12 WARN jobs.storage failed to load y, will retry",
                "WARNING:shop.x:failed to load y: OSError: full",
                "W0304 10:22:33.1 1 reflector.go:324] failed to watch",
                "2026/03/04 10:22:33 [warn] 31#31: upstream failed",
                "npm warn deprecated foo@1: fails on Windows",
                "a.c:3:4: warning: the call failed",
            ],
        ),
        (
            Severity::None,
            &[
                r#"{"level":"info","msg":"the leader failed over"}"#,
                r#"{"level":30,"msg":"failed over"}"#,
                "I0304 10:22:33.1 1 reflector.go:324] failed over",
                "2026-03-04T10:22:33Z 0 [Note] [MY-1] Aborted connection",
            ],
        ),
    ];
    for (level, lines) in levels {
        for line in lines {
            assert_eq!(severity(line), level, "{line}");
        }
    }
    // Failures that a warning counts did happen.
    assert_eq!(severity("WARNING: 3 errors"), Severity::Error);
    assert_eq!(severity("ERROR: a warning was ignored"), Severity::Error);
}

#[test]
fn failures_in_the_form_of_a_tool_are_seen() {
    for line in [
        "::error file=deploy/cart.yaml,line=31,col=5::replicas must be at least 2",
        "##teamcity[testFailed name='a' message='b']",
        "#   Failed test 'total is rounded'",
        "# A fatal error has been detected by the Java Runtime Environment:",
        "(error) WRONGTYPE Operation against a key",
        "   ^-- SC1073 (error): Couldn't parse this if expression.",
        "[\u{2717}] ledger-2 unreachable (timeout 5s)",
        "  \u{25cf} suite \u{203a} test",
    ] {
        assert_eq!(severity(line), Severity::Error, "{line}");
    }
    for line in [
        r#"127.0.0.1 - - [10/Oct/2000:13:55:36 -0700] "POST /checkout HTTP/1.1" 502 157"#,
        "Can't locate object method \"totl\" via package \"Cart\" at lib/Report.pm line 88.",
        "==4121== Invalid read of size 4",
        "==4121== 40 bytes in 1 blocks are definitely lost in loss record 1 of 2",
        "'msbuild' is not recognized as an internal or external command,",
        r#"{"error":{"reason":"no such index"},"status":404}"#,
    ] {
        assert_eq!(severity(line), Severity::Weak, "{line}");
    }
    for line in [
        "::warning file=a.js::x",
        "# the error handler",
        "\u{25cf} cart.service - Cart",
        r#"127.0.0.1 - - [10/Oct/2000:13:55:36 -0700] "POST /checkout HTTP/1.1" 200 502"#,
        r#"{"error":"","errors":{}}"#,
        "Passed in:",
    ] {
        assert_eq!(severity(line), Severity::None, "{line}");
    }
    for line in ["Expected string: \"a\"", "Got:", "with expansion:", "  Which: means none were found"] {
        assert_eq!(role(line), Role::Expected, "{line}");
    }
    let at = |line| classify(line, &mut String::new()).found;
    assert_eq!(at("::error file=a.js,line=1::the message"), 26);
}
