//! The first line with a word for failure is quoted beside the one that describes the error.

use super::line;

#[test]
fn a_search_for_the_error_finds_its_first_line() {
    // Code that a formatter would change stands before what fails (Biome).
    let biome = "a.ts format\n\n  220 \u{2502} - chunkArray(errors,\u{b7}SIZE)\n\na.ts:12:5 lint/suspicious/noExplicitAny\n\n  \
                 \u{d7} Unexpected any. Specify a different type.\n\nFound 2 errors.\n";
    let quoted = line(biome);
    assert!(quoted.contains("chunkArray(errors,") && quoted.contains("Unexpected any."), "{quoted}");
    // PowerShell names the kind of error below its message.
    let shell = "bash : The term 'bash' is not recognized as the name of a cmdlet.\nAt line:2 char:1\n+ bash --version\n+ ~~~~\n    \
                 + CategoryInfo          : ObjectNotFound: (bash:String) [], CommandNotFoundException\n";
    let quoted = line(shell);
    assert!(quoted.contains("The term 'bash'") && quoted.contains("+ CategoryInfo"), "{quoted}");
}

#[test]
fn words_that_report_no_failure_are_no_such_line() {
    let cause = "src/a.rs:3:5: mismatched types";
    for harmless in [
        "found 0 errors so far",
        "errors: 0",
        "handles errors of the pool",
        "see docs/error.md",
        "--no-error",
        "ok 3 - fails",
    ] {
        let quoted = line(&std::format!("{harmless}\nerror: {cause}\n"));
        assert!(!quoted.contains(harmless), "{quoted}");
    }
}

#[test]
fn an_output_without_an_error_is_known_by_how_it_begins() {
    let banner = "============================= test session starts ==============================";
    let quoted = line(&std::format!("{banner}\nplatform linux -- Python 3.12.1\ncollected 0 items\n\nsome/path\n"));
    assert!(quoted.starts_with(banner) && quoted.contains("some/path"), "{quoted}");
}
