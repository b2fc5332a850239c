//! Presets: what they do beyond their numbers, and that they can be written by name.
#![allow(missing_docs, reason = "tests")]

use std::fmt::Write;

use tooltrim::host::{NamedOption, OptionValue};
use tooltrim::presets::{self, Mode};
use tooltrim::trimming::RescueOptions;
use tooltrim::{CleanOptions, Keep, TrimOptions, trim};

/// What hosts without types do: options by name, and back.
fn by_name(options: &TrimOptions) -> TrimOptions {
    let mut read = TrimOptions::new();
    for (name, value) in options.named() {
        read.set(&NamedOption { name, value, shown: "" }).unwrap();
    }
    read
}

#[test]
fn options_that_are_written_by_name_are_read_as_they_were() {
    let rescue = RescueOptions::new().share(0.25).include(["node7"]).exclude(["known", "harmless"]);
    for options in [
        presets::toolify(),
        presets::context_trimmer(Mode::Center, 100),
        presets::field(2000),
        presets::checkpoint(2000),
        presets::response(50_000),
        presets::terminal(),
        presets::file_read(),
        presets::search(),
        TrimOptions::new().max_tokens(5).rescue(rescue).clean(true),
        TrimOptions::new().rescue(RescueOptions::new().share(0.5)).clean(CleanOptions::new().long_lines(true)),
        TrimOptions::new().max_utf16(7).keep(Keep::Tail).tail_chars(3).rescue(true).clean(false),
    ] {
        // How a limit was given makes no difference here.
        let shown = |options: &TrimOptions| format!("{options:?}").replace("given: true", "given: false");
        assert_eq!(shown(&by_name(&options)), shown(&options));
    }
}

#[test]
fn what_is_nested_is_written_as_an_object_and_the_usual_as_true() {
    let on = || OptionValue::Bool(true);
    let clean = ["ansi", "carriageReturns", "repeatedLines"].map(|name| (name.to_owned(), on()));
    let named = presets::terminal().named();
    assert_eq!(named[2..], [("rescue", on()), ("clean", OptionValue::Object(clean.into()))]);
    assert_eq!(TrimOptions::new().rescue(true).clean(true).named(), [("rescue", on()), ("clean", on())]);
    assert_eq!(TrimOptions::new().rescue(false).clean(false).named(), []);
}

#[test]
fn a_terminal_shows_its_screen_and_keeps_what_failed() {
    let mut output = String::from("\x1b[32m$ make\x1b[0m\n");
    for n in 0..5000 {
        let _ = write!(output, "\r\x1b[2K[{n:4}/5000] compiling unit{n}");
        if n % 10 == 9 {
            output.push('\n');
        }
        if n == 2500 {
            output.push_str("\n\x1b[1;31merror:\x1b[0m unit2500 does not compile\n");
        }
    }
    let trimmed = trim(&output, presets::terminal().max_chars(1000)).unwrap();
    assert!(trimmed.text.starts_with("$ make\n[   9/5000] compiling unit9\n"), "{}", trimmed.text);
    assert!(trimmed.text.contains("\nerror: unit2500 does not compile\n"), "{}", trimmed.text);
    assert!(trimmed.text.ends_with("compiling unit4999\n"), "{}", trimmed.text);
}
