//! Errors of shells, of Windows and macOS, of HTTP clients and of MCP, and lines that look like them.

use std::format;
use std::string::String;

use super::{role, severity};
use crate::failure::classify::Severity;
use crate::failure::role::Role;
use crate::failure::{Call, Does, has_failed, quotes};

fn run(units: usize) -> Call {
    Call { failed: false, flagged: false, runs: true, does: Does::Other, units: units as u64 }
}

fn fails(output: &str) -> bool {
    run(output.len()).ending(|_| (String::from(output), String::new())).failed
}

/// Outputs of runs that did what was asked.
const FINE: &[&str] = &[
    "/bin/bash: ELF 64-bit LSB pie executable, x86-64, dynamically linked",
    "/bin/sh: symbolic link to dash",
    "bash: /usr/bin/bash /etc/bash.bashrc /usr/share/man/man1/bash.1.gz",
    "/bin/sh: 12",
    "bash: 5.2.15-2\ndash: 0.5.12-2",
    "bash: -c ls",
    "ERR_INVALID_ARG_TYPE\nERR_INVALID_URL\n",
    "ERR_ codes are documented in docs",
    "dyld: loaded 40 libraries",
];

#[test]
fn a_name_of_a_shell_or_a_code_alone_is_no_failure() {
    for output in FINE {
        assert!(!fails(output), "{output}");
    }
    for output in
        ["zsh: no matches found: done/*.x", "zsh:1: no matches found: running-*", "fish: Unknown command: done"]
    {
        assert!(fails(output), "{output}");
    }
    let output = "warning: using fallback\n  error: connection to db refused\n  error: migration 12 failed\n";
    let ending = run(output.len()).ending(|_| (String::from(output), String::new()));
    assert!(ending.failed || ending.suspect);
    assert_eq!(quotes(output, 400).best, "error: connection to db refused");
}

/// Outputs of failed runs, each with the line that a person would quote.
#[rustfmt::skip]
const FAILED: &[(&str, &str)] = &[
    // PowerShell 5.1, and the concise view of 7.
    (
        "Get-Item : Cannot find path 'C:\\srv\\x' because it does not exist.",
        "Get-Item : Cannot find path 'C:\\srv\\x' because it does not exist.\nAt line:1 char:1\n+ Get-Item C:\\srv\\x\n\
         + ~~~~~~~~~~~~~~~~~\n    + CategoryInfo          : ObjectNotFound: (C:\\srv\\x:String) [Get-Item], \
         ItemNotFoundException\n    + FullyQualifiedErrorId : PathNotFound,Microsoft.PowerShell.Commands.GetItemCommand",
    ),
    (
        "the depot is closed",
        "the depot is closed\nAt C:\\srv\\a.ps1:12 char:3\n+   throw \"the depot is closed\"\n+   ~~~~~\n    \
         + CategoryInfo          : OperationStopped: (the depot is closed:String) [], RuntimeException\n    \
         + FullyQualifiedErrorId : the depot is closed",
    ),
    (
        "| Missing closing '}' in statement block or type definition.",
        "ParserError: \nLine |\n   1 |  if ($true) {\n     |             ~\n     \
         | Missing closing '}' in statement block or type definition.",
    ),
    (
        "| Cannot find path '/srv/x' because it does not exist.",
        "Get-Content: /srv/a.ps1:3\nLine |\n   3 |  Get-Content x\n     |  ~~~~~~~~~~~~~\n     \
         | Cannot find path '/srv/x' because it does not exist.",
    ),
    // zsh, as a command and as an evaluated one; fish; dash; Bash.
    ("zsh: no matches found: *.foo", "zsh: no matches found: *.foo"),
    ("zsh:1: bad substitution", "zsh:1: bad substitution"),
    ("(eval):1: no matches found: src/**/*.foo", "(eval):1: no matches found: src/**/*.foo"),
    ("zsh: abort      ./a.out", "zsh: abort      ./a.out"),
    ("fish: Unknown command: foo", "fish: Unknown command: foo\nfish: \nfoo\n^~^"),
    ("/bin/sh: 1: foo: not found", "/bin/sh: 1: foo: not found"),
    ("bash: x: unbound variable", "bash: x: unbound variable"),
    // Windows, and Node for a child that crashed there.
    ("boom", "boom\nCommand exited with code 3221225477"),
    ("boom", "boom\nExit code: -1073741819"),
    ("boom", "boom\nexit status 0xc0000005"),
    // macOS.
    (
        "dyld[123]: Library not loaded: @rpath/libx.dylib",
        "dyld[123]: Library not loaded: @rpath/libx.dylib\n  Referenced from: /srv/a\n  Reason: image not found",
    ),
    // MCP.
    ("MCP error -32602: Invalid arguments for tool read_file", "MCP error -32602: Invalid arguments for tool read_file"),
    ("Error executing tool fetch: timeout", "Error executing tool fetch: timeout"),
    // Codes of Node and pnpm.
    ("EADDRINUSE: address already in use :::3000", "EADDRINUSE: address already in use :::3000"),
    ("EEXIST: file already exists, mkdir '/srv/a'", "EEXIST: file already exists, mkdir '/srv/a'"),
    // The tag of a harness: what the message quotes is no error.
    (
        "<tool_use_error>String to replace not found in file.",
        "<tool_use_error>String to replace not found in file.\nString:   throw new TypeError(\"failed: full\");\n\
         TypeError: quoted\n</tool_use_error>",
    ),
    ("The depot is closed", "<error>\nThe depot is closed\nTypeError: quoted\n</error>"),
    ("TypeError: full", "<error>Exit code 1\nstarted\nTypeError: full\n</error>"),
];

#[test]
fn failures_of_shells_systems_and_tools_are_seen_and_quoted() {
    for (best, output) in FAILED {
        assert!(run(output.len()).ending(|_| (String::from(*output), String::new())).failed, "{output}");
        assert_eq!(quotes(output, 400).best, *best, "{output}");
    }
}

#[test]
fn messages_that_prove_nothing_alone_are_suspected() {
    for output in [
        "The system cannot find the path specified.\r\n",
        "Access is denied.\r\n",
        "'msbuild' is not recognized as an internal or external command,\r\noperable program or batch file.\r\n",
        "Abort trap: 6",
        "Trace/BPT trap: 5",
        "Segmentation fault: 11",
        "Killed: 9",
        "Bus error: 10",
        "Unhandled exception at 0x00007FF6: 0xC0000005: Access violation reading location 0x0.",
        "HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n",
        "HTTP/2 500 \r\nserver: nginx\r\n",
        "< HTTP/1.1 503 Service Unavailable",
        "gh: Bad credentials (HTTP 401)",
        "Request failed with status code 500",
        "403 Forbidden",
        "Tool fetch_url not found",
        "No such tool available: fetch_url",
    ] {
        let ending = run(output.len()).ending(|_| (String::from(output), String::new()));
        assert!(ending.suspect || ending.failed, "{output}");
        assert!(severity(output.lines().next().unwrap()) >= Severity::Weak, "{output}");
    }
}

#[test]
fn what_resembles_them_is_no_failure() {
    for output in [
        "HTTP/1.1 200 OK\r\nContent-Length: 404\r\n",
        "HTTP/2 301 \r\nlocation: /500\r\n",
        "HTTP request sent, awaiting response... 200 OK\nLength: 404 [text/plain]\n",
        "404\n",
        "found 404 files in 500 folders",
        "src/404.html\nsrc/500.html",
        "zsh: suspended  vim a.txt",
        "push: 3 objects",
        "exit code 0",
        "took 1073741819 ns",
    ] {
        let ending = run(output.len()).ending(|_| (String::from(output), String::new()));
        assert!(!ending.failed && !ending.suspect && !has_failed(output, ""), "{output}");
        assert!(output.lines().all(|line| severity(line) < Severity::Weak), "{output}");
    }
    // An error of a shell within a command that succeeded, and a member of a theme.
    let shown = "Process exited with code 0\nOutput:\nzsh:1: command not found: workers\nREADME.md:22: rows";
    assert!(!run(shown.len()).ending(|_| (String::from(shown), String::new())).failed);
    let read = Call { runs: false, does: Does::Shows, ..run(60) };
    assert!(!read.ending(|_| ("{\"name\":\"dark\",\"colors\":{\"error\":\"red\"}}".into(), String::new())).failed);
    assert!(read.ending(|_| ("{\"error\":\"no such file\"}".into(), String::new())).failed);
}

#[test]
fn the_code_of_a_crash_is_the_same_with_a_sign_and_without() {
    for text in ["3221225477", "-1073741819", "0xC0000005"] {
        let ending = run(40).ending(|_| (format!("Process exited with code {text}"), String::new()));
        assert_eq!((ending.failed, ending.exit), (true, Some(3_221_225_477)), "{text}");
        assert_eq!(role(&format!("the job exited with code {text} at last")), Role::Exit, "{text}");
    }
    assert_eq!(run(40).ending(|_| ("Exit code: -1".into(), String::new())).exit, Some(1));
}
